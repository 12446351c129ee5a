// Every choice has words of its own: recorded games are the same game by words and by numbers, and what a notation
// or a label prints reads back as that very choice. Whole games of every game with any options.
#include <algorithm>
#include <cstdio>
#include <map>
#include <set>

#include "engine/replay.h"
#include "players/player.h"
#include "tests/expected.h"
#include "tests/setups.h"

namespace rw::test {
namespace {

class WordsOfEveryGame : public EveryGame {};

// Each kind of fault once, with where it was seen first and how often.
class Faults {
 public:
  void add(const std::string& kind, const std::string& first) {
    auto& [count, where] = seen_[kind];
    if (count++ == 0) where = first;
  }
  void report() const {
    for (const auto& [kind, fault] : seen_)
      ADD_FAILURE() << kind << " (" << fault.first << " times), first: " << fault.second;
  }

 private:
  std::map<std::string, std::pair<int, std::string>> seen_;
};

struct Recorded {
  Replay replay;
  std::vector<Position> positions;  // the first one, and after each choice
};

// A whole game, recorded as it is played: by greedy players, or else at random.
Recorded play(const Edition& edition, const Setup& setup, std::uint64_t seed, players::Player* greedy) {
  static ChoiceList list;
  Recorded out{start_replay(edition, setup, core::seed_from(seed)), {}};
  Position position = good(edition.begin(setup, core::seed_from(seed)));
  EXPECT_FALSE(position.empty());
  core::Random random = core::Random::start(core::seed_from(seed ^ 0x5EED));
  out.positions.push_back(position);
  while (!edition.over(position) && out.positions.size() < 100'000) {
    edition.choices(position, list);
    const auto any = random.below(static_cast<std::uint32_t>(list.size()));
    const Choice choice =
        greedy != nullptr ? players::ask(*greedy, edition, position, random) : list[static_cast<int>(any)];
    record(out.replay, edition, position, choice);
    edition.apply(position, choice);
    out.positions.push_back(position);
  }
  close(out.replay, edition, position);
  return out;
}

enum class By : unsigned char { words, numbers };

void follow_again(const Edition& edition, const Recorded& game, By by, const std::string& where, Faults& faults) {
  Replay replay = game.replay;
  if (by == By::words)
    for (RecordedChoice& choice : replay.choices) choice.choice.reset();
  Replay read;
  ASSERT_TRUE(ok(read_replay(write_replay(replay)).into(read))) << where;
  const std::string how = by == By::words ? "by words: " : "by numbers: ";
  bool same = true;
  const Following following = follow(edition, read, [&](const ReplayedChoice& step) {
    same = step.after == game.positions[static_cast<std::size_t>(step.number)];
    if (!same)
      faults.add(how + "another position", where + ", choice " + std::to_string(step.number) + " '" +
                                               edition.notation(step.before, step.choice) + "'");
    return same;
  });
  for (const ReplayNote& note : following.notes)
    faults.add(how + "a note", where + ", choice " + std::to_string(note.choice) + ": " + note.text);
  if (same && following.diverged)
    faults.add(how + "diverged", where + ", choice " + std::to_string(following.divergence.choice) + ": " +
                                     following.divergence.reason);
}

struct Amount {
  std::string_view game;
  int games;  // at random
  int greedy_games;  // these take longer
};
// Some thousands of games in about a minute, shared out by how long a game of each takes.
constexpr Amount amounts[] = {{"risk_cybertron", 800, 10},
                              {"dino_battles", 1200, 10},
                              {"dragon_booster", 250, 8},
                              {"transformers_dbg", 400, 10},
                              {"transformers_tcg", 1500, 30}};
constexpr int share = sanitized ? 10 : 1;  // sanitizers see the same code in a tenth of the games
Amount amount_of(std::string_view game) {
  for (const Amount& amount : amounts)
    if (amount.game == game) return {game, amount.games / share, (amount.greedy_games + share - 1) / share};
  return {game, 100 / share, 1};
}

TEST_P(WordsOfEveryGame, RecordedGamesAreTheSameByWordsAndByNumbers) {
  const Amount amount = amount_of(game().id);
  const auto greedy = good(players::make_player({players::Spec::Kind::greedy}, game()));
  ASSERT_NE(greedy, nullptr);
  core::Random random = core::Random::start(core::seed_from(2024));
  Faults faults;
  std::size_t positions = 0;
  for (int i = 0; i < amount.games + amount.greedy_games && !HasFatalFailure(); ++i) {
    const rw::Setup setup = drawn_setup(*edition, random);
    const std::string where = text_of(setup) + ", seed " + std::to_string(i);
    const Recorded recorded =
        play(*edition, setup, static_cast<std::uint64_t>(i), i < amount.games ? nullptr : greedy.get());
    follow_again(*edition, recorded, By::numbers, where, faults);
    follow_again(*edition, recorded, By::words, where, faults);
    positions += recorded.positions.size();
  }
  faults.report();
  std::printf("%s: %d random and %d greedy games, %zu positions, each by words and by numbers\n",
              std::string(game().id).c_str(), amount.games, amount.greedy_games, positions);
}

// ---- one position ----------------------------------------------------------------------------------

std::string verb_name(const Edition& edition, Choice choice) {
  return std::string(edition.game().verbs[static_cast<std::size_t>(choice.verb())]);
}

class WordsOfAPosition {
 public:
  WordsOfAPosition(const Edition& edition, const Position& p, const ChoiceList& list, std::string where,
                   Faults& faults)
      : edition_(edition), p_(p), list_(list), where_(std::move(where)), faults_(faults) {}

