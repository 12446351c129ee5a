// Beginning a game, a made-up position, and the next game of a match.
#include <algorithm>

#include "engine/games/dragon_booster/rules.h"
#include "engine/games/dragon_booster/turn.h"

namespace rw::dragon_booster {
namespace {

// A made-up position starts with decks, dragons and nothing else on the table; the set-up writes the rest.
void begin_made_up(Table& t) {
  State& s = t.s;
  s.shown = 1;
  s.phase = Phase::main;
  s.turn = 1;
  s.leader = s.first_leader != 0 ? core::seat(s.first_leader - 1) : core::seat(0);
  s.starter = s.acting = s.leader;
  for (int i = 0; i < s.seats; ++i) {
    Player& p = s.players[i];
    if (!core::has(s.chosen, core::seat(i))) bring(t, core::seat(i), choice(Verb::bring, i % own_deck(t.content)));
    Record dragon{};
    for (const Crystal k : core::first<Crystal>(p.crystal_count))
      if (dragon == Record{} && face(t.content, p, k).kind == Kind::dragon) dragon = p.crystals[k];
    // Only the dragon is there; the set-up says what else lies in the dragon deck.
    for (const Crystal k : core::first<Crystal>(crystal_slots)) {
      p.crystals[k] = Record{};
      p.known[slot_of(k)] = core::nobody;
    }
    p.dragon = Crystal{};
    p.crystals[p.dragon] = dragon;
    p.known[slot_of(p.dragon)] = core::everyone;
    p.crystal_count = 1;
    p.dragon_deck = 0;
    p.energy = unset_energy;
  }
  s.chosen = 0;
}

}  // namespace

Expected<> begin_game(Table& t, const Setup& setup, const core::Seed& seed) {
  State& s = t.s;
  core::begin_anew(s, setup.seats, seed);
  s.opening_hand = static_cast<std::uint8_t>(t.content.opening_hand);
  s.turn_limit = static_cast<std::uint16_t>(t.content.turn_limit);
  s.action_limit = static_cast<std::uint16_t>(t.content.action_limit);
  s.match = s.game = 1;
  s.made_up = setup.option("position") == "custom" ? 1 : 0;
  for (Player& p : s.players) {
    p.dragon = no_crystal;
    p.rushing = no_slot;
  }
  if (auto done = Rules::read_options(t, setup); !done) return done.failure();
  const Format& format = format_of(t.content, s);
  if (s.seats < format.least_seats || s.seats > format.most_seats)
    return failed("format " + std::string(format.id) + " is for " + std::to_string(format.least_seats) + " to " +
                      std::to_string(format.most_seats) + " players",
                  Clause::DRB_GEN_01);
  emit(t, Clause::DRB_GEN_01, EventKind::players, core::no_seat, s.seats, s.format);
  for (const Seat seat : core::bits<Seat>(s.chosen)) tell_deck(t, seat);
  if (s.made_up != 0) {
    begin_made_up(t);
    return {};
  }
  s.phase = format.drafted() ? Phase::draft : Phase::setup;
  push_step(t, Step::setup, core::no_seat, format.drafted() ? open_stage : deck_stage);
  Rules::run(t);
  return {};
}

// ---- the next game of a match (DRB-DRF-13) -----------------------------------------------------------

namespace {

// The cards come together again: drafted ones in the pile to build from, a deck of one's own as it was brought.
void gather_cards(Player& p, Seat seat, bool drafted) {
  Player fresh = only_cards_of(p);
  fresh.deck_choice = p.deck_choice;
  fresh.color = p.color;  // DRB-DLS-03: for the whole match
  fresh.dragon = no_crystal;
  fresh.rushing = no_slot;
  fresh.dragon_deck = static_cast<std::uint16_t>((1u << p.crystal_count) - 1);
  for (const Crystal i : core::first<Crystal>(p.crystal_count)) fresh.known[slot_of(i)] = core::only(seat);
  for (const Slot slot : core::first<Slot>(p.race_count)) {
    if (drafted) {
      fresh.pile |= core::bit(slot);
      fresh.known[slot] = core::only(seat);
    } else {
      fresh.deck[fresh.deck_size++] = slot;
    }
  }
  p = fresh;
}

}  // namespace

void begin_next_game(Table& t) {
  State& s = t.s;
  const bool drafted = format_of(t.content, s).drafted();
  ++s.game;
  s.agenda.clear();
  s.triggers.clear();
  s.lasting.clear();
  s.limbo = no_card;
  s.turn = s.end_clause = 0;
  s.passes = s.looked = s.shown = s.lost_leader = s.ran_out = 0;
  s.finished = s.winners = 0;
  s.chosen = s.conceded;  // whoever has left is asked nothing
  for (int i = 0; i < s.seats; ++i) {
    Player& p = s.players[i];
    if (!in_game(s, core::seat(i))) continue;
    gather_cards(p, core::seat(i), drafted);
    // Whoever agreed to a draw before bringing a deck brings one now.
    if (p.race_count != 0 && p.deck_choice != own_list) core::include(s.chosen, core::seat(i));
  }
  if (drafted) s.chosen = s.conceded;
  s.phase = drafted ? Phase::draft : Phase::setup;
  emit(t, Clause::DRB_DRF_13, EventKind::next_game, core::no_seat, s.game, s.match);
  push_step(t, Step::setup, core::no_seat, drafted ? build_stage : deck_stage);
}

}  // namespace rw::dragon_booster
