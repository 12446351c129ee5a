// Deck lists, checked against a format.
#include "engine/games/transformers_tcg/deck.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <set>

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
  const std::size_t first = text.find_first_of(" \t");
  if (first != std::string_view::npos) {
    std::string_view head = text.substr(0, first);
    if (head.ends_with('x') || head.ends_with('X')) head.remove_suffix(1);
    if (int n = 0; read_count(head, n)) return {std::string(trimmed(text.substr(first + 1))), n, 0};
  }
  const std::size_t last = text.find_last_of(" \t");
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

// More copies than any list needs.
constexpr int most_copies = 999;
bool is_count(int copies) { return copies >= 1 && copies <= most_copies; }

// What the lines of a list may name, folded once for all of them.
class Register {
 public:
  explicit Register(const Content& c) {
    for (const CardRecord record : c.all_cards())
      cards_.emplace_back(record, c.card(record).id, c.card(record).name);
    for (const CharacterRecord record : c.all_characters()) {
      const CharacterCard& card = c.character(record);
      const std::string_view full = card.name.en;
      characters_.emplace_back(record, card.id, card.name);
      bare_.push_back(
          {c.name_ids[static_cast<std::size_t>(card.called)], core::folded(full.substr(0, full.find(',')))});
    }
  }

  std::optional<CardRecord> card(std::string_view name) const {
    const std::string text = core::folded(name);
    for (const Called<CardRecord>& each : cards_)
      if (each.is(text)) return each.record;
    return std::nullopt;
  }
  // By id or name, or all that share a bare name.
  std::vector<CharacterRecord> characters(std::string_view name) const {
    const std::string text = core::folded(name);
    std::vector<CharacterRecord> sharing;
    for (std::size_t i = 0; i < characters_.size(); ++i) {
      if (characters_[i].is(text)) return {characters_[i].record};
      if (text == bare_[i].id || text == bare_[i].title) sharing.push_back(characters_[i].record);
    }
    return sharing;
  }
  bool names_character(std::string_view name) const { return !card(name) && !characters(name).empty(); }
  bool names_anything(std::string_view name) const { return card(name) || !characters(name).empty(); }

 private:
  template <class Record>
  struct Called {
    Called(Record r, std::string_view i, const Names& names)
        : record(r), id(i), en(core::folded(names.en)), fr(core::folded(names.fr)) {}
    bool is(std::string_view text) const { return text == id || text == en || text == fr; }
    Record record;
    std::string_view id;
    std::string en, fr;
  };
  struct Bare {
    std::string_view id;
    std::string title;
  };
  std::vector<Called<CardRecord>> cards_;
  std::vector<Called<CharacterRecord>> characters_;
  std::vector<Bare> bare_;  // of each character
};

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

const Format* find_format(const Content& c, std::string_view id) {
  for (const Format& format : c.formats)
    if (format.id == id) return &format;
  return nullptr;
}

