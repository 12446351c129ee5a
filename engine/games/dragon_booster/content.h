// The cards, decks, formats and packs of Dragon Booster, read once from the bundle.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engine/ability/language.h"
#include "engine/core/bundle.h"
#include "engine/games/dragon_booster/state.h"

namespace rw::dragon_booster {

struct Names {
  std::string_view en, fr;
  std::string_view in(std::string_view language) const { return language == "fr" ? fr : en; }
};

RW_NAMED_ENUM(Kind, std::uint8_t, maneuver, event, dragon, gear, crew)
RW_NAMED_ENUM(Rarity, std::uint8_t, common, uncommon, rare)
enum class Team : std::uint8_t {};
enum class Title : std::int16_t {};
inline constexpr Title no_title{-1};

// One card of the set. What its abilities are about is noted when the bundle is read: play need not walk a program
// to learn that it does not matter.
struct alignas(128) CardFace {
  // What play asks for stands together, in one cache line.
  Kind kind = Kind::maneuver;
  Rarity rarity = Rarity::common;
  std::uint8_t cost = 0, sprint = 0;  // maneuvers
  std::uint8_t burst = 0;  // events
  Stat burst_stat = Stat::speed;
  Color color = no_color;  // events, dragons
  std::uint8_t level = 0;  // gear
  Team team{};  // dragons, crew
  Title title = no_title;  // crystal cards
  std::uint16_t boxes = 0;  // gear: a bit per color, 0 for none (DRB-MAG-05)
  core::Indexed<Cap, Stat, zap_caps> corners{};  // gear: what it shows in each zap cap (DRB-MAG-08)
  core::Indexed<Stat, std::int8_t, stat_count> stats{};  // dragons
  int first_ability = 0, ability_count = 0;
  std::uint32_t constants = 0;  // a bit per modifier word of its "Constant:" effects
  std::uint32_t on_itself = 0;  // the same of those that are about this card alone
  std::uint16_t moments = 0;  // a bit per Moment of its triggers and play texts
  std::uint8_t keyword_count = 0;
  std::uint8_t keyword_moment[keyword_room] = {};
  std::uint16_t keyword[keyword_room] = {};  // the abilities of its "Main:" and "Battle:" effects
  std::string_view id;
  Names name;
};

struct AbilityInfo {
  ability::Program program;
  bool needs_rival = false;  // speaks of "the rival", who is chosen first (DRB-MUL-02)
  std::uint32_t modifiers = 0;
  std::uint32_t reaching = 0;  // those among them that are about more than the card itself
};

using CardCounts = core::Indexed<Record, std::uint8_t, 256>;  // how many of each card of the set

struct Deck {
  std::string_view id;
  Names name;
  std::vector<Record> race;  // ascending
  std::vector<Record> crystals;  // dragons first
  CardCounts copies{};
};

// A slot of a pack: so many cards, their kind and rarity drawn by weight.
struct PackSlot {
  int count = 0;
  int race = 0;  // weight; crystal kinds: gear, crew, dragon
  int kinds[Kind_count] = {};
  int rarities[Rarity_count] = {};
};
struct Pack {
  std::string_view id;
  Names name;
  int copies = 1;
  std::vector<PackSlot> slots;
  int size() const {
    int n = 0;
    for (const PackSlot& slot : slots) n += slot.count;
    return n;
  }
};

RW_NAMED_ENUM(Keep, std::uint8_t, none, crystal, dragon)
struct Round {
  int pack = 0;
  bool left = true;
  Keep keep = Keep::none;
};
struct Format {
  std::string_view id;
  Names name;
  int least_seats = 2, most_seats = 6;
  int race_least = 60, race_most = 60, race_copies = 4;
  int dragon_most = 10, dragon_copies = 2, dragons = 1;
  bool team_symbols = true, color_boxes = true, dragonless = false;
  std::vector<Round> rounds;
  bool drafted() const { return !rounds.empty(); }
};

struct Content {
  static Expected<std::unique_ptr<Content>> load(core::Node root);

  std::vector<CardFace> cards;  // maneuvers, events, dragons, gear, crew
  std::vector<AbilityInfo> abilities;
  std::vector<Deck> decks;
  std::vector<Format> formats;
  std::vector<Pack> packs;
  std::vector<Names> colors, teams, titles;
  std::vector<std::string_view> color_ids, card_ids, race_ids, crystal_ids, deck_ids, format_ids;
  std::vector<Record> race_pool[Rarity_count];  // for packs
  std::vector<Record> pool[Kind_count][Rarity_count];
  core::Node root;  // for texts that are made when they are shown
  int race_cards = 0;  // how many of `cards` are race cards: they come first
  int first_of[Kind_count + 1] = {};
  int finish_line = 30, draw_per_turn = 2, color_bonus = 2, gear_bonus = 1;
  core::Indexed<Stat, int, stat_count> dragonless_stat{{3, 3, 3}};
  int opening_hand = 3, turn_limit = 60, action_limit = 100;  // unless the table says otherwise
};

inline const CardFace& face(const Content& c, Record record) {
  return c.cards[static_cast<std::size_t>(core::index(record))];
}
inline const CardFace& face(const Content& c, const Player& p, Slot slot) { return face(c, record_of(p, slot)); }
inline const CardFace& face(const Content& c, const Player& p, Crystal crystal) {
  return face(c, p.crystals[crystal]);
}
inline const CardFace& face(const Content& c, const State& s, Card card) { return face(c, record_of(s, card)); }
inline const Format& format_of(const Content& c, const State& s) { return c.formats[s.format]; }
inline bool is_race_card(const Content& c, Record record) { return core::index(record) < c.race_cards; }

}  // namespace rw::dragon_booster
