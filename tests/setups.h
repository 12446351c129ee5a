// Tables as people lay them: any number of seats, any of the modes, decks, presets and options of a game.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/core/random.h"
#include "engine/game.h"
#include "tests/tables.h"

namespace rw::test {

struct OptionValues {
  enum class For : unsigned char { table, each_seat };
  std::string_view name;
  std::vector<std::string> values;
  For whom = For::table;  // each_seat: a value for each, separated by commas
};

inline std::vector<std::string> ids(const Edition& edition, std::string_view table) {
  std::vector<std::string> out;
  const core::Node records = edition.bundle().root()[table];
  for (int i = 0; i < records.size(); ++i) out.emplace_back(records[i]["id"].text());
  return out;
}

// What changes which choices there are. A game adds its row here.
inline std::vector<OptionValues> options_of(const Edition& edition) {
  const std::string_view game = edition.game().id;
  if (game == "risk_cybertron")
    return {{"deal_zones", {"on", "off"}},
            {"days", {"1", "2", "3", "6"}},
            {"first_day_truce", {"on"}},
            {"pivot_start", {"open", "closed"}},
            {"megatron_lands_alone", {"on"}}};
  if (game == "dino_battles")
    return {{"setup", {"preset", "random", "balanced_random", "draft"}},
            {"kingdom", ids(edition, "kingdoms")},
            {"reserve_limit", {"1", "5"}},
            {"knock_outs", {"1", "5"}},
            {"poison_credit", {"nobody"}},
            {"attack_payment", {"attacker_only"}}};
  if (game == "dragon_booster")
    return {{"format", ids(edition, "formats")},
            {"decks", ids(edition, "decks"), OptionValues::For::each_seat},
            {"mulligan", {"one_free"}},
            {"match", {"1", "2", "3"}}};
  if (game == "transformers_tcg")
    return {{"decks", ids(edition, "decks"), OptionValues::For::each_seat},
            {"variant", {"standard", "basic"}},
            {"match", {"one", "best_of_three"}},
            {"loser_chooses", {"on"}}};
  if (game == "transformers_dbg")
    return {{"mode", ids(edition, "modes")},
            {"expansion_mix", {"swap_random", "add_all", "none"}},
            {"swap_rule", {"cost_plus_minus_1"}},
            {"coop_difficulty", {"easy", "hard"}},
            {"schemes", {"off"}},
            {"refill", {"immediate"}},
            {"ovm_score", {"sum", "average"}}};
  return {};
}

// A set-up that the game accepts. Each option is given half of the time; what does not go together is drawn again.
inline Setup drawn_setup(const Edition& edition, core::Random& random) {
  const auto below = [&](std::size_t bound) { return random.below(static_cast<std::uint32_t>(bound)); };
  for (int tries = 0; tries < 500; ++tries) {
    const Game& game = edition.game();
    const int seats = game.max_seats - game.min_seats + 1;
    Setup setup;
    setup.seats = game.min_seats + static_cast<int>(below(static_cast<std::size_t>(seats)));
    for (const OptionValues& option : options_of(edition)) {
      if (below(2) == 0) continue;
      std::string value = option.values[below(option.values.size())];
      for (int i = 1; i < setup.seats && option.whom == OptionValues::For::each_seat; ++i)
        value += "," + option.values[below(option.values.size())];
      setup.options.emplace_back(option.name, std::move(value));
    }
    if (edition.begin(setup, core::seed_from(1))) return setup;
  }
  ADD_FAILURE() << "no set-up of " << edition.game().id << " is accepted";
  return {};
}

}  // namespace rw::test
