// What a seat sees, as the places of its observation tensor that are not zero: all that a net looks at.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <string_view>

#include "engine/core/describe.h"

namespace rw::players {

// A place may come several times; its values are added.
struct Sparse {
  static constexpr int capacity = 4096;
  std::uint16_t places[capacity];
  std::int16_t values[capacity];
  int count = 0;

  void add(std::uint16_t place, std::int64_t value) {
    if (count == capacity) [[unlikely]]
      return;
    places[count] = place;
    values[count++] = static_cast<std::int16_t>(std::clamp<std::int64_t>(value, -1000, 1000));
  }
};

// Walks over a description just as core::TensorVisitor does, and writes whole numbers. `rotated` says for each
// place of the tensor where it goes.
class SparseVisitor {
 public:
  SparseVisitor(core::Viewer viewer, std::span<const std::uint16_t> rotated, Sparse& out)
      : viewer_(viewer), rotated_(rotated), out_(out) {
    out.count = 0;
  }

  void begin(std::string_view) {}
  void end() {}
  template <class Set>
  void number(std::string_view, std::int64_t value, std::int64_t, Set&&,
              core::SeatMask audience = core::everyone) {
    if (value != 0 && viewer_.sees(audience)) put(0, value);
    at_ += 1;
  }
  template <class Set>
  void flag(std::string_view, bool value, Set&&, core::SeatMask audience = core::everyone) {
    if (value && viewer_.sees(audience)) put(0, 1);
    at_ += 1;
  }
  template <class Set>
  void word(std::string_view, int value, std::span<const std::string_view> words, Set&&,
            core::SeatMask audience = core::everyone) {
    if (static_cast<std::size_t>(value) < words.size() && viewer_.sees(audience))
      put(static_cast<std::size_t>(value), 1);
    at_ += words.size();
  }
  template <class Set>
  void cards(std::string_view, const core::Cards& pile, Set&&) {
    begin_pile(pile.definition_count);
    for (const std::uint8_t card : pile.instances) count(pile.definitions[card], pile.known_by[card]);
    end_pile();
  }
  void begin_pile(int definitions) {
    pile_ = static_cast<std::size_t>(definitions);
    unknown_ = 0;
  }
  void count(int definition, core::SeatMask known_by, int copies = 1) {
    if (!viewer_.sees(known_by)) return unknown(copies);
    if (copies != 0) put(static_cast<std::size_t>(definition), copies);
  }
  void unknown(int copies) { unknown_ += copies; }
  void end_pile() {
    if (unknown_ != 0) put(pile_, unknown_);
    at_ += pile_ + 1;
  }
  void derived(std::string_view, std::int64_t value, std::int64_t = 1) {
    if (value != 0) put(0, value);
    at_ += 1;
  }
  bool sees(core::SeatMask audience) const { return viewer_.sees(audience); }
  void skip(std::size_t places) { at_ += places; }
  std::size_t written() const { return at_; }

 private:
  void put(std::size_t place, std::int64_t value) {
    if (at_ + place < rotated_.size()) [[likely]]
      out_.add(rotated_[at_ + place], value);
  }
  core::Viewer viewer_;
  std::span<const std::uint16_t> rotated_;
  Sparse& out_;
  std::size_t at_ = 0, pile_ = 0;
  int unknown_ = 0;
};

}  // namespace rw::players

template <>
inline constexpr bool rw::core::is_tensor<rw::players::SparseVisitor> = true;
