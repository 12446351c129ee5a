// What each ability word of the Transformers TCG is, and its operands by name.
#pragma once

#include <algorithm>
#include <array>

#include "engine/ability/operands.h"
#include "engine/games/transformers_tcg/words.h"
#include "transformers_tcg/clauses.h"

namespace rw::transformers_tcg {

namespace word_table {

using ability::Category;
using ability::optional;
using ability::Parameter;
using ability::Type;

inline constexpr std::string_view states[] = {"any_state", "tapped", "untapped", "damaged"};
inline constexpr std::string_view modes[] = {"any_mode", "bot", "alt", "combiner"};
inline constexpr std::string_view flip_modes[] = {"other_mode", "bot", "alt"};
inline constexpr std::string_view areas[] = {"battlefield", "ko_area", "either_area"};
inline constexpr std::string_view places[] = {"anywhere",    "hand",    "scrap_pile", "deck_top",
                                              "deck_bottom", "flipped", "these",      "outside"};
inline constexpr std::string_view card_types[] = {"any_card", "action",  "upgrade",         "weapon",
                                                  "armor",    "utility", "weapon_or_armor", "armor_or_utility"};
inline constexpr std::string_view kinds[] = {"any_kind", "weapon", "armor", "utility", "weapon_or_armor"};
inline constexpr std::string_view battle_roles[] = {"attacker_or_defender", "attacker", "defender"};
inline constexpr std::string_view figures[] = {"attack", "defense"};
inline constexpr std::string_view damage_kinds[] = {"attack_damage", "other_damage"};
inline constexpr std::string_view destinations[] = {"ko_area", "hand"};
inline constexpr std::string_view origins[] = {"beneath", "ko_area"};
inline constexpr std::string_view directions[] = {"less", "more"};
inline constexpr std::string_view duties[] = {"damage", "defense"};
inline constexpr std::string_view firsts[] = {"attack", "white_card"};

constexpr Parameter record(std::string_view name, std::string_view table) {
  return {name, Type::record, {}, table};
}

// In the order of WordOp. Sets of things (`who`, `to`, `from`, `what`, `of`) are taken together: what is
// done to them is done at the same time. A set left out means the bearer.
inline constexpr ability::WordRow<Clause> rows[] = {
    // effects
    {"draw",
     Category::effect,
     {{"n", Type::amount}, optional({"who", Type::word, Who_names})},
     Clause::TCG_GEN_05},
    {"draw_up_to",
     Category::effect,
     {{"n", Type::amount}, optional({"who", Type::word, Who_names})},
     Clause::TCG_GEN_05},
    {"plan", Category::effect, {{"n", Type::amount}}},
    // `as`: how many were really scrapped
    {"scrap", Category::effect, {{"what", Type::items}, optional({"as", Type::name})}},
    // `as`: the card, if it is one
    {"scrap_top", Category::effect, {{"n", Type::amount}, optional({"as", Type::name})}},
    {"take", Category::effect, {{"what", Type::items}}, Clause::TCG_GEN_08},
    {"put_on_deck", Category::effect, {{"what", Type::items}}, Clause::TCG_KEY_09},
    {"keep_hand",
     Category::effect,
     {{"n", Type::amount}, optional({"who", Type::word, Who_names}), optional({"secret", Type::flag})}},
    {"look", Category::effect, {{"what", Type::items}}},
    // `random`: one of them, known as `as` from then on
    {"reveal",
     Category::effect,
     {{"what", Type::items}, optional({"random", Type::flag}), optional({"as", Type::name})}},
    // one card of the set, outside the allotment (TCG-ACT-06)
    {"may_play", Category::effect, {{"what", Type::items}}},
    {"fetch",
     Category::effect,
     {{"what", Type::items}, {"to", Type::word, destinations}}},  // from outside the game
    {"bring_under", Category::effect, {record("character", "characters")}},
    {"put_under", Category::effect, {{"what", Type::items}, optional({"beneath", Type::items})}},
    // onto the battlefield: from under a character, or from the KO area
    {"deploy",
     Category::effect,
     {{"who", Type::items}, optional({"from", Type::word, origins}), optional({"repair", Type::amount})}},
    {"put_on", Category::effect, {{"what", Type::items}, {"onto", Type::items}}},
    {"swap_upgrades", Category::effect, {{"a", Type::items}, {"b", Type::items}}},
    {"damage", Category::effect, {{"n", Type::amount}, {"to", Type::items}}},
    {"repair", Category::effect, {{"n", Type::amount}, {"from", Type::items}}},
    {"move_damage",
     Category::effect,
     {{"n", Type::amount}, {"from", Type::items}, {"to", Type::items}, optional({"up_to", Type::flag})}},
    {"spill", Category::effect, {{"to", Type::items}}},
    {"tap", Category::effect, {{"who", Type::items}}, Clause::TCG_TAP_01},
    {"untap", Category::effect, {{"who", Type::items}}, Clause::TCG_TAP_01},
    {"ko", Category::effect, {{"who", Type::items}}, Clause::TCG_KO_07},
    // `into`: only to a mode with that trait; `in`: where, for what is not on the battlefield (TCG-FLP-09)
    {"flip",
     Category::effect,
     {{"who", Type::items},
      optional({"to", Type::word, flip_modes}),
      optional({"into", Type::word, Trait_names}),
      optional({"in", Type::word, areas})}},
    {"combine", Category::effect, {record("into", "characters")}},
    {"attack_now", Category::effect, {{"who", Type::items}, {"against", Type::items}}},
    {"flip_cards",
     Category::effect,
     {{"n", Type::amount}, optional({"extra", Type::flag})}},  // extra: in a battle
    // `from_nothing`: the Tower comes into play (TCG-TWR-01)
    {"raise_tower",
     Category::effect,
     {{"n", Type::amount}, optional({"from_nothing", Type::flag})},
     Clause::TCG_TWR_02},
    {"take_extra_turn", Category::effect, {}, Clause::TCG_TRN_14},
    {"note",
     Category::effect,
     {{"n", Type::amount}},
     Clause::TCG_TRG_07},  // remembers a number for `lasting` and `later`: `noted`
    {"limit", Category::effect, {{"n", Type::amount}}, Clause::TCG_RPL_01},  // in place of damage
    // in place of damage or repair
    {"adjust", Category::effect, {{"n", Type::amount}, {"to", Type::word, directions}}, Clause::TCG_RPL_01},
    // in place of damage or of defending
    {"redirect",
     Category::effect,
     {{"to", Type::items}, optional({"n", Type::amount}), optional({"what", Type::word, duties})}},
    {"save", Category::effect, {{"what", Type::items}}, Clause::TCG_RPL_08},  // in place of scrapping an Upgrade

    // modifiers
    // a bonus, negative ones too
    {"stats",
     Category::modifier,
     {optional({"attack", Type::amount}), optional({"defense", Type::amount}), optional({"who", Type::items})}},
    {"base_attack", Category::modifier, {{"n", Type::amount}}},
    {"health", Category::modifier, {{"n", Type::number}}},
    {"bold", Category::modifier, {{"n", Type::amount}, optional({"who", Type::items})}},
    {"tough", Category::modifier, {{"n", Type::amount}, optional({"who", Type::items})}},
    {"pierce", Category::modifier, {{"n", Type::amount}, optional({"who", Type::items})}},
    {"focus", Category::modifier, {{"n", Type::amount}, optional({"who", Type::items})}},
    {"safeguard", Category::modifier, {{"n", Type::amount}, optional({"who", Type::items})}},
    {"brave", Category::modifier, {optional({"who", Type::items})}},
    {"stealth", Category::modifier, {optional({"who", Type::items})}},
    {"ignore_keyword", Category::modifier, {{"keyword", Type::word, Keyword_names}, {"who", Type::items}}},
    {"reduce_pierce", Category::modifier, {{"n", Type::number}, {"who", Type::items}}},
    {"extra_flips", Category::modifier, {{"n", Type::amount}, optional({"when", Type::word, battle_roles})}},
    {"white_bonus", Category::modifier, {{"n", Type::number}}},
    {"swap_colors", Category::modifier, {{"a", Type::word, Color_names}, {"b", Type::word, Color_names}}},
    {"count_also", Category::modifier, {{"color", Type::word, Color_names}, {"to", Type::word, figures}}},
    {"can", Category::modifier, {{"what", Type::word, Licence_names}}},
    {"cannot", Category::modifier, {{"what", Type::word, Deed_names}, {"who", Type::items}}},
    {"damage_limit", Category::modifier, {{"n", Type::number}}},
    {"takes_attack_damage", Category::modifier, {{"who", Type::items}}},
    {"extra_actions", Category::modifier, {{"n", Type::number}}},
    {"slot_takes",
     Category::modifier,
     {{"slot", Type::word, SlotKind_names}, {"kind", Type::word, SlotKind_names}}},
    {"only_on", Category::modifier, {{"who", Type::items}}},  // tested whenever the Upgrade is put on (TCG-UPG-11)
    {"only_if", Category::modifier, {{"if", Type::condition}}},  // tested when the card is played (TCG-UPG-12)
    {"may_use_slot", Category::modifier, {{"slot", Type::word, SlotKind_names}}},
    {"share_slot", Category::modifier, {{"n", Type::number}}},  // TCG-UPG-06

    // conditions
    // icons of the bearer's side in this battle
    {"flipped",
     Category::condition,
     {optional({"white", Type::number}), optional({"orange", Type::number}), optional({"blue", Type::number})}},
    {"exists", Category::condition, {{"of", Type::items}}},
    {"is", Category::condition, {{"who", Type::items}, {"one_of", Type::items}}},
    // `who` is the bearer if left out
    {"fights", Category::condition, {optional({"as", Type::word, battle_roles}), optional({"who", Type::items})}},
    {"exactly", Category::condition, {{"amount", Type::amount}, {"is", Type::amount}}},
    {"more", Category::condition, {{"amount", Type::amount}, {"than", Type::amount}}},
    {"team_is", Category::condition, {{"trait", Type::word, Trait_names}}},
    {"has_keyword", Category::condition, {{"keyword", Type::word, Keyword_names}, optional({"who", Type::items})}},
    {"first", Category::condition, {{"what", Type::word, firsts}}},  // of this turn
    {"combined_this_turn", Category::condition},
    {"components_ready", Category::condition, {record("combiner", "characters")}},
    {"your_turn", Category::condition},
    {"from_hand", Category::condition},  // the card of the event was played from hand
    {"damage_is", Category::condition, {{"kind", Type::word, damage_kinds}}},
    {"by_opponent", Category::condition},

    // amounts
    {"attack_of", Category::amount, {{"of", Type::items}}},
    {"defense_of", Category::amount, {{"of", Type::items}}},
    {"stars_of", Category::amount, {{"of", Type::items}}},
    {"damage_on", Category::amount, {{"of", Type::items}}},
    {"icons", Category::amount, {{"color", Type::word, Color_names}, {"in", Type::items}}},
    {"colors", Category::amount, {{"in", Type::items}}},
    {"played_this_turn", Category::amount, {record("card", "battle_cards")}},
    {"team_count", Category::amount, {{"trait", Type::word, Trait_names}, optional({"others", Type::flag})}},
    {"tower_height", Category::amount},
    {"incoming", Category::amount},  // the damage about to be done
    {"noted", Category::amount},  // what `note` remembered

    // items
    {"self", Category::items},  // the bearer; for an Upgrade the upgraded character
    {"this_card", Category::items},
    {"attacker", Category::items},
    {"defender", Category::items},
    {"rival", Category::items},  // the enemy that the bearer battles
    {"subject", Category::items},  // whom the event or the lasting effect is about
    {"object", Category::items},  // to whom the event happened
    {"paid_with", Category::items},  // the character that the cost tapped or knocked out
    {"chosen", Category::items, {{"name", Type::name}}},
    {"both", Category::items, {{"a", Type::items}, {"b", Type::items}}},
    {"except", Category::items, {{"of", Type::items}, {"these", Type::items}}},
    {"your_characters",
     Category::items,
     {optional({"trait", Type::word, Trait_names}), optional({"state", Type::word, states}),
      optional({"mode", Type::word, modes}), optional({"in", Type::word, areas}),
      optional({"others", Type::flag})}},
    {"enemies",
     Category::items,
     {optional({"trait", Type::word, Trait_names}), optional({"state", Type::word, states}),
      optional({"mode", Type::word, modes}), optional({"in", Type::word, areas})}},
    {"all_characters",
     Category::items,
     {optional({"trait", Type::word, Trait_names}), optional({"state", Type::word, states}),
      optional({"mode", Type::word, modes}), optional({"in", Type::word, areas}),
      optional({"others", Type::flag})}},
    {"with_stars",
     Category::items,
     {{"of", Type::items}, optional({"at_least", Type::amount}), optional({"at_most", Type::amount})}},
    {"called", Category::items, {{"of", Type::items}, record("name", "names")}},  // bare name
    // one of its alt modes has the trait
    {"with_alt", Category::items, {{"of", Type::items}, {"trait", Type::word, Trait_names}}},
    {"lacking", Category::items, {{"of", Type::items}, {"kind", Type::word, SlotKind_names}}},
    {"under", Category::items, {{"who", Type::items}}},  // what lies under it
    {"upgrades", Category::items, {optional({"kind", Type::word, kinds}), {"on", Type::items}}},
    {"fitting", Category::items, {{"of", Type::items}, {"onto", Type::items}}},  // cards that may be put on it now
    // `these`: what this effect has scrapped, shown or flipped so far (TCG-RSH-03)
    {"cards",
     Category::items,
     {optional({"in", Type::word, places}), optional({"whose", Type::word, Who_names}),
      optional({"type", Type::word, card_types}), optional(record("called", "battle_cards"))}},
    // at least `least` (1) icons of the color, or of the color named
    {"showing",
     Category::items,
     {{"of", Type::items},
      optional({"color", Type::word, Color_names}),
      optional({"named", Type::name}),
      optional({"least", Type::number})}},
    {"with_plan", Category::items, {{"of", Type::items}}},
    // at least so many colors, or no icon at all
    {"with_colors",
     Category::items,
     {{"of", Type::items}, optional({"least", Type::number}), optional({"none", Type::flag})}},
    {"outside_characters", Category::items, {{"trait", Type::word, Trait_names}}},
    {"icon_colors", Category::items},
    // Upgrades of the bearer about to be scrapped
    {"endangered", Category::items, {optional({"kind", Type::word, kinds})}},
};

}  // namespace word_table

constexpr const auto& word_rows(WordOp) { return word_table::rows; }
using ability::clause_of, ability::operand, ability::said;

}  // namespace rw::transformers_tcg
