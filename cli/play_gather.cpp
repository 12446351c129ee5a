// Several picks for one question, named one by one or together, in any order ("2 5"). The rules ask for them one
// by one; the table answers each question with the next of them.
#include <algorithm>
#include <charconv>
#include <memory>

#include "cli/play_table.h"
#include "engine/alike.h"
#include "speech/speech.h"

namespace rw::cli {
namespace {

std::string range_of(const core::Gathering& open) {
  if (open.least == open.most) return std::to_string(open.most);
  return speech::said("{} to {}", open.least, open.most);
}

}  // namespace

std::string PlayTable::gathering_hint() const {
  const auto open = std::make_unique<core::Gathering>();
  if (!session_.edition().gathering(session_.now(), *open) || open->most < 2) return "";
  return speech::said(" ({}, in any order: 2 5)", range_of(*open));
}

bool PlayTable::reads_as_picks(const std::string& line, std::vector<int>& numbers) const {
  const auto open = std::make_unique<core::Gathering>();
  if (!session_.edition().gathering(session_.now(), *open) || open->most < 2) return false;
  for (const char *at = line.data(), *end = line.data() + line.size(); at != end;) {
    if (*at == ' ' || *at == ',') {
      ++at;
      continue;
    }
    int number = 0;
    const auto [next, fault] = std::from_chars(at, end, number);
    if (fault != std::errc{}) return false;
    numbers.push_back(number);
    at = next;
  }
  return numbers.size() > 1;
}

PlayTable::Next PlayTable::gather(const std::vector<int>& numbers) {
  const Edition& edition = session_.edition();
  const auto open = std::make_unique<core::Gathering>();
  edition.gathering(session_.now(), *open);
  const auto effect = open->effect;
  std::vector<Choice> picks;
  for (const int number : numbers) {
    Choice choice;
    std::string message;
    if (menu_.pick(number, -1, choice, message) != Menu::Answer::chosen) {
      say(message.empty() ? "number " + std::to_string(number) + " is no single choice" : message);
      return Next::ask;
    }
    const auto* pick = std::find_if(open->picks.begin(), open->picks.end(),
                                    [&](const auto& each) { return each.choice == choice; });
    if (pick == open->picks.end() || std::count(picks.begin(), picks.end(), choice) >= pick->copies) {
      say("number " + std::to_string(number) + " cannot be among the picks" +
          (pick == open->picks.end() ? "." : " so often."));
      return Next::ask;
    }
    picks.push_back(choice);
  }
  const int count = static_cast<int>(picks.size());
  if (count < open->least || count > open->most) {
    say(range_of(*open) + " are to be chosen, not " + std::to_string(count) + ".");
    return Next::ask;
  }
  std::sort(picks.begin(), picks.end(), [](Choice x, Choice y) { return x.a() < y.a(); });
  const Position before = session_.now();
  const Seat seat = session_.decision().asked;
  const auto goes_on = [&] {
    return !session_.over() && session_.decision().asked == seat && edition.gathering(session_.now(), *open) &&
           open->effect == effect;
  };
  shown_to_ = session_.choices_made();
  for (const Choice pick : picks) {
    const Choice next = goes_on() ? offered_now(edition, before, session_.now(), pick) : Choice{};
    if (next.bits == 0) return Next::go_on;  // something else is asked in between: the rest is asked for anew
    session_.choose(next);
  }
  if (goes_on() && open->stop.bits != 0) session_.choose(open->stop);
  return Next::go_on;
}

}  // namespace rw::cli
