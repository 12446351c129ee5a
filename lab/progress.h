// How far a long run has come: a bar on a terminal, silence in a pipe; and Ctrl-C as a polite wish.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <mutex>
#include <string>

namespace rw::lab {

class Progress {
 public:
  enum class End : std::uint8_t { known, open };  // open: it may stop long before `total`
  // Draws on standard error, and only if that is a terminal and `wanted`.
  Progress(std::string what, std::uint64_t total, bool wanted = true, End end = End::known);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  void advance(std::uint64_t steps = 1);  // from any thread
  void note(std::string text);  // how it stands; shown from now on
  // What is drawn, without the codes that move the cursor.
  std::string line(std::uint64_t done, double seconds) const;

 private:
  void draw(std::uint64_t done);
  std::string what_;
  std::uint64_t total_;
  bool drawn_on_;
  End end_;
  std::string note_;
  std::atomic<std::uint64_t> done_ = 0;
  std::atomic<std::int64_t> next_draw_ = 0;  // milliseconds since the start
  std::mutex drawing_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

// While one of these lives, the first Ctrl-C (or the end signal of a batch system) only raises a flag; a second
// one ends the program.
class Interruptible {
 public:
  Interruptible();
  ~Interruptible();
  Interruptible(const Interruptible&) = delete;
  Interruptible& operator=(const Interruptible&) = delete;

  static bool requested();
};

}  // namespace rw::lab
