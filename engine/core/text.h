// Templates with operands: the texts of events and choices, and the notation of choices both ways.
//
//   {a:zone}        operand a (b, c, d), named by its kind
//   {actor}         the seat that acts
//   {a:zone:de}     a form of that name, {actor:de} too (core/noun.h)
//   {a:zone|fermé|fermée}  what agrees with that name: masculine or feminine, or both again for several
//   {a|robot|robots}  one or many, by operand a
//   {d? with the leader}  shown only if operand d is not 0; may hold placeholders
//   {b=0?closed}    shown only if operand b is that number; may hold placeholders
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/noun.h"

namespace rw::core {

// Names operand `value` of `kind` ("zone", "card", "seat", "number", ...).
using Namer = std::function<Noun(std::string_view kind, int value)>;
// All values of `kind` that `text` may name (several for equal cards).
using Finder = std::function<std::vector<int>(std::string_view kind, std::string_view text)>;

std::string fill(std::string_view pattern, const std::int32_t operands[4], int actor, const Namer& namer,
                 std::string_view language = "en");

// What stands behind "a:" or "actor" in a placeholder: the kind, and the form or the texts that are asked for.
struct Asked {
  std::string_view kind;
  char sign = 0;  // ':' before a form, '|' before texts that agree; 0: the plain name
  std::string_view rest = {};
};
Asked asked_for(std::string_view named);

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
