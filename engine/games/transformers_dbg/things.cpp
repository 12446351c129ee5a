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

// Piles are shown from their top; of equal cards the one nearest to it is meant.
template <class Pile>
Lies in_pile(PlaceRow row, Seat seat, const Pile& pile, Card card) {
  for (int i = pile.size() - 1; i >= 0; --i)
    if (pile[i] == card) return lies(row, seat, pile.size() - 1 - i);
  return {};
}

Lies in_hand(const State& s, Viewer viewer, Seat seat, Card card) {
  return viewer.sees(core::only(seat)) ? in_pile(hand_place, seat, player(s, seat).hand, card) : Lies{};
}

Lies in_slot(const State& s, Slot slot) {
  const Seat seat = owner_of(s, slot);
  if (seat == core::no_seat || core::index(seat) >= s.seats) return {};
  if (is_character_slot(slot)) return lies(character_place, seat);
  const std::uint64_t before = s.in_play[seat] & (core::bit(slot) - 1) & ~character_slots;
  return lies(play_place, seat, core::population(before));
}

Lies in_space(const State& s, Space space) {
  return on_grid(s, space) ? Lies{.row = space_place, .holder = static_cast<std::int16_t>(space)} : Lies{};
}

Lies of_source(const Content& c, const State& s, Source source) {
  if (source == no_source) return {};
  if (is_slot(source)) return in_slot(s, slot_of(source));
  if (is_space(source)) return in_space(s, space_of(source));
  if (!is_relic(source)) return {};
  const Seat seat = owner_of_relic(source);
  return in_pile(vault_place, seat, player(s, seat).vault, card_of(c, relic_of(source)));
}

}  // namespace

// ---- cards and spaces ----------------------------------------------------------------------------------------

namespace {

// Both sides of a Character have its name.
int row_of_card(const Content& c, Card card) {
  const int number = core::index(card);
  if (card == no_card || number >= static_cast<int>(c.cards.size())) return -1;
  return number < c.pile_cards ? number - 1 : c.pile_cards - 1 + (number - c.pile_cards) / 2;
}

}  // namespace

int card_row(const Content& c, const State&, Card card) { return row_of_card(c, card); }

void all_cards(const Content& c, const State&, std::vector<int>& out) {
  for (const Card card : pile_cards(c)) out.push_back(core::index(card));
}

// A card in the hand of the player who is asked, or among the cards of the deck that this player looks at.
Lies place_of_own_card(const Content&, const State& s, Viewer viewer, Card card) {
  const Seat seat = s.decision.asked;
  if (question_of(s) != Question::sift && question_of(s) != Question::stack) return in_hand(s, viewer, seat, card);
  const int at = place_of_looked_at(s, card);
  return at >= 0 && viewer.sees(core::only(seat)) ? lies(deck_place, seat, player(s, seat).deck.size() - 1 - at)
                                                  : Lies{};
}

Lies place_of_basic(const Content& c, const State&, Viewer, Card card) {
  return lies(basic_place, core::no_seat, core::index(card) - core::index(cards_of(c, CardKind::basic).from));
}

namespace {

bool is_called(const Content& c, Card card, std::string_view text) {
  const CardDef& def = card_def(c, card);
  return text == def.id || text == core::folded(def.name.en) || text == core::folded(def.name.fr);
}

}  // namespace

Form space_form(const Content&, const State&, Space space) {
  return {"at", {row_of(space) + 1, column_of(space) + 1}};
}

core::Record space_record(const Content&, const State&, Viewer, Space space) {
  return {.table = "matrix", .row = core::index(space), .id = space_names[static_cast<std::size_t>(space)]};
}
void all_spaces(const Content&, const State&, std::vector<int>& out) {
  for (int space = 0; space < max_spaces; ++space) out.push_back(space);
}
Lies place_of_space(const Content&, const State& s, Viewer, Space space) { return in_space(s, space); }

