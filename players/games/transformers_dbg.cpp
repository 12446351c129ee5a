// What computer players of the Transformers Deck-Building Game know beyond its rules.
#include <algorithm>
#include <cmath>

#include "engine/games/transformers_dbg/describe.h"
#include "engine/games/transformers_dbg/rules.h"
#include "engine/games/transformers_dbg/turn.h"
#include "players/make_players.h"

namespace rw::players {
namespace dbg {

using namespace rw::transformers_dbg;

struct Evaluator {
  using Rules = transformers_dbg::Rules;

  static void evaluate(const Content& c, const State& s, float out[core::max_seats]);
  static void promise(const Content& c, const State& s, const ChoiceList& list, float* out);
  static void consider(const Content& c, const State& s, ChoiceList& list);
  static bool quiet(const Content& c, const State& s);
  static std::uint32_t aspect(const State& s) { return s.faceup; }
  static std::uint32_t hand(const State& s);
  static constexpr float habit = 0.07F;
  static constexpr SearchParameters parameters{
      .breadth = 6, .depth = 20, .patience = 4, .others_turn = 8, .stops_early = true, .look = 1, .full_lead = 15};
  static constexpr SearchParameters learned_parameters{
      .breadth = 6, .depth = 4, .patience = 4, .others_turn = 8, .stops_early = true, .look = 1, .prior = 0.5F};
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
    for (const Card card : pile) {
      sum += card_worth(card_def(c, card));
      ++n;
    }
  };
  add(p.deck);
  add(p.hand);
  add(p.discard);
  for (const Slot slot : cards_in_play(s, core::seat(seat))) {
    sum += card_worth(card_def(c, s.slots[slot].card));
    ++n;
  }
  // A thin deck shows its good cards more often.
  return n == 0 ? 0 : sum * 12.0F / static_cast<float>(n + 2);
}

float relic_worth(const Content& c, const Player& p) {
  float worth = 0;
  int robots = 0, relics = 0;
  for (const Card card : p.vault) {
    robots += card_def(c, card).kind == CardKind::robot;
    relics += card_def(c, card).kind == CardKind::relic;
  }
  for (const Card card : p.vault)
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

constexpr float turn_worth = 0.5F;  // half of what a turn brings, to the one who has it before them

// The expected VP of a player, roughly.
float hope_of(const Content& c, const State& s, int seat) {
  const Player& p = s.players[seat];
  const float left = time_left(c, s);
  float hope = static_cast<float>(p.vp) + relic_worth(c, p);
  const int damage = p.damage + p.specials;
  hope -= 0.5F * static_cast<float>(damage);
  hope += left * (1.1F * deck_worth(c, s, seat));
  hope += 0.28F * static_cast<float>(std::min<int>(p.energon, 6)) * (0.2F + 0.8F * left);
  if (core::seat(seat) == s.turn) hope += turn_worth * left;
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

  float each() const { return power / std::max(cards, 1.0F); }
  float brings() const { return hand * each() + always; }
};

Deck deck_of(const Content& c, const State& s, int seat) {
  const Player& p = s.players[seat];
  Deck deck;
  const auto add = [&](Card card) {
    deck.power += static_cast<float>(card_def(c, card).power);
    deck.cards += 1;
  };
  for (const Card card : p.deck) add(card);
  for (const Card card : p.hand) add(card);
  for (const Card card : p.discard) add(card);
  for (const Slot slot : cards_in_play(s, core::seat(seat))) {
    const Card card = s.slots[slot].card;
    if (card_def(c, card).kind == CardKind::ally)
      deck.always += 0.4F;
    else
      add(card);
  }
  deck.hand = static_cast<float>(hand_size(c, s, core::seat(seat)));
  const CharacterDef& who = character_of(c, s, core::seat(seat));
  deck.always += static_cast<float>(std::max(card_def(c, who.side[0]).power, card_def(c, who.side[1]).power)) +
                 0.15F * static_cast<float>(std::min<int>(p.energon, 4));
  return deck;
}

// What cards that lie open would add to a hand, some day.
float on_offer(const Content& c, const State& s, float each) {
  float sum = 0;
  for (const Space space : faceup_spaces(s))
    if (const Card card = s.matrix.card[space]; for_sale(c, s, s.turn, card))
      sum += std::max(0.0F, static_cast<float>(card_def(c, card).power) - each);
  return std::min(0.15F * sum, 0.8F);
}

// What the team can bring against a Boss: the one who confronts, most often the strongest, and a card of each
// other.
float power_of_team(const Content& c, const State& s) {
  float best = 0, sum = 0, each = 0;
  for (int i = 0; i < s.seats; ++i) {
    const Deck deck = deck_of(c, s, i);
    best = std::max(best, deck.brings());
    sum += deck.brings();
    each += deck.each();
  }
  const auto seats = static_cast<float>(s.seats);
  return 0.5F * best + 0.5F * sum / seats + 1.2F * each * (seats - 1) / seats + on_offer(c, s, each / seats);
}

// The clock, counted in cards at the end of this turn: spaces that are empty now are filled, and a round in which
// no card has left the main deck costs one all the same (DBG-COP-03, DBG-END-06).
float clock_of(const State& s) {
  int empty = 0;
  for (const Space space : spaces_of(s)) empty += is_empty(s, space);
  const int turn = (core::index(s.turn) - core::index(s.first) + s.seats) % s.seats;
  const float due =
      s.left_main_deck + empty == 0 ? static_cast<float>(turn + 1) / static_cast<float>(s.seats) : 0.0F;
  return std::max(0.0F, static_cast<float>(s.main_deck.size() - empty) - due);
}

// All Bosses that are left must fall: chances multiply, so the hardest one counts most. A team grows while there
// is time.
float chance_of_bosses(const Content& c, const State& s, float clock) {
  const float rounds = clock / (0.4F + 0.6F * static_cast<float>(s.seats));
  const float power = power_of_team(c, s) + 0.12F * rounds + 1.0F;
  float sum = 0;
  const auto count = [&](Card card, float hidden) {
    const CardDef& def = card_def(c, card);
    if (def.kind != CardKind::boss) return;
    const float cost = static_cast<float>(def.cost) + (s.difficulty == 2 ? 1.0F : 0.0F) + encounter_cost;
    sum += 0.6F * std::log(chance_of(power - cost, 1.6F)) - hidden - 0.7F;
  };
  for (const Card card : s.main_deck) count(card, 0.15F);
  for (const Space space : spaces_of(s)) count(s.matrix.card[space], is_faceup(s, space) ? 0.0F : 0.25F);
  return sum;
}

float chance_together(const Content& c, const State& s) {
  const float clock = clock_of(s);
  float logit = 2.5F + chance_of_bosses(c, s, clock) - 4.0F * std::exp(-clock / 3.0F);
  for (int i = 0; i < s.seats; ++i) {
    const int damage = damage_of(c, s, core::seat(i)), limit = std::max(1, damage_limit(c, s, core::seat(i)));
    const float near = static_cast<float>(damage) / static_cast<float>(limit);
    logit -= 2.5F * near * near * near + 0.25F * near;
  }
  for (const Space space : faceup_spaces(s)) {
    const CardDef& card = card_def(c, s.matrix.card[space]);
    if (card.kind == CardKind::scheme) logit -= card.coop ? 0.35F : 0.15F;
  }
  return chance_of(logit, 1.0F);
}

}  // namespace

void Evaluator::evaluate(const Content& c, const State& s, float out[core::max_seats]) {
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
  if (averages_the_many(c, s)) team[1] /= static_cast<float>(s.seats - 1);
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

// ---- how a turn is played on: cards first, then the best that Power and Move still reach, then the end -------

constexpr float not_worth_it = 0.06F, ending = 0.12F;

// What the player at turn has left to spend, and what to go for with it.
struct Plan {
  struct Goal {
    Space space;
    float promise;
  };
  Pools pools;
  Moves move_pools;
  int moves = 0;
  float average = 0;  // worth of one's own cards: what is below it is not bought
  BySpace<std::uint8_t> price{};  // of Robots and Bosses there, in Power
  Goal goals[max_spaces];
  int goal_count = 0;

  Plan(const Content& c, const State& s);
};

float promise_of_purchase(const Plan& plan, const CardDef& card) {
  if (card.kind == CardKind::relic) return 0.8F;
  const float gain = card_worth(card) - plan.average;
  return gain < 0.02F ? not_worth_it : std::clamp(0.42F + 0.25F * gain, 0.2F, 0.85F);
}

bool in_danger(const Content& c, const State& s, Seat seat) {
  const int limit = damage_limit(c, s, seat);
  return limit > 0 && damage_of(c, s, seat) + 1 >= limit;
}

// A Boss takes an Encounter's worth more than its cost, and Energon helps.
bool is_beatable(const State& s, bool boss, int power, int price) {
  const int spare = boss ? std::min<int>(2, player(s, s.decision.asked).energon / 2) - 1 : 0;
  return power + spare >= price;
}

Plan::Plan(const Content& c, const State& s) {
  const Seat seat = s.decision.asked;
  power_pools(c, s, seat, Use::buying, pools);
  move_pools = moves_of(c, s, seat);
  moves = move_pools.all();
  const bool careful = moves > 0 && in_danger(c, s, seat);
  const int power = reaching(pools, 0);
  const Space here = player(s, seat).space;
  if (power > 0) average = deck_worth(c, s, core::index(seat)) / 12.0F;
  const auto aim = [&](Space space, float promise) { goals[goal_count++] = {space, promise}; };
  for (const Space space : spaces_of(s)) {
    if (is_empty(s, space)) continue;
    const Card number = s.matrix.card[space];
    const int far = distance(here, space);
    if (!is_faceup(s, space)) {
      if (moves > far && !careful) aim(space, 0.68F);
      continue;
    }
    if (power == 0) continue;
    const CardDef& card = card_def(c, number);
    const bool boss = card.kind == CardKind::boss;
    if (boss || card.kind == CardKind::robot)
      price[space] = static_cast<std::uint8_t>(battle_cost(c, s, seat, number, space) + penalty_of(c, s, seat));
    if (far > moves) continue;
    if (for_sale(c, s, seat, number)) {
      if (power >= card.cost) aim(space, promise_of_purchase(*this, card));
    } else if (price[space] > 0 && is_adversary(c, s, seat, number) && is_beatable(s, boss, power, price[space])) {
      aim(space, 0.9F);
    }
  }
}

// Enough and no more; all there is if it may not be enough.
float promise_of_battle(const State& s, const Plan& plan, Choice choice) {
  const bool boss = verb_of(choice) == Verb::confront;
  const int n = choice.b(), price = plan.price[choice.a<Space>()], enough = price + (boss ? 2 : 0);
  if (n == 0 || !is_beatable(s, boss, n, price)) return 0.02F;
  if (n >= enough) return 0.97F - 0.04F * static_cast<float>(n - enough);
  const int reach = reaching(plan.pools, distance(player(s, s.decision.asked).space, choice.a<Space>()));
  return n == reach ? 0.88F : 0.1F;
}

// Nearer to something that this player may buy, beat or search.
float promise_of_move(const State& s, const Plan& plan, Choice choice) {
  const Space here = player(s, s.decision.asked).space;
  float best = 0.05F;
  for (int i = 0; i < plan.goal_count; ++i) {
    const auto [space, promise] = plan.goals[i];
    const int after = distance(choice.a<Space>(), space);
    if (after < distance(here, space)) best = std::max(best, promise - 0.03F - 0.04F * static_cast<float>(after));
  }
  return best;
}

// To be discarded or destroyed: the worst first.
float promise_to_lose(const Content& c, Card card) {
  return std::clamp(0.5F - 0.35F * card_worth(card_def(c, card)), 0.05F, 0.95F);
}

float promise_of_item(const Content& c, Item item) {
  if (zone_of(item) == CardZone::none || is_in_play(item)) return 0.5F;
  return promise_to_lose(c, card_of(item));
}

// While there are cards to play, they come first, whatever they will make possible.
float promise_before_cards(Choice choice) {
  switch (verb_of(choice)) {
    case Verb::play: return 0.9F;
    case Verb::use: return 0.6F;
    case Verb::search: return 0.5F;
    case Verb::convert: return 0.3F;
    case Verb::end: return ending;
    default: return 0.2F;
  }
}

float promise_of_action(const Content& c, const State& s, const Plan& plan, Choice choice) {
  switch (verb_of(choice)) {
    case Verb::use: return 0.6F;
    case Verb::search: return in_danger(c, s, s.decision.asked) ? not_worth_it : 0.72F;
    case Verb::move: return promise_of_move(s, plan, choice);
    case Verb::buy:
      return choice.b() != 0 ? 0.01F : promise_of_purchase(plan, card_def(c, s.matrix.card[choice.a<Space>()]));
    case Verb::buy_basic:
      return choice.b() != 0 ? 0.01F : promise_of_purchase(plan, card_def(c, choice.a<Card>()));
    case Verb::battle:
    case Verb::confront: return promise_of_battle(s, plan, choice);
    case Verb::thwart: return choice.c() != 0 ? 0.01F : 0.7F + 0.01F * static_cast<float>(choice.b());
    case Verb::convert: return 0.1F;
    case Verb::end: return ending;
    default: return 0.02F;
  }
}

float promise_of(const Content& c, const State& s, Choice choice) {
  switch (verb_of(choice)) {
    case Verb::assist: return competitive(c, s) ? 0.55F : 0.7F;
    case Verb::defend: return 0.7F;
    case Verb::use: return 0.6F;
    case Verb::refuse: return 0.45F;
    case Verb::block: return 0.75F;
    case Verb::choose: return promise_of_item(c, choice.a<Item>());
    case Verb::discard: return promise_to_lose(c, choice.a<Card>());
    case Verb::yes: return 0.6F;
    case Verb::no: return 0.35F;
    case Verb::done: return 0.3F;
    default: return 0.5F;
  }
}

}  // namespace

void Evaluator::promise(const Content& c, const State& s, const ChoiceList& list, float* out) {
  if (question_of(s) != Question::action) {
    for (int i = 0; i < list.size(); ++i) out[i] = promise_of(c, s, list[i]);
    return;
  }
  if (std::any_of(list.begin(), list.end(), [](Choice choice) { return verb_of(choice) == Verb::play; })) {
    for (int i = 0; i < list.size(); ++i) out[i] = promise_before_cards(list[i]);
    return;
  }
  const Plan plan(c, s);
  for (int i = 0; i < list.size(); ++i) out[i] = promise_of_action(c, s, plan, list[i]);
}

// One card after the other; then what the plan finds best.
void Evaluator::consider(const Content& c, const State& s, ChoiceList& list) {
  if (question_of(s) != Question::action) return Rules::choices(c, s, list);
  const Seat seat = s.decision.asked;
  list_plays(c, s, list);
  if (list.size() == 0) {
    const Plan plan(c, s);
    if (plan.goal_count > 0) list_moves(c, s, seat, plan.move_pools, list);
    list_search(c, s, seat, plan.move_pools, list);
    list_purchases(c, s, seat, plan.pools, list);
    list_battles(c, s, seat, plan.pools, list);
    list_texts(c, s, list);
    float best = ending;
    Choice chosen = choice(Verb::end);
    for (Choice each : list)
      if (const float promise = promise_of_action(c, s, plan, each); promise > best) {
        best = promise;
        chosen = each;
      }
    list.items[0] = chosen;
  }
  list.count = 1;
}

// A turn is looked at as a whole: nothing is half done only where a player begins one.
bool Evaluator::quiet(const Content&, const State& s) {
  const Question question = question_of(s);
  return (question == Question::action && s.acted == 0) || question == Question::arrive ||
         question == Question::character;
}

std::uint32_t Evaluator::hand(const State& s) {
  if (!s.decision.open()) return 0;
  std::uint32_t hand = 0;
  for (const Card card : player(s, s.decision.asked).hand) hand = hand * 31 + static_cast<std::uint32_t>(card);
  return hand;
}

}  // namespace dbg

extern const GamePlayers transformers_dbg_players;
const GamePlayers transformers_dbg_players = make_players<dbg::Evaluator>();

}  // namespace rw::players
