// The board, leaders and cards of RISK Cybertron, read once from the bundle into plain arrays.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engine/ability/language.h"
#include "engine/core/bundle.h"
#include "engine/games/risk_cybertron/state.h"

namespace rw::risk_cybertron {

RW_NAMED_ENUM(Link, std::uint8_t, none, border, hyperlink, gate, hatch, round_the_planet)
RW_NAMED_ENUM(Special, std::uint8_t, none, pivot, slide, factory)

struct Zone {
  std::string_view id, name_en, name_fr;
  int sector = 0;
  Special special = Special::none;
  int special_index = -1;  // which bit of State::open rules it (a factory shares its slide's)
  int factory = -1;        // of a slide zone: the zone of its factory
};

struct Sector {
  std::string_view id, name_en, name_fr;
  int bonus = 0;
  ZoneMask zones = 0;      // board zones
  ZoneMask factories = 0;
};

struct LeaderCard {
  std::string_view id, name_en, name_fr, colour;
  int faction = 0;  // 0 Autobot, 1 Decepticon
  int start_zone = 0;
  int first_ability[2] = {0, 0};  // by Mode, in Content::abilities
  int ability_count[2] = {0, 0};
  std::uint64_t modifiers[2] = {0, 0};  // by Mode: which modifier words it has, a bit per opcode
};

struct UpgradeCard {
  std::string_view id;  // uc01
  int upgrade = 0;
  int zone = 0;
  bool symbol = false;
  int ability = -1;  // -1: no upgrade part
};

struct Upgrade {
  std::string_view id, name_en, name_fr;
  int ability = -1;
};

struct Content {
  static Expected<std::unique_ptr<Content>> load(core::Node root);

  Zone zones[all_zones];
  Sector sectors[6];
  LeaderCard leaders[leader_count];
  UpgradeCard cards[card_count];
  std::vector<Upgrade> upgrades;
  std::vector<ability::Program> abilities;
  int specials[special_zones];                   // zone of each bit of State::open
  Link links[all_zones][all_zones];
  ZoneMask adjacent[1 << special_zones][all_zones];  // by State::open: RSK-MAP-01 to 06
  int reinforcement[all_zones + 1];
  int tie_break_zone = 0;
  int starting_robots = 30, revive_cost = 3, matrix_robots = 3, days = 6, factory_cap = 3;
  // For views: names by place
  std::vector<std::string_view> zone_ids, card_ids, leader_ids;
  std::vector<std::uint16_t> card_upgrades;
};

inline ZoneMask neighbours(const Content& c, const State& s, int zone) { return c.adjacent[s.open][zone]; }

// Open factories are zones of the board, closed ones are not (RSK-MAP-06, RSK-MAP-09).
inline ZoneMask zones_in_play(const Content& c, const State& s) {
  ZoneMask zones = board_mask;
  for (int i = 0; i < special_zones; ++i)
    if (c.zones[c.specials[i]].factory >= 0 && ((s.open >> i) & 1) != 0)
      zones |= core::bit(c.zones[c.specials[i]].factory);
  return zones;
}
inline bool is_open(const State& s, int special_index) { return ((s.open >> special_index) & 1) != 0; }

}  // namespace rw::risk_cybertron
