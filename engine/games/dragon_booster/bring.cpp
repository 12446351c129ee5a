// The decks that players bring: named by the table's options, or chosen at the table.
#include <charconv>

#include "engine/games/dragon_booster/turn.h"

namespace rw::dragon_booster {

int own_deck(const Content& c) { return static_cast<int>(c.decks.size()); }

void load_deck(Player& p, const std::vector<Record>& race, const std::vector<Record>& crystals) {
  p.race = {};
  p.crystals = {};
  std::fill(std::begin(p.deck), std::end(p.deck), Slot{});
  std::copy(race.begin(), race.end(), p.race.begin());
  std::copy(crystals.begin(), crystals.end(), p.crystals.begin());
  p.race_count = p.deck_size = static_cast<std::uint8_t>(race.size());
  p.crystal_count = static_cast<std::uint8_t>(crystals.size());
  for (const Slot slot : core::first<Slot>(p.race_count)) p.deck[core::index(slot)] = slot;
  p.dragon_deck = static_cast<std::uint16_t>((1u << crystals.size()) - 1);
}

namespace {

// A made-up position has decks, whatever its format.
const Format& format_of_decks(const Content& c, const State& s) {
  return s.made_up != 0 ? c.formats[0] : format_of(c, s);
}

std::vector<DeckFault> faults_of(const Content& c, const State& s, const Player& p) {
  return deck_faults(c, format_of_decks(c, s), {p.race.begin(), p.race.begin() + p.race_count},
                     {p.crystals.begin(), p.crystals.begin() + p.crystal_count});
}

// A list of one's own is there already.
void take_deck(Table& t, Seat seat, int deck) {
  Player& p = player(t.s, seat);
  if (deck != own_deck(t.content)) {
    const Deck& preset = t.content.decks[static_cast<std::size_t>(deck)];
    load_deck(p, preset.race, preset.crystals);
  }
  p.deck_choice = deck == own_deck(t.content) ? std::uint8_t{0} : static_cast<std::uint8_t>(deck + 1);
  for (const Crystal i : core::first<Crystal>(crystal_slots))
    p.known[slot_of(i)] = core::index(i) < p.crystal_count ? core::only(seat) : core::nobody;
  core::include(t.s.chosen, seat);
}

}  // namespace

void tell_deck(Table& t, Seat seat) {
  const int brought = player(t.s, seat).deck_choice;
  emit_secret(t, Clause::DRB_DECK_09, EventKind::deck_brought, seat, core::only(seat),
              brought == 0 ? own_deck(t.content) : brought - 1);
  for (const Clause clause : {Clause::DRB_DECK_01, Clause::DRB_DECK_02, Clause::DRB_DECK_03, Clause::DRB_DECK_04,
                              Clause::DRB_DECK_05, Clause::DRB_DECK_06, Clause::DRB_DECK_07})
    cite(t, clause, seat);
}

// ---- at the table ----------------------------------------------------------------------------------------------

Refusal judge_bring(const Content& c, const State& s, Seat seat, Choice ch) {
  const Player& p = player(s, seat);
  if (ch.a() > own_deck(c)) return refuse(Clause::DRB_DECK_09, Fact::no_such_thing);
  if (ch.a() < own_deck(c)) return legal;
  if (p.deck_choice != own_list) return refuse(Clause::DRB_DECK_09, Fact::not_there);
  const auto faults = faults_of(c, s, p);
  return faults.empty() ? legal : refuse(faults[0].clause, faults[0].fact, faults[0].have, faults[0].need);
}

void list_decks(const Content& c, const State& s, ChoiceList& out) {
  for (int i = 0; i < own_deck(c); ++i) out.add(choice(Verb::bring, i));
  const Choice own = choice(Verb::bring, own_deck(c));
  if (!judge_bring(c, s, s.decision.asked, own).refused()) out.add(own);
}

void bring(Table& t, Seat seat, Choice ch) {
  take_deck(t, seat, ch.a());
  tell_deck(t, seat);
}

// ---- options ---------------------------------------------------------------------------------------------------

namespace {

std::string joined(const std::vector<std::string_view>& names) {
  std::string text;
  for (const std::string_view name : names) text += (text.empty() ? "" : ", ") + std::string(name);
  return text;
}

std::string_view trimmed(std::string_view text) {
  while (text.starts_with(' ')) text.remove_prefix(1);
  while (text.ends_with(' ')) text.remove_suffix(1);
  return text;
}
std::string_view next_part(std::string_view& text, char mark) {
  const std::size_t at = text.find(mark);
  const std::string_view part = trimmed(text.substr(0, at));
  text = at == std::string_view::npos ? std::string_view{} : text.substr(at + 1);
  return part;
}

int read_count(std::string_view text) {
  int count = 0;
  const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), count);
  return fault == std::errc{} && end == text.data() + text.size() && count >= 1 && count <= 99 ? count : 0;
}

