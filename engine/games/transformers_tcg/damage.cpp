// Damage and what changes it, repair, moving counters, knock-outs.
#include <algorithm>

#include "engine/ability/walk.h"
#include "engine/games/transformers_tcg/sources.h"
#include "engine/games/transformers_tcg/turn.h"
#include "engine/games/transformers_tcg/word_table.h"

namespace rw::transformers_tcg {
namespace {

// What may change a hit: an ability, or one of three modifiers that work in the same way.
enum Special : int { by_ability, by_safeguard, by_limit, by_taker };
struct Candidate {
  Special special;
  int ability;
  Source source;
  bool may;
};
struct CandidateList {
  static constexpr core::Capacity room{"replacements", 24};
  Candidate items[room.room];
  int count = 0;
  void add(const Candidate& c) {
    if (count == room.room) return core::capacity_exceeded(room);
    items[count++] = c;
  }
};

bool has_changed(const Hit& hit, Source source) {
  return std::find(std::begin(hit.changed_by), std::end(hit.changed_by), source) != std::end(hit.changed_by);
}
void note_change(Hit& hit, Source source) {
  for (Source& old : hit.changed_by)
    if (old == Source{}) {
      old = source;
      return;
    }
  static constexpr core::Capacity room{"replacements", max_replacements};
  core::capacity_exceeded(room);
}

// May somebody else be chosen to take the damage?
bool offers_another(const Content& c, const State& s, const Scope& scope, Program p, int choose,
                    Character target) {
  ability::Items found{};
  Words::select(c, s, scope, p, ability::choose_operands(p, choose).of, found);
  return std::any_of(found.begin(), found.end(),
                     [&](std::int16_t item) { return core::make<Item>(item) != item_of(target); });
}

// TCG-RPL-04: an effect that would leave the damage as it is does not apply to it.
bool changes(const Content& c, const State& s, const Scope& scope, Program p, const Hit& hit) {
  const int block = p.ability().effects;
  for (int at = block + 1; at < block + p.length(block); at += p.length(at)) {
    if (p.opcode(at) == ability::op_end) continue;
    if (p.opcode(at) == ability::op_choose && !offers_another(c, s, scope, p, at, hit.target)) continue;
    if (static_cast<WordOp>(p.opcode(at)) != WordOp::limit) return true;
    if (Interpreter::amount(c, s, scope, p, operand<WordOp::limit, "n">(p, at)) < hit.amount) return true;
  }
  return false;
}

void consider(const Content& c, const State& s, const AbilityList& list, Card card, Character bearer,
              const Hit& hit, CandidateList& out) {
  if ((list.moments & moment_bit(Moment::damage)) == 0) return;
  const Character target = hit.target;
  const Source source = source_of(card, bearer);
  if (has_changed(hit, source)) return;  // TCG-RPL-02
  for (int i = 0; i < list.count; ++i) {
    const Program p = Words::program(c, list.first + i);
    const ability::Ability& a = p.ability();
    if (a.kind != static_cast<int>(ability::Kind::replacement) || a.moment != static_cast<int>(Moment::damage))
      continue;
    if (!role_fits(a.role, bearer, item_of(target), owner_of(target))) continue;
    const Scope scope = scope_at(owner_of(bearer), source, item_of(target));
    if (a.condition != 0 && !Interpreter::test(c, s, scope, p, a.condition)) continue;
    if (!changes(c, s, scope, p, hit)) continue;
    out.add({by_ability, list.first + i, source, (a.flags & ability::flag_may) != 0});
  }
}

// A limit for a whole attack counts what the fighter has taken in it, and what is on its way to it.
int room_below_limit(const Content& c, const State& s, Character who) {
  int limit = damage_limit(c, s, who);
  if (fighting(s) && (who == attacker_of(s) || who == defender_of(s)))
    limit -= s.battle.taken[core::index(owner_of(who))] + s.damage.sum[who];
  return std::max(0, limit);
}

CandidateList candidates(const Content& c, const State& s) {
  CandidateList out;
  const Hit& hit = s.damage.hits.back();
  if (hit.amount == 0) return out;
  const Character target = hit.target;
  for (const Character who : core::bits<Character>(s.listen[static_cast<int>(Moment::damage)])) {
    consider(c, s, mode_of(c, s, who).abilities, no_card, who, hit, out);
    for (const Card card : upgrades_on(s, who))
      consider(c, s, battle_card(c, s, card).abilities, card, who, hit, out);
  }
  const auto special = [&](Special which, bool applies) {
    if (applies && !has_changed(hit, special_source(which))) out.add({which, 0, special_source(which), false});
  };
  if (s.characters[target].damage == 0) {  // TCG-KEY-11
    const int safe = keyword(c, s, Keyword::safeguard, target);
    special(by_safeguard, safe > 0 && safe < hit.amount);
  }
  if (!s.lasting.empty()) {
    special(by_limit, lasts(s, WordOp::damage_limit) && room_below_limit(c, s, target) < hit.amount);
    special(by_taker, s.damage.attack != 0 && damage_taker(c, s, target) != target);
  }
  return out;
}

void carry_out(Table& t, const Candidate& candidate) {
  State& s = t.s;
  Hit& hit = s.damage.hits.back();
  const Character target = hit.target;
  note_change(hit, candidate.source);
  const Seat owner = owner_of(target);
  cite(t, Clause::TCG_RPL_01, owner);
  cite(t, Clause::TCG_RPL_02, owner);
  if (t.log != nullptr && s.damage.attack != 0 && fighting(s) &&
      keyword(t.content, s, Keyword::pierce, attacker_of(s)) > 0)
    cite(t, Clause::TCG_RPL_05, owner);
  switch (candidate.special) {
    case by_safeguard: return prevent(t, keyword(t.content, s, Keyword::safeguard, target), Clause::TCG_KEY_11);
    case by_limit: return prevent(t, room_below_limit(t.content, s, target), Clause::TCG_RPL_01);
    case by_taker: return redirect(t, damage_taker(t.content, s, target), hit.amount);
    case by_ability: break;
  }
  emit(t, Clause::TCG_RPL_12, EventKind::replaced, owner_of(bearer_of(candidate.source)), candidate.source);
  cite(t, Clause::TCG_RPL_04, owner);
  if (s.damage.by != owner) cite(t, Clause::TCG_RPL_09, owner);
  const Program p = Words::program(t.content, candidate.ability);
  push_program(t, owner_of(bearer_of(candidate.source)), candidate.ability, Interpreter::start(p),
               candidate.source, item_of(target));
}

// TCG-RPL-11: an Upgrade would redirect the damage, but there is nobody to take it.
void cite_idle_redirection(Table& t, const Hit& hit) {
  if (hit.changed_by[0] != Source{}) return;
  for (const Card card : upgrades_on(t.s, hit.target)) {
    const AbilityList& list = battle_card(t.content, t.s, card).abilities;
    for (int i = 0; i < list.count; ++i) {
      const Program p = Words::program(t.content, list.first + i);
      if (p.ability().moment != static_cast<int>(Moment::damage) ||
          p.ability().role != static_cast<int>(Role::self))
        continue;
      const Scope scope = scope_at(owner_of(card), source_of(card, hit.target), item_of(hit.target));
      if (p.ability().condition != 0 && Interpreter::test(t.content, t.s, scope, p, p.ability().condition))
        continue;
      ability::walk(vocabulary(), p, p.ability().effects, [&](int at) {
        if (static_cast<WordOp>(p.opcode(at)) == WordOp::redirect) cite(t, Clause::TCG_RPL_11);
      });
    }
  }
}

// What the attack did beyond or exactly up to the KO (TCG-DMG-13, TCG-DMG-15).
void measure_ko(Table& t, Character who, int before, int amount) {
  State& s = t.s;
  const int needed = health_of(t.content, s, who) - before;
  const Character doer = s.damage.doer;
  if (amount < needed || doer == no_character || s.damage.surplus != 0) return;
  const Seat player = owner_of(doer);
  if (amount == needed) return happen(t, Moment::exact_ko, player, doer, who);
  s.battle.surplus = static_cast<std::uint8_t>(amount - needed);
  happen(t, Moment::surplus_ko, player, doer, who);
}

// TCG-DMG-06, TCG-DMG-11: all counters are put at once.
void place_counters(Table& t) {
  State& s = t.s;
  next_event(s);
  int hurt = 0;
  for (const Character who : core::bits<Character>(s.field)) {
    const int amount = s.damage.sum[who];
    if (amount == 0) continue;
    ++hurt;
    CharacterState& character = s.characters[who];
    const int before = character.damage;
    character.damage = static_cast<std::uint8_t>(std::min(255, before + amount));
    emit(t, s.damage.attack != 0 ? Clause::TCG_DMG_03 : Clause::TCG_DMG_06, EventKind::damaged, owner_of(who), who,
         amount);
    if (s.damage.attack != 0) cite(t, Clause::TCG_DMG_06);
    if (fighting(s) && (who == attacker_of(s) || who == defender_of(s))) {
      std::uint8_t& taken = s.battle.taken[core::index(owner_of(who))];
      taken = static_cast<std::uint8_t>(std::min(255, taken + amount));
    }
    if (s.damage.doer == no_character) continue;
    const Character doer = s.damage.doer;
    const Seat player = owner_of(doer);
    if (s.damage.attack != 0) s.battle.dealt = static_cast<std::uint8_t>(std::min(255, s.battle.dealt + amount));
    cite(t, Clause::TCG_DMG_18, player);
    happen(t, Moment::damages, player, doer, who);
    happen(t, Moment::attack_damages, player, doer, who);
    measure_ko(t, who, before, amount);
  }
  if (hurt == 0) emit(t, Clause::TCG_DMG_19, EventKind::no_damage, s.damage.by);
  s.damage = {};
  s.check = 1;
}

}  // namespace

void begin_damage(Table& t, CharacterSet who, int n, DamageKind kind, Seat by, Character doer) {
  State& s = t.s;
  who &= s.field;
  if (who == 0 || n <= 0) return;
  if (core::population(who) > 1) cite(t, Clause::TCG_DMG_11);
  s.damage.left = who;
  s.damage.amount = static_cast<std::uint8_t>(std::min(n, 255));
  s.damage.attack = kind == DamageKind::effect ? 0 : 1;
  s.damage.by = by;
  s.damage.doer = doer;
  s.damage.surplus = kind == DamageKind::surplus ? 1 : 0;
  s.damage.open = 1;
  push_step(t, Step::damage, by);
}

void step_damage(Table& t, Frame&) {
  State& s = t.s;
  Damage& d = s.damage;
  while (!core::overflowed()) {
    if (d.hits.empty()) {
      if (d.left == 0) {
        s.agenda.pop();
        place_counters(t);
        return settle(t);
      }
      const Character who = first_of(d.left);
      d.left &= d.left - 1;
      Hit hit{};
      hit.target = who;
      hit.amount = d.amount;
      d.hits.push(hit);
    }
    const CandidateList found = candidates(t.content, s);
    if (found.count == 0) {
      if (t.log != nullptr) cite_idle_redirection(t, d.hits.back());
      const Hit hit = d.hits.pop();
      d.sum[hit.target] = static_cast<std::uint8_t>(std::min(255, d.sum[hit.target] + hit.amount));
      continue;
    }
    if (found.count == 1 && !found.items[0].may) {
      carry_out(t, found.items[0]);
      if (s.agenda.back().step != static_cast<std::uint8_t>(Step::damage)) return;
      continue;
    }
    return ask(t, Question::replace, owner_of(d.hits.back().target));
  }
}

void list_replacements(const Content& c, const State& s, ChoiceList& out) {
  const CandidateList found = candidates(c, s);
  bool all_may = true;
  for (int i = 0; i < found.count; ++i) {
    bool again = false;  // of equal Upgrades the first is listed
    for (int k = 0; k < i; ++k)
      again = again || (found.items[k].ability == found.items[i].ability &&
                        alike_sources(s, found.items[k].source, found.items[i].source));
    if (!again) out.add(choice(Verb::apply, found.items[i].source));
    all_may = all_may && found.items[i].may;
  }
  if (all_may) out.add(choice(Verb::done));
}

void apply_replacement(Table& t, Seat, Choice ch) {
  const CandidateList found = candidates(t.content, t.s);
  for (int i = 0; i < found.count; ++i)
    if (found.items[i].source == ch.a<Source>()) return carry_out(t, found.items[i]);
}

void decline_replacements(Table& t, Seat, Choice) {
  const CandidateList found = candidates(t.content, t.s);
  for (int i = 0; i < found.count; ++i) note_change(t.s.damage.hits.back(), found.items[i].source);
  emit(t, Clause::TCG_RPL_12, EventKind::declined, owner_of(t.s.damage.hits.back().target));
}

void prevent(Table& t, int at_most, Clause clause) {
  if (t.s.damage.hits.empty()) return;
  Hit& hit = t.s.damage.hits.back();
  const int before = hit.amount;
  hit.amount = static_cast<std::uint8_t>(std::clamp(at_most, 0, before));
  emit(t, clause, EventKind::prevented, owner_of(hit.target), hit.target, before, hit.amount);
  if (hit.amount == 0) cite(t, Clause::TCG_DMG_19);
}

// TCG-RPL-03: it keeps its kind, and what the new receiver has may change it again.
void redirect(Table& t, Character who, int n) {
  State& s = t.s;
  if (s.damage.hits.empty()) return;
  if (!on_field(s, who)) return cite(t, Clause::TCG_RPL_11);
  Hit& hit = s.damage.hits.back();
  n = std::min<int>(n, hit.amount);
  emit(t, Clause::TCG_RPL_03, EventKind::redirected, owner_of(who), hit.target, who, n);
  if (n == hit.amount) {
    hit.target = who;
    return;
  }
  Hit part = hit;
  part.target = who;
  part.amount = static_cast<std::uint8_t>(n);
  hit.amount = static_cast<std::uint8_t>(hit.amount - n);
  s.damage.hits.push(part);
}

// ---- repair and moving ---------------------------------------------------------------------------------------

namespace {

// Abilities in place of repair only make it larger; nobody has to choose.
int repaired(Table& t, Character who, int n) {
  const Content& c = t.content;
  const State& s = t.s;
  if (!core::contains(s.listen[static_cast<int>(Moment::repair)], who)) return n;
  for (const Card card : upgrades_on(s, who)) {
    const AbilityList& list = battle_card(c, s, card).abilities;
    for (int i = 0; i < list.count; ++i) {
      const Program p = Words::program(c, list.first + i);
      const ability::Ability& a = p.ability();
      if (a.moment != static_cast<int>(Moment::repair)) continue;
      const Scope scope = scope_at(owner_of(card), source_of(card, who), item_of(who));
      for (int at = a.effects + 1; at < a.effects + p.length(a.effects); at += p.length(at))
        if (static_cast<WordOp>(p.opcode(at)) == WordOp::adjust) {
          if (s.characters[who].damage > n)
            emit(t, Clause::TCG_GEN_01, EventKind::replaced, scope.controller, scope.source);
          n += Interpreter::amount(c, s, scope, p, operand<WordOp::adjust, "n">(p, at));
        }
    }
  }
  return n;
}

}  // namespace

// TCG-DMG-10, TCG-KO-09; TCG-GEN-02: a ban on repair wins.
void repair(Table& t, CharacterSet who, int n) {
  State& s = t.s;
  if (s.ko_area != 0) cite(t, Clause::TCG_KO_09);
  for (const Character one : core::bits<Character>(who & s.field)) {
    if (n <= 0) continue;
    if (is_forbidden(t.content, s, Deed::be_repaired, one)) {
      emit(t, Clause::TCG_GEN_02, EventKind::not_repaired, owner_of(one), one);
      continue;
    }
    const int much = std::min<int>(s.characters[one].damage, repaired(t, one, n));
    s.characters[one].damage = static_cast<std::uint8_t>(s.characters[one].damage - much);
    emit(t, Clause::TCG_DMG_10, EventKind::repaired, owner_of(one), one, much);
  }
}

// TCG-DMG-07 to 09: neither damage nor repair.
void move_damage(Table& t, Character from, Character to, int n) {
  State& s = t.s;
  if (!on_field(s, from) || !on_field(s, to)) return;
  if (is_forbidden(t.content, s, Deed::take_moved_damage, to)) {
    emit(t, Clause::TCG_DMG_08, EventKind::moved, owner_of(from), from, to, 0);
    cite(t, Clause::TCG_GEN_02);
    return;
  }
  const int much = std::min<int>(n, s.characters[from].damage);
  if (much < n) cite(t, Clause::TCG_DMG_09);
  s.characters[from].damage = static_cast<std::uint8_t>(s.characters[from].damage - much);
  s.characters[to].damage = static_cast<std::uint8_t>(std::min(255, s.characters[to].damage + much));
  emit(t, Clause::TCG_DMG_07, EventKind::moved, owner_of(from), from, to, much);
  s.check = 1;
}

void begin_amount(Table& t, Seat seat, Character from, Character to, int most) {
  if (most <= 0) return;
  Frame& f = push_step(t, Step::amount, seat, 0, from, to);
  f.count = static_cast<std::uint8_t>(std::min(most, 255));
}

void step_amount(Table& t, Frame& f) { ask(t, Question::amount, f.controller); }

void list_amounts(const Content&, const State& s, ChoiceList& out) {
  for (int n = 0; n <= s.agenda.back().count; ++n) out.add(choice(Verb::choose, item_at(number_item, n)));
}

void choose_amount(Table& t, Seat, Choice ch) {
  const Frame f = t.s.agenda.pop();
  move_damage(t, core::make<Character>(f.subject), core::make<Character>(f.object), ch.a() - number_item);
  settle(t);
}

// ---- knock-outs ------------------------------------------------------------------------------------------------

// TCG-KO-02 to 05, TCG-KO-08: together; what they bear and what lies under them is scrapped.
void knock_out(Table& t, CharacterSet who, Clause clause) {
  State& s = t.s;
  who &= s.field;
  if (who == 0) return;
  if (core::population(who) > 1) cite(t, Clause::TCG_KO_08);
  for (const Character one : core::bits<Character>(who)) {
    const Seat owner = owner_of(one);
    const int attack = attack_of(t.content, s, one);  // TCG-TRG-13
    emit(t, clause, EventKind::knocked_out, owner, one);
    happen(t, Moment::ko, owner, one, attack);
    happen(t, Moment::ko_seen_from_ko_area, owner, one, attack);
    cite(t, Clause::TCG_TRG_13);
  }
  for (const Character one : core::bits<Character>(who)) {
    core::exclude(s.field, one);
    core::include(s.ko_area, one);
    for (const Card card : upgrades_on(s, one)) put_in_scrap(t, card, Clause::TCG_UPG_17);
    for (const Card card : s.under)
      if (bearer_of(s, card) == one) put_in_scrap(t, card, Clause::TCG_KO_05);
    s.characters[one].damage = static_cast<std::uint8_t>(card_of_character(t.content, s, one).health);
    forget_lasting(t, one);
    index_character(t.content, s, one);
    for (const Clause rule :
         {Clause::TCG_KO_02, Clause::TCG_KO_03, Clause::TCG_KO_04, Clause::TCG_KO_05, Clause::TCG_KO_06})
      cite(t, rule);
    if (is_combined(t.content, s, one)) cite(t, Clause::TCG_CMB_16);
    if (t.log == nullptr) continue;
    for (const CharacterState& small : s.characters)
      if (small.card != 0 && small.beneath == place_of(one) + 1) {
        cite(t, Clause::TCG_KO_13);
        break;
      }
  }
  if (fighting(s) && s.battle.stage < damage_stage &&
      (core::contains(who, attacker_of(s)) || core::contains(who, defender_of(s)))) {
    s.battle.over = 1;
    emit(t, Clause::TCG_ATK_16, EventKind::attack_over, s.turn);
  }
  if (s.programs > 0) cite(t, Clause::TCG_TRG_14);
  check_end(t);
}

void knock_out_damaged(Table& t) {
  State& s = t.s;
  while (s.check != 0 && !is_over(s)) {
    s.check = 0;
    CharacterSet down = 0;
    for (const Character who : core::bits<Character>(s.field))
      if (s.characters[who].damage != 0 && s.characters[who].damage >= health_of(t.content, s, who))
        core::include(down, who);
    if (down == 0) return;
    if (s.programs > 0) cite(t, Clause::TCG_KO_11);
    knock_out(t, down, Clause::TCG_KO_01);
  }
}

}  // namespace rw::transformers_tcg
