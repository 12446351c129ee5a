// The greedy player: looks one choice ahead. Every choice is tried on the same few imagined deals
// and dice, played on until nothing is half done, and judged by the game's evaluation.
#pragma once

#include <algorithm>

#include "players/sense.h"

namespace rw::players {

inline constexpr int greedy_candidates = 48;  // more than a person would weigh; longer lists are cut
inline constexpr int most_samples = 32;
inline constexpr int calm_samples = 2;         // enough where no choice depends on chance
inline constexpr int greedy_work = 384;        // choices times samples, about
inline constexpr float sure = 2.0F;             // standard errors

// Moves the most promising choices to the front, in a blurred order, and returns how many to weigh.
template <class Sense>
int shortlist(const ContentOf<Sense>& content, const StateOf<Sense>& s, Desk& desk, core::Random& random) {
  ChoiceList& list = desk.list;
  if (list.size() <= greedy_candidates) return list.size();
  promise_of<Sense>(content, s, list, desk.promise);
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

// What one choice is worth in one imagined deal, played on until nothing is half done. `chance` tells whether it
// took dice or shuffles.
template <class Sense>
float worth_in(const ContentOf<Sense>& content, const StateOf<Sense>& imagined, Seat seat, Choice choice,
               Desk& desk, bool& chance) {
  StateOf<Sense> s = imagined;
  carry_out<Sense>(content, s, choice);
  play_on<Sense>(content, s, desk);
  float out[core::max_seats];
  value_of<Sense>(content, s, out);
  chance = s.random.drawn != imagined.random.drawn;
  return out[core::index(seat)];
}

// The running mean of a choice's worth, and how sure it is.
struct Estimate {
  float first = 0, mean = 0, squares = 0;
  void add(float worth, int sample) {
    if (sample == 0) first = worth;
    const float off = worth - mean;
    mean += off / static_cast<float>(sample + 1);
    squares += off * (worth - mean);
  }
  float error_squared(int samples) const { return squares / static_cast<float>(samples * (samples - 1)); }
};

// Is the second behind the first by more than chance explains?
inline bool clearly_behind(const Estimate& best, const Estimate& other, int samples) {
  const float lead = best.mean - other.mean;
  return lead > 0 && lead * lead > sure * sure * (best.error_squared(samples) + other.error_squared(samples));
}

// All choices are tried on the same deals. Two are enough unless chance makes a difference; then more follow, and
// choices that are clearly behind drop out, until one is left.
template <class Sense>
void weigh_choices(const ContentOf<Sense>& content, const StateOf<Sense>& seen, Seat seat, Desk& desk,
                   core::Random& random, Shortlist& list) {
  list.count = shortlist<Sense>(content, seen, desk, random);
  std::copy_n(desk.list.items, list.count, list.choice);
  const int samples = std::clamp(greedy_work / list.count, calm_samples, most_samples);
  Estimate estimate[greedy_candidates];
  int contender[greedy_candidates];
  for (int i = 0; i < list.count; ++i) contender[i] = i;
  StateOf<Sense> imagined = seen;  // the first deal is what was shown: all that is hidden was dealt anew in it
  bool matters = false;
  for (int sample = 0, left = list.count; sample < samples && (matters ? left > 1 : sample < calm_samples);
       ++sample) {
    if (sample > 0) {
      imagined = seen;
      imagine<Sense>(content, imagined, seat, random);
    }
    int best = contender[0];
    for (int k = 0; k < left; ++k) {
      const int i = contender[k];
      bool chance = false;
      const float worth = worth_in<Sense>(content, imagined, seat, list.choice[i], desk, chance);
      estimate[i].add(worth, sample);
      matters = matters || (chance && worth != estimate[i].first);
      if (estimate[i].mean > estimate[best].mean) best = i;
    }
    if (sample + 1 < calm_samples + 2) continue;
    const auto behind = [&](int i) { return clearly_behind(estimate[best], estimate[i], sample + 1); };
    left = static_cast<int>(std::remove_if(contender, contender + left, behind) - contender);
  }
  for (int i = 0; i < list.count; ++i) list.value[i] = estimate[i].mean;
}

template <class Sense>
Choice greedy_choice(const ContentOf<Sense>& content, const StateOf<Sense>& seen, Seat seat,
                     const core::Seed& seed, Desk& desk) {
  list_choices<Sense>(content, seen, desk.list);
  if (desk.list.size() == 1) return desk.list[0];
  core::Random random = core::Random::start(seed);
  Shortlist list;
  weigh_choices<Sense>(content, seen, seat, desk, random, list);
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
