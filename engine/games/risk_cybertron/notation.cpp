// The players' words for everything a choice or an event names, both ways.
#include "engine/core/text.h"
#include "engine/edge.h"
#include "engine/games/risk_cybertron/describe.h"
#include "engine/games/risk_cybertron/rules.h"

namespace rw::risk_cybertron {
namespace {

// By Verb.
constexpr std::string_view patterns[] = {
    "",
    "lead {a:leader}",
    "claim {a:zone}",
    "place {b:number} on {a:zone}",
    "play {a:card}",
    "pass",
    "revive {b:word} on {a:zone}",
    "flip leader",
    "transform {b:zone} with {a:card}",
    "attack {a:zone} -> {b:zone}",
    "use {a:number}{d? with leader}",
    "add 1 to die {a:number}",
    "choose {a:item}",
    "done",
    "move in {a:number}{d? with leader}",
    "continue",
    "end attack",
    "reinforce {a:zone} -> {b:zone}",
    "move {a:number}{d? with leader}",
    "jump to {a:zone}",
    "give {a:zone}",
    "end phase",
};
static_assert(std::size(patterns) == Verb_count);

constexpr std::string_view seat_numbers[] = {"seat 1", "seat 2", "seat 3", "seat 4"};
constexpr std::string_view colours_fr[] = {"rouge", "jaune", "noir", "bleu"};

std::string zone_name(const Content& c, int zone, bool french) {
  if (zone < 0 || zone >= all_zones) return "?";
  return std::string(french ? c.zones[zone].name_fr : c.zones[zone].name_en);
}

}  // namespace

std::span<const std::string_view> Rules::notations() { return patterns; }
const ability::Vocabulary& Rules::vocabulary() { return risk_cybertron::vocabulary(); }

std::string_view seat_name(const Content& c, const State& s, int seat) {
  if (s.leader[seat].who == no_leader) return seat_numbers[seat];
  return c.leaders[s.leader[seat].who].colour;
}

std::string Rules::name(const Content& c, const State& s, std::string_view kind, int value,
                        std::string_view language) {
  const bool french = language == "fr";
  if (kind == "number") return std::to_string(value);
  if (kind == "zone") return zone_name(c, value, french);
  if (kind == "seat") {
    if (value < 0 || value >= s.seats) return "?";
    const std::string_view colour = seat_name(c, s, value);
    if (french)
      for (int i = 0; i < leader_count; ++i)
        if (c.leaders[i].colour == colour) return std::string(colours_fr[i]);
    return std::string(colour);
  }
  if (kind == "leader" && value >= 0 && value < leader_count)
    return std::string(french ? c.leaders[value].name_fr : c.leaders[value].name_en);
  if (kind == "card" && value >= 0 && value < card_count) return std::string(c.cards[value].id);
  if (kind == "upgrade" && value >= 0 && value < card_count) {
    const Upgrade& upgrade = c.upgrades[static_cast<std::size_t>(c.cards[value].upgrade)];
    return std::string(french ? upgrade.name_fr : upgrade.name_en);
  }
  if (kind == "sector" && value >= 0 && value < 6)
    return std::string(french ? c.sectors[value].name_fr : c.sectors[value].name_en);
  if (kind == "word" && value >= 0 && value < Mode_count)
    return std::string(Mode_names[static_cast<std::size_t>(value)]);
  if (kind == "mode" && value >= 0 && value < Mode_count)
    return french ? (value == 0 ? "robot" : "véhicule") : std::string(Mode_names[static_cast<std::size_t>(value)]);
  if (kind == "phase" && value >= 0 && value < Phase_count)
    return std::string(Phase_names[static_cast<std::size_t>(value)]);
  if (kind == "item")
    return value >= die_item ? (french ? "dé " : "die ") + std::to_string(value - die_item + 1)
                             : zone_name(c, value, french);
  if (kind == "hidden") return french ? "une carte" : "a card";
  return "?";
}

std::vector<int> Rules::find(const Content& c, const State& s, std::string_view kind, std::string_view text) {
  std::vector<int> found;
  const auto matches = [&](std::string_view name) { return core::folded(name) == text; };
  if (kind == "number") {
    int value = 0;
    for (char digit : text) {
      if (digit < '0' || digit > '9' || value > 9999) return {};
      value = value * 10 + (digit - '0');
    }
    if (!text.empty()) found.push_back(value);
  } else if (kind == "zone" || kind == "item") {
    for (int i = 0; i < all_zones; ++i)
      if (matches(c.zones[i].id) || matches(c.zones[i].name_en) || matches(c.zones[i].name_fr)) found.push_back(i);
    for (int i = 0; i < max_attack_dice && kind == "item"; ++i)
      if (text == "die " + std::to_string(i + 1)) found.push_back(die_item + i);
  } else if (kind == "leader") {
    for (int i = 0; i < leader_count; ++i)
      if (matches(c.leaders[i].id) || matches(c.leaders[i].name_en)) found.push_back(i);
  } else if (kind == "card") {
    // By the card's own id, or by its upgrade's name: the asked seat's own copy first.
    for (int pass = 0; pass < 2; ++pass)
      for (int i = 0; i < card_count; ++i) {
        const Upgrade& upgrade = c.upgrades[static_cast<std::size_t>(c.cards[i].upgrade)];
        const bool own = s.decision.open() && core::contains(s.hand[core::index(s.decision.asked)], i);
        if (own == (pass == 0) && (matches(c.cards[i].id) || matches(upgrade.id) || matches(upgrade.name_en) ||
                                   matches(upgrade.name_fr)))
          found.push_back(i);
      }
  } else if (kind == "word") {
    const int mode = core::find_name(Mode_names, text);
    if (mode >= 0) found.push_back(mode);
  } else if (kind == "seat") {
    for (int i = 0; i < s.seats; ++i)
      if (matches(seat_name(c, s, i)) || matches(seat_numbers[i])) found.push_back(i);
  }
  return found;
}

}  // namespace rw::risk_cybertron

namespace rw {
const Game& risk_cybertron_game();
const Game& risk_cybertron_game() {
  static const Game game = make_game<risk_cybertron::Rules>();
  return game;
}
}  // namespace rw
