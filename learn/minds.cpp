// Command line, tables, minds and matches of rulewright-selfplay.
#include "learn/minds.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <mutex>
#include <sstream>
#include <thread>

#include "engine/embedded.h"
#include "players/judging.h"

namespace rw::learn {

void fail(const std::string& message) {
  std::cerr << "rulewright-selfplay: " << message << '\n';
  std::exit(2);
}

namespace {

std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> parts;
  std::stringstream stream(text);
  for (std::string part; std::getline(stream, part, separator);) parts.push_back(part);
  return parts;
}

std::vector<std::string> lines_of(const std::string& path) {
  std::ifstream file(path);
  std::vector<std::string> lines;
  for (std::string line; std::getline(file, line);) lines.push_back(line);
  if (lines.empty()) fail(path + " has no lines");
  return lines;
}

}  // namespace

std::unique_ptr<const Net> read_net(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) fail(path + " cannot be read");
  std::vector<char> bytes((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  auto net = Net::read(std::as_bytes(std::span(bytes)));
  if (!net) fail(path + ": " + net.error());
  return *std::move(net);
}

// ---- the command line -----------------------------------------------------------------------------------

std::string Arguments::text(const std::string& name, const std::string& usual) const {
  const auto found = values.find(name);
  return found == values.end() ? usual : found->second.back();
}

int Arguments::number(const std::string& name, int usual) const {
  const std::string said = text(name, std::to_string(usual));
  char* end = nullptr;
  const long value = std::strtol(said.c_str(), &end, 10);
  if (end == said.c_str() || *end != '\0') fail("--" + name + " needs a number, not '" + said + "'");
  return static_cast<int>(value);
}

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

Tables::Tables(const Arguments& arguments) : seats(arguments.number("seats", 2)) {
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
    const std::string values = option.substr(equals + 1);
    varied.emplace_back(option.substr(0, equals),
                        values.starts_with('@') ? lines_of(values.substr(1)) : split(values, '|'));
  }
}

Position Tables::begin(const core::Seed& seed) const {
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
    if (!value.empty()) setup.options.emplace_back(name, value);
  }
  Expected<Position> begun = edition->begin(setup, seed);
  if (!begun) fail(begun.error());
  Position position = *std::move(begun);
  return position;
}

core::Seed seed_of(core::Random& random) {
  core::Seed seed;
  for (std::uint32_t& word : seed) word = random.next();
  return seed;
}

// ---- minds: "search:20ms,net=FILE,depth=4" ----------------------------------------------------------------

namespace {

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

}  // namespace

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
    } else if (name == "weights") {
      out.weights = std::make_shared<std::vector<float>>(read_weights(value, tables));
    } else if (name == "margin") {
      out.mind.margin = static_cast<float>(std::atof(value.c_str()));
    } else {
      set_parameter(out.mind.parameters, name, value);
    }
  }
  if (out.weights != nullptr) out.mind.weights = out.weights->data();
  return out;
}

std::vector<float> read_weights(const std::string& path, const Tables& tables) {
  std::ifstream file(path);
  if (!file) fail(path + " cannot be read");
  std::vector<float> out;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with('#')) continue;
    std::stringstream numbers(line);
    for (float number; numbers >> number;) out.push_back(number);
  }
  const std::size_t due = tables.players->weights().size();
  if (out.size() != due)
    fail(path + " has " + std::to_string(out.size()) + " weights, and the game " + std::to_string(due));
  return out;
}

Seated::Seated(const Tables& tables, const Thinker& thinker) : tables_(tables) {
  if (thinker.spec.kind == players::Spec::Kind::search) {
    forest_ = std::make_unique<Forest>(*tables.players, thinker.spec.simulations, 1, thinker.spec.thinking);
    forest_->think_with(thinker.mind);
  } else if (thinker.spec.kind == players::Spec::Kind::greedy) {
    desk_ = std::make_unique<players::Desk>();
    desk_->mind.weights = thinker.mind.weights;
  } else if (auto made = players::make_player(thinker.spec, tables.edition->game()).into(player_); !made) {
    fail(made.error());
  }
}