// A faceup card by its name.
bool lies_there(const Content& c, const State& s, Space space, std::string_view text) {
  return is_faceup(s, space) && is_called(c, s.matrix.card[space], text);
}

// A space and what lies faceup in it; kinds differ in which of the two they say first.
Form spot_form(const Content&, const State& s, Space space) {
  return {is_faceup(s, space) ? "faceup" : "space", {core::index(space), s.matrix.card[space].number}};
}

// ---- texts of cards ---------------------------------------------------------------------------------

namespace {

// Which text of its card it is; 0 if the card has one only.
int number_of_text(const Content& c, int ability) {
  const CardDef& def = card_def(c, card_of_ability(c, ability));
  return def.texts > 1 ? ability - def.first + 1 : 0;
}

bool same_name(const Content& c, Card card, Card other) {
  return card_def(c, card).called == card_def(c, other).called;
}

int kind_of(const Content& c, Card card) { return static_cast<int>(card_def(c, card).kind); }

// Which of its player's cards in play of one name this is; 0 if there is no other.
int namesake_number(const Content& c, const State& s, Slot slot) {
  const Seat seat = owner_of(s, slot);
  if (seat == core::no_seat) return core::index(slot);
  int copies = 0, own = 0;
  for (const Slot other : slots_of(s, seat)) {
    if (!same_name(c, card_in(c, s, other), card_in(c, s, slot))) continue;
    ++copies;
    if (other == slot) own = copies;
  }
  return copies > 1 ? own : 0;
}

bool is_text_called(const Content& c, int ability, std::string_view text) {
  const CardDef& def = card_def(c, card_of_ability(c, ability));
  if (is_called(c, card_of_ability(c, ability), text)) return true;
  const std::string number = " " + std::to_string(ability - def.first + 1);
  return text == std::string(def.id) + number || text == core::folded(def.name.en) + number ||
         text == core::folded(def.name.fr) + number;
}

Card card_of_text(const Content& c, const State& s, Text text) {
  const Source source = source_of(s.decision.open() ? s.decision.asked : core::seat(0), text);
  if (source == no_source) return no_card;
  if (is_space(source) && !is_faceup(s, space_of(source))) return no_card;
  if (is_relic(source) && core::index(relic_of(source)) >= static_cast<int>(c.relics.size())) return no_card;
  return card_of(c, s, source);
}

}  // namespace

// "Carly", "Ratchet 2", "Ratchet (character)", "Chip Chase #2": by what else the player who is asked might use.
Form text_form(const Content& c, const State& s, Text text) {
  const Seat seat = s.decision.asked;
  const int ability = s.decision.open() ? ability_of_text(c, s, seat, text) : no_ability;
  if (ability == no_ability) return {};
  const Card card = card_of_ability(c, ability);
  const Source source = source_of(seat, text);
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
  const Space space = player(s, seat).space;
  if (space != no_space && is_faceup(s, space))
    look({Spot::matrix_faceup, source_of(space), s.matrix.card[space]});
  return {"of",
          {core::index(card), number_of_text(c, ability), namesake ? kind_of(c, card) : 0, copies > 1 ? own : 0}};
}

int row_of_text(const Content& c, const State& s, Text text) { return row_of_card(c, card_of_text(c, s, text)); }

Lies place_of_text(const Content& c, const State& s, Viewer, Text text) {
  return s.decision.open() ? of_source(c, s, source_of(s.decision.asked, text)) : Lies{};
}

// All that can be used by anybody at some time.
void all_texts(const Content& c, const State& s, std::vector<int>& out) {
  const auto look = [&](Source source, Card card) {
    const CardDef& def = card_def(c, card);
    for (int i = 0; i < def.texts; ++i)
      if (Words::program(c, def.first + i).ability().kind == static_cast<int>(ability::Kind::activated))
        out.push_back(core::index(text_of(source, i)));
  };
  for (const Seat seat : core::first<Seat>(s.seats))
    for (const Slot slot : slots_of(s, seat)) look(source_of(slot), card_in(c, s, slot));
  for (const Space space : faceup_spaces(s)) look(source_of(space), s.matrix.card[space]);
  for (const Relic relic : core::first<Relic>(static_cast<int>(c.relics.size())))
    look(source_of(core::seat(0), relic), card_of(c, relic));
}

