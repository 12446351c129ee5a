// Many games at once, stepped by threads into arrays.
#include "python/src/vector_game.h"

#include <algorithm>
#include <atomic>

#include "python/src/failure.h"

namespace rw::python {
namespace {

constexpr std::uint64_t policy_stream = 2'000'000;  // far from those that games and players use

std::unique_ptr<players::Player> make(const players::Spec& spec, const Game& game) {
  auto player = players::make_player(spec, game);
  if (!player) throw Failure("SetupError", "opponents", player.error());
  return *std::move(player);
}

}  // namespace

VectorGame::VectorGame(const VectorPlan& plan, const ActionSpace& space)
    : plan_(plan), space_(space), slots_(plan.games), pool_(plan.threads) {
  const std::size_t n = plan.games;
  const Expected<Position> first = plan.edition->begin(plan.setup, core::seed_from(plan.seed));
  if (!first) throw Failure("SetupError", "options", first.error());
  observer_.emplace(*plan.edition, space, *first);
  for (int i = 0; i < plan.threads; ++i) {
    workers_.push_back(std::make_unique<Worker>());
    if (plan.opponents) workers_.back()->player = make(*plan.opponents, plan.edition->game());
  }
  if (plan.opponents && plan.opponents->kind == players::Spec::Kind::search)
    for (Slot& slot : slots_) slot.player = make(*plan.opponents, plan.edition->game());
  observation.resize(plan.observations ? n * observer_->size() : 0);
  rewards.resize(n * static_cast<std::size_t>(seats()));
  mask = std::make_unique<bool[]>(n * width());
  done = std::make_unique<bool[]>(n);
  to_move.resize(n);
  head.resize(n);
  learner.resize(n);
  episode.resize(n);
  reset(plan.seed);
}

void VectorGame::reset(std::uint64_t seed) {
  seed_ = core::seed_from(seed);
  std::fill(rewards.begin(), rewards.end(), 0.0F);
  for_each([&](std::size_t i, Worker& worker) {
    done[i] = false;
    episode[i] = 0;
    slots_[i].policy = core::Random::start(core::derive(seed_, policy_stream + i));
    begin_game(i);
    list_choices(i, worker);
    settle(i, worker);
    write(i, Moved::yes);
  });
}

void VectorGame::begin_game(std::size_t i) {
  const auto number = static_cast<std::uint64_t>(episode[i]) * slots_.size() + i;
  const core::Seed seed = core::derive(seed_, number);
  Slot& slot = slots_[i];
  slot.position = *plan_.edition->begin(plan_.setup, seed);
  learner[i] = plan_.opponents ? static_cast<std::int32_t>(number % static_cast<std::uint64_t>(seats())) : -1;
  for (int seat = 0; plan_.opponents && seat < seats(); ++seat)
    slot.streams[seat] = players::stream_of(seed, core::seat(seat));
}

void VectorGame::end_game(std::size_t i) {
  const auto seat_count = static_cast<std::size_t>(seats());
  write_rewards(*plan_.edition, slots_[i].position, std::span(rewards).subspan(i * seat_count, seat_count));
  done[i] = true;
  ++episode[i];
}

// To the next question that somebody answers by a step, over the end of a game if need be. Only a game of which
// nobody decides anything could go round for ever; three such ends in one step are enough.
void VectorGame::list_choices(std::size_t i, Worker& worker) {
  Slot& slot = slots_[i];
  for (int ends = 0;;) {
    if (plan_.edition->over(slot.position)) {
      if (++ends > 3) throw Failure("GameError", "game " + std::to_string(i), "it ends before anybody decides");
      end_game(i);
      begin_game(i);
      continue;
    }
    if (ask_opponent(i, worker)) continue;
    plan_.edition->choices(slot.position, worker.list);
    if (slot.position.broken() == nullptr) break;
  }
  slot.steps.begin(worker.list.begin(), worker.list.end(), space_);
}

bool VectorGame::ask_opponent(std::size_t i, Worker& worker) {
  Slot& slot = slots_[i];
  const Seat asked = plan_.edition->decision(slot.position).asked;
  if (!plan_.opponents || core::index(asked) == learner[i]) return false;
  players::Player& player = slot.player ? *slot.player : *worker.player;
  const Choice choice = players::ask(player, *plan_.edition, slot.position, slot.streams[core::index(asked)]);
  plan_.edition->apply(slot.position, choice);
  return true;
}

// Carries out what is decided, until somebody must take a step.
void VectorGame::settle(std::size_t i, Worker& worker) {
  Slot& slot = slots_[i];
  while (slot.steps.complete()) {
    plan_.edition->apply(slot.position, slot.steps.choice());
    list_choices(i, worker);
  }
}

void VectorGame::write(std::size_t i, Moved moved) {
  const Slot& slot = slots_[i];
  const Seat asked = plan_.edition->decision(slot.position).asked;
  to_move[i] = core::index(asked);
  head[i] = slot.steps.head(space_);
  slot.steps.write_mask(space_, {mask.get() + i * width(), width()});
  if (!plan_.observations) return;
  const auto row = std::span(observation).subspan(i * observer_->size(), observer_->size());
  if (moved == Moved::yes) observer_->write_tensor(*plan_.edition, slot.position, asked, row);
  observer_->write_context(*plan_.edition, space_, slot.position, slot.steps, row);
}

void VectorGame::step(const std::int32_t* actions) {
  for (std::size_t i = 0; i < slots_.size(); ++i) {
    const bool known = actions[i] >= 0 && static_cast<std::size_t>(actions[i]) < width();
    if (known && mask[i * width() + static_cast<std::size_t>(actions[i])]) continue;
    const Head& at = space_.heads()[static_cast<std::size_t>(head[i])];
    throw Failure("IllegalChoice", "game " + std::to_string(i),
                  "entry " + std::to_string(actions[i]) + " of '" + at.name + "' is not legal now");
  }
  const auto seat_count = static_cast<std::size_t>(seats());
  for_each([&](std::size_t i, Worker& worker) {
    Slot& slot = slots_[i];
    done[i] = false;
    std::fill_n(rewards.begin() + static_cast<std::ptrdiff_t>(i * seat_count), seat_count, 0.0F);
    slot.steps.take(space_, actions[i]);
    const bool moved = slot.steps.complete();
    settle(i, worker);
    write(i, moved ? Moved::yes : Moved::no);
  });
}

void VectorGame::sample(std::int32_t* actions) {
  for_each([&](std::size_t i, Worker&) {
    const bool* row = mask.get() + i * width();
    const auto legal = static_cast<std::uint32_t>(std::count(row, row + width(), true));
    auto left = slots_[i].policy.below(legal);
    std::size_t at = 0;
    while (!row[at] || left-- != 0) ++at;
    actions[i] = static_cast<std::int32_t>(at);
  });
}

std::uint64_t VectorGame::play_random(std::uint32_t decisions) {
  for_each([&](std::size_t i, Worker& worker) { play_random(i, decisions, worker); });
  return std::uint64_t{decisions} * slots_.size();
}

void VectorGame::play_random(std::size_t i, std::uint32_t decisions, Worker& worker) {
  Slot& slot = slots_[i];
  done[i] = false;
  plan_.edition->choices(slot.position, worker.list);
  for (std::uint32_t taken = 0; taken < decisions; ++taken) {
    const auto count = static_cast<std::uint32_t>(worker.list.size());
    plan_.edition->apply(slot.position, worker.list[static_cast<int>(slot.policy.below(count))]);
    if (plan_.observations) {
      list_choices(i, worker);
      write(i, Moved::yes);
      continue;
    }
    while (plan_.edition->over(slot.position) || ask_opponent(i, worker)) {
      if (!plan_.edition->over(slot.position)) continue;
      end_game(i);
      begin_game(i);
    }
    plan_.edition->choices(slot.position, worker.list);
  }
  list_choices(i, worker);
  settle(i, worker);
  write(i, Moved::yes);
}

void VectorGame::for_each(const std::function<void(std::size_t, Worker&)>& work) {
  const auto threads = static_cast<std::size_t>(pool_.threads());
  std::vector<std::exception_ptr> faults(threads);
  // A few games at a time: a thread that was kept from its core does not keep the others waiting.
  const std::size_t n = slots_.size(), at_once = std::max<std::size_t>(1, n / (threads * 8));
  std::atomic<std::size_t> next = 0;
  pool_.run([&](int thread) {
    const auto t = static_cast<std::size_t>(thread);
    try {
      for (std::size_t from = next.fetch_add(at_once); from < n; from = next.fetch_add(at_once))
        for (std::size_t i = from; i < std::min(n, from + at_once); ++i) work(i, *workers_[t]);
    } catch (...) {
      faults[t] = std::current_exception();
    }
  });
  for (const std::exception_ptr& fault : faults)
    if (fault) std::rethrow_exception(fault);
}

}  // namespace rw::python
