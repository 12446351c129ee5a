// What each ability word of the Transformers Deck-Building Game is, and its operands by name. What they mean
// stands in selectors.cpp (conditions, amounts, sets), effects.cpp and figures.cpp (modifiers).
#pragma once

#include <algorithm>
#include <array>

#include "engine/ability/operands.h"
#include "engine/games/transformers_dbg/words.h"

namespace rw::transformers_dbg {

namespace word_table {

using ability::Category;
using ability::optional;
using ability::Parameter;
using ability::Type;

// Parameters that many words have, each with one meaning everywhere.
constexpr Parameter n = {"n", Type::amount};
constexpr Parameter steady = {"n", Type::number};  // of modifiers: figure by figure
constexpr Parameter who = optional({"who", Type::name});  // a named player; else you
constexpr Parameter whose = optional({"whose", Type::name});  // the same, as an owner
constexpr Parameter under = optional({"who", Type::word, Who_names});  // whom a modifier is about
constexpr Parameter card = optional({"card", Type::name});  // a named card; else this one
constexpr Parameter at = {"at", Type::name};  // a named space, and its card
constexpr Parameter where = optional({"where", Type::word, Where_names});
constexpr Parameter kind = optional({"kind", Type::word, Kind_names});
constexpr Parameter faction = optional({"faction", Type::word, Allegiance_names});
constexpr Parameter subtype = optional({"subtype", Type::record, {}, "subtypes"});
constexpr Parameter max_cost = optional({"max_cost", Type::number});  // 0: any cost
constexpr Parameter min_cost = optional({"min_cost", Type::number});
constexpr Parameter side = optional({"side", Type::word, Standing_names});

// In the order of WordOp.
inline constexpr ability::WordRow<Clause> rows[] = {
    // effects: prices and gains
    {"gain_energon", Category::effect, {n, who}, Clause::DBG_GEN_13},
    {"lose_energon", Category::effect, {n, who}, Clause::DBG_RES_02},  // what there is, up to n (DBG-RES-02)
    {"pay_energon", Category::effect, {n}, Clause::DBG_RES_02},  // the whole amount; spending (DBG-DMG-06)
    {"pay_move", Category::effect, {n}},
    {"gain_vp", Category::effect, {n, who}},
    {"lose_vp", Category::effect, {n, who}},
    {"draw", Category::effect, {n, who}, Clause::DBG_TRN_08},
    {"discard",
     Category::effect,
     {n, who, optional({"random", Type::flag})},
     Clause::DBG_GEN_24},  // from hand; its owner picks
    {"discard_hand", Category::effect, {who, optional({"redraw", Type::flag})}, Clause::DBG_GEN_24},
    {"gain_damage", Category::effect, {n, who}},
    {"repair", Category::effect, {n, who}},
    {"convert",
     Category::effect,
     {optional({"to", Type::word, SideUp_names})},
     Clause::DBG_CVT_02},  // without payment
    // effects: Power, Range and Move; bonuses are fixed now and last this turn (DBG-TIM-06)
    {"add_power", Category::effect, {n, card}, Clause::DBG_TIM_06},
    {"add_range", Category::effect, {n, card}, Clause::DBG_TIM_06},
    {"add_move", Category::effect, {n}, Clause::DBG_GEN_08},
    {"free_power",
     Category::effect,
     {n, optional({"range", Type::number})},
     Clause::DBG_GEN_08},  // a pool of its own
    {"battle_power", Category::effect, {n}},  // for the side this card helps
    {"raise_cost", Category::effect, {n}},  // of the Adversary in this battle
    // effects: Attack and Block
    {"attack", Category::effect, {{"whom", Type::word, Whom_names}, where}},  // targets, then Blocks; see Who
    {"block_attack", Category::effect},
    // effects: the Matrix
    {"move_standee",
     Category::effect,
     {{"spaces", Type::number},
      who,
      optional({"by", Type::word, Mover_names}),
      optional({"exactly", Type::flag})}},
    {"teleport", Category::effect, {{"to", Type::name}, who}, Clause::DBG_GEN_12},
    {"peek",
     Category::effect,
     {optional(at)},
     Clause::DBG_GEN_17},  // no name: the card that another player peeks at
    {"search", Category::effect, {at}},  // without Move (DBG-SRC-03)
    {"flip_down", Category::effect, {at}},
    {"rearrange", Category::effect, {{"n", Type::number}}},  // DBG-CRD-12
      // effects: decks and piles
    {"sift_deck",
     Category::effect,
     {n},
     Clause::DBG_HID_06},  // look at the top of your deck, discard any, the rest back in any order
    {"peek_deck", Category::effect, {n, optional({"deck", Type::word, Deck_names})}, Clause::DBG_HID_06},
    {"take_peeked", Category::effect, {}, Clause::DBG_CRD_15},  // what peek_deck showed, into your hand
    {"put_main_card", Category::effect, {{"to", Type::word, Fate_names}}, Clause::DBG_HID_06},  // the top one
    {"destroy", Category::effect, {card}, Clause::DBG_GEN_11},
    {"put", Category::effect, {card, {"to", Type::word, Destination_names}}, Clause::DBG_GEN_24},
    {"reveal_from_vault",
     Category::effect,
     {kind, {"as", Type::name}},
     Clause::DBG_CRD_11},  // any number; the name is how many
    {"pick_at_random", Category::effect, {{"of", Type::items}, {"as", Type::name}}},
    {"add_tokens", Category::effect, {n}, Clause::DBG_CRD_17},
    {"cancel_confrontation", Category::effect},  // DBG-CRD-09
      // modifiers: figures
    {"card_has", Category::modifier, {{"figure", Type::word, Figure_names}, steady}},
    {"played_power", Category::modifier, {steady, kind, faction, subtype, optional({"later", Type::flag})}},
    {"assist_power", Category::modifier, {steady, under}},
    {"battle_cost", Category::modifier, {steady, kind, faction, subtype, where}},
    {"buy_discount", Category::modifier, {steady, kind, subtype}},
    // energon: Energon abilities and paid Conversions; confront: Confront texts that cost Energon;
    // search: Move, for the first search of a turn
    {"tax", Category::modifier, {{"on", Type::word, Toll_names}, steady, under}},
    {"assists_forced", Category::modifier, {steady}},  // DBG-AST-08
    {"damage_penalty", Category::modifier, {{"vp", Type::number}, {"per", Type::number}}},  // DBG-DMG-03, once
    // modifiers: permissions
    {"free_conversions", Category::modifier, {steady, {"from", Type::word, SideUp_names}}},
    {"battle_own_robots",
     Category::modifier,
     {{"pay", Type::effects},
      where,
      optional({"to", Type::word, Destination_names}, static_cast<int>(Destination::vault))}},
    {"can", Category::modifier, {{"what", Type::word, Licence_names}}},  // undo_flip: DBG-CRD-08
    {"ambush_hits_all", Category::modifier},  // DBG-AMB-05
    {"cumulative_thwart", Category::modifier},  // DBG-SCH-03
    // modifiers: prohibitions
    {"cannot", Category::modifier, {{"what", Type::word, Deed_names}, under}},  // DBG-CRD-04
    {"no_range", Category::modifier, {under}},
    {"blank_cards", Category::modifier, {under}},  // DBG-CRD-02
    // conditions
    {"mode", Category::condition, {{"is", Type::word, SideUp_names}}},  // DBG-GEN-22
    {"your_turn", Category::condition},
    {"unassisted", Category::condition},
    {"converted_this_turn", Category::condition},
    {"exists", Category::condition, {{"of", Type::items}}},
    {"exactly", Category::condition, {{"amount", Type::amount}, {"is", Type::amount}}},
    {"card_is", Category::condition, {card, kind, faction, subtype, min_cost}},  // no name: the card of the event
    {"happened", Category::condition, {{"where", Type::word, Where_names}}},
    {"against_this_card", Category::condition},
    {"attack_hits", Category::condition},
    {"attack_against", Category::condition, {{"whom", Type::word, Guarded_names}}},
    {"boss_revealed", Category::condition},
    // amounts
    {"energon", Category::amount, {who}},
    {"damage", Category::amount, {who}},
    {"tokens", Category::amount, {whose}},  // on this card; of that player, or all
    {"player_count", Category::amount},
    {"bosses_defeated", Category::amount},
    {"target_distance", Category::amount},
    {"highest_cost", Category::amount, {{"of", Type::items}}},
    {"divided", Category::amount, {{"amount", Type::amount}, {"by", Type::number}}},  // DBG-GEN-25
    {"larger", Category::amount, {{"a", Type::amount}, {"b", Type::amount}}},
    // items
    {"characters", Category::items, {side, where}},  // seats
    {"targets", Category::items, {side, where, optional({"min_energon", Type::number})}},  // seats one may name
    {"cards", Category::items, {{"in", Type::word, Pile_names}, kind, faction, subtype, max_cost, whose}},
    {"matrix_cards",
     Category::items,
     {where, optional({"face", Type::word, Face_names}), kind, faction, subtype, max_cost}},  // spaces
    {"spaces", Category::items, {where}},  // empty ones too
};
static_assert(std::size(rows) == static_cast<std::size_t>(WordOp::spaces) - ability::first_game_word + 1);

}  // namespace word_table

constexpr const auto& word_rows(WordOp) { return word_table::rows; }
using ability::clause_of, ability::operand, ability::said;

// The modifier that stands there. A word that has sorts says which one first.
inline Modifier modifier_at(ability::Program p, int at) {
  const auto word = static_cast<WordOp>(p.opcode(at));
  switch (word) {
    case WordOp::card_has: return static_cast<Figure>(said<WordOp::card_has, "figure">(p, at));
    case WordOp::tax: return static_cast<Toll>(said<WordOp::tax, "on">(p, at));
    case WordOp::can: return static_cast<Licence>(said<WordOp::can, "what">(p, at));
    case WordOp::cannot: return static_cast<Deed>(said<WordOp::cannot, "what">(p, at));
    default: return word;
  }
}

}  // namespace rw::transformers_dbg
