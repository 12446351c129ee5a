// Deck lists, checked against a format.
#include "engine/games/transformers_tcg/deck.h"

#include <algorithm>
#include <charconv>
#include <optional>

#include "engine/core/text.h"
#include "engine/games/transformers_tcg/rules.h"

namespace rw::transformers_tcg {
namespace {

// Without blanks, the sign of a list item ("- 3 Zap", "* 3 Zap") and a colon behind.
std::string_view trimmed(std::string_view text) {
  const auto blank = [](char c) { return c == ' ' || c == '\t' || c == '\r'; };
  const auto strip = [&] {
    while (!text.empty() && blank(text.front())) text.remove_prefix(1);
    while (!text.empty() && (blank(text.back()) || text.back() == ':')) text.remove_suffix(1);
  };
  strip();
  if (text.size() > 1 && (text[0] == '-' || text[0] == '*') && blank(text[1])) text.remove_prefix(1);
  strip();
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

std::optional<DeckPart> part_called(const Content& c, std::string_view heading) {
  for (int part = 0; part < DeckPart_count; ++part)
    if (std::find(c.headings[part].begin(), c.headings[part].end(), heading) != c.headings[part].end())
      return static_cast<DeckPart>(part);
  return {};
}

}  // namespace

std::vector<CharacterRecord> find_characters(const Content& c, std::string_view name) {
  const std::string text = core::folded(name);
  std::vector<CharacterRecord> bare;
  for (const CharacterRecord record : c.all_characters()) {
    const CharacterCard& card = c.character(record);
    if (named(text, card.id, card.name)) return {record};
    const std::string_view full = card.name.en;
    if (text == c.name_ids[static_cast<std::size_t>(card.called)] ||
        text == core::folded(full.substr(0, full.find(','))))
      bare.push_back(record);
  }
  return bare;
}

std::optional<CardRecord> find_battle_card(const Content& c, std::string_view name) {
  const std::string text = core::folded(name);
  for (const CardRecord record : c.all_cards())
    if (named(text, c.card(record).id, c.card(record).name)) return record;
  return std::nullopt;
}

const Format* find_format(const Content& c, std::string_view id) {
  for (const Format& format : c.formats)
    if (format.id == id) return &format;
  return nullptr;
}

SubmittedDeck read_plain_list(const Content& c, std::string_view text) {
  SubmittedDeck deck;
  std::vector<NamedCard>* part = nullptr;
  const auto part_meant = [&](DeckPart meant) {
    switch (meant) {
      case DeckPart::team: return &deck.team;
      case DeckPart::sideboard: return &deck.sideboard;
      case DeckPart::pool: return &deck.pool;
      default: return &deck.cards;
    }
  };
  const bool lines = text.find('\n') != std::string_view::npos;
  int number = 0;
  while (!text.empty()) {
    const std::size_t stop = lines ? text.find('\n') : text.find(';');
    std::string_view line = trimmed(text.substr(0, stop));
    text = stop == std::string_view::npos ? std::string_view{} : text.substr(stop + 1);
    ++number;
    if (line.empty() || line.starts_with('#') || line.starts_with("//")) continue;
    if (const auto meant = part_called(c, heading_of(line)); meant && *meant != DeckPart::outside) {
      part = part_meant(*meant);
    } else {
      NamedCard card = read_line(line);
      card.line = number;
      const bool character = !find_battle_card(c, card.name) && !find_characters(c, card.name).empty();
      (part != nullptr ? part : character ? &deck.team : &deck.cards)->push_back(card);
    }
  }
  return deck;
}

Deck deck_of(const DeckList& list) { return {list.team, list.cards, {}, {}}; }

// ---- the rules ---------------------------------------------------------------------------------------

namespace {

// The locale's names.deck.<key>, with figures or what somebody has written.
std::string said(const Content& c, std::string_view language, std::string_view key, int a = 0, int b = 0,
                 std::string_view written = {}) {
  const std::int32_t operands[4] = {a, b};
  const auto name = [&](std::string_view kind, int value) {
    return kind == "written" ? std::string(written) : std::to_string(value);
  };
  const core::Node texts = c.root["locale"][language];
  return core::fill(texts["names"]["deck." + std::string(key)].text(), operands, 0, name, language);
}

std::string_view in_language(const Names& names, std::string_view language) {
  return language == "fr" ? names.fr : names.en;
}

struct Checker {
  const Content& c;
  const Format& format;
  std::string_view language;
  std::vector<Violation> found{};