SubmittedDeck read_plain_list(const Content& c, std::string_view text) {
  const Register known(c);
  SubmittedDeck deck;
  std::vector<NamedCard>* part = nullptr;
  const auto part_meant = [&](DeckPart meant) {
    switch (meant) {
      case DeckPart::team: return &deck.team;
      case DeckPart::sideboard: return &deck.sideboard;
      case DeckPart::pool: return &deck.pool;
      case DeckPart::outside: return &deck.outside;
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
    if (const auto meant = part_called(c, heading_of(line))) {
      part = part_meant(*meant);
    } else {
      NamedCard card = read_line(line);
      card.line = number;
      const bool character = known.names_character(card.name);
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
  void read_team(const Register& known, const std::vector<NamedCard>& names, std::vector<CharacterRecord>& out) {
    for (const NamedCard& named_card : names) {
      const std::vector<CharacterRecord> meant = known.characters(named_card.name);
      if (!is_count(named_card.copies)) {
        wrong(Clause::TCG_DECK_02, named_card.name, text("no_copies"), named_card.line);
      } else if (meant.size() > 1) {
        wrong(Clause::TCG_DECK_03, named_card.name, which_of(meant), named_card.line);
      } else if (meant.empty()) {
        const bool card = known.card(named_card.name).has_value();
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
  void read_cards(const Register& known, const std::vector<NamedCard>& names, std::vector<DeckLine>& out) {
    for (const NamedCard& named_card : names) {
      const auto card = known.card(named_card.name);
      if (!is_count(named_card.copies))
        wrong(Clause::TCG_DECK_05, named_card.name, text("no_copies"), named_card.line);
      else if (card)
        add_card(out, *card, named_card.copies);
      else if (known.names_character(named_card.name))
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

  // A line of the pool or of what is declared names a card or a character.
  void read_names(const Register& known, const std::vector<NamedCard>& names, Clause clause) {
    for (const NamedCard& named_card : names) {
      const std::vector<CharacterRecord> meant = known.characters(named_card.name);
      const bool card = known.card(named_card.name).has_value();
      if (!is_count(named_card.copies))
        wrong(clause, named_card.name, text("no_copies"), named_card.line);
      else if (!card && meant.size() > 1)
        wrong(clause, named_card.name, which_of(meant), named_card.line);
      else if (!card && meant.empty())
        wrong(clause, named_card.name, text("no_such_thing"), named_card.line);
    }
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
  const Register known(c);
  Checker checker{c, format, language};
  checker.read_team(known, list.team, deck.team);
  checker.read_cards(known, list.cards, deck.cards);
  for (const NamedCard& card : list.sideboard) {
    if (known.names_character(card.name))
      checker.read_team(known, {card}, deck.side_team);
    else
      checker.read_cards(known, {card}, deck.side_cards);
  }
  checker.read_names(known, list.pool, Clause::TCG_DECK_13);
  checker.read_names(known, list.outside, Clause::TCG_OUT_06);
  checker.judge(deck);
  if (!list.pool.empty() && format.copies == 0) {
    std::vector<DeckLine> pool;
    for (const NamedCard& card : list.pool)
      if (const auto found = known.card(card.name); found && is_count(card.copies))
        checker.add_card(pool, *found, card.copies);
    checker.judge_pool(deck, pool);
  }
  return checker.found;
}

// ---- `rulewright deck check` -------------------------------------------------------------------------

namespace {

bool is_heading(const Content& c, const std::string& heading) {
  return heading.empty() || part_called(c, heading).has_value();
}

DeckFinding misread(std::string text, int line) { return {0, std::move(text), {}, line, false}; }

// "Zap" for "Zap 3", "Zap (3)", "Zap × 3".
std::string_view without_count_behind(std::string_view text) {
  for (std::size_t blank = text.rfind(' '); blank != std::string_view::npos; blank = text.rfind(' ')) {
    if (text.find_first_not_of("0123456789xX*()×", blank + 1) != std::string_view::npos) break;
    text = trimmed(text.substr(0, blank));
  }
  return text;
}

// A list as it was written, sorted into its parts. In a plain text a card without a number looks like a heading:
// it is one copy, and what stands below it belongs to the heading above.
class Sorter {
 public:
  Sorter(const Content& content, const rw::DeckList& list, std::string_view language,
         std::vector<DeckFinding>& findings)
      : content_(content), list_(list), language_(language), findings_(findings), known_(content) {
    for (const DeckHeading& heading : list_.headings) {
      meanings_.push_back(meaning_of(heading));
      if (meanings_.back() == Meaning::heading) headings_.push_back(&heading);
    }
    for (const rw::DeckLine& line : list_.lines) used_.insert(section_at(line));
  }
  SubmittedDeck sorted() {
    for (std::size_t i = 0; i < list_.headings.size(); ++i) look_at(list_.headings[i], meanings_[i]);
    for (const rw::DeckLine& line : list_.lines) sort(line);
    return out_;
  }

 private:
  enum class Meaning : std::uint8_t { heading, single_card, miscounted };  // the last: "three Zap", "Zap 3"
  Meaning meaning_of(const DeckHeading& heading) const {
    if (is_heading(content_, heading_of(heading.text))) return Meaning::heading;
    if (known_.names_anything(heading.text)) return Meaning::single_card;
    const std::string_view text = heading.text;
    const std::size_t blank = text.find(' ');
    const bool in_front = blank != std::string_view::npos && known_.names_anything(trimmed(text.substr(blank)));
    const std::string_view name = without_count_behind(text);
    const bool behind = name.size() < text.size() && known_.names_anything(name);
    return in_front || behind ? Meaning::miscounted : Meaning::heading;
  }
  // The heading a line stands under. They are in the order of their lines.
  std::string section_at(const rw::DeckLine& line) const {
    if (list_.headings.empty()) return line.section;
    const auto below = std::partition_point(headings_.begin(), headings_.end(),
                                            [&](const DeckHeading* heading) { return heading->line < line.line; });
    return below == headings_.begin() ? std::string() : below[-1]->text;
  }

  void sort(const rw::DeckLine& line) {
    const std::string section = section_at(line), heading = heading_of(section);
    const NamedCard card{line.card, line.count, line.line};
    const std::optional<DeckPart> part = part_called(content_, heading);
    if (part == DeckPart::team) return out_.team.push_back(card);
    if (part == DeckPart::sideboard) return out_.sideboard.push_back(card);
    if (part == DeckPart::pool) return out_.pool.push_back(card);
    if (part == DeckPart::outside) return out_.outside.push_back(card);
    if (!is_heading(content_, heading)) {
      DeckFinding note = misread(said(content_, language_, "odd_heading", 0, 0, section), line.line);
      note.warning = true;
      findings_.push_back(std::move(note));
    }
    const bool character = known_.names_character(line.card);
    (character && part != DeckPart::cards ? out_.team : out_.cards).push_back(card);
  }

  void look_at(const DeckHeading& heading, Meaning meaning) {
    if (meaning == Meaning::single_card) return sort({heading.text, heading.text, 1, heading.line});
    if (meaning == Meaning::miscounted)
      findings_.push_back(misread(said(content_, language_, "miscounted", 0, 0, heading.text), heading.line));
    else if (!is_heading(content_, heading_of(heading.text)) && !used_.contains(heading.text))
      findings_.push_back(misread(said(content_, language_, "neither", 0, 0, heading.text), heading.line));
  }

  const Content& content_;
  const rw::DeckList& list_;
  std::string_view language_;
  std::vector<DeckFinding>& findings_;
  const Register known_;
  std::vector<Meaning> meanings_;  // of each of the list's headings
  std::vector<const DeckHeading*> headings_;  // those that are headings
  std::set<std::string> used_;  // headings above a line
  SubmittedDeck out_;
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
  const SubmittedDeck submitted = Sorter(c, list, language, findings).sorted();
  Deck deck;
  for (const Violation& v : transformers_tcg::check_deck(c, *format, submitted, deck, language)) {
    DeckFinding finding{static_cast<core::ClauseNumber>(v.clause), v.reason, {}, v.line, false};
    if (!v.card.empty()) finding.cards.push_back(v.card);
    findings.push_back(std::move(finding));
  }
  return findings;
}

}  // namespace rw::transformers_tcg
