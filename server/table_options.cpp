// The options of each game's tables that the page offers. What the game itself makes of them, and which further
// ones it knows, is the game's business (its `begin`).
#include "server/catalogue.h"

namespace rw::server {
namespace {

using Values = std::vector<std::string>;
const Values no_or_yes = {"off", "on"};

Values ids(const Edition& edition, std::string_view table) {
  Values out;
  const core::Node records = edition.bundle().root()[table];
  for (int i = 0; i < records.size(); ++i) out.emplace_back(records[i]["id"].text());
  return out;
}

Values numbers(int from, int to, std::string_view before = {}) {
  Values out;
  if (!before.empty()) out.emplace_back(before);
  for (int i = from; i <= to; ++i) out.push_back(std::to_string(i));
  return out;
}

std::vector<TableOption> dragon_booster(const Edition& edition) {
  return {{"format", "What is played", "Ce qui se joue", ids(edition, "formats"), ""},
          {"decks",
           "A deck for each seat, separated by commas: an id, own, or choose for all",
           "Un paquet par place, séparés par des virgules : un identifiant, own, ou choose pour tous",
           {},
           "choose"},
          {"first_leader", "Who leads first", "Qui mène d'abord", numbers(1, 6, "random"), "random"},
          {"opening_hand", "Cards of the first hand", "Cartes de la première main", {}, ""},
          {"mulligan",
           "A first hand may be changed once",
           "Première main échangeable une fois",
           {"none", "one_free"},
           ""},
          {"match", "Games of the match", "Parties du match", numbers(1, 9), "1"},
          {"turn_limit", "Turns at most", "Tours au plus", {}, ""},
          {"action_limit", "Actions of a turn at most", "Actions par tour au plus", {}, ""}};
}

std::vector<TableOption> transformers_dbg(const Edition& edition) {
  return {
      {"mode", "How it is played", "Manière de jouer", ids(edition, "modes"), ""},
      {"sets",
       "Which sets are mixed, separated by commas",
       "Extensions mêlées, séparées par des virgules",
       {},
       ""},
      {"characters",
       "Characters by seat, separated by commas",
       "Personnages par place, séparés par des virgules",
       {},
       ""},
      {"first_faction", "Faction of the first seat", "Camp de la première place", {"autobot", "decepticon"}, ""},
      {"first_player", "Who begins", "Qui commence", numbers(1, 5, "random"), "random"},
      {"coop_difficulty",
       "Difficulty when all play together",
       "Difficulté en coopération",
       {"easy", "normal", "hard"},
       ""},
      {"schemes", "With schemes", "Avec les complots", no_or_yes, "on"},
      {"swap_rule", "Swaps", "Échanges", {"strict", "cost_plus_minus_1"}, "strict"},
      {"refill",
       "When the Matrix is refilled",
       "Quand la Matrice est complétée",
       {"end_of_turn", "immediate"},
       "end_of_turn"},
      {"ovm_score",
       "Score of one against many",
       "Score à un contre tous",
       {"head_start", "sum", "average"},
       "head_start"}};
}

Values values_of(const Edition& edition, int i) {
  const core::OptionInfo& option = edition.game().options[static_cast<std::size_t>(i)];
  switch (option.type) {
    case core::OptionType::flag: return no_or_yes;
    case core::OptionType::number:
      return option.high - option.low <= 60 ? numbers(option.low, option.high) : Values{};
    case core::OptionType::word: return {option.words.begin(), option.words.end()};
    case core::OptionType::record: {
      const auto records = edition.game().option_ids(edition.content(), i);
      return {records.begin(), records.end()};
    }
    case core::OptionType::seat: return numbers(1, edition.game().max_seats, "random");
    case core::OptionType::text: break;
  }
  return {};
}

std::vector<TableOption> from_lexicon(const Edition& edition) {
  std::vector<TableOption> out;
  const auto options = edition.game().options;
  for (std::size_t i = 0; i < options.size(); ++i) {
    if (options[i].for_each_seat) continue;  // whoever takes the seat brings it
    out.push_back({options[i].name, edition.option_text(options[i].name, "en"),
                   edition.option_text(options[i].name, "fr"), values_of(edition, static_cast<int>(i)),
                   options[i].usual});
  }
  return out;
}

}  // namespace

std::vector<TableOption> table_options(const Edition& edition) {
  const std::string_view game = edition.game().id;
  if (!edition.game().options.empty()) return from_lexicon(edition);
  if (game == "dragon_booster") return dragon_booster(edition);
  if (game == "transformers_dbg") return transformers_dbg(edition);
  return {};
}

}  // namespace rw::server
