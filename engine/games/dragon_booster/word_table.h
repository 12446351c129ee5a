// What each ability word of Dragon Booster is, the rule by which it does what it does, and its operands by name.
#pragma once

#include <array>
#include <iterator>

#include "engine/ability/operands.h"
#include "engine/games/dragon_booster/words.h"

namespace rw::dragon_booster {

namespace word_table {

using ability::Category;
using ability::optional;
using ability::Parameter;
using ability::Type;

inline constexpr std::string_view stats[] = {"all", "speed", "agility", "power"};
inline constexpr std::string_view keywords[] = {"main", "battle"};

// In the order of WordOp. A limit (max_cost, min_cost, max_sprint, max_level) of 0 is none.
inline constexpr ability::WordRow<Clause> rows[] = {
    {"gain_points",
     Category::effect,
     {{"n", Type::amount}, optional({"who", Type::word, Who_names})},
     Clause::DRB_WIN_02},
    {"lose_points",
     Category::effect,
     {{"n", Type::amount}, optional({"who", Type::word, Who_names})},
     Clause::DRB_WIN_02},
    {"gain_energy", Category::effect, {{"n", Type::amount}}, Clause::DRB_MAN_08},
    {"give_sprint",
     Category::effect,
     {{"n", Type::amount}, {"to", Type::items}, {"until", Type::word, Until_names}},
     Clause::DRB_GEN_15},
    {"give_protection",
     Category::effect,
     {{"to", Type::items}, {"from", Type::word, Harm_names}, {"until", Type::word, Until_names}},
     Clause::DRB_GEN_15},
    {"draw",
     Category::effect,
     {{"n", Type::amount}, optional({"who", Type::word, Who_names})},
     Clause::DRB_WIN_07},
    {"discard_top",
     Category::effect,
     {{"n", Type::amount}, optional({"who", Type::word, Who_names})},
     Clause::DRB_DMG_06},
    {"discard_random",
     Category::effect,
     {{"n", Type::amount}, optional({"who", Type::word, Who_names})},
     Clause::DRB_DMG_06},
    {"discard", Category::effect, {{"card", Type::name}}, Clause::DRB_DMG_06},
    {"damage", Category::effect, {optional({"card", Type::name})}},  // no name: this card
    {"put", Category::effect, {{"card", Type::name}, {"to", Type::word, Goal_names}}},
    {"deploy", Category::effect, {{"card", Type::name}}},
    {"show", Category::effect, {{"card", Type::name}}, Clause::DRB_HID_06},
    {"shuffle_race_deck", Category::effect, {}, Clause::DRB_SET_04},
    {"look_at_top", Category::effect, {{"n", Type::number}}, Clause::DRB_HID_07},
    {"looked_to_bottom", Category::effect},
    {"look_at_hand", Category::effect, {{"whose", Type::word, Who_names}}, Clause::DRB_HID_07},
    {"bring", Category::effect, {{"kind", Type::word, CrystalKind_names}}},  // from the dragon deck: mag, recruit
    {"swap_dragon", Category::effect, {{"card", Type::name}}, Clause::DRB_GEN_02},
    {"rush_with", Category::effect, {{"card", Type::name}}, Clause::DRB_BTL_11},

    {"sprint", Category::modifier, {{"n", Type::amount}, {"of", Type::items}}},
    {"protection", Category::modifier, {{"of", Type::items}, {"from", Type::word, Harm_names}}},
    {"cost_less", Category::modifier, {{"n", Type::number}, {"of", Type::items}}},
    {"stat",
     Category::modifier,
     {{"n", Type::number}, optional({"stat", Type::word, stats}), optional({"whose", Type::word, Who_names})}},
    {"event_bonus", Category::modifier, {{"n", Type::number}}},
    // of the points for winning: n more than usual for this player, or at most n for everybody
    {"gain_cap", Category::modifier, {{"n", Type::number}, {"is", Type::word, GainChange_names}}},
    {"sprint_without_card", Category::modifier, {{"n", Type::number}}},
    {"rushing_card_goes", Category::modifier, {{"to", Type::word, Way_names}, {"on", Type::word, Result_names}}},
    {"can", Category::modifier, {{"what", Type::word, Licence_names}}},
    {"take_color", Category::modifier},  // the color that is the subject of the effect
    {"no_events", Category::modifier, {{"who", Type::word, Who_names}}},
    {"switch_off_dragon", Category::modifier, {{"whose", Type::word, Who_names}}},
    {"free_use", Category::modifier, {{"keyword", Type::word, keywords}, {"kind", Type::word, CrystalKind_names}}},

    {"dragon_color", Category::condition, {{.name = "is", .type = Type::record, .table = "colors"}}},
    {"dragon_title", Category::condition, {{.name = "is", .type = Type::record, .table = "titles"}}},
    {"damaged_rival_card", Category::condition},
    {"behind", Category::condition},
    {"leading", Category::condition},
    {"started_battle", Category::condition},
    {"this_rushing", Category::condition},
    {"this_in", Category::condition, {{"place", Type::word, PlaceInPlay_names}}},
    {"rival_printed_higher", Category::condition},

    {"points", Category::amount, {optional({"whose", Type::word, Who_names})}},
    {"dragon_stat", Category::amount, {{"stat", Type::word, Stat_names}}},
    {"events_this_battle", Category::amount},

    {"maneuvers",
     Category::items,
     {optional({"whose", Type::word, Who_names}), optional({"in", Type::word, Lane_names}),
      optional({"max_cost", Type::number}), optional({"max_sprint", Type::number}),
      optional({"other", Type::flag})}},
    {"race_cards",
     Category::items,
     {{"in", Type::word, RacePlace_names},
      optional({"whose", Type::word, Who_names}),
      optional({"kind", Type::word, RaceKind_names}),
      optional({"max_cost", Type::number}),
      optional({"min_cost", Type::number})}},
    {"looked_cards", Category::items},
    // Cards of a rival that are protected from your effects are not among them (DRB-DMG-09).
    {"gear",
     Category::items,
     {optional({"whose", Type::word, Who_names}), optional({"in", Type::word, GearPlace_names}),
      optional({"max_level", Type::number}), optional({"other", Type::flag})}},
    {"crew", Category::items, {optional({"whose", Type::word, Who_names}), optional({"other", Type::flag})}},
    {"spare_dragons", Category::items},
    {"colors", Category::items},
    {"this_card", Category::items},
    {"chosen", Category::items, {{"card", Type::name}}},  // what was chosen under that name
};
static_assert(std::size(rows) == static_cast<int>(WordOp::chosen) - ability::first_game_word + 1);

}  // namespace word_table

constexpr const auto& word_rows(WordOp) { return word_table::rows; }
using ability::clause_of, ability::operand, ability::said;

}  // namespace rw::dragon_booster
