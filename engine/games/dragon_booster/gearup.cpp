// Draw and Gear Up: drawing for the turn, magging gear, recruiting crew, swapping the dragon.
#include <algorithm>

#include "engine/games/dragon_booster/turn.h"

namespace rw::dragon_booster {

// DRB-DRW-01, DRB-DRW-02.
void draw_for_turn(Table& t) {
  each_from_leader(t.s, [&](Seat seat) {
    const int left = player(t.s, seat).deck_size;
    draw_cards(t, seat, t.content.draw_per_turn, Clause::DRB_DRW_01);
    cite(t, Clause::DRB_DRW_02, seat);
    if (left < t.content.draw_per_turn) cite(t, Clause::DRB_DRW_03, seat);
  });
  cite(t, Clause::DRB_WIN_05);
  check_exhaustion(t);
}

namespace {

bool has_title(const Content& c, const Player& p, std::uint16_t cards, Title title) {
  for (const Crystal i : core::bits<Crystal>(cards))
    if (face(c, p, i).title == title) return true;
  return false;
}

// Two copies in the dragon deck are one choice: the one that lies first.
bool is_first_crystal(const Player& p, Crystal i) {
  for (const Crystal k : core::bits<Crystal>(p.dragon_deck))
    if (p.crystals[k] == p.crystals[i]) return k == i;
  return true;
}

// Gear and crew come from one's dragon deck.
Refusal judge_kind(const Content& c, const State& s, Seat seat, Card card, Kind wanted) {
  if (!is_card(s, card) || owner_of(card) != seat || !is_crystal_slot(slot_of(card)) ||
      !core::contains(player(s, seat).dragon_deck, crystal_of(card)))
    return refuse(Clause::DRB_GUP_01, Fact::not_there);
  const Kind kind = face(c, s, card).kind;
  if (kind == Kind::dragon) return refuse(Clause::DRB_GUP_05, Fact::is_dragon);
  return kind == wanted ? legal : refuse(Clause::DRB_GUP_01, Fact::wrong_kind);
}

// The card itself, whatever the zap cap.
Refusal judge_gear(const Content& c, const State& s, Seat seat, Card card) {
  if (const Refusal refusal = judge_kind(c, s, seat, card, Kind::gear); refusal.refused()) return refusal;
  const Player& p = player(s, seat);
  const CardFace& gear = face(c, s, card);
  const std::uint16_t there = magged(p);
  if (core::population(there) == zap_caps)
    return refuse(p.dragon == no_crystal ? Clause::DRB_DLS_06 : Clause::DRB_MAG_02, Fact::no_cap, zap_caps);
  if (has_title(c, p, there, gear.title))
    return refuse(p.dragon == no_crystal ? Clause::DRB_DLS_06 : Clause::DRB_MAG_03, Fact::same_title);
  if (!color_fits(c, s, seat, gear)) return refuse(Clause::DRB_MAG_04, Fact::wrong_color);
  if (!is_first_crystal(p, crystal_of(card))) return refuse(Clause::DRB_HID_12, Fact::equal_card);
  return legal;
}

bool has_free_cap(const Player& p) { return std::find(p.cap.begin(), p.cap.end(), 0) != p.cap.end(); }

// What judge_gear and judge_recruit say of one's dragon deck, without reasons. What does not depend on the card is
// looked up once.
class GearingUp {
 public:
  GearingUp(const Content& c, const State& s, Seat seat) : c_(c), s_(s), seat_(seat), p_(player(s, seat)) {
    const Format& format = format_of(c, s);
    free_cap_ = has_free_cap(p_);
    magged_ = magged(p_);
    any_color_ = !format.color_boxes;
    any_team_ = p_.dragon == no_crystal || !format.team_symbols;
    if (!any_team_) team_ = face(c, p_, p_.dragon).team;
  }
  bool fits_gear(Crystal i) {
    const CardFace& gear = face(c_, p_.crystals[i]);
    return gear.kind == Kind::gear && free_cap_ && !has_title(c_, p_, magged_, gear.title) && fits_color(gear) &&
           is_first_crystal(p_, i);
  }
  bool fits_crew(Crystal i) const {
    const CardFace& crew = face(c_, p_.crystals[i]);
    return crew.kind == Kind::crew && (any_team_ || crew.team == team_) &&
           !has_title(c_, p_, p_.crew, crew.title) && is_first_crystal(p_, i);
  }
  bool any_gear() {
    for (const Crystal i : core::bits<Crystal>(p_.dragon_deck))
      if (fits_gear(i)) return true;
    return false;
  }
  bool any_crew() const {
    for (const Crystal i : core::bits<Crystal>(p_.dragon_deck))
      if (fits_crew(i)) return true;
    return false;
  }

