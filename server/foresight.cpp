// Thinking ahead, one reply after the other.
#include "server/foresight.h"

#include <algorithm>

#include "players/games.h"
#include "players/player.h"
#include "server/thinking.h"

namespace rw::server {
namespace {

// Only a bot that thinks by the clock: the others are as strong as their name says, whatever the machine has to
// do.
bool thinks_by_the_clock(const std::string& bot, players::Spec& spec) {
  return players::parse(bot).into(spec) && spec.kind == players::Spec::Kind::search && spec.thinking > 0 &&
         !(spec.doubt > 0);
}

// The most promising choices of the seat that is asked, the best last.
std::vector<Choice> likely_replies(const Edition& edition, const Position& position, std::size_t most) {
  static thread_local ChoiceList list;
  static thread_local float promise[ChoiceList::capacity];
  edition.choices(position, list);
  players::find_players(edition.game().id)->promise(edition.content(), position.data(), list, promise);
  std::vector<int> order(static_cast<std::size_t>(list.size()));
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = static_cast<int>(i);
  std::stable_sort(order.begin(), order.end(), [](int a, int b) { return promise[a] > promise[b]; });
  order.resize(std::min(order.size(), most));
  std::vector<Choice> replies;
  for (auto each = order.rbegin(); each != order.rend(); ++each) replies.push_back(list[*each]);
  return replies;
}

}  // namespace

std::optional<Choice> Foresight::recalled(const BotQuestion& question) {
  const std::lock_guard lock(mutex_);
  for (const Thought& thought : thoughts_)
    if (thought.bot == question.bot && thought.position == question.position) return thought.choice;
  return {};
}

void Foresight::expect(const BotQuestion& answered, Choice answer) {
  players::Spec spec;
  if (!thinks_by_the_clock(answered.bot, spec)) return;
  Awaited next{answered, answered.edition->decision(answered.position).asked, {}};
  Position& position = next.question.position;
  answered.edition->apply(position, answer);
  const bool done = answered.edition->over(position) || answered.edition->decision(position).asked == next.bot;
  if (!done) next.replies = likely_replies(*answered.edition, position, likely);
  const std::lock_guard lock(mutex_);
  std::erase_if(awaited_, [&](const auto& each) {
    return each.question.edition == answered.edition && each.question.bot == answered.bot &&
           each.question.whose == answered.whose && each.bot == next.bot;
  });
  if (next.replies.empty()) return;
  if (awaited_.size() == most_awaited) awaited_.pop_front();
  awaited_.push_back(std::move(next));
}

bool Foresight::is_awaiting() const {
  const std::lock_guard lock(mutex_);
  return !awaited_.empty();
}

std::size_t Foresight::thoughts() const {
  const std::lock_guard lock(mutex_);
  return thoughts_.size();
}

void Foresight::think_ahead() {
  BotQuestion question;
  Seat bot{};
  {
    const std::lock_guard lock(mutex_);
    if (awaited_.empty()) return;
    Awaited& latest = awaited_.back();
    question = latest.question;
    bot = latest.bot;
    question.edition->apply(question.position, latest.replies.back());
    latest.replies.pop_back();
    if (latest.replies.empty()) awaited_.pop_back();
  }
  const Edition& edition = *question.edition;
  if (edition.over(question.position) || edition.decision(question.position).asked != bot) return;
  const std::string name = question.bot;
  players::Spec spec;
  if (!thinks_by_the_clock(name, spec)) return;
  const int thinking = std::min(spec.thinking * times_as_long, most_server_thinking);
  question.bot = "search:" + std::to_string(thinking) + "ms";
  const Choice choice = think(question);
  const std::lock_guard lock(mutex_);
  if (thoughts_.size() == most_recalled) thoughts_.pop_front();
  thoughts_.push_back({name, std::move(question.position), choice});
}

}  // namespace rw::server
