// Texts act where the game's table says so, and nowhere else. A twin of a position is the same position with a
// card that has no texts. If all copies of the card lie where its texts may not act, nobody can tell the twins
// apart; if one lies where they may act, some game shows the difference.
#include <iostream>
#include <map>
#include <set>

#include "tests/expected.h"
#include "tests/tables.h"

namespace rw::test {
namespace {

using ability::Acts;
using ability::Lying;

class Twins : public EveryGame {};

struct Cell {
  int zone, kind;
  auto operator<=>(const Cell&) const = default;
};

// All copies of one card in a position.
struct Copies {
  int record = 0;
  Acts texts = 0;
  std::vector<Cell> cells;  // where they lie, in order
  Acts loud(const std::map<Cell, Acts>& where) const {
    int acts = 0;
    for (const Cell& cell : cells)
      if (const auto it = where.find(cell); it != where.end()) acts |= it->second & texts;
    return static_cast<Acts>(acts);
  }
};

struct Told {
  Position after;
  std::vector<core::Event> events;
};

class Watcher {
 public:
  explicit Watcher(const Edition& edition) : edition_(edition), game_(edition.game()) {
    for (const ability::WhereRow& row : game_.where)
      for (int kind = 0; kind < static_cast<int>(game_.card_kinds.size()); ++kind)
        if ((row.kinds >> kind & 1) != 0) {
          Acts& acts = where_[{row.zone, kind}];
          acts = static_cast<Acts>(acts | row.acts);
        }
  }

  // Looks at some of the cards of this position; `chosen` is what is done next.
  void look(const Position& p, const ChoiceList& list, Choice chosen, core::Random& random,
            const std::string& at) {
    ++positions;
    std::vector<Copies> silent, loud;
    for (auto& [record, copies] : copies_in(p)) {
      if (copies.texts == 0) continue;
      (copies.loud(where_) == 0 ? silent : loud).push_back(copies);
    }
    for (int i = 0; i < silent_at_once && !silent.empty(); ++i)
      try_silent(p, list, chosen, silent[random.below(static_cast<std::uint32_t>(silent.size()))], at);
    for (const Copies& copies : loud) try_loud(p, list, chosen, copies);
  }

  void report() const {
    std::cout << game_.id << ": " << positions << " positions, " << twins << " twins, " << moved
              << " left out because the card moved\n";
    for (const auto& [cell, n] : seen_silent) std::cout << "  silent in " << text(cell) << ": " << n << "\n";
    for (const auto& [cell, acts] : where_)
      for (int bit = 0; bit < 5; ++bit) {
        if ((acts >> bit & 1) == 0) continue;
        const auto it = shown_.find(cell);
        const bool shown = it != shown_.end() && (it->second >> bit & 1) != 0;
        const bool printed = printed_.contains(cell) && (printed_.at(cell) >> bit & 1) != 0;
        if (!shown)
          std::cout << "  never shown: " << ability::act_names[bit] << " in " << text(cell)
                    << (printed ? "" : " (no such text lay there)") << "\n";
      }
  }

  int positions = 0, twins = 0, moved = 0;
  std::map<Cell, int> seen_silent;

 private:
  static constexpr int silent_at_once = 3;

  std::string text(const Cell& cell) const {
    return std::string(game_.spots[static_cast<std::size_t>(cell.zone)]) + ", " +
           std::string(game_.card_kinds[static_cast<std::size_t>(cell.kind)]);
  }

  std::map<int, Copies> copies_in(const Position& p) {
    lying_.clear();
    game_.lying(edition_.content(), p.data(), lying_);
    std::map<int, Copies> found;
    for (const Lying& one : lying_) {
      Copies& copies = found[one.record];
      copies.record = one.record;
      copies.texts = one.texts;
      copies.cells.push_back({one.zone, one.kind});
    }
    for (auto& [record, copies] : found) std::sort(copies.cells.begin(), copies.cells.end());
    return found;
  }

  const void* silenced(int record) {
    auto& content = silenced_[record];
    if (!content) content = game_.silenced(edition_.content(), record);
    return content.get();
  }

  Told tell(const void* content, const Position& p, Choice choice) const {
    core::Log log;
    Told told{p, {}};
    game_.apply(content, told.after.data(), choice, &log, nullptr);
    told.events = std::move(log.events);
    return told;
  }

