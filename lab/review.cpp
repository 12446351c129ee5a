// Estimating chances, costs and luck along a replay.
#include "lab/review.h"

#include <algorithm>
#include <atomic>
#include <cmath>

#include "engine/imagine.h"
#include "players/games.h"
#include "players/player.h"
#include "players/side_by_side.h"

namespace rw::lab {
namespace {

constexpr std::size_t listed = 10;      // dearest choices, luckiest steps
constexpr int second_look = 8;          // times as many deals for choices that may be among the dearest
constexpr int line_length = 4;          // choices shown after a better one

using Chances = std::vector<double>;  // by seat

// Means over imagined deals, and how far off they may be.
struct Estimate {
  Chances mean;
  Chances variance;  // of the mean
};

struct Step {
  Position before;
  Seat seat;
  Choice choice;
  std::vector<std::string> events;
};

// One thread's players; nothing here is shared.
class Judge {
 public:
  Judge(const ReviewPlan& plan, const players::GamePlayers& players) : plan_(plan), players_(players) {}

  bool prepare(std::string& error) {
    players::Spec greedy, search;
    greedy.kind = players::Spec::Kind::greedy;
    search.kind = players::Spec::Kind::search;
    search.simulations = plan_.simulations;
    greedy_ = players::make_player(greedy, plan_.edition->game(), error);
    search_ = players::make_player(plan_.adviser.value_or(search), plan_.edition->game(), error);
    return greedy_ != nullptr && search_ != nullptr;
  }

  // What the search would choose, knowing what the seat knows. A bot that fails has nothing better, and `fault`
  // says why.
  Choice best(const Position& position, Choice made, const core::Seed& seed, std::string& fault) {
    core::Random random = core::Random::start(core::derive(seed, 0));
    const Choice choice = players::ask(*search_, *plan_.edition, position, random);
    fault = search_->fault();
    return fault.empty() ? choice : made;
  }

  // Chances of all seats on imagined deal `deal`, after `choice` if there is one.
  Chances sample(const View& view, const Choice* choice, const core::Seed& seed, int deal) {
    const Edition& edition = *plan_.edition;
    const core::Seed own = core::derive(seed, static_cast<std::uint64_t>(deal) + 1);
    Position imagined = imagine(edition, view, own);
    if (choice != nullptr) edition.apply(imagined, *choice);
    core::Random random = core::Random::start(core::derive(own, 1));
    for (int i = 0; i < plan_.depth && !edition.over(imagined); ++i)
      edition.apply(imagined, players::ask(*greedy_, edition, imagined, random));
    return judged(imagined);
  }

  // How the game could go on after `choice`, on a deal that the seat may imagine, if all play as the search does.
  std::vector<std::string> line(const View& view, Choice choice, const core::Seed& seed) {
    const Edition& edition = *plan_.edition;
    std::vector<std::string> out;
    Position imagined = imagine(edition, view, core::derive(seed, 1));
    edition.apply(imagined, choice);
    core::Random random = core::Random::start(core::derive(seed, 2));
    for (int i = 0; i < line_length && !edition.over(imagined); ++i) {
      const Choice next = players::ask(*search_, edition, imagined, random);
      const Seat seat = edition.decision(imagined).asked;
      out.push_back(edition.seat_name(imagined, seat, plan_.language) + ": " +
                    edition.choice_text(imagined, next, plan_.language));
      edition.apply(imagined, next);
    }
    return out;
  }

  Estimate estimate(const Position& position, Seat viewer, const Choice* choice, const core::Seed& seed) {
    const auto seats = static_cast<std::size_t>(plan_.edition->seats(position));
    if (choice == nullptr && plan_.edition->over(position)) return {judged(position), Chances(seats)};
    std::vector<Mean> means(seats);
    const View view(*plan_.edition, position, viewer);
    for (int deal = 0; deal < plan_.deals; ++deal) {
      const Chances one = sample(view, choice, seed, deal);
      for (std::size_t seat = 0; seat < seats; ++seat) means[seat].add(one[seat]);
    }
    Estimate out;
    for (const Mean& mean : means) {
      out.mean.push_back(mean.mean());
      out.variance.push_back(mean.deviation() * mean.deviation() / plan_.deals);
    }
    return out;
  }

