// Questions about chance in Dino Battles: whether an attack gets past the face-down cards of its target, and
// whether a hand can pay a price. Every order of a deck is equally likely, and so is every card that may lie face
// down; counted, not played.
#include <algorithm>

#include "engine/answering.h"
#include "engine/games/dino_battles/content.h"

namespace rw::dino_battles {
namespace {

using namespace answering;

constexpr int most_of_a_kind = 99;

// A deck as prices and answers see it: Attack, Evade, Defend, and everything else.
struct DeckCards {
  int of[combat_kinds + 1] = {};
  int size() const { return of[0] + of[1] + of[2] + of[3]; }
};

// "3,3,3,3", or the deck that everybody begins with (DNB-SET-01).
Expected<> read_deck(const Content& c, std::span<const std::string> words, DeckCards& deck) {
  if (words.empty()) {
    std::copy(c.starting.begin(), c.starting.end(), deck.of);
    return {};
  }
  std::string_view text = words[0];
  bool good = words.size() == 1;
  for (int& count : deck.of) {
    const std::string_view part = text.substr(0, text.find(','));
    const auto number = read_number(part, 0, most_of_a_kind);
    good = good && number;
    count = number.value_or(0);
    text.remove_prefix(std::min(text.size(), part.size() + 1));
  }
  if (!good || !text.empty() || deck.size() == 0)
    return failed("a deck is given as its Attacks, Evades, Defends and other cards, as in: 3,3,3,3");
  return {};
}

// "attack DINOSAUR WHICH TARGET N [DECK]"
Expected<OddsAnswer> answer_attack(const Content& c, std::span<const std::string> words) {
  if (words.size() < 5 || words.size() > 6) {
    return failed(
        "attack takes a Dinosaur, which of its attacks, a target and how many cards lie under it, as in: "
        "attack velociraptor 1 gallimimus 2");
  }
  const auto found = find_by_id(c.dinosaurs, words[1], "Dinosaur"),
             aimed_at = find_by_id(c.dinosaurs, words[3], "Dinosaur");
  if (!found) return found.failure();
  if (!aimed_at) return aimed_at.failure();
  const DinosaurCard *attacker = *found, *target = *aimed_at;
  DeckCards deck;
  if (auto done = read_deck(c, words.subspan(5), deck); !done) return done.failure();
  const auto which = read_number(words[2], 1, attacker->attack_count);
  if (!which) {
    return failed("'" + words[1] + "' has attacks 1 to " + std::to_string(attacker->attack_count));
  }
  if (words.size() == 5) deck.of[combat_kinds] = 0;  // Wounds cannot be attached (DNB-ATT-02)
  const auto under = read_number(words[4], 0, deck.size());
  if (!under) {
    return failed("of that deck 0 to " + std::to_string(deck.size()) + " cards can lie under the target");
  }
  const AttackCard& attack = attacker->attacks[*which - 1];
  const int atk = std::max(0, attacker->atk + attack.atk_bonus);  // DNB-ATK-09
  const bool evades = target->eva >= atk && (attack.flags & static_cast<int>(ItemFlag::no_evade)) == 0;
  const bool defends = target->def >= atk && (attack.flags & static_cast<int>(ItemFlag::no_defend)) == 0;
  double stopped = 0;
  each_hand(deck.of, *under, [&](std::span<const int> hand, double chance) {
    if ((evades && hand[static_cast<std::size_t>(Kind::evade)] > 0) ||
        (defends && hand[static_cast<std::size_t>(Kind::defend)] > 0))
      stopped += chance;
  });
  OddsAnswer answer;
  answer.before = "ATK " + std::to_string(atk) + " against EVA " + std::to_string(target->eva) + " and DEF " +
                  std::to_string(target->def) + ", any " + std::to_string(*under) + " of " +
                  std::to_string(deck.size()) + " cards under the target (DNB-DEF-02, DNB-DEF-03)";
  answer.columns = {"", "chance", "damage"};
  answer.rows = {{"it hits", percent(1 - stopped), std::to_string(attack.damage)},
                 {"it is evaded or defended", percent(stopped), "0"}};
  answer.after = fixed((1 - stopped) * attack.damage, 4) + " damage on average";
  answer.json = "{\n  " + member("atk", std::to_string(atk)) + ",\n  " +
                member("evade_helps", evades ? "true" : "false") + ",\n  " +
                member("defend_helps", defends ? "true" : "false") + ",\n  " +
                member("hits", fixed(1 - stopped, 12)) + ",\n  " + member("stopped", fixed(stopped, 12)) +
                ",\n  " + member("damage", std::to_string(attack.damage)) + "\n}";
  return answer;
}

// The price of a Dinosaur, a Strategy or a Tech.
const Cost* find_price(const Content& c, std::string_view id) {
  for (const DinosaurCard& dinosaur : c.dinosaurs)
    if (dinosaur.id == id) return &dinosaur.cost;
  for (const StackCard& card : c.cards)
    if (card.id == id) return &card.cost;
  return nullptr;
}

// DNB-GEN-07: each symbol by a card of its own, any by whatever Combat Card is left.
bool pays(const Cost& cost, std::span<const int> hand) {
  int left = 0;
  for (const Kind kind : combat_cards) {
    const int held = hand[static_cast<std::size_t>(kind)];
    if (held < cost.of[kind]) return false;
    left += held - cost.of[kind];
  }
  return left >= cost.any;
}

// "buy CARD N [DECK]": the chance that N cards pay its price.
Expected<OddsAnswer> answer_buy(const Content& c, std::span<const std::string> words) {
  if (words.size() < 3 || words.size() > 4) {
    return failed("buy takes a card or Dinosaur and a number of cards in hand, as in: buy velociraptor 6");
  }
  DeckCards deck;
  if (auto done = read_deck(c, words.subspan(3), deck); !done) return done.failure();
  const Cost* price = find_price(c, words[1]);
  const auto hand = read_number(words[2], 1, deck.size());
  if (price == nullptr) return failed("'" + words[1] + "' is for sale at no price");
  if (!hand) return failed("of that deck 1 to " + std::to_string(deck.size()) + " cards can be held");
  double paid = 0;
  each_hand(deck.of, *hand, [&](std::span<const int> held, double chance) {
    if (pays(*price, held)) paid += chance;
  });
  OddsAnswer answer;
  answer.before = std::to_string(*hand) + " of " + std::to_string(deck.size()) + " cards, for a price of " +
                  std::to_string(price->size()) + " Combat Cards (DNB-BUY-03)";
  answer.columns = {"", "chance"};
  answer.rows = {{"the hand pays it", percent(paid)}, {"it does not", percent(1 - paid)}};
  answer.json = "{\n  " + member("card", json_text(words[1])) + ",\n  " + member("hand", std::to_string(*hand)) +
                ",\n  " + member("paid", fixed(paid, 12)) + "\n}";
  return answer;
}

constexpr Topic<Content> topics[] = {{"attack", answer_attack, "attack velociraptor 1 gallimimus 2"},
                                     {"buy", answer_buy}};

}  // namespace

extern const OddsTable odds_table;  // for the registry, which the build makes
const OddsTable odds_table{
    nothing_to_tell, answer_by<topics>,
    R"(an attack against the face-down cards of its target, any of the deck's being as likely as any other:
  attack DINOSAUR WHICH TARGET N DECK
                          attack WHICH (1 or 2) of DINOSAUR on TARGET with N cards under it
what a hand can pay:
  buy CARD N DECK         the price of a Dinosaur, Strategy or Tech, with N cards in hand
DECK may be left out: its Attacks, Evades, Defends and other cards, as in 3,3,3,3
for example:
  attack velociraptor 1 gallimimus 2
  buy velociraptor 6
)"};

}  // namespace rw::dino_battles
