// `rulewright games`: what can be played.
#include <cstdio>
#include <nlohmann/json.hpp>

#include "cli/cards.h"
#include "cli/commands.h"
#include "cli/terminal.h"

namespace rw::cli {

namespace {

std::string seats_text(const Game& game) {
  return std::to_string(game.min_seats) + "-" + std::to_string(game.max_seats);
}

std::string name_of(const Edition& edition, const std::string& language) {
  const core::Node name = edition.bundle().root()["game"]["name"];
  return std::string(name[language].text(name["en"].text()));
}

nlohmann::ordered_json as_json(const Edition& edition, const std::string& language) {
  const Game& game = edition.game();
  return {{"id", game.id},
          {"name", name_of(edition, language)},
          {"min_players", game.min_seats},
          {"max_players", game.max_seats},
          {"clauses", edition.clauses().size()},
          {"cards", card_faces(edition, "en").size()},
          {"rules_version", game.rules_version},
          {"content", edition.version()},
          {"owners", edition.bundle().root()["game"]["owners"].text()}};
}

}  // namespace

int games(const Common& common) {
  std::vector<std::shared_ptr<const Edition>> editions;
  if (!common.content.empty()) {
    editions.push_back(edition(common));
  } else {
    for (const Game* game : rw::games()) {
      Common one = common;
      one.game = game->id;
      editions.push_back(edition(one));
    }
  }
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  Listing listing({"id", "name", "players", "clauses", "cards", "content"},
                  {Align::left, Align::left, Align::left, Align::right, Align::right});
  for (const auto& one : editions) {
    if (one == nullptr) return 2;
    list.push_back(as_json(*one, common.language));
    listing.row({std::string(one->game().id), name_of(*one, common.language), seats_text(one->game()),
                 std::to_string(one->clauses().size()), std::to_string(card_faces(*one, "en").size()),
                 one->version().substr(0, 12)});
  }
  if (common.json)
    std::printf("%s\n", nlohmann::ordered_json{{"games", list}}.dump(2).c_str());
  else
    std::printf("%s", listing.text(Terminal::detect()).c_str());
  return 0;
}

}  // namespace rw::cli