  void wrong(Clause clause, std::string_view card, std::string reason, int line = 0) {
    found.push_back({clause, std::string(card), std::move(reason), line});
  }
  std::string text(std::string_view key, int a = 0, int b = 0, std::string_view written = {}) const {
    return said(c, language, key, a, b, written);
  }
  std::string_view name_of(CharacterRecord who) const { return in_language(c.character(who).name, language); }
  std::string_view name_of(CardRecord card) const { return in_language(c.card(card).name, language); }

  void add_card(std::vector<DeckLine>& lines, CardRecord card, int copies) {
    for (DeckLine& line : lines)
      if (line.card == card) {
        line.copies += copies;
        return;
      }
    lines.push_back({card, copies});
  }

  // TCG-DECK-06, TCG-DECK-08: what does not belong there, and what does not exist.
  void read_team(const std::vector<NamedCard>& names, std::vector<CharacterRecord>& out) {
    for (const NamedCard& named_card : names) {
      const std::vector<CharacterRecord> meant = find_characters(c, named_card.name);
      if (named_card.copies < 1) {
        wrong(Clause::TCG_DECK_02, named_card.name, text("no_copies"), named_card.line);
      } else if (meant.size() > 1) {
        wrong(Clause::TCG_DECK_03, named_card.name, which_of(meant), named_card.line);
      } else if (meant.empty()) {
        const bool card = find_battle_card(c, named_card.name).has_value();
        wrong(Clause::TCG_DECK_06, named_card.name, text(card ? "card_on_team" : "no_character"), named_card.line);
      } else {
        // A Combiner's stars count all the same, so that the list is told everything at once (TCG-DECK-11).
        if (c.character(meant[0]).kind == CharacterKind::combiner)
          wrong(Clause::TCG_DECK_08, named_card.name, text("combiner"), named_card.line);
        out.insert(out.end(), static_cast<std::size_t>(named_card.copies), meant[0]);
      }
    }
  }
  std::string which_of(const std::vector<CharacterRecord>& meant) const {
    std::string names;
    for (std::size_t i = 0; i < meant.size(); ++i)
      names += (i == 0 ? "" : text("next")) + std::string(name_of(meant[i]));
    return text("which", static_cast<int>(meant.size()), 0, names);
  }
  void read_cards(const std::vector<NamedCard>& names, std::vector<DeckLine>& out) {
    for (const NamedCard& named_card : names) {
      const auto card = find_battle_card(c, named_card.name);
      if (named_card.copies < 1)
        wrong(Clause::TCG_DECK_05, named_card.name, text("no_copies"), named_card.line);
      else if (card)
        add_card(out, *card, named_card.copies);
      else if (!find_characters(c, named_card.name).empty())
        wrong(Clause::TCG_DECK_06, named_card.name, text("character_in_deck"), named_card.line);
      else
        wrong(Clause::TCG_DECK_06, named_card.name, text("no_card"), named_card.line);
    }
  }

