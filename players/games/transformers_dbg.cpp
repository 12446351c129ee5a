// What computer players of the Transformers Deck-Building Game know beyond its rules.
#include <algorithm>
#include <cmath>

#include "engine/games/transformers_dbg/rules.h"
#include "engine/games/transformers_dbg/turn.h"
#include "players/make_players.h"

namespace rw::players {
namespace dbg {

using namespace rw::transformers_dbg;

struct Sense {
  using Rules = transformers_dbg::Rules;

  static void evaluate(const Content& c, const State& s, float out[core::max_seats]);
  static void promise(const Content& c, const State& s, const ChoiceList& list, float* out);
  static bool quiet(const Content& c, const State& s);
  static std::uint32_t aspect(const State& s);
};

namespace {

// What a card in the deck is worth, in VP it may bring: its figures, and a little for its text. A card with 1
// Power is in the way of better ones.
float card_worth(const CardDef& card) {
  if (card.kind == CardKind::damage) return -0.9F;
  return 0.42F * static_cast<float>(card.power) + 0.06F * static_cast<float>(card.move) +
         0.05F * static_cast<float>(card.range) + (card.texts > 0 ? 0.08F : 0.0F) - 0.55F;
}

float deck_worth(const Content& c, const State& s, int seat) {
  const Player& p = s.players[seat];
  float sum = 0;
  int n = 0;
  const auto add = [&](const auto& pile) {
    for (std::uint8_t card : pile) {
      sum += card_worth(card_def(c, card));
      ++n;
    }
  };
  add(p.deck);
  add(p.hand);
  add(p.discard);
  for (int slot : core::bits(s.in_play[seat] >> first_card_slot)) {
    sum += card_worth(card_def(c, s.slots[slot + first_card_slot].card));
    ++n;
  }
  // A thin deck shows its good cards more often.
  return n == 0 ? 0 : sum * 12.0F / static_cast<float>(n + 2);
}

int cards_of(const State& s, int seat) {
  const Player& p = s.players[seat];
  return p.deck.size() + p.hand.size() + p.discard.size() + core::population(s.in_play[seat] >> first_card_slot);
}

float relic_worth(const Content& c, const Player& p) {
  float worth = 0;
  int robots = 0, relics = 0;
  for (std::uint8_t card : p.vault) {
    robots += card_def(c, card).kind == CardKind::robot;
    relics += card_def(c, card).kind == CardKind::relic;
  }
  for (std::uint8_t card : p.vault)
    if (card_def(c, card).kind == CardKind::relic)
      worth += 1.5F + 0.35F * static_cast<float>(card_def(c, card).cost - 3) + 0.1F * static_cast<float>(robots);
  return worth + 0.1F * static_cast<float>(relics);
}

// How much of the game is still to come, from 1 to 0.
float time_left(const Content& c, const State& s) {
  const float cards = static_cast<float>(s.main_deck.size()) /
                      static_cast<float>(3 * c.tables[s.seats - 1].stack + c.bottom_stack + c.stacks);
  const float bosses = 1.0F - static_cast<float>(s.bosses_defeated) / static_cast<float>(c.stacks);
  return std::clamp(std::min(cards, 0.15F + 0.85F * bosses), 0.0F, 1.0F);
}

float chance_of(float margin, float width) { return 1.0F / (1.0F + std::exp(-margin / width)); }

constexpr float encounter_cost = 1.3F;  // what an Encounter adds, on average

// The best Adversary that the player at turn could beat with what is in the pools and in hand, by its prize.
template <class Prize>
float quarry(const Content& c, const State& s, float help, Prize&& prize) {
  const Seat seat = s.turn;
  Pools pools;
  power_pools(c, s, seat, Use::battling, pools);
  float in_hand = 0, moves = static_cast<float>(moves_left(c, s, seat));
  for (std::uint8_t card : player(s, seat).hand) {
    in_hand += static_cast<float>(card_def(c, card).power);
    moves += static_cast<float>(card_def(c, card).move);
  }
  const float energon = 0.5F * static_cast<float>(std::min<int>(player(s, seat).energon, 4));
  float best = 0;
  for (int space : core::bits(s.faceup)) {
    const int card = s.matrix.card[space];
    const CardDef& def = card_def(c, card);
    const bool boss = def.kind == CardKind::boss;
    if ((!boss && def.kind != CardKind::robot) || !is_adversary(c, s, seat, card)) continue;
    const float worth = prize(def);
    if (worth <= 0) continue;
    const int far = distance(player(s, seat).space, space);
    const float short_of = std::max(0.0F, static_cast<float>(far) - moves);
    const float reach = static_cast<float>(std::max(reaching(pools, far), short_of > 0 ? 0 : reaching(pools, 0))) +
                        in_hand - 1.5F * short_of + (boss ? energon + help - encounter_cost : 0.0F);
    const auto cost = static_cast<float>(battle_cost(c, s, seat, space));
    // Power that reaches already is worth more than Power that has a way to go.
    const float there = static_cast<float>(reaching(pools, far)) * 0.01F;
    best = std::max(
        best,
        worth * (chance_of(reach - cost, boss ? 1.2F : 0.6F) * (1.0F - 0.03F * static_cast<float>(far)) + there));
  }
  return best;
}

// What this turn may still bring: about half of what the best card within reach would add, a part of what lies
// open (buying it must be worth more than having it there), and a little for searching.
template <class Gain>
float prospects(const Content& c, const State& s, Gain&& gain) {
  const Seat seat = s.turn;
  Pools pools;
  power_pools(c, s, seat, Use::buying, pools);
  float power = static_cast<float>(reaching(pools, 0)), moves = static_cast<float>(moves_left(c, s, seat));
  for (std::uint8_t card : player(s, seat).hand) {
    power += static_cast<float>(card_def(c, card).power);
    moves += static_cast<float>(card_def(c, card).move);
  }
  float best = 0, later = 0;
  int hidden = 0;
  for (int space : core::bits(s.spaces)) {
    const int number = s.matrix.card[space];
    if (number == 0) continue;
    if (!is_faceup(s, space)) {
      hidden += distance(player(s, seat).space, space) <= 1;
      continue;
    }
    const CardDef& card = card_def(c, number);
    const bool sold = card.kind == CardKind::technology || card.kind == CardKind::maneuver ||
                      card.kind == CardKind::ally || card.kind == CardKind::relic ||
                      (card.kind == CardKind::robot && !is_adversary(c, s, seat, number));
    if (!sold) {  // somebody to be beaten, some day
      if (card.kind == CardKind::robot || card.kind == CardKind::boss)
        later += 0.05F * static_cast<float>(card.cost);
      continue;
    }
    const float gained = std::max(0.0F, gain(card));
    const auto far = static_cast<float>(distance(player(s, seat).space, space));
    const float near = 1.0F - 0.04F * far - 0.15F * std::max(0.0F, far - moves);
    if (power >= static_cast<float>(card.cost)) best = std::max(best, 0.45F * gained * near);
    later += 0.2F * gained;
  }
  const float searching = moves >= 1.0F && hidden > 0 ? 0.01F * static_cast<float>(hidden) : 0.0F;
  return best + std::min(later, 1.5F) + searching + 0.012F * power + 0.006F * moves +
         0.003F * static_cast<float>(reaching(pools, 0));
}

// The expected VP of a player, roughly.
float hope_of(const Content& c, const State& s, int seat) {
  const Player& p = s.players[seat];
  const float left = time_left(c, s);
  float hope = static_cast<float>(p.vp) + relic_worth(c, p);
  const int damage = p.damage + p.specials;
  hope -= 0.5F * static_cast<float>(damage);
  hope += left * (1.1F * deck_worth(c, s, seat));
  hope += 0.28F * static_cast<float>(std::min<int>(p.energon, 6)) * (0.2F + 0.8F * left);
  if (core::seat(seat) == s.turn && s.phase == Phase::action && arrived(s, s.turn)) {
    const float each = 1.1F * left * 12.0F / static_cast<float>(cards_of(s, seat) + 3);
    hope += prospects(c, s, [each](const CardDef& card) {
      return card.kind == CardKind::relic ? 1.5F + 0.35F * static_cast<float>(card.cost - 3)
                                          : each * card_worth(card);
    });
    hope += 0.6F * quarry(c, s, 0, [](const CardDef& card) {
              return card.kind == CardKind::boss ? 2.0F + 1.2F * static_cast<float>(card.level)
                                                 : static_cast<float>(card.cost) * 0.4F;
            });
  }
  if (const int limit = damage_limit(c, s, core::seat(seat)); limit > 0) {
    const auto near = static_cast<float>(damage) / static_cast<float>(limit);
    hope -= 3.0F * near * near * near;
  }
  return hope;
}

// ---- cooperation (DBG-COP): three Bosses before the main deck runs out, and nobody with five Damage ------------

// The Power of a deck: what a hand of it brings, about, with what Energon adds to a Confrontation.
struct Deck {
  float power = 0, cards = 0, hand = 5, always = 0;  // always: the Character, and Allies, who stay in play
  int weak = 0;  // cards that are in the way of better ones

