// The words of Biomechanic Dino Battles: what choices and events name, what a seat can do, what a table can agree
// on.
#include "engine/edge.h"
#include "engine/games/dino_battles/describe.h"
#include "engine/games/dino_battles/rules.h"
#include "engine/options.h"

namespace rw::dino_battles {
namespace {

using Kind = core::Kind<Content, State>;
using VerbRow = core::VerbRow<Content, State, Verb>;
using Option = core::Option<Content, State>;
using core::at;
using core::Form;
using core::Place;
using core::Record;
using enum Question;

// ---- where things lie --------------------------------------------------------------------------------

enum PlaceRow : std::uint8_t {
  hand_place,
  discard_place,
  supply_place,  // by the table of the card
  offering_place = supply_place + 4,
  stack_place,
  player_place,
  slot_place,  // by slot
  cards_place = slot_place + max_slots,
};
constexpr std::string_view place_paths[] = {
    "players.{seat}.hand.{n}",
    "players.{seat}.discard.{n}",
    "supply.{combat}",
    "supply.{status}",
    "supply.{strategies}",
    "supply.{techs}",
    "offering.slot_{n}",
    "stack.{n}",
    "players.{seat}",
    "players.{seat}.active",
    "players.{seat}.reserve_1",
    "players.{seat}.reserve_2",
    "players.{seat}.reserve_3",
    "players.{seat}.reserve_4",
    "players.{seat}.reserve_5",
    "players.{seat}.active.cards.{n}",
    "players.{seat}.reserve_1.cards.{n}",
    "players.{seat}.reserve_2.cards.{n}",
    "players.{seat}.reserve_3.cards.{n}",
    "players.{seat}.reserve_4.cards.{n}",
    "players.{seat}.reserve_5.cards.{n}",
};
static_assert(std::size(place_paths) == cards_place + max_slots);

Place place(int row, int seat, int number) {
  return {static_cast<std::int16_t>(row), static_cast<std::int16_t>(seat), static_cast<std::int16_t>(number)};
}

Place place_of_slot(const State& s, int seat, int slot) {
  return slot <= s.reserve_limit ? place(slot_place + slot, seat, -1) : Place{};
}

// ---- cards ---------------------------------------------------------------------------------------------

constexpr std::string_view card_tables[] = {"combat", "status", "strategies", "techs", "dinosaurs"};
constexpr int plain_cards = 6;

// Equal cards have no number of their own; scripts need several, so copies count upwards from bit 5.
constexpr int script_copies = 8;
constexpr int kind_of_card(int card) { return card & 31; }

int row_of_card(const Content& c, const State& s, int card) {
  const int kind = kind_of_card(card);
  if (kind >= card_names) return -1;
  if (kind >= first_dino_card)
    return plain_cards + static_cast<int>(c.cards.size()) + s.dinos[kind - first_dino_card];
  if (is_stack_card(kind)) return plain_cards + s.stacks[kind - first_stack];
  return static_cast<int>(&plain_card(c, kind) - c.plain);
}
Record record_of_card(const Content& c, const State& s, Viewer, int card) {
  const int kind = kind_of_card(card);
  return {.row = row_of_card(c, s, card),
          .id = is_poison(kind) ? poison_ids[static_cast<std::size_t>(kind - poison_card)] : std::string_view{}};
}
Form card_form(const Content&, const State&, int card) {
  const int kind = kind_of_card(card);
  return is_poison(kind) ? Form{"poison", {kind, kind - poison_card}} : Form{};
}
void all_cards(const Content&, const State&, std::vector<int>& out) {
  for (int kind = 0; kind < card_names; ++kind)
    for (int copy = 0; copy < script_copies; ++copy) out.push_back(kind | (copy << 5));
}
Form as_card(const Content&, const State&, int kind) { return {"card", {kind}}; }

// A view lists a pile by kinds, and of a hand only what the viewer knows.
int cards_before(const std::uint8_t (&pile)[kind_room], int kind) {
  int n = 0;
  for (int k = 0; k < kind; ++k) n += pile[k];
  return n;
}
Place place_in_hand(const State& s, Viewer viewer, int kind) {
  const Seat seat = s.decision.asked;
  if (seat == core::no_seat || kind >= kind_count) return {};
  const Player& p = player(s, seat);
  const auto& known = viewer.sees(core::only(seat)) ? p.hand : p.shown;
  return known[kind] == 0 ? Place{} : place(hand_place, core::index(seat), cards_before(known, kind));
}
Place place_in_supply(const Content& c, const State& s, int kind) {
  if (kind >= kind_count) return {};
  int row = row_of_card(c, s, kind), table = 0;
  for (const int size : {combat_kinds, plain_cards - combat_kinds, c.strategy_count}) {
    if (row < size) break;
    row -= size;
    ++table;
  }
  return place(supply_place + table, -1, row);
}
Place place_of_hand_card(const Content&, const State& s, Viewer viewer, int kind) {
  return place_in_hand(s, viewer, kind);
}
Place place_of_stock(const Content& c, const State& s, Viewer, int kind) { return place_in_supply(c, s, kind); }
void all_kinds(const Content&, const State&, std::vector<int>& out) {
  for (int kind = 0; kind < kind_count; ++kind) out.push_back(kind);
}

// ---- attached cards ------------------------------------------------------------------------------------

bool knows(const Attached& card, int seat, Viewer viewer) {
  return viewer.sees(static_cast<SeatMask>(card.known_by | core::only(core::seat(seat))));
}
Record record_of_attached(const Content& c, const State& s, Viewer viewer, int seat, int handle) {
  const Attached* card = seat < s.seats ? attached_at(s, core::seat(seat), handle) : nullptr;
  return card == nullptr || !knows(*card, seat, viewer) ? Record{} : record_of_card(c, s, viewer, card->kind);
}
// A view lists those of a Dinosaur in the order of their handles (DNB-ATT-03).
Place place_of_attached(const State& s, int seat, int handle) {
  const Attached* card = seat < s.seats ? attached_at(s, core::seat(seat), handle) : nullptr;
  if (card == nullptr) return {};
  int before = 0;
  for (const Attached& other : attached_cards(s, core::seat(seat)))
    before += other.handle < handle && other.place == card->place;
  return place(cards_place + s.players[seat].dino[card->place].slot, seat, before);
}

// Of the seat that is asked, counted from 1.
Form handle_form(const Content&, const State&, int handle) { return {"handle", {handle}}; }
Record record_of_handle(const Content& c, const State& s, Viewer viewer, int handle) {
  return record_of_attached(c, s, viewer, core::index(s.decision.asked), handle - 1);
}
Place place_of_handle(const Content&, const State& s, Viewer, int handle) {
  return place_of_attached(s, core::index(s.decision.asked), handle - 1);
}
void all_handles(const Content&, const State&, std::vector<int>& out) {
  for (int handle = 1; handle <= max_handles; ++handle) out.push_back(handle);
}

// ---- Dinosaurs, players and things on the response stack: targets ----------------------------------------

constexpr int seat_of_spot(int spot) { return (spot - 1) >> 3; }
constexpr int slot_of_spot(int spot) { return (spot - 1) & 7; }

// What waits on the stack: a card, or a Dinosaur.
Record record_of_item(const Content& c, const State& s, const Item& item) {
  if (item.kind == ItemKind::strategy || is_tech(item)) return {.row = row_of_card(c, s, item.source)};
  return {"dinosaurs", item.source};
}
Record record_of_spot(const Content& c, const State& s, Viewer, int spot) {
  if (spot >= item_target) {
    const int item = spot - item_target;
    return item < s.stack.size() ? record_of_item(c, s, s.stack[item]) : Record{};
  }
  if (spot != 0 && slot_of_spot(spot) == player_slot) return {"seats", seat_of_spot(spot)};
  const Ref ref = dino_named(s, spot);
  return ref == no_dino ? Record{} : Record{"dinosaurs", s.dinos[dino_at(s, ref).kind - 1]};
}
Form spot_form(const Content&, const State&, int spot) {
  if (spot >= item_target) return {"item", {spot - item_target + 1}};
  const int seat = seat_of_spot(spot), slot = slot_of_spot(spot);
  if (spot == 0 || (slot >= max_slots && slot != player_slot)) return {"none"};
  if (slot == player_slot) return {"player", {seat}};
  return slot == active_slot ? Form{"active", {seat}} : Form{"reserve", {seat, slot}};
}
// A view shows the lowest things of the stack.
constexpr int shown_items = 8;
Place place_of_spot(const Content&, const State& s, Viewer, int spot) {
  if (spot >= item_target)
    return spot - item_target < std::min<int>(shown_items, s.stack.size())
               ? place(stack_place, -1, spot - item_target + 1)
               : Place{};
  if (spot == 0 || seat_of_spot(spot) >= s.seats) return {};
  if (slot_of_spot(spot) == player_slot) return place(player_place, seat_of_spot(spot), -1);
  return place_of_slot(s, seat_of_spot(spot), slot_of_spot(spot));
}
void all_spots(const Content&, const State& s, std::vector<int>& out) {
  for (int i = 0; i < s.seats; ++i)
    for (int slot = 0; slot <= player_slot; ++slot)
      if (slot < max_slots || slot == player_slot) out.push_back(target_of(core::seat(i), slot));
  for (int i = 0; i < s.stack.size(); ++i) out.push_back(item_target + i);
}

// One target or two, eight bits each. Their order has no meaning: a choice names the lower one first.
void spots_of(const Content&, const State&, int targets, std::vector<int>& out) {
  for (; targets != 0; targets >>= 8) out.push_back(targets & 0xFF);
}
void targets_at(const Content&, const State&, std::span<const int> spots, std::vector<int>& out) {
  if (spots.size() == 1) out.push_back(spots[0]);
  if (spots.size() == 2) out.push_back(std::min(spots[0], spots[1]) | (std::max(spots[0], spots[1]) << 8));
}

// The same with the Dinosaur's name, for people. The log tells the Dinosaur of then (`told_targets`), a choice
// means the one of now: 1 + which, from bit 8.
void named_spots_of(const Content&, const State& s, int targets, std::vector<int>& out) {
  const int told = targets >> 16;
  for (int i = 0; i < 2; ++i) {
    const int spot = (targets >> (8 * i)) & 0xFF;
    if (spot == 0) return;
    const Ref ref = told != 0 ? no_dino : dino_named(s, spot);
    const int dino = told != 0        ? (told >> (7 * i)) & 127
                     : ref == no_dino ? 0
                                      : 1 + s.dinos[dino_at(s, ref).kind - 1];
    out.push_back(spot | (dino << 8));
  }
}
Form named_spot_form(const Content&, const State&, int named) {
  return named >> 8 != 0 ? Form{"dinosaur", {(named >> 8) - 1, named & 0xFF}} : Form{"spot", {named & 0xFF}};
}
Record record_of_named_spot(const Content& c, const State& s, Viewer viewer, int named) {
  return named >> 8 != 0 ? Record{"dinosaurs", (named >> 8) - 1} : record_of_spot(c, s, viewer, named);
}
Place place_of_named_spot(const Content& c, const State& s, Viewer viewer, int named) {
  return place_of_spot(c, s, viewer, named & 0xFF);
}

// ---- paying ----------------------------------------------------------------------------------------------

void cards_of_payment(const Content&, const State&, int payment, std::vector<int>& out) {
  for (int k = 0; k < combat_kinds; ++k)
    for (int i = 0; i < paid_of(payment, k); ++i) out.push_back(k);
}
void payment_of(const Content&, const State&, std::span<const int> cards, std::vector<int>& out) {
  int n[combat_kinds] = {};
  for (const int kind : cards) ++n[kind];
  if (n[0] < 16 && n[1] < 16 && n[2] < 16 && !cards.empty()) out.push_back(payment(n[0], n[1], n[2]));
}
Form letter_form(const Content& c, const State&, int kind) { return {c.plain[kind].id}; }

// Slots that pay for an attack, one for each symbol.
constexpr std::size_t most_symbols = 4;
void slots_of(const Content&, const State&, int sources, std::vector<int>& out) {
  for (; sources != 0; sources >>= 4) out.push_back((sources & 15) - 1);
}
// First as they are written; then in the order in which the attacks of the Active Dinosaur name them, for cards of
// one kind have no order.
void sources_of(const Content& c, const State& s, std::span<const int> slots, std::vector<int>& out) {
  if (slots.empty() || slots.size() > most_symbols) return;
  int sources = 0;
  for (std::size_t i = 0; i < slots.size(); ++i) sources |= (slots[i] + 1) << (4 * i);
  out.push_back(sources);
  const Seat seat = s.decision.asked;
  const Ref active = s.decision.open() ? active_of(s, seat) : no_dino;
  if (active == no_dino) return;
  const DinosaurCard& dino = dino_card(c, s, active);
  for (int which = 0; which < dino.attack_count; ++which)
    if (const int named = named_payment(s, seat, dino.attacks[which].cost, sources); named >= 0)
      out.push_back(named);
}
Place place_of_own_slot(const Content&, const State& s, Viewer, int slot) {
  return s.decision.open() ? place_of_slot(s, core::index(s.decision.asked), slot) : Place{};
}

// ---- attacks, Powers, what is offered ----------------------------------------------------------------------

Record record_of_attack(const Content&, const State&, Viewer, int attack) {
  return {"dinosaurs", attack / 2, "attacks", attack % 2};
}
Place place_of_attack(const Content& c, const State& s, Viewer viewer, int attack) {
  const Ref active = s.decision.open() ? active_of(s, s.decision.asked) : no_dino;
  if (active == no_dino || s.dinos[dino_at(s, active).kind - 1] != attack / 2) return {};
  return place_of_own_slot(c, s, viewer, active_slot);
}
void all_attacks(const Content& c, const State&, std::vector<int>& out) {
  for (int i = 0; i < static_cast<int>(c.dinosaurs.size()); ++i)
    for (int which = 0; which < c.dinosaurs[static_cast<std::size_t>(i)].attack_count; ++which)
      out.push_back(2 * i + which);
}

Record record_of_dino_assist(const Content&, const State&, Viewer, int dino) {
  return {"dinosaurs", dino, "assist"};
}
Record record_of_assist(const Content& c, const State& s, Viewer viewer, int spot) {
  Record record = record_of_spot(c, s, viewer, spot & 0xFF);
  record.part = "assist";
  return record;
}

// A Tech by its kind and, from bit 8, which of its Powers.
bool is_power(const Content& c, const State& s, int power) {
  return is_tech(c, s, power & 0xFF) && power >> 8 < stack_card(c, s, power & 0xFF).power_count;
}
Record record_of_tech(const Content& c, const State& s, Viewer, int power) {
  return {.row = is_power(c, s, power) ? row_of_card(c, s, power & 0xFF) : -1};
}
Record record_of_power(const Content& c, const State& s, Viewer viewer, int power) {
  Record record = record_of_tech(c, s, viewer, power);
  record.part = "powers";
  record.number = power >> 8;
  return record;
}
Form power_form(const Content& c, const State& s, int power) {
  return is_power(c, s, power) ? Form{"power", {power & 0xFF, power}} : Form{};
}
Place place_of_power(const Content&, const State& s, Viewer viewer, int power) {
  return place_in_hand(s, viewer, power & 0xFF);
}
void all_powers(const Content& c, const State& s, std::vector<int>& out) {
  for (int kind = first_stack; kind < kind_count; ++kind)
    for (int which = 0; which < 2; ++which)
      if (is_power(c, s, kind | (which << 8))) out.push_back(kind | (which << 8));
}

// A slot of the Offering, from 1.
int offered_in(const State& s, int slot) {
  return slot < 1 || slot > offering_size || s.offering[slot - 1] == 0 ? -1 : s.dinos[s.offering[slot - 1] - 1];
}
Record record_of_offer(const Content&, const State& s, Viewer, int slot) {
  return {"dinosaurs", offered_in(s, slot)};
}
Form offer_form(const Content&, const State& s, int slot) {
  const int dino = offered_in(s, slot);
  return dino < 0 ? Form{"empty", {slot}} : Form{"dinosaur", {dino, slot}};
}
Place place_of_offer(const Content&, const State&, Viewer, int slot) {
  return slot >= 1 && slot <= offering_size ? place(offering_place, -1, slot) : Place{};
}
void all_offers(const Content&, const State&, std::vector<int>& out) {
  for (int slot = 1; slot <= offering_size; ++slot) out.push_back(slot);
}

constexpr std::string_view pick_tables[] = {"strategies", "techs", "dinosaurs"};
int row_of_pick(const Content& c, const State&, int pick) {
  return pick < first_drafted_dino ? pick : static_cast<int>(c.cards.size()) + pick - first_drafted_dino;
}
void all_picks(const Content& c, const State&, std::vector<int>& out) {
  for (int i = 0; i < static_cast<int>(c.cards.size()); ++i) out.push_back(i);
  for (int i = 0; i < static_cast<int>(c.dinosaurs.size()); ++i) out.push_back(first_drafted_dino + i);
}

// ---- what an effect lets a seat choose: targets, attached cards, cards of a zone
// --------------------------------

bool is_attached_item(int item) { return item >= attached_item && item < card_item; }
int seat_of_item(int item) { return (item - attached_item) / attached_room; }
int handle_of_item(int item) { return (item - attached_item) % attached_room; }

Form item_form(const Content&, const State& s, int item) {
  constexpr std::string_view zones[] = {"hand", "discard", "supply"};
  if (item >= card_item) {
    const auto zone = static_cast<std::size_t>(item_zone(item));
    return zone < std::size(zones) ? Form{zones[zone], {item_kind(item)}} : Form{};
  }
  if (!is_attached_item(item)) return {"spot", {item}};
  const int seat = seat_of_item(item), handle = handle_of_item(item);
  const Attached* card = seat < s.seats ? attached_at(s, core::seat(seat), handle) : nullptr;
  const bool known = card != nullptr && knows(*card, seat, Viewer::of(s.decision.asked));
  return known ? Form{"known", {handle + 1, card->kind}} : Form{"face_down", {handle + 1}};
}
Record record_of_choice(const Content& c, const State& s, Viewer viewer, int item) {
  if (item >= card_item) return record_of_card(c, s, viewer, item_kind(item));
  if (is_attached_item(item)) return record_of_attached(c, s, viewer, seat_of_item(item), handle_of_item(item));
  return record_of_spot(c, s, viewer, item);
}
// Without what lies face down: nobody finds it by its name.
Record record_in_the_open(const Content& c, const State& s, Viewer viewer, int item) {
  return is_attached_item(item) ? Record{} : record_of_choice(c, s, viewer, item);
}
Place place_of_item(const Content& c, const State& s, Viewer viewer, int item) {
  if (is_attached_item(item)) return place_of_attached(s, seat_of_item(item), handle_of_item(item));
  if (item < card_item) return place_of_spot(c, s, viewer, item);
  const int kind = item_kind(item);
  switch (item_zone(item)) {
    case hand_zone: return place_in_hand(s, viewer, kind);
    case discard_zone:
      if (!s.decision.open() || kind >= kind_count) return {};
      return place(discard_place, core::index(s.decision.asked),
                   cards_before(player(s, s.decision.asked).discard, kind));
    default: return place_in_supply(c, s, kind);
  }
}
void all_items(const Content& c, const State& s, std::vector<int>& out) {
  if (static_cast<Question>(s.decision.kind) == choose) {
    Interpreter::Offer offer{};
    Interpreter::offer(c, s, s.agenda.back(), offer);
    out.assign(offer.items.begin(), offer.items.end());
  }
  all_spots(c, s, out);
  for (int kind = 0; kind < kind_count; ++kind)
    for (const int zone : {hand_zone, discard_zone, supply_zone}) out.push_back(card_item_of(zone, kind, 1));
}

// ---- the log --------------------------------------------------------------------------------------------------

// What waits on the response stack, as `thing_of` names it.
ItemKind kind_of_thing(int thing) { return static_cast<ItemKind>((thing >> 8) & 0xFF); }
Form thing_form(const Content&, const State&, int thing) {
  const int source = thing & 0xFF, which = thing >> 16;
  switch (kind_of_thing(thing)) {
    case ItemKind::strategy: return {"card", {source}};
    case ItemKind::tech:
    case ItemKind::tech_attack: return {"power", {source | (which << 8)}};
    case ItemKind::assist: return {"assist", {source}};
    case ItemKind::retreat: return {"retreat", {source}};
    default: return {"attack", {2 * source + which}};
  }
}
Record record_of_thing(const Content& c, const State& s, Viewer viewer, int thing) {
  const ItemKind kind = kind_of_thing(thing);
  const bool card = kind == ItemKind::strategy || kind == ItemKind::tech || kind == ItemKind::tech_attack;
  return card ? record_of_card(c, s, viewer, thing & 0xFF) : Record{"dinosaurs", thing & 0xFF};
}

// ---- options
// ----------------------------------------------------------------------------------------------------

constexpr std::string_view poison_words[] = {"inflicter", "nobody"};
constexpr std::string_view payer_words[] = {"all_dinosaurs", "attacker_only"};

constexpr core::ClauseNumber by(Clause clause) { return static_cast<core::ClauseNumber>(clause); }
constexpr std::uint8_t byte(int value) { return static_cast<std::uint8_t>(value); }
void looked_at_by_begin(State&, int) {}

std::span<const std::string_view> kingdom_ids(const Content& c) { return c.kingdom_ids; }

struct Lexicon {
  using Content = dino_battles::Content;
  using State = dino_battles::State;

