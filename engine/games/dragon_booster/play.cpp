// What a player does in Main and in a battle: maneuvers, events, keyword effects.
#include <algorithm>

#include "engine/games/dragon_booster/turn.h"
#include "engine/games/dragon_booster/where.h"

namespace rw::dragon_booster {

// DRB-MAN-01.
void gain_energy_for_turn(Table& t) {
  for (int i = 0; i < t.s.seats; ++i) {
    if (!in_game(t.s, core::seat(i))) continue;
    t.s.players[i].energy = t.s.turn;
    emit(t, Clause::DRB_MAN_01, EventKind::energy, core::seat(i), t.s.turn, t.s.turn);
  }
}

// Equal cards of a hand are one choice: the copy that most players know goes first, so that which one left
// tells nothing.
bool is_first_copy(const State& s, Seat seat, Card card) {
  const Player& p = player(s, seat);
  const Slot slot = slot_of(card);
  const int known = core::population(p.known[slot]);
  for (const Slot other : core::bits<Slot>(p.hand & ~core::bit(slot))) {
    if (p.race[other] != p.race[slot]) continue;
    const int theirs = core::population(p.known[other]);
    if (theirs > known || (theirs == known && other < slot)) return false;
  }
  return true;
}

namespace {

// DRB-WIN-14; and no action starts when what lasts might not find room (README.md).
bool may_act_at_all(const State& s, Seat seat) {
  return player(s, seat).actions < s.action_limit && s.lasting.size() <= lasting_room - lasting_reserve;
}

bool is_used(const Player& p, Slot slot, int k) {
  return is_crystal_slot(slot) ? core::contains(p.used_crystals[k], crystal_of(slot))
                               : core::contains(p.used[k], slot);
}

bool is_switched_off(const Content& c, const State& s, Seat seat, Slot slot) {
  const Player& p = player(s, seat);
  return p.dragon != no_crystal && slot == slot_of(p.dragon) && dragon_switched_off(c, s, seat);
}

// Of maneuvers that look alike the first is used.
bool is_first_in_play(const Player& p, Slot slot) {
  return is_crystal_slot(slot) || is_first_alike(p, p.track | p.zone, slot);
}

// Calls fn(slot, k) for each keyword effect of this moment that is not used yet.
template <class Fn>
void each_usable(const Content& c, const State& s, Seat seat, Moment keyword, Fn&& fn) {
  const Player& p = player(s, seat);
  const auto look = [&](Slot slot) {
    const CardFace& card = face(c, p, slot);
    for (int k = 0; k < card.keyword_count; ++k)
      if (card.keyword_moment[k] == static_cast<int>(keyword) && !is_used(p, slot, k) &&
          !is_switched_off(c, s, seat, slot) && is_first_in_play(p, slot))
        fn(slot, k);
  };
  for (const Crystal i : core::bits<Crystal>(p.windows[static_cast<int>(keyword)])) look(slot_of(i));
  if (core::contains(p.lane_windows, static_cast<int>(keyword)))
    for (const Slot slot : core::bits<Slot>(lanes_that(p, ability::act_use))) look(slot);
}

}  // namespace

bool might_act(const Content& c, const State& s, Seat seat, Moment keyword) {
  if (!may_act_at_all(s, seat)) return false;
  if (player(s, seat).hand != 0) return true;
  const FreeUse free = free_use(c, s, seat, keyword);
  if (!free.gear && !free.crew) return false;
  bool found = false;
  each_usable(c, s, seat, keyword,
              [&](Slot slot, int) { found = found || free.of(face(c, player(s, seat), slot).kind); });
  return found;
}

// ---- listing ---------------------------------------------------------------------------------------------------

namespace {

// The cards of a hand, equal ones once, as is_first_copy says. Where only events can be played and nothing is paid
// with the others, maneuvers are left out.
enum class Wanted : std::uint8_t { all, events };
struct Copies {
  Slot slot[race_slots];
  int count = 0;

