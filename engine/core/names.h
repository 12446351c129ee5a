// Enumerations that know their own names, so that logs, views and files speak the players' words.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <string_view>

namespace rw::core {

constexpr std::size_t count_names(std::string_view list) {
  std::size_t n = 1;
  for (char c : list) n += c == ',';
  return n;
}

template <std::size_t N>
constexpr std::array<std::string_view, N> split_names(std::string_view list) {
  std::array<std::string_view, N> names{};
  std::size_t start = 0;
  for (std::size_t i = 0; i < N; ++i) {
    std::size_t stop = list.find(',', start);
    if (stop == std::string_view::npos) stop = list.size();
    std::string_view name = list.substr(start, stop - start);
    while (!name.empty() && name.front() == ' ') name.remove_prefix(1);
    while (!name.empty() && (name.back() == ' ' || name.back() == '_')) name.remove_suffix(1);
    names[i] = name;
    start = stop + 1;
  }
  return names;
}

// RW_NAMED_ENUM(Phase, std::uint8_t, place, transform, attack_): values count from 0; a trailing
// underscore keeps clear of C++ keywords and is not part of the name.
#define RW_NAMED_ENUM(Name, Type, ...)                                                                 \
  enum class Name : Type { __VA_ARGS__ };                                                              \
  [[maybe_unused]] inline constexpr auto Name##_names =                                                \
      ::rw::core::split_names<::rw::core::count_names(#__VA_ARGS__)>(#__VA_ARGS__);                    \
  [[maybe_unused]] inline constexpr int Name##_count = static_cast<int>(Name##_names.size());          \
  [[maybe_unused]] constexpr std::span<const std::string_view> names_of(Name) { return Name##_names; } \
  [[maybe_unused]] constexpr std::string_view name_of(Name value) {                                    \
    return Name##_names[static_cast<std::size_t>(value)];                                              \
  }

// The position of a name in a list of names, or -1.
constexpr int find_name(std::span<const std::string_view> names, std::string_view name) {
  for (std::size_t i = 0; i < names.size(); ++i)
    if (names[i] == name) return static_cast<int>(i);
  return -1;
}

}  // namespace rw::core
