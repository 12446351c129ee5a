# Writes the clause numbers of one game: an enumeration and the names, in the order of rules.md.
file(STRINGS ${RULES} lines REGEX "^- \\*\\*[A-Z]+-[A-Z0-9]+-[0-9]+\\*\\*")
set(values "")
set(names "")
set(count 1)
foreach(line ${lines})
  string(REGEX REPLACE "^- \\*\\*([A-Z0-9-]+)\\*\\*.*" "\\1" id "${line}")
  string(REPLACE "-" "_" value ${id})
  string(APPEND values "  ${value},\n")
  string(APPEND names "    \"${id}\",\n")
  math(EXPR count "${count} + 1")
endforeach()
set(text "// Made from content/${GAME}/rules.md: the rules by name.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

namespace rw::${GAME} {

enum class Clause : std::uint16_t {
  none,
${values}};

inline constexpr std::array<std::string_view, ${count}> clause_names = {
    \"\",
${names}};
constexpr std::span<const std::string_view> names_of(Clause) { return clause_names; }

}  // namespace rw::${GAME}
")
file(CONFIGURE OUTPUT ${HEADER} CONTENT "${text}" @ONLY)
