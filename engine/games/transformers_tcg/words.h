// The ability words of the Transformers TCG.
#pragma once

#include "engine/ability/interpreter.h"
#include "engine/core/names.h"

namespace rw::transformers_tcg {

// Windows (played, tap_ability), then events, then what can be replaced (damage to repair).
RW_NAMED_ENUM(Moment, std::uint8_t, played, tap_ability, before_game, game_begins, turn_begins, turn_ends, flipped,
              flipped_in_ko_area, flipped_to_bot, attacks, defends, battles, attack_flips_done, defense_flips_done,
              flips_made, flips_done, card_flipped, card_played, card_played_or_flipped, this_played, after_attack,
              after_defense, after_battle, damages, attack_damages, exact_ko, surplus_ko, ko, ko_seen_from_ko_area,
              put_on, upgraded, hand_card_scrapped, hand_card_put_on_deck, reshuffled, combined, deployed, damage,
              defense, upgrade_scrap, repair)
// Whose event it is: the bearer's (for an Upgrade, the upgraded character's), one of the controller's,
// another one of the controller's, one of the opponent's; or the player's own, the opponent's.
RW_NAMED_ENUM(Role, std::uint8_t, self, own, other, enemy, you, opponent)
RW_NAMED_ENUM(Until, std::uint8_t, at_once, end_of_battle, end_of_turn)
RW_NAMED_ENUM(Who, std::uint8_t, you, opponent, both)

// What the parameters of words may be, where the rules need the same lists. The first of a list is
// what stands when it is left out.
RW_NAMED_ENUM(Trait, std::uint8_t, any_trait, autobot, decepticon, aerialbot, battle_patrol, car, constructicon,
              dinobot, dreadwing, guardian, helicopter, insecticon, leader, melee, motorcycle, plane, predacon,
              ranged, sentinel, spaceship, specialist, spy_patrol, stunticon, tank, titan, truck)
RW_NAMED_ENUM(Color, std::uint8_t, orange, blue, white, green, black)
RW_NAMED_ENUM(SlotKind, std::uint8_t, weapon, armor, utility)
inline constexpr auto slot_kinds = core::first<SlotKind>(SlotKind_count);
inline constexpr SlotKind no_slot_kind{0xFF};  // of what is no Upgrade
RW_NAMED_ENUM(Keyword, std::uint8_t, bold, tough, pierce, focus, safeguard, brave, stealth)
// What modifiers allow: a character, or a player; and what they forbid.
RW_NAMED_ENUM(Licence, std::uint8_t, attack_untapped, attack_with_all)
RW_NAMED_ENUM(Deed, std::uint8_t, be_repaired, take_moved_damage)

enum class WordOp : std::uint16_t {
  // effects
  draw = ability::first_game_word,
  draw_up_to,
  plan,
  scrap,
  scrap_top,
  take,
  put_on_deck,
  keep_hand,
  look,
  reveal,
  may_play,
  fetch,
  bring_under,
  put_under,
  deploy,
  put_on,
  swap_upgrades,
  damage,
  repair,
  move_damage,
  spill,
  tap,
  untap,
  ko,
  flip,
  combine,
  attack_now,
  flip_cards,
  raise_tower,
  take_extra_turn,
  note,
  limit,
  adjust,
  redirect,
  save,
  // modifiers
  stats,
  base_attack,
  health,
  bold,
  tough,
  pierce,
  focus,
  safeguard,
  brave,
  stealth,
  ignore_keyword,
  reduce_pierce,
  extra_flips,
  white_bonus,
  swap_colors,
  count_also,
  can,
  cannot,
  damage_limit,
  takes_attack_damage,
  extra_actions,
  slot_takes,
  last_looked_up = slot_takes,  // the rest is read from the card itself
  only_on,
  only_if,
  may_use_slot,
  share_slot,
  // conditions
  flipped,
  exists,
  is,
  fights,
  exactly,
  more,
  team_is,
  has_keyword,
  first,
  combined_this_turn,
  components_ready,
  your_turn,
  from_hand,
  damage_is,
  by_opponent,
  // amounts
  attack_of,
  defense_of,
  stars_of,
  damage_on,
  icons,
  colors,
  played_this_turn,
  team_count,
  tower_height,
  incoming,
  noted,
  // items
  self,
  this_card,
  attacker,
  defender,
  rival,
  subject,
  object,
  paid_with,
  chosen,
  both,
  except,
  your_characters,
  enemies,
  all_characters,
  with_stars,
  called,
  with_alt,
  lacking,
  under,
  upgrades,
  fitting,
  cards,
  showing,
  with_plan,
  with_colors,
  outside_characters,
  icon_colors,
  endangered,
};

const ability::Vocabulary& vocabulary();

}  // namespace rw::transformers_tcg
