// Estimating chances, costs and luck along a replay.
#include "lab/review.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <functional>

#include "engine/imagine.h"
#include "engine/outcome.h"
#include "lab/estimate.h"
#include "lab/sides.h"
#include "players/player.h"
#include "players/side_by_side.h"
#include "speech/translation.h"

namespace rw::lab {
namespace {

constexpr std::size_t listed = 10;      // dearest choices, luckiest steps
constexpr int second_look = 8;          // times as many deals for choices that may be among the dearest
constexpr int line_length = 4;          // choices shown after a better one
constexpr std::uint32_t playing_on = 20;  // as small a part of the search plays on at a second look

struct Step {
  Position before;
  Seat seat;
  Choice choice;
  std::vector<std::string> events;
};

// One thread's players; nothing here is shared.
class Judge {
 public:
  Judge(const ReviewPlan& plan, const Estimating& how) : plan_(plan), estimator_(how) {}

  Expected<> prepare() {
    players::Spec search, small, confirming;
    search.kind = small.kind = confirming.kind = players::Spec::Kind::search;
    search.simulations = plan_.simulations;
    small.simulations = std::max<std::uint32_t>(2, plan_.simulations / playing_on);
    confirming.simulations = plan_.confirming != 0 ? plan_.confirming : small.simulations;
    const Game& game = plan_.edition->game();
    if (auto done = players::make_player(plan_.adviser.value_or(search), game).into(search_); !done) return done;
    if (auto done = players::make_player(small, game).into(small_search_); !done) return done;
    if (auto done = players::make_player(confirming, game).into(confirming_); !done) return done;
    return estimator_.prepare();
  }

  Estimator& estimator() { return estimator_; }

  // What the search would choose, knowing what the seat knows. A bot that fails has nothing better, and `fault`
  // says why.
  Choice best(const Position& position, Choice made, const core::Seed& seed, std::string& fault) {
    core::Random random = core::Random::start(core::derive(seed, 0));
    const Choice choice = players::ask(*search_, *plan_.edition, position, random);
    fault = search_->fault();
    return fault.empty() ? choice : made;
  }

  // Is what the seat sees after its choice more than what follows from what it saw before?
  bool chance_at_work(const Position& before, Seat seat, Choice choice, const Position& after,
                      const core::Seed& seed) const {
    const Edition& edition = *plan_.edition;
    if (edition.harmless_to_undo(before, after)) return false;
    const std::vector<float> seen = edition.tensor(after, Viewer::of(seat));
    for (int deal = 0; deal < plan_.deals; ++deal) {
      Position other = estimator_.imagined(before, seat, seed, deal);
      edition.apply(other, choice);
      if (edition.tensor(other, Viewer::of(seat)) != seen) return true;
    }
    return false;
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
      out.push_back(edition.seat_name(imagined, seat, plan_.language) +
                    speech::translated_to(plan_.language, ": ") +
                    edition.choice_text(imagined, next, plan_.language));
      edition.apply(imagined, next);
    }
    return out;
  }

  // How much better `other` is than `made`, for every seat: both on the same deals. If both lead to the same
  // position they are equal on that deal, whatever would be played then.
  void add_differences(const Position& position, Seat seat, Choice made, Choice other, const core::Seed& seed,
                       int deals, std::uint32_t decision, bool by_search, std::vector<Mean>& out) {
    const auto seats = static_cast<std::size_t>(plan_.edition->seats(position));
    out.resize(seats);
    for (int deal = 0; deal < deals; ++deal) {
      players::Player* const on = by_search ? small_search_.get() : nullptr;
      const bool same = after(position, seat, made, seed, deal) == after(position, seat, other, seed, deal);
      const Chances with =
          same ? Chances(seats) : estimator_.sample(position, seat, &other, seed, deal, decision, on);
      const Chances as_made =
          same ? Chances(seats) : estimator_.sample(position, seat, &made, seed, deal, decision, on);
      for (std::size_t i = 0; i < seats; ++i) out[i].add(with[i] - as_made[i]);
    }
  }

  // Wins of the seat after `other` less wins after `made`, played to the end on the same deals.
  void play_out(const Position& position, Seat seat, Choice made, Choice other, const core::Seed& seed, int games,
                const std::function<bool()>& going, Mean& out) {
    const auto own = static_cast<std::size_t>(core::index(seat));
    for (int deal = 0; deal < games && going(); ++deal)
      out.add(estimator_.outcome(position, seat, other, seed, deal, *confirming_)[own] -
              estimator_.outcome(position, seat, made, seed, deal, *confirming_)[own]);
  }

