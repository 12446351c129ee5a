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
inline constexpr std::string_view one_stat[] = {"speed", "agility", "power"};
inline constexpr std::string_view results[] = {"win", "loss", "tie"};
inline constexpr std::string_view keywords[] = {"main", "battle"};
inline constexpr std::string_view crystal_kinds[] = {"gear", "crew"};
inline constexpr std::string_view race_kinds[] = {"any", "maneuver", "event"};
inline constexpr std::string_view caps[] = {"raised", "lowered"};
inline constexpr std::string_view harms[] = {"damage", "lowering"};
// Where a card is put; always its owner's. `bottom` is the bottom of the race deck.
inline constexpr std::string_view goals[] = {"hand", "track", "race_deck", "bottom", "dragon_deck"};
// Where a rushing card goes after the battle.
inline constexpr std::string_view ways_home[] = {"hand", "track", "discards"};
// Where maneuvers in play lie: anywhere, in the track, in the zone; in the zone without the rushing
// card; the rushing card alone.
inline constexpr std::string_view lanes[] = {"play", "track", "zone", "waiting", "rushing"};
inline constexpr std::string_view places_in_play[] = {"track", "zone"};
inline constexpr std::string_view race_places[] = {"hand", "race_deck", "discards"};
inline constexpr std::string_view gear_places[] = {"mag_pit", "damaged_pile"};

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
     {{"to", Type::items}, {"from", Type::word, harms}, {"until", Type::word, Until_names}},
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
    {"put", Category::effect, {{"card", Type::name}, {"to", Type::word, goals}}},
    {"deploy", Category::effect, {{"card", Type::name}}},
    {"show", Category::effect, {{"card", Type::name}}, Clause::DRB_HID_06},
    {"shuffle_race_deck", Category::effect},
    {"look_at_top", Category::effect, {{"n", Type::number}}, Clause::DRB_HID_07},
    {"looked_to_bottom", Category::effect},
    {"look_at_hand", Category::effect, {{"whose", Type::word, Who_names}}, Clause::DRB_HID_07},
    {"bring", Category::effect, {{"kind", Type::word, crystal_kinds}}},  // from the dragon deck: mag, recruit
    {"swap_dragon", Category::effect, {{"card", Type::name}}, Clause::DRB_GEN_02},
    {"rush_with", Category::effect, {{"card", Type::name}}, Clause::DRB_BTL_11},

    {"sprint", Category::modifier, {{"n", Type::amount}, {"of", Type::items}}},
    {"protection", Category::modifier, {{"of", Type::items}, {"from", Type::word, harms}}},
    {"cost_less", Category::modifier, {{"n", Type::number}, {"of", Type::items}}},
    {"stat",
     Category::modifier,
     {{"n", Type::number}, optional({"stat", Type::word, stats}), optional({"whose", Type::word, Who_names})}},
    {"event_bonus", Category::modifier, {{"n", Type::number}}},
    // of the points for winning: n more than usual for this player, or at most n for everybody
    {"gain_cap", Category::modifier, {{"n", Type::number}, {"is", Type::word, caps}}},
    {"sprint_without_card", Category::modifier, {{"n", Type::number}}},
    {"rushing_card_goes", Category::modifier, {{"to", Type::word, ways_home}, {"on", Type::word, results}}},
    {"can", Category::modifier, {{"what", Type::word, Licence_names}}},
    {"take_color", Category::modifier},  // the color that is the subject of the effect
    {"no_events", Category::modifier, {{"who", Type::word, Who_names}}},
    {"switch_off_dragon", Category::modifier, {{"whose", Type::word, Who_names}}},
    {"free_use", Category::modifier, {{"keyword", Type::word, keywords}, {"kind", Type::word, crystal_kinds}}},

    {"dragon_color", Category::condition, {{.name = "is", .type = Type::record, .table = "colors"}}},
    {"dragon_title", Category::condition, {{.name = "is", .type = Type::record, .table = "titles"}}},
    {"damaged_rival_card", Category::condition},
    {"behind", Category::condition},
    {"leading", Category::condition},
    {"started_battle", Category::condition},
    {"this_rushing", Category::condition},
    {"this_in", Category::condition, {{"place", Type::word, places_in_play}}},
    {"rival_printed_higher", Category::condition},

    {"points", Category::amount, {optional({"whose", Type::word, Who_names})}},
    {"dragon_stat", Category::amount, {{"stat", Type::word, one_stat}}},
    {"events_this_battle", Category::amount},

    {"maneuvers",
     Category::items,
     {optional({"whose", Type::word, Who_names}), optional({"in", Type::word, lanes}),
      optional({"max_cost", Type::number}), optional({"max_sprint", Type::number}),
      optional({"other", Type::flag})}},
    {"race_cards",
     Category::items,
     {{"in", Type::word, race_places},
      optional({"whose", Type::word, Who_names}),
      optional({"kind", Type::word, race_kinds}),
      optional({"max_cost", Type::number}),
      optional({"min_cost", Type::number})}},
    {"looked_cards", Category::items},
    // Cards of a rival that are protected from your effects are not among them (DRB-DMG-09).
    {"gear",
     Category::items,
     {optional({"whose", Type::word, Who_names}), optional({"in", Type::word, gear_places}),
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
