// Names of players, and the one function that shows a position to one of them.
#include "players/player.h"

#include <algorithm>
#include <charconv>
#include <iterator>
#include <vector>

#include "players/bot.h"
#include "players/forest.h"
#include "players/games.h"
#include "players/process.h"

namespace rw::players {
namespace {

constexpr std::string_view forms =
    "random, greedy, beginner, casual, skilled, strong, expert, search:SIMULATIONS, search:500ms, "
    "search:SIMULATIONS:threads=N or bot:COMMAND";

// A whole number and nothing else.
bool read_number(std::string_view text, std::uint64_t low, std::uint64_t high, std::uint64_t& number) {
  const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), number);
  return fault == std::errc{} && end == text.data() + text.size() && number >= low && number <= high;
}

// "500ms" or "2s", up to an hour.
bool read_time(std::string_view text, int& milliseconds) {
  if (!text.ends_with("s")) return false;
  const bool seconds = !text.ends_with("ms");
  const std::uint64_t unit = seconds ? 1000 : 1;
  std::uint64_t number = 0;
  text.remove_suffix(seconds ? 1 : 2);
  if (!read_number(text, 1, most_milliseconds / unit, number)) return false;
  milliseconds = static_cast<int>(number * unit);
  return true;
}

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  for (std::size_t start = 0;;) {
    const std::size_t stop = text.find(separator, start);
    parts.push_back(text.substr(start, stop - start));
    if (stop == std::string_view::npos) return parts;
    start = stop + 1;
  }
}

core::Seed seed_of(core::Random& random) {
  core::Seed seed;
  for (std::uint32_t& word : seed) word = random.next();
  return seed;
}

class RandomPlayer final : public Player {
 public:
  Choice choose(const Edition& edition, const Position& seen, Seat, core::Random& random) override {
    edition.choices(seen, list_);
    return list_[static_cast<int>(random.below(static_cast<std::uint32_t>(list_.size())))];
  }
  bool looks() const override { return false; }

 private:
  ChoiceList list_;
};

class GreedyPlayer final : public Player {
 public:
  explicit GreedyPlayer(const GamePlayers& game) : game_(game) {}
  Choice choose(const Edition& edition, const Position& seen, Seat seat, core::Random& random) override {
    edition.choices(seen, desk_.list);  // finds out whether there is room for all of them
    return game_.greedy(edition.content(), seen.data(), seat, seed_of(random), desk_);
  }

 private:
  const GamePlayers& game_;
  Desk desk_;
};

class SearchPlayer final : public Player {
 public:
  SearchPlayer(const GamePlayers& game, const Spec& spec)
      : forest_(game, spec.simulations, spec.threads, spec.thinking), doubt_(spec.doubt) {}
  Choice choose(const Edition& edition, const Position& seen, Seat seat, core::Random& random) override {
    edition.choices(seen, list_);
    if (list_.size() == 1) return list_[0];  // the tree has no node for it either
    const bool goes_on = last_.open() && last_.asked == seat && last_.number < edition.decision(seen).number &&
                         std::equal(std::begin(stream_), std::end(stream_), std::begin(random.key));
    choice_ = wavering(
        forest_.grow(edition.content(), seen.data(), seat, seed_of(random), goes_on ? &choice_ : nullptr), random);
    last_ = edition.decision(seen);
    std::copy(std::begin(random.key), std::end(random.key), std::begin(stream_));
    return choice_;
  }

 private:
  // The best choice, or the one that looks best to somebody who is not sure what each is worth.
  Choice wavering(const std::vector<Weighed>& weighed, core::Random& random) const {
    if (!(doubt_ > 0)) return weighed[0].choice;
    Choice best = weighed[0].choice;
    float most = -1e9F;
    for (const Weighed& each : weighed) {
      // About normal, with a spread of 1.
      float noise = -6;
      for (int i = 0; i < 12; ++i) noise += unit(random);
      if (const float looks = each.value + doubt_ * noise; looks > most) {
        most = looks;
        best = each.choice;
      }
    }
    return best;
  }

  Forest forest_;
  float doubt_;
  ChoiceList list_;
  // The last choice. A seat has one stream a game, so the same stream means the same game.
  Choice choice_;
  core::Decision last_;
  std::uint32_t stream_[8] = {};
};

