// Effects that no card of a game has, for the rules that need one: content changed for one scenario.
#include <filesystem>

#include "forge/forge.h"
#include "lab/scenario.h"

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

}  // namespace

std::shared_ptr<const Edition> changed_content(const Scenario& scenario, std::string& reason) {
  const files::path folder = content_folder(scenario);
  if (folder.empty()) {
    reason = "there is no folder content/" + scenario.game.text + " beside the scenario";
    return nullptr;
  }
  const forge::Result result = forge::compile(folder, scenario.content);
  for (const forge::Problem& problem : result.problems) reason += (reason.empty() ? "" : "; ") + problem.text();
  return reason.empty() ? Edition::load(result.bundle, reason) : nullptr;
}

}  // namespace rw::lab
