// Estimating chances, costs and luck along a replay.
#include "lab/review.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <functional>

#include "engine/frames.h"
#include "engine/outcome.h"
#include "lab/change_shares.h"
#include "lab/review_judge.h"
#include "lab/sides.h"
#include "players/side_by_side.h"
#include "speech/translation.h"

namespace rw::lab {
namespace {

constexpr std::size_t listed = 10;      // dearest choices, luckiest steps
constexpr int second_look = 8;          // times as many deals for choices that may be among the dearest

struct Step {
  Position before;
  Seat seat;
  Choice choice;
  std::vector<std::string> events;
  bool harmless = false;  // nobody learns anything by it, and no chance comes out
};

class Reviewer {
 public:
  Reviewer(const ReviewPlan& plan, Review& out) : plan_(plan), out_(out) {}

  Expected<> run() {
    if (auto done = follow_replay(); !done) return done.failure();
    for (int i = 0; i < plan_.threads; ++i) {
      judges_.push_back(std::make_unique<Judge>(plan_, how_));
      if (auto done = judges_.back()->prepare(); !done) return done.failure();
    }
    estimate();
    look_again();
    if (stopped_) {
      return failed("stopped before the review was done");
    }
    for (std::size_t i = 0; i < out_.choices.size(); ++i)
      if (const std::string& fault = out_.choices[i].fault; !fault.empty()) {
        return failed("at choice " + std::to_string(i + 1) + " the adviser fails: " + fault);
      }
    add_up();
    confirm();
    for (const std::size_t i : out_.dearest)
      out_.choices[i].line =
          judges_[0]->line(View(*plan_.edition, steps_[i].before, steps_[i].seat), best_[i], seed_of(i));
    return {};
  }

 private:
  Expected<> follow_replay() {
    TurnOrder order(*plan_.edition);
    order.begin(plan_.replay->setup.seats);
    const Following following = follow(*plan_.edition, *plan_.replay, [&](const ReplayedChoice& played) {
      order.read(played.log);
      if (played.number > 0)
        steps_.push_back({played.before, played.seat, played.choice, event_texts(played),
                          plan_.edition->harmless_to_undo(played.before, played.after)});
      return true;
    });
    const std::string stop =
        "diverges at choice " + std::to_string(following.divergence.choice) + ": " + following.divergence.reason;
    out_.notice = following.other_version;
    if (following.diverged && following.read_only && !steps_.empty()) {
      out_.notice += "; it " + stop;  // what goes through can be looked at
    } else if (following.diverged) {
      return failed((out_.notice.empty() ? "" : out_.notice + "; ") + stop);
    }
    if (steps_.empty()) {
      return failed("has no choices to review");
    }
    last_ = following.last;
    how_.edition = plan_.edition;
    how_.sides = sides_at(*plan_.edition, steps_[0].before);
    how_.places = order.places();
    how_.deals = plan_.deals;
    how_.depth = plan_.depth;
    if (plan_.edition->over(last_))
      out_.end = speech::translated_to(plan_.language, outcome_text(*plan_.edition, last_, plan_.language));
    return {};
  }

  std::vector<std::string> event_texts(const ReplayedChoice& played) const {
    std::vector<std::string> texts;
    const Edition& edition = *plan_.edition;
    each_told(edition, played.log.events, played.after, [&](const Position& then, const core::Event& event) {
      if (std::string text = edition.event_text(then, event, Viewer::omniscient(), plan_.language); !text.empty())
        texts.push_back(std::move(text));
    });
    return texts;
  }

  const Position& position(std::size_t i) const { return i < steps_.size() ? steps_[i].before : last_; }
  core::Seed seed_of(std::size_t i) const { return core::derive(core::derive(plan_.replay->seed, 2'000'000), i); }

  // Positions between which nobody has learned anything are judged on the same deals: what differs then is due to
  // the choices. Every seat has deals of its own.
  core::Seed seed_of_view(std::size_t i, std::size_t viewer) const {
    while (i > 0 && steps_[i - 1].harmless) --i;
    return core::derive(seed_of(i), 9'000'000 + viewer);
  }

