// Deck lists, checked against a format.
#include "engine/games/transformers_tcg/deck.h"

#include <algorithm>
#include <charconv>

#include "engine/core/text.h"
#include "engine/games/transformers_tcg/rules.h"

namespace rw::transformers_tcg {
namespace {

std::string_view trimmed(std::string_view text) {
  const auto blank = [](char c) { return c == ' ' || c == '\t' || c == '\r' || c == '*' || c == '-'; };
  while (!text.empty() && blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && (blank(text.back()) || text.back() == ':')) text.remove_suffix(1);
  return text;
}

bool read_count(std::string_view text, int& count) {
  const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), count);
  return fault == std::errc{} && end == text.data() + text.size();
}

// "3 Zap", "3x Zap", "Zap x3", "Zap (3)", "Zap".
NamedCard read_line(std::string_view text) {
  NamedCard card{std::string(text), 1, 0};
  const std::size_t first = text.find(' ');
  if (first != std::string_view::npos) {
    std::string_view head = text.substr(0, first);
    if (head.ends_with('x') || head.ends_with('X')) head.remove_suffix(1);
    if (int n = 0; read_count(head, n)) return {std::string(trimmed(text.substr(first + 1))), n, 0};
  }
  const std::size_t last = text.rfind(' ');
  if (last != std::string_view::npos) {
    std::string_view tail = text.substr(last + 1);
    const bool marked =
        tail.starts_with('x') || tail.starts_with('X') || (tail.starts_with('(') && tail.ends_with(')'));
    if (tail.starts_with('(') && tail.ends_with(')')) tail.remove_suffix(1);
    if (marked) tail.remove_prefix(1);
    if (tail.starts_with('x')) tail.remove_prefix(1);
    if (int n = 0; marked && read_count(tail, n)) return {std::string(trimmed(text.substr(0, last))), n, 0};
  }
  return card;
}

bool named(std::string_view text, std::string_view id, const Names& names) {
  return text == id || text == core::folded(names.en) || text == core::folded(names.fr);
}

// A heading may carry a number: "Deck (40)".
std::string heading_of(std::string_view line) {
  std::string text = core::folded(line);
  const std::size_t bracket = text.find('(');
  if (bracket != std::string::npos) text.resize(bracket);
  return std::string(trimmed(text));
}

}  // namespace

int find_character(const Content& c, std::string_view name) {
  const std::string text = core::folded(name);
  int bare = -1, count = 0;
  for (int i = 0; i < static_cast<int>(c.characters.size()); ++i) {
    const CharacterCard& card = c.characters[static_cast<std::size_t>(i)];
    if (named(text, card.id, card.name)) return i;
    const std::string_view full = card.name.en;
    if (text == c.name_ids[static_cast<std::size_t>(card.called)] ||
        text == core::folded(full.substr(0, full.find(',')))) {
      bare = i;
      ++count;
    }
  }
  return count == 1 ? bare : -1;
}

int find_battle_card(const Content& c, std::string_view name) {
  const std::string text = core::folded(name);
  for (int i = 0; i < static_cast<int>(c.cards.size()); ++i)
    if (named(text, c.cards[static_cast<std::size_t>(i)].id, c.cards[static_cast<std::size_t>(i)].name)) return i;
  return -1;
}

const Format* find_format(const Content& c, std::string_view id) {
  for (const Format& format : c.formats)
    if (format.id == id) return &format;
  return nullptr;
}

SubmittedDeck read_plain_list(const Content& c, std::string_view text) {
  SubmittedDeck deck;
  std::vector<NamedCard>* part = nullptr;
  const bool lines = text.find('\n') != std::string_view::npos;
  int number = 0;
  while (!text.empty()) {
    const std::size_t stop = lines ? text.find('\n') : text.find(';');
    std::string_view line = trimmed(text.substr(0, stop));
    text = stop == std::string_view::npos ? std::string_view{} : text.substr(stop + 1);
    ++number;
    if (line.empty() || line.starts_with('#') || line.starts_with("//")) continue;
    const std::string heading = heading_of(line);
    if (heading == "team" || heading == "characters" || heading == "équipe") {
      part = &deck.team;
    } else if (heading == "deck" || heading == "battle cards" || heading == "cards" || heading == "actions" ||
               heading == "upgrades" || heading == "paquet" || heading == "main deck") {
      part = &deck.cards;
    } else if (heading == "sideboard" || heading == "réserve") {
      part = &deck.sideboard;
    } else if (heading == "pool") {
      part = &deck.pool;
    } else {
      NamedCard card = read_line(line);
      card.line = number;
      const bool character = find_battle_card(c, card.name) < 0 && find_character(c, card.name) >= 0;
      (part != nullptr ? part : character ? &deck.team : &deck.cards)->push_back(card);
    }
  }
  return deck;
}

