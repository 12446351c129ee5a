// Made-up positions, and what must hold in every position.
#include <algorithm>
#include <span>

#include "engine/games/transformers_dbg/rules.h"
#include "engine/games/transformers_dbg/turn.h"

namespace rw::transformers_dbg {

inline constexpr int filler = 20;  // cards of a main deck that nobody described

Expected<> begin_custom(Table& t) {
  State& s = t.s;
  const Content& c = t.content;
  if (s.first == core::no_seat) s.first = core::seat(0);
  s.turn = s.first;
  s.phase = Phase::action;
  for (int i = 0; i < s.seats; ++i) {
    Player& p = s.players[i];
    p.space = Space{0};
    for (const Character who : all_characters(c))
      if (p.character == no_character && is_available(c, s, core::seat(i), who)) p.character = who;
    if (p.character == no_character)
      return failed("there is no character left for seat " + std::to_string(i + 1), Clause::DBG_SET_15);
  }
  return {};
}

namespace {

// How often a design lies outside the box, the main deck included.
int placed(const State& s, Card card) {
  int n = 0;
  const auto count = [&](const auto& pile) {
    for (const Card other : pile) n += other == card;
  };
  for (int i = 0; i < s.seats; ++i) {
    count(s.players[i].deck);
    count(s.players[i].hand);
    count(s.players[i].discard);
    count(s.players[i].vault);
    n +=
        s.battle.open != 0 && s.battle.assists[i].card == card &&
        (s.battle.assists[i].state == AssistState::offered || s.battle.assists[i].state == AssistState::defending);
  }
  for (const InPlay& in : s.slots) n += in.card == card;
  for (const Card other : s.matrix.card) n += other == card;
  count(s.main_deck);
  count(s.destroyed);
  for (const core::Frame& f : s.agenda)
    n += f.step == static_cast<std::uint8_t>(Step::place_boss) && f.stage == 0 && Card{f.source} == card;
  return n;
}

int starters_of(const Content& c, const State& s, int seat) {
  const Player& p = s.players[seat];
  int n = 0;
  const auto count = [&](const auto& pile) {
    for (const Card card : pile) n += card_def(c, card).kind == CardKind::starter;
  };
  count(p.deck);
  count(p.hand);
  count(p.discard);
  for (const Slot slot : cards_in_play(s, core::seat(seat)))
    n += card_def(c, s.slots[slot].card).kind == CardKind::starter;
  const AssistState state = s.battle.assists[seat].state;
  if (state == AssistState::offered || state == AssistState::defending)
    n += card_def(c, s.battle.assists[seat].card).kind == CardKind::starter;
  return n;
}

int specials_of(const Content& c, const State& s, int seat) {
  const Player& p = s.players[seat];
  int n = 0;
  const auto count = [&](const auto& pile) {
    for (const Card card : pile) n += is_special_damage(c, card);
  };
  count(p.deck);
  count(p.hand);
  count(p.discard);
  for (const Slot slot : cards_in_play(s, core::seat(seat))) n += is_special_damage(c, s.slots[slot].card);
  return n;
}

// The Starters that lie nowhere else make the draw deck, unless it was described.
Expected<> complete_deck(const Content& c, State& s, int seat) {
  Player& p = s.players[seat];
  Cards<pile_room> rest{};
  give_starters(c, s, core::seat(seat), rest);
  const int all = rest.size();
  if ((s.end_clause & (deck_described << seat)) == 0) {
    const auto take = [&](const auto& pile) {
      for (const Card card : pile) remove_card(rest, card);
    };
    take(p.hand);
    take(p.discard);
    for (const Slot slot : cards_in_play(s, core::seat(seat))) remove_card(rest, s.slots[slot].card);
    p.deck = rest;
  }
  const int there = starters_of(c, s, seat);
  if (there > all)
    return failed("a player has " + std::to_string(all) + " Starters, not " + std::to_string(there));
  p.starters_gone = static_cast<std::uint8_t>(std::max(0, all - there));
  p.specials = static_cast<std::uint8_t>(specials_of(c, s, seat));
  p.relics[0] = p.relics[1] = 0;
  for (const Card card : p.vault) {
    const CardDef& def = card_def(c, card);
    if (def.kind == CardKind::relic) gain_relic(p, def.relic);
    if (def.kind == CardKind::boss) ++s.bosses_defeated;
  }
  return {};
}

Expected<> complete_main_cards(const Content& c, State& s) {
  for (const Card card : pile_cards(c)) {
    const CardDef& def = card_def(c, card);
    const int n = placed(s, card);
    const bool basic = def.kind == CardKind::basic, damage = def.kind == CardKind::damage;
    if (n == 0 || def.kind == CardKind::starter || damage) continue;
    if (n > def.copies || !core::contains(s.sets, def.set))
      return failed("there are " + std::to_string(core::contains(s.sets, def.set) ? def.copies : 0) +
                    " copies of '" + std::string(def.id) + "' in the sets in use, not " + std::to_string(n));
    if (basic && (s.end_clause & basics_described_of(def.set)) == 0)
      s.basics[def.set] = static_cast<std::uint8_t>(std::max(0, s.basics[def.set] - n));
    for (int i = 0; i < n && !basic; ++i)
      for (int k = 0; k < s.box.size(); ++k)
        if (s.box[k] == card) {
          s.box.remove(k);
          break;
        }
  }
  for (int i = 0; i < s.main_deck.size(); ++i) s.main_known[i] = 4 << 5;
  if ((s.end_clause & main_deck_described) != 0) return {};
  CardByte rest[box_room];
  std::size_t n = 0;
  for (const Card card : s.box)
    if (card_def(c, card).kind != CardKind::boss) rest[n++] = card;
  core::shuffle(s.random, nullptr, std::span(rest, n));
  for (std::size_t i = 0; i < n && i < filler; ++i) {
    s.main_known[s.main_deck.size()] = 4 << 5;
    s.main_deck.push(rest[i]);
    for (int k = 0; k < s.box.size(); ++k)
      if (s.box[k] == rest[i]) {
        s.box.remove(k);
        break;
      }
  }
  return {};
}

// Damage that players have comes out of the stack.
void complete_damage(const Content& c, State& s) {
  if ((s.end_clause & damage_described) != 0) return;
  const auto take = [&](Card card, int n) {
    for (int i = s.damage_stack.size() - 1; i >= 0 && n > 0; --i)
      if (s.damage_stack[i] == card) {
        s.damage_stack.remove(i);
        --n;
      }
  };
  for (int i = 0; i < s.seats; ++i) take(c.standard_damage, s.players[i].damage);
  for (const Card card : pile_cards(c))
    if (is_special_damage(c, card)) take(card, placed(s, card));
}

// An Encounter that was put among the discards is not in its deck.
Expected<> complete_encounters(State& s) {
  for (const CardSet set : core::first<CardSet>(base_sets)) {
    for (const Card card : s.encounter_discards[set])
      for (int i = s.encounters[set].size() - 1; i >= 0; --i)
        if (s.encounters[set][i] == card) s.encounters[set].remove(i);
    if (s.encounters[set].empty() && !s.encounter_discards[set].empty())
      return failed("an empty Encounter deck is reshuffled at once", Clause::DBG_AMB_07);
  }
  return {};
}

int count_main(const Content& c, const State& s) {
  int n = s.box.size();
  for (const Card card : pile_cards(c))
    if (is_main_kind(card_def(c, card).kind)) n += placed(s, card);
  return n;
}

int count_damage(const State& s) {
  int n = s.damage_stack.size();
  for (int i = 0; i < s.seats; ++i) n += s.players[i].damage + s.players[i].specials;
  return n;
}

Expected<> complete(Table& t) {
  State& s = t.s;
  const Content& c = t.content;
  s.bosses_defeated = 0;
  s.plays = 0;
  for (int i = 0; i < s.seats; ++i) {
    Player& p = s.players[i];
    s.in_play[core::seat(i)] &= ~character_slots;
    core::include(s.in_play[core::seat(i)], slot_of_side(core::seat(i), p.side));
    if (p.space != no_space && !on_grid(s, p.space)) return failed("a standee is not on the Matrix");
    if (auto done = complete_deck(c, s, i); !done) return done.failure();
  }
  for (InPlay& in : s.slots)
    if (in.order != 0) in.order = ++s.plays;
  if (auto done = complete_main_cards(c, s); !done) return done.failure();
  complete_damage(c, s);
  if (auto done = complete_encounters(s); !done) return done.failure();
  s.main_total = static_cast<std::uint8_t>(count_main(c, s));
  s.damage_total = static_cast<std::uint8_t>(count_damage(s));
  s.end_clause = 0;
  return {};
}

bool has_tokens(const State& s, Space space) {
  const auto& tokens = s.matrix.tokens[space];
  return std::any_of(std::begin(tokens), std::end(tokens), [](int n) { return n != 0; });
}

// What no game comes to.
Expected<> check_reachable(const Content& c, const State& s) {
  for (const Seat seat : core::first<Seat>(s.seats))
    if (const int limit = damage_limit(c, s, seat); limit != 0 && damage_of(c, s, seat) >= limit)
      return failed("the game is over when a player controls " + std::to_string(limit) + " Damage",
                    Clause::DBG_TIM_08);
  for (const Space space : core::first<Space>(max_spaces))
    if (has_tokens(s, space) &&
        (!is_faceup(s, space) || card_def(c, s.matrix.card[space]).kind != CardKind::scheme))
      return failed("tokens lie where no Scheme or Initiative is faceup", Clause::DBG_MTX_06);
  return {};
}

int stage_of(Phase phase) {
  return phase == Phase::action ? action_stage : phase == Phase::end ? cleanup_stage : begin_stage;
}

}  // namespace

Expected<> settle_position(Table& t) {
  State& s = t.s;
  s.agenda.clear();
  s.pending.clear();
  s.decision = {};
  if (s.phase == Phase::characters || s.phase == Phase::over)
    return failed("a position cannot be set up in phase " + std::string(name_of(s.phase)));
  // DBG-SET-24: a player arrives before the first action.
  if (s.phase != Phase::start && !arrived(s, s.turn))
    return failed("the player whose turn it is stands nowhere in the Matrix", Clause::DBG_SET_24);
  if (auto done = complete(t); !done) return done.failure();
  if (auto done = check_reachable(t.content, s); !done) return done.failure();
  ++s.turns;
  note_table(t.content, s);
  push_step(t, Step::turn, s.turn, stage_of(s.phase));
  return check_position(t.content, s);
}

// ---- what must always hold ---------------------------------------------------------------------------

namespace {

Expected<> check_player(const Content& c, const State& s, int seat) {
  const Player& p = s.players[seat];
  Cards<pile_room> all{};
  give_starters(c, s, core::seat(seat), all);
  if (starters_of(c, s, seat) + p.starters_gone != all.size()) return failed("Starters are lost");
  if (specials_of(c, s, seat) != p.specials) return failed("special Damage is miscounted");
  if (!std::is_sorted(p.hand.begin(), p.hand.end())) return failed("a hand is not in order");
  if (p.deck_known > p.deck.size() || p.deck_open > p.deck_known)
    return failed("more cards are known than there are");
  for (const Slot slot : slots_of(s, core::seat(seat)))
    if (!is_character_slot(slot) && s.slots[slot].card == no_card)
      return failed("nothing lies in a slot that is in play");
  if (!in_play(s, core::seat(seat), slot_of_side(core::seat(seat), p.side))) return failed("no side is up");
  return {};
}

}  // namespace

Expected<> check_position(const Content& c, const State& s) {
  if (s.phase == Phase::characters || s.phase == Phase::over) return {};
  if (count_main(c, s) != s.main_total) return failed("cards of the main deck are lost");
  if (count_damage(s) != s.damage_total) return failed("Damage is lost");
  for (const CardSet set : core::first<CardSet>(base_sets))
    if (placed(s, c.basics[set]) + s.basics[set] > card_def(c, c.basics[set]).copies)
      return failed("there are too many Basics");
  for (int i = 0; i < s.seats; ++i)
    if (auto done = check_player(c, s, i); !done) return done.failure();
  if ((s.faceup & ~s.spaces) != 0) return failed("a card lies outside the Matrix");
  for (const Space space : faceup_spaces(s))
    if (is_empty(s, space)) return failed("an empty space is faceup");
  return {};
}

}  // namespace rw::transformers_dbg
