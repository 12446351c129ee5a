// The cards, Dinosaurs and kingdoms of Biomechanic Dino Battles, read once from the bundle.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engine/ability/language.h"
#include "engine/core/bundle.h"
#include "engine/games/dino_battles/state.h"

namespace rw::dino_battles {

// DNB-GEN-07: symbols for Attack, Evade, Defend, and any Combat Card.
struct Cost {
  std::uint8_t of[combat_kinds] = {};
  std::uint8_t any = 0;
  int size() const { return of[0] + of[1] + of[2] + any; }  // DNB-GEN-11
};

// Combat Cards as a choice hands them over: how many of each kind, four bits a kind.
using Payment = int;
constexpr int paid_of(Payment p, int kind) { return (p >> (4 * kind)) & 15; }
constexpr Payment payment(int a, int e, int d) { return a | (e << 4) | (d << 8); }

// What must be named when something is announced (DNB-GEN-15).
RW_NAMED_ENUM(TargetType, std::uint8_t, none, dinosaur, player, item)
RW_NAMED_ENUM(Whose, std::uint8_t, own, opponent, any)
RW_NAMED_ENUM(ZoneWord, std::uint8_t, any, active, reserve)
RW_NAMED_ENUM(ItemWord, std::uint8_t, tech, strategy_or_assist)
struct TargetSpec {
  TargetType type = TargetType::none;
  Whose whose = Whose::any;
  ZoneWord zone = ZoneWord::any;
  ItemWord item = ItemWord::tech;
  int most = 1;
  bool up_to = false;
};

struct AbilityList {
  int first = 0, count = 0;
};

struct AttackCard {
  Cost cost;
  int damage = 0, atk_bonus = 0;
  int flags = 0;  // ItemFlag no_evade, no_defend
  bool any_dinosaur = false;
  AbilityList abilities;
};

struct AssistCard {
  Cost cost;
  int ability = -1;  // -1: the Dinosaur has no Assist Power
  TargetSpec target;
};

struct DinosaurCard {
  std::string_view id, name;
  Cost cost, retreat;
  int hp = 0, atk = 0, eva = 0, def = 0;
  int traits = 0;  // a bit per Lasts: spiked, immune_poison, immune_paralyze
  int attack_count = 0;
  AttackCard attacks[2];
  AssistCard assist;
  bool inflicts = false;  // Poison or Paralyze (DNB-SET-16)
};

struct PowerCard {
  std::string_view name;
  Cost cost;
  bool attack = false;
  int atk = 0, damage = 0, flags = 0;
  int moment = 0;  // Moment: when it may be played
  AbilityList abilities;
  TargetSpec target;
};

// A Strategy or a Tech: the ten stacks are chosen among them.
struct StackCard {
  std::string_view id, name;
  Cost cost;
  bool tech = false;
  std::uint32_t tags = 0;  // a bit per Tag
  int ability = -1;        // of a Strategy
  TargetSpec target;       // of a Strategy
  int power_count = 0;
  PowerCard powers[2];
  bool inflicts = false;
};
RW_NAMED_ENUM(Tag, std::uint8_t, draw, chain, attach, combat, buy, heal, cure, attack, info, defence, move, gain,
              counter)

struct PlainCard {  // Combat and Status Cards
  std::string_view id, name;
  int drawn = -1, discarded = -1;  // abilities of Status Cards
};

struct Kingdom {
  std::string_view id;
  std::uint8_t stacks[stack_count] = {};
  std::uint8_t dinos[dino_kinds] = {};
  std::uint8_t compensation = 0;  // DNB-SET-13: a bit for each number of players with which it is recommended
};

struct SupplyCounts {
  int dinosaurs = 0, combat = 0, stack = 0, wounds = 0, poisons = 0, paralyzes = 0;
};

struct Content {
  static Expected<std::unique_ptr<Content>> load(core::Node root);

  std::vector<ability::Program> abilities;
  PlainCard plain[6];  // attack, evade, defend, wound, poison, paralyze
  std::vector<StackCard> cards;  // Strategies, then Techs
  std::vector<DinosaurCard> dinosaurs;
  std::vector<Kingdom> kingdoms;
  SupplyCounts supply[3];  // by players, from two
  int starting[4] = {};    // Attack, Evade, Defend, Wound
  int hand = 6, reserve_limit = 3, knock_outs = 3, round_limit = 30, damage_per_wound = 5, random_tries = 1000;
  int strategy_count = 0;
  int cheapest_power = 1;  // size of the lowest activation cost
  std::vector<std::string_view> card_ids, dino_ids, kingdom_ids;
  std::vector<std::string_view> source_ids;  // of what can wait on the response stack: cards, then Dinosaurs
};

inline const SupplyCounts& supply_for(const Content& c, int seats) { return c.supply[seats - 2]; }
inline const StackCard& stack_card(const Content& c, const State& s, int kind) {
  return c.cards[s.stacks[kind - first_stack]];
}
inline bool is_strategy(const Content& c, const State& s, int kind) {
  return is_stack_card(kind) && !stack_card(c, s, kind).tech;
}
inline bool is_tech(const Content& c, const State& s, int kind) {
  return is_stack_card(kind) && stack_card(c, s, kind).tech;
}
inline const DinosaurCard& dino_card(const Content& c, const State& s, Ref ref) {
  return c.dinosaurs[s.dinos[dino_at(s, ref).kind - 1]];
}
// DNB-GEN-11: Combat and Status Cards have size 0.
inline int cost_size(const Content& c, const State& s, int kind) {
  return is_stack_card(kind) ? stack_card(c, s, kind).cost.size() : 0;
}
const PlainCard& plain_card(const Content&, int kind);

}  // namespace rw::dino_battles
