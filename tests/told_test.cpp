// Told as it happens. A line of the log is told from the position in which it happened: between two lines only
// fields change that belong to the later one, and behind the last line of a choice only what needs no words.
// tests/told/<game>.txt says which fields belong to which kind of event. The end of the game is the last line.
#include <fstream>
#include <iostream>
#include <map>
#include <set>
#include <sstream>

#include "engine/frames.h"
#include "tests/expected.h"
#include "tests/tables.h"

namespace rw::test {
namespace {

using Fields = std::set<std::string>;
using Told = std::map<std::string, Fields>;  // by kind of event

// Behind the last line, and the kinds that end a game.
constexpr std::string_view untold = "(untold)", endings = "(end)";

// Groups whose members are seats, places or cards, not fields.
const std::set<std::string, std::less<>> keyed = {"players", "zones",  "sectors", "special_zones", "characters",
                                                  "matrix",  "basics", "assists", "slots",         "stacks"};

// "players.red.characters.arcee.damage" is the field players.characters.damage.
std::string field_of(const std::string& path) {
  std::istringstream in(path);
  std::string field;
  bool key = false;
  for (std::string part; std::getline(in, part, '.'); key = !key && keyed.contains(part)) {
    if (key || part.find_first_not_of("0123456789") == std::string::npos) continue;
    field += (field.empty() ? "" : ".") + part;
  }
  return field;
}

Told read_table(const std::string& path) {
  Told table;
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    const std::size_t colon = line.find(':');
    if (line.starts_with('#') || colon == std::string::npos) continue;
    std::istringstream words(line.substr(colon + 1));
    Fields& fields = table[line.substr(0, colon)];
    for (std::string word; words >> word;) fields.insert(word);
  }
  return table;
}

void write_table(const std::string& path, const Told& table) {
  std::ofstream file(path);
  file << "# Which fields may have changed when an event is told, since the event before it in the same choice.\n"
       << "# " << untold << ": behind the last one. " << endings << ": the kinds that end a game.\n";
  for (const auto& [kind, fields] : table) {
    file << kind << ":";
    for (const std::string& field : fields) file << " " << field;
    file << "\n";
  }
}

class Listener {
 public:
  explicit Listener(std::shared_ptr<const Edition> edition) : edition_(edition), frames_(std::move(edition)) {}

  void hear(const Position& before, const Position& after, const core::Log& log, const std::string& at) {
    frames_.tell(log.events, before, after);
    if (frames_.size() == 1 && !frames_[0].has_event) return note(std::string(untold), 0, at);
    const Position last = frames_[frames_.size() - 1].told_in;
    frames_.tell(log.events, before, last);
    for (std::size_t i = 0; i < frames_.size(); ++i) {
      const std::string kind(edition_->event_name(frames_[i].event));
      note(kind, i, at);
      ++events;
      EXPECT_TRUE(!ends(kind) || edition_->over(after)) << at << ": " << kind << " is told, and the game goes on";
    }
    if (edition_->over(after)) {
      const std::string kind(edition_->event_name(frames_[frames_.size() - 1].event));
      seen[std::string(endings)].insert(kind);
      EXPECT_TRUE(recording || ends(kind)) << at << ": the game ends, and the last line is " << kind;
    }
    frames_.tell({}, last, after);
    note(std::string(untold), 0, at);
  }

  Told table, seen;
  bool recording = false;
  int events = 0;

 private:
  bool ends(const std::string& kind) const {
    const auto row = table.find(endings.data());
    return row != table.end() && row->second.contains(kind);
  }

  void note(const std::string& kind, std::size_t frame, const std::string& at) {
    frames_.changes(frame, Viewer::omniscient(), changes_);
    Fields& row = seen[kind];
    for (const core::Change& change : changes_) {
      const std::string field = field_of(frames_.paths().text(change.path));
      row.insert(field);
      EXPECT_TRUE(recording || table[kind].contains(field)) << at << ": " << field << " changes before " << kind;
    }
  }

  std::shared_ptr<const Edition> edition_;
  Frames frames_;
  std::vector<core::Change> changes_;
};

class AsItHappens : public EveryGame {};

TEST_P(AsItHappens, IsEverythingTold) {
  const std::string path = std::string(RULEWRIGHT_SOURCE "/tests/told/") + std::string(game().id) + ".txt";
  Listener listener(edition);
  listener.recording = std::getenv("RULEWRIGHT_RECORD") != nullptr;
  listener.table = read_table(path);
  int choices = 0;
  const std::vector<rw::Setup> tables = some_of(tables_of(*edition), 12);
  // One game at each; of short games more, until enough was told.
  for (std::size_t n = 0; n < tables.size() || (listener.events <= 1000 && n < 40 * tables.size()); ++n)
    for (const auto kind : {players::Spec::Kind::random, players::Spec::Kind::greedy}) {
      const rw::Setup& setup = tables[n % tables.size()];
      const std::uint64_t seed = 5 + n / tables.size();
      int decision = 0;
      play_by(*edition, good(edition->begin(setup, core::seed_from(seed))), {kind, 0, 1}, seed, 1500,
              [&](const Position& p, const ChoiceList&, Choice choice) {
                Position after = p;
                core::Log log;
                log.keeps_positions = true;
                edition->apply(after, choice, &log);
                // Closely in the beginning, then every few choices and at the end.
                if (++decision > 150 && decision % 4 != 0 && !edition->over(after)) return true;
                if (after.broken() != nullptr) return false;
                ++choices;
                listener.hear(p, after, log,
                              text_of(setup) + ", decision " + std::to_string(decision) + ", " +
                                  edition->notation(p, choice));
                return !testing::Test::HasFailure();
              });
      if (testing::Test::HasFailure()) return;
    }
  std::cout << game().id << ": " << choices << " choices, " << listener.events << " events of "
            << listener.seen.size() - 2 << " kinds\n";
  for (const auto& [kind, fields] : listener.table)
    if (!listener.seen.contains(kind)) std::cout << "  never told: " << kind << "\n";
  if (listener.recording) {
    for (const auto& [kind, fields] : listener.seen) listener.table[kind].insert(fields.begin(), fields.end());
    write_table(path, listener.table);
  }
  EXPECT_GT(listener.events, 1000);
}

INSTANTIATE_TEST_SUITE_P(Games, AsItHappens, testing::ValuesIn(games().begin(), games().end()), game_name);

}  // namespace
}  // namespace rw::test