  static constexpr int question_count = Question_count, verb_count = Verb_count;
  static constexpr Refusal game_over = refuse(Clause::none, Fact::game_over);
  static constexpr Refusal no_such_choice = refuse(Clause::none, Fact::other_question);

  static std::span<const std::string_view> clauses() { return clause_names; }
  static bool over(const State& s) { return Rules::over(s); }
  static std::string_view seat_name(const Content&, const State&, int seat) {
    return seat_names[static_cast<std::size_t>(seat)];
  }

  static constexpr std::span<const std::string_view> places = place_paths;

  static constexpr std::array kinds = {
      Kind{.name = "number", .bare = true},
      Kind{.name = "seat"},
      Kind{.name = "card",
           .below = 256,
           .tables = card_tables,
           .record = record_of_card,
           .form = card_form,
           .values = all_cards,
           .also_as = "printed_card"},
      Kind{.name = "printed_card", .below = 256, .tables = card_tables, .row = row_of_card},
      Kind{.name = "hand_card",
           .below = kind_count,
           .tables = card_tables,
           .record = record_of_card,
           .form = as_card,
           .place = place_of_hand_card,
           .values = all_kinds},
      Kind{.name = "stock",
           .below = kind_count,
           .tables = card_tables,
           .row = row_of_card,
           .place = place_of_stock,
           .values = all_kinds},
      Kind{.name = "handle",
           .tables = card_tables,
           .record = record_of_handle,
           .form = handle_form,
           .place = place_of_handle,
           .values = all_handles},
      Kind{.name = "dino", .table = "dinosaurs"},
      Kind{.name = "spot",
           .tables = card_tables,
           .record = record_of_spot,
           .form = spot_form,
           .place = place_of_spot,
           .values = all_spots,
           .also_as = "occupant"},
      Kind{.name = "occupant", .tables = card_tables, .record = record_of_spot},
      Kind{.name = "targets", .of = "spot", .parts = spots_of, .whole = targets_at},
      Kind{.name = "named_spot",
           .tables = card_tables,
           .record = record_of_named_spot,
           .form = named_spot_form,
           .place = place_of_named_spot},
      Kind{.name = "target", .of = "named_spot", .parts = named_spots_of},
      Kind{.name = "letter", .below = combat_kinds, .table = "combat", .form = letter_form},
      Kind{.name = "payment", .of = "letter", .parts = cards_of_payment, .whole = payment_of},
      Kind{.name = "slot", .below = max_slots, .words = slot_names, .place = place_of_own_slot},
      Kind{.name = "sources", .of = "slot", .parts = slots_of, .whole = sources_of},
      Kind{.name = "attack", .record = record_of_attack, .place = place_of_attack, .values = all_attacks},
      Kind{.name = "assist", .record = record_of_assist},
      Kind{.name = "dino_assist", .record = record_of_dino_assist},
      Kind{.name = "power",
           .tables = card_tables,
           .record = record_of_tech,
           .form = power_form,
           .place = place_of_power,
           .values = all_powers,
           .also_as = "power_name"},
      Kind{.name = "power_name", .tables = card_tables, .record = record_of_power},
      Kind{.name = "offer",
           .record = record_of_offer,
           .form = offer_form,
           .place = place_of_offer,
           .values = all_offers,
           .also_as = "offered"},
      Kind{.name = "offered", .record = record_of_offer},
      Kind{.name = "pick", .tables = pick_tables, .row = row_of_pick, .values = all_picks},
      Kind{.name = "item",
           .tables = card_tables,
           .record = record_of_choice,
           .form = item_form,
           .place = place_of_item,
           .values = all_items,
           .also_as = "open_item"},
      Kind{.name = "open_item", .tables = card_tables, .record = record_in_the_open},
      Kind{.name = "thing", .tables = card_tables, .record = record_of_thing, .form = thing_form},
      Kind{.name = "phase", .below = Phase_count, .words = Phase_names},
      Kind{.name = "lasts", .below = Lasts_count, .words = Lasts_names},
      Kind{.name = "bonus", .below = Bonus_count, .words = Bonus_names},
      Kind{.name = "mode", .below = SetupMode_count, .words = SetupMode_names},
  };