  // How much better `other` is than `made` for the seat that chooses: both on the same deals.
  Mean difference(const Position& position, Seat seat, Choice made, Choice other, const core::Seed& seed,
                  int deals) {
    Mean mean;
    const auto place = static_cast<std::size_t>(core::index(seat));
    const View view(*plan_.edition, position, seat);
    for (int deal = 0; deal < deals; ++deal)
      mean.add(sample(view, &other, seed, deal)[place] - sample(view, &made, seed, deal)[place]);
    return mean;
  }

 private:
  Chances judged(const Position& position) const {
    const auto seats = static_cast<std::size_t>(plan_.edition->seats(position));
    float out[core::max_seats] = {};
    if (plan_.edition->over(position)) {
      const Outcome outcome = plan_.edition->outcome(position);
      for (std::size_t i = 0; i < seats; ++i)
        out[i] = core::has(outcome.winners, core::seat(static_cast<int>(i))) ? 1.0F : 0.0F;
    } else {
      players_.evaluate(plan_.edition->content(), position.data(), out);
    }
    return {out, out + seats};
  }

  const ReviewPlan& plan_;
  const players::GamePlayers& players_;
  std::unique_ptr<players::Player> greedy_, search_;
};

class Reviewer {
 public:
  Reviewer(const ReviewPlan& plan, Review& out) : plan_(plan), out_(out) {}

  bool run(std::string& error) {
    const players::GamePlayers* players = players::find_players(plan_.edition->game().id);
    if (players == nullptr) {
      error = std::string(plan_.edition->game().id) + " has no evaluation yet, so its games cannot be reviewed";
      return false;
    }
    if (!follow_replay(error)) return false;
    for (int i = 0; i < plan_.threads; ++i) {
      judges_.push_back(std::make_unique<Judge>(plan_, *players));
      if (!judges_.back()->prepare(error)) return false;
    }
    estimate();
    look_twice();
    if (stopped_) {
      error = "stopped before the review was done";
      return false;
    }
    for (std::size_t i = 0; i < out_.choices.size(); ++i)
      if (const std::string& fault = out_.choices[i].fault; !fault.empty()) {
        error = "at choice " + std::to_string(i + 1) + " the adviser fails: " + fault;
        return false;
      }
    add_up();
    for (const std::size_t i : out_.dearest)
      out_.choices[i].line =
          judges_[0]->line(View(*plan_.edition, steps_[i].before, steps_[i].seat), best_[i], seed_of(i));
    return true;
  }

 private:
  bool follow_replay(std::string& error) {
    const Following following = follow(*plan_.edition, *plan_.replay, [&](const ReplayedChoice& played) {
      if (played.number > 0) steps_.push_back({played.before, played.seat, played.choice, event_texts(played)});
      return true;
    });
    const std::string stop =
        "diverges at choice " + std::to_string(following.divergence.choice) + ": " + following.divergence.reason;
    out_.notice = following.other_version;
    if (following.diverged && following.read_only && !steps_.empty()) {
      out_.notice += "; it " + stop;  // what goes through can be looked at
    } else if (following.diverged) {
      error = (out_.notice.empty() ? "" : out_.notice + "; ") + stop;
      return false;
    }
    if (steps_.empty()) {
      error = "has no choices to review";
      return false;
    }
    last_ = following.last;
    out_.end = plan_.edition->over(last_) ? outcome_text(*plan_.edition, last_) : "";
    return true;
  }

  std::vector<std::string> event_texts(const ReplayedChoice& played) const {
    std::vector<std::string> texts;
    for (const core::Event& event : played.log.events)
      if (std::string text = plan_.edition->event_text(played.after, event, Viewer::omniscient(), plan_.language);
          !text.empty())
        texts.push_back(std::move(text));
    return texts;
  }

