// Templates with operands: the texts of events and choices, and the notation of choices both ways.
//
//   {a:zone}        operand a (b, c, d), named by its kind
//   {actor}         the seat that acts
//   {a|robot|robots}  one or many, by operand a
//   {d? with the leader}  shown only if operand d is not 0; may hold placeholders
//   {b=0?closed}    shown only if operand b is that number; may hold placeholders
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace rw::core {

// Writes the name of operand `value` of `kind` ("zone", "card", "seat", "number", ...).
using Namer = std::function<std::string(std::string_view kind, int value)>;
// All values of `kind` that `text` may name (several for equal cards).
using Finder = std::function<std::vector<int>(std::string_view kind, std::string_view text)>;

std::string fill(std::string_view pattern, const std::int32_t operands[4], int actor, const Namer& namer);

// A text read back by its pattern: for each operand the values it may have.
struct Reading {
  std::vector<int> operands[4];
};
// Every way in which `text` fits `pattern`. Names may be quoted, and are then exactly what stands between the
// quotes; case and runs of spaces do not matter.
std::vector<Reading> read(std::string_view pattern, std::string_view text, const Finder& finder);

// Lower case, single spaces, no quotes: how names are compared.
std::string folded(std::string_view text);

}  // namespace rw::core
