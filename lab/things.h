// What the content of a game names: cards, leaders, zones, decks. The laboratory learns from the content and from
// the texts of events which events concern which things, so it needs to know no game.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "engine/game.h"

namespace rw::lab {

struct Thing {
  std::string list;  // the list of the content it stands in: "cards", "zones", "leaders"
  std::string id, name, faction;  // the name in English
  std::string shown;               // and as the reader calls it
};

// An operand of an event that may name a thing: "{actor} plays {a:upgrade}".
struct Mention {
  int operand = 0;
  std::string kind;     // of the game's lexicon
  bool optional = false;  // "{b? at {b:target}}": 0 means that there is none
};

class Things {
 public:
  explicit Things(const Edition& edition);
  int size() const { return static_cast<int>(things_.size()); }
  const Thing& operator[](int i) const { return things_[static_cast<std::size_t>(i)]; }
  int with_id(std::string_view id) const { return place(by_id_, id); }  // -1: nothing has it
  int with_id(std::string_view list, std::string_view id) const { return place(by_record_, record(list, id)); }
  // Of an event that somebody does; empty for the others.
  std::span<const Mention> mentions(int event) const { return mentions_[static_cast<std::size_t>(event)]; }
  int events() const { return static_cast<int>(mentions_.size()); }

 private:
  using Places = std::unordered_map<std::string, int>;
  static int place(const Places& places, std::string_view key);
  void add_records(std::string_view list, core::Node records);
  std::vector<Thing> things_;
  static std::string record(std::string_view list, std::string_view id) {
    return std::string(list) + '.' + std::string(id);
  }
  Places by_id_, by_record_;
  std::vector<std::vector<Mention>> mentions_;
};

// A thing under an event as one number, and back.
inline std::uint32_t key_of(const Things& things, int event, int thing) {
  return static_cast<std::uint32_t>(event * things.size() + thing);
}

// An event without who and what, for readers: "… plays …". Where a game has the same words for two events, the
// event's own name stands behind them.
std::string event_words(const Edition& edition, std::string_view event, std::string_view language);

}  // namespace rw::lab
