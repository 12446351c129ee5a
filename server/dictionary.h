// What a channel (all sockets that see the same) has been told: things, places in the view, words, and lines (a
// kind of event with the clauses behind it). Each has a number from then on. Only the keys are kept; what a key
// stands for is written when it is new.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
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

// Numbers of keys, from 1 in the order in which they came.
class Numbers {
 public:
  static constexpr std::size_t most = 4000;
  std::size_t size() const { return count_; }
  void clear();
  int find(std::uint64_t key) const;  // 0: it has none
  int add(std::uint64_t key);

 private:
  struct Slot {
    std::uint64_t key = 0;  // 0: free
    std::int32_t number = 0;
  };
  static std::uint64_t used(std::uint64_t key) { return key == 0 ? 1 : key; }
  std::size_t place(std::uint64_t key) const;
  void grow();
  std::vector<Slot> slots_;
  std::size_t count_ = 0;
};

class Dictionary {
 public:
  // A message begins. If too much has been said, everything is forgotten and the numbers get new meanings.
  void begin();
  void clear();
  // `write(out)` writes the JSON of what is new; it may ask for the numbers of other things.
  template <class Write>
  int thing(std::uint64_t key, Write&& write) {
    return things_.number(key, write);
  }
  template <class Write>
  int path(std::uint64_t key, Write&& write) {
    return paths_.number(key, write);
  }
  template <class Write>
  int word(std::uint64_t key, Write&& write) {
    return words_.number(key, write);
  }
  // What sentences have to know of a word that is new.
  void grammar(int word, std::string_view grammar);
  template <class Write>
  int line(std::uint64_t key, Write&& write) {
    return lines_.number(key, write);
  }
  // ,"words":[first,…],"nouns":[word,grammar,…],"paths":[first,…],"lines":[first,…],"things":[first,…] of this
  // message.
  void append_fresh(std::string& out) const;

 private:
  struct Part {
    Numbers numbers;
    std::string said;  // in this message
    std::size_t before = 0;  // numbers that there were when it began

    void begin();
    void append_fresh(std::string& out, std::string_view name) const;
    template <class Write>
    int number(std::uint64_t key, Write& write) {
      if (const int known = numbers.find(key); known != 0) return known;
      std::string text;
      write(text);
      said += ',';
      said += text;
      return numbers.add(key);
    }
  };
  Part words_, paths_, lines_, things_;
  std::string nouns_;  // in this message
};

}  // namespace rw::server