Choice Seated::choose(const Position& actual, core::Random& random) {
  const Edition& edition = *tables_.edition;
  const Seat seat = edition.decision(actual).asked;
  if (player_ != nullptr) return players::ask(*player_, edition, actual, random);
  edition.choices(actual, list_);
  if (list_.size() == 1) return list_[0];
  const Position seen = edition.redealt(actual, seat, seed_of(random));
  if (desk_ != nullptr)
    return tables_.players->greedy(edition.content(), seen.data(), seat, seed_of(random), *desk_);
  choice_ = forest_->grow(edition.content(), seen.data(), seat, seed_of(random), goes_on_ ? &choice_ : nullptr)[0]
                .choice;
  goes_on_ = true;
  return choice_;
}

// ---- sets and matches -----------------------------------------------------------------------------------

Set::Set(const Tables& tables, const Thinker& one, const Thinker& others) : tables_(tables), one_(tables, one) {
  for (int i = 0; i < tables.seats; ++i) others_.push_back(std::make_unique<Seated>(tables, others));
}

double Set::play(const core::Seed& seed) {
  double share = 0;
  for (int own = 0; own < tables_.seats; ++own) share += play_from(own, seed);
  return share / tables_.seats;
}

double Set::play_from(int own, const core::Seed& seed) {
  Position position = tables_.begin(seed);
  one_.new_game();
  for (auto& other : others_) other->new_game();
  core::Random random = core::Random::start(core::derive(seed, 1000 + static_cast<std::uint64_t>(own)));
  const Edition& edition = *tables_.edition;
  while (!edition.over(position)) {
    const int asked = core::index(edition.decision(position).asked);
    Seated& who = asked == own ? one_ : *others_[static_cast<std::size_t>(asked)];
    edition.apply(position, who.choose(position, random));
  }
  const Outcome outcome = edition.outcome(position);
  const int winners = core::population(outcome.winners);
  return winners == 0 ? 1.0 / tables_.seats : core::has(outcome.winners, core::seat(own)) ? 1.0 / winners : 0.0;
}

void Shares::add(double share) {
  ++sets;
  sum += share;
  squares += share * share;
}
double Shares::mean() const { return sum / std::max(1, sets); }
double Shares::error() const {
  return std::sqrt(std::max(0.0, squares / std::max(1, sets) - mean() * mean()) / std::max(1, sets - 1));
}

Shares match(const Tables& tables, const Thinker& a, const Thinker& b, int sets, int seconds, int threads,
             const core::Seed& base) {
  std::atomic<int> next = 0;
  std::mutex mutex;
  Shares shares;
  const auto until = std::chrono::steady_clock::now() + std::chrono::seconds(seconds);
  const auto work = [&] {
    Set set(tables, a, b);
    for (int i; (i = next++) < sets && std::chrono::steady_clock::now() < until;) {
      const double share = set.play(core::derive(base, static_cast<std::uint64_t>(i)));
      const std::lock_guard lock(mutex);
      shares.add(share);
    }
  };
  std::vector<std::jthread> workers;
  for (int i = 0; i < threads; ++i) workers.emplace_back(work);
  workers.clear();
  return shares;
}

void report(const std::string& game, const Thinker& a, const Thinker& b, const Tables& tables, int seed,
            const Shares& shares) {
  std::cout << "{\"game\":\"" << game << "\",\"a\":\"" << a.text << "\",\"b\":\"" << b.text
            << "\",\"seats\":" << tables.seats << ",\"seed\":" << seed
            << ",\"games\":" << shares.sets * tables.seats << ",\"share\":" << shares.mean()
            << ",\"low\":" << shares.mean() - 1.96 * shares.error()
            << ",\"high\":" << shares.mean() + 1.96 * shares.error() << "}" << std::endl;
}

}  // namespace rw::learn