 private:
  bool fits_color(const CardFace& gear) {
    if (gear.boxes == 0 || any_color_) return true;
    if (!color_known_) {
      color_known_ = true;
      color_ = color_of(c_, s_, seat_);
      any_color_ = fits_all_boxes(c_, s_, seat_);
    }
    return any_color_ || core::contains(gear.boxes, color_);
  }
  const Content& c_;
  const State& s_;
  Seat seat_;
  const Player& p_;
  bool free_cap_, any_color_, any_team_, color_known_ = false;
  std::uint16_t magged_;
  Team team_{};
  Color color_ = no_color;
};

// Without a dragon, and with two symbols to choose from (DRB-DLS-05).
bool is_two_way(const CardFace& gear) {
  for (const Stat corner : gear.corners)
    if (corner != gear.corners[Cap{}]) return true;
  return false;
}
bool shows(const CardFace& gear, Stat stat) {
  for (const Stat corner : gear.corners)
    if (corner == stat) return true;
  return false;
}

}  // namespace

Refusal judge_mag(const Content& c, const State& s, Seat seat, Choice ch) {
  if (const Refusal refusal = judge_gear(c, s, seat, ch.a<Card>()); refusal.refused()) return refusal;
  const Player& p = player(s, seat);
  const CardFace& gear = face(c, s, ch.a<Card>());
  if (p.dragon == no_crystal) {
    if (ch.b() != 0) return refuse(Clause::DRB_DLS_04, Fact::no_dragon);
    const bool right = is_two_way(gear)
                           ? ch.c() >= 1 && ch.c() <= stat_count && shows(gear, core::make<Stat>(ch.c() - 1))
                           : ch.c() == 0;
    const bool unsaid = is_two_way(gear) && ch.c() == 0;
    return right ? legal : refuse(Clause::DRB_DLS_05, unsaid ? Fact::name_stat : Fact::no_such_thing);
  }
  if (ch.c() != 0) return refuse(Clause::DRB_MAG_08, Fact::no_such_thing);
  if (ch.b() == 0) return refuse(Clause::DRB_MAG_01, Fact::name_cap);
  if (ch.b() > zap_caps) return refuse(Clause::DRB_MAG_01, Fact::no_such_thing);
  return p.cap[core::make<Cap>(ch.b() - 1)] == 0 ? legal : refuse(Clause::DRB_MAG_02, Fact::cap_taken);
}

Refusal judge_recruit(const Content& c, const State& s, Seat seat, Choice ch) {
  const Card card = ch.a<Card>();
  if (const Refusal refusal = judge_kind(c, s, seat, card, Kind::crew); refusal.refused()) return refusal;
  const Player& p = player(s, seat);
  const CardFace& crew = face(c, s, card);
  // DRB-DRF-09: team symbols do not count in drafts.
  if (format_of(c, s).team_symbols && p.dragon != no_crystal && crew.team != face(c, p, p.dragon).team)
    return refuse(Clause::DRB_CRW_02, Fact::wrong_team);
  if (has_title(c, p, p.crew, crew.title)) return refuse(Clause::DRB_CRW_03, Fact::same_title);
  if (!is_first_crystal(p, crystal_of(card))) return refuse(Clause::DRB_HID_12, Fact::equal_card);
  return legal;
}

namespace {

void add_gear(const Content& c, const State& s, GearingUp& gearing, ChoiceList& out) {
  const Seat seat = s.decision.asked;
  const Player& p = player(s, seat);
  for (const Crystal i : core::bits<Crystal>(p.dragon_deck)) {
    if (!gearing.fits_gear(i)) continue;
    const Card card = card_of(seat, i);
    const CardFace& gear = face(c, s, card);
    if (p.dragon != no_crystal) {
      for (const Cap cap : core::first<Cap>(zap_caps))
        if (p.cap[cap] == 0) out.add(choice(Verb::mag, card, core::index(cap) + 1));
    } else if (!is_two_way(gear)) {
      out.add(choice(Verb::mag, card));
    } else {
      for (const Stat stat : core::first<Stat>(stat_count))
        if (shows(gear, stat)) out.add(choice(Verb::mag, card, 0, core::index(stat) + 1));
    }
  }
}

void add_crew(const State& s, const GearingUp& gearing, ChoiceList& out) {
  const Seat seat = s.decision.asked;
  for (const Crystal i : core::bits<Crystal>(player(s, seat).dragon_deck))
    if (gearing.fits_crew(i)) out.add(choice(Verb::recruit, card_of(seat, i)));
}

}  // namespace

void list_gear(const Content& c, const State& s, ChoiceList& out) {
  GearingUp gearing(c, s, s.decision.asked);
  add_gear(c, s, gearing, out);
}

void list_crew(const Content& c, const State& s, ChoiceList& out) {
  add_crew(s, GearingUp(c, s, s.decision.asked), out);
}

// Whoever can gear up must. Only an imagined dragon deck may hold nothing that fits.
void list_gear_up(const Content& c, const State& s, ChoiceList& out) {
  GearingUp gearing(c, s, s.decision.asked);
  add_gear(c, s, gearing, out);
  add_crew(s, gearing, out);
  if (out.size() == 0) out.add(choice(Verb::show));
}

bool can_gear_up(const Content& c, const State& s, Seat seat) {
  GearingUp gearing(c, s, seat);
  return gearing.any_gear() || gearing.any_crew();
}

Refusal judge_show(const Content& c, const State& s, Seat seat, Choice) {
  return can_gear_up(c, s, seat) ? refuse(Clause::DRB_GUP_02, Fact::can_gear_up) : legal;
}

namespace {

void tell_magged(Table& t, Seat seat, Choice ch, const CardFace& gear) {
  if (t.log == nullptr) return;
  const Player& p = player(t.s, seat);
  emit(t, Clause::DRB_MAG_01, EventKind::magged, seat, ch.a(), ch.b(), ch.c());
  for (const Clause clause : {Clause::DRB_MAG_07, Clause::DRB_STA_02}) cite(t, clause, seat);
  const bool in_boxes = core::contains(gear.boxes, color_of(t.content, t.s, seat));
  const bool drafted = format_of(t.content, t.s).drafted();
  if (gear.boxes == 0) cite(t, Clause::DRB_MAG_05, seat);
  if (gear.boxes != 0 && !drafted) cite(t, Clause::DRB_MAG_04, seat);
  if (gear.boxes != 0 && !drafted && !in_boxes) cite(t, Clause::DRB_GEN_02, seat);
  if (drafted) cite(t, Clause::DRB_DRF_10, seat);
  if (drafted && gear.boxes != 0 && !in_boxes) cite(t, Clause::DRB_DRF_09, seat);
  if (p.dragon == no_crystal) {
    cite(t, Clause::DRB_DLS_04, seat);
    cite(t, Clause::DRB_DLS_06, seat);
    if (ch.c() != 0) cite(t, Clause::DRB_DLS_05, seat);
  } else {
    for (const Clause clause : {Clause::DRB_MAG_02, Clause::DRB_MAG_06, Clause::DRB_MAG_08}) cite(t, clause, seat);
  }
}

void mag(Table& t, Seat seat, Choice ch) {
  Player& p = player(t.s, seat);
  const Card card = ch.a<Card>();
  const CardFace& gear = face(t.content, t.s, card);
  Cap cap = core::make<Cap>(ch.b() - 1);
  if (p.dragon == no_crystal)
    cap = core::make<Cap>(static_cast<int>(std::find(p.cap.begin(), p.cap.end(), 0) - p.cap.begin()));
  core::exclude(p.dragon_deck, crystal_of(card));
  put_under(p, cap, crystal_of(card));
  p.symbol[cap] = ch.c() != 0 ? core::make<Stat>(ch.c() - 1) : gear.corners[p.dragon == no_crystal ? Cap{} : cap];
  show_to(t.s, card, core::everyone);
  enters_play(t.content, p, slot_of(card));
  tell_magged(t, seat, ch, gear);
}

}  // namespace

void recruit(Table& t, Seat seat, Choice ch) {
  const Card card = ch.a<Card>();
  Player& p = player(t.s, seat);
  core::exclude(p.dragon_deck, crystal_of(card));
  core::include(p.crew, crystal_of(card));
  show_to(t.s, card, core::everyone);
  enters_play(t.content, p, slot_of(card));
  emit(t, Clause::DRB_CRW_01, EventKind::recruited, seat, card);
  if (format_of(t.content, t.s).team_symbols) {
    cite(t, Clause::DRB_CRW_02, seat);
  } else {
    cite(t, Clause::DRB_DRF_09, seat);
    cite(t, Clause::DRB_DRF_10, seat);
  }
  set_off(t, Moment::crew_recruited, seat);
}

void gear_up(Table& t, Seat seat, Choice ch) {
  State& s = t.s;
  const bool by_effect = static_cast<Step>(s.agenda.back().step) != Step::turn;
  if (by_effect) {
    s.agenda.pop();
  } else {
    core::include(s.finished, seat);
    cite(t, Clause::DRB_GUP_01, seat);
    cite(t, Clause::DRB_GUP_03, seat);
    push_after(t);
  }
  verb_of(ch) == Verb::mag ? mag(t, seat, ch) : recruit(t, seat, ch);
}

void show(Table& t, Seat seat, Choice) {
  core::include(t.s.finished, seat);
  show_dragon_deck(t, seat);
}

// DRB-GUP-04, DRB-HID-05.
void show_dragon_deck(Table& t, Seat seat) {
  Player& p = player(t.s, seat);
  for (const Crystal i : core::bits<Crystal>(p.dragon_deck)) show_to(t.s, card_of(seat, i), core::everyone);
  emit(t, Clause::DRB_GUP_04, EventKind::deck_shown, seat, core::population(p.dragon_deck));
  cite(t, Clause::DRB_HID_05, seat);
}

// ---- by an effect ------------------------------------------------------------------------------------

namespace {

// While the dragon deck lies face down nobody else may learn whether anything fits.
bool conceals(const Player& p) { return p.dragon_deck != 0 && p.face_up == 0; }

void step_from_dragon_deck(Table& t, core::Frame& f, Question question, bool possible) {
  if (f.stage == 0 && possible) return ask(t, question, f.controller);
  if (f.stage == 0) cite(t, Clause::DRB_GEN_08, f.controller);
  t.s.agenda.pop();
}

}  // namespace

void list_end_of_search(const Content&, const State&, ChoiceList& out) {
  if (out.size() == 0) out.add(choice(Verb::stop));
}

void end_search(Table& t, Seat seat, Choice) {
  t.s.agenda.back().stage = 1;
  cite(t, Clause::DRB_GEN_08, seat);
}

// That all zap caps are full is plain to everybody (DRB-GEN-09).
bool might_mag(const Content& c, const State& s, Seat seat) {
  const Player& p = player(s, seat);
  return has_free_cap(p) && (conceals(p) || GearingUp(c, s, seat).any_gear());
}
bool might_recruit(const Content& c, const State& s, Seat seat) {
  return conceals(player(s, seat)) || GearingUp(c, s, seat).any_crew();
}

void step_mag(Table& t, core::Frame& f) {
  step_from_dragon_deck(t, f, Question::mag, might_mag(t.content, t.s, f.controller));
}

void step_recruit(Table& t, core::Frame& f) {
  step_from_dragon_deck(t, f, Question::recruit, might_recruit(t.content, t.s, f.controller));
}

// DRB-GEN-12: what sat on the old dragon ends. Gear that the new one could not mag is damaged, by its owner.
void swap_dragon(Table& t, Seat seat, Card card, Clause clause) {
  State& s = t.s;
  Player& p = player(s, seat);
  constexpr std::uint32_t on_dragon =
      modifier_bit(WordOp::stat) | modifier_bit(WordOp::take_color) | modifier_bit(WordOp::switch_off_dragon);
  for (int i = s.lasting.size() - 1; i >= 0; --i) {
    const ability::Lasting& l = s.lasting[i];
    const Seat whose = l.object != 0 ? rival_of(l.object) : l.controller;
    if ((t.content.abilities[l.ability].modifiers & on_dragon) == 0 || whose != seat) continue;
    s.lasting.remove(i);
    cite(t, Clause::DRB_GEN_12, seat);
  }
  const Card old = card_of(seat, p.dragon);
  core::include(p.dragon_deck, p.dragon);
  p.dragon = crystal_of(card);
  core::exclude(p.dragon_deck, p.dragon);
  show_to(s, card, core::everyone);
  note_cards_in_play(t.content, p);
  emit(t, clause, EventKind::swapped, seat, old, card);
  for (const Cap cap : core::first<Cap>(zap_caps)) {
    if (p.cap[cap] == 0) continue;
    const Card gear = card_of(seat, gear_under(p, cap));
    if (color_fits(t.content, s, seat, face(t.content, s, gear))) continue;
    damage(t, gear, seat);
    cite(t, Clause::DRB_MAG_04, seat);
  }
}

}  // namespace rw::dragon_booster
