// Turns what is thrown into a text. The module in the browser is built without exceptions: there a fault ends the
// module, and its host opens another one from what was written down.
#pragma once

#include <exception>
#include <string>

namespace rw::server {

// Runs `job`. False with a `fault` if it throws something.
template <class Job>
bool runs(Job&& job, std::string& fault) {
#if defined(__cpp_exceptions)
  try {
    job();
  } catch (const std::exception& thrown) {
    fault = thrown.what();
    return false;
  } catch (...) {
    fault = "something that is no exception";
    return false;
  }
#else
  static_cast<void>(fault);
  job();
#endif
  return true;
}

}  // namespace rw::server