Deck deck_of(const DeckList& list) { return {list.team, list.cards, {}, {}}; }

// ---- the rules ---------------------------------------------------------------------------------------

namespace {

struct Checker {
  const Content& c;
  const Format& format;
  std::vector<Violation> found{};

  void wrong(Clause clause, std::string_view card, std::string reason, int line = 0) {
    found.push_back({clause, std::string(card), std::move(reason), line});
  }

  void add_card(std::vector<DeckLine>& lines, int card, int copies) {
    for (DeckLine& line : lines)
      if (line.card == card) {
        line.copies += copies;
        return;
      }
    lines.push_back({card, copies});
  }

  // TCG-DECK-06, TCG-DECK-08: what does not belong there, and what does not exist.
  void read_team(const std::vector<NamedCard>& names, std::vector<int>& out) {
    for (const NamedCard& named_card : names) {
      const int who = find_character(c, named_card.name);
      if (who < 0) {
        const bool card = find_battle_card(c, named_card.name) >= 0;
        wrong(Clause::TCG_DECK_06, named_card.name,
              card ? "a battle card is not a character" : "there is no such character", named_card.line);
      } else if (c.characters[static_cast<std::size_t>(who)].kind == CharacterKind::combiner) {
        wrong(Clause::TCG_DECK_08, named_card.name, "a Combiner is never on a team; it is formed in play",
              named_card.line);
      } else {
        for (int k = 0; k < named_card.copies; ++k) out.push_back(who);
      }
    }
  }
  void read_cards(const std::vector<NamedCard>& names, std::vector<DeckLine>& out) {
    for (const NamedCard& named_card : names) {
      const int card = find_battle_card(c, named_card.name);
      if (named_card.copies < 1)
        wrong(Clause::TCG_DECK_05, named_card.name, "the number of copies must be at least 1", named_card.line);
      else if (card >= 0)
        add_card(out, card, named_card.copies);
      else if (find_character(c, named_card.name) >= 0)
        wrong(Clause::TCG_DECK_06, named_card.name, "characters and Combiners do not go into the deck",
              named_card.line);
      else
        wrong(Clause::TCG_DECK_06, named_card.name, "there is no such battle card", named_card.line);
    }
  }

  // TCG-DECK-01 to 05, TCG-DECK-12, over deck and sideboard together (TCG-VAR-02).
  void judge(const Deck& deck) {
    int stars = 0, size = 0;
    for (const int who : deck.team) stars += c.characters[static_cast<std::size_t>(who)].stars;
    for (const DeckLine& line : deck.cards) {
      stars += line.copies * c.cards[static_cast<std::size_t>(line.card)].stars;
      size += line.copies;
    }
    if (deck.team.empty()) wrong(Clause::TCG_DECK_02, "", "a team has at least one character");
    if (stars > format.stars)
      wrong(Clause::TCG_DECK_01, "", std::to_string(stars) + " stars, at most " + std::to_string(format.stars));
    if (size < format.cards)
      wrong(format.unique_characters ? Clause::TCG_DECK_04 : Clause::TCG_DECK_13, "",
            std::to_string(size) + " battle cards, at least " + std::to_string(format.cards));
    judge_team(deck);
    std::vector<DeckLine> all = deck.cards;
    for (const DeckLine& line : deck.side_cards) add_card(all, line.card, line.copies);
    for (const DeckLine& line : all) {
      const BattleCard& card = c.cards[static_cast<std::size_t>(line.card)];
      if (format.copies != 0 && line.copies > format.copies)
        wrong(Clause::TCG_DECK_05, card.name.en,
              std::to_string(line.copies) + " copies, at most " + std::to_string(format.copies));
      if (std::find(format.banned.begin(), format.banned.end(), line.card) != format.banned.end())
        wrong(Clause::TCG_DECK_12, card.name.en, "banned in " + std::string(format.name.en));
    }
    judge_sideboard(deck);
  }

  // TCG-DECK-03: by full name; a limited team may repeat one (TCG-DECK-13).
  void judge_team(const Deck& deck) {
    if (!format.unique_characters) return;
    std::vector<int> all = deck.team;
    all.insert(all.end(), deck.side_team.begin(), deck.side_team.end());
    std::sort(all.begin(), all.end());
    for (std::size_t i = 1; i < all.size(); ++i)
      if (all[i] == all[i - 1] && (i < 2 || all[i - 2] != all[i]))
        wrong(Clause::TCG_DECK_03, c.characters[static_cast<std::size_t>(all[i])].name.en,
              "is on the team more than once");
  }

