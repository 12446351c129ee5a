// rulewright-selfplay: games for training, the layout of what a net sees, and matches between minds. It needs the
// engine and the players and nothing else, so that one static program runs on any machine (learn/README.md).
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <iostream>
#include <map>
#include <mutex>
#include <optional>
#include <sstream>
#include <thread>

#include "engine/embedded.h"
#include "engine/game.h"
#include "learn/data.h"
#include "players/forest.h"
#include "players/judging.h"
#include "players/net.h"
#include "players/player.h"

namespace rw::learn {
namespace {

using players::Forest;
using players::GamePlayers;
using players::Mind;
using players::Net;

[[noreturn]] void fail(const std::string& message) {
  std::cerr << "rulewright-selfplay: " << message << '\n';
  std::exit(2);
}

std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> parts;
  std::stringstream stream(text);
  for (std::string part; std::getline(stream, part, separator);) parts.push_back(part);
  return parts;
}

std::unique_ptr<const Net> read_net(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) fail(path + " cannot be read");
  std::vector<char> bytes((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  auto net = Net::read(std::as_bytes(std::span(bytes)));
  if (!net) fail(path + ": " + net.error());
  return *std::move(net);
}

// ---- the command line -----------------------------------------------------------------------------------

struct Arguments {
  std::string command, game;
  std::map<std::string, std::vector<std::string>> values;

  std::string text(const std::string& name, const std::string& usual) const {
    const auto found = values.find(name);
    return found == values.end() ? usual : found->second.back();
  }
  int number(const std::string& name, int usual) const {
    const std::string said = text(name, std::to_string(usual));
    char* end = nullptr;
    const long value = std::strtol(said.c_str(), &end, 10);
    if (end == said.c_str() || *end != '\0') fail("--" + name + " needs a number, not '" + said + "'");
    return static_cast<int>(value);
  }
};

Arguments read_arguments(int count, char** words) {
  Arguments out;
  for (int i = 1; i < count; ++i) {
    const std::string word = words[i];
    if (word.starts_with("--")) {
      if (i + 1 == count) fail(word + " needs a value");
      out.values[word.substr(2)].push_back(words[++i]);
    } else if (out.command.empty()) {
      out.command = word;
    } else if (out.game.empty()) {
      out.game = word;
    } else {
      fail("'" + word + "' is one word too many");
    }
  }
  return out;
}

// ---- a table -------------------------------------------------------------------------------------------------

struct Tables {
  std::shared_ptr<const Edition> edition;
  const GamePlayers* players = nullptr;
  int seats = 2;
  // Options that change from game to game: name and values.
  std::vector<std::pair<std::string, std::vector<std::string>>> varied;

  explicit Tables(const Arguments& arguments) : seats(arguments.number("seats", 2)) {
    auto loaded = Edition::load(embedded_bundle(arguments.game));
    if (loaded) edition = *loaded;
    players = players::find_players(arguments.game);
    if (edition == nullptr || players == nullptr)
      fail("there is no game '" + arguments.game + "' " + loaded.error());
    const auto found = arguments.values.find("vary");
    if (found == arguments.values.end()) return;
    for (const std::string& option : found->second) {
      const std::size_t equals = option.find('=');
      if (equals == std::string::npos) fail("--vary needs NAME=VALUE|VALUE, not '" + option + "'");
      varied.emplace_back(option.substr(0, equals), split(option.substr(equals + 1), '|'));
    }
  }

  // A value with several seats' words may be made of any: "decks=+a+b+c" gives each seat one of them.
  Position begin(const core::Seed& seed) const {
    core::Random random = core::Random::start(core::derive(seed, 77));
    Setup setup;
    setup.seats = seats;
    for (const auto& [name, values] : varied) {
      std::string value = values[random.below(static_cast<std::uint32_t>(values.size()))];
      if (value.starts_with('+')) {
        const std::vector<std::string> each = split(value.substr(1), '+');
        value.clear();
        for (int i = 0; i < seats; ++i)
          value += (i > 0 ? "," : "") + each[random.below(static_cast<std::uint32_t>(each.size()))];
      }
      setup.options.emplace_back(name, value);
    }
    Expected<Position> begun = edition->begin(setup, seed);
    if (!begun) fail(begun.error());
    Position position = *std::move(begun);
    return position;
  }
};

core::Seed seed_of(core::Random& random) {
  core::Seed seed;
  for (std::uint32_t& word : seed) word = random.next();
  return seed;
}

// ---- minds: "search:20ms,net=FILE,depth=4" ----------------------------------------------------------------

struct Thinker {
  players::Spec spec;
  Mind mind;
  std::shared_ptr<const Net> net;
  std::string text;
};

void set_parameter(players::SearchParameters& p, const std::string& name, const std::string& value) {
  const auto number = static_cast<float>(std::atof(value.c_str()));
  const auto whole = static_cast<int>(number);
  if (name == "exploration")
    p.exploration = number;
  else if (name == "least_spread")
    p.least_spread = number;
  else if (name == "trust")
    p.trust = number;
  else if (name == "root_trust")
    p.root_trust = number;
  else if (name == "others_trust")
    p.others_trust = number;
  else if (name == "breadth")
    p.breadth = whole;
  else if (name == "depth")
    p.depth = whole;
  else if (name == "patience")
    p.patience = whole;
  else if (name == "others_turn")
    p.others_turn = whole;
  else if (name == "stops_early")
    p.stops_early = whole != 0;
  else if (name == "by_lead")
    p.by_lead = whole != 0;
  else if (name == "look")
    p.look = whole;
  else if (name == "prior")
    p.prior = number;
  else
    fail("there is no parameter '" + name + "'");
}

Thinker read_thinker(const std::string& text, const Tables& tables) {
  Thinker out;
  out.text = text;
  const std::vector<std::string> parts = split(text, ',');
  if (auto read = players::parse(parts[0]).into(out.spec); !read) fail(read.error());
  out.mind = players::mind_for(*tables.players, tables.seats);
  for (std::size_t i = 1; i < parts.size(); ++i) {
    const std::size_t equals = parts[i].find('=');
    if (equals == std::string::npos) fail("'" + parts[i] + "' should be NAME=VALUE");
    const std::string name = parts[i].substr(0, equals), value = parts[i].substr(equals + 1);
    if (name == "net" && value == "off") {
      out.mind = {nullptr, 0, tables.players->parameters};
    } else if (name == "net") {
      out.net = read_net(value);
      out.mind = {out.net.get(), players::learned_margin, tables.players->learned_parameters};
    } else if (name == "margin") {
      out.mind.margin = static_cast<float>(std::atof(value.c_str()));
    } else {
      set_parameter(out.mind.parameters, name, value);
    }
  }
  return out;
}

// A seat of a match: keeps its tree from decision to decision as the program's own players do.
class Seated {
 public:
  Seated(const Tables& tables, const Thinker& thinker) : tables_(tables) {
    if (thinker.spec.kind == players::Spec::Kind::search) {
      forest_ = std::make_unique<Forest>(*tables.players, thinker.spec.simulations, 1, thinker.spec.thinking);
      forest_->think_with(thinker.mind);
    } else {
      if (auto made = players::make_player(thinker.spec, tables.edition->game()).into(player_); !made)
        fail(made.error());
    }
  }
  void new_game() { goes_on_ = false; }

  Choice choose(const Position& actual, core::Random& random) {
    const Edition& edition = *tables_.edition;
    const Seat seat = edition.decision(actual).asked;
    if (player_ != nullptr) return players::ask(*player_, edition, actual, random);
    edition.choices(actual, list_);
    if (list_.size() == 1) return list_[0];
    const Position seen = edition.redealt(actual, seat, seed_of(random));
    choice_ =
        forest_->grow(edition.content(), seen.data(), seat, seed_of(random), goes_on_ ? &choice_ : nullptr)[0]
            .choice;
    goes_on_ = true;
    return choice_;
  }

 private:
  const Tables& tables_;
  std::unique_ptr<Forest> forest_;
  std::unique_ptr<players::Player> player_;
  ChoiceList list_;
  Choice choice_;
  bool goes_on_ = false;
};

// ---- match ---------------------------------------------------------------------------------------------------

int run_match(const Arguments& arguments) {
  const Tables tables(arguments);
  const Thinker a = read_thinker(arguments.text("a", "search:100"), tables);
  const Thinker b = read_thinker(arguments.text("b", "search:100,net=off"), tables);
  const int sets = arguments.number("games", 200) / tables.seats, seconds = arguments.number("seconds", 3600);
  const core::Seed base = core::seed_from(static_cast<std::uint64_t>(arguments.number("seed", 9100)));
  std::atomic<int> next = 0;
  std::mutex mutex;
  std::vector<double> shares;  // by finished set
  int games = 0;
  const auto until = std::chrono::steady_clock::now() + std::chrono::seconds(seconds);
  const auto work = [&] {
    Seated one(tables, a);
    std::vector<std::unique_ptr<Seated>> others;
    for (int i = 0; i < tables.seats; ++i) others.push_back(std::make_unique<Seated>(tables, b));
    for (int set; (set = next++) < sets && std::chrono::steady_clock::now() < until;) {
      double share = 0;
      for (int own = 0; own < tables.seats; ++own) {
        const core::Seed seed = core::derive(base, static_cast<std::uint64_t>(set));
        Position position = tables.begin(seed);
        one.new_game();
        for (auto& other : others) other->new_game();
        core::Random random = core::Random::start(core::derive(seed, 1000 + static_cast<std::uint64_t>(own)));
        const Edition& edition = *tables.edition;
        while (!edition.over(position)) {
          const int asked = core::index(edition.decision(position).asked);
          Seated& who = asked == own ? one : *others[static_cast<std::size_t>(asked)];
          edition.apply(position, who.choose(position, random));
        }
        const Outcome outcome = edition.outcome(position);
        const int winners = core::population(outcome.winners);
        share += winners == 0                                  ? 1.0 / tables.seats
                 : core::has(outcome.winners, core::seat(own)) ? 1.0 / winners
                                                               : 0.0;
      }
      const std::lock_guard lock(mutex);
      shares.push_back(share / tables.seats);
      games += tables.seats;
    }
  };
  std::vector<std::jthread> threads;
  for (int i = 0; i < arguments.number("threads", 2); ++i) threads.emplace_back(work);
  threads.clear();
  double sum = 0, squares = 0;
  for (const double share : shares) {
    sum += share;
    squares += share * share;
  }
  const auto n = static_cast<double>(std::max<std::size_t>(1, shares.size()));
  const double mean = sum / n, error = std::sqrt(std::max(0.0, squares / n - mean * mean) / std::max(1.0, n - 1));
  std::cout << "{\"game\":\"" << arguments.game << "\",\"a\":\"" << a.text << "\",\"b\":\"" << b.text
            << "\",\"seats\":" << tables.seats << ",\"seed\":" << arguments.number("seed", 9100)
            << ",\"games\":" << games << ",\"share\":" << mean << ",\"low\":" << mean - 1.96 * error
            << ",\"high\":" << mean + 1.96 * error << "}" << std::endl;
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

// One thread's games: all seats search, or all are greedy, err now and then, and what they saw is noted. Greedy
// games are many times as many in the same time, and tell as well how positions end; only the search tells what it
// would choose.
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

// ---- show: positions with what the net says of them, for whoever wants to compute the same
// --------------------------

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
  if (arguments.command == "layout") return write_layout(arguments);
  if (arguments.command == "bench") return bench(arguments);
  if (arguments.command == "show") return show(arguments);
  std::cerr
      << "usage: rulewright-selfplay play|match|layout|bench|show GAME [--NAME VALUE]...   (learn/README.md)\n";
  return 2;
}
