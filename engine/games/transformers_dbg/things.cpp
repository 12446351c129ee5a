// How the things of the game are said, and where they lie.
#include "engine/games/transformers_dbg/things.h"

#include <algorithm>

#include "engine/ability/render.h"
#include "engine/core/text.h"
#include "engine/games/transformers_dbg/acting.h"
#include "engine/games/transformers_dbg/describe.h"

namespace rw::transformers_dbg {

// ---- where things lie --------------------------------------------------------------------------------------

namespace {

Lies lies(PlaceRow row, Seat seat, int number = -1) {
  return {row, static_cast<std::int16_t>(seat == core::no_seat ? -1 : core::index(seat)),
          static_cast<std::int16_t>(number)};
}

// Piles are shown from their top. The one of equal cards that lies nearest to it.
template <class Pile>
Lies in_pile(PlaceRow row, Seat seat, const Pile& pile, int card) {
  for (int i = pile.size() - 1; i >= 0; --i)
    if (pile[i] == card) return lies(row, seat, pile.size() - 1 - i);
  return {};
}

Lies in_hand(const State& s, Viewer viewer, Seat seat, int card) {
  return viewer.sees(core::only(seat)) ? in_pile(hand_place, seat, player(s, seat).hand, card) : Lies{};
}

Lies in_slot(const State& s, int slot) {
  const Seat seat = owner_of_slot(s, slot);
  if (seat == core::no_seat || core::index(seat) >= s.seats) return {};
  if (is_character_slot(slot)) return lies(character_place, seat);
  const std::uint64_t before =
      s.in_play[core::index(seat)] & (core::bit(slot) - 1) & ~(core::bit(first_card_slot) - 1);
  return lies(play_place, seat, core::population(before));
}

Lies in_space(const State& s, int space) {
  return on_grid(s, space) ? Lies{.row = space_place, .holder = static_cast<std::int16_t>(space)} : Lies{};
}

Lies of_source(const Content& c, const State& s, int source) {
  if (source < 0) return {};
  if (is_slot(source)) return in_slot(s, source);
  if (is_space(source)) return in_space(s, source - space_source);
  if (!is_relic(source)) return {};
  const Seat seat = core::seat((source - relic_source) / 16);
  return in_pile(vault_place, seat, player(s, seat).vault, c.relics[static_cast<std::size_t>(relic_of(source))]);
}

}  // namespace

// ---- cards and spaces ----------------------------------------------------------------------------------------

namespace {

// Both sides of a Character have its name.
int row_of_card(const Content& c, int card) {
  if (card <= no_card || card >= static_cast<int>(c.cards.size())) return -1;
  return card < c.pile_cards ? card - 1 : c.pile_cards - 1 + (card - c.pile_cards) / 2;
}

}  // namespace

int card_row(const Content& c, const State&, int card) { return row_of_card(c, card); }

void all_cards(const Content& c, const State&, std::vector<int>& out) {
  for (int card = 1; card < c.pile_cards; ++card) out.push_back(card);
}

// Of the hand of who is asked; while that player looks through the own deck, of what is looked at.
Lies place_of_own_card(const Content&, const State& s, Viewer viewer, int card) {
  const Seat seat = s.decision.asked;
  if (question_of(s) != Question::sift && question_of(s) != Question::stack) return in_hand(s, viewer, seat, card);
  const int at = place_of_looked_at(s, card);
  return at >= 0 && viewer.sees(core::only(seat)) ? lies(deck_place, seat, player(s, seat).deck.size() - 1 - at)
                                                  : Lies{};
}

Lies place_of_basic(const Content& c, const State&, Viewer, int card) {
  return lies(basic_place, core::no_seat, card - c.of_kind[static_cast<int>(CardKind::basic)].first);
}

namespace {

bool is_called(const Content& c, int card, std::string_view text) {
  const CardDef& def = card_def(c, card);
  return text == def.id || text == core::folded(def.name.en) || text == core::folded(def.name.fr);
}

}  // namespace

Form space_form(const Content&, const State&, int space) {
  return {"at", {row_of(space) + 1, column_of(space) + 1}};
}

core::Record space_record(const Content&, const State&, Viewer, int space) {
  return {.table = "matrix", .row = space, .id = space_names[static_cast<std::size_t>(space)]};
}
void all_spaces(const Content&, const State&, std::vector<int>& out) {
  for (int space = 0; space < max_spaces; ++space) out.push_back(space);
}
Lies place_of_space(const Content&, const State& s, Viewer, int space) { return in_space(s, space); }

// A faceup card by its name.
bool lies_there(const Content& c, const State& s, int space, std::string_view text) {
  return is_faceup(s, space) && is_called(c, s.matrix.card[space], text);
}

// A space with what lies faceup in it; kinds differ in which of both is said first.
Form spot_form(const Content&, const State& s, int space) {
  return {is_faceup(s, space) ? "faceup" : "space", {space, s.matrix.card[space]}};
}

// ---- texts of cards
// ----------------------------------------------------------------------------------------------

namespace {

// Which text of its card it is; 0 if the card has one only.
int number_of_text(const Content& c, int ability) {
  const CardDef& def = card_def(c, c.ability_card[static_cast<std::size_t>(ability)]);
  return def.texts > 1 ? ability - def.first + 1 : 0;
}

bool same_name(const Content& c, int card, int other) {
  return card_def(c, card).called == card_def(c, other).called;
}

int kind_of(const Content& c, int card) { return static_cast<int>(card_def(c, card).kind); }

bool is_text_called(const Content& c, int ability, std::string_view text) {
  const CardDef& def = card_def(c, c.ability_card[static_cast<std::size_t>(ability)]);
  if (is_called(c, c.ability_card[static_cast<std::size_t>(ability)], text)) return true;
  const std::string number = " " + std::to_string(ability - def.first + 1);
  return text == std::string(def.id) + number || text == core::folded(def.name.en) + number ||
         text == core::folded(def.name.fr) + number;
}

int card_of_text(const Content& c, const State& s, int text) {
  const int place = text >> 3;
  if (place < text_spaces) return card_in(c, s, place);
  if (place < text_relics) return is_faceup(s, place - text_spaces) ? s.matrix.card[place - text_spaces] : no_card;
  return place - text_relics < static_cast<int>(c.relics.size())
             ? c.relics[static_cast<std::size_t>(place - text_relics)]
             : no_card;
}

}  // namespace

// "Carly", "Ratchet 2", "Ratchet (character)", "Chip Chase #2": by what else the player who is asked might use.
Form text_form(const Content& c, const State& s, int text) {
  const Seat seat = s.decision.asked;
  const int ability = s.decision.open() ? ability_of_text(c, s, seat, text) : -1;
  if (ability < 0) return {};
  const int card = c.ability_card[static_cast<std::size_t>(ability)], source = source_of_text(seat, text);
  bool namesake = false;
  int copies = 0, own = 0;
  const auto look = [&](const Place& place) {
    if (place.card == card) {
      ++copies;
      if (place.source == source) own = copies;
    } else {
      namesake = namesake || same_name(c, place.card, card);
    }
  };
  each_own_place(c, s, seat, look);
  const int space = player(s, seat).space;
  if (space != no_space && is_faceup(s, space))
    look({Spot::matrix_faceup, source_of_space(space), s.matrix.card[space]});
  return {"of", {card, number_of_text(c, ability), namesake ? kind_of(c, card) : 0, copies > 1 ? own : 0}};
}

int row_of_text(const Content& c, const State& s, int text) { return row_of_card(c, card_of_text(c, s, text)); }

Lies place_of_text(const Content& c, const State& s, Viewer, int text) {
  return s.decision.open() ? of_source(c, s, source_of_text(s.decision.asked, text)) : Lies{};
}

// All that can be used by anybody at some time.
void all_texts(const Content& c, const State& s, std::vector<int>& out) {
  const auto look = [&](int place, int card) {
    const CardDef& def = card_def(c, card);
    for (int i = 0; i < def.texts; ++i)
      if (Words::program(c, def.first + i).ability().kind == static_cast<int>(ability::Kind::activated))
        out.push_back(text_of(place, i));
  };
  for (int i = 0; i < s.seats; ++i)
    for (int slot : core::bits(s.in_play[i])) look(slot, card_in(c, s, slot));
  for (int space : core::bits(s.faceup)) look(text_spaces + space, s.matrix.card[space]);
  for (std::size_t relic = 0; relic < c.relics.size(); ++relic)
    look(text_relics + static_cast<int>(relic), c.relics[relic]);
}

bool called_by_card(const Content& c, const State& s, int text, std::string_view name) {
  return is_text_called(c, card_def(c, card_of_text(c, s, text)).first + (text & 7), name);
}

namespace {

// A text that waits: "Starscream (Boss)" where another Starscream waits too.
bool waits(const State& s, int ability) {
  for (const Pending& waiting : s.pending)
    if (waiting.ability == ability) return true;
  return false;
}

}  // namespace

Form trigger_form(const Content& c, const State& s, int ability) {
  if (!waits(s, ability)) return {};
  const int card = c.ability_card[static_cast<std::size_t>(ability)];
  bool namesake = false;
  for (const Pending& waiting : s.pending)
    namesake = namesake ||
               (c.ability_card[waiting.ability] != card && same_name(c, c.ability_card[waiting.ability], card));
  return {"of", {card, number_of_text(c, ability), namesake ? kind_of(c, card) : 0}};
}

int row_of_trigger(const Content& c, const State& s, int ability) {
  return waits(s, ability) ? row_of_card(c, c.ability_card[static_cast<std::size_t>(ability)]) : -1;
}

Lies place_of_trigger(const Content& c, const State& s, Viewer, int ability) {
  for (const Pending& waiting : s.pending)
    if (waiting.ability == ability) return of_source(c, s, waiting.source);
  return {};
}

void all_triggers(const Content&, const State& s, std::vector<int>& out) {
  for (const Pending& waiting : s.pending) out.push_back(waiting.ability);
}

bool trigger_called(const Content& c, const State& s, int ability, std::string_view text) {
  return waits(s, ability) && is_text_called(c, ability, text);
}

namespace {

bool asks_for(const Content& c, const State& s, int opcode) {
  if (question_of(s) != Question::choose || s.agenda.empty()) return false;
  const core::Frame& f = s.agenda.back();
  return Words::program(c, f.ability).opcode(f.position) == opcode;
}

void offered(const Content& c, const State& s, int opcode, int first, std::vector<int>& out) {
  if (!asks_for(c, s, opcode)) return;
  Interpreter::Offer offer{};
  Interpreter::offer(c, s, s.agenda.back(), offer);
  for (std::int16_t item : offer.items) out.push_back(item + first);
}

}  // namespace

// What an option of the effect that asks would do.
std::string way_text(const Content& c, const State& s, int way, std::string_view language) {
  std::vector<int> ways;
  offered(c, s, ability::op_choose_one, 1, ways);
  if (std::find(ways.begin(), ways.end(), way) == ways.end()) return "?";
  const core::Frame& f = s.agenda.back();
  return ability::render_option(c.root, vocabulary(), Words::program(c, f.ability).code, f.position, way - 1,
                                language);
}

// By their numbers they can be written at any time.
void all_ways(const Content&, const State&, std::vector<int>& out) {
  constexpr int most = 9;
  for (int way = 1; way <= most; ++way) out.push_back(way);
}

bool is_number_of_way(const Content&, const State&, int way, std::string_view text) {
  return text == std::to_string(way);
}

// ---- points, Damage, what a text lets a player choose ----------------------------------------------

Form pool_form(const Content& c, const State& s, int pool) {
  if (pool >= move_pool) return {"move", {pool - move_pool}};
  if (pool == free_move_pool) return {"free_move"};
  if (pool >= free_power_pool) return {"free_power", {pool - free_power_pool}};
  return {"card", {card_in(c, s, pool), pool}};
}

namespace {

int slot_of_pool(int pool) { return pool >= move_pool ? pool - move_pool : pool < slot_count ? pool : -1; }

}  // namespace

int row_of_pool(const Content& c, const State& s, int pool) {
  return slot_of_pool(pool) < 0 ? -1 : row_of_card(c, card_in(c, s, slot_of_pool(pool)));
}

Lies place_of_pool(const Content&, const State& s, Viewer, int pool) {
  return slot_of_pool(pool) < 0 ? Lies{} : in_slot(s, slot_of_pool(pool));
}

void all_pools(const Content&, const State& s, std::vector<int>& out) {
  for (int slot : core::bits(s.in_play[core::index(s.turn)])) {
    out.push_back(slot);
    out.push_back(move_pool + slot);
  }
  for (int pool = free_power_pool; pool <= free_move_pool; ++pool) out.push_back(pool);
}

bool pool_called(const Content& c, const State& s, int pool, std::string_view text) {
  return pool < slot_count && is_called(c, card_in(c, s, pool), text);
}

namespace {

constexpr CardZone repair_zones[] = {CardZone{0}, play_zone, hand_zone, discard_zone};

int card_of_damage(const Content& c, int what) { return what == 0 ? c.standard_damage : what & 0xFF; }

int zone_of_damage(int what) { return repair_zones[(what >> 8) & 3]; }

}  // namespace

Form damage_form(const Content& c, const State&, int what) {
  return {what == 0 ? "standard" : "special", {card_of_damage(c, what), zone_of_damage(what)}};
}

int row_of_damage(const Content& c, const State&, int what) { return row_of_card(c, card_of_damage(c, what)); }

void all_damage_cards(const Content& c, const State&, std::vector<int>& out) {
  out.push_back(0);
  for (int card = 1; card < c.pile_cards; ++card)
    for (int zone = in_play_repair; zone <= discard_repair && is_special_damage(c, card); ++zone)
      out.push_back((zone << 8) | card);
}

bool damage_called(const Content& c, const State&, int what, std::string_view text) {
  return is_called(c, card_of_damage(c, what), text);
}

namespace {

Lies in_zone(const State& s, Viewer viewer, int zone, Seat seat, int card) {
  switch (zone) {
    case hand_zone: return in_hand(s, viewer, seat, card);
    case discard_zone: return in_pile(discard_place, seat, player(s, seat).discard, card);
    case vault_zone: return in_pile(vault_place, seat, player(s, seat).vault, card);
    case destroyed_zone: return in_pile(destroyed_place, core::no_seat, s.destroyed, card);
    default: return {};
  }
}

}  // namespace

Lies place_of_damage(const Content&, const State& s, Viewer viewer, int what) {
  const Seat seat = s.decision.asked;
  if (!s.decision.open()) return {};
  if (what == 0) return lies(damage_place, seat);
  if (zone_of_damage(what) != play_zone) return in_zone(s, viewer, zone_of_damage(what), seat, what & 0xFF);
  for (int slot : core::bits(s.in_play[core::index(seat)] & ~(core::bit(first_card_slot) - 1)))
    if (s.slots[slot].card == (what & 0xFF)) return in_slot(s, slot);
  return {};
}

namespace {

int card_of_item(const Content& c, const State& s, int item) {
  if (item < card_item(hand_zone, core::seat(0), 0)) return no_card;
  if (item_zone(item) != play_zone) return item_value(item);
  return item_value(item) < slot_count ? card_in(c, s, item_value(item)) : no_card;
}

}  // namespace

// A space, a player, or a card somewhere.
core::Meant item_is(const Content&, const State&, int item) {
  if (item < max_spaces) return {"space", item};
  if (item >= seat_item && item < seat_item + max_players) return {"seat", item - seat_item};
  return {};
}

Form item_form(const Content& c, const State& s, int item) {
  const int card = card_of_item(c, s, item);
  if (card == no_card || item_zone(item) > destroyed_zone) return {};
  return {item_zone(item) == play_zone ? "in_play" : "card", {card, item_zone(item), item_value(item)}};
}

int row_of_item(const Content& c, const State& s, int item) { return row_of_card(c, card_of_item(c, s, item)); }

Lies place_of_item(const Content&, const State& s, Viewer viewer, int item) {
  return item_zone(item) == play_zone ? in_slot(s, item_value(item))
                                      : in_zone(s, viewer, item_zone(item), item_seat(item), item_value(item));
}

// What is offered; beside it every space and player, and the cards of who is asked.
void all_items(const Content& c, const State& s, std::vector<int>& out) {
  all_spaces(c, s, out);
  for (int i = 0; i < s.seats; ++i) out.push_back(seat_item + i);
  offered(c, s, ability::op_choose, 0, out);
  if (!s.decision.open()) return;
  const auto add = [&](int item) {
    if (std::find(out.begin(), out.end(), item) == out.end()) out.push_back(item);
  };
  const Seat seat = s.decision.asked;
  for (std::uint8_t card : player(s, seat).hand) add(card_item(hand_zone, seat, card));
  for (std::uint8_t card : player(s, seat).discard) add(card_item(discard_zone, seat, card));
  for (std::uint8_t card : player(s, seat).vault) add(card_item(vault_zone, seat, card));
  for (int slot : core::bits(s.in_play[core::index(seat)])) add(card_item(play_zone, seat, slot));
}

bool item_called(const Content& c, const State& s, int item, std::string_view text) {
  const int card = card_of_item(c, s, item);
  return card != no_card && is_called(c, card, text);
}

}  // namespace rw::transformers_dbg
