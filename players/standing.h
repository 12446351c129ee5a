// A position as one seat sees it, as whole numbers place by place (the places of its observation tensor), and in
// what two such positions differ: nothing, only a price that was paid, or something else.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "engine/core/describe.h"

namespace rw::players {

// Whose a place is and what kind of thing it says. Descriptions call the seats' own parts `players` and the record
// of the turn `this_turn`.
enum class Whose : std::uint8_t { own, another, record, common };
enum class Says : std::uint8_t { number, derived, word, cards };
struct PlaceKind {
  Whose whose = Whose::common;
  Says says = Says::number;
};

struct Standing {
  std::vector<std::int16_t> values;
};

// Positions that a seat was asked at before in this game, the latest last, as bytes of the game.
class Stood {
 public:
  static constexpr std::size_t most = 12;

  void clear() { positions_.clear(); }
  void add(std::span<const std::byte> position) {
    if (positions_.size() == most * position.size())
      positions_.erase(positions_.begin(), positions_.begin() + static_cast<std::ptrdiff_t>(position.size()));
    positions_.insert(positions_.end(), position.begin(), position.end());
  }
  std::span<const std::byte> positions() const { return positions_; }

 private:
  std::vector<std::byte> positions_;
};

// Walks over a description just as core::TensorVisitor does. With `kinds` it says what each place means instead.
class StandingVisitor {
 public:
  StandingVisitor(core::Viewer viewer, Standing* out, std::vector<PlaceKind>* kinds)
      : viewer_(viewer), out_(out), kinds_(kinds) {
    if (out_ != nullptr) std::fill(out_->values.begin(), out_->values.end(), std::int16_t{0});
    if (kinds_ != nullptr) kinds_->clear();
  }

  void begin(std::string_view name) {
    if (kinds_ != nullptr) {
      if (depth_ == 0)
        whose_ = name == "this_turn" ? Whose::record : Whose::common, players_ = name == "players" ? 0 : -1;
      if (depth_ == 1 && players_ >= 0)
        whose_ = players_++ == core::index(viewer_.seat) ? Whose::own : Whose::another;
    }
    ++depth_;
  }
  void end() {
    --depth_;
    if (depth_ == 0) whose_ = Whose::common;
  }
  template <class Set>
  void number(std::string_view, std::int64_t value, std::int64_t, Set&&,
              core::SeatMask audience = core::everyone) {
    step(Says::number, viewer_.sees(audience) ? value : 0);
  }
  template <class Set>
  void flag(std::string_view, bool value, Set&&, core::SeatMask audience = core::everyone) {
    step(Says::word, value && viewer_.sees(audience) ? 1 : 0);
  }
  template <class Set>
  void word(std::string_view, int value, std::span<const std::string_view> words, Set&&,
            core::SeatMask audience = core::everyone) {
    if (static_cast<std::size_t>(value) < words.size() && viewer_.sees(audience))
      put(static_cast<std::size_t>(value), 1);
    mean(Says::word, words.size());
    at_ += words.size();
  }
  template <class Set>
  void cards(std::string_view, const core::Cards& pile, Set&&) {
    begin_pile(pile.definition_count);
    for (const std::uint8_t card : pile.instances) count(pile.definitions[card], pile.known_by[card]);
    end_pile();
  }
  void begin_pile(int definitions) { pile_ = static_cast<std::size_t>(definitions); }
  void count(int definition, core::SeatMask known_by, int copies = 1) {
    if (!viewer_.sees(known_by)) return unknown(copies);
    put(static_cast<std::size_t>(definition), copies);
  }
  void unknown(int copies) { put(pile_, copies); }
  void end_pile() {
    mean(Says::cards, pile_ + 1);
    at_ += pile_ + 1;
  }
  void derived(std::string_view, std::int64_t value, std::int64_t = 1) { step(Says::derived, value); }
  bool sees(core::SeatMask audience) const { return viewer_.sees(audience); }
  // The places of what is not there are like those of what stands before it.
  void skip(std::size_t places) {
    for (std::size_t i = 0; kinds_ != nullptr && i < places; ++i) kinds_->push_back((*kinds_)[at_ - places + i]);
    at_ += places;
  }
  std::size_t written() const { return at_; }

 private:
  void step(Says says, std::int64_t value) {
    if (value != 0) put(0, value);
    mean(says, 1);
    at_ += 1;
  }
  void put(std::size_t place, std::int64_t value) {
    if (out_ == nullptr) return;
    if (at_ + place >= out_->values.size()) out_->values.resize(at_ + place + 1);
    std::int16_t& sum = out_->values[at_ + place];
    sum = static_cast<std::int16_t>(std::clamp<std::int64_t>(sum + value, -30'000, 30'000));
  }
  void mean(Says says, std::size_t places) {
    if (kinds_ != nullptr) kinds_->insert(kinds_->end(), places, {whose_, says});
  }

  core::Viewer viewer_;
  Standing* out_;
  std::vector<PlaceKind>* kinds_;
  std::size_t at_ = 0, pile_ = 0;
  int depth_ = 0, players_ = -1;
  Whose whose_ = Whose::common;
};

enum class Change : std::uint8_t { none, price, other };

// A price is paid out of what is one's own: figures fall, and cards leave the hand for where they are put away.
// The record of the turn may say so. Whether less is worse (damage is a figure too) is for the caller to find out.
Change change_between(const Standing& before, const Standing& after, const std::vector<PlaceKind>& kinds);

}  // namespace rw::players

template <>
inline constexpr bool rw::core::is_tensor<rw::players::StandingVisitor> = true;
