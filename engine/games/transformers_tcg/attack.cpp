// Who attacks whom, and the twelve steps of an attack.
#include <algorithm>

#include "engine/games/transformers_tcg/flips.h"
#include "engine/games/transformers_tcg/frames.h"
#include "engine/games/transformers_tcg/word_table.h"

namespace rw::transformers_tcg {

// ---- attackers and defenders ----------------------------------------------------------------------------------

// The base of TCG-ATK-03 (or TCG-ATK-08, TCG-ATK-15), then Brave and Stealth (TCG-ATK-04 to 07).
CharacterSet legal_defenders(const Content& c, const State& s, Character attacker, Enemies which) {
  const CharacterSet enemies = fielded(s, opponent(owner_of(attacker)));
  if (s.options.basic != 0) return enemies;  // TCG-VAR-03
  const CharacterSet tapped = enemies & s.tapped;
  CharacterSet base = tapped != 0 && !may_attack_untapped(c, s, attacker) ? tapped : enemies;
  if (which == Enemies::untapped) base = enemies & ~s.tapped;
  const CharacterSet brave = bearers_of(c, s, Keyword::brave, base);
  const CharacterSet stealth = bearers_of(c, s, Keyword::stealth, base);
  if ((brave & ~stealth) != 0) return brave & ~stealth;
  const CharacterSet open = base & ~(stealth & ~brave);
  return open != 0 ? open : base;
}

// The turn's attack, or the one ordered by an effect, or a further one of All-Out Attack.
CharacterSet attackers(const State& s) {
  if (const Character ordered = ordered_attacker(s); ordered != no_character) return core::bit(ordered);
  CharacterSet able = fielded(s, s.turn) & ~s.tapped;
  if (s.options.basic != 0) return (able & ~s.attacked) != 0 ? able & ~s.attacked : able;  // TCG-VAR-03
  if (s.decision.kind == static_cast<std::uint8_t>(Question::attack) && s.agenda.back().count != 0)
    able &= ~s.attacked;
  return able;
}

Character ordered_attacker(const State& s) {
  const Frame& f = s.agenda.back();
  return f.step == static_cast<std::uint8_t>(Step::ordered_attack) && f.stage != 0
             ? Character{f.as<OrderedAttackFrame>().attacker}
             : no_character;
}

namespace {

// An attack that an effect orders is one against an untapped enemy (TCG-ATK-15).
Enemies open_to_attack(const State& s) {
  return ordered_attacker(s) != no_character ? Enemies::untapped : Enemies::all;
}

}  // namespace

void list_attacks(const Content& c, const State& s, ChoiceList& out) {
  const bool all_alike = !is_said(s, WordOp::can);
  CharacterSet defenders = 0;
  for (const Character who : core::bits<Character>(attackers(s))) {
    if (defenders == 0 || !all_alike) defenders = legal_defenders(c, s, who, open_to_attack(s));
    for (const Character enemy : core::bits<Character>(defenders)) out.add(choice(Verb::attack, who, enemy));
  }
}

Refusal judge_attack(const Content& c, const State& s, Seat seat, Choice ch) {
  const Character who = ch.a<Character>(), enemy = ch.b<Character>();
  if (!is_known(s, who) || !is_known(s, enemy)) return refuse(Clause::TCG_ATK_02, Fact::no_such_item);
  if (owner_of(who) != seat) return refuse(Clause::TCG_ATK_02, Fact::not_yours);
  if (!on_field(s, who)) return refuse(Clause::TCG_ATK_02, Fact::not_on_battlefield);
  if (!core::contains(attackers(s), who)) {
    if (ordered_attacker(s) != no_character) return refuse(Clause::TCG_ATK_15, Fact::not_offered);
    if (s.options.basic != 0) return refuse(Clause::TCG_VAR_03, Fact::already_attacked);
    return is_tapped(s, who) ? refuse(Clause::TCG_ATK_02, Fact::tapped)
                             : refuse(Clause::TCG_PST_09, Fact::already_attacked);
  }
  if (owner_of(enemy) == seat || !on_field(s, enemy)) return refuse(Clause::TCG_ATK_03, Fact::not_enemy);
  const bool ordered = ordered_attacker(s) != no_character;
  if (core::contains(legal_defenders(c, s, who, open_to_attack(s)), enemy)) return legal;
  const CharacterSet enemies = fielded(s, opponent(seat));
  if (ordered && is_tapped(s, enemy)) return refuse(Clause::TCG_ATK_15, Fact::untapped_only);
  if (!ordered && (enemies & s.tapped) != 0 && !is_tapped(s, enemy) && !may_attack_untapped(c, s, who)) {
    const bool brave = bearers_of(c, s, Keyword::brave, core::bit(enemy)) != 0;
    return refuse(brave ? Clause::TCG_ATK_06 : Clause::TCG_ATK_03, Fact::enemy_tapped);
  }
  if (bearers_of(c, s, Keyword::stealth, core::bit(enemy)) != 0 &&
      bearers_of(c, s, Keyword::brave, core::bit(enemy)) == 0)
    return refuse(Clause::TCG_ATK_05, Fact::stealth);
  return refuse(Clause::TCG_ATK_04, Fact::brave_enemy);
}

// An untapped character must attack (TCG-ATK-01); a further attack may be declined (TCG-PST-09).
Refusal judge_end(const Content&, const State& s, Seat, Choice) {
  return attackers(s) == 0 ? legal : refuse(Clause::TCG_ATK_01, Fact::must_attack);
}

void end_main(Table& t, Seat seat, Choice) {
  cite(t, Clause::TCG_TRN_13, seat);
  turn_frame(t.s).stage = checks_stage;
}

Refusal must_attack(const State& s) {
  return refuse(ordered_attacker(s) != no_character ? Clause::TCG_ATK_15 : Clause::TCG_PST_03, Fact::must_attack);
}

Refusal judge_rest(const Content&, const State& s, Seat, Choice) {
  const Frame& f = s.agenda.back();
  return f.step == static_cast<std::uint8_t>(Step::turn) && f.count != 0 ? legal : must_attack(s);
}

void rest(Table& t, Seat seat, Choice) {
  emit(t, Clause::TCG_PST_09, EventKind::declined, seat);
  t.s.agenda.back().stage = end_stage;
}

namespace {

// The rules that decided who may be attacked.
void cite_targets(Table& t, Seat seat, Character who, Character enemy) {
  const State& s = t.s;
  const CharacterSet enemies = fielded(s, opponent(seat));
  const CharacterSet brave = bearers_of(t.content, s, Keyword::brave, enemies);
  const CharacterSet stealth = bearers_of(t.content, s, Keyword::stealth, enemies);
  if (core::contains(brave & ~stealth, enemy)) cite(t, Clause::TCG_ATK_04, seat);
  if ((stealth & ~brave) != 0) cite(t, Clause::TCG_ATK_05, seat);
  if ((brave | stealth) != 0) cite(t, Clause::TCG_ATK_06, seat);
  if ((brave & stealth) != 0) cite(t, Clause::TCG_ATK_07, seat);
  if (may_attack_untapped(t.content, s, who)) {
    cite(t, Clause::TCG_ATK_08, seat);
    cite(t, Clause::TCG_GEN_01, seat);
  }
}

}  // namespace

// A1.
void declare_attack(Table& t, Seat seat, Choice ch) {
  State& s = t.s;
  if (s.phase == Phase::main) {
    s.phase = Phase::attack;
    emit(t, Clause::TCG_ATK_01, EventKind::phase_begins, seat, static_cast<int>(Phase::attack));
  }
  if (s.agenda.back().step == static_cast<std::uint8_t>(Step::turn)) {
    turn_frame(s).stage = checks_stage;
    turn_frame(s).count = 0;
  } else {
    s.agenda.pop();  // the order to attack is obeyed
  }
  const Character who = ch.a<Character>(), enemy = ch.b<Character>();
  s.battle = {};
  s.battle.attacker = who;
  s.battle.defender = enemy;
  s.battle.stage = before_flips;
  s.attacks = static_cast<std::uint8_t>(s.attacks + 1);
  if (s.options.basic != 0) {
    s.attacked &= ~characters_of(seat);
    cite(t, Clause::TCG_VAR_03, seat);
  }
  s.attacks_again = core::contains(s.attacked, who) ? 1 : 0;
  core::include(s.attacked, who);
  s.flipped = no_cards;
  emit(t, Clause::TCG_ATK_02, EventKind::attack_declared, seat, who, enemy);
  cite(t, Clause::TCG_ATK_03, seat);
  cite(t, Clause::TCG_ATK_12, seat);
  cite(t, Clause::TCG_TRN_09, seat);
  if (s.turn_number <= 2) cite(t, Clause::TCG_TRN_08, seat);
  if (t.log != nullptr) cite_targets(t, seat, who, enemy);
  push_step(t, Step::attack, seat, 0, 0, s.pending.size());
}

// ---- the steps ---------------------------------------------------------------------------------------

namespace {

enum AttackStage : std::uint8_t {
  declared,  // A1, A2
  substitution,  // A3
  defending,
  locking,  // A4
  attacker_focus,  // A5
  attacker_flips,
  attacker_sorts,  // A6
  attacker_done,
  defender_focus,  // A7
  defender_flips,
  defender_sorts,  // A8
  defender_done,
  dealing,  // A9, A10
  ending,  // A11
  swap_active,  // A12
  swap_other,
  cleared,
};

bool both_stand(const State& s) { return on_field(s, attacker_of(s)) && on_field(s, defender_of(s)); }

void trigger_defense(Table& t, Frame& f) {
  State& s = t.s;
  const Seat other = opponent(f.controller);
  happen(t, Moment::defends, other, defender_of(s), attacker_of(s));
  happen(t, Moment::battles, other, defender_of(s), attacker_of(s));
  f.put(AttackFrame{s.battle.defender, {}});
}

// A3: abilities for defending are those of the final defender.
void forget_defense(Table& t, Frame& f, Character who) {
  State& s = t.s;
  for (int i = f.object - 1; i >= f.subject; --i) {
    const int moment = Words::program(t.content, s.pending[i].ability).ability().moment;
    const bool defends =
        moment == static_cast<int>(Moment::defends) || moment == static_cast<int>(Moment::battles);
    if (!defends || s.pending[i].subject != item_of(who)) continue;
    s.pending.remove(i);
    f.object = static_cast<std::int16_t>(f.object - 1);
  }
}

// TCG-TRG-02, A2: all of it triggers now; what the defending player has waits for the substitution.
void trigger_attack(Table& t, Frame& f) {
  State& s = t.s;
  next_event(s);
  const int start = s.pending.size();
  happen(t, Moment::attacks, f.controller, attacker_of(s), defender_of(s));
  happen(t, Moment::battles, f.controller, attacker_of(s), defender_of(s));
  trigger_defense(t, f);
  int held = start;
  for (int i = start; i < s.pending.size(); ++i)
    if (s.pending[i].controller != f.controller) {
      const Trigger trigger = s.pending[i];
      s.pending.remove(i);
      s.pending.insert(held++, trigger);
    }
  if (s.pending.size() > start) cite(t, Clause::TCG_TRG_02, f.controller);
  f.subject = static_cast<std::int16_t>(start);
  f.object = static_cast<std::int16_t>(held);
}

// A3, TCG-ATK-14.
bool offer_substitution(Table& t, Frame& f) {
  State& s = t.s;
  const Character defender = defender_of(s);
  if (!core::contains(s.listen[static_cast<int>(Moment::defense)], defender)) return false;
  const AbilityList& list = mode_of(t.content, s, defender).abilities;
  for (int i = 0; i < list.count; ++i) {
    const Program p = Words::program(t.content, list.first + i);
    const ability::Ability& a = p.ability();
    if (a.kind != static_cast<int>(ability::Kind::replacement) || a.moment != static_cast<int>(Moment::defense))
      continue;
    if (core::population(fielded(s, opponent(f.controller))) < 2) continue;
    push_program(t, opponent(f.controller), list.first + i, Interpreter::start(p), source_of(no_card, defender),
                 item_of(defender), 0, asked_before(a));
    return true;
  }
  return false;
}

// A4, TCG-BAT-02, TCG-BAT-03, TCG-KEY-01, TCG-KEY-02.
void lock_flips(Table& t) {
  State& s = t.s;
  for (const Character who : {attacker_of(s), defender_of(s)}) {
    const bool attacks = who == attacker_of(s);
    const Keyword k = attacks ? Keyword::bold : Keyword::tough;
    const int bonus = keyword(t.content, s, k, who), extra = extra_flips(t.content, s, who);
    const int n = t.content.flips + bonus + extra;
    const Seat seat = owner_of(who);
    s.battle.locked[core::index(seat)] = static_cast<std::uint8_t>(std::min(n, 200));
    emit(t, Clause::TCG_BAT_03, EventKind::flips_fixed, seat, n, who);
    if (bonus + extra > 0) cite(t, Clause::TCG_BAT_02, seat);
    if (bonus > 0) cite(t, attacks ? Clause::TCG_KEY_01 : Clause::TCG_KEY_02, seat);
    if (t.log != nullptr && bonus == 0 && has_keyword(t.content, s, k, who)) cite(t, Clause::TCG_KEY_12, seat);
  }
}

// One card after the other; an ability set off by a reshuffle comes in between (TCG-TRG-01).
bool flip_side(Table& t, const Frame& f, Seat seat) {
  State& s = t.s;
  for (;;) {
    while (s.battle.flips_left > 0) {
      --s.battle.flips_left;
      if (flip_one(t, seat) == no_card) s.battle.flips_left = 0;
      if (s.pending.size() > f.object || s.check != 0 || core::overflowed()) return false;
    }
    const int more = bonus_flips(t, seat);
    if (more == 0) return true;
    s.battle.flips_left = static_cast<std::uint8_t>(more);
  }
}

// A9, TCG-DMG-01 to 04.
void deal(Table& t) {
  State& s = t.s;
  const Character who = attacker_of(s), enemy = defender_of(s);
  const int attack = attack_of(t.content, s, who), defense = defense_of(t.content, s, enemy);
  const int pierce = keyword(t.content, s, Keyword::pierce, who);
  const int plain = std::max(0, attack - defense);
  const int damage = std::max(plain, std::min(pierce, attack));
  const Seat seat = owner_of(who);
  emit(t, Clause::TCG_DMG_01, EventKind::totals, seat, who, attack, enemy, defense);
  cite(t, Clause::TCG_DMG_02, seat);
  cite(t, Clause::TCG_BAT_07, seat);
  cite(t, Clause::TCG_BAT_08, seat);
  cite(t, Clause::TCG_BAT_09, seat);
  if (damage > plain)
    emit(t, Clause::TCG_DMG_04, EventKind::pierced, seat, who, pierce, damage);
  else if (pierce > 0)
    cite(t, Clause::TCG_DMG_04, seat);
  if (t.log != nullptr && pierce == 0 && has_keyword(t.content, s, Keyword::pierce, who))
    cite(t, Clause::TCG_KEY_13, seat);
  if (damage == 0) return emit(t, Clause::TCG_DMG_03, EventKind::no_damage, seat, enemy);
  begin_damage(t, core::bit(enemy), damage, DamageKind::attack, seat, who);
}

void end_battle(Table& t) {
  State& s = t.s;
  for (const Moment moment : {Moment::after_attack, Moment::after_battle})
    happen(t, moment, owner_of(attacker_of(s)), attacker_of(s), defender_of(s));
  happen(t, Moment::after_defense, owner_of(defender_of(s)), defender_of(s), attacker_of(s));
  cite(t, Clause::TCG_TRG_12);
  if (s.battle.over != 0) {
    cite(t, Clause::TCG_ATK_17);
    cite(t, Clause::TCG_ATK_18);
    cite(t, Clause::TCG_ATK_19);
  }
}

}  // namespace

namespace {

// One of the two fighters is gone.
void break_off_battle(Table& t, Frame& f) {
  State& s = t.s;
  if (s.battle.over == 0 && f.stage < dealing) emit(t, Clause::TCG_ATK_16, EventKind::attack_over, f.controller);
  if (f.stage < dealing) s.battle.over = 1;
  f.object = f.subject;  // TCG-ATK-17: what has triggered still happens
  s.battle.flips_left = 0;
  f.stage = ending;
}

// The flips of the attacker, then those of the defender.
void flip_stage(Table& t, Frame& f) {
  State& s = t.s;
  const Seat active = f.controller, other = opponent(active);
  const auto flips_of = [&](Seat seat) {
    s.battle.flips_left = s.battle.locked[core::index(seat)];
    f.stage = static_cast<std::uint8_t>(f.stage + 1);
    const int focus = keyword(t.content, s, Keyword::focus, fighter_of(s, seat));
    if (focus > 0) begin_focus(t, seat, focus);
  };
  const auto flips_made = [&](Seat seat, Character fighter) {
    next_event(s);
    happen(t, Moment::flips_made, seat, fighter);
    f.stage = static_cast<std::uint8_t>(f.stage + 1);
  };
  const auto flips_done = [&](Seat seat, Character fighter, Moment of_this_side) {
    next_event(s);
    cite(t, Clause::TCG_BAT_06, seat);
    happen(t, of_this_side, seat, fighter);
    happen(t, Moment::flips_done, seat, fighter);
    if (s.pending.size() > f.object) cite(t, Clause::TCG_TRG_10, seat);
    f.stage = static_cast<std::uint8_t>(f.stage + 1);
  };
  switch (f.stage) {
    case attacker_focus: return flips_of(active);
    case attacker_flips:
      if (!flip_side(t, f, active)) return settle(t);
      f.stage = attacker_sorts;
      return;
    case attacker_sorts: return flips_made(active, attacker_of(s));
    case attacker_done: return flips_done(active, attacker_of(s), Moment::attack_flips_done);
    case defender_focus: s.battle.stage = defense_flips; return flips_of(other);
    case defender_flips:
      if (!flip_side(t, f, other)) return settle(t);
      f.stage = defender_sorts;
      return;
    case defender_sorts: return flips_made(other, defender_of(s));
    case defender_done: return flips_done(other, defender_of(s), Moment::defense_flips_done);
    default: return;
  }
}

void attack_stage(Table& t, Frame& f) {
  State& s = t.s;
  const Seat active = f.controller, other = opponent(active);
  if (f.stage < ending && f.stage > declared && !both_stand(s)) return break_off_battle(t, f);
  if (f.stage >= attacker_focus && f.stage < dealing) return flip_stage(t, f);
  switch (f.stage) {
    case declared:
      if (s.options.basic == 0) tap(t, core::bit(attacker_of(s)), Clause::TCG_ATK_10);
      cite(t, Clause::TCG_TAP_01);
      trigger_attack(t, f);
      f.stage = substitution;
      return;
    case substitution:
      f.stage = defending;
      offer_substitution(t, f);
      return;
    case defending:
      f.stage = locking;
      cite(t, Clause::TCG_ATK_20);
      if (const Character before = f.as<AttackFrame>().defender; before != defender_of(s)) {
        forget_defense(t, f, before);
        trigger_defense(t, f);
      }
      f.object = f.subject;
      return;
    case locking:
      lock_flips(t);
      s.battle.stage = attack_flips;
      f.stage = attacker_focus;
      return;
    case dealing:
      f.stage = ending;
      s.battle.stage = damage_stage;
      return deal(t);
    case ending:
      s.battle.stage = after_battle_stage;
      next_event(s);
      end_battle(t);
      f.stage = swap_active;
      return;
    case swap_active:
      s.battle.stage = swap_stage;
      f.stage = swap_other;
      ask_to_swap(t, active);
      return;
    case swap_other:
      f.stage = cleared;
      ask_to_swap(t, other);
      return;
    default:
      end_lasting(t, Until::end_of_battle);
      s.battle = {};
      s.flipped = no_cards;
      s.agenda.pop();
      health_may_change(s, {});
      return settle(t);
  }
}

}  // namespace

// Goes through the stages until something waits, somebody is asked, or another step comes first.
void step_attack(Table& t, Frame& f) {
  const State& s = t.s;
  const int depth = s.agenda.size();
  do {
    attack_stage(t, f);
  } while (s.agenda.size() == depth && s.pending.size() <= f.object && !s.decision.open() && !is_over(s) &&
           !core::overflowed());
}

// ---- attacks that an effect orders (TCG-PST-07) ------------------------------------------------------

// The order lies below the attack under way, so that it comes after its swaps.
void order_attack(Table& t, const Frame& program, int at) {
  State& s = t.s;
  Frame f = program;
  f.step = static_cast<std::uint8_t>(Step::ordered_attack);
  f.stage = 0;
  f.position = static_cast<std::uint16_t>(at);
  int place = s.agenda.size() - 1;
  while (place > 0 && s.agenda[place].step != static_cast<std::uint8_t>(Step::attack)) --place;
  s.agenda.insert(std::max(place, 1), f);
  cite(t, Clause::TCG_PST_07, program.controller);
}

void step_ordered_attack(Table& t, Frame& f) {
  State& s = t.s;
  const Program p = Words::program(t.content, f.ability);
  const CharacterSet who =
      things(t.content, s, ability::scope_of(f), p, operand<WordOp::attack_now, "who">(p, f.position)).characters &
      s.field & ~s.tapped;
  const CharacterSet untapped = fielded(s, opponent(f.controller)) & ~s.tapped;
  if (who == 0 || untapped == 0) {
    s.agenda.pop();
    return;
  }
  auto order = f.as<OrderedAttackFrame>();
  order.attacker = first_of(who);
  f.put(order);
  f.stage = 1;
  cite(t, Clause::TCG_ATK_15, f.controller);
  ask(t, Question::attack, f.controller);
}

}  // namespace rw::transformers_tcg
