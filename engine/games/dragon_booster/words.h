// The ability words of Dragon Booster.
#pragma once

#include <cstdint>

#include "engine/ability/language.h"
#include "engine/core/names.h"

namespace rw::dragon_booster {

// Keywords are windows: their controller may use the effect there, for a card from the hand and once a
// turn (DRB-KEY-02 to 05). Everything else is an event: it happens by itself (DRB-MNV-04, DRB-KEY-12).
RW_NAMED_ENUM(Moment, std::uint8_t,
              // keywords
              main, battle,
              // this card is played, at any time or only then (DRB-EVT-07)
              played, played_in_main, played_in_battle,
              // triggers
              battle_won, battle_lost, event_played, crew_recruited,
              your_card_damaged,   // by a rival's effect
              rival_card_damaged)  // by an effect of yours
// Whose event: yours, or yours with this card as the rushing card.
RW_NAMED_ENUM(Role, std::uint8_t, you, this_)
RW_NAMED_ENUM(Until, std::uint8_t, at_once, end_of_battle, end_of_main, end_of_turn)
// `rival` is one rival, chosen once per use after its costs (DRB-MUL-02, 03) and kept in the frame;
// `served` is the player whose turn it is in `each_player`.
RW_NAMED_ENUM(Who, std::uint8_t, you, rival, each_rival, each_player, served)

enum class WordOp : std::uint16_t {
  // effects: figures
  gain_points = ability::first_game_word,
  lose_points,
  gain_energy,
  give_sprint,
  give_protection,
  // effects: cards
  draw,
  discard_top,
  discard_random,
  discard,
  damage,
  damage_this,
  put,
  deploy,
  show,
  shuffle_race_deck,
  look_at_top,
  looked_to_bottom,
  look_at_hand,
  // effects: mag pit and zone
  mag_gear,
  recruit_crew,
  swap_dragon,
  rush_with,
  // modifiers
  sprint,
  protection,
  cost_less,
  stat,
  event_bonus,
  raise_gain_cap,
  limit_gain,
  sprint_without_card,
  rushing_card_goes,
  win_ties,
  take_color,
  fit_all_boxes,
  no_events,
  switch_off_dragon,
  free_use,
  // conditions
  dragon_color,
  dragon_title,
  damaged_rival_card,
  behind,
  leading,
  started_battle,
  this_rushing,
  this_in,
  rival_printed_higher,
  // amounts
  points,
  dragon_stat,
  events_this_battle,
  // items
  maneuvers,
  race_cards,
  looked_cards,
  gear,
  crew,
  spare_dragons,
  colors,
  this_card,
  chosen,
};

const ability::Vocabulary& vocabulary();

}  // namespace rw::dragon_booster
