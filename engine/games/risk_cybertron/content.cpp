// Reading the bundle into the arrays the rules work on.
#include "engine/games/risk_cybertron/content.h"

#include "engine/games/risk_cybertron/words.h"

namespace rw::risk_cybertron {
namespace {

using core::Node;

template <class Id>
Id id(Node node, Id otherwise = Id{}) {
  return core::make<Id>(static_cast<int>(node.integer(core::index(otherwise))));
}

void add_abilities(Content& c, Node list, int& first, int& count) {
  first = static_cast<int>(c.abilities.size());
  count = list.size();
  for (int i = 0; i < count; ++i) c.abilities.push_back({list[i].code()});
}

Expected<> load_zones(Content& c, Node root) {
  const Node zones = root["zones"];
  if (zones.size() != all_zones)
    return failed("the board must have 42 zones and 2 factories (RSK-MAP-09), not " +
                  std::to_string(zones.size()));
  int specials = 0;
  for (const Zone at : core::first<Zone>(all_zones)) {
    const Node node = zones[core::index(at)];
    ZoneFacts& zone = c.zones[at];
    zone.id = node["id"].text();
    zone.name_en = node["name"]["en"].text();
    zone.name_fr = node["name"]["fr"].text();
    zone.sector = id<SectorId>(node["sector"]);
    const int special = core::find_name(Special_names, node["special"].text("none"));
    zone.special = special < 0 ? Special::none : static_cast<Special>(special);
    c.zone_ids.push_back(zone.id);
    if (zone.special == Special::pivot || zone.special == Special::slide) {
      if (specials == special_zones) break;
      zone.special_id = core::make<SpecialId>(specials++);
      c.specials[zone.special_id] = at;
    }
    if ((zone.special == Special::factory) != is_factory(at))
      return failed("the two factories must be the last two zones");
  }
  for (int i = board_zones; i < all_zones; ++i) {
    const Zone factory = core::make<Zone>(i), parent = id<Zone>(zones[i]["under"], no_zone);
    if (is_factory(parent) || c.zones[parent].special != Special::slide)
      return failed("factory '" + std::string(c.zones[factory].id) + "' must lie under a slide zone");
    c.zones[parent].factory = factory;
    c.zones[factory].special_id = c.zones[parent].special_id;
  }
  if (specials != special_zones) return failed("the board must have two pivot and two slide zones");
  return {};
}

// RSK-MAP-01 to 06, for each of the sixteen states of the special zones.
void connect(Content& c, Node links) {
  for (int i = 0; i < links.size(); ++i) {
    const Zone a = id<Zone>(links[i]["a"]), b = id<Zone>(links[i]["b"]);
    int kind = core::find_name(Link_names, links[i]["kind"].text());
    if (links[i]["round_the_planet"].flag()) kind = static_cast<int>(Link::round_the_planet);
    c.links[a][b] = c.links[b][a] = static_cast<Link>(kind);
  }
  for (int open = 0; open < (1 << special_zones); ++open)
    for (const Zone a : core::first<Zone>(all_zones))
      for (const Zone b : core::first<Zone>(all_zones)) {
        const Link link = c.links[a][b];
        if (link == Link::none) continue;
        bool passable = true;
        for (const Zone end : {a, b}) {
          const ZoneFacts& zone = c.zones[end];
          const bool gated = (link == Link::gate && zone.special == Special::pivot) ||
                             (link == Link::hatch && zone.special == Special::factory);
          if (gated && !core::contains(static_cast<std::uint64_t>(open), zone.special_id)) passable = false;
        }
        if (passable) c.adjacent[open][a] |= core::bit(b);
      }
}

Expected<> load_cards(Content& c, Node root) {
  const Node upgrades = root["upgrades"];
  for (int i = 0; i < upgrades.size(); ++i) {
    Upgrade upgrade{upgrades[i]["id"].text(), upgrades[i]["name"]["en"].text(), upgrades[i]["name"]["fr"].text(),
                    -1};
    int first = 0, count = 0;
    add_abilities(c, upgrades[i]["abilities"], first, count);
    if (count > 1) return failed("upgrade '" + std::string(upgrade.id) + "' has more than one ability");
    if (count == 1) upgrade.ability = first;
    c.upgrades.push_back(upgrade);
  }
  const Node cards = root["cards"];
  if (cards.size() != card_count)
    return failed("there must be 42 upgrade cards, one per zone", Clause::RSK_DAY_07);
  ZoneMask named = 0;
  for (const Card at : core::first<Card>(card_count)) {
    const Node node = cards[core::index(at)];
    UpgradeCard& card = c.cards[at];
    card.id = node["id"].text();
    card.upgrade = id<UpgradeId>(node["upgrade"]);
    card.zone = id<Zone>(node["zone"]);
    card.symbol = node["transform"].flag();
    card.ability = upgrade_of(c, at).ability;
    c.card_ids.push_back(card.id);
    c.card_upgrades.push_back(static_cast<std::uint16_t>(card.upgrade));
    named |= core::bit(card.zone);
    if (card.ability < 0 && !card.symbol) return failed("card '" + std::string(card.id) + "' has neither part");
  }
  if (named != board_mask)
    return failed("each of the 42 zones must be named by exactly one card", Clause::RSK_DAY_07);
  return {};
}

// Most figures are changed by no leader: a bit per word spares the rules from looking.
void note_modifiers(const Content& c, LeaderCard& leader) {
  for (int mode = 0; mode < 2; ++mode)
    for (int k = 0; k < leader.ability_count[mode]; ++k) {
      const ability::Program p =
          c.abilities[static_cast<std::size_t>(leader.first_ability[mode]) + static_cast<std::size_t>(k)];
      if (p.ability().kind != static_cast<int>(ability::Kind::always)) continue;
      for (int at = p.ability().effects; at < static_cast<int>(p.code.size()); ++at)
        if (p.opcode(at) >= ability::first_game_word)
          leader.modifiers[mode] |= core::bit((p.opcode(at) - ability::first_game_word) & 63);
    }
}

Expected<> load_leaders(Content& c, Node root) {
  const Node leaders = root["leaders"];
  if (leaders.size() != leader_count) return failed("there must be four leaders", Clause::RSK_MOD_04);
  for (const LeaderId who : core::first<LeaderId>(leader_count)) {
    const Node node = leaders[core::index(who)];
    LeaderCard& leader = c.leaders[who];
    leader.id = node["id"].text();
    leader.name_en = node["name"]["en"].text();
    leader.name_fr = node["name"]["fr"].text();
    leader.colour = node["colour"].text();
    leader.faction = node["faction"].text() == "autobot" ? 0 : 1;
    leader.start_zone = id<Zone>(node["start_zone"]);
    c.leader_ids.push_back(leader.id);
    for (int mode = 0; mode < 2; ++mode)
      add_abilities(c, node[Mode_names[static_cast<std::size_t>(mode)]], leader.first_ability[mode],
                    leader.ability_count[mode]);
    note_modifiers(c, leader);
  }
  return {};
}

}  // namespace

Expected<std::unique_ptr<Content>> Content::load(Node root) {
  auto content = std::make_unique<Content>();
  Content& c = *content;
  const Node sectors = root["sectors"];
  if (sectors.size() != sector_count) return failed("the board must have six sectors", Clause::RSK_MAP_13);
  if (auto done = load_zones(c, root); !done) return done.failure();
  for (const SectorId at : core::first<SectorId>(sector_count)) {
    const Node node = sectors[core::index(at)];
    Sector& sector = c.sectors[at];
    sector = {node["id"].text(),
              node["name"]["en"].text(),
              node["name"]["fr"].text(),
              static_cast<int>(node["bonus"].integer()),
              0,
              0};
    for (const Zone z : core::first<Zone>(all_zones))
      if (c.zones[z].sector == at) (is_factory(z) ? sector.factories : sector.zones) |= core::bit(z);
  }
  connect(c, root["links"]);
  if (auto done = load_cards(c, root); !done) return done.failure();
  if (auto done = load_leaders(c, root); !done) return done.failure();
  const Node game = root["game"];
  if (game["reinforcement"].size() != all_zones + 1)
    return failed("the reinforcement table needs a row for 0 to 44 zones", Clause::RSK_P1_03);
  for (int i = 0; i <= all_zones; ++i) c.reinforcement[i] = static_cast<int>(game["reinforcement"][i].integer());
  c.tie_break_zone = id<Zone>(game["tie_break_zone"]);
  c.starting_robots = static_cast<int>(game["starting_robots"].integer(30));
  c.revive_cost = static_cast<int>(game["revive_cost"].integer(3));
  c.matrix_robots = static_cast<int>(game["matrix_robots"].integer(3));
  c.days = static_cast<int>(game["days"].integer(6));
  c.factory_cap = static_cast<int>(game["factory_cap"].integer(3));
  return content;
}

}  // namespace rw::risk_cybertron