  // In the order in which the choices of a question are listed.
  static constexpr VerbRow verb_rows[] = {
      {.verb = Verb::draft,
       .pattern = "pick {a:pick}",
       .questions = at(draft_stack, draft_dinosaur),
       .list = list_draft,
       .judge = judge_draft,
       .act = draft,
       .otherwise = refuse(Clause::DNB_SET_17, Fact::other_question)},
      {.verb = Verb::play_strategy,
       .pattern = "play {a:hand_card}{d? from {d:handle}}{b? at {b:targets}}",
       .questions = at(Question::main),
       .list = list_strategies,
       .judge = judge_strategy,
       .act = play_strategy,
       .from = 3},
      {.verb = Verb::attach,
       .pattern = "attach {a:hand_card} to {b:targets}",
       .questions = at(Question::main),
       .list = list_attachments,
       .judge = judge_attach,
       .act = attach},
      {.verb = Verb::attack,
       .pattern = "attack {b:attack} -> {a:targets}{c? paid by {c:sources}}",
       .questions = at(Question::main),
       .list = list_combat_moves,
       .judge = judge_attack,
       .act = declare_attack},
      {.verb = Verb::retreat,
       .pattern = "retreat to {a:targets}{b? paying {b:payment} from hand}",
       .questions = at(Question::main),
       .list = list_combat_moves,
       .judge = judge_retreat,
       .act = declare_retreat},
      {.verb = Verb::pass_move,
       .pattern = "pass move",
       .questions = at(Question::main),
       .list = list_combat_moves,
       .judge = judge_pass_move,
       .act = pass_move},
      {.verb = Verb::assist,
       .pattern = "assist {a:targets}{b? at {b:targets}}{c? paying {c:payment}}",
       .questions = at(Question::main),
       .list = list_assists,
       .judge = judge_assist,
       .act = use_assist},
      {.verb = Verb::buy,
       .pattern = "buy {a:stock}{c? paying {c:payment}}",
       .questions = at(Question::buy),
       .list = list_purchases,
       .judge = judge_buy,
       .act = dino_battles::buy,
       .otherwise = refuse(Clause::DNB_BUY_01, Fact::other_question)},
      {.verb = Verb::buy_dinosaur,
       .pattern = "buy {a:offer}{c? paying {c:payment}}",
       .questions = at(Question::buy),
       .list = list_purchases,
       .judge = judge_buy_dinosaur,
       .act = buy_dinosaur,
       .otherwise = refuse(Clause::DNB_BUY_01, Fact::other_question)},
      // DNB-TIM-08: not while something resolves.
      {.verb = Verb::play_tech,
       .pattern = "play {a:power}{d? from {d:handle}}{b? at {b:targets}}{c? paying {c:payment}}",
       .questions = at(window, Question::main, Question::buy),
       .list = list_techs,
       .judge = judge_tech,
       .act = play_tech,
       .otherwise = refuse(Clause::DNB_TIM_08, Fact::other_question),
       .from = 3},
      {.verb = Verb::end_main,
       .pattern = "end main",
       .questions = at(Question::main),
       .act = end_phase,
       .otherwise = refuse(Clause::DNB_TRN_01, Fact::other_question)},
      {.verb = Verb::end_buy,
       .pattern = "end buy",
       .questions = at(Question::buy),
       .act = end_phase,
       .otherwise = refuse(Clause::DNB_TRN_01, Fact::other_question)},
      {.verb = Verb::evade,
       .pattern = "evade",
       .questions = at(Question::answer),
       .list = list_answers,
       .judge = judge_answer,
       .act = dino_battles::answer,
       .otherwise = refuse(Clause::DNB_DEF_14, Fact::other_question)},
      {.verb = Verb::defend,
       .pattern = "defend",
       .questions = at(Question::answer),
       .list = list_answers,
       .judge = judge_answer,
       .act = dino_battles::answer,
       .otherwise = refuse(Clause::DNB_DEF_14, Fact::other_question)},
      {.verb = Verb::pass,
       .pattern = "pass",
       .questions = at(window),
       .act = pass,
       .otherwise = refuse(Clause::DNB_GEN_20, Fact::other_question)},
      {.verb = Verb::pass,
       .pattern = "pass",
       .questions = at(Question::answer),
       .list = list_answers,
       .act = dino_battles::answer},
      {.verb = Verb::choose,
       .pattern = "choose {a:item}",
       .questions = at(choose),
       .list = list_items,
       .judge = judge_choose,
       .act = choose_item,
       .otherwise = refuse(Clause::DNB_GEN_20, Fact::other_question)},
      {.verb = Verb::done,
       .pattern = "done",
       .questions = at(choose),
       .list = list_items,
       .judge = judge_done,
       .act = stop_choosing,
       .otherwise = refuse(Clause::DNB_GEN_20, Fact::other_question)},
      {.verb = Verb::promote,
       .pattern = "promote {a:targets}",
       .questions = at(Question::promote),
       .list = list_promotions,
       .judge = judge_promote,
       .act = choose_promotion,
       .otherwise = refuse(Clause::DNB_GEN_20, Fact::other_question)},
  };

