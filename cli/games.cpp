// `rulewright games`: what can be played.
#include <cstdio>
#include <nlohmann/json.hpp>

#include "cli/cards.h"
#include "cli/commands.h"
#include "cli/terminal.h"
#include "engine/options.h"
#include "speech/speech.h"

namespace rw::cli {

namespace {

std::string seats_text(const Game& game) {
  if (game.min_seats == game.max_seats) return std::to_string(game.min_seats);
  return std::to_string(game.min_seats) + "-" + std::to_string(game.max_seats);
}

// What the game's record says of itself: its name, its owners.
std::string about_game(const Edition& edition, const char* field, const std::string& language) {
  const core::Node text = edition.bundle().root()["game"][field];
  return std::string(text[language].text(text["en"].text()));
}

std::string name_of(const Edition& edition, const std::string& language) {
  return about_game(edition, "name", language);
}

nlohmann::ordered_json as_json(const Edition& edition, const std::string& language) {
  const Game& game = edition.game();
  return {{"id", game.id},
          {"name", name_of(edition, language)},
          {"min_players", game.min_seats},
          {"max_players", game.max_seats},
          {"clauses", edition.clauses().size()},
          {"cards", card_count(edition)},
          {"rules_version", game.rules_version},
          {"content", edition.version()},
          {"owners", about_game(edition, "owners", language)}};
}

// What may be written for an option, as its refusal says it.
std::string values_of(const Edition& edition, int i) {
  return described(edition.game().options[static_cast<std::size_t>(i)], edition.game().max_seats,
                   edition.game().option_ids(edition.content(), i));
}

// The options of a game's tables, what a seat can do, and what the operands name: for people, and as the
// specification of actions for programs.
nlohmann::ordered_json lexicon_json(const Edition& edition, const std::string& language) {
  const Game& game = edition.game();
  nlohmann::ordered_json options = nlohmann::ordered_json::array(), verbs = options, kinds = options;
  for (std::size_t i = 0; i < game.options.size(); ++i) {
    const core::OptionInfo& option = game.options[i];
    options.push_back({{"name", written_name(option)},
                       {"about", edition.option_text(option.name, language)},
                       {"values", values_of(edition, static_cast<int>(i))},
                       {"usual", option.usual},
                       {"clause", edition.clause_id(option.clause)}});
  }
  for (std::size_t i = 1; i < game.notations.size(); ++i) {
    nlohmann::ordered_json operands = nlohmann::ordered_json::object();
    for (int k = 0; i < game.operands.size() && k < 4; ++k)
      if (const core::Operands& used = game.operands[i]; used.used(k))
        operands[std::string(1, static_cast<char>('a' + k))] = {
            {"kind", used.flag[k] ? "flag" : game.kinds[static_cast<std::size_t>(used.kind[k])].name},
            {"optional", used.optional[k]}};
    verbs.push_back(
        {{"number", i}, {"verb", game.verbs[i]}, {"notation", game.notations[i]}, {"operands", operands}});
  }
  for (const core::KindInfo& kind : game.kinds)
    kinds.push_back({{"kind", kind.name},
                     {"tables", kind.table.empty() ? kind.tables : std::span(&kind.table, 1)},
                     {"words", kind.words},
                     {"below", kind.below}});
  return {{"options", options}, {"verbs", verbs}, {"kinds", kinds}};
}

int one_game(const Common& common) {
  const auto one = edition(common);
  if (one == nullptr) return 2;
  nlohmann::ordered_json json = as_json(*one, common.language);
  json.update(lexicon_json(*one, common.language));
  if (common.json) {
    std::printf("%s\n", json.dump(2).c_str());
    return 0;
  }
  const Terminal terminal = Terminal::detect();
  speech::tell("{}, {} players\n", name_of(*one, common.language), seats_text(one->game()));
  Listing options({"--option", speech::said("values"), speech::said("usual"), "", speech::said("clause")});
  for (const auto& option : json["options"])
    options.row({option["name"], speech::translated(option["values"].get<std::string>()), option["usual"],
                 option["about"], option["clause"]});
  if (!json["options"].empty()) std::printf("%s\n", options.text(terminal).c_str());
  Listing verbs({speech::said("choice"), speech::said("written")});
  for (const auto& verb : json["verbs"]) verbs.row({verb["verb"], verb["notation"]});
  std::printf("%s", verbs.text(terminal).c_str());
  return 0;
}

}  // namespace

int games(const Common& common) {
  if (!common.game.empty()) return one_game(common);
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
  Listing listing({"id", speech::said("name"), speech::said("players"), speech::said("clauses"),
                   speech::said("cards"), speech::said("content")},
                  {Align::left, Align::left, Align::left, Align::right, Align::right});
  for (const auto& one : editions) {
    if (one == nullptr) return 2;
    list.push_back(as_json(*one, common.language));
    listing.row({std::string(one->game().id), name_of(*one, common.language), seats_text(one->game()),
                 std::to_string(one->clauses().size()), std::to_string(card_count(*one)),
                 one->version().substr(0, 12)});
  }
  if (common.json)
    std::printf("%s\n", nlohmann::ordered_json{{"games", list}}.dump(2).c_str());
  else
    std::printf("%s", listing.text(Terminal::detect()).c_str());
  return 0;
}

}  // namespace rw::cli
