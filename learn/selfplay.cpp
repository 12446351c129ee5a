// rulewright-selfplay: games for training, the layout of what a net sees, and matches between minds. It needs the
// engine and the players and nothing else, so that one static program runs on any machine (learn/README.md).
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <ctime>
#include <fstream>
#include <iostream>
#include <mutex>
#include <optional>
#include <thread>

#include "engine/embedded.h"
#include "engine/game.h"
#include "learn/data.h"
#include "learn/minds.h"
#include "players/forest.h"
#include "players/judging.h"
#include "players/net.h"
#include "players/player.h"

namespace rw::learn {
namespace {

// ---- match ---------------------------------------------------------------------------------------------------

int run_match(const Arguments& arguments) {
  const Tables tables(arguments);
  const Thinker a = read_thinker(arguments.text("a", "search:100"), tables);
  const Thinker b = read_thinker(arguments.text("b", "search:100,net=off"), tables);
  const int seed = arguments.number("seed", 9100);
  const Shares shares =
      match(tables, a, b, arguments.number("games", 200) / tables.seats, arguments.number("seconds", 3600),
            arguments.number("threads", 2), core::seed_from(static_cast<std::uint64_t>(seed)));
  report(arguments.game, a, b, tables, seed, shares);
  return 0;
}

// ---- layout --------------------------------------------------------------------------------------------------

int write_layout(const Arguments& arguments) {
  const Tables tables(arguments);
  const Position position = tables.begin(core::seed_from(1));
  const players::Layout layout = tables.players->layout(tables.edition->content(), position.data());
  const auto size = tables.edition->game().tensor(tables.edition->content(), position.data(),
                                                  core::Viewer::of(core::seat(0)), {});
  if (layout.places.size() != size)
    fail("the layout has " + std::to_string(layout.places.size()) + " places, the tensor " + std::to_string(size));
  std::cout << "{\"game\":\"" << arguments.game << "\",\"seats\":" << tables.seats << ",\"inputs\":" << size
            << ",\"hash\":\"" << layout.hash() << "\",\"player_size\":" << layout.player_size << ",\"places\":[";
  for (std::size_t i = 0; i < layout.places.size(); ++i) {
    const players::Layout::Place& place = layout.places[i];
    std::cout << (i > 0 ? ",\n" : "\n") << "[\"" << place.name << "\"," << place.range << ","
              << (place.kind ? 1 : 0);
    for (int seat = 0; seat < tables.seats; ++seat) std::cout << "," << layout.rotated(seat, static_cast<int>(i));
    std::cout << "]";
  }
  std::cout << "]}" << std::endl;
  return 0;
}

// ---- play ----------------------------------------------------------------------------------------------------

int logit_of(float chance) {
  const double bounded = std::clamp(static_cast<double>(chance), 0.0004, 0.9996);
  return static_cast<int>(std::lround(256.0 * std::log(bounded / (1.0 - bounded))));
}

// One thread's games: all seats search, or all are greedy, err now and then, and what they saw is noted. In the
// same time there are many times as many greedy games, which tell as well how positions end; only the search tells
// what it would choose.
class Recorder {
 public:
  Recorder(const Tables& tables, const Thinker& thinker, const players::Layout& layout, int every)
      : tables_(tables),
        layout_(layout),
        every_(static_cast<std::uint32_t>(every)),
        searches_(thinker.spec.kind == players::Spec::Kind::search),
        forest_(*tables.players, thinker.spec.simulations, 1, thinker.spec.thinking),
        tensor_(layout.places.size()) {
    forest_.think_with(thinker.mind);
    desk_.mind = thinker.mind;
  }