  static Refusal not_asked(const Content&, const State&, Seat, Choice choice) {
    const bool answering = verb_of(choice) == Verb::evade || verb_of(choice) == Verb::defend;
    return refuse(answering ? Clause::DNB_DEF_14 : Clause::DNB_GEN_20, Fact::not_asked);
  }

  static Refusal elsewhere(const Content&, const State& s, Seat seat, Choice choice) {
    const auto question = static_cast<Question>(s.decision.kind);
    if (question == draft_stack || question == draft_dinosaur)
      return refuse(Clause::DNB_SET_17, Fact::other_question);
    switch (verb_of(choice)) {
      case Verb::play_strategy: return outside_main(s, seat, Clause::DNB_STR_09, Clause::DNB_STR_10);
      case Verb::attach: return outside_main(s, seat, Clause::DNB_ATT_09);
      case Verb::attack:
      case Verb::retreat: return outside_main(s, seat, Clause::DNB_CMB_08);
      case Verb::pass_move: return outside_main(s, seat, Clause::DNB_CMB_09);
      case Verb::assist: return outside_main(s, seat, Clause::DNB_AST_06, Clause::DNB_AST_06, Clause::DNB_AST_01);
      default: return legal;
    }
  }

  // What each action says itself (`own`), DNB-TRN-07, DNB-TRN-08: only in the own Main with an empty stack.
  static Refusal outside_main(const State& s, Seat seat, Clause own, Clause others_turn = Clause::none,
                              Clause later = Clause::DNB_TRN_08) {
    if (seat != s.turn) return refuse(others_turn == Clause::none ? own : others_turn, Fact::not_your_turn);
    if (s.phase == Phase::main) return refuse(Clause::DNB_TRN_07, Fact::stack_not_empty);
    if (s.phase == Phase::main_end) return refuse(Clause::DNB_TRN_07, Fact::not_main);
    return refuse(s.phase == Phase::start ? own : later, Fact::not_main);
  }

