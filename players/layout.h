// What each place of a game's observation tensor means: its name, its range, and where the same thing stands for
// another seat, so that a net sees every table from the first chair.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/describe.h"

namespace rw::players {

struct Layout {
  struct Place {
    std::string name;      // "players.1.hand 17", "zones.iacon.owner 1"
    float range = 1;       // the tensor's values are shares of it
    int player = -1;       // whose part of the description it lies in
    int word = -1;         // a word that is a seat: which one
    bool kind = false;     // a word beside all groups: what is played, and in which phase
  };
  std::vector<Place> places;
  int seats = 0;

  // The place of the same thing if `seat` sat in the first chair.
  std::uint16_t rotated(int seat, int place) const;
  std::uint64_t hash() const;
  int player_start[8] = {}, player_size = 0;
};

// Walks over a description just as core::TensorVisitor does.
class LayoutVisitor {
 public:
  LayoutVisitor(Layout& out, std::span<const std::string> seat_names) : out_(out), seat_names_(seat_names) {}

  void begin(std::string_view name);
  void end();
  template <class Set>
  void number(std::string_view name, std::int64_t, std::int64_t max, Set&&, core::SeatMask = core::everyone) {
    add(std::string(name), static_cast<float>(max));
  }
  template <class Set>
  void flag(std::string_view name, bool, Set&&, core::SeatMask = core::everyone) {
    add(std::string(name), 1);
  }
  template <class Set>
  void word(std::string_view name, int, std::span<const std::string_view> words, Set&&,
            core::SeatMask = core::everyone) {
    add_word(name, words);
  }
  template <class Set>
  void cards(std::string_view name, const core::Cards& pile, Set&&) {
    add_pile(name, pile.definition_count);
  }
  void begin_pile(int definitions) { pile_ = definitions; }
  void count(int, core::SeatMask, int = 1) {}
  void unknown(int) {}
  void end_pile() { add_pile("pile", pile_); }
  void derived(std::string_view name, std::int64_t, std::int64_t max = 1) {
    add(std::string(name), static_cast<float>(max));
  }
  bool sees(core::SeatMask) const { return true; }
  void skip(std::size_t places);
  std::size_t written() const { return out_.places.size(); }

  const std::vector<std::string>& players() const { return players_; }

 private:
  Layout::Place& add(const std::string& name, float range);
  void add_word(std::string_view name, std::span<const std::string_view> words);
  void add_pile(std::string_view name, int definitions);
  Layout& out_;
  std::span<const std::string> seat_names_;  // empty on the first walk, which finds them
  std::vector<std::string> path_, players_;
  int player_ = -1, pile_ = 0;
};

}  // namespace rw::players

template <>
inline constexpr bool rw::core::is_tensor<rw::players::LayoutVisitor> = true;

namespace rw::players {

template <class Rules>
Layout layout_of(const typename Rules::Content& content, const typename Rules::State& s) {
  typename Rules::State copy = s;
  Layout first, layout;
  LayoutVisitor names(first, {});
  Rules::describe(content, copy, names);
  first.seats = layout.seats = static_cast<int>(names.players().size());
  const std::vector<std::string> seats = names.players();
  LayoutVisitor visitor(layout, seats);
  Rules::describe(content, copy, visitor);
  return layout;
}

}  // namespace rw::players
