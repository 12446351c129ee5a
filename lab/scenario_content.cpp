// Effects that no card of a game has, for the rules that need one: content changed for one scenario.
#include <filesystem>
#include <string>

#include "forge/forge.h"
#include "lab/scenario.h"
#include "lab/sources.h"

namespace rw::lab {
namespace {

namespace files = std::filesystem;

// content/<game> beside the scenario's folder, or beside one above it.
files::path content_folder(const Scenario& scenario) {
  std::error_code fault;
  const files::path inside = files::path("content") / scenario.game.text;
  for (files::path folder = files::absolute(scenario.file, fault).parent_path(); !folder.empty();
       folder = folder.parent_path()) {
    if (files::is_directory(folder / inside, fault)) return folder / inside;
    if (folder == folder.root_path()) break;
  }
  return {};
}

Expected<std::shared_ptr<const Edition>> compiled(const files::path& folder, const Scenario& scenario) {
  const forge::Result result = forge::compile(folder, scenario.content);
  std::string reasons;
  for (const forge::Problem& problem : result.problems) reasons += (reasons.empty() ? "" : "; ") + problem.text();
  if (!reasons.empty()) return failed(reasons);
  return Edition::load(result.bundle);
}

}  // namespace

Expected<std::shared_ptr<const Edition>> changed_content(const Scenario& scenario) {
  if (const files::path folder = content_folder(scenario); !folder.empty()) return compiled(folder, scenario);
  const UnpackedSources sources(scenario.game.text);
  if (sources.folder().empty())
    return failed("there is no folder content/" + scenario.game.text +
                  " beside the scenario, and no room to unpack it");
  auto edition = compiled(sources.folder(), scenario);
  if (!edition) return failed(sources.as_told(edition.error()));
  return edition;
}

}  // namespace rw::lab