  bool same_choices(const Position& p, const ChoiceList& list, const void* content) const {
    static ChoiceList other;
    other.clear();
    game_.choices(content, p.data(), other);
    return other.size() == list.size() &&
           std::equal(list.begin(), list.end(), other.begin(), [](Choice a, Choice b) { return a == b; });
  }

  void try_silent(const Position& p, const ChoiceList& list, Choice chosen, const Copies& copies,
                  const std::string& at) {
    const void* twin = silenced(copies.record);
    const auto where = [&] {
      std::string zones;
      for (const Cell& cell : copies.cells) zones += (zones.empty() ? "" : "; ") + text(cell);
      return at + ": " + game_.record_name(edition_.content(), copies.record) + " (" + zones + "), " +
             edition_.notation(p, chosen);
    };
    EXPECT_TRUE(same_choices(p, list, twin)) << "other choices without the texts of a silent card\n" << where();
    const Told here = tell(edition_.content(), p, chosen);
    if (copies_in(here.after)[copies.record].cells != copies.cells) {
      ++moved;
      return;
    }
    const Told there = tell(twin, p, chosen);
    ++twins;
    for (const Cell& cell : copies.cells) ++seen_silent[cell];
    EXPECT_TRUE(here.events == there.events) << "other events without the texts of a silent card\n" << where();
    EXPECT_TRUE(here.after == there.after) << "another position without the texts of a silent card\n" << where();
  }

  // One loud place at most, so that the difference is the work of the texts there.
  void try_loud(const Position& p, const ChoiceList& list, Choice chosen, const Copies& copies) {
    std::set<Cell> places;
    for (const Cell& cell : copies.cells)
      if (const auto it = where_.find(cell); it != where_.end() && (it->second & copies.texts) != 0)
        places.insert(cell);
    if (places.size() != 1) return;
    const Cell cell = *places.begin();
    const Acts acts = where_.at(cell) & copies.texts;
    printed_[cell] = static_cast<Acts>(printed_[cell] | acts);
    if ((acts & (acts - 1)) != 0 || (shown_[cell] & acts) != 0) return;
    if (const int tries = ++tries_[cell]; tries > most_tries) return;
    const void* twin = silenced(copies.record);
    bool differs = !same_choices(p, list, twin);
    if (!differs) {
      const Told here = tell(edition_.content(), p, chosen), there = tell(twin, p, chosen);
      differs = here.events != there.events || !(here.after == there.after);
    }
    if (differs) shown_[cell] = static_cast<Acts>(shown_[cell] | acts);
  }

  static constexpr int most_tries = 4000;
  const Edition& edition_;
  const Game& game_;
  std::map<Cell, Acts> where_, shown_, printed_;
  std::map<Cell, int> tries_;
  std::map<int, std::shared_ptr<const void>> silenced_;
  std::vector<Lying> lying_;
};

TEST_P(Twins, SilentWhereTextsMayNotAct) {
  if (game().where.empty()) GTEST_SKIP() << "no card of this game has a text";
  Watcher watcher(*edition);
  core::Random random = core::Random::start(core::seed_from(8));
  for (const rw::Setup& setup : some_of(tables_of(*edition), 16))
    for (const auto kind : {players::Spec::Kind::random, players::Spec::Kind::greedy})
      for (std::uint64_t seed = 1; seed <= 2; ++seed) {
        int decision = 0;
        play_by(*edition, good(edition->begin(setup, core::seed_from(seed))), {kind, 0, 1}, seed, 600,
                [&](const Position& p, const ChoiceList& list, Choice choice) {
                  if (decision++ % 3 == 0)
                    watcher.look(p, list, choice, random,
                                 text_of(setup) + ", seed " + std::to_string(seed) + ", decision " +
                                     std::to_string(decision));
                  return !testing::Test::HasFailure();
                });
        if (testing::Test::HasFailure()) return watcher.report();
      }
  watcher.report();
  EXPECT_GT(watcher.twins, 1000);
}

INSTANTIATE_TEST_SUITE_P(Games, Twins, testing::ValuesIn(games().begin(), games().end()), game_name);

}  // namespace
}  // namespace rw::test
