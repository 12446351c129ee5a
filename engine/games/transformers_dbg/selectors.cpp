// What the conditions, amounts and sets of the Transformers Deck-Building Game mean.
#include <algorithm>
#include <iterator>

#include "engine/games/transformers_dbg/turn.h"
#include "engine/games/transformers_dbg/word_table.h"

namespace rw::transformers_dbg {

const ability::Vocabulary& vocabulary() { return ability::vocabulary_of<WordOp, Moment, Role, Until, Who>(); }

// ---- players -----------------------------------------------------------------------------------------------

Seat Words::player(const State&, const Scope& scope, int who) {
  return static_cast<Who>(who) == Who::target ? named_player(scope, target_name) : scope.controller;
}

// Cards that nobody owns speak to a player against whom they stand (words.h), so their Adversaries are
// the players of that player's faction.
bool Words::among(const State& s, const Scope& scope, int who, Seat seat) {
  switch (static_cast<Who>(who)) {
    case Who::you: return seat == scope.controller;
    case Who::target: return seat == named_player(scope, target_name);
    case Who::hit: return core::contains(static_cast<std::uint64_t>(scope.object) & 31, core::index(seat));
    case Who::blocked:
      return core::contains((static_cast<std::uint64_t>(scope.object) >> 5) & 31, core::index(seat));
    case Who::everyone: return true;
    case Who::others: return seat != scope.controller;
    case Who::opponents: return is_opponent(s, scope.controller, seat);
    case Who::adversaries:
      return transformers_dbg::player(s, seat).faction == transformers_dbg::player(s, scope.controller).faction;
    case Who::visitors: return transformers_dbg::player(s, seat).space == space_of(s, scope);
  }
  return false;
}

// ---- conditions ----------------------------------------------------------------------------------------------

namespace {

// The card of a space or of a zone.
Card card_of(const Content& c, const State& s, Item item) {
  if (is_space(item)) return s.matrix.card[space_of(item)];
  return is_in_play(item) ? card_in(c, s, slot_of(item)) : card_of(item);
}

// The card that is named; else the card of the event.
bool card_is(const Content& c, const State& s, const ability::Scope& scope, ability::Program p, int at) {
  constexpr auto word = WordOp::card_is;
  const int name = said<word, "card">(p, at);
  const Card card = name == no_name ? card_of(subject_of(scope)) : card_of(c, s, named_item(scope, name));
  return fits(c, s, scope.controller, card, static_cast<Kind>(said<word, "kind">(p, at)),
              static_cast<Allegiance>(said<word, "faction">(p, at)), said<word, "subtype">(p, at)) &&
         card_def(c, card).cost >= said<word, "min_cost">(p, at);
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
  switch (static_cast<WordOp>(p.opcode(at))) {
    case WordOp::mode:
      return is_mode(c, s, scope.controller, static_cast<SideUp>(said<WordOp::mode, "is">(p, at)));
    case WordOp::your_turn: return scope.controller == s.turn;
    case WordOp::unassisted:
      return std::none_of(std::begin(s.battle.assists), std::end(s.battle.assists),
                          [](const Assist& offer) { return offer.state == AssistState::resolved; });
    case WordOp::converted_this_turn: return scope.controller == s.turn && s.conversions > 0;
    case WordOp::exists: {
      ability::Items found{};
      select(c, s, scope, p, operand<WordOp::exists, "of">(p, at), found);
      return !found.empty();
    }
    case WordOp::exactly:
      return Interpreter::amount(c, s, scope, p, operand<WordOp::exactly, "amount">(p, at)) ==
             Interpreter::amount(c, s, scope, p, operand<WordOp::exactly, "is">(p, at));
    case WordOp::card_is: return card_is(c, s, scope, p, at);
    case WordOp::happened:
      return within(c, s, scope, static_cast<Where>(said<WordOp::happened, "where">(p, at)),
                    space_of(subject_of(scope)));
    case WordOp::against_this_card:
      return in_battle(s) && s.battle.gone == 0 && is_space(source_of(scope)) &&
             space_of(source_of(scope)) == s.battle.space;
    case WordOp::attack_hits:
      return core::contains(static_cast<std::uint64_t>(scope.object) & 31, scope.controller);
    case WordOp::attack_against:
      return attack_against(c, s, scope, static_cast<Guarded>(said<WordOp::attack_against, "whom">(p, at)));
    case WordOp::boss_revealed: return boss_just_revealed(s);
    default: return false;
  }
}

// ---- amounts ---------------------------------------------------------------------------------------------------

int Words::amount(const Content& c, const State& s, const Scope& scope, Program p, int at) {
  const auto amount_at = [&](int place) { return Interpreter::amount(c, s, scope, p, place); };
  switch (static_cast<WordOp>(p.opcode(at))) {
    case WordOp::energon:
      return transformers_dbg::player(s, named_player(scope, said<WordOp::energon, "who">(p, at))).energon;
    case WordOp::damage: return damage_of(c, s, named_player(scope, said<WordOp::damage, "who">(p, at)));
    case WordOp::tokens: {
      if (!is_space(source_of(scope))) return 0;
      const Space space = space_of(source_of(scope));
      const int whose = said<WordOp::tokens, "whose">(p, at);
      return whose == no_name ? tokens_on(s, space)
                              : s.matrix.tokens[space][core::index(named_player(scope, whose))];
    }
    case WordOp::player_count: return s.seats;
    case WordOp::bosses_defeated: return s.bosses_defeated;
    case WordOp::target_distance:
      return in_battle(s) ? distance(transformers_dbg::player(s, scope.controller).space, s.battle.space) : 0;
    case WordOp::highest_cost: {
      ability::Items found{};
      select(c, s, scope, p, operand<WordOp::highest_cost, "of">(p, at), found);
      int most = 0;
      for (std::int16_t item : found)
        most = std::max<int>(most, card_def(c, card_of(c, s, core::make<Item>(item))).cost);
      return most;
    }
    case WordOp::divided:
      return amount_at(operand<WordOp::divided, "amount">(p, at)) / said<WordOp::divided, "by">(p, at);
    case WordOp::larger:
      return std::max(amount_at(operand<WordOp::larger, "a">(p, at)),
                      amount_at(operand<WordOp::larger, "b">(p, at)));
    default: return 0;
  }
}

// ---- sets of things ----------------------------------------------------------------------------------

namespace {

// Which cards a word means.
struct Filter {
  Kind kind;
  Allegiance faction;
  int subtype, max_cost;
  bool passes(const Content& c, const State& s, Seat you, Card card) const {
    return fits(c, s, you, card, kind, faction, subtype) && (max_cost == 0 || card_def(c, card).cost <= max_cost);
  }
};
template <WordOp word>
Filter filter_of(ability::Program p, int at) {
  return {static_cast<Kind>(said<word, "kind">(p, at)), static_cast<Allegiance>(said<word, "faction">(p, at)),
          said<word, "subtype">(p, at), said<word, "max_cost">(p, at)};
}

// Calls fn(seat) for each player on this side, in these spaces.
template <WordOp word, class Fn>
void each_seat(const Content& c, const State& s, const ability::Scope& scope, ability::Program p, int at,
               Fn&& fn) {
  const auto side = static_cast<Standing>(said<word, "side">(p, at));
  const auto where = static_cast<Where>(said<word, "where">(p, at));
  for (const Seat seat : core::first<Seat>(s.seats)) {
    if (side == Standing::other && seat == scope.controller) continue;
    if (side == Standing::opponent && !is_opponent(s, scope.controller, seat)) continue;
    if (arrived(s, seat) && within(c, s, scope, where, player(s, seat).space)) fn(seat);
  }
}

void select_targets(const Content& c, const State& s, const ability::Scope& scope, ability::Program p, int at,
                    ability::Items& out) {
  const int energon = said<WordOp::targets, "min_energon">(p, at);
  each_seat<WordOp::targets>(c, s, scope, p, at, [&](Seat seat) {
    // DBG-CRD-04.
    if (seat != scope.controller && holds(c, s, Deed::be_targeted, seat)) return;
    if (player(s, seat).energon >= energon) add(out, item_of(seat));
  });
}

void select_cards(const Content& c, const State& s, const ability::Scope& scope, ability::Program program, int at,
                  ability::Items& out) {
  const auto pile = static_cast<Pile>(said<WordOp::cards, "in">(program, at));
  const Filter filter = filter_of<WordOp::cards>(program, at);
  const Seat seat = named_player(scope, said<WordOp::cards, "whose">(program, at));
  const Player& p = player(s, seat);
  const auto add_all = [&](CardZone zone, const auto& cards) {
    for (const Card card : cards)
      // DBG-DMG-11: Damage counts in a hand only; a deck is not looked into.
      if ((zone == CardZone::hand || zone == CardZone::deck || card_def(c, card).kind != CardKind::damage) &&
          filter.passes(c, s, scope.controller, card))
        add(out, item_of(zone, seat, card));
  };
  switch (pile) {
    case Pile::hand: add_all(CardZone::hand, p.hand); break;
    case Pile::discard_pile: add_all(CardZone::discard, p.discard); break;
    case Pile::hand_or_discard:
      add_all(CardZone::hand, p.hand);
      add_all(CardZone::discard, p.discard);
      break;
    case Pile::vault: add_all(CardZone::vault, p.vault); break;
    case Pile::destroyed_pile: add_all(CardZone::destroyed, s.destroyed); break;
    case Pile::deck: add_all(CardZone::deck, p.deck); break;
    default: {
      const bool character = pile == Pile::control || pile == Pile::other_control;
      const bool others = pile == Pile::other_control || pile == Pile::other_played;
      const bool played = pile == Pile::played || pile == Pile::other_played;
      for (const Slot slot : slots_of(s, seat)) {
        if ((is_character_slot(slot) && !character) || (others && source_of(slot) == source_of(scope))) continue;
        if (!is_character_slot(slot) && played && s.slots[slot].order == 0) continue;
        const Card card = card_in(c, s, slot);
        if (card_def(c, card).kind != CardKind::damage && filter.passes(c, s, scope.controller, card))
          add(out, item_of(seat, slot));
      }
    }
  }
  std::sort(out.begin(), out.end());
}

void select_matrix(const Content& c, const State& s, const ability::Scope& scope, ability::Program p, int at,
                   ability::Items& out) {
  constexpr auto word = WordOp::matrix_cards;
  const auto where = static_cast<Where>(said<word, "where">(p, at));
  const auto face = static_cast<Face>(said<word, "face">(p, at));
  const Filter filter = filter_of<word>(p, at);
  for (const Space space : spaces_of(s)) {
    if (is_empty(s, space) || (face == Face::up && !is_faceup(s, space)) ||
        (face == Face::down && is_faceup(s, space)))
      continue;
    if (within(c, s, scope, where, space) && filter.passes(c, s, scope.controller, s.matrix.card[space]))
      add(out, item_of(space));
  }
}

}  // namespace

void Words::select(const Content& c, const State& s, const Scope& scope, Program p, int at, ability::Items& out) {
  switch (static_cast<WordOp>(p.opcode(at))) {
    case WordOp::characters:
      return each_seat<WordOp::characters>(c, s, scope, p, at, [&](Seat seat) { add(out, item_of(seat)); });
    case WordOp::targets: return select_targets(c, s, scope, p, at, out);
    case WordOp::cards: return select_cards(c, s, scope, p, at, out);
    case WordOp::matrix_cards: return select_matrix(c, s, scope, p, at, out);
    case WordOp::spaces: {
      const auto where = static_cast<Where>(said<WordOp::spaces, "where">(p, at));
      for (const Space space : spaces_of(s))
        if (within(c, s, scope, where, space)) add(out, item_of(space));
      return;
    }
    default: return;
  }
}

// Others see how many cards a hand holds, not which: not asking would tell them.
bool Words::conceals(const Content&, const State& s, const Scope& scope, Program p, int at) {
  if (static_cast<WordOp>(p.opcode(at)) != WordOp::cards) return false;
  const auto pile = static_cast<Pile>(said<WordOp::cards, "in">(p, at));
  const Seat seat = named_player(scope, said<WordOp::cards, "whose">(p, at));
  return (pile == Pile::hand || pile == Pile::hand_or_discard) && !transformers_dbg::player(s, seat).hand.empty();
}

}  // namespace rw::transformers_dbg
