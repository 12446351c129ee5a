// Finding the edition of a game: built into the program, or compiled from a folder on the way.
#include <cstdio>
#include <filesystem>

#include "cli/commands.h"
#include "cli/terminal.h"
#include "engine/embedded.h"
#include "forge/forge.h"
#include "lab/own_content.h"
#include "lab/sources.h"
#include "speech/speech.h"

namespace rw::cli {

namespace {

std::shared_ptr<const Edition> loaded(std::span<const std::byte> bundle) {
  std::shared_ptr<const Edition> edition;
  if (auto loaded = Edition::load(bundle).into(edition); !loaded) wrong_input(loaded.failure());
  return edition;
}

// `source` is what messages call it: "the content in DIR".
std::shared_ptr<const Edition> compiled(const std::string& game, const std::string& source,
                                        const forge::Result& result) {
  if (result.problems.empty()) {
    auto edition = loaded(result.bundle);
    if (edition == nullptr || game.empty() || game == edition->game().id) return edition;
    wrong_input(source + " is of " + std::string(edition->game().id) + ", not of " + game);
    return nullptr;
  }
  for (const forge::Problem& problem : result.problems)
    std::fprintf(stderr, "%s\n", speech::translated(problem.text()).c_str());
  const std::size_t count = result.problems.size();
  wrong_input(source + " has " + std::to_string(count) + (count == 1 ? " problem" : " problems"));
  return nullptr;
}

// The folder, or a patch to the built-in content: a file says itself which game it is of.
std::shared_ptr<const Edition> compiled_from(const std::string& game, const std::string& path,
                                             const std::vector<forge::Change>& changes) {
  std::error_code fault;
  if (!std::filesystem::is_regular_file(path, fault))
    return compiled(game, "the content in " + path, forge::compile(path, changes));
  forge::Problems problems;
  const auto text = forge::read_file(path, problems.add_file(path), problems);
  const forge::Patch patch{path, text.value_or("")};
  const forge::PatchContents contents = text ? forge::read_patch(patch, problems) : forge::PatchContents{};
  if (problems.none() && find_game(contents.game) == nullptr)
    problems.add({0, 0, 0}, "patch", "there is no game '" + contents.game + "'");
  if (!problems.none()) return compiled(game, "the patch " + path, {{}, problems.in_reading_order()});
  return compiled(game, "the patch " + path, lab::compile_patched(contents.game, patch, changes));
}

}  // namespace

std::shared_ptr<const Edition> edition(const Common& common) {
  if (!common.content.empty()) return compiled_from(common.game, common.content, {});
  if (find_game(common.game) != nullptr) return loaded(embedded_bundle(common.game));
  std::vector<std::string> ids;
  for (const Game* game : rw::games()) ids.emplace_back(game->id);
  std::string message = "there is no game '" + common.game + "'";
  if (const std::string near = nearest(common.game, ids); !near.empty()) {
    message += "; did you mean '" + near + "'?";
  } else {
    message += "; the games are:";
    for (const std::string& id : ids) message += " " + id;
  }
  wrong_input(message);
  return nullptr;
}

std::shared_ptr<const Edition> changed_edition(const std::string& game, const std::string& folder,
                                               const std::vector<std::string>& changes) {
  std::vector<forge::Change> read(changes.size());
  for (std::size_t i = 0; i < changes.size(); ++i) {
    if (forge::read_change(changes[i], read[i])) continue;
    wrong_input("--set " + changes[i] + " must have the form path=value");
    return nullptr;
  }
  if (!folder.empty()) return compiled_from(game, folder, read);
  const lab::UnpackedSources sources(game);
  if (sources.folder().empty()) {
    wrong_input("there is no room to unpack the content of " + game + ": see TMPDIR");
    return nullptr;
  }
  forge::Result result = forge::compile(sources.folder(), read);
  for (forge::Problem& problem : result.problems) problem.file = sources.as_told(std::move(problem.file));
  return compiled(game, "the built-in content with these changes", result);
}

std::string source_folder(const std::string& inside) {
  namespace files = std::filesystem;
  std::error_code fault;
  if (files::is_directory(inside, fault)) return inside;
  files::path folder = files::read_symlink("/proc/self/exe", fault).parent_path();
  for (; !folder.empty(); folder = folder.parent_path()) {
    if (files::is_directory(folder / inside, fault)) return (folder / inside).string();
    if (folder == folder.root_path()) break;
  }
  return {};
}

}  // namespace rw::cli
