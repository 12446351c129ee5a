// The table of the ability words: their parameters, the words that these allow, and the rule that an effect is
// told by.
#pragma once

#include <array>

#include "engine/ability/operands.h"
#include "engine/games/dino_battles/words.h"

namespace rw::dino_battles::word_table {

using ability::Category;
using ability::optional;
using ability::Parameter;
using ability::Type;

// The words that parameters allow.
RW_NAMED_ENUM(Status, std::uint8_t, wound, poison, paralyze)
RW_NAMED_ENUM(Stat, std::uint8_t, atk, eva, def, dmg)
RW_NAMED_ENUM(Trait, std::uint8_t, spiked, immune_poison, immune_paralyze)
RW_NAMED_ENUM(Defence, std::uint8_t, evade, defend)
RW_NAMED_ENUM(GainZone, std::uint8_t, discard, hand)
RW_NAMED_ENUM(OwnZone, std::uint8_t, hand, discard, hand_or_discard)
RW_NAMED_ENUM(CardType, std::uint8_t, any, status, poison, combat)
RW_NAMED_ENUM(SupplyType, std::uint8_t, any, combat, strategy_or_tech)

inline constexpr Parameter until_parameter = {"until", Type::word, Until_names};
inline constexpr Parameter of_parameter = {"of", Type::items};

// In the order of WordOp.
inline constexpr ability::WordRow<Clause> rows[] = {
    {"draw", Category::effect, {{"n", Type::amount}}},
    {"bonus", Category::effect, {{"what", Type::word, Bonus_names}, {"n", Type::number}}, Clause::DNB_TRN_06},
    {"heal", Category::effect, {{"n", Type::number}, of_parameter}, Clause::DNB_STR_06},
    {"damage", Category::effect, {{"n", Type::amount}, of_parameter}, Clause::DNB_DEF_13},
    {"lose_hp", Category::effect, {{"n", Type::number}, of_parameter}, Clause::DNB_STA_07},
    {"paralysis", Category::effect, {{"n", Type::number}}, Clause::DNB_STA_09},
    {"clear_paralysis", Category::effect, {}, Clause::DNB_CMB_03},
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
    {"free_defence",
     Category::effect,
     {{"mode", Type::word, Defence_names}, {"bonus", Type::number}, of_parameter, until_parameter},
     Clause::DNB_DMG_06},
    {"switch_in", Category::effect, {{"dinosaur", Type::name}}, Clause::DNB_RET_07},
    {"purge", Category::effect, {{"card", Type::name}}, Clause::DNB_GEN_04},
    {"gain",
     Category::effect,
     {{"card", Type::name}, optional({"to", Type::word, GainZone_names})},
     Clause::DNB_BUY_15},
    {"recover", Category::effect, {{"card", Type::name}}, Clause::DNB_STR_04},
    {"discard_random", Category::effect, {of_parameter}, Clause::DNB_GEN_05},
    {"discard_attached", Category::effect, {{"card", Type::name}}, Clause::DNB_GEN_05},
    {"detach", Category::effect, {of_parameter}, Clause::DNB_ATT_08},
    {"peek", Category::effect, {of_parameter}, Clause::DNB_INF_07},
    {"counter", Category::effect, {of_parameter}, Clause::DNB_TEC_12},
    {"mark_attack",
     Category::effect,
     {optional({"no_evade", Type::flag}), optional({"no_defend", Type::flag})},
     Clause::DNB_DEF_10},
    {"spiked", Category::modifier},
    {"immune_poison", Category::modifier},
    {"immune_paralyze", Category::modifier},
    {"active_is", Category::condition, {{"ability", Type::word, Trait_names}}},
    {"cards_under", Category::amount, {of_parameter}},
    {"cost_of", Category::amount, {{"card", Type::name}}},
    {"dinosaur",
     Category::items,
     {{"side", Type::word, Whose_names}, optional({"zone", Type::word, ZoneWord_names})}},
    {"dinosaurs",
     Category::items,
     {{"side", Type::word, Whose_names}, optional({"zone", Type::word, ZoneWord_names}), {"count", Type::number}}},
    {"it", Category::items},
    {"own_active", Category::items},
    {"own_dinosaurs", Category::items},
    {"opposing_actives", Category::items},
    {"this_dinosaur", Category::items},
    {"attack_target", Category::items},
    {"attacker", Category::items},
    {"target_reserve", Category::items},
    {"own_reserve", Category::items},
    {"opponent_reserve", Category::items},
    {"switched_out", Category::items},
    {"cards",
     Category::items,
     {{"in", Type::word, OwnZone_names}, optional({"type", Type::word, CardType_names})}},
    {"supply", Category::items, {{"type", Type::word, SupplyType_names}, optional({"at_most", Type::amount})}},
    {"attached_to", Category::items, {of_parameter}},
    {"waiting", Category::items, {{"type", Type::word, ItemWord_names}}},
};
inline constexpr auto words = ability::words_of(rows);
constexpr Clause clause_of(int opcode) { return rows[opcode - ability::first_game_word].clause; }

}  // namespace rw::dino_battles::word_table
