// Attack, defense, health, keywords: read from what is printed, what is in force and what was flipped.
#include "engine/games/transformers_tcg/figures.h"

#include <algorithm>

#include "engine/games/transformers_tcg/where.h"
#include "engine/games/transformers_tcg/word_table.h"

namespace rw::transformers_tcg {
namespace {

enum class Figure : std::uint8_t { attack, defense };

// Is the modifier at `at` about this character: in the set that it names, or else its bearer?
bool is_about(const Content& c, const State& s, const Scope& scope, Program p, int at, Character who) {
  if (!names_somebody(p, at)) return bearer_of(scope) == who;
  return among_things(c, s, scope, p, whom_at(p, at), item_of(who));
}

// TCG-BAT-07, TCG-BAT-08: orange for the attacker, blue for the defender; `count_also` adds to them.
int icons_for(const Content& c, const State& s, Character who, Figure figure) {
  const bool attack = figure == Figure::attack;
  const bool attacks = attacker_of(s) == who, defends = defender_of(s) == who;
  if (!fighting(s) || (attack ? !attacks : !defends)) return 0;
  const Seat seat = owner_of(who);
  int n = flipped_icons(c, s, seat, attack ? Color::orange : Color::blue);
  if (!may_be_said_of(s, WordOp::count_also, who)) return n;
  each_about(c, s, WordOp::count_also, who, [&](Program p, int at, const Scope& scope, int) {
    if (is_about(c, s, scope, p, at, who) && (said<WordOp::count_also, "to">(p, at) == 0) == attack)
      n += flipped_icons(c, s, seat, static_cast<Color>(said<WordOp::count_also, "color">(p, at)));
  });
  return n;
}

int bonus(const Content& c, const State& s, Character who, Figure figure) {
  const bool attack = figure == Figure::attack;
  int n = 0;
  each_upgrade(s, who, [&](Card card) {
    const BattleCard& printed = battle_card(c, s, card);
    n += attack ? printed.attack : printed.defense;
  });
  if (!may_be_said_of(s, WordOp::stats, who)) return n;
  each_about(c, s, WordOp::stats, who, [&](Program p, int at, const Scope& scope, int times) {
    const int amount_at =
        attack ? operand<WordOp::stats, "attack">(p, at) : operand<WordOp::stats, "defense">(p, at);
    if (p.opcode(amount_at) == ability::op_nothing || !is_about(c, s, scope, p, at, who)) return;
    n += times * Interpreter::amount(c, s, scope, p, amount_at);
  });
  return n;
}

bool is_ignored(const Content& c, const State& s, Keyword k, Character who) {
  bool ignored = false;
  if (!may_be_said_of(s, WordOp::ignore_keyword, who)) return false;
  each_about(c, s, WordOp::ignore_keyword, who, [&](Program p, int at, const Scope& scope, int) {
    ignored = ignored || (said<WordOp::ignore_keyword, "keyword">(p, at) == static_cast<int>(k) &&
                          is_about(c, s, scope, p, at, who));
  });
  return ignored;
}

// Calls fn(amount) for each instance of a keyword that `who` has.
template <class Fn>
void each_instance(const Content& c, const State& s, Keyword k, Character who, Fn&& fn) {
  const bool plain = k == Keyword::brave || k == Keyword::stealth;
  each_about(c, s, word_of(k), who, [&](Program p, int at, const Scope& scope, int times) {
    if (!is_about(c, s, scope, p, at, who)) return;
    fn(plain ? 1 : times * Interpreter::amount(c, s, scope, p, operand<WordOp::bold, "n">(p, at)));
  });
  if (k != Keyword::pierce) return;
  if (!lasts(s, WordOp::pierce)) return;
  for (const Lasting& l : s.lasting)  // TCG-BAT-10
    if (l.ability == black_icons && subject_of(l) == item_of(who)) fn(l.object);
}

}  // namespace

// TCG-DMG-01: the base of the current mode, or the value an ability sets, and all bonuses.
int attack_of(const Content& c, const State& s, Character who) {
  int base = mode_of(c, s, who).attack;
  each_modifier_of(c, s, who, WordOp::base_attack, [&](Program p, int at, const Scope& scope, int) {
    base = Interpreter::amount(c, s, scope, p, operand<WordOp::base_attack, "n">(p, at));
  });
  return std::max(0, base + bonus(c, s, who, Figure::attack) + icons_for(c, s, who, Figure::attack));
}

int defense_of(const Content& c, const State& s, Character who) {
  return std::max(
      0, mode_of(c, s, who).defense + bonus(c, s, who, Figure::defense) + icons_for(c, s, who, Figure::defense));
}

int changed_health(const Content& c, const State& s, Character who) {
  int health = card_of_character(c, s, who).health;
  each_modifier_of(c, s, who, WordOp::health,
                   [&](Program p, int at, const Scope&, int) { health += said<WordOp::health, "n">(p, at); });
  return health;
}

int keyword_said(const Content& c, const State& s, Keyword k, Character who) {
  int n = 0;
  each_instance(c, s, k, who, [&](int amount) { n += amount; });
  if (n == 0 || is_ignored(c, s, k, who)) return 0;
  if (k == Keyword::pierce)
    each_about(c, s, WordOp::reduce_pierce, who, [&](Program p, int at, const Scope& scope, int) {
      if (is_about(c, s, scope, p, at, who)) n -= said<WordOp::reduce_pierce, "n">(p, at);
    });
  return std::max(0, n);
}

bool has_keyword(const Content& c, const State& s, Keyword k, Character who) {
  bool has = false;
  if (!may_be_said_of(s, word_of(k), who)) return false;
  each_instance(c, s, k, who, [&](int) { has = true; });
  return has;
}

CharacterSet bearers_said(const Content& c, const State& s, Keyword k, CharacterSet among) {
  CharacterSet found = 0;
  each_in_force(c, s, word_of(k), [&](Program p, int at, const Scope& scope, int) {
    if (names_somebody(p, at))
      found |= things(c, s, scope, p, whom_at(p, at)).characters;
    else if (bearer_of(scope) != no_character)
      core::include(found, bearer_of(scope));
  });
  found &= among;
  if (is_said(s, WordOp::ignore_keyword))
    for (const Character who : core::bits<Character>(found))
      if (is_ignored(c, s, k, who)) core::exclude(found, who);
  return found;
}

int extra_flips_said(const Content& c, const State& s, Character who) {
  int n = 0;
  const int role = attacker_of(s) == who ? 1 : 2;
  each_modifier_of(c, s, who, WordOp::extra_flips, [&](Program p, int at, const Scope& scope, int) {
    const int when = said<WordOp::extra_flips, "when">(p, at);
    if (when == 0 || when == role)
      n += Interpreter::amount(c, s, scope, p, operand<WordOp::extra_flips, "n">(p, at));
  });
  return n;
}

int white_bonus(const Content& c, const State& s, Character who) {
  int n = c.white_bonus;
  each_modifier_of(c, s, who, WordOp::white_bonus,
                   [&](Program p, int at, const Scope&, int) { n = said<WordOp::white_bonus, "n">(p, at); });
  return n;
}

namespace {

bool allows(Program p, int at, Licence licence) {
  return said<WordOp::can, "what">(p, at) == static_cast<int>(licence);
}

}  // namespace

bool attack_untapped_said(const Content& c, const State& s, Character who) {
  bool may = false;
  each_about(c, s, WordOp::can, who, [&](Program p, int at, const Scope& scope, int) {
    may = may || (allows(p, at, Licence::attack_untapped) && is_about(c, s, scope, p, at, who));
  });
  return may;
}

bool may_attack_with_all(const Content& c, const State& s, Seat seat) {
  bool may = false;
  each_lasting(c, s, WordOp::can, [&](Program p, int at, const Scope& scope, int) {
    may = may || (allows(p, at, Licence::attack_with_all) && scope.controller == seat);
  });
  return may;
}

int extra_actions_said(const Content& c, const State& s, Seat seat) {
  int n = 0;
  for (const Character who : core::bits<Character>(fielded(s, seat)))
    each_modifier_of(c, s, who, WordOp::extra_actions,
                     [&](Program p, int at, const Scope&, int) { n += said<WordOp::extra_actions, "n">(p, at); });
  return n;
}

int damage_limit(const Content& c, const State& s, Character who) {
  int limit = 255;
  each_about(c, s, WordOp::damage_limit, who, [&](Program p, int at, const Scope& scope, int) {
    if (is_about(c, s, scope, p, at, who)) limit = std::min(limit, said<WordOp::damage_limit, "n">(p, at));
  });
  return limit;
}

Character damage_taker(const Content& c, const State& s, Character who) {
  Character taker = who;
  each_lasting(c, s, WordOp::takes_attack_damage, [&](Program p, int at, const Scope& scope, int) {
    const CharacterSet named =
        things(c, s, scope, p, operand<WordOp::takes_attack_damage, "who">(p, at)).characters;
    const CharacterSet meant = named & fielded(s, owner_of(who));
    if (bearer_of(scope) == who && meant != 0) taker = first_of(meant);
  });
  return taker;
}

bool forbidden_said(const Content& c, const State& s, Deed deed, Character who) {
  bool forbidden = false;
  each_about(c, s, WordOp::cannot, who, [&](Program p, int at, const Scope& scope, int) {
    const bool meant = said<WordOp::cannot, "what">(p, at) == static_cast<int>(deed);
    forbidden = forbidden || (meant && is_about(c, s, scope, p, at, who));
  });
  return forbidden;
}

// TCG-UPG-08: what the character or an Upgrade on it allows.
bool slot_takes(const Content& c, const State& s, Character who, SlotKind slot, SlotKind kind) {
  if (slot == kind) return true;
  bool takes = false;
  each_modifier_of(c, s, who, WordOp::slot_takes, [&](Program p, int at, const Scope&, int) {
    takes = takes || (said<WordOp::slot_takes, "slot">(p, at) == core::index(slot) &&
                      said<WordOp::slot_takes, "kind">(p, at) == core::index(kind));
  });
  return takes;
}

// TCG-BAT-19: read for the side whose fighter bears it.
int colors_swapped(const Content& c, const State& s, Character who, int color) {
  each_modifier_of(c, s, who, WordOp::swap_colors, [&](Program p, int at, const Scope&, int) {
    const int a = said<WordOp::swap_colors, "a">(p, at), b = said<WordOp::swap_colors, "b">(p, at);
    color = color == a ? b : color == b ? a : color;
  });
  return color;
}

void index_character(const Content& c, State& s, Character who) {
  if (s.options.basic != 0) return;  // TCG-VAR-03: no card text
  const Spot spot = spot_of(s, who);
  Voices voices;
  if (spot != Spot::beneath) voices = voices_of(mode_of(c, s, who).abilities, spot, CardKind::character);
  if (spot == Spot::battlefield)
    each_upgrade(s, who, [&](Card card) {
      voices.add(voices_of(battle_card(c, s, card).abilities, Spot::attached, CardKind::upgrade));
    });
  forget_character(s, who);
  for (int m : core::bits(voices.moments)) core::include(s.listen[m], who);
  for (int m : core::bits(voices.modifiers & looked_up)) core::include(s.speak[m], who);
  if (voices.wide != 0) core::include(s.wide, who);
}

void forget_character(State& s, Character who) {
  for (CharacterSet& listeners : s.listen) listeners &= ~core::bit(who);
  for (CharacterSet& all : s.speak) all &= ~core::bit(who);
  core::exclude(s.wide, who);
}

void index_lasting(const Content& c, State& s) {
  s.lasting_words = 0;
  for (const Lasting& l : s.lasting)
    s.lasting_words |= l.ability == black_icons ? modifier_bit(WordOp::pierce)
                                                : modifiers_in(Words::program(c, l.ability), l.block);
}

}  // namespace rw::transformers_tcg
