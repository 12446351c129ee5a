// What computer players of Dragon Booster know beyond its rules.
#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>

#include "engine/games/dragon_booster/describe.h"
#include "engine/games/dragon_booster/rules.h"
#include "engine/games/dragon_booster/turn.h"
#include "players/make_players.h"

namespace rw::players {
namespace drb {

using namespace rw::dragon_booster;

struct Evaluator {
  using Rules = dragon_booster::Rules;
  // Looking ahead plays a whole Rush, which takes long: only the tree does it, and playing on follows the
  // promises.
  static constexpr SearchParameters parameters{.trust = 1.0F,
                                               .root_trust = 4.0F,
                                               .others_trust = 1.0F,
                                               .breadth = 12,
                                               .depth = 14,
                                               .by_lead = true,
                                               .look = 1,
                                               .full_lead = 33};
  static constexpr SearchParameters learned_parameters{.trust = 1.0F,
                                                       .root_trust = 4.0F,
                                                       .others_trust = 1.0F,
                                                       .breadth = 12,
                                                       .depth = 4,
                                                       .by_lead = true,
                                                       .look = 1,
                                                       .prior = 1.0F};

  static void evaluate(const Content& c, const State& s, float out[core::max_seats]);
  static void promise(const Content& c, const State& s, const ChoiceList& list, float* out);
  static bool quiet(const Content& c, const State& s);
  static bool settled(const Content& c, const State& before, const State& s);
  static std::uint32_t hand(const State& s);
};

namespace {

// ---- what things are worth, in points on the way to 30 ---------------------------------------------------

// Fitted to 1,500 games of greedy players: how well what each had at the beginning of Main told who would win.
constexpr float sprint_worth = 1.3F;    // of a maneuver in the track or the zone
constexpr float maneuver_worth = 3.0F;  // the card itself
constexpr float hand_worth = 4.0F;      // a card in the hand
constexpr float deck_card_worth = 0.85F;
constexpr float few_cards = 14.0F, few_cards_worth = 20.0F;  // of a race deck that runs out
constexpr float gear_worth = 1.5F;
constexpr float crew_worth = 4.5F;
constexpr float won_game_worth = 26.0F;  // of a match
constexpr float point_logit = 0.075F;    // how much a point is worth as a logit of the chance to win

// Beside its stats and its color. Of 1,258 drafted decks that could be raced either way, those that a worth of 8
// makes ride won 529 riding and 503 without a dragon, the others 65 and 69: too little to leave a dragon at home
// for.
constexpr float dragon_worth = 12.0F;
constexpr float matching_event = 0.05F;  // of a color that no burst needs today

bool has_moment(const CardFace& card, Moment moment) {
  return ((card.moments >> static_cast<int>(moment)) & 1) != 0;
}

float standing(const Content& c, const State& s, Seat seat) {
  const Player& p = player(s, seat);
  float sum = static_cast<float>(p.points);
  for (const Slot slot : core::bits<Slot>(p.track | p.zone)) {
    const CardFace& card = face(c, p, slot);
    sum += sprint_worth * static_cast<float>(card.sprint) + maneuver_worth;
    sum += 0.25F * static_cast<float>(p.raised[this_turn][slot] + p.lowered[this_turn][slot]);
  }
  sum += hand_worth * static_cast<float>(core::population(p.hand));
  sum += gear_worth * static_cast<float>(core::population(magged(p)));
  sum += crew_worth * static_cast<float>(core::population(p.crew));
  // A race deck that runs out loses the game, and every card of it is time.
  sum += deck_card_worth * static_cast<float>(p.deck_size);
  const auto left = static_cast<float>(p.deck_size);
  if (left < few_cards) sum -= few_cards_worth * few_cards / (1.0F + left);
  return sum;
}

// ---- drafted cards -------------------------------------------------------------------------------------------

// The worth of an event that is compared with this stat. One gear more is to be expected.
float event_worth(const CardFace& event, int stat) {
  return 2.4F - 0.9F * static_cast<float>(std::max(0, event.burst - stat - 1));
}

// What a color would add to the events of this player without a dragon (DRB-DLS-03).
float color_worth(const Content& c, const Player& p, Color color) {
  std::uint64_t slots = p.pile;
  for (int i = 0; i < p.deck_size; ++i) slots |= core::bit(p.deck[i]);
  float sum = 0;
  for (const Slot slot : core::bits<Slot>(slots)) {
    const CardFace& card = face(c, p, slot);
    if (card.kind != Kind::event || card.color != color) continue;
    const int stat = c.dragonless_stat[card.burst_stat];
    sum += event_worth(card, stat + c.color_bonus) - event_worth(card, stat) + matching_event;
  }
  return sum;
}

// The color that counts, or will: the dragon's, the one chosen, or the one that suits the cards best.
Color likely_color(const Content& c, const Player& p) {
  if (p.dragon != no_crystal) return face(c, p, p.dragon).color;
  if (p.color != 0) return chosen_color(p);
  Color best{};
  float most = -1;
  for (const Color color : core::first<Color>(static_cast<int>(c.colors.size())))
    if (const float worth = color_worth(c, p, color); worth > most) {
      most = worth;
      best = color;
    }
  return best;
}

// Cheap sprint comes first, dear sprint only when the game is long; an event is worth what it can be played for.
float drafted_worth(const Content& c, const Player& p, const CardFace& card, Color color) {
  const bool able = card.ability_count != 0;
  if (card.kind == Kind::maneuver) {
    const auto cost = static_cast<float>(card.cost), sprint = static_cast<float>(card.sprint);
    return sprint + (able ? 1.0F : 0.0F) - 1.45F * cost - 0.12F * cost * cost + 1.0F;
  }
  int stat = c.dragonless_stat[card.burst_stat];
  if (p.dragon != no_crystal) stat = face(c, p, p.dragon).stats[card.burst_stat];
  return card.color == color ? event_worth(card, stat + c.color_bonus) + matching_event : event_worth(card, stat);
}

// The best cards are what the deck will be; more than needed only thins them.
float deck_worth(const Content& c, const State& s, Seat seat) {
  const Player& p = player(s, seat);
  const Format& format = format_of(c, s);
  float worths[race_slots];
  int count = 0, maneuvers = 0;
  std::uint64_t slots = p.pile;
  for (int i = 0; i < p.deck_size; ++i) slots |= core::bit(p.deck[i]);
  const Color color = likely_color(c, p);
  for (const Slot slot : core::bits<Slot>(slots)) {
    worths[count++] = drafted_worth(c, p, face(c, p, slot), color);
    maneuvers += face(c, p, slot).kind == Kind::maneuver;
  }
  const int wanted = std::min(count, format.race_least);
  std::partial_sort(worths, worths + wanted, worths + count, std::greater<>());
  float sum = 0;
  for (int i = 0; i < wanted; ++i) sum += worths[i];
  sum -= 0.2F * static_cast<float>(count - wanted);
  // Without maneuvers nothing rushes: three in five is about right.
  sum -= 6.0F * std::max(0.0F, 0.55F - static_cast<float>(maneuvers) / static_cast<float>(std::max(1, count)));
  for (const Crystal i : core::bits<Crystal>(p.dragon_deck | dragon_bit(p))) {
    const CardFace& card = face(c, p, i);
    sum += card.kind == Kind::dragon ? 1.5F : 2.0F + (card.ability_count != 0 ? 0.5F : 0.0F);
  }
  if (p.dragon != no_crystal) {
    const CardFace& dragon = face(c, p, p.dragon);
    sum += static_cast<float>(std::accumulate(dragon.stats.begin(), dragon.stats.end(), -9)) + dragon_worth;
  }
  return sum;
}

bool before_the_race(const State& s) { return s.phase == Phase::draft || s.phase == Phase::setup; }

// ---- how good a choice looks -------------------------------------------------------------------------

float promise_of_card(const State& s, const CardFace& card) {
  if (card.kind == Kind::maneuver) return 0.7F + 0.012F * static_cast<float>(card.sprint);
  if (s.phase == Phase::main && !has_moment(card, Moment::played) && has_moment(card, Moment::played_in_battle))
    return 0.02F;
  if (in_battle(s) && !has_moment(card, Moment::played) && has_moment(card, Moment::played_in_main)) return 0.01F;
  return s.phase == Phase::main ? 0.75F : 0.6F;
}

// The best that the rivals show in the zone, or in the track as long as they may push it.
int best_rival(const Content& c, const State& s, Seat seat) {
  int best = 0;
  for (int i = 0; i < s.seats; ++i) {
    const Seat rival = core::seat(i);
    if (rival == seat || !in_game(s, rival)) continue;
    const Player& p = s.players[i];
    const std::uint64_t lanes = p.zone | (core::has(s.finished, rival) ? 0 : p.track);
    for (const Slot slot : core::bits<Slot>(lanes))
      best = std::max<int>(best, face(c, p, slot).sprint + p.raised[this_turn][slot] + p.lowered[this_turn][slot]);
  }
  return best;
}

float promise_of_push(const Content& c, const State& s, Seat seat, Card card, int rival) {
  const Player& p = player(s, seat);
  const Slot slot = slot_of(card);
  const int sprint = face(c, p, slot).sprint + p.raised[this_turn][slot] + p.lowered[this_turn][slot];
  return sprint >= rival ? 0.7F + 0.005F * static_cast<float>(sprint) : 0.42F - 0.01F * static_cast<float>(sprint);
}

// How far this player is ahead in the battle under way.
int lead_in_battle(const Content& c, const State& s, Seat seat) {
  int best = -1000;
  for (int i = 0; i < s.seats; ++i)
    if (core::seat(i) != seat && in_game(s, core::seat(i)))
      best = std::max(best, battle_sprint(c, s, core::seat(i)));
  return battle_sprint(c, s, seat) - best;
}

// The smallest card that wins, else the smallest: it is lost anyway.
float promise_of_rush(const Content& c, const State& s, Seat seat, Card card) {
  const auto sprint = static_cast<float>(face(c, s, card).sprint);
  if (question_of(s) == Question::start_battle) return 0.5F + 0.01F * sprint;
  int best = 0;
  for (int i = 0; i < s.seats; ++i) {
    const Player& p = s.players[i];
    if (core::seat(i) != seat && p.rushing != no_slot) best = std::max<int>(best, face(c, p, p.rushing).sprint);
  }
  return sprint > static_cast<float>(best) ? 0.9F - 0.01F * sprint : 0.4F - 0.01F * sprint;
}

}  // namespace

void Evaluator::evaluate(const Content& c, const State& s, float out[core::max_seats]) {
  float best = -1e9F, sum = 0;
  for (int i = 0; i < core::max_seats; ++i) out[i] = 0;
  for (int i = 0; i < s.seats; ++i) {
    const Seat seat = core::seat(i);
    const float hope = (before_the_race(s) ? deck_worth(c, s, seat) : standing(c, s, seat)) +
                       won_game_worth * static_cast<float>(s.games_won[i]);
    out[i] = in_game(s, seat) ? point_logit * hope : -20.0F;
    best = std::max(best, out[i]);
  }
  for (int i = 0; i < s.seats; ++i) sum += out[i] = std::exp(out[i] - best);
  for (int i = 0; i < s.seats; ++i) out[i] /= sum;
}

void Evaluator::promise(const Content& c, const State& s, const ChoiceList& list, float* out) {
  const Seat seat = s.decision.asked;
  const Question question = question_of(s);
  const int rival = question == Question::push ? best_rival(c, s, seat) : 0;
  const bool drafting = question == Question::pick || question == Question::build;
  const Color color = drafting ? likely_color(c, player(s, seat)) : no_color;
  const int lead = question == Question::battle ? lead_in_battle(c, s, seat) : 0;
  for (int i = 0; i < list.size(); ++i) {
    const Choice choice = list[i];
    switch (verb_of(choice)) {
      case Verb::play:
        out[i] = promise_of_card(s, face(c, s, choice.a<Card>()));
        // A battle that is won, or lost by far, is not worth a card.
        if (question == Question::battle && (lead > 0 || lead < -6)) out[i] *= 0.6F;
        break;
      case Verb::use: out[i] = question == Question::main ? 0.45F : lead > 0 || lead < -5 ? 0.25F : 0.55F; break;
      case Verb::done: out[i] = 0.4F; break;
      case Verb::push: out[i] = promise_of_push(c, s, seat, choice.a<Card>(), rival); break;
      case Verb::end_push: out[i] = 0.5F; break;
      case Verb::rush: out[i] = promise_of_rush(c, s, seat, choice.a<Card>()); break;
      case Verb::pass: out[i] = 0.5F; break;
      case Verb::pick:
        out[i] =
            0.5F + 0.05F * drafted_worth(c, player(s, seat), face(c, choice.a<dragon_booster::Record>()), color);
        break;
      case Verb::leave_out:
        out[i] =
            0.5F - 0.05F * drafted_worth(c, player(s, seat), face(c, choice.a<dragon_booster::Record>()), color);
        break;
      case Verb::take_color: out[i] = 0.3F + 0.05F * color_worth(c, player(s, seat), choice.a<Color>()); break;
      case Verb::ride_nothing: out[i] = 0.3F; break;
      case Verb::stop:
      case Verb::decline: out[i] = 0.3F; break;
      default: out[i] = 0.5F;
    }
  }
}

// Nothing is half done between the parts of Main and before the race; a Rush is judged when it is over.
bool Evaluator::quiet(const Content&, const State& s) {
  return s.agenda.size() <= 1 && s.phase != Phase::push && s.phase != Phase::battle;
}

// What was done in a battle shows when that battle is over; which maneuvers were pushed, when the Rush is.
bool Evaluator::settled(const Content& c, const State& before, const State& s) {
  const bool battle = before.phase == Phase::battle || question_of(before) == Question::start_battle;
  return battle ? s.phase != Phase::battle && s.agenda.size() <= 1 : quiet(c, s);
}

// Chance shows in what the seat that is asked holds.
std::uint32_t Evaluator::hand(const State& s) {
  if (!s.decision.open()) return 0;
  const Player& p = player(s, s.decision.asked);
  std::uint32_t hand = 0;
  for (const Slot slot : core::bits<Slot>(p.hand)) hand = hand * 31 + static_cast<std::uint32_t>(p.race[slot]);
  return hand;
}

}  // namespace drb

extern const GamePlayers dragon_booster_players;
const GamePlayers dragon_booster_players = make_players<drb::Evaluator>();

}  // namespace rw::players
