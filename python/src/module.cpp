// The native half of the package: import rulewright, not this.
#include "python/src/module.h"

#include <nanobind/stl/string.h>

#include "python/src/failure.h"

namespace rw::python {

// Exceptions are classes of rulewright.errors, made there so that Python can read how they are made.
void raise(const std::exception_ptr& thrown, void*) {
  try {
    std::rethrow_exception(thrown);
  } catch (const Failure& failure) {
    const nb::object type = nb::module_::import_("rulewright.errors").attr(failure.kind.c_str());
    const nb::object error = type(failure.place, failure.reason, failure.clause);
    PyErr_SetObject(type.ptr(), error.ptr());
  }
}

}  // namespace rw::python

NB_MODULE(_engine, m) {
  m.doc() = "Rulewright's engine and players. The package rulewright is made of this.";
  nanobind::register_exception_translator(rw::python::raise);
  rw::python::bind_games(m);
  rw::python::bind_positions(m);
  rw::python::bind_records(m);
  rw::python::bind_vectors(m);
}
