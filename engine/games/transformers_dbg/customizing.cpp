// Which cards are in the game: sets in use, the chart of the modes, swaps (DBG-CUS, DBG-MOD-01).
#include <algorithm>
#include <span>

#include "engine/games/transformers_dbg/turn.h"

namespace rw::transformers_dbg {
namespace {

std::string_view next_word(std::string_view& text, char by) {
  const std::size_t stop = text.find(by);
  std::string_view word = text.substr(0, stop);
  text = stop == std::string_view::npos ? std::string_view{} : text.substr(stop + 1);
  while (word.starts_with(' ')) word.remove_prefix(1);
  while (word.ends_with(' ')) word.remove_suffix(1);
  return word;
}

using Counts = core::Indexed<Card, std::uint8_t, 256>;

constexpr CardSet expansion{base_sets};
bool in_use(const State& s, CardSet set) { return core::contains(s.sets, set); }

// DBG-SET-03, DBG-MOD-01, DBG-MOD-03, DBG-MOD-04.
bool is_let_in(const Content& c, const State& s, const CardDef& card) {
  const ModeDef& mode = mode_of(c, s);
  const int faction = static_cast<int>(card.faction) & 1;
  switch (card.kind) {
    case CardKind::relic: return mode.relics;  // DBG-REL-02
    case CardKind::boss: return mode.boss_of[faction];
    case CardKind::scheme:
      if (!mode.scheme_of[faction] || s.schemes_out != 0) return false;
      return !card.coop || (mode.coop_schemes && s.difficulty != 0);  // DBG-COP-10
    default: return true;
  }
}

void tell_swap(Table& t, Card out, Card in) {
  cite(t, Clause::DBG_CUS_02);
  cite(t, Clause::DBG_CUS_03);
  if (card_def(t.content, out).kind != CardKind::robot) return;
  cite(t, Clause::DBG_CUS_05);
  if (card_def(t.content, in).subtypes != 0) cite(t, Clause::DBG_CUS_04);
}

// DBG-CUS-10: at random, until no legal swap is left.
void swap_at_random(Table& t, Counts& base, Counts& extra, Counts& in_game) {
  State& s = t.s;
  CardByte order[256];
  std::size_t n = 0;
  for (const Card card : pile_cards(t.content))
    for (int copy = 0; copy < extra[card]; ++copy) order[n++] = card;
  core::shuffle(s.random, nullptr, std::span(order, n));
  for (std::size_t i = 0; i < n; ++i) {
    const Card in = order[i];
    const std::vector<Card>& partners = t.content.swaps[s.plus_minus != 0 ? 1 : 0][static_cast<std::size_t>(in)];
    int ways = 0;
    for (const Card out : partners) ways += base[out];
    if (ways == 0) continue;
    auto pick = static_cast<int>(s.random.below(static_cast<std::uint32_t>(ways)));
    std::size_t at = 0;
    while ((pick -= base[partners[at]]) >= 0) ++at;
    const Card out = partners[at];
    --base[out];
    --in_game[out];
    ++in_game[in];
    tell_swap(t, out, in);
  }
  cite(t, Clause::DBG_CUS_10);
}

// "core_m_burnout>dotd_m_tail_sweep, ...": DBG-CUS-06 says what is wrong.
Expected<> swap_by_list(Table& t, std::string_view list, Counts& base, Counts& extra, Counts& in_game) {
  while (!list.empty()) {
    std::string_view pair = next_word(list, ',');
    const std::string whole(pair);
    const std::string_view from = next_word(pair, '>'), to = pair;
    const Card out = card_with(t.content, from), in = card_with(t.content, to);
    if (out == no_card || in == no_card)
      return failed("swap '" + whole + "': write it as card>card, by their ids", Clause::DBG_CUS_06);
    if (base[out] == 0)
      return failed("swap '" + whole + "': '" + std::string(from) + "' is not in the main deck",
                    Clause::DBG_CUS_06);
    if (extra[in] == 0)
      return failed("swap '" + whole + "': no copy of '" + std::string(to) + "' is left in the sets in use",
                    Clause::DBG_CUS_06);
    if (!similar(t.content, out, in, t.s.plus_minus != 0 ? 1 : 0))
      return failed("swap '" + whole + "': the cards differ in type, faction or cost (DBG-CUS-03, DBG-CUS-06)");
    --base[out];
    --in_game[out];
    --extra[in];
    ++in_game[in];
    tell_swap(t, out, in);
  }
  cite(t, Clause::DBG_CUS_06);
  return {};
}

// DBG-MOD-05, DBG-TVT-04: a base set without Bosses of a faction uses those of the expansion.
void lend_bosses(Table& t, const Counts& base, const Counts& extra, Counts& in_game) {
  bool has[2] = {};
  const CardRange bosses = cards_of(t.content, CardKind::boss);
  for (const Card card : bosses)
    if (base[card] != 0) has[static_cast<int>(card_def(t.content, card).faction) & 1] = true;
  for (const Card card : bosses) {
    const CardDef& def = card_def(t.content, card);
    if (has[static_cast<int>(def.faction) & 1] || extra[card] == 0) continue;
    in_game[card] = extra[card];
    cite(t, rules_of(t.content, t.s) == PlayKind::teams && !one_faction(t.content, t.s) ? Clause::DBG_TVT_04
                                                                                        : Clause::DBG_MOD_05);
  }
}

Expected<> has_bosses(const Content& c, const State& s, const Counts& in_game) {
  const ModeDef& mode = mode_of(c, s);
  for (int faction = 0; faction < 2; ++faction)
    for (int level = 1; mode.boss_of[faction] && level <= c.stacks; ++level) {
      bool found = false;
      for (const Card card : cards_of(c, CardKind::boss))
        found = found || (static_cast<int>(card_def(c, card).faction) == faction &&
                          card_def(c, card).level == level && in_game[card] != 0);
      if (!found)
        return failed("the sets in use have no " + std::string(Faction_names[static_cast<std::size_t>(faction)]) +
                      " Boss of level " + std::to_string(level) + " (DBG-MOD-05, DBG-SET-08)");
    }
  return {};
}

}  // namespace

// DBG-CUS-01.
Expected<> read_sets(Table& t, std::string_view text) {
  const Content& c = t.content;
  std::uint8_t sets = 0;
  while (!text.empty()) {
    const std::string_view name = next_word(text, ',');
    int found = -1;
    for (std::size_t i = 0; i < c.sets.size(); ++i)
      if (c.sets[i].id == name) found = static_cast<int>(i);
    if (found < 0) return failed("there is no set '" + std::string(name) + "'");
    sets = static_cast<std::uint8_t>(sets | (1 << found));
  }
  bool standalone = false;
  for (std::size_t i = 0; i < c.sets.size(); ++i)
    standalone = standalone || (c.sets[i].standalone && core::contains(sets, static_cast<int>(i)));
  if (!standalone) return failed("an expansion cannot be played alone: it needs core or ard", Clause::DBG_CUS_01);
  t.s.sets = sets;
  return {};
}

// DBG-SET-17, DBG-SET-18.
CardSet base_set_of(const Content& c, const State& s, Faction faction) {
  CardSet only{};
  for (const CardSet set : core::first<CardSet>(base_sets))
    if (in_use(s, set)) {
      if (set_def(c, set).faction == faction) return set;
      only = set;
    }
  return only;
}

Expected<> fill_box(Table& t, const Setup& setup) {
  const Content& c = t.content;
  State& s = t.s;
  Counts base = {}, extra = {}, in_game = {};
  for (const Card card : main_cards(c)) {
    const CardDef& def = card_def(c, card);
    if (!in_use(s, def.set) || !is_let_in(c, s, def)) continue;
    const bool standalone = set_def(c, def.set).standalone;
    if (standalone || !is_swapped(def.kind)) in_game[card] = def.copies;
    if (standalone && is_swapped(def.kind)) base[card] = def.copies;
    if (!standalone && is_swapped(def.kind)) extra[card] = def.copies;
  }
  lend_bosses(t, base, extra, in_game);
  const std::string_view mix = setup.option("expansion_mix"), swaps = setup.option("swaps");
  if (!swaps.empty() && !mix.empty() && mix != "swap_list")
    return failed("option swaps is for expansion_mix=swap_list, not for " + std::string(mix), Clause::DBG_CUS_06);
  if (mix == "add_all") {
    for (const Card card : pile_cards(c))
      if (extra[card] != 0) in_game[card] = extra[card];
    cite(t, Clause::DBG_CUS_11);
  } else if (mix == "swap_list" || !swaps.empty()) {
    if (auto done = swap_by_list(t, swaps, base, extra, in_game); !done) return done.failure();
  } else if (mix != "none" && in_use(s, expansion)) {
    swap_at_random(t, base, extra, in_game);
  }
  for (const Card card : main_cards(c))
    for (int copy = 0; copy < in_game[card]; ++copy) s.box.push(card);
  s.main_total = s.box.count;
  for (const Clause clause : {Clause::DBG_SET_02, Clause::DBG_SET_03, Clause::DBG_MOD_01, Clause::DBG_MOD_03})
    cite(t, clause);
  if (s.schemes_out != 0) cite(t, one_faction_teams(c, s) ? Clause::DBG_ONE_10 : Clause::DBG_SET_04);
  if (cooperative(c, s)) {
    cite(t, Clause::DBG_MOD_04);
    cite(t, Clause::DBG_REL_02);
    if (s.difficulty != 1) cite(t, Clause::DBG_COP_10);
  }
  return has_bosses(c, s, in_game);
}

}  // namespace rw::transformers_dbg
