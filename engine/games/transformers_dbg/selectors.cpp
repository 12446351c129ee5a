// What the conditions, amounts and sets of the Transformers Deck-Building Game mean.
#include <algorithm>
#include <iterator>

#include "engine/games/transformers_dbg/turn.h"
#include "engine/games/transformers_dbg/word_table.h"

namespace rw::transformers_dbg {

const ability::Vocabulary& vocabulary() { return ability::vocabulary_of<WordOp, Moment, Role, Until, Who>(); }

// ---- players -----------------------------------------------------------------------------------------------

Seat Words::player(const State&, const Scope& scope, int who) {
  return static_cast<Who>(who) == Who::target ? seat_in(scope.registers[0]) : scope.controller;
}

// Cards that nobody owns speak to a player against whom they stand (words.h), so their Adversaries are
// the players of that player's faction.
bool Words::among(const State& s, const Scope& scope, int who, Seat seat) {
  switch (static_cast<Who>(who)) {
    case Who::you: return seat == scope.controller;
    case Who::target: return seat == seat_in(scope.registers[0]);
    case Who::hit: return core::contains(static_cast<std::uint64_t>(scope.object) & 31, core::index(seat));
    case Who::blocked:
      return core::contains((static_cast<std::uint64_t>(scope.object) >> 5) & 31, core::index(seat));
    case Who::everyone: return true;
    case Who::others: return seat != scope.controller;
    case Who::opponents: return is_opponent(s, scope.controller, seat);
    case Who::adversaries:
      return transformers_dbg::player(s, seat).faction == transformers_dbg::player(s, scope.controller).faction;
    case Who::visitors: return transformers_dbg::player(s, seat).space == space_of_source(s, scope);
  }
  return false;
}

// ---- conditions ----------------------------------------------------------------------------------------------

namespace {

// The card that a name means: of a space, of a zone.
int card_of_item(const Content& c, const State& s, int item) {
  if (item < max_spaces) return s.matrix.card[item];
  return item_zone(item) == play_zone ? card_in(c, s, item_value(item)) : item_value(item);
}

bool attack_against(const Content& c, const State& s, const ability::Scope& scope, Guarded whom) {
  const Seat target = attacked(s);
  if (target == core::no_seat) return false;
  if (target == scope.controller) return true;
  return whom == Guarded::in_range && arrived(s, target) &&
         within(c, s, scope, Where::in_range, transformers_dbg::player(s, target).space);
}

}  // namespace

bool Words::test(const Content& c, const State& s, const Scope& scope, Program p, int at) {
  ability::Parameters in = ability::parameters(p, at);
  switch (static_cast<WordOp>(p.opcode(at))) {
    case WordOp::mode: return is_mode(c, s, scope.controller, static_cast<SideUp>(in.number()));
    case WordOp::your_turn: return scope.controller == s.turn;
    case WordOp::unassisted:
      return std::none_of(std::begin(s.battle.assists), std::end(s.battle.assists),
                          [](const Assist& offer) { return offer.state == AssistState::resolved; });
    case WordOp::converted_this_turn: return scope.controller == s.turn && s.conversions > 0;
    case WordOp::exists: {
      ability::Items found{};
      select(c, s, scope, p, in.node(), found);
      return !found.empty();
    }
    case WordOp::exactly: {
      const int a = Interpreter::amount(c, s, scope, p, in.node());
      return a == Interpreter::amount(c, s, scope, p, in.node());
    }
    case WordOp::card_is: {
      const int name = in.number();
      const int card = name < 0 ? subject_card(scope.subject) : card_of_item(c, s, scope.registers[name]);
      const auto kind = static_cast<Kind>(in.number());
      const auto faction = static_cast<Allegiance>(in.number());
      const int subtype = in.number();
      return fits(c, s, scope.controller, card, kind, faction, subtype) && card_def(c, card).cost >= in.number();
    }
    case WordOp::happened:
      return within(c, s, scope, static_cast<Where>(in.number()), subject_space(scope.subject));
    case WordOp::against_this_card:
      return in_battle(s) && s.battle.gone == 0 && is_space(scope.source) &&
             scope.source - space_source == s.battle.space;
    case WordOp::attack_hits:
      return core::contains(static_cast<std::uint64_t>(scope.object) & 31, core::index(scope.controller));
    case WordOp::attack_against: return attack_against(c, s, scope, static_cast<Guarded>(in.number()));
    case WordOp::boss_revealed: return boss_just_revealed(s);
    default: return false;
  }
}

// ---- amounts ---------------------------------------------------------------------------------------------------

int Words::amount(const Content& c, const State& s, const Scope& scope, Program p, int at) {
  ability::Parameters in = ability::parameters(p, at);
  switch (static_cast<WordOp>(p.opcode(at))) {
    case WordOp::energon: return transformers_dbg::player(s, named_player(scope, in.number())).energon;
    case WordOp::damage: return damage_of(c, s, named_player(scope, in.number()));
    case WordOp::tokens: {
      const int name = in.number();
      if (!is_space(scope.source)) return 0;
      const int space = scope.source - space_source;
      return name < 0 ? tokens_on(s, space) : s.matrix.tokens[space][core::index(seat_in(scope.registers[name]))];
    }
    case WordOp::player_count: return s.seats;
    case WordOp::bosses_defeated: return s.bosses_defeated;
    case WordOp::target_distance:
      return in_battle(s) ? distance(transformers_dbg::player(s, scope.controller).space, s.battle.space) : 0;
    case WordOp::highest_cost: {
      ability::Items found{};
      select(c, s, scope, p, in.node(), found);
      int most = 0;
      for (std::int16_t item : found) most = std::max<int>(most, card_def(c, card_of_item(c, s, item)).cost);
      return most;
    }
    case WordOp::divided: {
      const int n = Interpreter::amount(c, s, scope, p, in.node());
      return n / in.number();
    }
    case WordOp::larger: {
      const int a = Interpreter::amount(c, s, scope, p, in.node());
      return std::max(a, Interpreter::amount(c, s, scope, p, in.node()));
    }
    default: return 0;
  }
}

// ---- sets of things ----------------------------------------------------------------------------------

namespace {

struct Filter {
  Kind kind;
  Allegiance faction;
  int subtype, max_cost;
  bool passes(const Content& c, const State& s, Seat you, int card) const {
    return fits(c, s, you, card, kind, faction, subtype) && (max_cost == 0 || card_def(c, card).cost <= max_cost);
  }
};

void select_seats(const Content& c, const State& s, const ability::Scope& scope, ability::Parameters in,
                  bool named, ability::Items& out) {
  const auto side = static_cast<Standing>(in.number());
  const auto where = static_cast<Where>(in.number());
  const int energon = named ? in.number() : 0;
  for (int i = 0; i < s.seats; ++i) {
    const Seat seat = core::seat(i);
    const bool self = seat == scope.controller;
    if ((side == Standing::other && self) ||
        (side == Standing::opponent && !is_opponent(s, scope.controller, seat)))
      continue;
    if (!arrived(s, seat) || !within(c, s, scope, where, player(s, seat).space)) continue;
    // DBG-CRD-04.
    if (named && !self && holds(c, s, Deed::be_targeted, seat)) continue;
    if (player(s, seat).energon < energon) continue;
    out.push(static_cast<std::int16_t>(seat_item + i));
  }
}

void select_cards(const Content& c, const State& s, const ability::Scope& scope, ability::Parameters in,
                  ability::Items& out) {
  const auto pile = static_cast<Pile>(in.number());
  Filter filter{};
  filter.kind = static_cast<Kind>(in.number());
  filter.faction = static_cast<Allegiance>(in.number());
  filter.subtype = in.number();
  filter.max_cost = in.number();
  const Seat seat = named_player(scope, in.number());
  const Player& p = player(s, seat);
  const auto add = [&](int zone, const auto& cards) {
    for (std::uint8_t card : cards)
      // DBG-DMG-11: of Damage only that in a hand; a deck is not looked into.
      if ((zone == hand_zone || zone == deck_zone || card_def(c, card).kind != CardKind::damage) &&
          filter.passes(c, s, scope.controller, card))
        out.push(static_cast<std::int16_t>(card_item(zone, seat, card)));
  };
  switch (pile) {
    case Pile::hand: add(hand_zone, p.hand); break;
    case Pile::discard_pile: add(discard_zone, p.discard); break;
    case Pile::hand_or_discard:
      add(hand_zone, p.hand);
      add(discard_zone, p.discard);
      break;
    case Pile::vault: add(vault_zone, p.vault); break;
    case Pile::destroyed_pile: add(destroyed_zone, s.destroyed); break;
    case Pile::deck: add(deck_zone, p.deck); break;
    default: {
      const bool character = pile == Pile::control || pile == Pile::other_control;
      const bool others = pile == Pile::other_control || pile == Pile::other_played;
      const bool played = pile == Pile::played || pile == Pile::other_played;
      for (int slot : core::bits(s.in_play[core::index(seat)])) {
        if ((is_character_slot(slot) && !character) || (others && source_of_slot(slot) == scope.source)) continue;
        if (!is_character_slot(slot) && played && s.slots[slot].order == 0) continue;
        const int card = card_in(c, s, slot);
        if (card_def(c, card).kind != CardKind::damage && filter.passes(c, s, scope.controller, card))
          out.push(static_cast<std::int16_t>(card_item(play_zone, seat, slot)));
      }
    }
  }
  std::sort(out.begin(), out.end());
}

void select_matrix(const Content& c, const State& s, const ability::Scope& scope, ability::Parameters in,
                   ability::Items& out) {
  const auto where = static_cast<Where>(in.number());
  const auto face = static_cast<Face>(in.number());
  Filter filter{};
  filter.kind = static_cast<Kind>(in.number());
  filter.faction = static_cast<Allegiance>(in.number());
  filter.subtype = in.number();
  filter.max_cost = in.number();
  for (int space : core::bits(s.spaces)) {
    if (s.matrix.card[space] == 0 || (face == Face::up && !is_faceup(s, space)) ||
        (face == Face::down && is_faceup(s, space)))
      continue;
    if (within(c, s, scope, where, space) && filter.passes(c, s, scope.controller, s.matrix.card[space]))
      out.push(static_cast<std::int16_t>(space));
  }
}

}  // namespace

void Words::select(const Content& c, const State& s, const Scope& scope, Program p, int at, ability::Items& out) {
  ability::Parameters in = ability::parameters(p, at);
  switch (static_cast<WordOp>(p.opcode(at))) {
    case WordOp::characters: return select_seats(c, s, scope, in, false, out);
    case WordOp::targets: return select_seats(c, s, scope, in, true, out);
    case WordOp::cards: return select_cards(c, s, scope, in, out);
    case WordOp::matrix_cards: return select_matrix(c, s, scope, in, out);
    case WordOp::spaces: {
      const auto where = static_cast<Where>(in.number());
      for (int space : core::bits(s.spaces))
        if (within(c, s, scope, where, space)) out.push(static_cast<std::int16_t>(space));
      return;
    }
    default: return;
  }
}

// Others see how many cards a hand holds, not which: who is not asked would tell.
bool Words::conceals(const Content&, const State& s, const Scope& scope, Program p, int at) {
  if (static_cast<WordOp>(p.opcode(at)) != WordOp::cards) return false;
  ability::Parameters in = ability::parameters(p, at);
  const auto pile = static_cast<Pile>(in.number());
  for (int i = 0; i < 4; ++i) in.number();
  const Seat seat = named_player(scope, in.number());
  return (pile == Pile::hand || pile == Pile::hand_or_discard) && !transformers_dbg::player(s, seat).hand.empty();
}

}  // namespace rw::transformers_dbg