// "4 sidewinder, 2 quick_step | wyldfyr_with_kitt_wonn, ...": the race deck, then the dragon deck.
// What is more than any deck holds is not read to its end.
Expected<> read_list(const Content& c, std::string_view text, std::size_t most, std::vector<Record>& cards) {
  while (!text.empty() && cards.size() <= most) {
    std::string_view part = next_part(text, ',');
    int count = 1;
    if (const std::size_t space = part.find(' ');
        space != std::string_view::npos && part[0] >= '0' && part[0] <= '9') {
      count = read_count(part.substr(0, space));
      part = trimmed(part.substr(space + 1));
    }
    const Record card = find_card(c, part);
    if (count == 0) return failed("'" + std::string(part) + "' needs a number of copies from 1 to 99");
    if (card == no_record && !versions_of(c, part).empty())
      return failed("several cards have the title '" + std::string(part) + "', say which version");
    if (card == no_record) return failed("there is no card '" + std::string(part) + "'");
    cards.insert(cards.end(), static_cast<std::size_t>(count), card);
  }
  return {};
}

}  // namespace

Expected<> read_own_deck(Table& t, Seat seat, std::string_view text) {
  if (!text.empty() && format_of_decks(t.content, t.s).drafted())
    return failed("nobody brings a deck to a draft", Clause::DRB_DRF_06);
  std::string_view rest = text;
  std::vector<Record> race, crystals;
  if (auto done = read_list(t.content, next_part(rest, '|'), race_slots, race); !done) return done.failure();
  if (auto done = read_list(t.content, rest, crystal_slots, crystals); !done) return done.failure();
  if (race.size() > race_slots || crystals.size() > crystal_slots)
    return failed(std::to_string(race.size()) + " race cards and " + std::to_string(crystals.size()) +
                  " crystal cards are more than any deck holds (DRB-DECK-01, DRB-DECK-06)");
  load_deck(player(t.s, seat), race, crystals);
  player(t.s, seat).deck_choice = own_list;
  return {};
}

namespace {

// DRB-DECK-09: everything that is wrong with it.
std::string fault_texts(const Content& c, const State& s, const Player& p) {
  std::string text;
  for (const DeckFault& fault : faults_of(c, s, p))
    text += (text.empty() ? "" : "; ") + std::string(clause_names[static_cast<std::size_t>(fault.clause)]) + ": " +
            fault_text(c, fault, "en");
  return text;
}

}  // namespace

// "street_fire,own": a deck for each seat; "choose": the players are asked.
Expected<> read_decks(Table& t, std::string_view names) {
  State& s = t.s;
  if (names == "choose") return {};
  if (format_of_decks(t.content, s).drafted())
    return failed("nobody brings a deck to a draft", Clause::DRB_DRF_06);
  for (int i = 0; i < s.seats; ++i) {
    const std::string_view name = next_part(names, ',');
    const bool own = name == "own" && s.players[i].deck_choice == own_list;
    const int deck = own ? own_deck(t.content) : core::find_name(t.content.deck_ids, name);
    if (deck < 0)
      return failed("must name a deck for each seat: choose, own (with deck_1 and so on), or " +
                    joined(t.content.deck_ids));
    if (!own && s.players[i].deck_choice == own_list)
      return failed("deck_" + std::to_string(i + 1) + " is given, so decks must name own for that seat, not " +
                        std::string(name),
                    Clause::DRB_DECK_09);
    if (own)
      if (std::string faults = fault_texts(t.content, s, s.players[i]); !faults.empty())
        return failed(std::move(faults));
    take_deck(t, core::seat(i), deck);
    if (!own) core::include(s.named, core::seat(i));
  }
  if (!names.empty()) return failed("names more decks than there are seats");
  return {};
}

}  // namespace rw::dragon_booster
