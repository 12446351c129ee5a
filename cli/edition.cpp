// Finding the edition of a game: built into the program, or compiled from a folder on the way.
#include <cstdio>

#include "cli/commands.h"
#include "cli/terminal.h"
#include "engine/embedded.h"
#include "forge/forge.h"

namespace rw::cli {

namespace {

std::shared_ptr<const Edition> loaded(std::span<const std::byte> bundle) {
  std::string error;
  auto edition = Edition::load(bundle, error);
  if (edition == nullptr) wrong_input(error);
  return edition;
}

std::shared_ptr<const Edition> compiled(const Common& common) {
  const forge::Result result = forge::compile(common.content);
  if (result.problems.empty()) {
    auto edition = loaded(result.bundle);
    if (edition == nullptr || common.game.empty() || common.game == edition->game().id) return edition;
    wrong_input("the content in " + common.content + " is of " + std::string(edition->game().id) + ", not of " +
                common.game);
    return nullptr;
  }
  for (const forge::Problem& problem : result.problems) std::fprintf(stderr, "%s\n", problem.text().c_str());
  const std::size_t count = result.problems.size();
  wrong_input("the content in " + common.content + " has " + std::to_string(count) +
              (count == 1 ? " problem" : " problems"));
  return nullptr;
}

}  // namespace

std::shared_ptr<const Edition> edition(const Common& common) {
  if (!common.content.empty()) return compiled(common);
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

}  // namespace rw::cli
