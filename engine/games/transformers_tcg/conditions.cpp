// Conditions and amounts in the words of the cards.
#include "engine/games/transformers_tcg/figures.h"
#include "engine/games/transformers_tcg/word_table.h"

namespace rw::transformers_tcg {

const ability::Vocabulary& vocabulary() { return ability::vocabulary_of<WordOp, Moment, Role, Until, Who>(); }

// ---- conditions -----------------------------------------------------------------------------------------

namespace {

// A set left out means the bearer.
Character single_or_bearer(const State& s, const Scope& scope, Program p, int at) {
  return p.opcode(at) == ability::op_nothing ? bearer_of(scope) : character_of(single(s, scope, p, at));
}

bool fights(const State& s, int role, Character who) {
  if (!fighting(s) || who == no_character) return false;
  return (role != 2 && attacker_of(s) == who) || (role != 1 && defender_of(s) == who);
}

}  // namespace

// TCG-CMB-04 to 06: each component once, in bot mode, on the battlefield or in the KO area.
bool components_ready(const Content& c, const State& s, Seat seat, CharacterRecord combiner) {
  const CharacterCard& card = c.character(combiner);
  for (int k = 0; k < card.component_count; ++k) {
    bool ready = false;
    for (const Character who : core::bits<Character>((s.field | s.ko_area) & characters_of(seat)))
      ready = ready || (record_of(s, who) == card.components[k] && mode_of(c, s, who).kind == ModeKind::bot);
    if (!ready) return false;
  }
  return true;
}

namespace {

bool has_printed_trait(const Content& c, CharacterRecord record, int trait) {
  return ((c.character(record).modes[0].traits >> trait) & 1) != 0;
}

bool team_is(const Content& c, const State& s, Seat seat, int trait) {
  const int i = core::index(seat);
  for (int k = 0; k < s.team_size[i]; ++k)
    if (!has_printed_trait(c, on_team(s, i, k), trait)) return false;
  return true;
}

}  // namespace

bool Words::test(const Content& c, const State& s, const Scope& scope, Program p, int at) {
  switch (static_cast<WordOp>(p.opcode(at))) {
    case WordOp::flipped:
      return flipped_icons(c, s, scope.controller, Color::white) >= said<WordOp::flipped, "white">(p, at) &&
             flipped_icons(c, s, scope.controller, Color::orange) >= said<WordOp::flipped, "orange">(p, at) &&
             flipped_icons(c, s, scope.controller, Color::blue) >= said<WordOp::flipped, "blue">(p, at);
    case WordOp::exists: return !things(c, s, scope, p, operand<WordOp::exists, "of">(p, at)).empty();
    case WordOp::is: {
      const int who_at = operand<WordOp::is, "who">(p, at), one_of = operand<WordOp::is, "one_of">(p, at);
      if (const Item only = single(s, scope, p, who_at); only != not_single)
        return among_things(c, s, scope, p, one_of, only);
      const Things who = things(c, s, scope, p, who_at), set = things(c, s, scope, p, one_of);
      return (who.characters & set.characters) != 0 || !(who.cards & set.cards).empty();
    }
    case WordOp::fights:
      return fights(s, said<WordOp::fights, "as">(p, at),
                    single_or_bearer(s, scope, p, operand<WordOp::fights, "who">(p, at)));
    case WordOp::exactly:
    case WordOp::more: {
      const int a = Interpreter::amount(c, s, scope, p, operand<WordOp::more, "amount">(p, at));
      const int b = Interpreter::amount(c, s, scope, p, operand<WordOp::more, "than">(p, at));
      return static_cast<WordOp>(p.opcode(at)) == WordOp::exactly ? a == b : a > b;
    }
    case WordOp::team_is: return team_is(c, s, scope.controller, said<WordOp::team_is, "trait">(p, at));
    case WordOp::has_keyword: {
      const Character who = single_or_bearer(s, scope, p, operand<WordOp::has_keyword, "who">(p, at));
      const auto word = static_cast<Keyword>(said<WordOp::has_keyword, "keyword">(p, at));
      return who != no_character && has_keyword(c, s, word, who);
    }
    case WordOp::first: {
      constexpr int attack = 0;
      return said<WordOp::first, "what">(p, at) == attack ? s.attacks_again == 0
                                                          : s.white_flips[core::index(scope.controller)] == 1;
    }
    case WordOp::combined_this_turn:
      return bearer_of(scope) != no_character && core::contains(s.formed, bearer_of(scope));
    case WordOp::components_ready:
      return components_ready(c, s, scope.controller,
                              core::make<CharacterRecord>(said<WordOp::components_ready, "combiner">(p, at)));
    case WordOp::your_turn: return s.turn == scope.controller;
    case WordOp::from_hand: return scope.object != 0;
    case WordOp::damage_is: return (said<WordOp::damage_is, "kind">(p, at) == 0) == (s.damage.attack != 0);
    case WordOp::by_opponent: return (s.damage.open != 0 ? s.damage.by : s.scrap_by) == opponent(scope.controller);
    default: return false;
  }
}

// ---- amounts ----------------------------------------------------------------------------------------------

int Words::amount(const Content& c, const State& s, const Scope& scope, Program p, int at) {
  const auto sum = [&](auto&& of) {
    int n = 0;
    const Things set = things(c, s, scope, p, operand<WordOp::attack_of, "of">(p, at));
    for (const Character who : core::bits<Character>(set.characters)) n += of(who);
    return n;
  };
  switch (static_cast<WordOp>(p.opcode(at))) {
    case WordOp::attack_of:
      // TCG-TRG-13: a KO'd subject counts with the attack it had just before.
      return sum([&](Character who) {
        return item_of(who) == subject_of(scope) && !on_field(s, who) ? scope.object : attack_of(c, s, who);
      });
    case WordOp::defense_of: return sum([&](Character who) { return defense_of(c, s, who); });
    case WordOp::stars_of: return sum([&](Character who) { return card_of_character(c, s, who).stars; });
    case WordOp::damage_on: return sum([&](Character who) { return static_cast<int>(s.characters[who].damage); });
    case WordOp::icons: {
      int n = 0;
      for (const Card card : things(c, s, scope, p, operand<WordOp::icons, "in">(p, at)).cards)
        n += icons_on(c, s, card, static_cast<Color>(said<WordOp::icons, "color">(p, at)));
      return n;
    }
    case WordOp::colors: {
      int colors = 0;
      for (const Card card : things(c, s, scope, p, operand<WordOp::colors, "in">(p, at)).cards)
        for (int color = 0; color < Color_count; ++color)
          if (icons_on(c, s, card, static_cast<Color>(color)) > 0) colors |= 1 << color;
      return std::popcount(static_cast<unsigned>(colors));
    }
    case WordOp::played_this_turn: {  // TCG-ACT-10
      int n = 0;
      for (const Card card : s.used& cards_of(scope.controller))
        n += core::index(record_of(s, card)) == said<WordOp::played_this_turn, "card">(p, at) ? 1 : 0;
      return n;
    }
    case WordOp::team_count: {
      const int seat = core::index(scope.controller);
      int n = 0;
      for (int k = 0; k < s.team_size[seat]; ++k)
        n += has_printed_trait(c, on_team(s, seat, k), said<WordOp::team_count, "trait">(p, at)) ? 1 : 0;
      return n -
             (said<WordOp::team_count, "others">(p, at) != 0 && bearer_of(scope) != no_character && n > 0 ? 1 : 0);
    }
    case WordOp::tower_height: {
      const int tower = s.tower[core::index(scope.controller)];
      return tower == 0 ? 0 : tower - 1;
    }
    case WordOp::incoming: return s.damage.hits.empty() ? 0 : s.damage.hits.back().amount;
    case WordOp::noted: return scope.object;
    default: return 0;
  }
}

}  // namespace rw::transformers_tcg