  // Every position from every seat, and every choice: independent of each other, so in any order.
  void estimate() {
    const auto seats = static_cast<std::size_t>(plan_.edition->seats(last_));
    views_.assign(steps_.size() + 1, std::vector<Estimate>(seats));
    after_.assign(steps_.size(), std::vector<After>(seats));
    best_.resize(steps_.size());
    out_.choices.resize(steps_.size());
    in_parallel(steps_.size() + 1, [&](Judge& judge, std::size_t i) {
      for (std::size_t seat = 0; seat < seats; ++seat)
        views_[i][seat] = judge.estimator().estimate(position(i), core::seat(static_cast<int>(seat)), nullptr,
                                                     seed_of_view(i, seat), static_cast<std::uint32_t>(i));
      if (i < steps_.size()) estimate_choice(judge, i);
      if (plan_.going && !plan_.going(++done_, steps_.size() + 1)) stopped_ = true;
    });
  }

  void estimate_choice(Judge& judge, std::size_t i) {
    const Step& step = steps_[i];
    ReviewedChoice& choice = out_.choices[i];
    choice.seat = step.seat;
    auto list = std::make_unique<ChoiceList>();
    plan_.edition->choices(step.before, *list);
    // A search for the best answer cannot weigh conceding, which nobody asked for.
    const bool answered = plan_.edition->decision(step.before).asked == step.seat;
    best_[i] = step.choice;
    if (list->size() > 1 && answered) best_[i] = judge.best(step.before, step.choice, seed_of(i), choice.fault);
    for (std::size_t seat = 0; seat < after_[i].size() && !step.harmless; ++seat) look_after(judge, i, seat);
    if (best_[i] != step.choice && made_in_another_order(i)) best_[i] = step.choice;
    if (best_[i] != step.choice) weigh(judge, i, plan_.deals);
  }

  // What a seat could expect of a choice, if it could imagine it before, and whether it then saw more than that.
  void look_after(Judge& judge, std::size_t i, std::size_t at) {
    const Step& step = steps_[i];
    const Seat viewer = core::seat(static_cast<int>(at));
    const core::Seed seed = seed_of_view(i, at);
    if (viewer != step.seat && !judge.imaginable(step.before, viewer, step.seat, step.choice, seed)) return;
    After& after = after_[i][at];
    after.expected =
        judge.estimator().estimate(step.before, viewer, &step.choice, seed, static_cast<std::uint32_t>(i));
    after.chance = judge.chance_at_work(step.before, viewer, step.choice, position(i + 1), seed);
    if (after.chance) out_.choices[i].chance = true;
  }

  // Two orders of the same choices are one: the seat went on to make the better choice too, and if it had made it
  // first it would have come to the same position.
  bool made_in_another_order(std::size_t i) const {
    constexpr std::size_t furthest = 12;
    const Edition& edition = *plan_.edition;
    for (std::size_t k = i + 1; k < std::min(steps_.size(), i + furthest) && steps_[k].seat == steps_[i].seat;
         ++k) {
      if (steps_[k].choice != best_[i]) continue;
      Position other = steps_[i].before;
      edition.apply(other, best_[i]);
      for (std::size_t j = i; j < k; ++j) {
        if (edition.over(other) || edition.judge(other, steps_[j].seat, steps_[j].choice).refused()) return false;
        edition.apply(other, steps_[j].choice);
      }
      return other == position(k + 1);
    }
    return false;
  }

  // A first look, played on by the greedy player. What no longer seems better is nothing better.
  void weigh(Judge& judge, std::size_t i, int deals) {
    ReviewedChoice& choice = out_.choices[i];
    std::vector<Mean> means;
    judge.add_differences(steps_[i].before, choice.seat, steps_[i].choice, best_[i], seed_of_weighing(i, deals),
                          deals, static_cast<std::uint32_t>(i), Judge::By::greedy, means);
    const Mean& own = means[static_cast<std::size_t>(core::index(choice.seat))];
    settle(i, own.mean(), own.interval_of_counts());
  }

