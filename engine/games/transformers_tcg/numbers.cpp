// Numbers of cards that tell nothing: what a seat cannot know is numbered by where it lies.
#include <algorithm>
#include <span>
#include <tuple>

#include "engine/games/transformers_tcg/frames.h"
#include "engine/games/transformers_tcg/knowledge.h"
#include "engine/imagine.h"

namespace rw::transformers_tcg {
namespace {

// Calls fn(card), which gives its number from now on, for every card that something under way speaks of. What a
// program remembers in its registers was named or shown when it was chosen, so it is not hidden.
template <class Fn>
void each_spoken_of(State& s, Fn&& fn) {
  const auto item = [&](std::int16_t& i) {
    if (is_card(i)) i = static_cast<std::int16_t>(card_item + fn(i - card_item));
  };
  const auto source = [&](std::uint16_t& from) {
    if (from < special_source(0) && card_of(from) >= 0) from = source_of(fn(card_of(from)), bearer_of(from));
  };
  for (core::Frame& f : s.agenda) {
    const auto step = static_cast<Step>(f.step);
    if (step == Step::program || step == Step::ordered_attack) {
      source(f.source);
      item(f.subject);
      item(f.object);
    } else if (step == Step::keep) {
      auto keep = f.as<KeepFrame>();
      for (auto& kept : keep.kept)
        for (std::int16_t& card : kept)
          if (card != 0) card = static_cast<std::int16_t>(fn(card - 1) + 1);
      f.put(keep);
    }
  }
  for (Trigger& trigger : s.pending) {
    source(trigger.source);
    item(trigger.subject);
    item(trigger.object);
  }
}

// Gives every card another number. What lasts keeps the numbers it has: they remember a card that may have gone
// back into a deck, and must not tell where in the deck it is.
void renumber(State& s, const std::uint8_t (&now)[card_count]) {
  for (CardSet* set : {&s.hand, &s.scrap, &s.played, &s.flipped, &s.attached, &s.under, &s.marked, &s.aside,
                       &s.used, &s.endangered, &s.known[0], &s.known[1]}) {
    CardSet moved{};
    for (const int card : *set) moved.add(now[card]);
    *set = moved;
  }
  std::uint8_t definition[card_count], where[card_count];
  for (int card = 0; card < card_count; ++card) {
    definition[now[card]] = s.definition[card];
    where[now[card]] = s.where[card];
  }
  std::ranges::copy(definition, s.definition);
  std::ranges::copy(where, s.where);
  for (int i = 0; i < player_count; ++i)
    for (std::uint8_t& card : std::span(s.deck[i]).first(s.deck_size[i])) card = now[card];
  each_spoken_of(s, [&](int card) { return now[card]; });
}

// Whoever knows a deck list knows which card each number is. So the hidden cards of a player take the numbers of
// all of them in the order in which they lie: decks from the bottom, then hand, then under characters; cards that
// nothing tells apart are alike.
void conceal_cards(void* state, Seat viewer) {
  State& s = *static_cast<State*>(state);
  std::uint8_t now[card_count], place[card_count] = {}, spoken[card_count] = {};
  for (int card = 0; card < card_count; ++card) now[card] = static_cast<std::uint8_t>(card);
  for (int i = 0; i < player_count; ++i)
    for (int k = 0; k < s.deck_size[i]; ++k) place[s.deck[i][k]] = static_cast<std::uint8_t>(k);
  int mentions = 0;
  each_spoken_of(s, [&](int card) {
    if (spoken[card] == 0) spoken[card] = static_cast<std::uint8_t>(255 - mentions++);
    return card;
  });
  const auto order = [&](int card) {
    const int zone = s.hand.has(card) ? 1 : s.under.has(card) ? 2 : 0;
    int marks = 0;
    for (const CardSet* set : {&s.flipped, &s.marked, &s.aside, &s.used, &s.known[0], &s.known[1]})
      marks = 2 * marks + (set->has(card) ? 1 : 0);
    return std::tuple(zone, place[card], s.where[card], marks, spoken[card], card);
  };
  for (int i = 0; i < player_count; ++i) {
    std::uint8_t cards[max_cards];
    int count = 0;
    const CardSet hidden = hidden_cards(s, core::seat(i), viewer);
    for (const int card : hidden) cards[count++] = static_cast<std::uint8_t>(card);
    std::sort(cards, cards + count, [&](int a, int b) { return order(a) < order(b); });
    int next = 0;
    for (const int number : hidden) now[cards[next++]] = static_cast<std::uint8_t>(number);
  }
  renumber(s, now);
}

}  // namespace

extern const Conceal conceal;  // for the registry, which the build makes
const Conceal conceal = conceal_cards;

}  // namespace rw::transformers_tcg
