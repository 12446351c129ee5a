// Things and paths that a channel (all sockets with the same eyes) has been told, and the numbers they are named
// by from then on. Only what they were known by is kept; what they are is written when it is new.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace rw::server {

constexpr std::uint64_t mixed(std::uint64_t x) {
  x = (x ^ (x >> 30U)) * 0xBF58476D1CE4E5B9U;
  x = (x ^ (x >> 27U)) * 0x94D049BB133111EBU;
  return x ^ (x >> 31U);
}
constexpr std::uint64_t mixed(std::uint64_t x, std::uint64_t y) {
  return mixed(mixed(x) + y + 0x9E3779B97F4A7C15U);
}

class Numbers {
 public:
  static constexpr std::size_t most = 4000;
  std::size_t size() const { return count_; }
  void clear();
  // The number of this key; `fresh` tells whether it is new.
  int find(std::uint64_t key, bool& fresh);

 private:
  struct Slot {
    std::uint64_t key = 0;  // 0: free
    std::int32_t number = 0;
  };
  void grow();
  std::vector<Slot> slots_;
  std::size_t count_ = 0;
};

class Dictionary {
 public:
  // A message begins. What was said is forgotten if it has become too much; numbers then get another meaning.
  void begin();
  void clear();
  // `write(out)` writes the JSON of what is new.
  template <class Write>
  int thing(std::uint64_t key, Write&& write) {
    return number(things_, said_things_, key, write);
  }
  template <class Write>
  int path(std::uint64_t key, Write&& write) {
    return number(paths_, said_paths_, key, write);
  }
  // ,"things":{…},"paths":{…} of this message.
  void append_fresh(std::string& out) const;

 private:
  template <class Write>
  static int number(Numbers& numbers, std::string& said, std::uint64_t key, Write& write) {
    bool fresh = false;
    const int number = numbers.find(key, fresh);
    if (!fresh) return number;
    said += said.empty() ? "\"" : ",\"";
    said += std::to_string(number);
    said += "\":";
    write(said);
    return number;
  }
  Numbers things_, paths_;
  std::string said_things_, said_paths_;
};

}  // namespace rw::server