  float brings() const { return hand * power / std::max(cards, 1.0F) + always; }
  float brings_with(const CardDef& card) const {
    if (card.kind == CardKind::ally) return brings() + 0.4F;
    return hand * (power + static_cast<float>(card.power)) / (cards + 1.0F) + always;
  }
};

Deck deck_of(const Content& c, const State& s, int seat) {
  const Player& p = s.players[seat];
  Deck deck;
  const auto add = [&](int card) {
    const CardDef& def = card_def(c, card);
    deck.power += static_cast<float>(def.power);
    deck.cards += 1;
    deck.weak += def.power < 2;
  };
  for (std::uint8_t card : p.deck) add(card);
  for (std::uint8_t card : p.hand) add(card);
  for (std::uint8_t card : p.discard) add(card);
  for (int slot : core::bits(s.in_play[seat] >> first_card_slot)) {
    const int card = s.slots[slot + first_card_slot].card;
    if (card_def(c, card).kind == CardKind::ally)
      deck.always += 0.4F;
    else
      add(card);
  }
  deck.hand = static_cast<float>(hand_size(c, s, core::seat(seat)));
  const Character& who = character_of(c, s, core::seat(seat));
  deck.always += static_cast<float>(std::max(card_def(c, who.side[0]).power, card_def(c, who.side[1]).power)) +
                 0.15F * static_cast<float>(std::min<int>(p.energon, 4));
  return deck;
}

// What the others would add, one card each.
float assists_of_others(const Content& c, const State& s, int seat) {
  float sum = 0;
  for (int i = 0; i < s.seats; ++i) {
    if (i == seat) continue;
    int best = 0;
    for (std::uint8_t card : s.players[i].hand) best = std::max<int>(best, card_def(c, card).power);
    sum += 0.6F * static_cast<float>(best);
  }
  return sum;
}

// The Bosses that are left: how sure the team is of each, and how much a point of Power would add to that.
struct Hunt {
  float sure = 0, slope = 0;
  float hidden = 0;  // in the main deck, or facedown
};

Hunt hunt_of(const Content& c, const State& s, float team) {
  Hunt hunt;
  const auto count = [&](int card, float hidden) {
    const CardDef& def = card_def(c, card);
    if (def.kind != CardKind::boss) return;
    const float cost = static_cast<float>(def.cost) + (s.difficulty == 2 ? 1.0F : 0.0F) + encounter_cost;
    const float chance = chance_of(team + 1.0F - cost, 2.0F);
    hunt.sure += chance;
    hunt.slope += chance * (1.0F - chance) / 2.0F;
    hunt.hidden += hidden;
  };
  for (std::uint8_t card : s.main_deck) count(card, 0.5F);
  for (int space : core::bits(s.spaces)) count(s.matrix.card[space], is_faceup(s, space) ? 0.0F : 0.35F);
  return hunt;
}

constexpr float of_strength = 1.8F;

// The clock, counted in cards at the end of this turn: spaces that are empty now are filled, and a round in which
// no card has left the main deck costs one all the same (DBG-COP-03, DBG-END-06). A turn that brings nothing is
// lost.
float clock_worth(const State& s) {
  int empty = 0;
  for (int space : core::bits(s.spaces)) empty += s.matrix.card[space] == 0;
  const int turn = (core::index(s.turn) - core::index(s.first) + s.seats) % s.seats;
  const float due =
      s.left_main_deck + empty == 0 ? static_cast<float>(turn + 1) / static_cast<float>(s.seats) : 0.0F;
  const float cards = std::max(0.0F, static_cast<float>(s.main_deck.size() - empty) - due);
  return 0.18F * cards - 4.0F * std::exp(-cards / 3.0F);
}

float chance_together(const Content& c, const State& s) {
  Deck decks[max_players];
  float best = 0, sum = 0, weak = 0;
  for (int i = 0; i < s.seats; ++i) {
    decks[i] = deck_of(c, s, i);
    best = std::max(best, decks[i].brings());
    sum += decks[i].brings();
    weak += static_cast<float>(decks[i].weak);
  }
  const auto seats = static_cast<float>(s.seats);
  const Hunt hunt = hunt_of(c, s, 0.3F * best + 0.7F * sum / seats + 0.9F * (seats - 1));
  float logit = -6.0F + 2.2F * static_cast<float>(s.bosses_defeated) + of_strength * hunt.sure - hunt.hidden;
  logit += clock_worth(s) - 0.04F * weak / seats;
  for (int i = 0; i < s.seats; ++i) {
    const int damage = damage_of(c, s, core::seat(i)), limit = std::max(1, damage_limit(c, s, core::seat(i)));
    const float near = static_cast<float>(damage) / static_cast<float>(limit);
    logit -= 2.5F * near * near * near + 0.25F * near;
  }
  for (int space : core::bits(s.faceup)) {
    const CardDef& card = card_def(c, s.matrix.card[space]);
    if (card.kind == CardKind::scheme) logit -= card.coop ? 0.35F : 0.15F;
  }
  if (s.phase == Phase::action && arrived(s, s.turn))
    logit += 1.6F * quarry(c, s, assists_of_others(c, s, core::index(s.turn)),
                           [](const CardDef& card) { return card.kind == CardKind::boss ? 1.0F : 0.0F; }) +
             prospects(c, s, [&](const CardDef& card) {
               const Deck& deck = decks[core::index(s.turn)];
               return of_strength * hunt.slope * (0.7F / seats) * (deck.brings_with(card) - deck.brings());
             });
  return chance_of(logit, 1.0F);
}

}  // namespace

void Sense::evaluate(const Content& c, const State& s, float out[core::max_seats]) {
  for (int i = 0; i < core::max_seats; ++i) out[i] = 0;
  if (s.phase == Phase::characters) {
    for (int i = 0; i < s.seats; ++i) out[i] = 0.5F;
    return;
  }
  if (cooperative(c, s)) {
    const float chance = chance_together(c, s);
    for (int i = 0; i < s.seats; ++i) out[i] = chance;
    return;
  }
  float hope[max_players] = {}, team[max_players] = {};
  for (int i = 0; i < s.seats; ++i) team[s.players[i].team] += hope[i] = hope_of(c, s, i);
  const bool teams = rules_of(c, s) != PlayKind::competitive;
  float best = -1e9F, sum = 0;
  const float scale = 0.22F + 0.30F * (1.0F - time_left(c, s));
  for (int i = 0; i < s.seats; ++i) best = std::max(best, teams ? team[s.players[i].team] : hope[i]);
  float share[max_players] = {};
  bool counted[max_players] = {};
  for (int i = 0; i < s.seats; ++i) {
    const int who = s.players[i].team;
    share[who] = std::exp(scale * ((teams ? team[who] : hope[i]) - best));
    if (!counted[who]) sum += share[who];
    counted[who] = true;
  }
  for (int i = 0; i < s.seats; ++i) out[i] = share[s.players[i].team] / sum;
}

namespace {

float promise_of_battle(const Content& c, const State& s, Choice choice) {
  const int cost = battle_cost(c, s, s.decision.asked, choice.a());
  const int n = choice.b();
  const bool boss = verb_of(choice) == Verb::confront;
  const int margin = boss ? 2 : 0;
  const int penalty =
      is_adversary(c, s, s.decision.asked, s.matrix.card[choice.a()]) ? penalty_of(c, s, s.decision.asked) : 0;
  if (n == 0) return 0.05F;
  if (n - penalty < cost) return boss && n - penalty + 3 >= cost ? 0.25F : 0.02F;
  return 0.97F - 0.04F * static_cast<float>(std::abs(n - penalty - cost - margin));
}

float promise_of_card(const Content& c, int card) {
  return std::clamp(0.5F + 0.35F * card_worth(card_def(c, card)), 0.1F, 0.95F);
}

// Nearer to something that this player may buy or beat.
float promise_of_move(const Content& c, const State& s, Choice choice) {
  const int here = s.players[core::index(s.decision.asked)].space;
  float best = 0.35F;
  for (int space : core::bits(s.spaces)) {
    if (s.matrix.card[space] == 0) continue;
    const int before = distance(here, space), after = distance(choice.a(), space);
    if (after >= before) continue;
    const bool worth = !is_faceup(s, space) || is_adversary(c, s, s.decision.asked, s.matrix.card[space]);
    best = std::max(best, (worth ? 0.62F : 0.5F) - 0.06F * static_cast<float>(after));
  }
  return best;
}

float promise_of_item(const Content& c, const State& s, int item) {
  if (item < 2048) return 0.5F;
  const int zone = item_zone(item);
  if (zone == play_zone) return 0.5F;
  const float worth = card_worth(card_def(c, item_value(item)));
  (void)s;
  return std::clamp(0.5F - 0.3F * worth, 0.05F, 0.95F);
}

float promise_of(const Content& c, const State& s, Choice choice) {
  switch (verb_of(choice)) {
    case Verb::play: return 0.9F;
    case Verb::search: return 0.72F;
    case Verb::move: return promise_of_move(c, s, choice);
    case Verb::buy: return choice.b() != 0 ? 0.05F : 0.35F + 0.5F * promise_of_card(c, s.matrix.card[choice.a()]);
    case Verb::buy_basic: return choice.b() != 0 ? 0.03F : 0.45F;
    case Verb::battle:
    case Verb::confront: return promise_of_battle(c, s, choice);
    case Verb::thwart: return choice.c() != 0 ? 0.05F : 0.75F;
    case Verb::convert: return 0.3F;
    case Verb::use: return 0.6F;
    case Verb::regroup: return 0.02F;
    case Verb::end: return 0.12F;
    case Verb::assist: return competitive(c, s) ? 0.55F : 0.7F;
    case Verb::defend: return 0.7F;
    case Verb::pass: return 0.5F;
    case Verb::accept: return 0.5F;
    case Verb::refuse: return 0.45F;
    case Verb::block: return 0.75F;
    case Verb::choose: return promise_of_item(c, s, choice.a());
    case Verb::discard: return std::clamp(0.5F - 0.35F * card_worth(card_def(c, choice.a())), 0.05F, 0.95F);
    case Verb::yes: return 0.6F;
    case Verb::no: return 0.35F;
    case Verb::done: return 0.3F;
    default: return 0.5F;
  }
}

}  // namespace

void Sense::promise(const Content& c, const State& s, const ChoiceList& list, float* out) {
  for (int i = 0; i < list.size(); ++i) out[i] = promise_of(c, s, list[i]);
}

bool Sense::quiet(const Content&, const State& s) {
  const Question question = question_of(s);
  return question == Question::action || question == Question::arrive || question == Question::character;
}

// Chance shows in what the seat that is asked holds, and in what lies faceup.
std::uint32_t Sense::aspect(const State& s) {
  if (!s.decision.open()) return 0;
  const Player& p = player(s, s.decision.asked);
  std::uint32_t aspect = s.faceup;
  for (std::uint8_t card : p.hand) aspect = aspect * 31 + card;
  return aspect;
}

}  // namespace dbg

extern const GamePlayers transformers_dbg_players;
const GamePlayers transformers_dbg_players = make_players<dbg::Sense>();

}  // namespace rw::players
