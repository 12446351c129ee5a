// The table of the ability words: their parameters, the words that these allow, and the rule that an effect is
// told by.
#pragma once

#include <array>

#include "engine/ability/operands.h"
#include "engine/games/dino_battles/words.h"

namespace rw::dino_battles {
namespace word_table {

using ability::Category;
using ability::optional;
using ability::Parameter;
using ability::Type;

// The words that parameters allow.
RW_NAMED_ENUM(Status, std::uint8_t, wound, poison, paralyze)
RW_NAMED_ENUM(Stat, std::uint8_t, atk, eva, def, dmg)
RW_NAMED_ENUM(Trait, std::uint8_t, spiked, immune_poison, immune_paralyze, free_evade, free_defend)
RW_NAMED_ENUM(GainZone, std::uint8_t, discard, hand)
RW_NAMED_ENUM(OwnZone, std::uint8_t, hand, discard, hand_or_discard)
RW_NAMED_ENUM(CardType, std::uint8_t, any, status, poison, combat)
RW_NAMED_ENUM(SupplyType, std::uint8_t, any, combat, strategy_or_tech)
RW_NAMED_ENUM(Side, std::uint8_t, own, opponents, attacked)
RW_NAMED_ENUM(Fighter, std::uint8_t, attacker, target, self)  // self: of the attack that this text belongs to
RW_NAMED_ENUM(Stripped, std::uint8_t, all, random)

inline constexpr Parameter until_parameter = {"until", Type::word, Until_names};
inline constexpr Parameter of_parameter = {"of", Type::items};

// In the order of WordOp.
inline constexpr ability::WordRow<Clause> rows[] = {
    {"draw", Category::effect, {{"n", Type::amount}}},
    {"bonus", Category::effect, {{"what", Type::word, Bonus_names}, {"n", Type::number}}, Clause::DNB_TRN_06},
    {"heal", Category::effect, {{"n", Type::number}, of_parameter}, Clause::DNB_STR_06},
    {"damage", Category::effect, {{"n", Type::amount}, of_parameter}, Clause::DNB_DEF_13},
    {"lose_hp", Category::effect, {{"n", Type::number}, of_parameter}, Clause::DNB_STA_07},
    {"paralysis", Category::effect, {{"n", Type::number}}, Clause::DNB_STA_09},  // 0: none any longer
    {"status",
     Category::effect,
     {{"card", Type::word, Status_names}, {"n", Type::number}, {"to", Type::word, Who_names}},
     Clause::DNB_STA_03},
    {"modify",
     Category::effect,
     {{"stat", Type::word, Stat_names}, {"n", Type::number}, of_parameter, until_parameter},
     Clause::DNB_DMG_06},
    {"shield", Category::effect, {{"n", Type::number}, of_parameter, until_parameter}, Clause::DNB_DMG_06},
    {"grant",
     Category::effect,
     {{"ability", Type::word, Trait_names}, of_parameter, until_parameter},
     Clause::DNB_DMG_06},
    {"switch_in", Category::effect, {{"dinosaur", Type::name}}, Clause::DNB_RET_07},
    {"purge", Category::effect, {{"card", Type::name}}, Clause::DNB_GEN_04},
    // from the Supply, or back from one's own Discard Pile
    {"gain",
     Category::effect,
     {{"card", Type::name}, optional({"to", Type::word, GainZone_names})},
     Clause::DNB_BUY_15},
    {"discard_attached", Category::effect, {{"card", Type::name}}, Clause::DNB_GEN_05},
    // of the cards attached to it: all into the hand, or one at random to the Discard Pile
    {"strip", Category::effect, {of_parameter, {"which", Type::word, Stripped_names}}, Clause::DNB_GEN_05},
    {"peek", Category::effect, {of_parameter}, Clause::DNB_INF_07},
    {"counter", Category::effect, {{"type", Type::word, ItemWord_names}}, Clause::DNB_TEC_12},
    {"mark_attack",
     Category::effect,
     {optional({"no_evade", Type::flag}), optional({"no_defend", Type::flag})},
     Clause::DNB_DEF_10},
    {"spiked", Category::modifier},
    {"immune_poison", Category::modifier},
    {"immune_paralyze", Category::modifier},
    {"active_is", Category::condition, {{"ability", Type::word, Trait_names}}},
    {"cost_of", Category::amount, {{"card", Type::name}}},
    {"dinosaur",
     Category::items,
     {{"side", Type::word, Whose_names},
      optional({"zone", Type::word, ZoneWord_names}),
      optional({"up_to", Type::number})}},
    {"it", Category::items},
    {"own_active", Category::items},
    {"every", Category::items, {{"side", Type::word, Side_names}, {"zone", Type::word, ZoneWord_names}}},
    {"fighter", Category::items, {{"is", Type::word, Fighter_names}}},
    {"own_reserve", Category::items},
    {"opponent_reserve", Category::items},
    {"switched_out", Category::items},
    {"cards",
     Category::items,
     {{"in", Type::word, OwnZone_names}, optional({"type", Type::word, CardType_names})}},
    {"supply", Category::items, {{"type", Type::word, SupplyType_names}, optional({"at_most", Type::amount})}},
    {"attached_to", Category::items, {of_parameter}},
};

}  // namespace word_table

constexpr const auto& word_rows(WordOp) { return word_table::rows; }
using ability::operand, ability::said;

}  // namespace rw::dino_battles