  const Payload& play(const core::Seed& seed) {
    payload_.clear();
    noted_.clear();
    const Edition& edition = *tables_.edition;
    Position position = tables_.begin(seed);
    core::Random random = core::Random::start(core::derive(seed, 5));
    // How often a seat errs in this game, in 100ths.
    constexpr std::uint32_t errors[] = {0, 3, 8, 20};
    std::uint32_t errs[core::max_seats];
    for (std::uint32_t& each : errs) each = errors[random.below(4)];
    while (!edition.over(position)) {
      const Seat seat = edition.decision(position).asked;
      edition.choices(position, list_);
      if (list_.size() == 1) {
        edition.apply(position, list_[0]);
        continue;
      }
      // The search asks for a judgement where nothing is half done; elsewhere only now and then.
      const bool noted = (tables_.players->quiet(edition.content(), position.data()) || random.below(8) == 0) &&
                         random.below(every_) == 0;
      const Position seen = edition.redealt(position, seat, seed_of(random));
      if (!searches_) {
        if (noted) note_position(position, seat, std::nullopt, random);
        edition.apply(position, choose_greedily(seen, seat, errs[core::index(seat)], random));
        continue;
      }
      const auto& weighed = forest_.grow(edition.content(), seen.data(), seat, seed_of(random));
      if (noted) note_position(position, seat, weighed.front().value, random);
      if (random.below(8) == 0) note_question(position, seat, weighed);
      edition.apply(position, choose(weighed, errs[core::index(seat)], random));
    }
    note_outcome(edition.outcome(position));
    return payload_;
  }

 private:
  struct Noted {
    std::size_t place;
    int seat;
  };

  Choice choose(const std::vector<players::Weighed>& weighed, std::uint32_t errs, core::Random& random) const {
    if (random.below(100) >= errs) return weighed.front().choice;
    if (random.below(3) == 0)
      return list_[static_cast<int>(random.below(static_cast<std::uint32_t>(list_.size())))];
    std::uint32_t visits = 0;
    for (const players::Weighed& w : weighed) visits += w.visits + 1;
    std::uint32_t drawn = random.below(visits);
    for (const players::Weighed& w : weighed) {
      if (drawn < w.visits + 1) return w.choice;
      drawn -= w.visits + 1;
    }
    return weighed.front().choice;
  }

  Choice choose_greedily(const Position& seen, Seat seat, std::uint32_t errs, core::Random& random) {
    if (random.below(100) < errs)
      return list_[static_cast<int>(random.below(static_cast<std::uint32_t>(list_.size())))];
    return tables_.players->greedy(tables_.edition->content(), seen.data(), seat, seed_of(random), desk_);
  }

  void note_position(const Position& position, Seat asked, std::optional<float> value, core::Random& random) {
    const Edition& edition = *tables_.edition;
    if (edition.game().tensor(edition.content(), position.data(), core::Viewer::of(asked), tensor_) !=
        tensor_.size())
      return;
    float own[core::max_seats];
    tables_.players->own_evaluation(edition.content(), position.data(), own);
    // As the seat that is asked sees it, or as any other one.
    const bool another = random.below(2) == 0;
    const int seat =
        another ? static_cast<int>(random.below(static_cast<std::uint32_t>(tables_.seats))) : core::index(asked);
    if (core::seat(seat) != asked)
      edition.game().tensor(edition.content(), position.data(), core::Viewer::of(core::seat(seat)), tensor_);
    const bool told = value && core::seat(seat) == asked;
    payload_.put('V');
    payload_.put(static_cast<std::uint8_t>(seat));
    payload_.put(told ? static_cast<std::uint16_t>(std::clamp(*value, 0.0F, 1.0F) * 65534.0F)
                      : std::uint16_t{65535});
    payload_.put(static_cast<std::int16_t>(logit_of(own[seat])));
    noted_.push_back({payload_.size(), seat});
    payload_.put(std::uint8_t{0});
    payload_.put(std::int16_t{0});
    const std::size_t counted = payload_.size();
    payload_.put(std::uint16_t{0});
    std::uint16_t count = 0;
    for (std::size_t i = 0; i < tensor_.size(); ++i) {
      if (tensor_[i] == 0.0F) continue;
      const float whole = tensor_[i] * layout_.places[i].range;
      payload_.put(layout_.rotated(seat, static_cast<int>(i)));
      payload_.put(
          static_cast<std::int16_t>(std::clamp(whole < 0 ? whole - 0.5F : whole + 0.5F, -1000.0F, 1000.0F)));
      ++count;
    }
    payload_.write_at(counted, count);
  }

