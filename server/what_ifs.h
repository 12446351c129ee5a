// What-if runs: pairs of games, one with the content as it is and one with somebody's own, played in a background
// thread. The results can be watched as they grow.
#pragma once

#include <atomic>
#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "engine/game.h"

namespace rw::server {

class WhatIfs {
 public:
  // Each person has one run at a time, of limited length, and the queue is limited.
  static constexpr std::size_t most_waiting = 8, most_kept = 32;
  static constexpr int most_seconds = 20;
  static constexpr std::uint64_t most_pairs = 20'000;

  explicit WhatIfs(int threads);
  ~WhatIfs();  // stops the one under way
  WhatIfs(const WhatIfs&) = delete;
  WhatIfs& operator=(const WhatIfs&) = delete;

  struct Order {
    std::string id, whose;
    std::shared_ptr<const Edition> a, b;
    std::vector<std::string> changes;  // "battle_cards.zap": their bars come first
    std::uint64_t pairs = most_pairs;
  };
  // False if too many wait. An earlier run of the same person ends.
  bool start(Order);
  // False: there is no such run of this person.
  bool stop(std::string_view id, std::string_view whose);

  // {"status":"waiting","ahead":2}, {"status":"working", …}, {"status":"done", …} or {"status":"failed","text":…};
  // as soon as there are figures with "report". Empty: this person has no such run.
  std::string state(std::string_view id, std::string_view whose) const;

 private:
  struct Work {
    Order order;
    std::atomic<bool> stopped = false;
    std::atomic<std::int64_t> begun = 0;  // of the steady clock, in milliseconds
    std::string report;  // as JSON, once there is one
    std::string result;  // the last answer
  };
  std::shared_ptr<Work> find(std::string_view id, std::string_view whose) const;
  void run();
  std::string played(Work&);

  const int threads_;
  mutable std::mutex mutex_;
  std::condition_variable wake_;
  std::deque<std::shared_ptr<Work>> waiting_, kept_;  // kept: the latest last
  std::shared_ptr<Work> now_;
  std::atomic<bool> stop_ = false;
  std::thread thread_;
};

}  // namespace rw::server
