// Figures that effects change, computed on read from whatever is in force (docs/abilities.md).
#pragma once

#include "engine/games/transformers_tcg/content.h"

namespace rw::transformers_tcg {

// Everything an expression can select: characters and battle cards.
struct Things {
  CharacterSet characters = 0;
  CardSet cards{};

  bool empty() const { return characters == 0 && cards.empty(); }
  int count() const { return core::population(characters) + cards.count(); }
  bool has(Item item) const {
    if (is_character(item)) return core::contains(characters, item);
    return is_card(item) && cards.has(card_of(item));
  }
  void add(Item item) {
    if (is_character(item)) core::include(characters, item);
    if (is_card(item)) cards.add(card_of(item));
  }
};

struct Words : ability::WordsOf<State, Content, Question::choose> {
  static bool test(const Content&, const State&, const Scope&, Program, int at);
  static int amount(const Content&, const State&, const Scope&, Program, int at);
  static void select(const Content&, const State&, const Scope&, Program, int at, ability::Items&);
  static void effect(Table&, core::Frame&, Program, int at);
  static Seat player(const State&, const Scope& scope, int who) {
    return who == static_cast<int>(Who::opponent) ? opponent(scope.controller) : scope.controller;
  }
  static bool among(const State&, const Scope& scope, int who, Seat seat) {
    return who == static_cast<int>(Who::both) ||
           seat == (who == 0 ? scope.controller : opponent(scope.controller));
  }
  static void last(Table&, const core::Frame&, int block, int until);
  static void later(Table&, const core::Frame&, int moment, int until, int block);
  static void found_nothing(Table&, const core::Frame&);
  static bool conceals(const Content&, const State&, const Scope&, Program, int items);
};
using Interpreter = ability::Interpreter<Words>;
using Scope = ability::Scope;
using Program = ability::Program;

// Who and what a text of this source is about.
constexpr Scope scope_at(Seat controller, Source source, Item subject = no_item, int object = 0) {
  return {controller, core::index(source), core::index(subject), object, nullptr};
}
constexpr Source source_of(const Scope& scope) { return core::make<Source>(scope.source); }
constexpr Item subject_of(const Scope& scope) { return core::make<Item>(scope.subject); }
constexpr Character bearer_of(const Scope& scope) { return bearer_of(source_of(scope)); }
constexpr Item subject_of(const core::Frame& f) { return Item{f.subject}; }
constexpr Character bearer_of(const core::Frame& f) { return bearer_of(source_of(f)); }
// What the names of a text stand for.
inline constexpr int no_name = -1;
inline Item named_item(const Scope& scope, int name) { return core::make<Item>(ability::named(scope, name)); }

// ---- sets (sets.cpp) -----------------------------------------------------------------------------------
enum PlaceWord : int {  // where `cards` lie, in the order of the word table
  anywhere,
  in_hand,
  in_scrap_pile,
  on_deck_top,
  on_deck_bottom,
  flipped_place,
  these_place,
  outside_place
};
// The one thing that a word means, or not_single for a word that may mean several.
inline constexpr Item not_single{-2};
Item single(const State&, const Scope&, Program, int at);
Things things(const Content&, const State&, const Scope&, Program, int at);
bool among_things(const Content&, const State&, const Scope&, Program, int at, Item item);
int icons_on(const Content&, const State&, Card card, Color);  // as it counts now (TCG-BAT-19)
int flipped_icons(const Content&, const State&, Seat, Color); // of all that a side has flipped in this battle
CardSet showing(const Content&, const State&, Seat, const CardSet& flips, Color);  // those with such an icon
CardSet deck_set(const State&, Seat);
bool suits(const Content&, const State&, Card card, Character who);  // `only_on`
CharacterSet suited(const Content&, const State&, Card card);  // whom of its owner it may be put on
void list_outside_characters(const Content&, const State&, Seat, int trait, ability::Items&);
bool components_ready(const Content&, const State&, Seat, CharacterRecord combiner);  // TCG-CMB-04 to 06

// ---- figures (figures.cpp) ------------------------------------------------------------------------------
int attack_of(const Content&, const State&, Character who);   // never below 0 (TCG-DMG-02)
int defense_of(const Content&, const State&, Character who);
int changed_health(const Content&, const State&, Character who);
bool has_keyword(const Content&, const State&, Keyword, Character who);  // TCG-KEY-13
int white_bonus(const Content&, const State&, Character who);
bool may_attack_with_all(const Content&, const State&, Seat);
int damage_limit(const Content&, const State&, Character who);           // 255: none
Character damage_taker(const Content&, const State&, Character who);  // who takes attack damage in its place
bool slot_takes(const Content&, const State&, Character who, SlotKind slot, SlotKind kind);
int colors_swapped(const Content&, const State&, Character who, int color);

// What is in force is kept as an index, so that nothing has to be searched (README.md).
void index_character(const Content&, State&, Character who);
void forget_character(State&, Character who);
void index_lasting(const Content&, State&);

// Who on the battlefield has such a modifier, and whether anything in force says the word. Mostly nothing does.
inline CharacterSet speakers(const State& s, WordOp word) { return s.speak[modifier_place(word)]; }
inline bool says(const State& s, Character who, WordOp word) { return core::contains(speakers(s, word), who); }
inline bool lasts(const State& s, WordOp word) { return (s.lasting_words & modifier_bit(word)) != 0; }
inline bool is_said(const State& s, WordOp word) { return speakers(s, word) != 0 || lasts(s, word); }
// Can it be said about this character? What others bear is about themselves unless it names somebody (each_about).
inline bool may_be_said_of(const State& s, WordOp word, Character who) {
  return (speakers(s, word) & (s.wide | core::bit(who))) != 0 || lasts(s, word);
}

// TCG-UPG-02, 11, 21.
inline bool may_be_put_on(const Content& c, const State& s, Card card, Character who) {
  const BattleCard& printed = battle_card(c, s, card);
  if (printed.action || !on_field(s, who) || owner_of(who) != owner_of(card)) return false;
  return printed.only_on < 0 || suits(c, s, card, who);
}

// Each looks closely only if something says the word.
int keyword_said(const Content&, const State&, Keyword, Character who);
CharacterSet bearers_said(const Content&, const State&, Keyword, CharacterSet among);
int extra_flips_said(const Content&, const State&, Character who);
bool attack_untapped_said(const Content&, const State&, Character who);
int extra_actions_said(const Content&, const State&, Seat);
bool forbidden_said(const Content&, const State&, Deed, Character who);

constexpr WordOp word_of(Keyword k) {
  return static_cast<WordOp>(static_cast<int>(WordOp::bold) + static_cast<int>(k));
}
// Bold to Safeguard: how much (TCG-KEY-04).
inline int keyword(const Content& c, const State& s, Keyword k, Character who) {
  return may_be_said_of(s, word_of(k), who) ? keyword_said(c, s, k, who) : 0;
}
// Brave, Stealth.
inline CharacterSet bearers_of(const Content& c, const State& s, Keyword k, CharacterSet among) {
  return is_said(s, word_of(k)) ? bearers_said(c, s, k, among) : 0;
}
inline int extra_flips(const Content& c, const State& s, Character who) {
  return says(s, who, WordOp::extra_flips) ? extra_flips_said(c, s, who) : 0;
}
inline bool may_attack_untapped(const Content& c, const State& s, Character who) {
  return may_be_said_of(s, WordOp::can, who) && attack_untapped_said(c, s, who);
}
inline int extra_actions(const Content& c, const State& s, Seat seat) {
  return is_said(s, WordOp::extra_actions) ? extra_actions_said(c, s, seat) : 0;
}
inline bool is_forbidden(const Content& c, const State& s, Deed deed, Character who) {
  return may_be_said_of(s, WordOp::cannot, who) && forbidden_said(c, s, deed, who);
}

// The color that counts as this one on what a side has flipped (TCG-BAT-19).
inline int color_flipped(const Content& c, const State& s, Seat seat, Color color) {
  const int printed = static_cast<int>(color);
  if (speakers(s, WordOp::swap_colors) == 0 || !fighting(s)) return printed;
  const Character fighter = owner_of(attacker_of(s)) == seat ? attacker_of(s) : defender_of(s);
  return on_field(s, fighter) ? colors_swapped(c, s, fighter, printed) : printed;
}

inline int health_of(const Content& c, const State& s, Character who) {
  return says(s, who, WordOp::health) ? changed_health(c, s, who) : card_of_character(c, s, who).health;
}

// Damage and health change where counters are put and where something that gives health comes or goes; only then
// somebody may be KO'd (TCG-KO-01).
inline void health_may_change(State& s, const AbilityList& by) {
  if (((by.modifiers & modifier_bit(WordOp::health)) | speakers(s, WordOp::health)) != 0) s.check = 1;
}
// An Upgrade has come or gone.
inline void index_upgrade(const Content& c, State& s, Card card, Character who) {
  const AbilityList& list = battle_card(c, s, card).abilities;
  if ((list.moments | list.modifiers) != 0) index_character(c, s, who);
  health_may_change(s, list);
}

// Calls fn(program, place, scope, times) for each modifier `word` in force.
template <class Fn>
void each_modifier_of(const Content& c, const State& s, Character who, WordOp word, Fn&& fn) {
  if (!says(s, who, word)) return;
  const std::uint32_t bit = modifier_bit(word);
  const Seat seat = owner_of(who);
  const auto read = [&](const AbilityList& list, Card card) {
    if ((list.modifiers & bit) == 0) return;
    for (int i = 0; i < list.count; ++i) {
      const Program p = Words::program(c, list.first + i);
      const ability::Ability& a = p.ability();
      if (a.kind != static_cast<int>(ability::Kind::always)) continue;
      const Scope scope = scope_at(seat, source_of(card, who), no_item);
      if (a.condition != 0 && !Interpreter::test(c, s, scope, p, a.condition)) continue;
      Interpreter::each_modifier(c, s, p, a.effects, scope, static_cast<int>(word),
                                 [&](Program prog, int at, const Scope& sc) { fn(prog, at, sc, 1); });
    }
  };
  read(mode_of(c, s, who).abilities, no_card);
  each_upgrade(s, who, [&](Card card) {
    if (slot_of(s, card) != no_slot) read(battle_card(c, s, card).abilities, card);
  });
}

template <class Fn>
void each_lasting(const Content& c, const State& s, WordOp word, Fn&& fn) {
  if (!lasts(s, word)) return;
  for (const Lasting& l : s.lasting) {
    if (l.ability == black_icons) continue;
    Interpreter::each_modifier(c, s, Words::program(c, l.ability), l.block, scope_of(l), static_cast<int>(word),
                               [&](Program p, int at, const Scope& scope) { fn(p, at, scope, l.more + 1); });
  }
}

template <class Fn>
void each_in_force(const Content& c, const State& s, WordOp word, Fn&& fn) {
  for (const Character who : core::bits<Character>(speakers(s, word) & s.field))
    each_modifier_of(c, s, who, word, fn);
  each_lasting(c, s, word, fn);
}

// The same, but most modifiers that are about other characters are passed over.
template <class Fn>
void each_about(const Content& c, const State& s, WordOp word, Character who, Fn&& fn) {
  const CharacterSet heard = speakers(s, word) & s.field & (s.wide | core::bit(who));
  for (const Character speaker : core::bits<Character>(heard)) each_modifier_of(c, s, speaker, word, fn);
  each_lasting(c, s, word, fn);
}

}  // namespace rw::transformers_tcg
