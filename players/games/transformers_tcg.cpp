// What computer players of the Transformers TCG know beyond its rules.
#include <algorithm>
#include <cmath>

#include "engine/games/transformers_tcg/describe.h"
#include "engine/games/transformers_tcg/rules.h"
#include "engine/games/transformers_tcg/turn.h"
#include "players/make_players.h"

namespace rw::players {
namespace tcg {

using namespace rw::transformers_tcg;

struct Evaluator {
  using Rules = transformers_tcg::Rules;
  // A turn is about five decisions: play on for two or three turns, each decision by a glance only.
  static constexpr SearchParameters parameters{.trust = 1.0F,
                                               .root_trust = 2.0F,
                                               .others_trust = 1.0F,
                                               .breadth = 8,
                                               .depth = 12,
                                               .look = 1,
                                               .full_lead = 18};
  // A spread that does not shrink so far still tells choices apart in games that are as good as won.
  static constexpr SearchParameters learned_parameters{.least_spread = 0.1F,
                                                       .trust = 3.0F,
                                                       .root_trust = 2.0F,
                                                       .others_trust = 3.0F,
                                                       .breadth = 8,
                                                       .depth = 2,
                                                       .look = 1,
                                                       .prior = 0.5F};

  static void evaluate(const Content& c, const State& s, float out[core::max_seats]);
  static void promise(const Content& c, const State& s, const ChoiceList& list, float* out);
  static void glance(const Content& c, const State& s, const ChoiceList& list, float* out);
  static bool quiet(const Content& c, const State& s);
  static std::uint32_t aspect(const State& s);
};

namespace {

float chance(float logit) { return 1.0F / (1.0F + std::exp(-logit)); }
float number(int n) { return static_cast<float>(n); }
float health_left(const Content& c, const State& s, Character who) {
  return number(std::max(0, health_of(c, s, who) - s.characters[who].damage));
}
// What an average flip adds for Bold or Tough.
float flips_add(const Content& c, const State& s, Keyword k, Character who) {
  return 0.5F * number(keyword(c, s, k, who));
}

// ---- what things are worth, as logits of the chance to win -------------------------------------------------

// Fitted to 6,700 games of greedy and searching players: how well what each had at the beginning of a turn told
// who would win.
constexpr float team_worth = 1.94F;        // of all stars left, each for its share of health, as a logarithm
constexpr float force_worth = 0.66F;       // of all attack, as a logarithm
constexpr float star_worth = 0.04F;        // of a character that stands
constexpr float health_worth = 0.094F;     // a point of it
constexpr float shield_worth = 0.019F;     // a point of health behind a point of defense
constexpr float tough_worth = 0.10F;
constexpr float pierce_worth = 0.12F;
constexpr float alt_worth = -0.13F;        // to be in alt mode
constexpr float ready_worth = 0.10F;       // to be untapped
constexpr float combiner_worth = 0.49F;    // on the battlefield, for its share of health
constexpr float threat_worth = 0.097F;     // the strongest attack that an untapped character can make
constexpr float next_attack_worth = 0.09F; // the same for the player whose turn it is
constexpr float hand_worth = 0.37F;        // the root of its size

float hope_of(const Content& c, const State& s, Seat seat) {
  float hope = hand_worth * std::sqrt(number(hand_size(s, seat)));
  float team = 1, force = 1, threat = 0;
  for (const Character who : core::bits<Character>(fielded(s, seat))) {
    const CharacterCard& card = card_of_character(c, s, who);
    const float left = health_left(c, s, who), share = left / number(health_of(c, s, who));
    const float attack = number(attack_of(c, s, who)) + flips_add(c, s, Keyword::bold, who);
    team += number(card.stars) * share;
    force += attack;
    hope += star_worth * number(card.stars) + left * (health_worth + shield_worth * number(defense_of(c, s, who)));
    hope += tough_worth * number(keyword(c, s, Keyword::tough, who));
    hope += pierce_worth * number(keyword(c, s, Keyword::pierce, who));
    if (mode_of(c, s, who).is_alt()) hope += alt_worth;
    if (card.kind == CharacterKind::combiner) hope += combiner_worth * share;
    if (is_tapped(s, who)) continue;
    hope += ready_worth;
    threat = std::max(threat, attack);
  }
  hope += team_worth * std::log(team) + force_worth * std::log(force);
  return hope + threat * (s.turn == seat ? threat_worth + next_attack_worth : threat_worth);
}

// ---- how good a choice looks, as a logit ----------------------------------------------------------------

// Fitted to what a searching player chose in 21,000 decisions of the main phase and 4,600 choices of effects.

// Those who attack and those who are attacked, each looked at once for all attacks of a list.
class Fighters {
 public:
  struct Fighter {
    float attack, left, stars;
    float force;   // attack, or defense of who is attacked, with what flips add
    float pierce;  // of who attacks
  };
  Fighters(const Content& c, const State& s) : c_(c), s_(s) {}

