// What a seat cannot know may lie anywhere: dealing it anew, and noticing what is learned.
#include "engine/games/transformers_tcg/knowledge.h"

#include <span>

#include "engine/games/transformers_tcg/rules.h"
#include "engine/games/transformers_tcg/turn.h"

namespace rw::transformers_tcg {

namespace {

// What is printed on these cards, in the order of the records: it depends on nothing that the viewer cannot see.
std::span<std::uint8_t> sorted_definitions(const State& s, const CardSet& cards, std::uint8_t (&out)[max_cards]) {
  std::uint8_t copies[256] = {};
  RecordSet there{};
  for (const Card card : cards) {
    ++copies[s.definition[card]];
    there.add(record_of(s, card));
  }
  std::size_t count = 0;
  for (int w = 0; w < 4; ++w)
    for (const int bit : core::bits(there.word[w])) {
      const std::uint8_t definition = from_1(core::make<CardRecord>(64 * w + bit));
      for (int k = 0; k < copies[definition]; ++k) out[count++] = definition;
    }
  return std::span(out).first(count);
}

}  // namespace

// The opponent's hand, the order of both decks and what lies face down under characters (TCG-HID-01, 02, 07).
CardSet hidden_cards(const State& s, Seat seat, Seat viewer) {
  return (((s.hand | s.under) & cards_of(seat)) | deck_set(s, seat)) - s.known[core::index(viewer)];
}

// The cards stay where they are; which card is which is dealt anew.
void redeal_hidden(const Content&, State& s, Seat viewer, core::Random& random) {
  for (int i = 0; i < player_count; ++i) {
    const Seat seat = core::seat(i);
    const CardSet hidden = hidden_cards(s, seat, viewer);
    std::uint8_t room[max_cards];
    const std::span<std::uint8_t> definitions = sorted_definitions(s, hidden, room);
    core::shuffle(random, nullptr, definitions);
    std::size_t next = 0;
    for (const Card card : hidden) s.definition[card] = definitions[next++];
  }
}

bool anybody_learned(const State& before, const State& after) {
  for (int viewer = 0; viewer < player_count; ++viewer)
    for (int w = 0; w < 3; ++w)
      if ((after.known[viewer].word[w] & ~before.known[viewer].word[w]) != 0) return true;
  return false;
}

}  // namespace rw::transformers_tcg