  // A second look: half of the deals are played on by the greedy player, half by a small search. What the two
  // disagree about is no luck of the deals, so it widens the interval.
  void weigh_again(Judge& judge, std::size_t i) {
    ReviewedChoice& choice = out_.choices[i];
    const int deals = plan_.deals * second_look / 2;
    std::vector<Mean> greedy, search;
    judge.add_differences(steps_[i].before, choice.seat, steps_[i].choice, best_[i],
                          seed_of_weighing(i, 2 * deals), deals, static_cast<std::uint32_t>(i), Judge::By::greedy,
                          greedy);
    judge.add_differences(steps_[i].before, choice.seat, steps_[i].choice, best_[i],
                          seed_of_weighing(i, 2 * deals + 1), deals, static_cast<std::uint32_t>(i),
                          Judge::By::search, search);
    const auto own = static_cast<std::size_t>(core::index(choice.seat));
    const Interval a = greedy[own].interval_of_counts(), b = search[own].interval_of_counts();
    const double mean = (greedy[own].mean() + search[own].mean()) / 2;
    const double half =
        std::hypot(a.high - a.low, b.high - b.low) / 4 + std::abs(greedy[own].mean() - search[own].mean()) / 2;
    settle(i, mean, {mean - half, mean + half});
  }

  // A third look at what still seems dear: it is played on to the end. An evaluation may like the position after
  // some choice too well, and the search that found the choice believes the same evaluation; who wins does not.
  // What the two disagree about belongs in the interval.
  void look_to_the_end(Judge& judge, std::size_t i) {
    Mean wins;
    judge.play_out(
        steps_[i].before, steps_[i].seat, steps_[i].choice, best_[i], seed_of_weighing(i, 5'000'000),
        plan_.played_out, Judge::By::greedy, [&] { return !stopped_; }, wins);
    const ReviewedChoice& choice = out_.choices[i];
    const Interval judged = choice.cost_interval, played = wins.interval_of_counts();
    const double mean = (choice.cost + wins.mean()) / 2;
    const double half = std::hypot(judged.high - judged.low, played.high - played.low) / 4 +
                        std::abs(choice.cost - wins.mean()) / 2;
    settle(i, mean, {mean - half, mean + half});
  }

  // The verdict on the dearest choices, put to the test: both are played on to the end by the small search.
  void confirm() {
    const auto going = [&] {
      if (plan_.going && !plan_.going(done_, steps_.size() + 1)) stopped_ = true;
      return !stopped_;
    };
    in_parallel(plan_.confirm > 0 ? out_.dearest.size() : 0, [&](Judge& judge, std::size_t k) {
      const std::size_t i = out_.dearest[k];
      ReviewedChoice& choice = out_.choices[i];
      const std::optional<Mean> before =
          plan_.confirmed_before ? plan_.confirmed_before(choice.number) : std::nullopt;
      if (before) {
        choice.confirmed = *before;
        return;
      }
      judge.play_out(steps_[i].before, steps_[i].seat, steps_[i].choice, best_[i], seed_of_weighing(i, 4'000'000),
                     plan_.confirm, Judge::By::search, going, choice.confirmed);
      if (plan_.when_confirmed && !stopped_) plan_.when_confirmed(choice);
    });
  }

  // A seed of its own: the luck that made the search like its choice must not count twice.
  core::Seed seed_of_weighing(std::size_t i, int look) const {
    return core::derive(seed_of(i), 3'000'000 + static_cast<std::uint64_t>(look));
  }

  void settle(std::size_t i, double cost, const Interval& interval) {
    out_.choices[i].cost = std::max(0.0, cost);
    out_.choices[i].cost_interval = interval;
    if (cost > 0) return;
    best_[i] = steps_[i].choice;
    out_.choices[i].cost_interval = {};
  }

  // What seems dear after few deals is often chance: the candidates are weighed again, with many more, and the
  // costliest that are still clear a third time.
  void look_again() {
    const auto cost = [](const ReviewedChoice& choice) { return choice.cost; };
    look_again(by(cost), 3 * listed, &Reviewer::weigh_again);
    if (plan_.played_out == 0) return;
    std::vector<std::size_t> clear = by(cost);
    std::erase_if(clear, [&](std::size_t i) { return !is_dear(i); });
    look_again(std::move(clear), listed, &Reviewer::look_to_the_end);
  }

  // From now on only these are certain enough to be named.
  void look_again(std::vector<std::size_t> candidates, std::size_t most,
                  void (Reviewer::*look)(Judge&, std::size_t)) {
    candidates.resize(std::min(candidates.size(), most));
    in_parallel(candidates.size(), [&](Judge& judge, std::size_t k) {
      (this->*look)(judge, candidates[k]);
      if (plan_.going && !plan_.going(done_, steps_.size() + 1)) stopped_ = true;
    });
    looked_again_ = std::move(candidates);
  }