bool called_by_card(const Content& c, const State& s, Text text, std::string_view name) {
  return is_text_called(c, card_def(c, card_of_text(c, s, text)).first + which_of(text), name);
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
  const Card card = card_of_ability(c, ability);
  bool namesake = false;
  for (const Pending& waiting : s.pending)
    namesake = namesake || (card_of_ability(c, waiting.ability) != card &&
                            same_name(c, card_of_ability(c, waiting.ability), card));
  return {"of", {core::index(card), number_of_text(c, ability), namesake ? kind_of(c, card) : 0}};
}

int row_of_trigger(const Content& c, const State& s, int ability) {
  return waits(s, ability) ? row_of_card(c, card_of_ability(c, ability)) : -1;
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

std::string modifiers_text(const Content& c, const State&, int block, std::string_view language) {
  const int ability = block / blocks_of_ability;
  if (block < 0 || ability >= static_cast<int>(c.abilities.size())) return "?";
  return ability::render_modifiers(c.root, vocabulary(), Words::program(c, ability).code,
                                   block % blocks_of_ability, language);
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

Form pool_form(const Content& c, const State& s, PoolNumber pool) {
  const Slot slot = slot_of(pool);
  if (is_move_of_slot(pool)) return {"move", {core::index(slot)}};
  if (pool == free_move_pool) return {"free_move"};
  if (!is_power_of_slot(pool)) return {"free_power", {range_of(pool)}};
  return {"card", {core::index(card_in(c, s, slot)), namesake_number(c, s, slot)}};
}

int row_of_pool(const Content& c, const State& s, PoolNumber pool) {
  return slot_of(pool) == no_slot ? -1 : row_of_card(c, card_in(c, s, slot_of(pool)));
}

Lies place_of_pool(const Content&, const State& s, Viewer, PoolNumber pool) {
  return slot_of(pool) == no_slot ? Lies{} : in_slot(s, slot_of(pool));
}

void all_pools(const Content&, const State& s, std::vector<int>& out) {
  for (const Slot slot : slots_of(s, s.turn)) {
    out.push_back(core::index(pool_of(slot)));
    out.push_back(core::index(move_pool_of(slot)));
  }
  for (int range = 0; range < free_ranges; ++range) out.push_back(core::index(free_power_pool(range)));
  out.push_back(core::index(free_move_pool));
}

bool pool_called(const Content& c, const State& s, PoolNumber pool, std::string_view text) {
  return is_power_of_slot(pool) && is_called(c, card_in(c, s, slot_of(pool)), text);
}

namespace {

constexpr CardZone zones_of_repair[] = {CardZone::none, CardZone::play, CardZone::hand, CardZone::discard};

Card card_of_damage(const Content& c, Repair what) {
  return what == standard_repair ? c.standard_damage : card_of(what);
}

CardZone zone_of_damage(Repair what) { return zones_of_repair[core::index(zone_of(what)) & 3]; }

}  // namespace

Form damage_form(const Content& c, const State&, Repair what) {
  return {what == standard_repair ? "standard" : "special",
          {core::index(card_of_damage(c, what)), core::index(zone_of_damage(what))}};
}

int row_of_damage(const Content& c, const State&, Repair what) { return row_of_card(c, card_of_damage(c, what)); }

void all_damage_cards(const Content& c, const State&, std::vector<int>& out) {
  out.push_back(core::index(standard_repair));
  for (const Card card : cards_of(c, CardKind::damage))
    for (const RepairZone zone : {RepairZone::play, RepairZone::hand, RepairZone::discard})
      if (is_special_damage(c, card)) out.push_back(core::index(repair_of(zone, card)));
}

bool damage_called(const Content& c, const State&, Repair what, std::string_view text) {
  return is_called(c, card_of_damage(c, what), text);
}

namespace {

Lies in_zone(const State& s, Viewer viewer, CardZone zone, Seat seat, Card card) {
  switch (zone) {
    case CardZone::hand: return in_hand(s, viewer, seat, card);
    case CardZone::discard: return in_pile(discard_place, seat, player(s, seat).discard, card);
    case CardZone::vault: return in_pile(vault_place, seat, player(s, seat).vault, card);
    case CardZone::destroyed: return in_pile(destroyed_place, core::no_seat, s.destroyed, card);
    default: return {};
  }
}

}  // namespace

Lies place_of_damage(const Content&, const State& s, Viewer viewer, Repair what) {
  const Seat seat = s.decision.asked;
  if (!s.decision.open()) return {};
  if (what == standard_repair) return lies(damage_place, seat);
  if (zone_of(what) != RepairZone::play) return in_zone(s, viewer, zone_of_damage(what), seat, card_of(what));
  const Slot slot = slot_with(s, seat, card_of(what));
  return slot == no_slot ? Lies{} : in_slot(s, slot);
}

namespace {

Card card_of_item(const Content& c, const State& s, Item item) {
  if (item == no_item || zone_of(item) == CardZone::none) return no_card;
  if (!is_in_play(item)) return card_of(item);
  return core::index(slot_of(item)) < slot_count ? card_in(c, s, slot_of(item)) : no_card;
}

}  // namespace

// A space, a player, or a card somewhere.
core::Meant item_is(const Content&, const State&, Item item) {
  if (is_space(item)) return {"space", core::index(space_of(item))};
  if (is_seat(item)) return {"seat", core::index(seat_of(item))};
  return {};
}

Form item_form(const Content& c, const State& s, Item item) {
  const Card card = card_of_item(c, s, item);
  const int zone = core::index(zone_of(item));
  if (card == no_card || zone_of(item) > CardZone::destroyed) return {};
  if (is_in_play(item)) return {"in_play", {core::index(card), zone, namesake_number(c, s, slot_of(item))}};
  return {"card", {core::index(card), zone, core::index(card)}};
}

int row_of_item(const Content& c, const State& s, Item item) { return row_of_card(c, card_of_item(c, s, item)); }

Lies place_of_item(const Content&, const State& s, Viewer viewer, Item item) {
  return is_in_play(item) ? in_slot(s, slot_of(item))
                          : in_zone(s, viewer, zone_of(item), owner_of(item), card_of(item));
}

// What is offered, and every space, every player and the cards of the player who is asked.
void all_items(const Content& c, const State& s, std::vector<int>& out) {
  all_spaces(c, s, out);
  for (const Seat seat : core::first<Seat>(s.seats)) out.push_back(core::index(item_of(seat)));
  offered(c, s, ability::op_choose, 0, out);
  if (!s.decision.open()) return;
  const auto add = [&](Item item) {
    if (std::find(out.begin(), out.end(), core::index(item)) == out.end()) out.push_back(core::index(item));
  };
  const Seat seat = s.decision.asked;
  for (const Card card : player(s, seat).hand) add(item_of(CardZone::hand, seat, card));
  for (const Card card : player(s, seat).discard) add(item_of(CardZone::discard, seat, card));
  for (const Card card : player(s, seat).vault) add(item_of(CardZone::vault, seat, card));
  for (const Slot slot : slots_of(s, seat)) add(item_of(seat, slot));
}

bool item_called(const Content& c, const State& s, Item item, std::string_view text) {
  const Card card = card_of_item(c, s, item);
  return card != no_card && is_called(c, card, text);
}

}  // namespace rw::transformers_dbg
