// What goes wrong leaves C++ as this and reaches Python as an exception of rulewright.errors.
#pragma once

#include <exception>
#include <string>

namespace rw::python {

struct Failure : std::exception {
  std::string kind;    // the name of the class in rulewright.errors
  std::string place;   // where: a seat and its decision, a line of a file, an option
  std::string reason;  // in words
  std::string clause;  // the rule behind it; empty if there is none

  Failure(std::string kind_, std::string place_, std::string reason_, std::string clause_ = {})
      : kind(std::move(kind_)), place(std::move(place_)), reason(std::move(reason_)), clause(std::move(clause_)) {}
  const char* what() const noexcept override { return reason.c_str(); }
};

}  // namespace rw::python
