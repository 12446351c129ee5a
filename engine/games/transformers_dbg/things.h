// What choices and events of the Deck-Building Game name: how it is said, where it lies, what there is to name.
// lexicon.cpp makes kinds of it.
#pragma once

#include "engine/core/lexicon.h"
#include "engine/games/transformers_dbg/turn.h"

namespace rw::transformers_dbg {

using core::Form;
using Lies = core::Place;

enum PlaceRow : std::uint8_t {
  space_place,
  hand_place,
  deck_place,
  discard_place,
  play_place,
  vault_place,
  destroyed_place,
  character_place,
  damage_place,
  basic_place,
};
inline constexpr std::string_view place_paths[] = {
    "matrix.{holder}",         "players.{seat}.hand.{n}",  "players.{seat}.deck.{n}", "players.{seat}.discard.{n}",
    "players.{seat}.play.{n}", "players.{seat}.vault.{n}", "destroyed.{n}",           "players.{seat}.character",
    "players.{seat}.damage",   "basics.{basics}",
};

inline constexpr std::string_view card_tables[] = {
    "starters", "basics", "damage",  "robots", "technologies", "maneuvers", "allies",
    "sites",    "relics", "schemes", "bosses", "encounters",   "characters"};

// Where a card lies, as it is said with its name; by CardZone.
inline constexpr std::string_view pile_words[] = {"", "hand", "discard", "play", "vault", "destroyed"};

int card_row(const Content&, const State&, Card);
void all_cards(const Content&, const State&, std::vector<int>& out);
Lies place_of_own_card(const Content&, const State&, Viewer, Card);
Lies place_of_basic(const Content&, const State&, Viewer, Card);
Form space_form(const Content&, const State&, Space);
core::Record space_record(const Content&, const State&, Viewer, Space);
Lies place_of_space(const Content&, const State&, Viewer, Space);
void all_spaces(const Content&, const State&, std::vector<int>& out);
bool lies_there(const Content&, const State&, Space, std::string_view text);
Form spot_form(const Content&, const State&, Space);
Form text_form(const Content&, const State&, Text);
int row_of_text(const Content&, const State&, Text);
Lies place_of_text(const Content&, const State&, Viewer, Text);
void all_texts(const Content&, const State&, std::vector<int>& out);
bool called_by_card(const Content&, const State&, Text, std::string_view name);
Form trigger_form(const Content&, const State&, int ability);
int row_of_trigger(const Content&, const State&, int ability);
Lies place_of_trigger(const Content&, const State&, Viewer, int ability);
void all_triggers(const Content&, const State&, std::vector<int>& out);
bool trigger_called(const Content&, const State&, int ability, std::string_view text);
std::string way_text(const Content&, const State&, int way, std::string_view);
void all_ways(const Content&, const State&, std::vector<int>& out);
bool is_number_of_way(const Content&, const State&, int way, std::string_view text);
// What lasts: the modifiers of a block in the program of an ability.
inline constexpr int blocks_of_ability = 1 << 16;
std::string modifiers_text(const Content&, const State&, int block, std::string_view language);
Form pool_form(const Content&, const State&, PoolNumber);
int row_of_pool(const Content&, const State&, PoolNumber);
Lies place_of_pool(const Content&, const State&, Viewer, PoolNumber);
void all_pools(const Content&, const State&, std::vector<int>& out);
bool pool_called(const Content&, const State&, PoolNumber, std::string_view text);
Form damage_form(const Content&, const State&, Repair);
int row_of_damage(const Content&, const State&, Repair);
Lies place_of_damage(const Content&, const State&, Viewer, Repair);
void all_damage_cards(const Content&, const State&, std::vector<int>& out);
bool damage_called(const Content&, const State&, Repair, std::string_view text);
core::Meant item_is(const Content&, const State&, Item);
Form item_form(const Content&, const State&, Item);
int row_of_item(const Content&, const State&, Item);
Lies place_of_item(const Content&, const State&, Viewer, Item);
void all_items(const Content&, const State&, std::vector<int>& out);
bool item_called(const Content&, const State&, Item, std::string_view text);

}  // namespace rw::transformers_dbg