  void note_question(const Position& position, Seat seat, const std::vector<players::Weighed>& weighed) {
    const Edition& edition = *tables_.edition;
    if (list_.size() > 200) return;
    tables_.players->promise(edition.content(), position.data(), list_, promise_);
    payload_.put('P');
    payload_.put(static_cast<std::uint16_t>(list_.size()));
    for (int i = 0; i < list_.size(); ++i) {
      std::uint32_t visits = 0;
      for (const players::Weighed& w : weighed)
        if (w.choice == list_[i]) visits = w.visits;
      std::uint16_t features[players::most_choice_features];
      const int count =
          players::choice_features(edition.game(), edition.content(), position.data(), seat, list_[i], features);
      payload_.put(static_cast<std::uint16_t>(std::min(visits, 65535U)));
      payload_.put(static_cast<std::int16_t>(logit_of(std::clamp(promise_[i], 0.005F, 0.995F))));
      payload_.put(static_cast<std::uint8_t>(count));
      for (int k = 0; k < count; ++k) payload_.put(features[k]);
    }
  }

  void note_outcome(const Outcome& outcome) {
    const int winners = core::population(outcome.winners);
    for (const Noted& noted : noted_) {
      const bool together = winners == outcome.seats;
      const bool won = core::has(outcome.winners, core::seat(noted.seat));
      const int share = winners == 0 ? (together ? 0 : 255 / outcome.seats) : won ? 255 : 0;
      int best = 0;
      bool rival = false;
      for (int i = 0; i < outcome.seats; ++i)
        if (i != noted.seat && !(won && core::has(outcome.winners, core::seat(i)))) {
          best = rival ? std::max<int>(best, outcome.score[i]) : outcome.score[i];
          rival = true;
        }
      payload_.write_at(noted.place, static_cast<std::uint8_t>(share));
      payload_.write_at(noted.place + 1,
                        static_cast<std::int16_t>(std::clamp(outcome.score[noted.seat] - best, -30000, 30000)));
    }
  }

