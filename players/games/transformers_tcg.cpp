// What computer players of the Transformers TCG know beyond its rules.
#include <algorithm>
#include <cmath>

#include "engine/games/transformers_tcg/rules.h"
#include "engine/games/transformers_tcg/turn.h"
#include "players/make_players.h"

namespace rw::players {
namespace tcg {

using namespace rw::transformers_tcg;

struct Sense {
  using Rules = transformers_tcg::Rules;
  // What an attack was good for shows in the turns after it, and a turn is about five decisions: play on for
  // many of them, each by a glance only.
  static constexpr SearchTaste taste{.trust = 1.0F, .root_trust = 2.0F, .breadth = 8, .depth = 70, .look = 1};

  static void evaluate(const Content& c, const State& s, float out[core::max_seats]);
  static void promise(const Content& c, const State& s, const ChoiceList& list, float* out);
  static bool quiet(const Content& c, const State& s);
  static std::uint32_t aspect(const State& s);
};

namespace {

// What things are worth, as logits of the chance to win.
constexpr float star_worth = 0.10F;      // of a character that stands, for its share of health
constexpr float standing_worth = 0.28F;  // to stand at all
constexpr float ready_worth = 0.05F;     // to be untapped
constexpr float hand_worth = 0.07F;
constexpr float upgrade_worth = 0.10F;
constexpr float figure_worth = 0.03F;    // a point of attack or defense of the mode it is in
constexpr float formed_worth = 0.8F;     // a Combiner on the battlefield

float worth_of(const Content& c, const State& s, int who) {
  const CharacterCard& card = card_of_character(c, s, who);
  const Mode& mode = mode_of(c, s, who);
  const float health = static_cast<float>(card.health);
  const float left = std::max(0.0F, health - static_cast<float>(s.characters[who].damage)) / health;
  float worth = standing_worth + star_worth * static_cast<float>(card.stars) * left;
  worth += figure_worth * static_cast<float>(mode.attack + mode.defense);
  if (!is_tapped(s, who)) worth += ready_worth;
  if (card.kind == CharacterKind::combiner) worth += formed_worth * left;
  for (int upgrade : upgrades_on(s, who)) {
    const BattleCard& printed = battle_card(c, s, upgrade);
    worth += upgrade_worth + figure_worth * static_cast<float>(printed.attack + printed.defense);
  }
  return worth;
}

float hope_of(const Content& c, const State& s, Seat seat) {
  float hope = hand_worth * std::sqrt(static_cast<float>(hand_size(s, seat)) * 4.0F);
  for (int who : core::bits(fielded(s, seat))) hope += worth_of(c, s, who);
  return hope;
}

int damage_left(const Content& c, const State& s, int who) {
  return card_of_character(c, s, who).health - s.characters[who].damage;
}

// What an attack may do, with the icons that an average flip shows.
float promise_of_attack(const Content& c, const State& s, Choice choice) {
  const int who = choice.a(), enemy = choice.b();
  const int attack = attack_of(c, s, who) + 1 + keyword(c, s, Keyword::bold, who) / 2;
  const int defense = defense_of(c, s, enemy) + 1 + keyword(c, s, Keyword::tough, enemy) / 2;
  const int damage = std::max({0, attack - defense, std::min(keyword(c, s, Keyword::pierce, who), attack)});
  const int left = damage_left(c, s, enemy);
  const float share = static_cast<float>(std::min(damage, left)) / static_cast<float>(std::max(1, left));
  const float stars = static_cast<float>(card_of_character(c, s, enemy).stars);
  return 0.40F + 0.02F * static_cast<float>(std::min(damage, 8)) +
         (damage >= left ? 0.10F + 0.004F * stars : 0.05F * share);
}

float promise_of_flip(const Content& c, const State& s, Choice choice) {
  const int who = choice.a();
  if (!on_field(s, who)) return mode_of(c, s, who).is_alt() ? 0.62F : 0.2F;  // a component, perhaps
  const CharacterCard& card = card_of_character(c, s, who);
  const int to = choice.b() != 0 ? choice.b() - 1 : 1 - s.characters[who].mode;
  const Mode &now = mode_of(c, s, who), &then = card.modes[to];
  const int gain = is_tapped(s, who) ? then.defense - now.defense : then.attack - now.attack;
  const bool answers = (then.abilities.moments & moment_bit(Moment::flipped)) != 0;
  return std::clamp(0.45F + 0.05F * static_cast<float>(gain) + (answers ? 0.15F : 0.0F), 0.1F, 0.9F);
}

float promise_of_play(const Content& c, const State& s, Choice choice) {
  const BattleCard& card = c.cards[static_cast<std::size_t>(choice.a())];
  if (card.action) return 0.8F;
  const int who = choice.b() - 1;
  float promise = 0.72F + 0.02F * static_cast<float>(card.attack + card.defense);
  if (card.kind == 0 && !is_tapped(s, who)) promise += 0.04F;
  for (int old : upgrades_on(s, who))
    if (battle_card(c, s, old).kind == card.kind) promise -= 0.25F;
  return promise;
}

// Picking a character: what hurts, on an enemy that it finishes; what helps, on the own side's best.
float promise_of_item(const Content& c, const State& s, int item) {
  if (!is_character(item) || s.characters[item].card == 0) return 0.5F;
  const float left = static_cast<float>(damage_left(c, s, item));
  const float stars = static_cast<float>(card_of_character(c, s, item).stars);
  if (owner_of_character(item) != s.decision.asked)
    return 0.6F + 0.1F / (1.0F + std::max(0.0F, left)) + 0.002F * stars;
  return 0.5F + 0.01F * static_cast<float>(s.characters[item].damage) + (is_tapped(s, item) ? 0.0F : 0.03F);
}

}  // namespace

void Sense::evaluate(const Content& c, const State& s, float out[core::max_seats]) {
  for (int i = 0; i < core::max_seats; ++i) out[i] = 0;
  const float difference = hope_of(c, s, core::seat(0)) - hope_of(c, s, core::seat(1));
  out[0] = 1.0F / (1.0F + std::exp(-difference));
  out[1] = 1.0F - out[0];
}

void Sense::promise(const Content& c, const State& s, const ChoiceList& list, float* out) {
  for (int i = 0; i < list.size(); ++i) {
    const Choice choice = list[i];
    switch (verb_of(choice)) {
      case Verb::play: out[i] = promise_of_play(c, s, choice); break;
      case Verb::flip: out[i] = promise_of_flip(c, s, choice); break;
      case Verb::use: out[i] = 0.7F; break;
      case Verb::attack: out[i] = promise_of_attack(c, s, choice); break;
      case Verb::choose: out[i] = promise_of_item(c, s, choice.a()); break;
      case Verb::end: out[i] = 0.3F; break;
      case Verb::done: out[i] = 0.35F; break;
      case Verb::swap:
        out[i] = 0.4F + 0.02F * static_cast<float>(c.cards[static_cast<std::size_t>(choice.b())].stars);
        break;
      case Verb::concede:
      case Verb::offer_draw:
      case Verb::time_out: out[i] = 0; break;
      default: out[i] = 0.5F;
    }
  }
}

// A turn is looked at as a whole: nothing is half done only where a player begins one.
bool Sense::quiet(const Content&, const State& s) {
  return s.decision.kind == static_cast<std::uint8_t>(Question::main) && s.plays == 0 && s.flips == 0 &&
         s.tap_abilities == 0 && s.attacks == 0;
}

// Chance shows in the own hand and in the counters on the table.
std::uint32_t Sense::aspect(const State& s) {
  if (!s.decision.open()) return 0;
  std::uint32_t aspect = 0;
  for (int card : s.hand& cards_of(s.decision.asked)) aspect += s.definition[card] * 2654435761u;
  for (int who : core::bits(s.field))
    aspect = aspect * 31 + s.characters[who].damage + (is_tapped(s, who) ? 97u : 0u) +
             static_cast<std::uint32_t>(who) * 7u;
  return aspect;
}

}  // namespace tcg

extern const GamePlayers transformers_tcg_players;
const GamePlayers transformers_tcg_players = make_players<tcg::Sense>();

}  // namespace rw::players
