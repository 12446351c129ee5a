// What each ability word of RISK Cybertron is, the rule by which it does what it does, and its operands by name.
#pragma once

#include "engine/ability/operands.h"
#include "engine/games/risk_cybertron/words.h"

namespace rw::risk_cybertron {

RW_NAMED_ENUM(Way, std::uint8_t, to_scrapheap, from_scrapheap)
RW_NAMED_ENUM(Yield, std::uint8_t, sector_bonus, factory_output)
RW_NAMED_ENUM(Licence, std::uint8_t, attack_anywhere, jump)
// In the roll: on that side (RSK-LDR-04). Fighting: on the zone from which its owner attacks, or which its owner
// defends.
RW_NAMED_ENUM(LeaderPlace, std::uint8_t, attacking, defending, in_scrapheap, on_fighting_zone)
// On the two zones of the attack, or those that this player uses in the roll.
RW_NAMED_ENUM(UnitsPlace, std::uint8_t, source, target, roll)

namespace word_table {

using ability::Category;
using ability::optional;
using ability::Type;

inline constexpr std::string_view sides[] = {"self", "attacker", "defender"};
inline constexpr std::string_view places[] = {"source", "target"};

// In the order of WordOp.
inline constexpr ability::WordRow<Clause> rows[] = {
    {"gain_operational", Category::effect, {{"n", Type::amount}}, Clause::RSK_P1_04},
    {"flip_leader", Category::effect, {}, Clause::RSK_CRD_07},
    {"call_reinforcements", Category::effect, {}, Clause::RSK_P2_15},
    {"end_attack", Category::effect, {}, Clause::RSK_ATK_15},
    {"move_robots",
     Category::effect,
     {{"n", Type::amount}, {"zone", Type::word, places}, {"way", Type::word, Way_names}},
     Clause::RSK_CRD_07},
    {"mark_die", Category::effect, {{"die", Type::name}}},
    {"reroll_marked", Category::effect, {}, Clause::RSK_CRD_07},
    {"retreat_leader", Category::effect, {{"to", Type::name}}, Clause::RSK_LDR_09},
    {"multiply",
     Category::modifier,
     {{"what", Type::word, Yield_names}, {"factor", Type::number}, optional({"cap", Type::number})}},
    {"set_revive_cost", Category::modifier, {{"cost", Type::number}}},
    {"eight_sided_dice",
     Category::modifier,
     {optional({"count", Type::number}), optional({"side", Type::word, sides})}},
    {"bonus_die", Category::modifier, {{"n", Type::number}}},
    {"ties_to", Category::modifier, {{"side", Type::word, sides}}},
    {"cap_units", Category::modifier, {{"max", Type::number}, {"side", Type::word, sides}}},
    {"shield_zone", Category::modifier},
    {"leader_can", Category::modifier, {{"what", Type::word, Licence_names}}},
    {"controls_card_zone", Category::condition},
    {"leader_is", Category::condition, {{"where", Type::word, LeaderPlace_names}}},
    {"units", Category::amount, {{"in", Type::word, UnitsPlace_names}}},
    {"own_zones_beside_leader", Category::items},
    {"own_dice", Category::items},
};

}  // namespace word_table

constexpr const auto& word_rows(WordOp) { return word_table::rows; }
using ability::operand, ability::said;

}  // namespace rw::risk_cybertron