  const Fighter& attacker(Character who) {
    if (core::contains(seen_, who)) return fighter_[who];
    Fighter& fighter = look(who);
    fighter.force = fighter.attack + flips_add(c_, s_, Keyword::bold, who);
    fighter.pierce = number(keyword(c_, s_, Keyword::pierce, who));
    return fighter;
  }
  const Fighter& attacked(Character who) {
    if (core::contains(seen_, who)) return fighter_[who];
    Fighter& fighter = look(who);
    fighter.force = number(defense_of(c_, s_, who)) + flips_add(c_, s_, Keyword::tough, who);
    return fighter;
  }

 private:
  Fighter& look(Character who) {
    core::include(seen_, who);
    Fighter& fighter = fighter_[who];
    fighter.attack = number(attack_of(c_, s_, who));
    fighter.left = health_left(c_, s_, who);
    fighter.stars = number(card_of_character(c_, s_, who).stars);
    return fighter;
  }

  const Content& c_;
  const State& s_;
  CharacterSet seen_ = 0;
  core::Indexed<Character, Fighter, character_count> fighter_;
};

float promise_of_attack(Fighters& fighters, Choice choice) {
  const Fighters::Fighter &own = fighters.attacker(choice.a<Character>()),
                          &enemy = fighters.attacked(choice.b<Character>());
  const float attack = own.force + 1.0F;
  const float damage = std::max({0.0F, attack - enemy.force - 1.0F, std::min(own.pierce, attack)});
  const float left = std::max(1.0F, enemy.left), dealt = std::min(damage, left);
  float promise = 0.2F * dealt + (0.05F * enemy.stars + 0.14F * enemy.attack) * dealt / left;
  if (damage >= left) promise += 0.5F;         // a KO
  if (damage + 2.0F >= left) promise += 0.17F;  // one with some luck
  // The attacker is tapped, and so the next to be attacked.
  promise += 0.03F * own.left - 0.045F * own.stars;
  return promise - 0.09F * own.attack;
}

int more_words(const AbilityList& then, const AbilityList& now) {
  return core::population(then.modifiers) - core::population(now.modifiers);
}

float promise_of_flip(const Content& c, const State& s, Choice choice) {
  const Character who = choice.a<Character>();
  if (!on_field(s, who)) return mode_of(c, s, who).is_alt() ? 1.2F : 0.9F;  // a component, perhaps
  const CharacterCard& card = card_of_character(c, s, who);
  const int to = choice.b() != 0 ? choice.b() - 1 : 1 - s.characters[who].mode;
  const Mode &now = mode_of(c, s, who), &then = card.modes[to];
  const float attack = number(then.attack - now.attack), defense = number(then.defense - now.defense);
  float promise = 1.7F + 0.5F * number(more_words(then.abilities, now.abilities));
  promise += is_tapped(s, who) ? 0.14F * attack + 0.62F * defense : 0.49F * attack + 0.28F * defense;
  if ((then.abilities.moments & moment_bit(Moment::flipped)) != 0) promise += 0.8F;
  return then.is_alt() ? promise - 1.3F : promise;
}

float promise_of_play(const Content& c, const State& s, Choice choice) {
  const BattleCard& card = c.card(choice.a<CardRecord>());
  if (card.action) return 1.45F;
  const auto who = core::make<Character>(choice.b() - 1);
  const bool weapon = card.kind == SlotKind::weapon, ready = !is_tapped(s, who);
  float promise = weapon ? -1.0F : -0.2F;
  if (ready) promise += weapon ? 1.65F : 0.23F;  // a Weapon is for the next attack
  promise += 0.34F * number(card.attack) + 0.68F * number(card.defense) + 0.05F * health_left(c, s, who);
  promise += 0.23F * number(card.abilities.count);
  for (const Card upgrade : upgrades_on(s, who)) {
    const BattleCard& old = battle_card(c, s, upgrade);
    if (old.kind != card.kind) continue;  // it makes room, perhaps
    promise -= 1.05F + 0.28F * number(old.attack + old.defense - card.attack - card.defense);
  }
  return promise;
}

// Picking a character: what hurts, on an enemy that it finishes; what helps, on the best of one's own.
float promise_of_item(const Content& c, const State& s, Item item) {
  if (is_card(item)) return battle_card(c, s, card_of(item)).action ? 0.29F : 0.0F;
  const Character who = character_of(item);
  if (who == no_character || !is_there(s, who)) return 0;
  const float attack = number(attack_of(c, s, who));
  if (owner_of(who) != s.decision.asked) {
    const float stars = number(card_of_character(c, s, who).stars);
    return 1.17F / (1.0F + health_left(c, s, who)) + 0.014F * stars + 0.028F * attack;
  }
  return 0.063F * number(s.characters[who].damage) + (is_tapped(s, who) ? 0.0F : 0.46F) + 0.027F * attack;
}

float promise_of(const Content& c, const State& s, Fighters& fighters, Choice choice) {
  switch (verb_of(choice)) {
    case Verb::play: return promise_of_play(c, s, choice);
    case Verb::flip: return promise_of_flip(c, s, choice);
    case Verb::use: return 1.6F;
    case Verb::attack: return promise_of_attack(fighters, choice);
    case Verb::choose: return promise_of_item(c, s, choice.a<Item>());
    case Verb::end: return -0.4F;
    case Verb::done: return 0.5F;
    case Verb::swap: return 0.6F + 0.08F * number(c.card(choice.b<CardRecord>()).stars);
    default: return 0.6F;
  }
}

}  // namespace

void Evaluator::evaluate(const Content& c, const State& s, float out[core::max_seats]) {
  for (int i = 0; i < core::max_seats; ++i) out[i] = 0;
  out[0] = chance(hope_of(c, s, core::seat(0)) - hope_of(c, s, core::seat(1)));
  out[1] = 1.0F - out[0];
}

void Evaluator::promise(const Content& c, const State& s, const ChoiceList& list, float* out) {
  glance(c, s, list, out);
  for (int i = 0; i < list.size(); ++i) out[i] = chance(out[i]);
}

// As logits: a decision that is only played on needs no chances.
void Evaluator::glance(const Content& c, const State& s, const ChoiceList& list, float* out) {
  Fighters fighters(c, s);
  for (int i = 0; i < list.size(); ++i) out[i] = tcg::promise_of(c, s, fighters, list[i]);
}

// A turn is looked at as a whole: nothing is half done only where a player begins one.
bool Evaluator::quiet(const Content&, const State& s) {
  return s.decision.kind == static_cast<std::uint8_t>(Question::main) && s.plays == 0 && s.flips == 0 &&
         s.tap_abilities == 0 && s.attacks == 0;
}

// Chance shows in the counters on the table. What a hand holds shows in what it offers: a node for each hand that
// an opponent may have would never be met again.
std::uint32_t Evaluator::aspect(const State& s) {
  if (!s.decision.open()) return 0;
  std::uint32_t aspect = 0;
  for (const Character who : core::bits<Character>(s.field))
    aspect = aspect * 31 + s.characters[who].damage + (is_tapped(s, who) ? 97u : 0u) +
             static_cast<std::uint32_t>(who) * 7u;
  return aspect;
}

}  // namespace tcg

extern const GamePlayers transformers_tcg_players;
const GamePlayers transformers_tcg_players = make_players<tcg::Evaluator>();

}  // namespace rw::players
