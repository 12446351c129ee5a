// Tables of every kind that a game can be played at, and games played there by different players: for properties
// that look at positions of real play.
#pragma once

#include <algorithm>

#include "players/player.h"
#include "tests/expected.h"
#include "tests/table.h"

namespace rw::test {

// The options that make another kind of game. Values: words, or the ids of a content table, one for the table or
// one for each seat.
struct KindOfTable {
  std::string_view game, option, values, table;
  bool for_each_seat = false;
};
inline constexpr KindOfTable kinds_of_tables[] = {
    {"risk_cybertron", "deal_zones", "on", ""},   {"dino_battles", "setup", "balanced_random,draft", ""},
    {"dragon_booster", "format", "", "formats"},  {"dragon_booster", "decks", "", "decks", true},
    {"transformers_tcg", "variant", "basic", ""}, {"transformers_tcg", "decks", "", "decks", true},
    {"transformers_dbg", "mode", "", "modes"},
};

inline std::vector<std::string> values_of(const Edition& edition, const KindOfTable& kind, int seats) {
  std::vector<std::string> values;
  if (!kind.table.empty()) {
    const core::Node list = edition.bundle().root()[kind.table];
    for (int i = 0; i < list.size(); ++i) {
      std::string value(list[i]["id"].text());
      for (int seat = 1; seat < seats && kind.for_each_seat; ++seat)
        value += "," + std::string(list[(i + seat) % list.size()]["id"].text());
      values.push_back(value);
    }
    return values;
  }
  for (std::size_t from = 0; from <= kind.values.size();) {
    const std::size_t to = std::min(kind.values.find(',', from), kind.values.size());
    values.emplace_back(kind.values.substr(from, to - from));
    from = to + 1;
  }
  return values;
}

// Each number of seats with the usual options, and with every other kind of game that admits them.
inline std::vector<Setup> tables_of(const Edition& edition) {
  std::vector<Setup> all;
  const Game& game = edition.game();
  for (int seats = game.min_seats; seats <= game.max_seats; ++seats) {
    all.push_back({seats, {}});
    for (const KindOfTable& kind : kinds_of_tables) {
      if (kind.game != game.id) continue;
      for (const std::string& value : values_of(edition, kind, seats)) {
        Setup setup{seats, {{std::string(kind.option), value}}};
        if (edition.begin(setup, core::seed_from(1))) all.push_back(setup);
      }
    }
  }
  return all;
}

// At most so many of them, from all over the list.
inline std::vector<Setup> some_of(std::vector<Setup> all, std::size_t most) {
  std::vector<Setup> some;
  for (std::size_t i = 0; i < std::min(most, all.size()); ++i)
    some.push_back(all[i * all.size() / std::min(most, all.size())]);
  return some;
}

inline std::string text_of(const Setup& setup) {
  std::string text = std::to_string(setup.seats) + " seats";
  for (const auto& [name, value] : setup.options) text += ", " + name + "=" + value;
  return text;
}

// One game by players of one sort; `visit(position, choices, choice)` sees each decision before it is carried out
// and says whether to go on.
template <class Visit>
void play_by(const Edition& edition, Position position, const players::Spec& spec, std::uint64_t seed, int most,
             Visit&& visit) {
  static ChoiceList list;
  const auto player = good(players::make_player(spec, edition.game()));
  ASSERT_TRUE(player);
  core::Random random = core::Random::start(core::seed_from(seed ^ 0x5EED));
  for (int decision = 0; decision < most && !edition.over(position); ++decision) {
    edition.choices(position, list);
    const Choice choice = players::ask(*player, edition, position, random);
    if (!visit(position, list, choice)) return;
    edition.apply(position, choice);
  }
}

}  // namespace rw::test
