// The limits of decks (DRB-DECK-01 to 09), and deck lists as people write them.
#include <algorithm>

#include "engine/core/text.h"
#include "engine/games/dragon_booster/rules.h"
#include "engine/games/dragon_booster/turn.h"

namespace rw::dragon_booster {
namespace {

// In drafts the size of the race deck has a clause of its own.
Clause size_clause(const Format& format) {
  if (!format.drafted()) return Clause::DRB_DECK_01;
  return format.race_most != 0 ? Clause::DRB_DRF_06 : Clause::DRB_SLD_08;
}

void check_copies(const std::vector<Record>& cards, int most, Clause clause, std::vector<DeckFault>& faults) {
  core::Indexed<Record, int, 256> count{};
  for (const Record card : cards)
    if (++count[card] == most + 1 && most != 0) faults.push_back({clause, Fact::copies, 0, most, card});
  for (DeckFault& fault : faults)
    if (fault.clause == clause) fault.have = count[fault.card];
}

}  // namespace

std::vector<DeckFault> deck_faults(const Content& c, const Format& format, const std::vector<Record>& race,
                                   const std::vector<Record>& crystals) {
  std::vector<DeckFault> faults;
  const auto size = static_cast<int>(race.size()), dragon_deck = static_cast<int>(crystals.size());
  if (size < format.race_least || (format.race_most != 0 && size > format.race_most))
    faults.push_back({size_clause(format), Fact::deck_size, size, format.race_least});
  for (const Record card : race)
    if (!is_race_card(c, card)) faults.push_back({Clause::DRB_DECK_02, Fact::wrong_kind, 0, 0, card});
  check_copies(race, format.race_copies, Clause::DRB_DECK_03, faults);
  int dragons = 0;
  for (const Record card : crystals) {
    if (is_race_card(c, card)) faults.push_back({Clause::DRB_DECK_04, Fact::wrong_kind, 0, 0, card});
    dragons += face(c, card).kind == Kind::dragon;
  }
  if (dragons < format.dragons)
    faults.push_back({Clause::DRB_DECK_05, Fact::needs_dragon, dragons, format.dragons});
  if (format.dragon_most != 0 && dragon_deck > format.dragon_most)
    faults.push_back({Clause::DRB_DECK_06, Fact::deck_size, dragon_deck, format.dragon_most});
  check_copies(crystals, format.dragon_copies, Clause::DRB_DECK_07, faults);
  return faults;
}

namespace {

// The locale's names.deck.<key>, with figures, a card of the set, or what somebody has written.
std::string said(const Content& c, std::string_view language, std::string_view key,
                 const std::int32_t (&operands)[4], std::string_view written = {}) {
  const auto name = [&](std::string_view kind, int value) {
    if (kind == "written") return std::string(written);
    return kind == "card" ? std::string(face(c, core::make<Record>(value)).name.in(language))
                          : std::to_string(value);
  };
  return core::fill(c.root["locale"][language]["names"]["deck." + std::string(key)].text(), operands, 0, name,
                    language);
}

std::string_view key_of(const DeckFault& fault) {
  switch (fault.clause) {
    case Clause::DRB_DECK_02: return "no_race_card";
    case Clause::DRB_DECK_04: return "no_crystal_card";
    case Clause::DRB_DECK_05: return "no_dragon";
    case Clause::DRB_DECK_06: return "dragon_deck_size";
    case Clause::DRB_DECK_03:
    case Clause::DRB_DECK_07: return "copies";
    default: return "race_deck_size";
  }
}

}  // namespace

std::string fault_text(const Content& c, const DeckFault& fault, std::string_view language) {
  return said(c, language, key_of(fault), {fault.have, fault.need, core::index(fault.card), 0});
}

// ---- deck lists ------------------------------------------------------------------------------------------------

// The versions of a title: crystal draconium cards only.
std::vector<Record> versions_of(const Content& c, std::string_view text) {
  const std::string wanted = core::folded(text);
  std::vector<Record> versions;
  for (const Record record : core::first<Record>(static_cast<int>(c.cards.size()))) {
    const Title title = face(c, record).title;
    if (title == no_title) continue;
    const Names& name = c.titles[static_cast<std::size_t>(core::index(title))];
    if (wanted == core::folded(name.en) || wanted == core::folded(name.fr)) versions.push_back(record);
  }
  return versions;
}

// A title alone is enough where it has one version.
Record find_card(const Content& c, std::string_view text) {
  const std::string wanted = core::folded(text);
  for (const Record record : core::first<Record>(static_cast<int>(c.cards.size()))) {
    const CardFace& card = face(c, record);
    if (wanted == card.id || wanted == core::folded(card.name.en) || wanted == core::folded(card.name.fr))
      return record;
  }
  const std::vector<Record> versions = versions_of(c, text);
  return versions.size() == 1 ? versions[0] : no_record;
}

namespace {

enum class Section : std::uint8_t { any, race, crystals, unknown };

Section section_of(std::string_view written) {
  const std::string name = core::folded(written);
  if (name.empty()) return Section::any;
  for (const std::string_view race : {"race deck", "race_deck", "race", "maneuvers", "events"})
    if (name == race) return Section::race;
  for (const std::string_view crystal : {"dragon deck", "dragon_deck", "dragons", "gear", "crew"})
    if (name == crystal) return Section::crystals;
  return Section::unknown;
}

// A line about something that does not exist.
DeckFinding unknown(const Content& c, std::string_view language, std::string_view key, const std::string& written,
                    int line) {
  DeckFinding finding;
  finding.text = said(c, language, key, {}, written);
  finding.line = line;
  return finding;
}

// DRB-DECK-08: legal, but none of the dragons could ever use it.
void warn_of_useless(const Content& c, const std::vector<Record>& crystals, std::string_view language,
                     std::vector<DeckFinding>& findings) {
  const auto usable = [&](const CardFace& card) {
    for (const Record other : crystals) {
      const CardFace& dragon = face(c, other);
      if (dragon.kind != Kind::dragon) continue;
      const bool all_boxes = (dragon.constants & modifier_bit(Licence::fit_all_boxes)) != 0;
      if (card.kind == Kind::crew && card.team == dragon.team) return true;
      if (card.kind == Kind::gear && (card.boxes == 0 || all_boxes || core::contains(card.boxes, dragon.color)))
        return true;
    }
    return card.kind != Kind::crew && card.kind != Kind::gear;
  };
  std::vector<std::string> names;
  for (const Record card : crystals)
    if (const std::string name(face(c, card).name.in(language)); !usable(face(c, card)))
      if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  if (names.empty()) return;
  findings.push_back(
      {static_cast<core::ClauseNumber>(Clause::DRB_DECK_08), said(c, language, "useless", {}), names, 0, true});
}

}  // namespace

namespace {

DeckFinding unknown_card(const Content& c, std::string_view language, const DeckLine& line) {
  std::string versions;
  for (const Record record : versions_of(c, line.card))
    versions += (versions.empty() ? "" : "; ") + std::string(face(c, record).name.in(language));
  if (versions.empty()) return unknown(c, language, "no_card", line.card, line.line);
  DeckFinding finding = unknown(c, language, "which", versions, line.line);
  finding.cards.push_back(line.card);
  return finding;
}

// The cards that a list names; findings about the lines that name none.
void read_lines(const Content& c, const DeckList& list, std::string_view language, std::vector<Record>& race,
                std::vector<Record>& crystals, std::vector<DeckFinding>& findings) {
  for (const DeckLine& line : list.lines) {
    const Section section = section_of(line.section);
    const Record card = find_card(c, line.card);
    if (section == Section::unknown)
      findings.push_back(unknown(c, language, "no_section", line.section, line.line));
    if (card == no_record) findings.push_back(unknown_card(c, language, line));
    if (card == no_record || section == Section::unknown) continue;
    const bool to_race = section == Section::any ? is_race_card(c, card) : section == Section::race;
    std::vector<Record>& cards = to_race ? race : crystals;
    cards.insert(cards.end(), static_cast<std::size_t>(line.count), card);
  }
  for (const DeckHeading& heading : list.headings) {
    const bool used = std::any_of(list.lines.begin(), list.lines.end(),
                                  [&](const DeckLine& line) { return line.section == heading.text; });
    if (!used && section_of(heading.text) == Section::unknown)
      findings.push_back(unknown(c, language, "no_section", heading.text, heading.line));
  }
}

}  // namespace

std::vector<DeckFinding> Rules::check_deck(const Content& c, const DeckList& list, std::string_view language) {
  std::vector<DeckFinding> findings;
  std::vector<Record> race, crystals;
  const Format* format = &c.formats[0];
  for (const Format& known : c.formats)
    if (known.id == list.format) format = &known;
  if (!list.format.empty() && format->id != list.format)
    findings.push_back(unknown(c, language, "no_format", list.format, list.format_line));
  read_lines(c, list, language, race, crystals, findings);
  for (const DeckFault& fault : deck_faults(c, *format, race, crystals)) {
    DeckFinding finding{.clause = static_cast<core::ClauseNumber>(fault.clause),
                        .text = fault_text(c, fault, language),
                        .cards = {}};
    if (fault.card != no_record) finding.cards.emplace_back(face(c, fault.card).name.in(language));
    findings.push_back(std::move(finding));
  }
  if (!format->drafted()) warn_of_useless(c, crystals, language, findings);
  return findings;
}

}  // namespace rw::dragon_booster
