// The greedy player: looks one choice ahead. Every choice is tried on the same few imagined deals
// and dice, played on until nothing is half done, and judged by the game's evaluation.
#pragma once

#include <algorithm>
#include <cmath>

#include "players/evaluator.h"

namespace rw::players {

inline constexpr int greedy_candidates = 48;  // more than a person would weigh; longer lists are cut
inline constexpr int most_samples = 32;
inline constexpr int calm_samples = 2;         // enough where no choice depends on chance
inline constexpr int greedy_work = 384;        // choices times samples, about
inline constexpr int least_samples = 4;        // before a choice may drop out
inline constexpr int telling_choices = 3;      // so many of the best tell whether hidden cards matter
inline constexpr float too_close = 0.005F;     // chances to win that are hardly worth telling apart
inline constexpr float sure = 2.0F;             // standard errors

// Moves the most promising choices to the front, in a blurred order, and returns how many to weigh.
template <class Evaluator>
int shortlist(const ContentOf<Evaluator>& content, const StateOf<Evaluator>& s, Desk& desk, core::Random& random) {
  ChoiceList& list = desk.list;
  if (list.size() <= greedy_candidates) return list.size();
  promise_of<Evaluator>(content, s, list, desk.promise);
  for (int i = 0; i < list.size(); ++i) desk.promise[i] += 0.01F * unit(random);
  for (int i = 0; i < greedy_candidates; ++i) {
    const auto best =
        static_cast<int>(std::max_element(desk.promise + i, desk.promise + list.size()) - desk.promise);
    std::swap(desk.promise[i], desk.promise[best]);
    std::swap(list.items[i], list.items[best]);
  }
  return greedy_candidates;
}

// The choices worth weighing, and the value of each for the seat that chooses.
struct Shortlist {
  int count = 0;
  Choice choice[greedy_candidates];
  float value[greedy_candidates] = {};
};

// Tries all choices on the same deals. Where hidden cards make no difference to the best of them, one deal is
// enough; where chance makes none, two; else more follow, and choices that are clearly behind drop out, until one
// is left.
template <class Evaluator>
class Weighing {
 public:
  Weighing(const ContentOf<Evaluator>& content, const StateOf<Evaluator>& seen, Seat seat, Desk& desk,
           core::Random& random, Shortlist& list)
      : content_(content), seen_(seen), seat_(seat), desk_(desk), random_(random), list_(list), left_(list.count) {
    for (int i = 0; i < left_; ++i) contender_[i] = i;
  }

  void run() {
    const int samples = std::clamp(greedy_work / list_.count, calm_samples, most_samples);
    deal_ = seen_;  // all that is hidden was dealt anew in it
    for (int k = 0; k < left_; ++k) try_out(contender_[k], 0);
    if (!chance_) best_first();
    if (same_in_another_deal()) return;
    for (int sample = calm_samples; sample < samples && matters_ && left_ > 1; ++sample) {
      deal_anew();
      for (int k = 0; k < left_; ++k) try_out(contender_[k], sample);
      if (sample + 1 >= least_samples) drop_those_decided(sample + 1);
    }
  }
  float value(int i) const { return mean_[i]; }

 private:
  void deal_anew() {
    deal_ = seen_;
    imagine<Evaluator>(content_, deal_, seat_, random_);
  }

  // Was it worth the same in the first deal?
  bool try_out(int i, int sample) {
    const float worth = value_after<Evaluator>(content_, deal_, list_.choice[i], after_, desk_);
    const bool chance = after_.random.drawn != deal_.random.drawn;
    worth_[sample][i] = worth;
    mean_[i] += (worth - mean_[i]) / static_cast<float>(sample + 1);
    const bool same = !(worth < worth_[0][i]) && !(worth > worth_[0][i]);
    chance_ = chance_ || chance;
    matters_ = matters_ || (chance && !same);
    return same;
  }

  bool same_in_another_deal() {
    deal_anew();
    bool same = true;
    for (int k = 0; k < left_; ++k) {
      same = try_out(contender_[k], 1) && same;
      if (k + 1 == telling_choices && same && !chance_) return true;
    }
    return false;
  }

  void best_first() {
    std::sort(contender_, contender_ + left_,
              [&](int a, int b) { return value(a) > value(b) || (!(value(a) < value(b)) && a < b); });
  }

  // Deals are the same for both, so that differences within a deal tell more than the two means.
  bool is_decided(int best, int other, int samples) const {
    float sum = 0, squares = 0;
    for (int k = 0; k < samples; ++k) {
      const float lead = worth_[k][best] - worth_[k][other];
      sum += lead;
      squares += lead * lead;
    }
    const float n = static_cast<float>(samples), lead = sum / n;
    const float doubt = sure * std::sqrt(std::max(0.0F, squares / n - lead * lead) / (n - 1));
    return lead > doubt || lead + doubt < too_close;
  }

  void drop_those_decided(int samples) {
    const int best =
        *std::max_element(contender_, contender_ + left_, [&](int a, int b) { return value(a) < value(b); });
    int* const end = std::remove_if(contender_, contender_ + left_,
                                    [&](int i) { return i != best && is_decided(best, i, samples); });
    left_ = static_cast<int>(end - contender_);
  }

  const ContentOf<Evaluator>& content_;
  const StateOf<Evaluator>& seen_;
  Seat seat_;
  Desk& desk_;
  core::Random& random_;
  Shortlist& list_;
  int left_;                         // contenders: the first so many
  int contender_[greedy_candidates];
  float worth_[most_samples][greedy_candidates];
  float mean_[greedy_candidates] = {};
  bool chance_ = false, matters_ = false;  // was there any, and did it change what a choice is worth?
  StateOf<Evaluator> deal_, after_;
};

template <class Evaluator>
void weigh_choices(const ContentOf<Evaluator>& content, const StateOf<Evaluator>& seen, Seat seat, Desk& desk,
                   core::Random& random, Shortlist& list) {
  list.count = shortlist<Evaluator>(content, seen, desk, random);
  std::copy_n(desk.list.items, list.count, list.choice);
  float at_a_glance[greedy_candidates] = {};
  if constexpr (habit_of<Evaluator>() > 0) {
    promise_of<Evaluator>(content, seen, desk.list, desk.promise);
    for (int i = 0; i < list.count; ++i) at_a_glance[i] = habit_of<Evaluator>() * desk.promise[i];
  }
  Weighing<Evaluator> weighing(content, seen, seat, desk, random, list);
  weighing.run();
  for (int i = 0; i < list.count; ++i) list.value[i] = weighing.value(i) + at_a_glance[i];
}

template <class Evaluator>
Choice greedy_choice(const ContentOf<Evaluator>& content, const StateOf<Evaluator>& seen, Seat seat,
                     const core::Seed& seed, Desk& desk) {
  list_choices<Evaluator>(content, seen, desk.list, Depth::root);
  if (desk.list.size() == 1) return desk.list[0];
  core::Random random = core::Random::start(seed);
  Shortlist list;
  weigh_choices<Evaluator>(content, seen, seat, desk, random, list);
  int best = 0, equals = 1;
  for (int i = 1; i < list.count; ++i) {
    if (list.value[i] > list.value[best]) {
      best = i;
      equals = 1;
    } else if (!(list.value[i] < list.value[best]) && random.below(static_cast<std::uint32_t>(++equals)) == 0) {
      best = i;
    }
  }
  return list.choice[best];
}

}  // namespace rw::players
