// Replays and saves of every game: played again they give the same bytes, and no damage goes unseen.
#include "engine/replay.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>

#include "engine/core/hash.h"
#include "engine/embedded.h"

namespace rw {
namespace {

std::shared_ptr<const Edition> edition_of(const Game& game) {
  std::string error;
  auto edition = Edition::load(embedded_bundle(game.id), error);
  EXPECT_TRUE(edition) << error;
  return edition;
}

struct Played {
  Replay replay;
  Position last;
};

// A game of random choices; 0 plays to the end.
Played play(const Edition& edition, int choices, std::uint64_t number = 7) {
  const Setup setup{std::max(2, edition.game().min_seats), {}};  // some games can be played alone
  const core::Seed seed = core::seed_from(number);
  std::string error;
  Played out{start_replay(edition, setup, seed), edition.begin(setup, seed, error)};
  EXPECT_FALSE(out.last.empty()) << error;
  out.replay.players = {{1, "random"}, {2, "search:100"}};
  core::Random random = core::Random::start(core::derive(seed, 1));
  auto list = std::make_unique<ChoiceList>();
  for (int i = 0; (choices == 0 || i < choices) && !edition.over(out.last); ++i) {
    edition.choices(out.last, *list);
    const Choice choice = (*list)[static_cast<int>(random.below(static_cast<std::uint32_t>(list->size())))];
    record(out.replay, edition, out.last, choice);
    edition.apply(out.last, choice);
  }
  close(out.replay, edition, out.last);
  return out;
}

class ReplayOfEveryGame : public testing::TestWithParam<const Game*> {
 protected:
  std::shared_ptr<const Edition> edition = edition_of(*GetParam());
};

INSTANTIATE_TEST_SUITE_P(Games, ReplayOfEveryGame, testing::ValuesIn(games().begin(), games().end()),
                         [](const auto& each) { return std::string(each.param->id); });

// ---- replays -------------------------------------------------------------------------------------

TEST_P(ReplayOfEveryGame, AReplayReadBackAndFollowedGivesTheSamePosition) {
  const Played played = play(*edition, 0);
  EXPECT_FALSE(played.replay.end.empty());
  Replay read;
  std::string error;
  ASSERT_TRUE(read_replay(write_replay(played.replay), read, error)) << error;
  EXPECT_EQ(read.choices.size(), played.replay.choices.size());
  EXPECT_EQ(write_replay(read), write_replay(played.replay));
  const Following following = follow(*edition, read);
  EXPECT_FALSE(following.diverged) << following.divergence.choice << ": " << following.divergence.reason;
  EXPECT_EQ(following.other_version, "");
  EXPECT_EQ(following.last, played.last);
}

TEST_P(ReplayOfEveryGame, TheWatcherSeesEachChoiceOnceAndCanStop) {
  const Played played = play(*edition, 30);
  int next = 0;
  follow(*edition, played.replay, [&](const ReplayedChoice& choice) {
    EXPECT_EQ(choice.number, next++);
    EXPECT_EQ(choice.number == 0, choice.before == choice.after);
    return true;
  });
  EXPECT_EQ(next, 31);
  next = 0;
  follow(*edition, played.replay, [&](const ReplayedChoice&) { return ++next < 5; });
  EXPECT_EQ(next, 5);
}

TEST_P(ReplayOfEveryGame, EveryCutOfAReplayIsNoticed) {
  const std::string text = write_replay(play(*edition, 8).replay);
  for (std::size_t length = 0; length < text.size(); ++length) {
    Replay read;
    std::string error;
    ASSERT_FALSE(read_replay(text.substr(0, length), read, error)) << "cut to " << length;
    ASSERT_TRUE(error.starts_with("line ")) << error;
  }
}

TEST_P(ReplayOfEveryGame, EveryFlippedBitOfAReplayIsNoticed) {
  std::string text = write_replay(play(*edition, 8).replay);
  for (std::size_t i = 0; i < text.size(); ++i)
    for (int bit = 0; bit < 8; ++bit) {
      text[i] = static_cast<char>(text[i] ^ (1 << bit));
      Replay read;
      std::string error;
      ASSERT_FALSE(read_replay(text, read, error)) << "byte " << i << ", bit " << bit;
      ASSERT_TRUE(error.starts_with("line ")) << error;
      text[i] = static_cast<char>(text[i] ^ (1 << bit));
    }
}

TEST_P(ReplayOfEveryGame, AReplayThatIsNotOneSaysWhy) {
  const std::string text = write_replay(play(*edition, 3).replay);
  const auto error_of = [](const std::string& changed) {
    Replay read;
    std::string error;
    EXPECT_FALSE(read_replay(changed, read, error));
    return error;
  };
  EXPECT_EQ(error_of(""), "line 1: the replay is empty");
  EXPECT_EQ(error_of("PNG\n"), "line 1: this is not a replay: it must start with 'rulewright-replay 1'");
  EXPECT_EQ(error_of("rulewright-replay 2\n" + text.substr(20)),
            "line 1: the replay has format 2; this program reads format 1");
  EXPECT_EQ(error_of("rulewright-replay 1\ngame tiddlywinks\n"), "line 2: unknown game 'tiddlywinks'");
  EXPECT_TRUE(error_of(text + "more\n").ends_with("the replay goes on after its checksum"));
  const std::size_t line = static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
  EXPECT_EQ(error_of(text.substr(0, text.find("checksum"))),
            "line " + std::to_string(line) + ": the replay ends here, before its checksum: it was cut off");
}

TEST_P(ReplayOfEveryGame, AReplayThatDivergesNamesTheFirstWrongChoice) {
  const Played played = play(*edition, 20);
  Replay wrong = played.replay;
  wrong.choices[9].notation = "dance on the table";
  Following following = follow(*edition, wrong);
  EXPECT_TRUE(following.diverged);
  EXPECT_EQ(following.divergence.choice, 10);

  // The set-up phase of every game soon offers something that cannot be done twice.
  wrong = played.replay;
  wrong.choices[1] = wrong.choices[0];
  following = follow(*edition, wrong);
  EXPECT_TRUE(following.diverged);
  EXPECT_EQ(following.divergence.choice, 2);
  EXPECT_NE(following.divergence.reason, "");

  wrong = played.replay;
  wrong.end = "nobody wins";
  following = follow(*edition, wrong);
  EXPECT_TRUE(following.diverged);
  EXPECT_EQ(following.divergence.choice, 21);
}

TEST_P(ReplayOfEveryGame, AnotherVersionIsReportedAndTriedAllTheSame) {
  Played played = play(*edition, 10);
  played.replay.content = std::string(32, 'f');
  const Following following = follow(*edition, played.replay);
  EXPECT_FALSE(following.diverged);
  EXPECT_NE(following.other_version, "");
  EXPECT_EQ(following.last, played.last);
  EXPECT_FALSE(verify(*edition, played.replay).fair);
}

TEST_P(ReplayOfEveryGame, VerifyAcceptsAFairGameAndNothingElse) {
  const Played played = play(*edition, 0);
  EXPECT_TRUE(verify(*edition, played.replay).fair);
  EXPECT_TRUE(verify(*edition, played.replay, played.replay.commitment).fair);
  EXPECT_FALSE(verify(*edition, played.replay, std::string(64, '0')).fair);
  Replay other_seed = played.replay;
  other_seed.seed = core::seed_from(8);
  EXPECT_FALSE(verify(*edition, other_seed).fair);
  other_seed.commitment = core::commitment(other_seed.seed);  // a new commitment does not help: the dice differ
  EXPECT_FALSE(verify(*edition, other_seed).fair);
}

// ---- saves ---------------------------------------------------------------------------------------

TEST_P(ReplayOfEveryGame, ASaveLoadedIsTheSamePosition) {
  for (const int choices : {0, 1, 25, 200}) {
    const Position position = play(*edition, choices).last;
    const std::vector<std::byte> save = write_save(*edition, position);
    EXPECT_EQ(saved_game(save), edition->game().id);
    Position loaded;
    std::string error;
    ASSERT_TRUE(read_save(*edition, save, loaded, error)) << error;
    EXPECT_EQ(loaded, position);
  }
}

TEST_P(ReplayOfEveryGame, EveryCutAndEveryFlippedBitOfASaveIsNoticed) {
  const Position position = play(*edition, 40).last;
  std::vector<std::byte> save = write_save(*edition, position);
  Position loaded = position;
  std::string error;
  for (std::size_t length = 0; length < save.size(); ++length)
    ASSERT_FALSE(read_save(*edition, std::span(save).first(length), loaded, error)) << "cut to " << length;
  for (std::size_t i = 0; i < save.size() * 8; ++i) {
    save[i / 8] ^= std::byte{1} << (i % 8);
    ASSERT_FALSE(read_save(*edition, save, loaded, error)) << "bit " << i;
    save[i / 8] ^= std::byte{1} << (i % 8);
  }
  save.push_back({});
  EXPECT_FALSE(read_save(*edition, save, loaded, error));
  EXPECT_EQ(loaded, position);
}

// A save with its checksum made good again after a change at `at`.
std::vector<std::byte> forged(std::vector<std::byte> save, std::size_t at, std::byte value) {
  constexpr std::size_t checksum_at = 72;
  save[at] = value;
  std::memset(save.data() + checksum_at, 0, 8);
  const std::uint64_t sum = core::hash64(save);
  std::memcpy(save.data() + checksum_at, &sum, 8);
  return save;
}

TEST_P(ReplayOfEveryGame, ASaveOfAnotherGameOrVersionIsRefusedByName) {
  const std::vector<std::byte> save = write_save(*edition, play(*edition, 5).last);
  Position loaded;
  std::string error;
  ASSERT_FALSE(read_save(*edition, forged(save, 8, std::byte{'x'}), loaded, error));
  EXPECT_NE(error.find("is of the game 'x"), std::string::npos) << error;
  ASSERT_FALSE(read_save(*edition, forged(save, 40, save[40] ^ std::byte{1}), loaded, error));
  EXPECT_NE(error.find("content"), std::string::npos) << error;
  ASSERT_FALSE(read_save(*edition, forged(save, 64, std::byte{99}), loaded, error));
  EXPECT_NE(error.find("rules version 99"), std::string::npos) << error;
  EXPECT_TRUE(loaded.empty());
}

}  // namespace
}  // namespace rw