// "COMMAND" or "time=500ms:COMMAND"
Expected<Spec> parse_bot(std::string_view quoted, std::string_view rest) {
  Spec spec;
  spec.kind = Spec::Kind::bot;
  if (rest.starts_with("time=")) {
    const std::size_t end = std::min(rest.find(':'), rest.size());
    if (!read_time(rest.substr(5, end - 5), spec.milliseconds)) {
      return failed("the time for a choice is a number of ms or s up to an hour, as in bot:time=500ms:COMMAND")
          .at(quoted);
    }
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  spec.command = rest;
  std::vector<std::string> words;
  if (!split_command(rest, words) || words.empty()) {
    return failed(words.empty() ? "bot needs a program, as in bot:./my_bot.py" : "a quotation mark is not closed")
        .at(quoted);
  }
  return spec;
}

}  // namespace

std::string Spec::text() const {
  if (kind == Kind::bot)
    return "bot:" + (milliseconds != Spec{}.milliseconds ? "time=" + std::to_string(milliseconds) + "ms:" : "") +
           command;
  if (kind == Kind::random) return "random";
  if (kind == Kind::greedy) return "greedy";
  if (level > 0) return std::string(levels[level - 1].name);
  std::string text = "search:" + (thinking > 0 ? std::to_string(thinking) + "ms" : std::to_string(simulations));
  if (threads != 1) text += ":threads=" + std::to_string(threads);
  return text;
}

Expected<Spec> parse(std::string_view text) {
  const auto parts = split(text, ':');
  const std::string quoted = "player '" + std::string(text) + "'";
  Spec read;
  if (parts[0] == "bot") {
    return parse_bot(quoted, text.size() > 4 ? text.substr(4) : std::string_view());
  }
  if (parts[0] == "random" || parts[0] == "greedy") {
    if (parts.size() > 1) {
      return failed("'" + std::string(parts[0]) + "' takes no settings").at(quoted);
    }
    read.kind = parts[0] == "random" ? Spec::Kind::random : Spec::Kind::greedy;
    return read;
  }
  for (std::size_t i = 0; i < std::size(levels); ++i) {
    if (text != levels[i].name) continue;
    read.kind = Spec::Kind::search;
    read.level = static_cast<int>(i) + 1;
    read.simulations = levels[i].simulations;
    read.thinking = levels[i].thinking;
    read.doubt = levels[i].doubt;
    return read;
  }
  if (parts[0] != "search") {
    return failed(quoted + " is not known: use " + std::string(forms));
  }
  std::uint64_t number = 0;
  read.kind = Spec::Kind::search;
  if (parts.size() > 1 && read_time(parts[1], read.thinking)) {
  } else if (parts.size() > 1 && read_number(parts[1], 1, most_simulations, number)) {
    read.simulations = static_cast<std::uint32_t>(number);
  } else {
    return failed("search needs a number of simulations from 1 to " + std::to_string(most_simulations) +
                  ", as in search:1000, or a time for each choice, as in search:500ms or search:2s")
        .at(quoted);
  }
  for (std::size_t i = 2; i < parts.size(); ++i) {
    const std::string_view name = parts[i].substr(0, parts[i].find('='));
    if (name != "threads" || name.size() == parts[i].size()) {
      return failed("unknown setting '" + std::string(parts[i]) + "'; the only one is threads=N").at(quoted);
    }
    if (!read_number(parts[i].substr(name.size() + 1), 1, most_threads, number)) {
      return failed("threads must be a number from 1 to " + std::to_string(most_threads)).at(quoted);
    }
    read.threads = static_cast<int>(number);
  }
  return read;
}

Expected<std::unique_ptr<Player>> make_player(const Spec& spec, const Game& game) {
  if (spec.kind == Spec::Kind::random) return std::make_unique<RandomPlayer>();
  if (spec.kind == Spec::Kind::bot) return make_bot(spec, game);
  const GamePlayers* players = find_players(game.id);
  if (players == nullptr) {
    return failed(std::string(game.id) + " has no evaluation yet, so only 'random' can play it");
  }
  if (spec.kind == Spec::Kind::greedy) return std::make_unique<GreedyPlayer>(*players);
  return std::make_unique<SearchPlayer>(*players, spec);
}

Choice ask(Player& player, const Edition& edition, const Position& actual, core::Random& random) {
  const Seat seat = edition.decision(actual).asked;
  if (!player.looks()) return player.choose(edition, actual, seat, random);
  const Position seen = edition.redealt(actual, seat, seed_of(random));
  const Choice choice = player.choose(edition, seen, seat, random);
  if (seen.broken() != nullptr) [[unlikely]]
    actual.break_off(seen.broken());
  return choice;
}

core::Random stream_of(const core::Seed& seed, Seat seat) {
  // Far from the small numbers that games use for sub-streams of their own.
  constexpr std::uint64_t players_streams = 1'000'000;
  return core::Random::start(core::derive(seed, players_streams + static_cast<std::uint64_t>(core::index(seat))));
}

}  // namespace rw::players
