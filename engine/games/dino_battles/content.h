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
  core::Indexed<Kind, std::uint8_t, combat_kinds> of{};
  std::uint8_t any = 0;
  int size() const { return of[Kind::attack] + of[Kind::evade] + of[Kind::defend] + any; }  // DNB-GEN-11
};

// Combat Cards as a choice hands them over: how many of each kind, four bits a kind.
enum class Payment : std::uint16_t {};
constexpr int paid_of(Payment p, Kind kind) { return (core::index(p) >> (4 * core::index(kind))) & 15; }
constexpr Payment payment(int a, int e, int d) { return core::make<Payment>(a | (e << 4) | (d << 8)); }
constexpr int cards_in(Payment p) {
  return paid_of(p, Kind::attack) + paid_of(p, Kind::evade) + paid_of(p, Kind::defend);
}

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
  core::Indexed<Stack, StackRecord, stack_count> stacks{};
  core::Indexed<DinoKind, DinoRecord, dino_kinds> dinos{};
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
  core::Indexed<Kind, int, 4> starting{};  // Attack, Evade, Defend, Wound
  int hand = 6, reserve_limit = 3, knock_outs = 3, round_limit = 30, damage_per_wound = 5, random_tries = 1000;
  int strategy_count = 0;
  int cheapest_power = 1;  // size of the lowest activation cost
  std::vector<std::string_view> card_ids, dino_ids, kingdom_ids;
  std::vector<std::string_view> source_ids;  // of what can wait on the response stack: cards, then Dinosaurs
};

inline const SupplyCounts& supply_for(const Content& c, int seats) { return c.supply[seats - 2]; }
inline const StackCard& card_of(const Content& c, StackRecord record) {
  return c.cards[static_cast<std::size_t>(record)];
}
inline const DinosaurCard& card_of(const Content& c, DinoRecord record) {
  return c.dinosaurs[static_cast<std::size_t>(record)];
}
inline const StackCard& stack_card(const Content& c, const State& s, Kind kind) {
  return card_of(c, s.stacks[stack_of(kind)]);
}
inline bool is_strategy(const Content& c, const State& s, Kind kind) {
  return is_stack_card(kind) && !stack_card(c, s, kind).tech;
}
// Strategies come first.
inline bool is_tech(const Content& c, StackRecord record) { return core::index(record) >= c.strategy_count; }
inline bool is_tech(const Content& c, const State& s, Kind kind) {
  return is_stack_card(kind) && stack_card(c, s, kind).tech;
}
inline const DinosaurCard& dino_card(const Content& c, const State& s, Ref ref) {
  return card_of(c, dino_record(s, ref));
}
// DNB-GEN-11: Combat and Status Cards have size 0.
inline int cost_size(const Content& c, const State& s, Kind kind) {
  return is_stack_card(kind) ? stack_card(c, s, kind).cost.size() : 0;
}
const PlainCard& plain_card(const Content&, Kind kind);

}  // namespace rw::dino_battles
