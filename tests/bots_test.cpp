// Programs of others as players: a good one plays, a bad one loses its games with a reason, and none is left
// behind.
#include <gtest/gtest.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <thread>

#include "engine/embedded.h"
#include "lab/match.h"
#include "players/bot.h"
#include "players/process.h"
#include "tests/expected.h"

namespace rw {
namespace {

namespace fs = std::filesystem;

std::shared_ptr<const Edition> edition_of(std::string_view game) {
  auto edition = good(Edition::load(embedded_bundle(game)));
  EXPECT_NE(edition, nullptr);
  return edition;
}

// Every bot of these tests is a Python script whose arguments name this test run.
class Bots : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::temp_directory_path() / ("rulewright_bots_" + std::to_string(getpid()) + "_" +
                                           testing::UnitTest::GetInstance()->current_test_info()->name());
    fs::create_directories(folder_);
  }
  void TearDown() override {
    EXPECT_EQ(left_behind(), 0);
    fs::remove_all(folder_);
  }

  // `answer` is what the script does at a question, with `m` for the message.
  std::string script(const std::string& answer, const std::string& greeting = "say(type='hello')") {
    const fs::path file = folder_ / "bot.py";
    std::ofstream(file) << "import json, os, subprocess, sys, time\n"
                           "def say(**m): print(json.dumps(m), flush=True)\n"
                           "for line in sys.stdin:\n"
                           "    m = json.loads(line)\n"
                           "    if m['type'] == 'hello': "
                        << greeting << "\n    if m['type'] == 'choose':\n        " << answer << "\n";
    return "python3 " + file.string();
  }

  // Processes with the folder's name in their command line.
  int left_behind() const {
    int count = 0;
    for (const auto& entry : fs::directory_iterator("/proc")) {
      std::ifstream file(entry.path() / "cmdline");
      std::string line((std::istreambuf_iterator<char>(file)), {});
      if (line.find(folder_.string()) != std::string::npos) ++count;
    }
    return count;
  }

  lab::MatchReport match(const std::string& command, const std::string& time = "", int seats = 2,
                         std::string_view game = "risk_cybertron") {
    lab::MatchPlan plan;
    plan.edition = edition_of(game);
    plan.setup.seats = seats;
    plan.games = 2;
    EXPECT_TRUE(ok(players::parse("bot:" + time + command).into(plan.a.spec)));
    EXPECT_TRUE(ok(players::parse("random").into(plan.b.spec)));
    lab::MatchReport report;
    EXPECT_TRUE(ok(lab::match(plan, report)));
    return report;
  }

  void expect_forfeits(const std::string& command, const std::string& time = "", int seats = 2) {
    const lab::MatchReport report = match(command, time, seats);
    EXPECT_EQ(report.games, static_cast<std::uint64_t>(seats));
    EXPECT_EQ(report.forfeits_a, report.games);
    EXPECT_EQ(report.forfeits_b, 0U);
    EXPECT_EQ(report.won, 0U);
  }

  std::string refusal(const std::string& command, std::string_view game = "risk_cybertron") {
    players::Spec spec;
    EXPECT_TRUE(ok(players::parse("bot:" + command).into(spec)));
    const auto made = players::make_player(spec, edition_of(game)->game());
    EXPECT_FALSE(made);
    return made.error();
  }

  fs::path folder_;
};

TEST_F(Bots, PlayEveryGame) {
  for (const Game* game : games()) {
    SCOPED_TRACE(game->id);
    const lab::MatchReport report = match(
        script("say(type='choice', id=m['id'], choice=m['id'] * 7919 % len(m['choices']))"), "", 2, game->id);
    EXPECT_EQ(report.games, 2U);
    EXPECT_EQ(report.forfeits_a + report.forfeits_b, 0U);
  }
}

TEST_F(Bots, ReferenceBotsPlay) {
  for (const std::string& command : {std::string(RULEWRIGHT_SOURCE) + "/bots/reference_bot.py --seed 3",
                                     std::string(RULEWRIGHT_REFERENCE_BOT)}) {
    SCOPED_TRACE(command);
    EXPECT_EQ(match(command).forfeits_a, 0U);
  }
}