  // All choices differ in their notation and in their label.
  void differ() {
    differ("notation en", [&](Choice c) { return edition_.notation(p_, c, "en"); });
    differ("notation fr", [&](Choice c) { return edition_.notation(p_, c, "fr"); });
    differ("label en", [&](Choice c) { return edition_.choice_text(p_, c, "en"); });
    differ("label fr", [&](Choice c) { return edition_.choice_text(p_, c, "fr"); });
  }

  void reads_back(Choice choice) {
    reads_back("notation en", choice, edition_.notation(p_, choice, "en"));
    reads_back("notation fr", choice, edition_.notation(p_, choice, "fr"));
    reads_back("label en", choice, edition_.choice_text(p_, choice, "en"));
    reads_back("label fr", choice, edition_.choice_text(p_, choice, "fr"));
  }

 private:
  template <class Text>
  void differ(const char* what, Text&& text) {
    std::map<std::string, Choice> seen;
    for (const Choice choice : list_) {
      const auto [other, fresh] = seen.emplace(text(choice), choice);
      if (!fresh)
        faults_.add(std::string(what) + " of two choices: " + verb_name(edition_, choice),
                    where_ + ": '" + other->first + "' (" + edition_.notation(p_, choice) + "; " +
                        edition_.notation(p_, other->second) + ")");
    }
  }

  void reads_back(const char* what, Choice choice, const std::string& text) {
    const Readings readings = edition_.readings(p_, edition_.decision(p_).asked, text);
    if (readings.legal == std::vector<Choice>{choice}) return;
    std::string meant;
    for (const Choice other : readings.legal) meant += (meant.empty() ? "" : "; ") + edition_.notation(p_, other);
    faults_.add(std::string(what) + " does not read back: " + verb_name(edition_, choice),
                where_ + ": '" + text + "' of " + edition_.notation(p_, choice) + " means " +
                    (meant.empty() ? "nothing legal" : meant));
  }

  const Edition& edition_;
  const Position& p_;
  const ChoiceList& list_;
  std::string where_;
  Faults& faults_;
};

TEST_P(WordsOfEveryGame, EveryChoiceHasWordsOfItsOwn) {
  constexpr int most_read = 6;
  core::Random random = core::Random::start(core::seed_from(4202));
  Faults faults;
  int games = amount_of(game().id).games / 10, positions = 0, readings = 0;
  for (int i = 0; i < games && !HasFatalFailure(); ++i) {
    const rw::Setup setup = drawn_setup(*edition, random);
    Position position = good(edition->begin(setup, core::seed_from(static_cast<std::uint64_t>(i))));
    int decision = 0;
    play_on(*edition, position, static_cast<std::uint64_t>(i), [&](const Position& p, const ChoiceList& list) {
      if (++decision % 5 != i % 5) return true;
      WordsOfAPosition words(
          *edition, p, list,
          text_of(setup) + ", seed " + std::to_string(i) + ", decision " + std::to_string(decision), faults);
      words.differ();
      for (int k = 0; k < std::min(most_read, list.size()); ++k, ++readings)
        words.reads_back(list[static_cast<int>(random.below(static_cast<std::uint32_t>(list.size())))]);
      ++positions;
      return true;
    });
  }
  faults.report();
  std::printf(
      "%s: words of all choices of %d positions of %d games, %d of them read back from notation and labels\n",
      std::string(game().id).c_str(), positions, games, readings);
}

INSTANTIATE_TEST_SUITE_P(Games, WordsOfEveryGame, testing::ValuesIn(games().begin(), games().end()), game_name);

}  // namespace
}  // namespace rw::test