 private:
  Position after(const Position& position, Seat seat, Choice choice, const core::Seed& seed, int deal) const {
    Position out = estimator_.imagined(position, seat, seed, deal);
    plan_.edition->apply(out, choice);
    return out;
  }

  const ReviewPlan& plan_;
  Estimator estimator_;
  std::unique_ptr<players::Player> search_, small_search_, confirming_;
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
    look_twice();
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
      if (played.number > 0) steps_.push_back({played.before, played.seat, played.choice, event_texts(played)});
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
        views_[i][seat] = judge.estimator().estimate(position(i), core::seat(static_cast<int>(seat)), nullptr,
                                                     seed_of(i), static_cast<std::uint32_t>(i));
      if (i < steps_.size()) estimate_choice(judge, i);
      if (plan_.going && !plan_.going(++done_, steps_.size() + 1)) stopped_ = true;
    });
  }

  void estimate_choice(Judge& judge, std::size_t i) {
    const Step& step = steps_[i];
    ReviewedChoice& choice = out_.choices[i];
    choice.seat = step.seat;
    choice.chance = judge.chance_at_work(step.before, step.seat, step.choice, position(i + 1), seed_of(i));
    auto list = std::make_unique<ChoiceList>();
    plan_.edition->choices(step.before, *list);
    // A search for the best answer cannot weigh conceding, which nobody asked for.
    const bool answered = plan_.edition->decision(step.before).asked == step.seat;
    best_[i] = step.choice;
    if (list->size() > 1 && answered) best_[i] = judge.best(step.before, step.choice, seed_of(i), choice.fault);
    if (choice.chance)
      expected_[i] = judge.estimator().estimate(step.before, choice.seat, &step.choice, seed_of(i),
                                                static_cast<std::uint32_t>(i));
    if (best_[i] != step.choice && made_in_another_order(i)) best_[i] = step.choice;
    if (best_[i] != step.choice) weigh(judge, i, plan_.deals);
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
                          deals, static_cast<std::uint32_t>(i), false, means);
    const Mean& own = means[static_cast<std::size_t>(core::index(choice.seat))];
    settle(i, own.mean(), own.interval_of_counts());
    for (const Mean& mean : means) choice.effect.push_back(-mean.mean());
  }

  // A second look: half of the deals are played on by the greedy player, half by a small search. What the two
  // disagree about is no luck of the deals, so it widens the interval.
  void weigh_again(Judge& judge, std::size_t i) {
    ReviewedChoice& choice = out_.choices[i];
    const int deals = plan_.deals * second_look / 2;
    std::vector<Mean> greedy, search;
    judge.add_differences(steps_[i].before, choice.seat, steps_[i].choice, best_[i],
                          seed_of_weighing(i, 2 * deals), deals, static_cast<std::uint32_t>(i), false, greedy);
    judge.add_differences(steps_[i].before, choice.seat, steps_[i].choice, best_[i],
                          seed_of_weighing(i, 2 * deals + 1), deals, static_cast<std::uint32_t>(i), true, search);
    const auto own = static_cast<std::size_t>(core::index(choice.seat));
    const Interval a = greedy[own].interval_of_counts(), b = search[own].interval_of_counts();
    const double mean = (greedy[own].mean() + search[own].mean()) / 2;
    const double half =
        std::hypot(a.high - a.low, b.high - b.low) / 4 + std::abs(greedy[own].mean() - search[own].mean()) / 2;
    settle(i, mean, {mean - half, mean + half});
    choice.effect.clear();
    for (std::size_t k = 0; k < greedy.size(); ++k)
      choice.effect.push_back(-(greedy[k].mean() + search[k].mean()) / 2);
  }

  // The verdict on the dearest choices, put to the test: both are played on to the end by the small search.
  void confirm() {
    const auto going = [&] {
      if (plan_.going && !plan_.going(done_, steps_.size() + 1)) stopped_ = true;
      return !stopped_;
    };
    in_parallel(plan_.confirm > 0 ? out_.dearest.size() : 0, [&](Judge& judge, std::size_t k) {
      const std::size_t i = out_.dearest[k];
      judge.play_out(steps_[i].before, steps_[i].seat, steps_[i].choice, best_[i], seed_of_weighing(i, 4'000'000),
                     plan_.confirm, going, out_.choices[i].confirmed);
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

  // What seems dear after few deals is often chance: the candidates are weighed again, with many more.
  void look_twice() {
    std::vector<std::size_t> candidates = by([](const ReviewedChoice& choice) { return choice.cost; });
    candidates.resize(std::min(candidates.size(), 3 * listed));
    in_parallel(candidates.size(), [&](Judge& judge, std::size_t k) {
      if (out_.choices[candidates[k]].cost > 0) weigh_again(judge, candidates[k]);
      if (plan_.going && !plan_.going(done_, steps_.size() + 1)) stopped_ = true;
    });
    looked_twice_ = std::move(candidates);
  }

  // A seat's chance as all seats see it on average, so that the chances of all sides add up to 1.
  double chance(std::size_t position, std::size_t seat) const {
    Mean mean;
    for (const Estimate& view : views_[position]) mean.add(view.mean[seat]);
    return mean.mean();
  }
  double variance(std::size_t position, std::size_t seat) const {
    double sum = 0;
    for (const Estimate& view : views_[position]) sum += view.variance[seat];
    return sum / static_cast<double>(views_[position].size() * views_[position].size());
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
    luck_variance_.assign(seats, 0);
    choice_variance_.assign(seats, 0);
    for (std::size_t i = 0; i < steps_.size(); ++i) add_choice(i);
    for (std::size_t seat = 0; seat < seats; ++seat) add_rest(seat);
    out_.dearest = by([](const ReviewedChoice& choice) { return choice.cost; });
    // Only what was looked at twice is certain enough to be named.
    std::erase_if(out_.dearest, [&](std::size_t i) { return !is_dear(i); });
    out_.luckiest = by([](const ReviewedChoice& choice) {
      return choice.luck.empty() ? 0 : *std::max_element(choice.luck.begin(), choice.luck.end());
    });
    out_.dearest.resize(std::min(out_.dearest.size(), listed));
    out_.luckiest.resize(std::min(out_.luckiest.size(), listed));
  }

  bool is_dear(std::size_t i) const {
    return out_.choices[i].cost_interval.low > 0 &&
           std::find(looked_twice_.begin(), looked_twice_.end(), i) != looked_twice_.end();
  }

  // From the first position to the last: luck, choices, and what neither explains.
  void add_rest(std::size_t at) {
    SeatReview& seat = out_.seats[at];
    const double luck = normal_95 * std::sqrt(luck_variance_[at]);
    seat.play_luck_interval = {seat.play_luck - luck, seat.play_luck + luck};
    seat.rest = out_.chances[at].back() - out_.chances[at].front() - seat.play_luck - seat.own_choices -
                seat.others_choices;
    const double half = normal_95 * std::sqrt(luck_variance_[at] + choice_variance_[at] + variance(0, at) +
                                              variance(steps_.size(), at));
    seat.rest_interval = {seat.rest - half, seat.rest + half};
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
    if (is_dear(i)) add_cost(i, mover);
    if (!choice.chance) return;
    for (std::size_t k = 0; k < out_.seats.size(); ++k) {
      const Estimate& came = views_[i + 1][mover];
      choice.luck.push_back(came.mean[k] - expected_[i].mean[k]);
      out_.seats[k].play_luck += choice.luck.back();
      luck_variance_[k] += came.variance[k] + expected_[i].variance[k];
    }
  }

  void add_cost(std::size_t i, std::size_t mover) {
    const ReviewedChoice& choice = out_.choices[i];
    out_.seats[mover].cost += choice.cost;
    ++out_.seats[mover].dear;
    const core::SeatMask side = plan_.edition->side(steps_[i].before, choice.seat);
    const double half = (choice.cost_interval.high - choice.cost_interval.low) / 2 / normal_95;
    for (std::size_t k = 0; k < out_.seats.size(); ++k) {
      const bool own = core::has(side, core::seat(static_cast<int>(k)));
      (own ? out_.seats[k].own_choices : out_.seats[k].others_choices) += choice.effect[k];
      choice_variance_[k] += half * half;
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
  Estimating how_;
  Chances luck_variance_, choice_variance_;
  std::vector<std::size_t> looked_twice_;
  std::atomic<std::size_t> done_ = 0;
  std::atomic<bool> stopped_ = false;
};

}  // namespace

Expected<> review(const ReviewPlan& plan, Review& out) {
  out = {};
  return Reviewer(plan, out).run();
}

}  // namespace rw::lab