TEST_F(Bots, AnswerByWordsAndByBits) {
  EXPECT_EQ(match(script("say(type='choice', id=m['id'], choice=m['choices'][0]['text'])")).forfeits_a, 0U);
  EXPECT_EQ(match(script("say(type='choice', id=m['id'], choice=m['choices'][-1]['bits'])")).forfeits_a, 0U);
}

TEST_F(Bots, AreToldWhatTheyWant) {
  const std::string wants = "say(type='hello', wants=['tensor'])";
  EXPECT_EQ(match(script("assert 'view' not in m and 'choices' not in m and len(m['tensor']) > 10; "
                         "say(type='choice', id=m['id'], choice=m['count'] - 1)",
                         wants))
                .forfeits_a,
            0U);
}

TEST_F(Bots, WrongAnswersLose) {
  for (const char* answer :
       {"say(type='choice', id=m['id'], choice=99999)", "say(type='choice', id=m['id'], choice=-1)",
        "say(type='choice', id=m['id'] + 1, choice=0)", "say(type='choice', id=m['id'])",
        "say(type='choice', id=m['id'], choice='attack nowhere')", "say(type='sorry')", "print('{', flush=True)",
        "print('[' * 5000, flush=True)"}) {
    SCOPED_TRACE(answer);
    expect_forfeits(script(answer));
  }
}

TEST_F(Bots, LateOnesLose) { expect_forfeits(script("time.sleep(3600)"), "time=200ms:"); }
TEST_F(Bots, SilentOnesLose) { expect_forfeits(script("pass"), "time=200ms:"); }
TEST_F(Bots, CrashingOnesLose) { expect_forfeits(script("os.abort()")); }
TEST_F(Bots, FloodingOnesLose) { expect_forfeits(script("sys.stdout.write('x' * (1 << 24)); time.sleep(3600)")); }
TEST_F(Bots, FailAmongSeveralWithoutHarmToOthers) { expect_forfeits(script("os.abort()"), "", 3); }

TEST_F(Bots, LeaveNoChildBehind) {
  // A child that has made itself a session of its own, and whose parent is gone.
  expect_forfeits(script("subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(3600)', '" +
                         folder_.string() + "'], start_new_session=True); os._exit(0)"));
}

TEST_F(Bots, AreStoppedWhenTheirProcessGoes) {
  players::Process process;
  ASSERT_TRUE(ok(process.start({"python3", "-c", "import time; time.sleep(3600)", folder_.string()})));
  // The system needs a moment to make the process the program it is to be.
  for (int i = 0; i < 1000 && left_behind() == 0; ++i) std::this_thread::sleep_for(std::chrono::milliseconds(10));
  EXPECT_GE(left_behind(), 1);
  process.stop();
  EXPECT_EQ(left_behind(), 0);
}

TEST_F(Bots, ThatCannotPlaySayWhy) {
  EXPECT_NE(refusal("./no_such_program").find("./no_such_program: No such file"), std::string::npos);
  EXPECT_NE(refusal(script("pass", "say(type='hello', games=['chess'])")).find("does not play risk_cybertron"),
            std::string::npos);
  EXPECT_NE(refusal(script("pass", "print('hi', flush=True)")).find("hi"), std::string::npos);
  EXPECT_NE(refusal(script("pass", "say(type='hello', wants=['the moon'])")).find("the moon"), std::string::npos);
  EXPECT_NE(refusal(script("pass", "sys.exit()")).find("ended"), std::string::npos);
}

TEST_F(Bots, AreNamedExactly) {
  players::Spec spec;
  ASSERT_TRUE(ok(players::parse("bot:time=2s:./a 'b c' --x=1:2").into(spec)));
  EXPECT_EQ(spec.milliseconds, 2000);
  EXPECT_EQ(spec.command, "./a 'b c' --x=1:2");
  EXPECT_EQ(spec.text(), "bot:time=2000ms:./a 'b c' --x=1:2");
  std::vector<std::string> words;
  EXPECT_TRUE(players::split_command(spec.command, words));
  EXPECT_EQ(words, (std::vector<std::string>{"./a", "b c", "--x=1:2"}));
  for (const char* wrong :
       {"bot", "bot:", "bot:time=:x", "bot:time=0ms:x", "bot:time=5m:x", "bot:time=5s", "bot:'a"})
    EXPECT_FALSE(players::parse(wrong)) << wrong;
}

}  // namespace
}  // namespace rw
