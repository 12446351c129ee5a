// What the registers of each step hold, by name: frame.as<FlipFrame>(). A 0 stands for nothing, so characters and
// cards count from 1.
#pragma once

#include "engine/games/transformers_tcg/content.h"

namespace rw::transformers_tcg {

struct AttackFrame {
  std::int16_t defender;  // whose abilities for defending have triggered
  std::int16_t unused[7];
};

// Lies on the registers of the program that gives the order.
struct OrderedAttackFrame {
  std::int16_t named[7];
  std::int16_t attacker;
};

struct FlipFrame {
  CharacterSet who;
  struct Pick {
    std::uint8_t character, mode;
  } picks[4];  // of Triple Changers
};

struct PlanFrame {
  std::int16_t returned;  // of the cards that Focus looked at
  std::int16_t unused[7];
};

inline constexpr int most_kept = 3;
struct KeepFrame {
  std::int16_t kept[player_count][most_kept];
  std::int16_t unused[2];
};

struct ScrapFrame {
  std::int16_t name;  // the register of the program that counts them, -1: none
  std::int16_t unused[7];
};

struct CombineFrame {
  std::int16_t component[max_components];
  std::int16_t unused;
  std::int16_t combiner;
};

// Two characters whose Upgrades look for slots, one after the other.
struct SettleFrame {
  std::int16_t unused[6];
  std::int16_t next, now;
};

}  // namespace rw::transformers_tcg
