// What answers about chance have in common (odds.h): reading a question's words, writing figures, and draws off a
// pile in which every order is equally likely.
#pragma once

#include <iterator>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/odds.h"

namespace rw::answering {

// A question that begins with `word`. A game states its own as a table, the first with an example.
template <class Content>
struct Topic {
  std::string_view word;
  Expected<OddsAnswer> (*answer)(const Content&, std::span<const std::string> words);
  std::string_view example = {};
};
Failure no_topic(std::span<const std::string> words, std::span<const std::string_view> topics,
                 std::string_view example);

template <class Content>
Expected<OddsAnswer> ask_topic(const Topic<Content>& topic, const void* content,
                               std::span<const std::string> words) {
  return topic.answer(*static_cast<const Content*>(content), words);
}

template <const auto& topics>
Expected<OddsAnswer> answer_by(const void* content, std::span<const std::string> words) {
  std::string_view known[std::size(topics)];
  for (std::size_t i = 0; i < std::size(topics); ++i) {
    if (!words.empty() && words[0] == topics[i].word) return ask_topic(topics[i], content, words);
    known[i] = topics[i].word;
  }
  return no_topic(words, known, topics[0].example);
}
inline bool nothing_to_tell(const void*, const void*, core::Choice, Promise&) { return false; }

// `kind` is what people call one of these records.
template <class Records>
auto find_by_id(const Records& records, std::string_view id, const std::string& kind)
    -> Expected<decltype(&*std::begin(records))> {
  std::string all;
  for (const auto& record : records) {
    if (record.id == id) return &record;
    all += " " + std::string(record.id);
  }
  return failed("there is no " + kind + " '" + std::string(id) + "'; the " + kind + "s are:" + all);
}

std::optional<int> read_number(std::string_view text, int low, int high);

std::string fixed(double value, int digits);
std::string percent(double chance);  // "37.1656 %"
std::string member(std::string_view name, const std::string& value);  // of a JSON object
std::string json_text(std::string_view text);

// The chance that of `wanted` cards of a pile 0, 1, 2 ... are among the first `drawn`.
std::vector<double> drawn(int size, int wanted, int drawn);

// Walks over what `drawn` cards of a pile may hold: how many of each kind, and how likely that is.
template <class Each>
void each_hand(std::span<const int> pile, int drawn, Each&& each) {
  std::vector<int> hand(pile.size());
  int size = 0;
  for (const int kind : pile) size += kind;
  const auto go = [&](auto&& self, std::size_t kind, int left_in_pile, int left_to_draw, double chance) -> void {
    if (kind == pile.size()) {
      if (left_to_draw == 0) each(std::span<const int>(hand), chance);
      return;
    }
    const std::vector<double> chances = answering::drawn(left_in_pile, pile[kind], left_to_draw);
    for (std::size_t n = 0; n < chances.size(); ++n) {
      hand[kind] = static_cast<int>(n);
      if (chances[n] > 0)
        self(self, kind + 1, left_in_pile - pile[kind], left_to_draw - hand[kind], chance * chances[n]);
    }
  };
  go(go, 0, size, drawn, 1.0);
}

// A row for each number, with its chance and that of so many or more; and the same as a JSON list, each number
// under `key`.
void list_counts(std::string_view column, std::string_view key, std::span<const double> chances,
                 OddsAnswer& answer, std::string& json);

// "draw": so many copies among so many cards of a deck; the words after the card's name were read.
void answer_draw(std::string_view deck, std::string_view card, int size, int copies, int cards,
                 OddsAnswer& answer);

}  // namespace rw::answering
