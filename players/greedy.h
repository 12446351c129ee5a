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

template <class Sense>
void weigh_choices(const ContentOf<Sense>& content, const StateOf<Sense>& seen, Seat seat, Desk& desk,
                   core::Random& random, Shortlist& list) {
  list.count = shortlist<Sense>(content, seen, desk, random);
  std::copy_n(desk.list.items, list.count, list.choice);
  bool chance = false;
  int sample = 0;
  const int samples = std::clamp(greedy_work / list.count, calm_samples, most_samples);
  for (; sample < samples && (chance || sample < calm_samples); ++sample) {
    StateOf<Sense> imagined = seen;
    imagine<Sense>(content, imagined, seat, random);
    for (int i = 0; i < list.count; ++i) {
      StateOf<Sense> s = imagined;
      carry_out<Sense>(content, s, list.choice[i]);
      play_on<Sense>(content, s, desk);
      float out[core::max_seats];
      value_of<Sense>(content, s, out);
      list.value[i] += out[core::index(seat)];
      chance = chance || s.random.drawn != imagined.random.drawn;
    }
  }
  for (int i = 0; i < list.count; ++i) list.value[i] /= static_cast<float>(sample);
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
