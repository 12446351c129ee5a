// What the registers of each step hold, by name: frame.as<FlipFrame>(). A 0 stands for nothing.
#pragma once

#include "engine/games/transformers_tcg/content.h"

namespace rw::transformers_tcg {

struct AttackFrame {
  OrNone<Character> defender;  // whose abilities for defending have triggered
  std::uint8_t unused[15];
};

// Shares its registers with the program that gives the order.
struct OrderedAttackFrame {
  std::int16_t named[7];
  OrNone<Character> attacker;
  std::uint8_t unused;
};

struct FlipFrame {
  CharacterSet who;
  struct Pick {
    OrNone<Character> character;
    std::uint8_t mode;
  } picks[4];  // of Triple Changers
};

struct PlanFrame {
  std::int16_t returned;  // of the cards that Focus looked at
  std::int16_t unused[7];
};

inline constexpr int most_kept = 3;
// In the sixteen bits of a register.
template <core::Id T>
struct Wide {
  OrNone<T> id;
  std::uint8_t unused;
};
struct KeepFrame {
  Wide<Card> kept[player_count][most_kept];
  std::int16_t unused[2];
};

struct ScrapFrame {
  std::int16_t name;  // the name in the program that counts them, or no_name
  std::int16_t unused[7];
};

struct CombineFrame {
  Wide<Character> component[max_components];
  std::int16_t unused;
  Wide<Character> combiner;
};

// Two characters whose Upgrades look for slots, one after the other.
struct SettleFrame {
  std::int16_t unused[6];
  Wide<Character> next, now;
};

}  // namespace rw::transformers_tcg