  Copies(const Content& c, const State& s, Seat seat, Wanted wanted) {
    const Player& p = player(s, seat);
    std::uint64_t met[4] = {};  // a bit per card of the set
    for (const Slot i : core::bits<Slot>(p.hand)) {
      if (wanted == Wanted::events && face(c, p.race[i]).kind != Kind::event) continue;
      const int card = core::index(p.race[i]);
      std::uint64_t& word = met[card >> 6];
      if (!core::contains(word, card & 63)) {
        word |= core::bit(card & 63);
        slot[count++] = i;
        continue;
      }
      int equal = 0;
      while (p.race[slot[equal]] != p.race[i]) ++equal;
      if (p.known[i] != p.known[slot[equal]] && is_first_copy(s, seat, card_of(seat, i))) slot[equal] = i;
    }
  }
};

}  // namespace

// Cards to play, then effects to use: both look through the hand.
void list_actions(const Content& c, const State& s, ChoiceList& out) {
  const Seat seat = s.decision.asked;
  if (!may_act_at_all(s, seat)) return;
  const Player& p = player(s, seat);
  const bool main = question_of(s) == Question::main;
  const Moment keyword = main ? Moment::main : Moment::battle;
  const bool effects =
      p.windows[static_cast<int>(keyword)] != 0 || core::contains(p.lane_windows, static_cast<int>(keyword));
  const Copies copies(c, s, seat, main || effects ? Wanted::all : Wanted::events);
  const bool cheaper = may_hold(s, p, WordOp::cost_less);
  bool asked = false, forbidden = false;
  EventMeter meter(c, s, seat);
  for (int i = 0; i < copies.count; ++i) {
    const Slot slot = copies.slot[i];
    const CardFace& card = face(c, p.race[slot]);
    if (card.kind == Kind::maneuver) {
      if (!main) continue;
      const bool changes = cheaper || (card.on_itself & modifier_bit(WordOp::cost_less)) != 0;
      if (card.cost <= p.energy || (changes && cost_of(c, s, seat, slot) <= p.energy))
        out.add(choice(Verb::play, card_of(seat, slot)));
    } else if (meter.value(card) >= card.burst) {
      if (!asked) forbidden = events_forbidden(c, s, seat);
      asked = true;
      if (!forbidden) out.add(choice(Verb::play, card_of(seat, slot)));
    }
  }
  if (!effects) return;
  const FreeUse free = free_use(c, s, seat, keyword);
  each_usable(c, s, seat, keyword, [&](Slot slot, int k) {
    const int effect = k == 0 ? 0 : k + 1;
    if (free.of(face(c, p, slot).kind)) return out.add(choice(Verb::use, card_of(seat, slot), effect));
    for (int i = 0; i < copies.count; ++i)
      out.add(choice(Verb::use, card_of(seat, slot), effect, card_of(seat, copies.slot[i])));
  });
}

// ---- judging ---------------------------------------------------------------------------------------------------

namespace {

// DRB-MNV-01, DRB-EVT-01, DRB-EVT-09, DRB-BTL-07: when a card of this kind may be played.
Refusal judge_time(const State& s, Kind kind) {
  const Question question = question_of(s);
  if (question == Question::main) return legal;
  if (question == Question::battle)
    return kind == Kind::event ? legal : refuse(Clause::DRB_BTL_07, Fact::wrong_time);
  if (kind == Kind::maneuver) return refuse(Clause::DRB_MNV_01, Fact::wrong_time);
  const bool between = s.phase == Phase::push || question == Question::start_battle;
  if (between || question == Question::rushing_card) return refuse(Clause::DRB_EVT_09, Fact::wrong_time);
  return refuse(Clause::DRB_EVT_01, Fact::wrong_time);
}

}  // namespace

Refusal judge_play(const Content& c, const State& s, Seat seat, Choice ch) {
  const Card card = ch.a<Card>();
  if (!is_card(s, card) || owner_of(card) != seat || is_crystal_slot(slot_of(card)))
    return refuse(Clause::DRB_MNV_01, Fact::not_there);
  const Player& p = player(s, seat);
  const Slot slot = slot_of(card);
  const CardFace& played = face(c, p, slot);
  // A card of a hidden place is refused like one that does not exist (DRB-HID-12).
  if (!core::contains(p.hand, slot))
    return refuse(played.kind == Kind::event ? Clause::DRB_EVT_01 : Clause::DRB_MNV_01, Fact::not_there);
  if (const Refusal refusal = judge_time(s, played.kind); refusal.refused()) return refusal;
  if (!may_act_at_all(s, seat))
    return refuse(Clause::DRB_WIN_14, Fact::too_many_actions, p.actions, s.action_limit);
  if (played.kind == Kind::maneuver) {
    const int cost = cost_of(c, s, seat, slot);
    if (cost > p.energy) return refuse(Clause::DRB_MNV_02, Fact::energy_short, p.energy, cost);
  } else {
    const int value = event_value(c, s, seat, played);
    if (events_forbidden(c, s, seat)) return refuse(Clause::DRB_GEN_02, Fact::events_forbidden);
    if (value < played.burst) return refuse(Clause::DRB_EVT_02, Fact::burst_short, value, played.burst);
  }
  return is_first_copy(s, seat, card) ? legal : refuse(Clause::DRB_HID_12, Fact::equal_card);
}

Refusal judge_use(const Content& c, const State& s, Seat seat, Choice ch) {
  const Card card = ch.a<Card>();
  if (!is_card(s, card) || owner_of(card) != seat || !in_play(player(s, seat), slot_of(card)))
    return refuse(Clause::DRB_KEY_06, Fact::not_in_play);
  const Player& p = player(s, seat);
  const Slot slot = slot_of(card);
  const int k = ch.b() == 0 ? 0 : ch.b() - 1;
  const CardFace& used = face(c, p, slot);
  if (ch.b() == 1 || k >= used.keyword_count) return refuse(Clause::DRB_KEY_06, Fact::no_effect);
  const auto keyword = static_cast<Moment>(used.keyword_moment[k]);
  const Question wanted = keyword == Moment::main ? Question::main : Question::battle;
  if (question_of(s) != wanted)
    return refuse(keyword == Moment::main ? Clause::DRB_KEY_02 : Clause::DRB_KEY_03, Fact::wrong_time);
  if (!may_act_at_all(s, seat))
    return refuse(Clause::DRB_WIN_14, Fact::too_many_actions, p.actions, s.action_limit);
  if (is_switched_off(c, s, seat, slot)) return refuse(Clause::DRB_GEN_02, Fact::switched_off);
  if (is_used(p, slot, k)) return refuse(Clause::DRB_KEY_05, Fact::used_up);
  if (!is_first_in_play(p, slot)) return refuse(Clause::DRB_HID_12, Fact::equal_card);
  if (free_use(c, s, seat, keyword).of(used.kind))
    return ch.c() == 0 ? legal : refuse(Clause::DRB_KEY_04, Fact::no_discard_due);
  const Card paid = core::make<Card>(ch.c());
  if (p.hand == 0) return refuse(Clause::DRB_KEY_04, Fact::no_discard);
  if (paid == no_card) return refuse(Clause::DRB_KEY_04, Fact::name_discard);
  if (!is_card(s, paid) || owner_of(paid) != seat || is_crystal_slot(slot_of(paid)) ||
      !core::contains(p.hand, slot_of(paid)))
    return refuse(Clause::DRB_KEY_04, Fact::not_there);
  return is_first_copy(s, seat, paid) ? legal : refuse(Clause::DRB_HID_12, Fact::equal_card);
}

// ---- carrying out ------------------------------------------------------------------------------------

namespace {

void count_action(Table& t, Seat seat) {
  ++player(t.s, seat).actions;
  if (in_battle(t.s)) next_to_act(t);
}

void tell_event(Table& t, Seat seat, Card card, const CardFace& played) {
  if (t.log == nullptr) return;
  emit(t, Clause::DRB_EVT_01, EventKind::played, seat, card);
  for (const Clause clause : {Clause::DRB_EVT_02, Clause::DRB_EVT_10, Clause::DRB_EVT_11}) cite(t, clause, seat);
  if (in_battle(t.s))
    cite(t, Clause::DRB_BTL_07, seat);
  else
    cite(t, Clause::DRB_MAN_03, seat);
  if (played.color != no_color && played.color == color_of(t.content, t.s, seat)) {
    cite(t, Clause::DRB_EVT_03, seat);
    cite(t, Clause::DRB_STA_04, seat);
    if (format_of(t.content, t.s).drafted()) cite(t, Clause::DRB_DRF_11, seat);
  }
  if (player(t.s, seat).dragon == no_crystal) cite(t, Clause::DRB_DLS_02, seat);
  if (player(t.s, seat).dragon == no_crystal && magged(player(t.s, seat)) != 0) cite(t, Clause::DRB_DLS_04, seat);
  if (player(t.s, seat).rushing == no_slot && in_battle(t.s)) cite(t, Clause::DRB_BTL_03, seat);
}

}  // namespace

// DRB-MNV-02, DRB-EVT-05: paid or shown, then its effect, then the track or the discards.
void play_card(Table& t, Seat seat, Choice ch) {
  const Card card = ch.a<Card>();
  State& s = t.s;
  Player& p = player(s, seat);
  const Slot slot = slot_of(card);
  const CardFace& played = face(t.content, p, slot);
  if (played.kind == Kind::maneuver) {
    const int cost = cost_of(t.content, s, seat, slot);
    p.energy = static_cast<std::uint16_t>(p.energy - cost);
    emit(t, Clause::DRB_MNV_02, EventKind::played, seat, card, cost);
    cite(t, Clause::DRB_MNV_01, seat);
    cite(t, Clause::DRB_MAN_03, seat);
    if (cost != played.cost) cite(t, Clause::DRB_MNV_07, seat);
  } else {
    tell_event(t, seat, card, played);
    if (in_battle(s) && p.events_this_battle < 255) ++p.events_this_battle;
  }
  p.hand &= ~core::bit(slot);
  p.known[slot] = core::everyone;
  s.limbo = card;
  count_action(t, seat);
  push_after(t);
  push_step(t, Step::play, seat, 0, card);
}

namespace {

// A play text is used at any time, or only in Main or in a battle (DRB-EVT-07).
bool is_its_time(const State& s, int moment) {
  switch (static_cast<Moment>(moment)) {
    case Moment::played: return true;
    case Moment::played_in_main: return s.phase == Phase::main;
    case Moment::played_in_battle: return in_battle(s);
    default: return false;
  }
}
bool is_play_text(const ability::Ability& a) {
  return a.kind == static_cast<int>(ability::Kind::triggered) && a.moment >= static_cast<int>(Moment::played) &&
         a.moment <= static_cast<int>(Moment::played_in_battle);
}

void finish_playing(Table& t, Seat seat, Card card, const CardFace& played) {
  State& s = t.s;
  Player& p = player(s, seat);
  s.limbo = no_card;
  s.agenda.pop();
  if (played.kind == Kind::maneuver) {
    p.track |= core::bit(slot_of(card));
    enters_play(t.content, p, slot_of(card));
    return cite(t, Clause::DRB_MNV_03, seat);
  }
  p.discards |= core::bit(slot_of(card));
  emit(t, Clause::DRB_EVT_05, EventKind::discarded, seat, card);
  cite(t, Clause::DRB_DMG_02, seat);
  cite(t, Clause::DRB_EVT_08, seat);
  cite(t, Clause::DRB_EVT_12, seat);
  set_off(t, Moment::event_played, seat);
}

}  // namespace

void step_play(Table& t, core::Frame& f) {
  const Seat seat = f.controller;
  const Card card = source_of(f);
  const CardFace& played = face(t.content, t.s, card);
  while (f.count < played.ability_count) {
    const int ability = played.first_ability + f.count++;
    const ability::Ability& a = Words::program(t.content, ability).ability();
    if (!is_play_text(a)) continue;
    if (!is_its_time(t.s, a.moment)) {
      cite(t, Clause::DRB_EVT_07, seat);
      continue;
    }
    if (!condition_holds(t.content, t.s, seat, card, ability)) {
      cite(t, played.kind == Kind::maneuver ? Clause::DRB_MNV_06 : Clause::DRB_GEN_08, seat);
      continue;
    }
    if (played.kind == Kind::maneuver) cite(t, Clause::DRB_MNV_04, seat);
    return start_ability(t, seat, card, ability);
  }
  finish_playing(t, seat, card, played);
}

void finish_main(Table& t, Seat seat, Choice) {
  core::include(t.s.finished, seat);
  emit(t, Clause::DRB_MAN_04, EventKind::done, seat);
  cite(t, Clause::DRB_MAN_02, seat);
}

void use_effect(Table& t, Seat seat, Choice ch) {
  Player& p = player(t.s, seat);
  const Card card = ch.a<Card>();
  const Slot slot = slot_of(card);
  const int k = ch.b() == 0 ? 0 : ch.b() - 1;
  const CardFace& used = face(t.content, p, slot);
  const int ability = used.keyword[k];
  if (is_crystal_slot(slot))
    core::include(p.used_crystals[k], crystal_of(slot));
  else
    p.used[k] |= core::bit(slot);
  if (t.log != nullptr) {
    const bool main = used.keyword_moment[k] == static_cast<int>(Moment::main);
    emit(t, main ? Clause::DRB_KEY_02 : Clause::DRB_KEY_03, EventKind::used, seat, card);
    for (const Clause clause : {Clause::DRB_KEY_05, Clause::DRB_KEY_06, Clause::DRB_KEY_08}) cite(t, clause, seat);
    cite(t, main ? Clause::DRB_MAN_03 : Clause::DRB_BTL_07, seat);
    if (!main) cite(t, Clause::DRB_KEY_10, seat);
    if (!is_crystal_slot(slot)) cite(t, Clause::DRB_MNV_05, seat);
    if (ch.c() == 0) cite(t, Clause::DRB_GEN_02, seat);
  }
  if (ch.c() != 0) {
    discard(t, core::make<Card>(ch.c()), seat, Clause::DRB_KEY_04);
    cite(t, Clause::DRB_DMG_06, seat);
    cite(t, Clause::DRB_KEY_14, seat);
  }
  count_action(t, seat);
  push_after(t);
  pay_further_cost(t, seat, card, ability);
  if (t.s.phase == Phase::over) return;
  if (condition_holds(t.content, t.s, seat, card, ability)) return start_ability(t, seat, card, ability);
  cite(t, Clause::DRB_KEY_13, seat);
}

}  // namespace rw::dragon_booster
