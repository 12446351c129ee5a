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

// What a card in the deck is worth, in VP it may bring: its figures, and a little for its text.
float card_worth(const CardDef& card) {
  if (card.kind == CardKind::damage) return -0.8F;
  const float figures = 0.30F * static_cast<float>(card.power) + 0.08F * static_cast<float>(card.move) +
                        0.05F * static_cast<float>(card.range);
  return figures + (card.texts > 0 ? 0.12F : 0.0F) - 0.30F;  // a Courage is worth nothing
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

// What this turn may still bring: Power left near something to buy or beat.
float turn_worth(const Content& c, const State& s, int seat) {
  if (core::seat(seat) != s.turn || s.phase != Phase::action || s.players[seat].space == no_space) return 0;
  Pools pools;
  power_pools(c, s, core::seat(seat), Use::battling, pools);
  float best = 0.03F * static_cast<float>(reaching(pools, 0));
  for (std::uint8_t card : s.players[seat].hand) best += 0.05F * static_cast<float>(card_def(c, card).power);
  return best;
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
  hope += turn_worth(c, s, seat);
  if (const int limit = damage_limit(c, s, core::seat(seat)); limit > 0) {
    const auto near = static_cast<float>(damage) / static_cast<float>(limit);
    hope -= 3.0F * near * near * near;
  }
  return hope;
}

// Cooperation: how far along the hunt is, and how near the end.
float chance_together(const Content& c, const State& s) {
  float logit = -1.0F + 1.3F * static_cast<float>(s.bosses_defeated);
  for (int i = 0; i < s.seats; ++i) {
    const Player& p = s.players[i];
    const int damage = damage_of(c, s, core::seat(i)), limit = damage_limit(c, s, core::seat(i));
    const float near = static_cast<float>(damage) / static_cast<float>(std::max(1, limit));
    logit -= 2.2F * near * near;
    logit += (0.30F * deck_worth(c, s, i) + 0.05F * static_cast<float>(std::min<int>(p.energon, 6))) /
             static_cast<float>(s.seats);
    logit += turn_worth(c, s, i) * 0.5F;
  }
  int bosses_up = 0;
  for (int space : core::bits(s.faceup)) bosses_up += card_def(c, s.matrix.card[space]).kind == CardKind::boss;
  logit += 0.15F * static_cast<float>(bosses_up);
  logit += 1.6F * (time_left(c, s) - 0.5F);
  return 1.0F / (1.0F + std::exp(-logit));
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