  static constexpr Option options[] = {
      {.name = "setup",
       .type = core::OptionType::word,
       .clause = by(Clause::DNB_SET_15),
       .usual = "preset",
       .words = SetupMode_names,
       .write = looked_at_by_begin},
      {.name = "kingdom",
       .type = core::OptionType::record,
       .clause = by(Clause::DNB_SET_18),
       .ids = kingdom_ids,
       .write = looked_at_by_begin},
      {.name = "stacks", .type = core::OptionType::text, .clause = by(Clause::DNB_SET_18), .read = read_stacks},
      {.name = "dinosaurs",
       .type = core::OptionType::text,
       .clause = by(Clause::DNB_SET_18),
       .read = read_dinosaurs},
      {.name = "start_player",
       .type = core::OptionType::seat,
       .clause = by(Clause::DNB_SET_12),
       .usual = "random",
       .write = [](State& s, int seat) { s.first = seat < 0 ? core::no_seat : core::seat(seat); }},
      {.name = "round_limit",
       .type = core::OptionType::number,
       .clause = by(Clause::DNB_OPT_01),
       .usual = "30",
       .low = 10,
       .high = 60,
       .write = [](State& s, int rounds) { s.round_limit = byte(rounds); }},
      {.name = "reserve_limit",
       .type = core::OptionType::number,
       .clause = by(Clause::DNB_OPT_01),
       .usual = "3",
       .low = 1,
       .high = 5,
       .write = [](State& s, int dinosaurs) { s.reserve_limit = byte(dinosaurs); }},
      {.name = "knock_outs",
       .type = core::OptionType::number,
       .clause = by(Clause::DNB_OPT_01),
       .usual = "3",
       .low = 1,
       .high = 5,
       .write = [](State& s, int knock_outs) { s.knock_outs = byte(knock_outs); }},
      {.name = "first_hand_compensation",
       .clause = by(Clause::DNB_SET_13),
       .write = [](State& s, int on) { s.compensation = byte(on); }},
      {.name = "poison_credit",
       .type = core::OptionType::word,
       .clause = by(Clause::DNB_OPT_01),
       .usual = "inflicter",
       .words = poison_words,
       .write = [](State& s, int nobody) { s.poison_uncredited = byte(nobody); }},
      {.name = "attack_payment",
       .type = core::OptionType::word,
       .clause = by(Clause::DNB_OPT_01),
       .usual = "all_dinosaurs",
       .words = payer_words,
       .write = [](State& s, int attacker_only) { s.attacker_pays = byte(attacker_only); }},
  };

  using Step = void (*)(Table&, core::Frame&);
  static constexpr Step steps[Step_count] = {nullptr, step_draft, step_turn, step_window, run_program, step_check};
};

}  // namespace

const ability::Vocabulary& Rules::vocabulary() { return dino_battles::vocabulary(); }

void run(Table& t) { core::run_agenda<Lexicon>(t); }
void Rules::choices(const Content& c, const State& s, ChoiceList& out) { core::list_by_table<Lexicon>(c, s, out); }
Refusal Rules::judge(const Content& c, const State& s, Seat seat, Choice choice) {
  return core::judge_by_table<Lexicon>(c, s, seat, choice);
}
void Rules::apply(Table& t, Choice choice) { core::act_by_table<Lexicon>(t, choice); }
bool read_options(Table& t, const Setup& setup, std::string& error) {
  return rw::read_options<Lexicon>(t, setup, error);
}

}  // namespace rw::dino_battles

namespace rw {
const Game& dino_battles_game();
const Game& dino_battles_game() {
  static const Game game = make_game<dino_battles::Rules, dino_battles::Lexicon>();
  return game;
}
}  // namespace rw
