// A bot as a player. Whatever it does wrong costs it the game under way and nothing else.
#include "players/bot.h"

#include <algorithm>
#include <iterator>

#include "players/conversation.h"

namespace rw::players {
namespace {

std::vector<std::string> words_of(const Spec& spec) {
  std::vector<std::string> words;
  split_command(spec.command, words);
  return words;
}

class Bot final : public Player {
 public:
  Bot(const Spec& spec, const Game& game) : game_(game), time_(spec.milliseconds), bot_(words_of(spec)) {}

  Expected<> start() { return bot_.start(game_.id); }

  Choice choose(const Edition& edition, const Position& seen, Seat seat, core::Random& random) override {
    edition.choices(seen, list_);
    const bool same_game = std::equal(std::begin(stream_), std::end(stream_), std::begin(random.key));
    std::copy(std::begin(random.key), std::end(random.key), std::begin(stream_));
    Choice choice;
    fault_.clear();
    if (!same_game) lost_ = false;
    if (lost_ || !answer(edition, seen, seat, same_game, choice)) {
      // It is not asked again in this game: it has left.
      lost_ = true;
      bot_.stop();
      return core::table_choice(bot_.late() ? core::TableVerb::time_out : core::TableVerb::concede, seat);
    }
    return choice;
  }

  void ended(const Edition& edition, const Position& position, Seat seat) override {
    const Outcome outcome = edition.outcome(position);
    std::vector<int> ranks;
    for (int i = 0; i < edition.seats(position); ++i) ranks.push_back(static_cast<int>(outcome.rank[i]));
    if (bot_.running()) bot_.tell(result_text(core::index(seat), ranks), deadline());
    stream_[0] ^= 1;  // the next question belongs to another game, whatever its stream
  }
  std::string fault() const override { return fault_; }

 private:
  Process::Deadline deadline() const { return std::chrono::steady_clock::now() + time_; }

  bool answer(const Edition& edition, const Position& seen, Seat seat, bool same_game, Choice& choice) {
    if (!bot_.running()) {
      if (same_game) return false;
      const Expected<> started = start();
      fault_ = started.error();
      if (!started) return false;
    }
    const auto until = deadline();
    std::string message = same_game ? std::string() : new_game_text(edition, seen, seat);
    message += question_text(edition, seen, seat, list_, bot_.wishes(), ++asked_, time_);
    const Expected<BotAnswer> said = bot_.ask(message, asked_, list_.size(), until);
    if (!said) fault_ = said.error();
    return said && read(edition, seen, seat, *said, choice);
  }

  bool read(const Edition& edition, const Position& seen, Seat seat, const BotAnswer& said, Choice& choice) {
    if (said.number) {
      choice = list_[static_cast<int>(*said.number)];
      return true;
    }
    for (const Choice offered : list_)
      if (choice_bits(offered) == said.text) {
        choice = offered;
        return true;
      }
    if (auto read = edition.read(seen, seat, said.text).into(choice); !read) {
      fault_ = read.error();
      return false;
    }
    const Refusal refusal = edition.judge(seen, seat, choice);
    if (refusal.refused())
      fault_ = Conversation::shortened(said.text) + ": " + edition.refusal_text(seen, refusal, "en");
    return !refusal.refused();
  }

  const Game& game_;
  std::chrono::milliseconds time_;
  Conversation bot_;
  ChoiceList list_;
  std::uint64_t asked_ = 0;
  std::uint32_t stream_[8] = {};  // of the game under way; a seat has one stream a game
  std::string fault_;
  bool lost_ = false;
};

}  // namespace

Expected<std::unique_ptr<Player>> make_bot(const Spec& spec, const Game& game) {
  auto bot = std::make_unique<Bot>(spec, game);
  if (auto started = bot->start(); !started) return std::move(started).failure().at("bot '" + spec.command + "'");
  return bot;
}

}  // namespace rw::players
