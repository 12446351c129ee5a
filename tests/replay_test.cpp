// Replays and saves of every game: played again they give the same bytes, and no damage goes unseen.
#include "engine/replay.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>

#include "engine/core/hash.h"
#include "engine/embedded.h"
#include "tests/expected.h"

namespace rw {
namespace {

std::shared_ptr<const Edition> edition_of(const Game& game) {
  auto edition = good(Edition::load(embedded_bundle(game.id)));
  EXPECT_TRUE(edition);
  return edition;
}

struct Played {
  Replay replay;
  Position last;
};

// A game of random choices; 0 plays to the end.
Played play(const Edition& edition, int choices, std::uint64_t number = 7,
            std::vector<std::pair<std::string, std::string>> options = {}) {
  const Setup setup{std::max(2, edition.game().min_seats), std::move(options)};  // some games can be played alone
  const core::Seed seed = core::seed_from(number);
  Played out{start_replay(edition, setup, seed), good(edition.begin(setup, seed))};
  EXPECT_FALSE(out.last.empty());
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
  ASSERT_TRUE(ok(read_replay(write_replay(played.replay)).into(read)));
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
    const std::string error = read_replay(text.substr(0, length)).into(read).error();
    ASSERT_FALSE(error.empty()) << "cut to " << length;
    ASSERT_TRUE(error.starts_with("line ")) << error;
  }
}

TEST_P(ReplayOfEveryGame, EveryFlippedBitOfAReplayIsNoticed) {
  std::string text = write_replay(play(*edition, 8).replay);
  for (std::size_t i = 0; i < text.size(); ++i)
    for (int bit = 0; bit < 8; ++bit) {
      text[i] = static_cast<char>(text[i] ^ (1 << bit));
      Replay read;
      const std::string error = read_replay(text).into(read).error();
      ASSERT_FALSE(error.empty()) << "byte " << i << ", bit " << bit;
      ASSERT_TRUE(error.starts_with("line ")) << error;
      text[i] = static_cast<char>(text[i] ^ (1 << bit));
    }
}

TEST_P(ReplayOfEveryGame, AReplayThatIsNotOneSaysWhy) {
  const std::string text = write_replay(play(*edition, 3).replay);
  const auto error_of = [](const std::string& changed) {
    Replay read;
    const std::string error = read_replay(changed).into(read).error();
    EXPECT_FALSE(error.empty());
    return error;
  };
  EXPECT_EQ(error_of(""), "line 1: the replay is empty");
  EXPECT_EQ(error_of("PNG\n"), "line 1: this is not a replay: it must start with 'rulewright-replay 2'");
  EXPECT_EQ(error_of("rulewright-replay 3\n" + text.substr(20)),
            "line 1: the replay has format 3; this program reads formats 1 and 2");
  const std::size_t mark = text.find(" #", text.find("choices\n"));
  const std::size_t stop = text.find('\n', mark);
  for (const char* wrong : {"", " #", " #xyz", " #12345678901234567", " #-1"})
    EXPECT_NE(
        error_of(text.substr(0, mark) + wrong + text.substr(stop)).find("the choice itself must stand behind"),
        std::string::npos)
        << wrong;
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
  wrong.choices[9].choice.reset();
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

// The choice is in the record itself, so a wording that was corrected since breaks nothing; it is told.
TEST_P(ReplayOfEveryGame, OtherWordsForTheSameChoiceAreANote) {
  const Played played = play(*edition, 0);
  Replay reworded = played.replay;
  reworded.choices[9].notation = "dance on the table";
  const Following following = follow(*edition, reworded);
  EXPECT_FALSE(following.diverged) << following.divergence.reason;
  EXPECT_EQ(following.last, played.last);
  ASSERT_EQ(following.notes.size(), 1u);
  EXPECT_EQ(following.notes[0].choice, 10);
  EXPECT_EQ(following.notes[0].text, "the record says 'dance on the table', this program calls the choice '" +
                                         played.replay.choices[9].notation + "'");
  const Verdict verdict = verify(*edition, reworded);
  EXPECT_TRUE(verdict.fair);
  EXPECT_TRUE(verdict.findings.back().starts_with("choice 10: the record says")) << verdict.findings.back();
}

// What counts is the number: right words do not help a choice that is none.
TEST_P(ReplayOfEveryGame, AChoiceThatIsRefusedDiverges) {
  const Played played = play(*edition, 20);
  Replay wrong = played.replay;
  wrong.choices[9].choice = Choice{0xFFFFFFFFFFFFFF7FU};
  const Following following = follow(*edition, wrong);
  EXPECT_TRUE(following.diverged);
  EXPECT_EQ(following.divergence.choice, 10);
  EXPECT_NE(following.divergence.reason.find(wrong.choices[9].notation), std::string::npos)
      << following.divergence.reason;
}

TEST_P(ReplayOfEveryGame, AChoiceOfASeatThatIsNotAskedDiverges) {
  const Played played = play(*edition, 20);
  Replay wrong = played.replay;
  Position before;
  follow(*edition, wrong, [&](const ReplayedChoice& step) {
    before = step.before;
    return step.number < 10;
  });
  const int other = core::index(edition->decision(before).asked) == 0 ? 1 : 0;
  wrong.choices[9].seat = edition->seat_name(before, core::seat(other));
  const Following following = follow(*edition, wrong);
  EXPECT_TRUE(following.diverged);
  EXPECT_EQ(following.divergence.choice, 10);
  EXPECT_NE(following.divergence.reason.find("is recorded to choose, but"), std::string::npos);
}

TEST_P(ReplayOfEveryGame, FormatOneIsReadByItsWords) {
  const Played played = play(*edition, 30);
  Replay words = played.replay;
  for (RecordedChoice& choice : words.choices) choice.choice.reset();
  const std::string text = write_replay(words);
  EXPECT_TRUE(text.starts_with("rulewright-replay 1\n"));
  Replay read;
  ASSERT_TRUE(ok(read_replay(text).into(read)));
  EXPECT_FALSE(read.choices[0].choice.has_value());
  EXPECT_EQ(read.choices[0].notation, played.replay.choices[0].notation);
  EXPECT_EQ(write_replay(read), text);
}

// Other rules: it is told, it goes through as far as it does, and nobody plays on from there.
TEST_P(ReplayOfEveryGame, AGameOfOtherRulesIsReadOnly) {
  Played played = play(*edition, 20);
  EXPECT_FALSE(follow(*edition, played.replay).read_only);
  played.replay.rules = 999;
  Following following = follow(*edition, played.replay);
  EXPECT_TRUE(following.read_only);
  EXPECT_FALSE(following.diverged);
  EXPECT_EQ(following.last, played.last);
  EXPECT_EQ(following.other_version, other_rules_text(*edition, 999));
  EXPECT_NE(following.other_version.find("rules version 999"), std::string::npos);
  EXPECT_NE(following.other_version.find("not played on"), std::string::npos);
  const Verdict verdict = verify(*edition, played.replay);
  EXPECT_FALSE(verdict.fair);
  EXPECT_NE(std::find(verdict.findings.begin(), verdict.findings.end(),
                      "other rules or content: " + following.other_version),
            verdict.findings.end());
  played.replay.choices[9].choice = Choice{0xFFFFFFFFFFFFFF7FU};
  following = follow(*edition, played.replay);
  EXPECT_TRUE(following.read_only && following.diverged);
  EXPECT_FALSE(following.last.empty());
  EXPECT_EQ(other_rules_text(*edition, edition->game().rules_version), "");
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

// A deck list has a line for each card, and a remark may hold anything.
TEST(Replays, KeepAnOptionOfSeveralLines) {
  const auto edition = edition_of(*find_game("transformers_tcg"));
  std::string list = "Team\n1 Arcee, Skilled Fighter\n\nDeck\n// \\0a is no line,\tC:\\5c neither\n";
  for (const char* card :
       {"Zap", "Medic!", "Photon Bomb", "Plasma Burst", "Strafing Run", "Supercharge", "Repair Bay", "Roll Out!",
        "Pep Talk", "Primary Laser", "Armored Plating", "Treasure Hunt", "Ramming Speed", "Disarm"})
    list += std::string("3\t") + card + "\r\n";
  const Played played = play(*edition, 40, 7, {{"list_1", list}, {"list_2", "# nothing else\n" + list}});
  Replay read;
  ASSERT_TRUE(ok(read_replay(write_replay(played.replay)).into(read)));
  EXPECT_EQ(read.setup.options, played.replay.setup.options);
  const Following following = follow(*edition, read);
  EXPECT_FALSE(following.diverged) << following.divergence.reason;
  EXPECT_EQ(following.last, played.last);
}

// A replay's log has the position of each line, so that what was Blackwing is not called Dreadwing.
TEST(Replays, TellALineFromWhereItHappened) {
  const auto edition = edition_of(*find_game("transformers_tcg"));
  const Played played = play(*edition, 40);
  const Following following = follow(*edition, played.replay, [&](const ReplayedChoice& step) {
    std::size_t worded = 0;
    for (const core::Event& event : step.log.events) worded += edition->worded_events().test(event.kind) ? 1 : 0;
    EXPECT_EQ(step.log.events.kept().size(), step.number == 0 ? 0 : worded * step.after.bytes().size());
    return true;
  });
  EXPECT_FALSE(following.diverged);
}

// ---- saves ---------------------------------------------------------------------------------------

TEST_P(ReplayOfEveryGame, ASaveLoadedIsTheSamePosition) {
  for (const int choices : {0, 1, 25, 200}) {
    const Position position = play(*edition, choices).last;
    const std::vector<std::byte> save = write_save(*edition, position);
    EXPECT_EQ(saved_game(save), edition->game().id);
    Position loaded;
    ASSERT_TRUE(ok(read_save(*edition, save).into(loaded)));
    EXPECT_EQ(loaded, position);
  }
}

TEST_P(ReplayOfEveryGame, EveryCutAndEveryFlippedBitOfASaveIsNoticed) {
  const Position position = play(*edition, 40).last;
  std::vector<std::byte> save = write_save(*edition, position);
  Position loaded = position;
  std::string error;
  for (std::size_t length = 0; length < save.size(); ++length) {
    error = read_save(*edition, std::span(save).first(length)).into(loaded).error();
    ASSERT_FALSE(error.empty()) << "cut to " << length;
  }
  for (std::size_t i = 0; i < save.size() * 8; ++i) {
    save[i / 8] ^= std::byte{1} << (i % 8);
    error = read_save(*edition, save).into(loaded).error();
    ASSERT_FALSE(error.empty()) << "bit " << i;
    save[i / 8] ^= std::byte{1} << (i % 8);
  }
  save.push_back({});
  error = read_save(*edition, save).into(loaded).error();
  EXPECT_FALSE(error.empty());
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
  std::string error = read_save(*edition, forged(save, 8, std::byte{'x'})).into(loaded).error();
  ASSERT_FALSE(error.empty());
  EXPECT_NE(error.find("is of the game 'x"), std::string::npos) << error;
  error = read_save(*edition, forged(save, 40, save[40] ^ std::byte{1})).into(loaded).error();
  ASSERT_FALSE(error.empty());
  EXPECT_NE(error.find("content"), std::string::npos) << error;
  error = read_save(*edition, forged(save, 64, std::byte{99})).into(loaded).error();
  ASSERT_FALSE(error.empty());
  EXPECT_NE(error.find("rules version 99"), std::string::npos) << error;
  EXPECT_NE(error.find("cannot be opened"), std::string::npos) << error;
  EXPECT_TRUE(loaded.empty());
}

}  // namespace
}  // namespace rw
