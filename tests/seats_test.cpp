// Everyone is treated the same. A position is written down as a made-up one, and once more with every player one
// seat further. Both are played on with the same chance and the same choices: apart from the names of the seats,
// what is offered, what happens and what comes of it must be the same.
#include <iostream>
#include <map>
#include <tuple>

#include "tests/expected.h"
#include "tests/tables.h"

namespace rw::test {
namespace {

class Seats : public EveryGame {};

// What a made-up position needs to know of each seat before anything can be written.
struct SeatOption {
  std::string_view game, option, field, prefix;
};
constexpr SeatOption seat_options[] = {
    {"risk_cybertron", "leaders", "leader.name", ""},
    {"transformers_dbg", "characters", "character", "ch_"},
};

// Before the first turn everybody answers in secret, or the rules go by seats.
constexpr std::string_view before_play[] = {"setup", "set_up", "draft",     "leaders",
                                            "claim", "deploy", "characters"};

using Names = std::map<std::string, std::string, std::less<>>;  // seat names: from, to

// Whole words that name a seat, and card kinds that end in one ("poison_red").
std::string renamed(std::string_view text, const Names& names) {
  const auto in_word = [](char c) { return c == '_' || std::isalnum(static_cast<unsigned char>(c)) != 0; };
  std::string out;
  for (std::size_t i = 0; i < text.size();) {
    std::size_t end = i;
    while (end < text.size() && in_word(text[end])) ++end;
    const std::string_view word = text.substr(i, end - i);
    const std::size_t last = word.rfind('_') + 1;  // 0 if there is none
    const auto it = names.find(word.substr(last));
    out += word.substr(0, last);
    out += it == names.end() ? std::string(word.substr(last)) : it->second;
    if (end < text.size()) out += text[end++];
    i = end;
  }
  return out;
}

// "Courage #11": the number of a place on the table, which another seat has elsewhere.
std::string without_places(std::string text) {
  for (std::size_t at = text.find(" #"); at != std::string::npos; at = text.find(" #", at)) {
    std::size_t end = at + 2;
    while (end < text.size() && std::isdigit(static_cast<unsigned char>(text[end])) != 0) ++end;
    text.erase(at, end - at);
  }
  return text;
}

// "[uc01, uc05]"
std::vector<std::string> cards_in(const std::string& text) {
  const std::string inside = text.substr(1, text.size() - 2);
  std::vector<std::string> cards;
  for (std::size_t from = 0; from < inside.size();) {
    const std::size_t to = std::min(inside.find(", ", from), inside.size());
    cards.push_back(inside.substr(from, to - from));
    from = to + 2;
  }
  return cards;
}

struct Written {
  std::string path, text;
  bool derived = false;
};

// Numbers and names of seats, and what a made-up position counts anew.
bool left_out(std::string_view path) {
  for (const std::string_view end : {".seat", ".team", "_wins", "round.turns"})
    if (path.ends_with(end)) return true;
  return false;
}

void flatten(const core::Field& field, const std::string& path, std::vector<Written>& out) {
  for (const core::Field& part : field.fields) {
    const std::string here = path.empty() ? part.name : path + "." + part.name;
    if (part.kind == core::Field::Kind::group)
      flatten(part, here, out);
    else if (!left_out(here))
      out.push_back({here, part.text(), part.derived});
  }
}

// Of cards on the table the order is that of the places they got. Piles show theirs when they are drawn from.
std::string in_any_order(const std::string& text) {
  if (!text.starts_with('[')) return text;
  std::vector<std::string> cards = cards_in(text);
  std::sort(cards.begin(), cards.end());
  std::string out;
  for (const std::string& card : cards) out += card + " ";
  return out;
}

using Description = std::map<std::string, std::string>;

// Who knows a card, a bit for each seat.
std::string moved_on(const std::string& mask, int seats, int further) {
  const int bits = std::stoi(mask);
  return std::to_string(((bits << further) | (bits >> (seats - further))) & ((1 << seats) - 1));
}

Written moved_on(Written one, const Names& names, int seats, int further) {
  one.path = renamed(one.path, names);
  one.text = one.path.ends_with(".known_by") ? moved_on(one.text, seats, further) : renamed(one.text, names);
  return one;
}

Description described(const Edition& edition, const Position& p, const Names& names, int further) {
  std::vector<Written> all;
  flatten(edition.fields(p, Viewer::omniscient()), "", all);
  Description out;
  for (const Written& one : all) {
    const Written moved = moved_on(one, names, edition.seats(p), further);
    out[moved.path] = in_any_order(moved.text);
  }
  return out;
}

std::string difference(const Description& a, const Description& b) {
  for (const auto& [path, text] : a)
    if (const auto it = b.find(path); it == b.end() || it->second != text)
      return path + ": " + text + " / " + (it == b.end() ? "nothing" : it->second);
  for (const auto& [path, text] : b)
    if (!a.contains(path)) return path + ": nothing / " + text;
  return "";
}

core::Setting setting_of(const Written& one) {
  core::Setting setting;
  setting.path = one.path;
  setting.is_list = one.text.starts_with('[');
  if (setting.is_list)
    setting.cards = cards_in(one.text);
  else
    setting.text = one.text;
  return setting;
}

std::vector<std::string> without(const std::vector<std::string>& lines, const std::vector<std::string>& others) {
  std::vector<std::string> left;
  std::set_difference(lines.begin(), lines.end(), others.begin(), others.end(), std::back_inserter(left));
  return left;
}

class Rounds {
 public:
  explicit Rounds(const Edition& edition) : edition_(edition), game_(edition.game()) {}

