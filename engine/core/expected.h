// What was asked for, or why it did not come. Whatever can go wrong without a mistake in the program (a damaged
// file, an unknown name, a set-up that cannot be) is returned in this form; nothing is thrown.
#pragma once

#include <cassert>
#include <concepts>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>

namespace rw {

struct Failure {
  std::string reason;          // for people: one sentence without its full stop
  std::string place = {};      // where: a line, a field, an option; empty if the reason says it
  std::string_view clause = {};  // id of the rule behind it, if there is one

  // "line 3: a choice must stand here (RSK-ATK-05)"
  std::string text() const {
    std::string out = place.empty() ? reason : place + ": " + reason;
    if (!clause.empty()) out += " (" + std::string(clause) + ")";
    return out;
  }
  // The same failure, seen from further out: "option decks: line 3: …".
  Failure at(std::string_view outer) && {
    place = place.empty() ? std::string(outer) : std::string(outer) + ": " + place;
    return std::move(*this);
  }
};

// `Expected<>` has no value: something was done, or it was not.
//
//   const Expected<Position> position = edition.begin(setup, seed);
//   if (!position) return position.failure();
//   use(*position);
template <class T = void>
class [[nodiscard]] Expected {
 public:
  Expected(T value) : held_(std::in_place_index<0>, std::move(value)) {}
  Expected(Failure failure) : held_(std::in_place_index<1>, std::move(failure)) {}
  template <class U>
    requires std::convertible_to<U&&, T> && (!std::same_as<std::remove_cvref_t<U>, Failure>) &&
             (!std::same_as<std::remove_cvref_t<U>, Expected>)
  Expected(U&& value) : held_(std::in_place_index<0>, std::forward<U>(value)) {}

  explicit operator bool() const { return held_.index() == 0; }
  T& operator*() & { return *value(held_); }
  const T& operator*() const& { return *value(held_); }
  T&& operator*() && { return std::move(*value(held_)); }
  T* operator->() { return value(held_); }
  const T* operator->() const { return value(held_); }
  // Moves the value to where it belongs; what failed is passed on.
  Expected<void> into(auto& target) &&;

  const Failure& failure() const& {
    assert(!*this);
    return *std::get_if<1>(&held_);
  }
  Failure&& failure() && {
    assert(!*this);
    return std::move(*std::get_if<1>(&held_));
  }
  // Empty if nothing failed.
  std::string error() const { return *this ? std::string() : failure().text(); }

 private:
  template <class Held>
  static auto* value(Held& held) {
    assert(held.index() == 0);
    return std::get_if<0>(&held);
  }
  std::variant<T, Failure> held_;
};

template <>
class [[nodiscard]] Expected<void> {
 public:
  Expected() = default;
  Expected(Failure failure) : failure_(std::move(failure)), failed_(true) {}

  explicit operator bool() const { return !failed_; }
  const Failure& failure() const& { return failure_; }
  Failure&& failure() && { return std::move(failure_); }
  std::string error() const { return failed_ ? failure_.text() : std::string(); }

 private:
  Failure failure_;
  bool failed_ = false;
};

template <class T>
Expected<void> Expected<T>::into(auto& target) && {
  if (!*this) return std::move(*this).failure();
  target = std::move(**this);
  return {};
}

// `return failed("there is no seat 7");`
inline Failure failed(std::string reason, std::string_view clause = {}) { return {std::move(reason), {}, clause}; }
// `return failed("somebody holds a closed factory", Clause::RSK_MAP_06);`
template <class Clause>
  requires std::is_enum_v<Clause>
Failure failed(std::string reason, Clause clause) {
  return {std::move(reason), {}, names_of(clause)[static_cast<std::size_t>(clause)]};
}

}  // namespace rw
