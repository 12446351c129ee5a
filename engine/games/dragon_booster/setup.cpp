// The steps before turn 1 (DRB-SET-11): decks, drafts, dragons, colors, first hands.
#include "engine/games/dragon_booster/turn.h"

namespace rw::dragon_booster {

namespace {

// All answer in secret (DRB-SET-02, DRB-HID-08): asked one after another, shown together.
Seat next_secret(const State& s) {
  for (int i = 0; i < s.seats; ++i)
    if (!core::has(s.chosen, core::seat(i))) return core::seat(i);
  return core::no_seat;
}

void has_chosen(State& s, Seat seat) { core::include(s.chosen, seat); }

void next_stage(State& s, core::Frame& f, SetupStage stage) {
  s.chosen = stage == pick_stage ? core::nobody : s.conceded;  // packs are picked from for those who left, too
  f.stage = stage;
}

// Others hear that a choice was made, and not whether it was for a dragon (DRB-HID-08).
void choose_ride(Table& t, Seat seat, Crystal dragon) {
  Player& p = player(t.s, seat);
  p.dragon = dragon;
  if (dragon != no_crystal) core::exclude(p.dragon_deck, dragon);
  has_chosen(t.s, seat);
  emit_secret(t, Clause::DRB_SET_02, EventKind::dragon_chosen, seat, core::only(seat),
              dragon == no_crystal ? no_card : card_of(seat, dragon));
}

int dragons_of(const Content& c, const Player& p) {
  int n = 0;
  for (const Crystal i : core::bits<Crystal>(p.dragon_deck)) n += face(c, p, i).kind == Kind::dragon;
  return n;
}

// DRB-SET-01. A player with one dragon or none is asked too, or all would learn how many there are (DRB-HID-10).
// The dragons of a starter deck that the table has named are known to all.
void step_dragons(Table& t, core::Frame& f) {
  State& s = t.s;
  const Seat seat = next_secret(s);
  if (seat == core::no_seat) return next_stage(s, f, color_stage);
  const Player& p = player(s, seat);
  if (!core::has(s.named, seat) || dragons_of(t.content, p) > 1) return ask(t, Question::dragon, seat);
  for (const Crystal i : core::bits<Crystal>(p.dragon_deck))
    if (face(t.content, p, i).kind == Kind::dragon) return choose_ride(t, seat, i);
}

// DRB-DLS-03: a color chosen in an earlier game of the match stays, and all know it. Where one may race without a
// dragon all others are asked, or the question would tell who rides none.
void step_colors(Table& t, core::Frame& f) {
  State& s = t.s;
  const Seat seat = next_secret(s);
  if (seat == core::no_seat) return next_stage(s, f, lie_stage);
  if (format_of(t.content, s).dragonless && player(s, seat).color == 0) return ask(t, Question::color, seat);
  has_chosen(s, seat);
}

void step_packs(Table& t, core::Frame& f) {
  State& s = t.s;
  const Seat seat = next_secret(s);
  if (seat != core::no_seat) {
    const Player& p = player(s, seat);
    if (p.pack_size == 1) return pick(t, seat, choice(Verb::pick, p.pack[0]));
    return ask(t, Question::pick, seat);
  }
  s.chosen = 0;
  cite(t, Clause::DRB_DRF_14);
  if (s.players[0].pack_size > 0) return pass_packs(t);
  ++s.round;
  const bool more = s.round < format_of(t.content, s).rounds.size();
  for (int i = 0; i < s.seats && !more; ++i)
    if (!in_game(s, core::seat(i))) clear_table(s, core::seat(i));
  next_stage(s, f, more ? open_stage : build_stage);
}

void step_building(Table& t, core::Frame& f) {
  State& s = t.s;
  const Seat seat = next_secret(s);
  if (seat == core::no_seat) {
    s.phase = Phase::setup;
    return next_stage(s, f, dragon_stage);
  }
  const Format& format = format_of(t.content, s);
  if (core::population(player(s, seat).pile) <= format.race_least) return finish_building(t, seat);
  ask(t, Question::build, seat);
}

// DRB-HID-08: now all is shown.
void show_choices(Table& t) {
  State& s = t.s;
  s.shown = 1;
  cite(t, Clause::DRB_SET_11);
  for (int i = 0; i < s.seats; ++i) {
    Player& p = s.players[i];
    const Seat seat = core::seat(i);
    if (!in_game(s, seat)) continue;
    if (p.dragon != no_crystal) {
      show_to(s, card_of(seat, p.dragon), core::everyone);
      emit(t, Clause::DRB_SET_01, EventKind::dragon_shown, seat, card_of(seat, p.dragon));
    } else {
      emit(t, Clause::DRB_DLS_03, EventKind::color_shown, seat, p.color - 1);
      cite(t, Clause::DRB_DLS_01, seat);
      cite(t, Clause::DRB_DRF_07, seat);
    }
    note_cards_in_play(t.content, p);
    cite(t, Clause::DRB_HID_08, seat);
    emit(t, Clause::DRB_SET_09, EventKind::deck_laid, seat, p.face_up);
    cite(t, Clause::DRB_HID_03, seat);
    if (p.face_up == 0) continue;
    for (const Crystal k : core::bits<Crystal>(p.dragon_deck)) show_to(s, card_of(seat, k), core::everyone);
  }
}

// DRB-SET-07: named by the table or drawn; in a further game of a match the next player to the left.
Seat first_to_lead(Table& t) {
  State& s = t.s;
  const bool known = s.first_leader != 0;
  const int number = known ? s.first_leader : static_cast<int>(core::draw(s.random, t.chance, 1, s.seats));
  Seat first = core::seat(number - 1);
  if ((known && s.game > 1) || !in_game(s, first)) first = next_player(s, first);
  s.first_leader = static_cast<std::uint8_t>(core::index(first) + 1);
  return first;
}

void deal(Table& t) {
  State& s = t.s;
  show_choices(t);
  s.leader = first_to_lead(t);
  emit(t, Clause::DRB_SET_07, EventKind::first_leader, s.leader);
  each_from_leader(s, [&](Seat seat) { shuffle_deck(t, seat, Clause::DRB_SET_04); });
  each_from_leader(s, [&](Seat seat) {
    draw_cards(t, seat, s.opening_hand, Clause::DRB_SET_05);
    emit(t, Clause::DRB_SET_05, EventKind::hand_drawn, seat, core::population(player(s, seat).hand));
  });
}

void draw_anew(Table& t, Seat seat) {
  Player& p = player(t.s, seat);
  const int count = core::population(p.hand);
  for (const Slot slot : core::bits<Slot>(p.hand)) p.deck[p.deck_size++] = slot;
  p.hand = 0;
  shuffle_deck(t, seat, Clause::DRB_SET_04);
  draw_cards(t, seat, count, Clause::DRB_SET_06);
}

void step_mulligans(Table& t) {
  State& s = t.s;
  const bool hands = s.opening_hand > 0;
  if (s.mulligans != 0 && !hands) cite(t, Clause::DRB_GEN_09);  // nothing to put back
  for (int i = 0; i < s.seats && s.mulligans != 0 && hands; ++i) {
    const Seat seat = seat_after(s, s.leader, i);
    if (!core::has(s.chosen, seat)) return ask(t, Question::mulligan, seat);
  }
  s.chosen = 0;
  s.agenda.pop();
  s.turn = 1;
  cite(t, Clause::DRB_SET_06);
  cite(t, Clause::DRB_SET_08);
  begin_turn(t);
}

}  // namespace

void step_setup(Table& t, core::Frame& f) {
  State& s = t.s;
  switch (f.stage) {
    case deck_stage: {
      const Seat seat = next_secret(s);
      return seat == core::no_seat ? next_stage(s, f, dragon_stage) : ask(t, Question::deck, seat);
    }
    case open_stage: open_packs(t); return next_stage(s, f, pick_stage);
    case pick_stage: return step_packs(t, f);
    case build_stage: return step_building(t, f);
    case dragon_stage: return step_dragons(t, f);
    case color_stage: return step_colors(t, f);
    case lie_stage: {
      const Seat seat = next_secret(s);
      return seat == core::no_seat ? next_stage(s, f, deal_stage) : ask(t, Question::lie, seat);
    }
    case deal_stage: deal(t); return next_stage(s, f, mulligan_stage);
    default: return step_mulligans(t);
  }
}

// ---- what is answered before turn 1 ------------------------------------------------------------------

Refusal judge_ride(const Content& c, const State& s, Seat seat, Choice ch) {
  const Card card = ch.a<Card>();
  const Player& p = player(s, seat);
  if (!is_card(s, card) || owner_of(card) != seat || !is_crystal_slot(slot_of(card)))
    return refuse(Clause::DRB_SET_01, Fact::not_there);
  const Crystal place = crystal_of(card);
  if (!core::contains(p.dragon_deck, place) || face(c, s, card).kind != Kind::dragon)
    return refuse(Clause::DRB_SET_01, Fact::wrong_kind);
  for (const Crystal i : core::first<Crystal>(core::index(place)))
    if (p.crystals[i] == p.crystals[place]) return refuse(Clause::DRB_HID_12, Fact::equal_card);
  return legal;
}

void list_dragons(const Content& c, const State& s, ChoiceList& out) {
  const Seat seat = s.decision.asked;
  for (const Crystal i : core::bits<Crystal>(player(s, seat).dragon_deck)) {
    const Choice ride = choice(Verb::ride, card_of(seat, i));
    if (!judge_ride(c, s, seat, ride).refused()) out.add(ride);
  }
}

void ride(Table& t, Seat seat, Choice ch) { choose_ride(t, seat, crystal_of(ch.a<Card>())); }

Refusal judge_ride_nothing(const Content& c, const State& s, Seat, Choice) {
  return format_of(c, s).dragonless ? legal : refuse(Clause::DRB_DLS_08, Fact::needs_dragon);
}

void ride_nothing(Table& t, Seat seat, Choice) { choose_ride(t, seat, no_crystal); }

// Whoever rides counts as the dragon's color and has nothing to choose.
Refusal judge_color(const Content& c, const State& s, Seat seat, Choice ch) {
  const Player& p = player(s, seat);
  if (ch.a() >= static_cast<int>(c.colors.size())) return refuse(Clause::DRB_DLS_03, Fact::no_such_thing);
  if (p.dragon == no_crystal || face(c, p, p.dragon).color == ch.a<Color>()) return legal;
  return refuse(Clause::DRB_DLS_03, Fact::color_fixed);
}

void list_colors(const Content& c, const State& s, ChoiceList& out) {
  for (int i = 0; i < static_cast<int>(c.colors.size()); ++i)
    if (!judge_color(c, s, s.decision.asked, choice(Verb::take_color, i)).refused())
      out.add(choice(Verb::take_color, i));
}

void take_color(Table& t, Seat seat, Choice ch) {
  Player& p = player(t.s, seat);
  if (p.dragon == no_crystal) p.color = static_cast<std::uint8_t>(ch.a() + 1);
  has_chosen(t.s, seat);
  emit_secret(t, Clause::DRB_SET_11, EventKind::color_chosen, seat, core::only(seat), ch.a());
}

void list_sides(const Content&, const State&, ChoiceList& out) {
  for (const int side : {0, 1}) out.add(choice(Verb::lay, side));
}

void lay(Table& t, Seat seat, Choice ch) {
  player(t.s, seat).face_up = static_cast<std::uint8_t>(ch.a());
  has_chosen(t.s, seat);
}

void keep_hand(Table& t, Seat seat, Choice) {
  has_chosen(t.s, seat);
  emit(t, Clause::DRB_SET_06, EventKind::hand_kept, seat, 1);
}

void mulligan(Table& t, Seat seat, Choice) {
  has_chosen(t.s, seat);
  emit(t, Clause::DRB_SET_06, EventKind::hand_kept, seat, 0);
  draw_anew(t, seat);
}

}  // namespace rw::dragon_booster