  const Position& position(std::size_t i) const { return i < steps_.size() ? steps_[i].before : last_; }
  core::Seed seed_of(std::size_t i) const { return core::derive(core::derive(plan_.replay->seed, 2'000'000), i); }

  // Every position from every seat, and every choice: independent of each other, so in any order.
  void estimate() {
    const auto seats = static_cast<std::size_t>(plan_.edition->seats(last_));
    views_.assign(steps_.size() + 1, std::vector<Estimate>(seats));
    expected_.resize(steps_.size());
    best_.resize(steps_.size());
    out_.choices.resize(steps_.size());
    in_parallel(steps_.size() + 1, [&](Judge& judge, std::size_t i) {
      for (std::size_t seat = 0; seat < seats; ++seat)
        views_[i][seat] = judge.estimate(position(i), core::seat(static_cast<int>(seat)), nullptr, seed_of(i));
      if (i < steps_.size()) estimate_choice(judge, i);
      if (plan_.going && !plan_.going(++done_, steps_.size() + 1)) stopped_ = true;
    });
  }

  void estimate_choice(Judge& judge, std::size_t i) {
    const Step& step = steps_[i];
    ReviewedChoice& choice = out_.choices[i];
    choice.seat = step.seat;
    choice.chance = !plan_.edition->harmless_to_undo(step.before, position(i + 1));
    auto list = std::make_unique<ChoiceList>();
    plan_.edition->choices(step.before, *list);
    // Conceding unasked is nothing that a search for the best answer could weigh.
    const bool answered = plan_.edition->decision(step.before).asked == step.seat;
    best_[i] = step.choice;
    if (list->size() > 1 && answered) best_[i] = judge.best(step.before, step.choice, seed_of(i), choice.fault);
    if (choice.chance) expected_[i] = judge.estimate(step.before, choice.seat, &step.choice, seed_of(i));
    if (best_[i] != step.choice) weigh(judge, i, plan_.deals);
  }

  void weigh(Judge& judge, std::size_t i, int deals) {
    // A seed of its own: what made the search like its choice must not speak for it again.
    const core::Seed seed = core::derive(seed_of(i), 3'000'000 + static_cast<std::uint64_t>(deals));
    ReviewedChoice& choice = out_.choices[i];
    const Mean mean = judge.difference(steps_[i].before, choice.seat, steps_[i].choice, best_[i], seed, deals);
    choice.cost = std::max(0.0, mean.mean());
    choice.cost_interval = mean.interval();
  }

  // What seems dear after few deals is often chance: the candidates are weighed again, with many more.
  void look_twice() {
    std::vector<std::size_t> candidates = by([](const ReviewedChoice& choice) { return choice.cost; });
    candidates.resize(std::min(candidates.size(), 3 * listed));
    in_parallel(candidates.size(), [&](Judge& judge, std::size_t k) {
      if (out_.choices[candidates[k]].cost > 0) weigh(judge, candidates[k], plan_.deals * second_look);
      if (plan_.going && !plan_.going(done_, steps_.size() + 1)) stopped_ = true;
    });
    looked_twice_ = std::move(candidates);
  }

