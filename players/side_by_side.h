// Work shared out among threads: one job for each, the first of them here. Where a program has no threads (the
// module in the browser) the jobs are done one after the other, with the same result.
#pragma once

#include <cstddef>
#include <vector>

#if !defined(__wasm__)
#include <thread>
#endif

namespace rw::players {

// Calls `job(0)` to `job(count - 1)` and waits for all of them.
template <class Job>
void side_by_side(std::size_t count, Job&& job) {
#if defined(__wasm__)
  for (std::size_t i = 0; i < count; ++i) job(i);
#else
  std::vector<std::jthread> others;
  for (std::size_t i = 1; i < count; ++i) others.emplace_back([&job, i] { job(i); });
  job(0);
#endif
}

}  // namespace rw::players
