// Each game's signature: one number over fixed seeds and play. A change that alters play changes it
// and says so in its commit; one that should not, cannot. Beside it, whole games as text: what was
// chosen and what each seat was told.
#include <fstream>
#include <map>
#include <sstream>

#include "tests/table.h"

namespace rw::test {
namespace {

class Signature : public EveryGame {};

const std::map<std::string_view, std::uint64_t> signatures = {
    {"dino_battles", 13592578213917088839u},     {"dragon_booster", 14265035314446366863u},
    {"goofspiel", 1472508055858132639u},         {"risk_cybertron", 15574793708171986865u},
    {"transformers_dbg", 17321219927388983092u}, {"transformers_tcg", 15224134326622017611u},
};

TEST_P(Signature, IsTheRecordedOne) {
  std::uint64_t sum = 0;
  for (int seats = game().min_seats; seats <= game().max_seats; ++seats)
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
      Position position = begin(*edition, seats, seed);
      play_on(*edition, position, seed, [](const Position&, const ChoiceList&) { return true; });
      sum = sum * 0x9E3779B97F4A7C15u + edition->hash(position);
    }
  ASSERT_TRUE(signatures.contains(game().id)) << "no signature is recorded; found " << sum << "u";
  EXPECT_EQ(sum, signatures.at(game().id));
}

// The first four hundred decisions of a game, told to every seat.
std::string playthrough(const Edition& edition, int seats) {
  static ChoiceList list;
  std::ostringstream out;
  Position position = begin(edition, seats, 2026);
  core::Random random = core::Random::start(core::seed_from(2026));
  for (int i = 0; i < 400 && !edition.over(position); ++i) {
    const Decision decision = edition.decision(position);
    edition.choices(position, list);
    const Choice choice = list[static_cast<int>(random.below(static_cast<std::uint32_t>(list.size())))];
    out << i + 1 << " " << edition.seat_name(position, decision.asked) << " #" << decision.number << " of "
        << list.size() << ": " << edition.notation(position, choice) << "\n";
    core::Log log;
    edition.apply(position, choice, &log);
    for (const core::Event& event : log.events) {
      out << "   " << edition.clause_id(event.clause);
      std::string before;
      for (int seat = 0; seat < seats; ++seat) {
        const std::string text = edition.event_text(position, event, Viewer::of(core::seat(seat)), "en");
        if (text != before) out << "  [" << edition.seat_name(position, core::seat(seat)) << "] " << text;
        before = text;
      }
      out << "\n";
    }
  }
  return out.str();
}

TEST_P(Signature, PlaysTheRecordedGame) {
  const std::string path = std::string(RULEWRIGHT_SOURCE "/tests/playthroughs/") + std::string(game().id) + ".txt";
  const std::string now = playthrough(*edition, game().max_seats);
  std::ifstream file(path);
  if (std::getenv("RULEWRIGHT_RECORD") != nullptr) std::ofstream(path) << now;
  std::ostringstream recorded;
  recorded << file.rdbuf();
  EXPECT_EQ(now, recorded.str()) << "play has changed; record it anew with RULEWRIGHT_RECORD=1 if that is meant";
}

INSTANTIATE_TEST_SUITE_P(Games, Signature, testing::ValuesIn(games().begin(), games().end()), game_name);

}  // namespace
}  // namespace rw::test
