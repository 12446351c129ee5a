// Numbers that give nothing away: cards that a seat cannot know are numbered by where they lie.
#include <algorithm>
#include <span>
#include <tuple>

#include "engine/games/transformers_tcg/frames.h"
#include "engine/games/transformers_tcg/knowledge.h"
#include "engine/imagine.h"

namespace rw::transformers_tcg {
namespace {

template <class T>
using ByCard = core::Indexed<Card, T, card_count>;

// Calls fn(card), which gives its number from now on, for every card that something under way speaks of. What a
// program remembers was named or shown when it was chosen, so it is not hidden.
template <class Fn>
void each_spoken_of(State& s, Fn&& fn) {
  const auto item = [&](auto& i) {
    const auto before = static_cast<Item>(i);
    if (is_card(before)) i = static_cast<std::remove_cvref_t<decltype(i)>>(item_of(fn(card_of(before))));
  };
  const auto source = [&](auto& from) {
    const auto before = static_cast<Source>(from);
    if (!is_special(before) && card_of(before) != no_card)
      from = static_cast<std::remove_cvref_t<decltype(from)>>(source_of(fn(card_of(before)), bearer_of(before)));
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
        for (Wide<Card>& card : kept)
          if (card.id != no_card) card.id = fn(card.id);
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
void renumber(State& s, const ByCard<Card>& now) {
  for (CardSet* set : {&s.hand, &s.scrap, &s.played, &s.flipped, &s.attached, &s.under, &s.marked, &s.aside,
                       &s.used, &s.endangered, &s.known[0], &s.known[1]}) {
    CardSet moved{};
    for (const Card card : *set) moved.add(now[card]);
    *set = moved;
  }
  const auto definition = s.definition, where = s.where;
  for (const Card card : core::first<Card>(card_count)) {
    s.definition[now[card]] = definition[card];
    s.where[now[card]] = where[card];
  }
  for (int i = 0; i < player_count; ++i)
    for (Card& card : std::span(s.deck[i]).first(s.deck_size[i])) card = now[card];
  each_spoken_of(s, [&](Card card) { return now[card]; });
}

// Whoever knows a deck list knows which card each number is. So the hidden cards of a player take the numbers of
// all of them in the order in which they lie: decks from the bottom, then hand, then under characters; cards that
// nothing tells apart are alike.
void conceal_cards(void* state, Seat viewer) {
  State& s = *static_cast<State*>(state);
  ByCard<Card> now;
  ByCard<std::uint8_t> place{}, spoken{};
  for (const Card card : core::first<Card>(card_count)) now[card] = card;
  for (int i = 0; i < player_count; ++i)
    for (int k = 0; k < s.deck_size[i]; ++k) place[s.deck[i][k]] = static_cast<std::uint8_t>(k);
  int mentions = 0;
  each_spoken_of(s, [&](Card card) {
    if (spoken[card] == 0) spoken[card] = static_cast<std::uint8_t>(255 - mentions++);
    return card;
  });
  const auto order = [&](Card card) {
    const int zone = s.hand.has(card) ? 1 : s.under.has(card) ? 2 : 0;
    int marks = 0;
    for (const CardSet* set : {&s.flipped, &s.marked, &s.aside, &s.used, &s.known[0], &s.known[1]})
      marks = 2 * marks + (set->has(card) ? 1 : 0);
    return std::tuple(zone, place[card], s.where[card], marks, spoken[card], card);
  };
  for (int i = 0; i < player_count; ++i) {
    Card cards[max_cards];
    int count = 0;
    const CardSet hidden = hidden_cards(s, core::seat(i), viewer);
    for (const Card card : hidden) cards[count++] = card;
    std::sort(cards, cards + count, [&](Card a, Card b) { return order(a) < order(b); });
    int next = 0;
    for (const Card number : hidden) now[cards[next++]] = number;
  }
  renumber(s, now);
}

}  // namespace

extern const Conceal conceal;  // for the registry, which the build makes
const Conceal conceal = conceal_cards;

}  // namespace rw::transformers_tcg
