// Characters flip, tap, enter the battlefield, lie under others.
#include "engine/games/transformers_tcg/frames.h"
#include "engine/games/transformers_tcg/turn.h"

namespace rw::transformers_tcg {

// ---- tapping ----------------------------------------------------------------------------------------------

void tap(Table& t, CharacterSet who, Clause clause) {
  State& s = t.s;
  if ((who & s.tapped & s.field) != 0) cite(t, Clause::TCG_TAP_06);
  for (const Character one : core::bits<Character>(who & s.field & ~s.tapped)) {
    core::include(s.tapped, one);
    emit(t, clause, EventKind::tapped, owner_of(one), one);
    if (is_combined(t.content, s, one)) cite(t, Clause::TCG_TAP_04);
    if (fighting(s) && attacker_of(s) == one && clause != Clause::TCG_ATK_10) cite(t, Clause::TCG_ATK_22);
  }
}

void untap(Table& t, CharacterSet who, Clause clause) {
  State& s = t.s;
  if ((who & ~s.tapped & s.field) != 0) cite(t, Clause::TCG_TAP_06);
  for (const Character one : core::bits<Character>(who & s.field & s.tapped)) {
    core::exclude(s.tapped, one);
    emit(t, clause, EventKind::untapped, owner_of(one), one);
    if (is_combined(t.content, s, one)) cite(t, Clause::TCG_TAP_04);
    if (fighting(s) && attacker_of(s) == one) {
      cite(t, Clause::TCG_ATK_22);
      cite(t, Clause::TCG_PST_06);
    }
  }
}

// ---- flipping ---------------------------------------------------------------------------------------------

namespace {

// The modes a character may take when told to flip `to`, of a kind with trait `into`; a bit each.
int modes_for(const Content& c, const State& s, Character who, int to, int into) {
  const CharacterCard& card = card_of_character(c, s, who);
  if (card.kind == CharacterKind::combiner || card.kind == CharacterKind::single_mode) return 0;  // TCG-FLP-07, 13
  const int now = s.characters[who].mode;
  int modes = 0;
  for (int m = 0; m < card.mode_count; ++m) {
    const Mode& mode = card.modes[m];
    if (to == to_bot && mode.kind != ModeKind::bot) continue;
    if (to == to_alt && !mode.is_alt()) continue;
    if (into != 0 && ((mode.traits >> into) & 1) == 0) continue;
    // TCG-FLP-05: a Triple Changer told to go to alt mode may stay in the alt mode it has.
    const bool stays = to == to_alt && card.kind == CharacterKind::triple_changer && card.modes[now].is_alt();
    if (m == now && !stays) continue;
    modes |= 1 << m;
  }
  // TCG-FLP-06: any other character that is in that mode already does not flip.
  if (to != other_mode && card.kind != CharacterKind::triple_changer &&
      (to == to_bot ? card.modes[now].kind == ModeKind::bot : card.modes[now].is_alt()))
    return 0;
  return modes;
}

void set_mode(Table& t, Character who, int mode) {
  State& s = t.s;
  health_may_change(s, mode_of(t.content, s, who).abilities);
  s.characters[who].mode = static_cast<std::uint8_t>(mode);
  index_character(t.content, s, who);
  health_may_change(s, mode_of(t.content, s, who).abilities);
  emit(t, Clause::TCG_FLP_01, EventKind::flipped, owner_of(who), who, mode,
       static_cast<int>(mode_of(t.content, s, who).kind));
  cite(t, Clause::TCG_FLP_03);
  if (t.log == nullptr) return;
  if (has_guest(t.content, s, who)) cite(t, Clause::TCG_UPG_09);
  for (const Lasting& l : s.lasting)
    if (about_whom(t.content, l) == who) return cite(t, Clause::TCG_FLP_12);
}

// Before it changes mode, for abilities that look at what it was (TCG-TRG-13).
void before_flip(Table& t, Character who, int mode) {
  if (card_of_character(t.content, t.s, who).modes[mode].kind == ModeKind::bot && on_field(t.s, who))
    happen(t, Moment::flipped_to_bot, owner_of(who), who);
}

void after_flip(Table& t, Character who) {
  const Seat owner = owner_of(who);
  if (!in_ko_area(t.s, who)) return happen(t, Moment::flipped, owner, who);
  happen(t, Moment::flipped_in_ko_area, owner, who);
  cite(t, Clause::TCG_FLP_08, owner);
}

int picked_mode(const FlipFrame& flip, Character who) {
  for (const FlipFrame::Pick& pick : flip.picks)
    if (pick.character == who) return pick.mode;
  return -1;
}

Character undecided(const Content& c, const State& s, const Frame& f) {
  const auto flip = f.as<FlipFrame>();
  for (const Character who : core::bits<Character>(flip.who)) {
    const int modes = modes_for(c, s, who, f.count, f.ability);
    if (core::population(static_cast<std::uint64_t>(modes)) > 1 && picked_mode(flip, who) < 0) return who;
  }
  return no_character;
}

}  // namespace

void begin_flip(Table& t, CharacterSet who, int to, int into, Seat by) {
  State& s = t.s;
  CharacterSet able = 0;
  for (const Character one : core::bits<Character>(who)) {
    if (modes_for(t.content, s, one, to, into) != 0) {
      core::include(able, one);
      continue;
    }
    if (is_combined(t.content, s, one)) {
      cite(t, Clause::TCG_FLP_07);
      cite(t, Clause::TCG_CMB_15);
    } else if (card_of_character(t.content, s, one).kind == CharacterKind::single_mode) {
      cite(t, Clause::TCG_FLP_13);
    } else {
      emit(t, Clause::TCG_FLP_06, EventKind::mode_kept, owner_of(one), one);
    }
  }
  if (able == 0) return;
  Frame& f = push_step(t, Step::flip, by);
  f.count = static_cast<std::uint8_t>(to);
  f.ability = static_cast<std::uint16_t>(into);
  f.put(FlipFrame{able, {}});
}

// TCG-FLP-10: the modes are picked first, then all flip at the same time.
void step_flip(Table& t, Frame& f) {
  State& s = t.s;
  if (const Character who = undecided(t.content, s, f); who != no_character) {
    cite(t, f.count == to_alt ? Clause::TCG_FLP_05 : Clause::TCG_FLP_04);
    if (owner_of(who) != f.controller) cite(t, Clause::TCG_FLP_11);
    return ask(t, Question::mode, owner_of(who));
  }
  const Frame frame = s.agenda.pop();
  const auto flip = frame.as<FlipFrame>();
  next_event(s);
  CharacterSet turning = 0;
  core::Indexed<Character, int, character_count> to;
  for (const Character who : core::bits<Character>(flip.who)) {
    const int picked = picked_mode(flip, who);
    to[who] =
        picked >= 0
            ? picked
            : std::countr_zero(static_cast<unsigned>(modes_for(t.content, s, who, frame.count, frame.ability)));
    if (to[who] == s.characters[who].mode)
      emit(t, Clause::TCG_FLP_05, EventKind::mode_kept, owner_of(who), who);
    else
      core::include(turning, who);
  }
  if (core::population(turning) > 1) cite(t, Clause::TCG_FLP_10);
  for (const Character who : core::bits<Character>(turning)) {
    if (owner_of(who) != frame.controller) cite(t, Clause::TCG_FLP_11);
    before_flip(t, who, to[who]);
  }
  for (const Character who : core::bits<Character>(turning)) set_mode(t, who, to[who]);
  for (const Character who : core::bits<Character>(turning)) after_flip(t, who);
  settle(t);
}

void list_modes(const Content& c, const State& s, ChoiceList& out) {
  const Frame& f = s.agenda.back();
  const int modes = modes_for(c, s, undecided(c, s, f), f.count, f.ability);
  for (int m : core::bits(static_cast<std::uint64_t>(modes))) out.add(choice(Verb::choose, item_at(mode_item, m)));
}

void choose_mode(Table& t, Seat, Choice ch) {
  Frame& f = t.s.agenda.back();
  const Character who = undecided(t.content, t.s, f);
  auto flip = f.as<FlipFrame>();
  for (FlipFrame::Pick& pick : flip.picks)
    if (pick.character == no_character) {
      pick = {who, static_cast<std::uint8_t>(ch.a() - mode_item)};
      return f.put(flip);
    }
}

// ---- the flip of the turn (TCG-TRN-04, TCG-FLP-02) -------------------------------------------------------------

void list_flips(const Content& c, const State& s, ChoiceList& out) {
  if (s.flips != 0) return;
  for (const Character who : core::bits<Character>((s.field | s.ko_area) & characters_of(s.turn))) {
    const int modes = modes_for(c, s, who, other_mode, 0);
    for (int m : core::bits(static_cast<std::uint64_t>(modes)))
      out.add(choice(Verb::flip, who, (modes & (modes - 1)) != 0 ? m + 1 : 0));
  }
}

Refusal judge_flip(const Content& c, const State& s, Seat seat, Choice ch) {
  const Character who = ch.a<Character>();
  if (!is_known(s, who)) return refuse(Clause::TCG_TRN_04, Fact::no_such_item);
  if (owner_of(who) != seat) return refuse(Clause::TCG_TRN_04, Fact::not_yours);
  if (s.flips != 0) return refuse(Clause::TCG_TRN_04, Fact::already_flipped);
  if (!on_field(s, who) && !in_ko_area(s, who)) return refuse(Clause::TCG_FLP_02, Fact::not_on_battlefield);
  const CharacterCard& card = card_of_character(c, s, who);
  if (card.kind == CharacterKind::combiner) return refuse(Clause::TCG_FLP_07, Fact::combiner_mode);
  if (card.kind == CharacterKind::single_mode) return refuse(Clause::TCG_FLP_13, Fact::single_mode);
  const int modes = modes_for(c, s, who, other_mode, 0);
  if ((modes & (modes - 1)) == 0) return ch.b() == 0 ? legal : refuse(Clause::TCG_FLP_04, Fact::which_mode);
  if (ch.b() == 0 || ch.b() > max_modes) return refuse(Clause::TCG_FLP_04, Fact::name_mode);
  if (((modes >> (ch.b() - 1)) & 1) == 0) return refuse(Clause::TCG_FLP_06, Fact::same_mode);
  return legal;
}

void flip_in_main(Table& t, Seat seat, Choice ch) {
  State& s = t.s;
  const Character who = ch.a<Character>();
  const int modes = modes_for(t.content, s, who, other_mode, 0);
  const int to = ch.b() != 0 ? ch.b() - 1 : std::countr_zero(static_cast<unsigned>(modes));
  s.flips = 1;
  cite(t, Clause::TCG_TRN_04, seat);
  if (in_ko_area(s, who)) cite(t, Clause::TCG_FLP_02, seat);
  if (ch.b() != 0) cite(t, Clause::TCG_FLP_04, seat);
  if (s.turn_number <= 2) cite(t, Clause::TCG_TRN_08, seat);
  next_event(s);
  before_flip(t, who, to);
  set_mode(t, who, to);
  after_flip(t, who);
  settle(t);
}

// ---- entering and leaving ----------------------------------------------------------------------------

Character new_character(const Content& c, State& s, Seat seat, CharacterRecord record) {
  for (int place = 0; place < max_characters; ++place) {
    const Character who = character_of(seat, place);
    if (is_there(s, who)) continue;
    s.characters[who] = {from_1(record), 0, 0, 0};
    core::exclude(s.tapped, who);
    core::exclude(s.attacked, who);
    core::exclude(s.formed, who);
    index_character(c, s, who);
    return who;
  }
  static constexpr core::Capacity room{"characters", max_characters};
  core::capacity_exceeded(room);
  return no_character;
}

// TCG-OUT-08: into the KO area, in alt mode, fully damaged; no KO.
void fetch_character(Table& t, Seat seat, CharacterRecord record) {
  State& s = t.s;
  const Character who = new_character(t.content, s, seat, record);
  if (who == no_character) return;
  core::include(s.ko_area, who);
  s.characters[who].damage = static_cast<std::uint8_t>(card_of_character(t.content, s, who).health);
  index_character(t.content, s, who);
  emit(t, Clause::TCG_OUT_08, EventKind::fetched, seat, who);
  cite(t, Clause::TCG_OUT_01, seat);
  cite(t, Clause::TCG_OUT_06, seat);
  cite(t, Clause::TCG_OUT_07, seat);
  for (const Character other : core::bits<Character>((s.field | s.ko_area) & characters_of(seat)))
    if (other != who && s.characters[other].card == s.characters[who].card) {
      cite(t, Clause::TCG_OUT_02, seat);
      break;
    }
}

void bring_under(Table& t, Character who, CharacterRecord record) {
  State& s = t.s;
  const Seat seat = owner_of(who);
  const Character small = new_character(t.content, s, seat, record);
  if (small == no_character) return;
  s.characters[small].beneath = static_cast<std::uint8_t>(place_of(who) + 1);
  emit(t, Clause::TCG_DECK_14, EventKind::put_under, seat, small, who);
  cite(t, Clause::TCG_WIN_06, seat);
}

void put_under(Table& t, Card card, Character who) {
  State& s = t.s;
  if (!on_field(s, who)) return;
  const Seat owner = owner_of(card);
  lift(t, card);
  s.under.add(card);
  put_at(s, card, who);
  s.known[0].remove(card);
  s.known[1].remove(card);
  emit(t, Clause::TCG_HID_07, EventKind::hidden_under, owner, who);
  reshuffle_if_empty(t, owner);
}

// TCG-DEP-01, TCG-TAP-05.
void deploy(Table& t, Character who) {
  State& s = t.s;
  if (s.characters[who].beneath == 0) return;
  s.characters[who].beneath = 0;
  s.characters[who].mode = 0;
  s.characters[who].damage = 0;
  core::exclude(s.tapped, who);
  core::include(s.field, who);
  index_character(t.content, s, who);
  const Seat seat = owner_of(who);
  emit(t, Clause::TCG_DEP_01, EventKind::deployed, seat, who);
  cite(t, Clause::TCG_DEP_02, seat);
  cite(t, Clause::TCG_TAP_05, seat);
  happen(t, Moment::deployed, seat, who);
}

// TCG-KO-10, TCG-KO-12: untapped, in the mode it had, repaired in the same instruction.
void return_from_ko(Table& t, Character who, int n) {
  State& s = t.s;
  if (!in_ko_area(s, who)) return;
  core::exclude(s.ko_area, who);
  core::include(s.field, who);
  core::exclude(s.tapped, who);
  index_character(t.content, s, who);
  emit(t, Clause::TCG_KO_10, EventKind::returned, owner_of(who), who);
  cite(t, Clause::TCG_TAP_05);
  cite(t, Clause::TCG_KO_12);
  repair(t, core::bit(who), n);
  s.check = 1;
}

}  // namespace rw::transformers_tcg