  // Looks at this position if it can be made up; false if something was unlike.
  void look(const rw::Setup& setup, const Position& p, std::uint64_t seed, const std::string& at) {
    const core::Field fields = edition_.fields(p, Viewer::omniscient());
    const core::Field* phase = fields.find("phase");
    if (phase != nullptr &&
        std::find(std::begin(before_play), std::end(before_play), phase->word) != std::end(before_play))
      return;
    ++positions;
    const int seats = edition_.seats(p);
    Names same, further;
    for (int i = 0; i < seats; ++i) {
      const std::string name = edition_.seat_name(p, core::seat(i));
      same[name] = name;
      further[name] = edition_.seat_name(p, core::seat((i + 1) % seats));
    }
    if (game_.id == "risk_cybertron") further = same;  // an army is named by its leader, who moves along
    Expected<Position> here = made_up(setup, p, same, 0);
    if (!here) return note(here.error());
    const std::string unlike = difference(described(edition_, p, same, 0), described(edition_, *here, same, 0));
    if (!unlike.empty()) return note(unlike);
    Expected<Position> there = made_up(setup, p, further, 1);
    if (names_a_clause(there.error())) return note(there.error());  // a rule that goes by seats says so
    ASSERT_TRUE(ok(there)) << at << ": cannot be made up one seat further";
    ASSERT_EQ(difference(described(edition_, *here, further, 1), described(edition_, *there, same, 0)), "") << at;
    ++looked_at;
    game_.rekey(here->data(), core::seed_from(seed));
    game_.rekey(there->data(), core::seed_from(seed));
    play(*here, *there, further, same, seed, at);
  }

  void report() const {
    std::cout << game_.id << ": " << positions << " positions, " << looked_at << " of them made up twice, "
              << decisions << " decisions compared, " << left_to_chance << " times another random card\n";
    for (const auto& [why, n] : notes_)
      if (n > 10) std::cout << "  not made up: " << why << " (" << n << ")\n";
  }

  int positions = 0, looked_at = 0, decisions = 0, left_to_chance = 0;

 private:
  static constexpr int ahead = 30;

  bool names_a_clause(const std::string& text) const {
    return std::any_of(game_.clauses.begin() + 1, game_.clauses.end(),
                       [&](std::string_view clause) { return text.find(clause) != std::string::npos; });
  }

  void note(const std::string& why) { ++notes_[why.substr(0, why.find_first_of(":'"))]; }

  Expected<Position> made_up(const rw::Setup& setup, const Position& p, const Names& names, int further) {
    std::vector<Written> all;
    const core::Field fields = edition_.fields(p, Viewer::omniscient());
    flatten(fields, "", all);
    rw::Setup custom = setup;
    custom.options.emplace_back("position", "custom");
    for (auto& [name, value] : custom.options)
      if (std::count(value.begin(), value.end(), ',') == setup.seats - 1 && further != 0)
        value = value.substr(value.rfind(',') + 1) + "," + value.substr(0, value.rfind(','));
    for (const SeatOption& option : seat_options) {
      if (option.game != game_.id) continue;
      std::string list;
      for (int i = 0; i < setup.seats; ++i) {
        const int from = (i + setup.seats - further) % setup.seats;
        const core::Field* field =
            fields.find("players." + edition_.seat_name(p, core::seat(from)) + "." + std::string(option.field));
        if (field == nullptr) return failed("");
        std::string value = field->text();
        if (value.starts_with(option.prefix)) value = value.substr(option.prefix.size());
        list += (i == 0 ? "" : ",") + value;
      }
      custom.options.emplace_back(std::string(option.option), list);
    }
    Expected<Position> begun = edition_.begin(custom, core::seed_from(1));
    if (!begun) return begun;
    Position& made = *begun;
    // One field may write another: twice, and once more what completing the position has changed.
    for (Written& one : all) one = moved_on(one, names, setup.seats, further);
    write(made, all);
    write(made, all);
    if (auto settled = edition_.settle(made); !settled) return settled.failure();
    write(made, all);
    return made;
  }

