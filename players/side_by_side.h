// Work shared out among threads: one job for each, the first of them here. Where a program has no threads (the
// module in the browser) the jobs are done one after the other, with the same result.
#pragma once

#include <cstddef>
#include <vector>

#if !defined(__wasm__)
#include <exception>
#include <thread>
#endif

namespace rw::players {

// Calls `job(0)` to `job(count - 1)` and waits for all of them. What a job throws is thrown here once all are
// done: thrown out of a thread it would end the process.
template <class Job>
void side_by_side(std::size_t count, Job&& job) {
#if defined(__wasm__)
  for (std::size_t i = 0; i < count; ++i) job(i);
#else
  if (count == 0) return;
  std::vector<std::exception_ptr> thrown(count);
  const auto one = [&](std::size_t i) {
    try {
      job(i);
    } catch (...) {
      thrown[i] = std::current_exception();
    }
  };
  {
    std::vector<std::jthread> others;
    for (std::size_t i = 1; i < count; ++i) others.emplace_back([&one, i] { one(i); });
    one(0);
  }
  for (const std::exception_ptr& fault : thrown)
    if (fault) std::rethrow_exception(fault);
#endif
}

}  // namespace rw::players