  void judge_sideboard(const Deck& deck) {
    int cards = 0;
    for (const DeckLine& line : deck.side_cards) cards += line.copies;
    if (deck.side_team.size() > 1) wrong(Clause::TCG_VAR_02, "", "a sideboard has one character at most");
    for (const int who : deck.side_team)
      if (c.characters[static_cast<std::size_t>(who)].stars > 20)
        wrong(Clause::TCG_VAR_02, c.characters[static_cast<std::size_t>(who)].name.en,
              "a sideboard's character has at most 20 stars");
    if (cards > 10)
      wrong(Clause::TCG_VAR_02, "", std::to_string(cards) + " battle cards in the sideboard, at most 10");
  }

  // TCG-DECK-13: all out of the opened pool.
  void judge_pool(const Deck& deck, const std::vector<DeckLine>& pool) {
    for (const DeckLine& line : deck.cards) {
      int opened = 0;
      for (const DeckLine& had : pool)
        if (had.card == line.card) opened = had.copies;
      if (opened < line.copies)
        wrong(Clause::TCG_DECK_13, c.cards[static_cast<std::size_t>(line.card)].name.en,
              std::to_string(line.copies) + " copies, " + std::to_string(opened) + " in the opened pool");
    }
  }
};

}  // namespace

std::vector<Violation> judge_deck(const Content& c, const Format& format, const Deck& deck) {
  Checker checker{c, format};
  checker.judge(deck);
  return checker.found;
}

std::vector<Violation> check_deck(const Content& c, const Format& format, const SubmittedDeck& list, Deck& deck) {
  Checker checker{c, format};
  checker.read_team(list.team, deck.team);
  checker.read_cards(list.cards, deck.cards);
  for (const NamedCard& card : list.sideboard) {
    if (find_battle_card(c, card.name) < 0 && find_character(c, card.name) >= 0)
      checker.read_team({card}, deck.side_team);
    else
      checker.read_cards({card}, deck.side_cards);
  }
  checker.judge(deck);
  if (!list.pool.empty() && format.copies == 0) {
    std::vector<DeckLine> pool;
    for (const NamedCard& card : list.pool)
      if (const int found = find_battle_card(c, card.name); found >= 0) checker.add_card(pool, found, card.copies);
    checker.judge_pool(deck, pool);
  }
  return checker.found;
}

// ---- `rulewright deck check` -------------------------------------------------------------------------

namespace {

constexpr std::string_view team_headings[] = {"team", "characters", "équipe", "personnages"};
constexpr std::string_view card_headings[] = {"cards",    "deck",      "battle cards", "battle_cards", "actions",
                                              "upgrades", "main deck", "main",         "paquet"};
constexpr std::string_view side_headings[] = {"sideboard", "réserve"};
constexpr std::string_view ignored_headings[] = {"outside_characters", "outside_battle_cards", "outside"};

bool stands_in(std::span<const std::string_view> headings, const std::string& heading) {
  return std::find(headings.begin(), headings.end(), heading) != headings.end();
}

}  // namespace

std::vector<DeckFinding> Rules::check_deck(const Content& c, const rw::DeckList& list, std::string_view language) {
  std::vector<DeckFinding> findings;
  const Format* format = find_format(c, list.format.empty() ? "casual" : list.format);
  if (format == nullptr) {
    findings.push_back({static_cast<core::ClauseNumber>(Clause::TCG_DECK_12),
                        "there is no format '" + list.format + "'; formats: casual, constructed_2019, limited",
                        {},
                        list.line,
                        false});
    format = &c.formats.front();
  }
  SubmittedDeck submitted;
  for (const rw::DeckLine& line : list.lines) {
    const std::string heading = heading_of(line.section);
    const NamedCard card{line.card, line.count, line.line};
    if (stands_in(team_headings, heading)) {
      submitted.team.push_back(card);
    } else if (stands_in(side_headings, heading)) {
      submitted.sideboard.push_back(card);
    } else if (heading == "pool") {
      submitted.pool.push_back(card);
    } else if (!stands_in(ignored_headings, heading)) {
      if (!heading.empty() && !stands_in(card_headings, heading))
        findings.push_back({0,
                            "the heading '" + line.section + "' says nothing here; read as battle cards or team",
                            {},
                            line.line,
                            true});
      const bool character = find_battle_card(c, line.card) < 0 && find_character(c, line.card) >= 0;
      (character && !stands_in(card_headings, heading) ? submitted.team : submitted.cards).push_back(card);
    }
  }
  Deck deck;
  for (const Violation& v : transformers_tcg::check_deck(c, *format, submitted, deck)) {
    DeckFinding finding{static_cast<core::ClauseNumber>(v.clause), v.reason, {}, v.line, false};
    if (!v.card.empty()) finding.cards.push_back(v.card);
    findings.push_back(std::move(finding));
  }
  (void)language;
  return findings;
}

}  // namespace rw::transformers_tcg