  // TCG-DECK-01 to 05, TCG-DECK-12, over deck and sideboard together (TCG-VAR-02).
  void judge(const Deck& deck) {
    int stars = 0, size = 0;
    for (const CharacterRecord who : deck.team) stars += c.character(who).stars;
    for (const DeckLine& line : deck.cards) {
      stars += line.copies * c.card(line.card).stars;
      size += line.copies;
    }
    if (deck.team.empty()) wrong(Clause::TCG_DECK_02, "", text("no_team"));
    if (stars > format.stars) wrong(Clause::TCG_DECK_01, "", text("stars", stars, format.stars));
    if (size < format.cards)
      wrong(format.unique_characters ? Clause::TCG_DECK_04 : Clause::TCG_DECK_13, "",
            text("size", size, format.cards));
    judge_team(deck);
    std::vector<DeckLine> all = deck.cards;
    for (const DeckLine& line : deck.side_cards) add_card(all, line.card, line.copies);
    for (const DeckLine& line : all) {
      if (format.copies != 0 && line.copies > format.copies)
        wrong(Clause::TCG_DECK_05, name_of(line.card), text("copies", line.copies, format.copies));
      if (std::find(format.banned.begin(), format.banned.end(), line.card) != format.banned.end())
        wrong(Clause::TCG_DECK_12, name_of(line.card), text("banned", 0, 0, in_language(format.name, language)));
    }
    judge_sideboard(deck);
  }

  // TCG-DECK-03: by full name; a limited team may repeat one (TCG-DECK-13).
  void judge_team(const Deck& deck) {
    if (!format.unique_characters) return;
    std::vector<CharacterRecord> all = deck.team;
    all.insert(all.end(), deck.side_team.begin(), deck.side_team.end());
    std::sort(all.begin(), all.end());
    for (std::size_t i = 1; i < all.size(); ++i)
      if (all[i] == all[i - 1] && (i < 2 || all[i - 2] != all[i]))
        wrong(Clause::TCG_DECK_03, name_of(all[i]), text("twice_on_team"));
  }

  void judge_sideboard(const Deck& deck) {
    int cards = 0;
    for (const DeckLine& line : deck.side_cards) cards += line.copies;
    if (deck.side_team.size() > 1) wrong(Clause::TCG_VAR_02, "", text("side_team"));
    for (const CharacterRecord who : deck.side_team)
      if (c.character(who).stars > 20) wrong(Clause::TCG_VAR_02, name_of(who), text("side_stars"));
    if (cards > 10) wrong(Clause::TCG_VAR_02, "", text("side_cards", cards));
  }

  // TCG-DECK-13: all out of the opened pool.
  void judge_pool(const Deck& deck, const std::vector<DeckLine>& pool) {
    for (const DeckLine& line : deck.cards) {
      int opened = 0;
      for (const DeckLine& had : pool)
        if (had.card == line.card) opened = had.copies;
      if (opened < line.copies)
        wrong(Clause::TCG_DECK_13, name_of(line.card), text("opened", line.copies, opened));
    }
  }
};

}  // namespace

std::vector<Violation> judge_deck(const Content& c, const Format& format, const Deck& deck) {
  Checker checker{c, format, "en"};
  checker.judge(deck);
  return checker.found;
}

std::vector<Violation> check_deck(const Content& c, const Format& format, const SubmittedDeck& list, Deck& deck,
                                  std::string_view language) {
  Checker checker{c, format, language};
  checker.read_team(list.team, deck.team);
  checker.read_cards(list.cards, deck.cards);
  for (const NamedCard& card : list.sideboard) {
    if (!find_battle_card(c, card.name) && !find_characters(c, card.name).empty())
      checker.read_team({card}, deck.side_team);
    else
      checker.read_cards({card}, deck.side_cards);
  }
  checker.judge(deck);
  if (!list.pool.empty() && format.copies == 0) {
    std::vector<DeckLine> pool;
    for (const NamedCard& card : list.pool)
      if (const auto found = find_battle_card(c, card.name)) checker.add_card(pool, *found, card.copies);
    checker.judge_pool(deck, pool);
  }
  return checker.found;
}

// ---- `rulewright deck check` -------------------------------------------------------------------------

namespace {

bool is_heading(const Content& c, const std::string& heading) {
  return heading.empty() || part_called(c, heading).has_value();
}

bool is_card_name(const Content& c, std::string_view name) {
  return find_battle_card(c, name) || !find_characters(c, name).empty();
}

DeckFinding misread(std::string text, int line) { return {0, std::move(text), {}, line, false}; }

// A list as it was written, sorted into its parts. In a plain text a card without a number looks like a heading:
// it is one copy, and what stands below it belongs to the heading above.
struct Sorter {
  const Content& c;
  const rw::DeckList& list;
  std::string_view language;
  std::vector<DeckFinding>& findings;
  SubmittedDeck out{};