  // A seat's chance as all seats see it on average, so that the chances of all sides add up to 1.
  double chance(std::size_t position, std::size_t seat) const {
    Mean mean;
    for (const Estimate& view : views_[position]) mean.add(view.mean[seat]);
    return mean.mean();
  }
  void add_up() {
    const auto seats = static_cast<std::size_t>(plan_.edition->seats(last_));
    out_.seats.resize(seats);
    out_.chances.resize(seats);
    for (std::size_t seat = 0; seat < seats; ++seat) {
      out_.seats[seat].name = plan_.edition->seat_name(last_, core::seat(static_cast<int>(seat)), plan_.language);
      out_.seats[seat].colour = colour_of(*plan_.edition, last_, core::seat(static_cast<int>(seat)));
      for (std::size_t i = 0; i < views_.size(); ++i) out_.chances[seat].push_back(chance(i, seat));
      // Team-mates share a chance, and a seat that plays alone has nobody to share with.
      if (how_.sides.size() > 1)
        out_.seats[seat].deal_luck = out_.chances[seat][0] - 1.0 / static_cast<double>(how_.sides.size());
    }
    for (std::size_t i = 0; i < steps_.size(); ++i) add_choice(i);
    share_changes();
    out_.dearest = by([](const ReviewedChoice& choice) { return choice.cost; });
    // Only what was looked at again is certain enough to be named.
    std::erase_if(out_.dearest, [&](std::size_t i) { return !is_dear(i); });
    out_.luckiest = by([](const ReviewedChoice& choice) {
      return choice.luck.empty() ? 0 : *std::max_element(choice.luck.begin(), choice.luck.end());
    });
    out_.dearest.resize(std::min(out_.dearest.size(), listed));
    out_.luckiest.resize(std::min(out_.luckiest.size(), listed));
  }

  bool is_dear(std::size_t i) const {
    return out_.choices[i].cost_interval.low > 0 &&
           std::find(looked_again_.begin(), looked_again_.end(), i) != looked_again_.end();
  }

  // From the first position to the last each chance changes by luck, by choices, and by what neither explains.
  void share_changes() {
    ChangeShares shares(out_.seats.size(), static_cast<std::size_t>(plan_.deals));
    for (std::size_t i = 0; i < steps_.size(); ++i) {
      ReviewedChoice& choice = out_.choices[i];
      const Step& step = steps_[i];
      if (choice.chance) choice.luck.assign(out_.seats.size(), 0);
      choice.effect.assign(out_.seats.size(), 0);
      for (std::size_t viewer = 0; viewer < out_.seats.size(); ++viewer)
        shares.add(viewer, views_[i][viewer], views_[i + 1][viewer], step.harmless ? nullptr : &after_[i][viewer],
                   choice.effect, choice.luck);
      const core::SeatMask side = plan_.edition->side(step.before, choice.seat);
      for (std::size_t k = 0; k < out_.seats.size(); ++k) {
        SeatReview& seat = out_.seats[k];
        (core::has(side, core::seat(static_cast<int>(k))) ? seat.own_choices : seat.others_choices) +=
            choice.effect[k];
      }
    }
    shares.end();
    for (std::size_t k = 0; k < out_.seats.size(); ++k) {
      SeatReview& seat = out_.seats[k];
      seat.play_luck = shares.luck().sum[k];
      seat.play_luck_interval = around(seat.play_luck, shares.luck().variance[k]);
      seat.shown = shares.shown().sum[k];
      seat.shown_interval = around(seat.shown, shares.shown().variance[k]);
      seat.rest = shares.rest().sum[k];
      seat.rest_interval = around(seat.rest, shares.rest().variance[k]);
    }
  }

  static Interval around(double value, double variance) {
    const double half = normal_95 * std::sqrt(variance);
    return {value - half, value + half};
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
    ++out_.seats[mover].decisions;
    if (!is_dear(i)) return;
    out_.seats[mover].cost += choice.cost;
    ++out_.seats[mover].dear;
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
  std::vector<std::vector<After>> after_;  // by choice and viewer, unless it is harmless
  std::vector<Choice> best_;
  Estimating how_;
  std::vector<std::size_t> looked_again_;
  std::atomic<std::size_t> done_ = 0;
  std::atomic<bool> stopped_ = false;
};

}  // namespace

Expected<> review(const ReviewPlan& plan, Review& out) {
  out = {};
  return Reviewer(plan, out).run();
}

}  // namespace rw::lab
