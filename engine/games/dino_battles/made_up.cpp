// Made-up positions, and what must always hold.
#include <algorithm>

#include "engine/games/dino_battles/describe.h"
#include "engine/games/dino_battles/rules.h"
#include "engine/games/dino_battles/turn.h"

namespace rw::dino_battles {

namespace {

// All cards of a kind outside the Supply and Purgatory. Poisons of all seats count together.
int owned(const State& s, Kind kind) {
  int n = 0;
  for (int i = 0; i < s.seats; ++i) {
    const Player& p = s.players[i];
    n += p.deck[kind] + p.hand[kind] + p.discard[kind] + p.play[kind] + p.under[kind];
  }
  return n;
}

int box_count(const Content& c, const State& s, Kind kind) {
  const SupplyCounts& counts = supply_for(c, s.seats);
  if (is_combat(kind)) return counts.combat + c.starting[kind] * s.seats;
  if (kind == Kind::wound) return counts.wounds + c.starting[kind] * s.seats;
  if (kind == Kind::paralyze) return counts.paralyzes;
  return kind == Kind::poison ? counts.poisons : counts.stack;
}

int cards_about(const State& s, Kind kind, int* purged = nullptr) {
  int n = owned(s, kind), gone = s.purgatory[kind];
  for (const Kind k : poison_cards) {
    if (kind != Kind::poison || k == kind) continue;
    n += owned(s, k);
    gone += s.purgatory[k];
  }
  if (purged != nullptr) *purged = gone;
  return n;
}

int dinos_about(const State& s, DinoKind kind) {
  int n = s.dino_purgatory[kind];
  for (int slot = 0; slot < offering_size; ++slot) n += offered(s, slot) == kind;
  for (int i = 0; i < s.seats; ++i) {
    n += s.players[i].trophies[kind];
    for (const Dinosaur& dino : s.players[i].dino) n += dino.kind == core::index(kind) + 1;
  }
  return n;
}

// What players hold comes out of the Supply, unless that was written too; what is then missing has been purged.
Expected<> balance_cards(const Content& c, State& s) {
  State usual{};
  fill_stacks(usual, supply_for(c, s.seats));
  for (const Kind kind : all_kinds_of_cards) {
    if (is_poison(kind) && kind != Kind::poison) continue;
    int purged = 0;
    const int held = cards_about(s, kind, &purged), about = held + purged, box = box_count(c, s, kind);
    if (s.supply[kind] == left_over)
      s.supply[kind] = static_cast<std::uint8_t>(std::clamp(box - about, 0, int{usual.supply[kind]}));
    if (about + s.supply[kind] > box)
      return failed("there are only " + std::to_string(box) + " cards '" +
                    std::string(kind == Kind::poison ? "poison" : card_id(c, s, kind)) + "' in the box, not " +
                    std::to_string(about + s.supply[kind]));
    s.purgatory[kind] = static_cast<std::uint8_t>(s.purgatory[kind] + box - about - s.supply[kind]);
  }
  const int copies = supply_for(c, s.seats).dinosaurs;
  for (const DinoKind kind : core::first<DinoKind>(dino_kinds)) {
    const bool rest = s.dino_deck[kind] == left_over;
    if (rest) s.dino_deck[kind] = 0;
    const int missing = copies - dinos_about(s, kind) - s.dino_deck[kind];
    if (missing < 0)
      return failed("there are only " + std::to_string(copies) + " copies of '" +
                        std::string(card_of(c, s.dinos[kind]).id) + "'",
                    Clause::DNB_SET_05);
    (rest ? s.dino_deck : s.dino_purgatory)[kind] =
        static_cast<std::uint8_t>((rest ? s.dino_deck : s.dino_purgatory)[kind] + missing);
  }
  return {};
}

// What cannot happen in a game.
Expected<> check_figures(const State& s) {
  if (s.round == 0 || s.round > s.round_limit) return failed("there is no such round", Clause::DNB_END_04);
  if (s.round_limit < 10 || s.reserve_limit < 1 || s.knock_outs < 1)
    return failed("there is no such option", Clause::DNB_OPT_01);
  if (s.moves_used > s.moves_granted) return failed("more Combat Moves are used than granted", Clause::DNB_CMB_03);
  const bool begun =
      s.strategies != 1 || s.attaches != 1 || s.buys != 1 || s.moves_granted != 1 || s.moves_used != 0;
  if (s.phase == Phase::start && begun) return failed("a turn starts with one of each", Clause::DNB_TRN_02);
  for (int i = 0; i < s.seats; ++i) {
    if (trophies_of(s.players[i]) >= s.knock_outs)
      return failed("a player with so many knock-outs has won", Clause::DNB_END_01);
    for (int by = s.seats; by < max_players; ++by)
      if (const Kind poison = poison_of(core::seat(by));
          s.players[i].hand[poison] + s.players[i].deck[poison] + s.players[i].discard[poison] > 0)
        return failed("a Poison is inflicted by somebody at the table", Clause::DNB_STA_11);
    for (const Dinosaur& dino : s.players[i].dino)
      if (dino.damage % 5 != 0) return failed("damage is a multiple of 5", Clause::DNB_GEN_12);
  }
  return {};
}

int stage_of(Phase phase) {
  switch (phase) {
    case Phase::main: return main_stage;
    case Phase::main_end: return main_end_window_stage;
    case Phase::buy: return buy_stage;
    case Phase::turn_end: return turn_end_window_stage;
    case Phase::cleanup: return offering_stage;
    default: return begin_stage;
  }
}

}  // namespace

Expected<> settle_position(Table& t) {
  State& s = t.s;
  s.agenda.clear();
  s.decision = {};
  s.stack.clear();
  s.resolving = {};
  if (s.phase == Phase::draft || s.phase == Phase::over)
    return failed("a position cannot be set up in phase " + std::string(name_of(s.phase)));
  if (auto done = balance_cards(t.content, s); !done) return done.failure();
  if (auto done = check_figures(s); !done) return done.failure();
  push_step(t, Step::turn, s.turn, stage_of(s.phase));
  return check_position(t.content, s);
}

void play_on(Table& t) {
  if (t.s.phase == Phase::main) t.s.phase = Phase::start;
  Rules::run(t);
}

// ---- what must always hold ---------------------------------------------------------------------------------

namespace {

Expected<> check_cards(const Content& c, const State& s) {
  for (const Kind kind : all_kinds_of_cards) {
    if (is_poison(kind) && kind != Kind::poison) continue;
    int purged = 0;
    const int about = cards_about(s, kind, &purged);
    if (about + purged + s.supply[kind] != box_count(c, s, kind))
      return failed("cards of kind " + std::to_string(core::index(kind)) + " are lost");
  }
  const int copies = supply_for(c, s.seats).dinosaurs;
  for (const DinoKind kind : core::first<DinoKind>(dino_kinds))
    if (dinos_about(s, kind) + s.dino_deck[kind] != copies) return failed("a Dinosaur is lost");
  return {};
}

Expected<> check_player(const Content& c, const State& s, int i) {
  const Player& p = s.players[i];
  const Seat seat = core::seat(i);
  core::Indexed<Kind, int, kind_room> under{};
  int above = 0;
  for (const Attached& card : attached_cards(s, seat)) {
    ++under[card.kind];
    if (is_status(card.kind)) return failed("a Status Card is attached", Clause::DNB_STA_12);
    if (p.dino[card.place].kind == 0) return failed("a card is attached to nothing");
    if (core::index(card.handle) < above) return failed("two attached cards have one handle");
    above = core::index(card.handle) + 1;
  }
  std::uint64_t order = s.poison_order[i];
  int poisons[max_players] = {}, held = 0;
  for (const Kind k : all_kinds_of_cards) {
    if (under[k] != p.under[k]) return failed("attached cards are miscounted");
    if (p.shown[k] > p.hand[k]) return failed("more cards are known than held");
    if (is_poison(k)) held += p.hand[k];
  }
  for (int n = 0; n < held; ++n, order >>= 2) ++poisons[order & 3];
  for (int k = 0; k < max_players; ++k)
    if (poisons[k] != p.hand[poison_of(core::seat(k))])
      return failed("the order of Poisons does not fit the hand");
  if (order != 0) return failed("the order of Poisons is too long");
  for (const Slot slot : all_slots)
    if (const Ref ref = dino_in(s, seat, slot);
        ref != no_dino && (!in_play(s, ref) || dino_at(s, ref).slot != slot))
      return failed("a Dinosaur is not in its slot");
  const bool resolving = !s.stack.empty() && s.stack.back().stage >= ItemStage::finishing;
  const bool promoting = s.decision.kind == static_cast<std::uint8_t>(Question::promote);
  if (p.at_slot[active_slot] == 0 && has_reserve(s, seat) && !promoting)
    return failed("a Reserve without an Active Dinosaur");
  for (const Slot slot : all_slots) {
    const Ref ref = dino_in(s, seat, slot);
    if (ref != no_dino && dino_at(s, ref).damage >= dino_card(c, s, ref).hp && !resolving)
      return failed("a Dinosaur without Hit Points is in play", Clause::DNB_KO_01);
    if (ref != no_dino && core::index(slot) > s.reserve_limit)
      return failed("the Reserve is too large", Clause::DNB_BUY_07);
  }
  return {};
}

}  // namespace

Expected<> check_position(const Content& c, const State& s) {
  if (s.phase == Phase::draft || s.phase == Phase::over) return {};
  if (auto done = check_cards(c, s); !done) return done.failure();
  for (int i = 0; i < s.seats; ++i)
    if (auto done = check_player(c, s, i); !done) return done.failure();
  const auto question = static_cast<Question>(s.decision.kind);
  if (!s.stack.empty() && (question == Question::main || question == Question::buy))
    return failed("the stack is not empty", Clause::DNB_TRN_07);
  return {};
}

}  // namespace rw::dino_battles
