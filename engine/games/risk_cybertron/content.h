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

enum class SectorId : std::uint8_t {};
enum class UpgradeId : std::uint8_t {};
inline constexpr int sector_count = 6;

struct ZoneFacts {
  std::string_view id, name_en, name_fr;
  SectorId sector{};
  Special special = Special::none;
  SpecialId special_id = no_special;  // what opens and closes it (a factory shares its slide's)
  Zone factory = no_zone;             // of a slide zone
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
  Zone start_zone{};
  int first_ability[2] = {0, 0};  // by Mode, in Content::abilities
  int ability_count[2] = {0, 0};
  std::uint64_t modifiers[2] = {0, 0};  // by Mode: which modifier words it has, a bit per opcode
};

struct UpgradeCard {
  std::string_view id;  // uc01
  UpgradeId upgrade{};
  Zone zone{};
  bool symbol = false;
  int ability = -1;  // -1: no upgrade part
};

struct Upgrade {
  std::string_view id, name_en, name_fr;
  int ability = -1;
};

struct Content {
  static Expected<std::unique_ptr<Content>> load(core::Node root);

  core::Indexed<Zone, ZoneFacts, all_zones> zones;
  core::Indexed<SectorId, Sector, sector_count> sectors;
  core::Indexed<LeaderId, LeaderCard, leader_count> leaders;
  core::Indexed<Card, UpgradeCard, card_count> cards;
  std::vector<Upgrade> upgrades;
  std::vector<ability::Program> abilities;
  core::Indexed<SpecialId, Zone, special_zones> specials;
  core::Indexed<Zone, core::Indexed<Zone, Link, all_zones>, all_zones> links;
  core::Indexed<Zone, ZoneMask, all_zones> adjacent[1 << special_zones];  // by State::open: RSK-MAP-01 to 06
  int reinforcement[all_zones + 1];
  Zone tie_break_zone{};
  int starting_robots = 30, revive_cost = 3, matrix_robots = 3, days = 6, factory_cap = 3;
  // For views: names by place
  std::vector<std::string_view> zone_ids, card_ids, leader_ids;
  std::vector<std::uint16_t> card_upgrades;
};

inline ZoneMask neighbours(const Content& c, const State& s, Zone zone) { return c.adjacent[s.open][zone]; }

// Open factories are zones of the board, closed ones are not (RSK-MAP-06, RSK-MAP-09).
inline ZoneMask zones_in_play(const Content& c, const State& s) {
  ZoneMask zones = board_mask;
  for (const SpecialId special : core::bits<SpecialId>(s.open))
    if (const Zone factory = c.zones[c.specials[special]].factory; factory != no_zone) zones |= core::bit(factory);
  return zones;
}
inline bool is_open(const State& s, SpecialId special) { return core::contains(s.open, special); }
inline bool is_open(const Content& c, const State& s, Zone zone) { return is_open(s, c.zones[zone].special_id); }
inline const Upgrade& upgrade_of(const Content& c, Card card) {
  return c.upgrades[static_cast<std::size_t>(c.cards[card].upgrade)];
}

}  // namespace rw::risk_cybertron