  void add_up() {
    const auto seats = static_cast<std::size_t>(plan_.edition->seats(last_));
    out_.seats.resize(seats);
    out_.chances.resize(seats);
    for (std::size_t seat = 0; seat < seats; ++seat) {
      out_.seats[seat].name = plan_.edition->seat_name(last_, core::seat(static_cast<int>(seat)), plan_.language);
      for (const auto& view : views_) out_.chances[seat].push_back(view[seat].mean[seat]);
      out_.seats[seat].deal_luck = out_.chances[seat][0] - 1.0 / static_cast<double>(seats);
    }
    luck_variance_.assign(seats, 0);
    for (std::size_t i = 0; i < steps_.size(); ++i) add_choice(i);
    for (std::size_t seat = 0; seat < seats; ++seat) {
      const double half = normal_95 * std::sqrt(luck_variance_[seat]);
      out_.seats[seat].play_luck_interval = {out_.seats[seat].play_luck - half, out_.seats[seat].play_luck + half};
    }
    out_.dearest = by([](const ReviewedChoice& choice) { return choice.cost; });
    // Only what was looked at twice is certain enough to be named.
    std::erase_if(out_.dearest, [&](std::size_t i) {
      return out_.choices[i].cost_interval.low <= 0 ||
             std::find(looked_twice_.begin(), looked_twice_.end(), i) == looked_twice_.end();
    });
    out_.luckiest = by([](const ReviewedChoice& choice) {
      return choice.luck.empty() ? 0 : *std::max_element(choice.luck.begin(), choice.luck.end());
    });
    out_.dearest.resize(std::min(out_.dearest.size(), listed));
    out_.luckiest.resize(std::min(out_.luckiest.size(), listed));
  }

  void add_choice(std::size_t i) {
    ReviewedChoice& choice = out_.choices[i];
    const Step& step = steps_[i];
    const auto mover = static_cast<std::size_t>(core::index(choice.seat));
    choice.number = static_cast<int>(i) + 1;
    choice.who = out_.seats[mover].name;
    choice.chosen = plan_.edition->notation(step.before, step.choice);
    choice.chosen_text = plan_.edition->choice_text(step.before, step.choice, plan_.language);
    if (best_[i] != step.choice) {
      choice.better = plan_.edition->notation(step.before, best_[i]);
      choice.better_text = plan_.edition->choice_text(step.before, best_[i], plan_.language);
    }
    choice.events = step.events;
    for (int operand = 0; operand < 4; ++operand)
      for (Edition::Thing& thing : plan_.edition->things(step.before, Viewer::omniscient(), step.choice, operand))
        if (!thing.id.empty() && !thing.table.empty()) choice.things.push_back(std::move(thing.id));
    SeatReview& seat = out_.seats[mover];
    ++seat.decisions;
    if (choice.cost_interval.low > 0) {
      seat.cost += choice.cost;
      ++seat.dear;
    }
    if (!choice.chance) return;
    for (std::size_t k = 0; k < out_.seats.size(); ++k) {
      const Estimate& came = views_[i + 1][mover];
      choice.luck.push_back(came.mean[k] - expected_[i].mean[k]);
      out_.seats[k].play_luck += choice.luck.back();
      luck_variance_[k] += came.variance[k] + expected_[i].variance[k];
    }
  }

  template <class Key>
  std::vector<std::size_t> by(Key&& key) const {
    std::vector<std::size_t> places;
    for (std::size_t i = 0; i < out_.choices.size(); ++i)
      if (key(out_.choices[i]) > 0) places.push_back(i);
    std::stable_sort(places.begin(), places.end(),
                     [&](std::size_t a, std::size_t b) { return key(out_.choices[a]) > key(out_.choices[b]); });
    return places;
  }

  template <class Work>
  void in_parallel(std::size_t count, Work&& work) {
    std::atomic<std::size_t> next = 0;
    players::side_by_side(judges_.size(), [&](std::size_t k) {
      for (std::size_t i = next++; i < count && !stopped_; i = next++) work(*judges_[k], i);
    });
  }

  const ReviewPlan& plan_;
  Review& out_;
  std::vector<std::unique_ptr<Judge>> judges_;
  std::vector<Step> steps_;
  Position last_;
  std::vector<std::vector<Estimate>> views_;  // by position and viewer
  std::vector<Estimate> expected_;  // after the choice, over all that chance could bring
  std::vector<Choice> best_;
  Chances luck_variance_;
  std::vector<std::size_t> looked_twice_;
  std::atomic<std::size_t> done_ = 0;
  std::atomic<bool> stopped_ = false;
};

}  // namespace

bool review(const ReviewPlan& plan, Review& out, std::string& error) {
  out = {};
  return Reviewer(plan, out).run(error);
}

}  // namespace rw::lab
