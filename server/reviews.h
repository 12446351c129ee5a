// Reviews of finished games, made one at a time in a thread of their own. The latest are kept.
#pragma once

#include <atomic>
#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

#include "engine/replay.h"

namespace rw::server {

class Reviews {
 public:
  // The queue holds at most so many.
  static constexpr std::size_t most_waiting = 8, most_kept = 32;

  Reviews();
  ~Reviews();  // stops the one under way
  Reviews(const Reviews&) = delete;
  Reviews& operator=(const Reviews&) = delete;

  struct Order {
    std::string key;  // of the game and the language
    std::shared_ptr<const Edition> edition;
    Replay replay;
    std::string language;
  };
  // False if too many wait. A review that exists or is under way is not made again.
  bool start(Order);

  // {"status":"waiting","ahead":2}, {"status":"working","done":10,"of":300}, {"status":"failed","text":…} or
  // {"status":"done","review":{…}}. Empty: nobody has asked for it of late.
  std::string state(std::string_view key) const;

 private:
  struct Work {
    Order order;
    std::atomic<std::size_t> done = 0, of = 0;
    std::string result;  // the answer, once there is one
  };
  std::shared_ptr<Work> find(std::string_view key) const;
  void run();
  std::string made(Work&);

  mutable std::mutex mutex_;
  std::condition_variable wake_;
  std::deque<std::shared_ptr<Work>> waiting_, kept_;  // kept: the latest last
  std::shared_ptr<Work> now_;
  std::atomic<bool> stop_ = false;
  std::thread thread_;
};

}  // namespace rw::server