  bool is_single_card(const DeckHeading& heading) const {
    return !is_heading(c, heading_of(heading.text)) && is_card_name(c, heading.text);
  }
  // "three Zap"
  bool is_counted_in_words(const DeckHeading& heading) const {
    const std::size_t blank = heading.text.find(' ');
    return !is_heading(c, heading_of(heading.text)) && blank != std::string::npos &&
           is_card_name(c, trimmed(std::string_view(heading.text).substr(blank)));
  }
  // The heading a line stands under.
  std::string section_at(const rw::DeckLine& line) const {
    if (list.headings.empty()) return line.section;
    std::string section;
    for (const DeckHeading& heading : list.headings)
      if (heading.line < line.line && !is_single_card(heading) && !is_counted_in_words(heading))
        section = heading.text;
    return section;
  }
  bool has_cards(const DeckHeading& heading) const {
    return std::any_of(list.lines.begin(), list.lines.end(),
                       [&](const rw::DeckLine& line) { return section_at(line) == heading.text; });
  }

  void sort(const rw::DeckLine& line) {
    const std::string section = section_at(line), heading = heading_of(section);
    const NamedCard card{line.card, line.count, line.line};
    const std::optional<DeckPart> part = part_called(c, heading);
    if (part == DeckPart::team) return out.team.push_back(card);
    if (part == DeckPart::sideboard) return out.sideboard.push_back(card);
    if (part == DeckPart::pool) return out.pool.push_back(card);
    if (part == DeckPart::outside) return;
    if (!is_heading(c, heading)) {
      DeckFinding note = misread(said(c, language, "odd_heading", 0, 0, section), line.line);
      note.warning = true;
      findings.push_back(std::move(note));
    }
    const bool character = !find_battle_card(c, line.card) && !find_characters(c, line.card).empty();
    (character && part != DeckPart::cards ? out.team : out.cards).push_back(card);
  }

  void look_at(const DeckHeading& heading) {
    if (is_heading(c, heading_of(heading.text))) return;
    if (is_single_card(heading)) return sort({heading.text, heading.text, 1, heading.line});
    if (is_counted_in_words(heading))
      findings.push_back(misread(said(c, language, "in_words", 0, 0, heading.text), heading.line));
    else if (!has_cards(heading))
      findings.push_back(misread(said(c, language, "neither", 0, 0, heading.text), heading.line));
  }

  SubmittedDeck sorted() {
    for (const DeckHeading& heading : list.headings) look_at(heading);
    for (const rw::DeckLine& line : list.lines) sort(line);
    return out;
  }
};

}  // namespace

std::vector<DeckFinding> Rules::check_deck(const Content& c, const rw::DeckList& list, std::string_view language) {
  std::vector<DeckFinding> findings;
  const Format* format = find_format(c, list.format.empty() ? "casual" : list.format);
  if (format == nullptr) {
    findings.push_back({static_cast<core::ClauseNumber>(Clause::TCG_DECK_12),
                        said(c, language, "no_format", 0, 0, list.format),
                        {},
                        list.format_line,
                        false});
    format = &c.formats.front();
  }
  const SubmittedDeck submitted = Sorter{c, list, language, findings}.sorted();
  Deck deck;
  for (const Violation& v : transformers_tcg::check_deck(c, *format, submitted, deck, language)) {
    DeckFinding finding{static_cast<core::ClauseNumber>(v.clause), v.reason, {}, v.line, false};
    if (!v.card.empty()) finding.cards.push_back(v.card);
    findings.push_back(std::move(finding));
  }
  return findings;
}

}  // namespace rw::transformers_tcg