  void write(Position& made, const std::vector<Written>& all) const {
    const Description there = described(edition_, made, {}, 0);
    for (const Written& one : all) {
      const auto it = there.find(one.path);
      if (one.derived || (it != there.end() && it->second == in_any_order(one.text))) continue;
      std::ignore = edition_.set(made, setting_of(one));  // what follows from others is refused
    }
  }

  std::multimap<std::string, Choice> by_words(const Position& p, const Names& names) {
    static ChoiceList list;
    edition_.choices(p, list);
    std::multimap<std::string, Choice> found;
    for (const Choice choice : list)
      found.emplace(without_places(renamed(edition_.notation(p, choice), names)), choice);
    return found;
  }

  // What happens to whom, by which clause; what happens to several players at once is told in any order.
  std::vector<std::string> told(const Position& p, const core::Log& log, const Names& names) const {
    std::vector<std::string> lines;
    for (const core::Event& event : log.events)
      lines.push_back(std::string(edition_.clause_id(event.clause)) + " " + std::string(game_.events[event.kind]) +
                      " " + renamed(edition_.seat_name(p, event.actor), names));
    std::sort(lines.begin(), lines.end());
    return lines;
  }

  void play(Position here, Position there, const Names& further, const Names& same, std::uint64_t seed,
            const std::string& at) {
    core::Random random = core::Random::start(core::seed_from(seed));
    for (int i = 0; i < ahead && !edition_.over(here); ++i) {
      auto offered = by_words(here, further);
      const auto offered_there = by_words(there, same);
      const auto words = [](const auto& map) {
        std::vector<std::string> all;
        for (const auto& [text, choice] : map) all.push_back(text);
        return all;
      };
      if (words(offered) != words(offered_there)) offered = by_words(here, same);  // a color, not a seat
      ASSERT_EQ(words(offered), words(offered_there)) << at << ", " << i << " decisions later";
      auto one = offered.begin();
      std::advance(one, random.below(static_cast<std::uint32_t>(offered.size())));
      if (offered.count(one->first) > 1) return;  // which of them it would be there, the words don't tell
      const auto other = offered_there.find(one->first);
      // Several picks are taken in the order of places, which are other ones there.
      static core::Gathering open;
      if (edition_.gathering(here, open) && open.most > 1) return;
      const auto drawn = game_.random(here.data()).drawn;
      core::Log log_here, log_there;
      edition_.apply(here, one->second, &log_here);
      edition_.apply(there, other->second, &log_there);
      ++decisions;
      // A card taken at random out of a hand is the one at some place, and places are given as cards come.
      if (game_.random(here.data()).drawn != drawn &&
          !difference(described(edition_, here, further, 1), described(edition_, there, same, 0)).empty()) {
        ++left_to_chance;
        return;
      }
      ASSERT_EQ(without(told(here, log_here, further), told(there, log_there, same)),
                without(told(there, log_there, same), told(here, log_here, further)))
          << at << ", " << i << " decisions later: " << one->first;
      ASSERT_EQ(difference(described(edition_, here, further, 1), described(edition_, there, same, 0)), "")
          << at << ", " << i << " decisions later: " << one->first;
    }
  }

  const Edition& edition_;
  const Game& game_;
  std::map<std::string, int> notes_;
};

TEST_P(Seats, AreTreatedAlike) {
  Rounds rounds(*edition);
  for (const rw::Setup& setup : some_of(tables_of(*edition), 12)) {
    // In the basic game both draw from one deck, which lies with the first seat (TCG-VAR-03).
    if (setup.seats < 2 || setup.option("variant") == "basic") continue;
    for (std::uint64_t seed = 1; seed <= 2; ++seed) {
      int decision = 0;
      play_by(*edition, good(edition->begin(setup, core::seed_from(seed))), {}, seed, 240,
              [&](const Position& p, const ChoiceList&, Choice) {
                if (decision++ % 12 == 0)
                  rounds.look(setup, p, seed + static_cast<std::uint64_t>(decision),
                              text_of(setup) + ", seed " + std::to_string(seed) + ", decision " +
                                  std::to_string(decision));
                return !testing::Test::HasFailure();
              });
      if (testing::Test::HasFailure()) return rounds.report();
    }
  }
  rounds.report();
  EXPECT_GT(rounds.looked_at, 20);
}

INSTANTIATE_TEST_SUITE_P(Games, Seats, testing::ValuesIn(games().begin(), games().end()), game_name);

}  // namespace
}  // namespace rw::test
