// What computer players of Biomechanic Dino Battles know beyond its rules.
#include <algorithm>
#include <cmath>

#include "engine/games/dino_battles/describe.h"
#include "engine/games/dino_battles/rules.h"
#include "engine/games/dino_battles/turn.h"
#include "players/make_players.h"

namespace rw::players {
namespace dino {

using namespace rw::dino_battles;

struct Evaluator {
  using Rules = dino_battles::Rules;

  static void evaluate(const Content& c, const State& s, float out[core::max_seats]);
  static void promise(const Content& c, const State& s, const ChoiceList& list, float* out);
  static bool quiet(const Content& c, const State& s);
  static std::uint32_t aspect(const State& s);

  // A turn is some twenty decisions, and what it was good for shows in the opponents' turns after it.
  static constexpr SearchParameters parameters = {.exploration = 1.5F,
                                                  .trust = 1.0F,
                                                  .root_trust = 2.0F,
                                                  .others_trust = 16.0F,
                                                  .breadth = 12,
                                                  .depth = 45,
                                                  .others_turn = 4,
                                                  .look = 1,
                                                  .full_lead = 3};
  // A net need not be played on for so long.
  static constexpr SearchParameters learned_parameters = {.exploration = 1.5F,
                                                          .trust = 1.0F,
                                                          .root_trust = 2.0F,
                                                          .others_trust = 16.0F,
                                                          .breadth = 12,
                                                          .depth = 8,
                                                          .others_turn = 4,
                                                          .look = 1,
                                                          .prior = 0.5F};
};

namespace {

// What things are worth, as logits of the chance to win.
constexpr float knock_out_worth = 1.3F;
constexpr float hit_point_worth = 0.022F;
constexpr float attached_worth = 0.09F;      // a Combat Card under a Dinosaur
constexpr float stack_card_worth = 0.05F;    // a Strategy or Tech in the deck, the first ten of them
constexpr float wound_worth = -0.06F;
constexpr float poison_worth = -0.20F;
constexpr float paralyze_worth = -0.15F;
constexpr float hand_worth = 0.02F;

// Wounds decide when the stack runs dry or the rounds are over (DNB-END-05).
float wound_weight(const State& s) {
  const float stack = static_cast<float>(s.supply[Kind::wound]);
  const float rounds = static_cast<float>(s.round_limit - s.round);
  return wound_worth * (1.0F + 6.0F / (1.0F + stack) + 8.0F / (1.0F + rounds));
}

float hope_of(const Content& c, const State& s, Seat seat) {
  const Player& p = player(s, seat);
  float hope =
      knock_out_worth * static_cast<float>(trophies_of(p)) + wound_weight(s) * static_cast<float>(wounds_of(p));
  int dinosaurs = 0;
  for (const Slot slot : all_slots) {
    const Ref ref = dino_in(s, seat, slot);
    if (ref == no_dino) continue;
    const DinosaurCard& dino = dino_card(c, s, ref);
    const auto left = static_cast<float>(std::max(0, dino.hp - dino_at(s, ref).damage));
    hope += hit_point_worth * left * (slot == active_slot ? 1.2F : 0.9F);
    hope += 0.02F * static_cast<float>(dino.atk + std::max(dino.eva, dino.def));
    ++dinosaurs;
  }
  if (dinosaurs > 0) hope += 0.5F + 0.1F * static_cast<float>(std::min(dinosaurs, 3));
  for (const Kind k : combat_cards) hope += attached_worth * static_cast<float>(std::min<int>(p.under[k], 4));
  int stack_cards = 0, poisons = 0;
  for (const Stack stack : core::first<Stack>(stack_count)) {
    const Kind k = kind_of(stack);
    stack_cards += p.deck[k] + p.hand[k] + p.discard[k] + p.play[k] + p.under[k];
  }
  for (const Kind k : poison_cards) poisons += p.deck[k] + p.hand[k] + p.discard[k];
  hope += stack_card_worth * static_cast<float>(std::min(stack_cards, 10));
  hope += poison_worth * static_cast<float>(poisons);
  hope += paralyze_worth *
          static_cast<float>(p.deck[Kind::paralyze] + p.hand[Kind::paralyze] + p.discard[Kind::paralyze]);
  if (seat != s.turn) hope += hand_worth * static_cast<float>(total(p.hand));
  return hope;
}

float promise_of_attack(const Content& c, const State& s, Choice choice) {
  const DinosaurCard& dino = c.dinosaurs[static_cast<std::size_t>(choice.b() / 2)];
  const int damage = dino.attacks[choice.b() % 2].damage;
  const Ref target = dino_named(s, choice.a<Target>());
  if (target == no_dino) return 0.8F;
  const int left = dino_card(c, s, target).hp - dino_at(s, target).damage;
  return damage >= left ? 1.0F : 0.7F + 0.005F * static_cast<float>(damage);
}

// How good it looks to evade, or to defend, with this figure.
float promise_of_answer(const Content& c, const State& s, int (*figure)(const Content&, const State&, Ref)) {
  const Item& item = s.stack.back();
  return figure(c, s, subject_of(item)) >= attack_value(c, s, item) ? 0.95F : 0.2F;
}

float promise_of_dinosaur(const Content& c, const State& s, Choice choice) {
  int own = 0;
  for (std::uint8_t place : player(s, s.decision.asked).at_slot) own += place != 0;
  const DinosaurCard& dino = card_of(c, s.dinos[offered(s, choice.a() - 1)]);
  return (own < 3 ? 0.85F : 0.5F) + 0.001F * static_cast<float>(dino.hp);
}

}  // namespace

void Evaluator::evaluate(const Content& c, const State& s, float out[core::max_seats]) {
  float best = -1e9F, sum = 0;
  for (int i = 0; i < core::max_seats; ++i) out[i] = 0;
  for (int i = 0; i < s.seats; ++i) {
    out[i] = in_game(s, core::seat(i)) ? hope_of(c, s, core::seat(i)) : -20.0F;
    best = std::max(best, out[i]);
  }
  for (int i = 0; i < s.seats; ++i) sum += out[i] = std::exp(out[i] - best);
  for (int i = 0; i < s.seats; ++i) out[i] /= sum;
}

void Evaluator::promise(const Content& c, const State& s, const ChoiceList& list, float* out) {
  for (int i = 0; i < list.size(); ++i) {
    const Choice choice = list[i];
    switch (verb_of(choice)) {
      case Verb::play_strategy: out[i] = 0.85F; break;
      case Verb::attach: out[i] = is_combat(choice.a<Kind>()) ? 0.75F : 0.3F; break;
      case Verb::attack: out[i] = promise_of_attack(c, s, choice); break;
      case Verb::assist: out[i] = 0.7F; break;
      case Verb::retreat: out[i] = 0.3F; break;
      case Verb::play_tech: out[i] = 0.45F; break;
      case Verb::end_main: out[i] = 0.5F; break;
      case Verb::buy: out[i] = is_combat(choice.a<Kind>()) ? 0.4F : 0.6F; break;
      case Verb::buy_dinosaur: out[i] = promise_of_dinosaur(c, s, choice); break;
      case Verb::end_buy: out[i] = 0.2F; break;
      case Verb::pass: out[i] = 0.6F; break;
      case Verb::evade: out[i] = promise_of_answer(c, s, eva_of); break;
      case Verb::defend: out[i] = promise_of_answer(c, s, def_of); break;
      case Verb::pass_move: out[i] = 0.05F; break;
      default: out[i] = 0.5F;
    }
  }
}

bool Evaluator::quiet(const Content&, const State& s) { return s.stack.empty() && s.decision.kind != 0; }

// Hands and draws are left out: choices name cards, so positions with other hands share what they have in common,
// and nobody plans with cards that they do not see.
std::uint32_t Evaluator::aspect(const State& s) { return static_cast<std::uint32_t>(s.stack.size()); }

}  // namespace dino

extern const GamePlayers dino_battles_players;
const GamePlayers dino_battles_players = make_players<dino::Evaluator>();

}  // namespace rw::players