  const Tables& tables_;
  const players::Layout& layout_;
  std::uint32_t every_;
  bool searches_;
  Forest forest_;
  players::Desk desk_;
  std::vector<float> tensor_;
  ChoiceList list_;
  float promise_[ChoiceList::capacity];
  Payload payload_;
  std::vector<Noted> noted_;
};

int play(const Arguments& arguments) {
  const Tables tables(arguments);
  const Thinker thinker = read_thinker(arguments.text("player", "search:64"), tables);
  const Position first = tables.begin(core::seed_from(1));
  const players::Layout layout = tables.players->layout(tables.edition->content(), first.data());
  const int seconds = arguments.number("seconds", 60), every = arguments.number("every", 1);
  const int seed = arguments.number("seed", 1), games = arguments.number("games", 1'000'000'000);
  std::string vary;
  for (const auto& [name, values] : tables.varied) {
    vary += (vary.empty() ? "" : " ") + name + "=";
    for (const std::string& value : values) vary += value + "|";
  }
  const std::string header =
      "{\"rulewright_games\":1,\"game\":\"" + arguments.game + "\",\"seats\":" + std::to_string(tables.seats) +
      ",\"rules\":" + std::to_string(tables.edition->game().rules_version) + ",\"content\":\"" +
      tables.edition->version() + "\",\"layout\":\"" + std::to_string(layout.hash()) +
      "\",\"inputs\":" + std::to_string(layout.places.size()) + ",\"seed\":" + std::to_string(seed) +
      ",\"player\":\"" + thinker.text + "\",\"vary\":\"" + vary + "\"}";
  DataFile file;
  if (auto opened = file.open(arguments.text("out", arguments.game + ".games"), header); !opened)
    fail(opened.error());
  const core::Seed base = core::seed_from(static_cast<std::uint64_t>(seed));
  std::atomic<std::uint64_t> next = file.games();
  std::mutex mutex;
  const auto until = std::chrono::steady_clock::now() + std::chrono::seconds(seconds);
  const auto work = [&] {
    Recorder recorder(tables, thinker, layout, every);
    while (std::chrono::steady_clock::now() < until) {
      const std::uint64_t game = next++;
      if (game >= static_cast<std::uint64_t>(games)) return;
      const Payload& payload = recorder.play(core::derive(base, game));
      const std::lock_guard lock(mutex);
      if (!file.add(payload)) fail("the file cannot be written");
    }
  };
  std::vector<std::jthread> threads;
  for (int i = 0; i < arguments.number("threads", 2); ++i) threads.emplace_back(work);
  threads.clear();
  std::cout << arguments.game << ": " << file.games() << " games" << std::endl;
  return 0;
}

// ---- bench: how long a judgement takes -----------------------------------------------------------------------

int bench(const Arguments& arguments) {
  const Tables tables(arguments);
  const auto net = read_net(arguments.text("net", ""));
  const Edition& edition = *tables.edition;
  std::vector<Position> met;
  ChoiceList list;
  core::Random random = core::Random::start(core::seed_from(3));
  for (std::uint64_t game = 0; met.size() < 2000; ++game) {
    for (Position position = tables.begin(core::seed_from(game)); !edition.over(position);) {
      met.push_back(position);
      edition.choices(position, list);
      edition.apply(position, list[static_cast<int>(random.below(static_cast<std::uint32_t>(list.size())))]);
    }
  }
  const Mind mind{net.get(), 0, {}};
  float out[core::max_seats];
  double sum = 0;
  const auto time = [&](auto&& judge) {
    // Time that the thread was at work, whatever else the machine does.
    const auto now = [] {
      timespec at{};
      clock_gettime(CLOCK_THREAD_CPUTIME_ID, &at);
      return static_cast<double>(at.tv_sec) * 1e9 + static_cast<double>(at.tv_nsec);
    };
    double best = 1e18;
    for (int round = 0; round < 20; ++round) {
      const double start = now();
      for (int i = 0; i < 2000; ++i) judge(met[static_cast<std::size_t>(i)]);
      best = std::min(best, now() - start);
    }
    return best / 2000;
  };
  const double own = time([&](const Position& p) {
    tables.players->own_evaluation(edition.content(), p.data(), out);
    sum += static_cast<double>(out[0]);
  });
  const double both = time([&](const Position& p) {
    tables.players->value(edition.content(), p.data(), mind, core::seat(0), out);
    sum += static_cast<double>(out[0]);
  });
  std::cout << "{\"game\":\"" << arguments.game << "\",\"own_ns\":" << own << ",\"net_ns\":" << both - own
            << ",\"sum\":" << sum << "}" << std::endl;
  return 0;
}

// ---- show: positions with what the net says of them, for whoever wants to compute the same ----------

int show(const Arguments& arguments) {
  const Tables tables(arguments);
  const auto net = read_net(arguments.text("net", ""));
  const Edition& edition = *tables.edition;
  core::Random random = core::Random::start(core::seed_from(4));
  Position position = tables.begin(core::seed_from(4));
  const players::Layout layout = tables.players->layout(edition.content(), position.data());
  ChoiceList list;
  for (int shown = 0; shown < arguments.number("positions", 20);) {
    if (edition.over(position)) position = tables.begin(seed_of(random));
    const int seat = static_cast<int>(random.below(static_cast<std::uint32_t>(tables.seats)));
    const std::vector<float> tensor = edition.tensor(position, core::Viewer::of(core::seat(seat)));
    Net::Judged judged;
    if (random.below(20) == 0 && net->judge(tensor, seat, 0.5F, judged)) {
      std::string places, values;
      for (std::size_t i = 0; i < tensor.size(); ++i) {
        if (tensor[i] == 0.0F) continue;
        places += (places.empty() ? "" : ",") + std::to_string(layout.rotated(seat, static_cast<int>(i)));
        values += (values.empty() ? "" : ",") + std::to_string(std::lround(tensor[i] * layout.places[i].range));
      }
      std::cout << "{\"places\":[" << places << "],\"values\":[" << values
                << "],\"chance\":" << std::lround(judged.chance * 65536)
                << ",\"margin\":" << std::lround(judged.margin * 65536) << "}\n";
      ++shown;
    }
    edition.choices(position, list);
    edition.apply(position, list[static_cast<int>(random.below(static_cast<std::uint32_t>(list.size())))]);
  }
  return 0;
}

}  // namespace
}  // namespace rw::learn

int main(int count, char** words) {
  using namespace rw::learn;
  const Arguments arguments = read_arguments(count, words);
  if (arguments.command == "play") return play(arguments);
  if (arguments.command == "match") return run_match(arguments);
  if (arguments.command == "tune") return tune(arguments);
  if (arguments.command == "layout") return write_layout(arguments);
  if (arguments.command == "bench") return bench(arguments);
  if (arguments.command == "show") return show(arguments);
  std::cerr << "usage: rulewright-selfplay play|match|tune|layout|bench|show GAME [--NAME VALUE]...   "
               "(learn/README.md)\n";
  return 2;
}
