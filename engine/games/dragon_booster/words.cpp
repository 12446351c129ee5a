// What each ability word of Dragon Booster means.
#include "engine/games/dragon_booster/words.h"

#include <algorithm>
#include <iterator>

#include "engine/games/dragon_booster/turn.h"

namespace rw::dragon_booster {
namespace {

using ability::Category;
using ability::Parameter;
using ability::scope_of;
using ability::Type;
using ability::Word;

constexpr std::string_view stats[] = {"all", "speed", "agility", "power"};
constexpr std::string_view one_stat[] = {"speed", "agility", "power"};
constexpr std::string_view results[] = {"win", "loss", "tie"};
constexpr std::string_view keywords[] = {"main", "battle"};
constexpr std::string_view crystal_kinds[] = {"gear", "crew"};
constexpr std::string_view race_kinds[] = {"any", "maneuver", "event"};
constexpr std::string_view harms[] = {"damage", "lowering"};
// Where a card is put; always its owner's. `bottom` is the bottom of the race deck.
constexpr std::string_view goals[] = {"hand", "track", "race_deck", "bottom", "dragon_deck"};
// Where a rushing card goes after the battle.
constexpr std::string_view ways_home[] = {"hand", "track", "discards"};
// Where maneuvers in play lie: anywhere, in the track, in the zone; in the zone without the rushing
// card; the rushing card alone.
constexpr std::string_view lanes[] = {"play", "track", "zone", "waiting", "rushing"};
constexpr std::string_view places_in_play[] = {"track", "zone"};
constexpr std::string_view race_places[] = {"hand", "race_deck", "discards"};
constexpr std::string_view gear_places[] = {"mag_pit", "damaged_pile"};

constexpr Parameter optional(Parameter p) {
  p.required = false;
  return p;
}

// In the order of WordOp. A limit (max_cost, min_cost, max_sprint, max_level) of 0 is none.
constexpr Word words[] = {
    {"gain_points", Category::effect, {{"n", Type::amount}, optional({"who", Type::word, Who_names})}},
    {"lose_points", Category::effect, {{"n", Type::amount}, optional({"who", Type::word, Who_names})}},
    {"gain_energy", Category::effect, {{"n", Type::amount}}},
    {"give_sprint",
     Category::effect,
     {{"n", Type::amount}, {"to", Type::items}, {"until", Type::word, Until_names}}},
    {"give_protection",
     Category::effect,
     {{"to", Type::items}, {"from", Type::word, harms}, {"until", Type::word, Until_names}}},
    {"draw", Category::effect, {{"n", Type::amount}, optional({"who", Type::word, Who_names})}},
    {"discard_top", Category::effect, {{"n", Type::amount}, optional({"who", Type::word, Who_names})}},
    {"discard_random", Category::effect, {{"n", Type::amount}, optional({"who", Type::word, Who_names})}},
    {"discard", Category::effect, {{"card", Type::name}}},
    {"damage", Category::effect, {{"card", Type::name}}},
    {"damage_this", Category::effect},
    {"put", Category::effect, {{"card", Type::name}, {"to", Type::word, goals}}},
    {"deploy", Category::effect, {{"card", Type::name}}},
    {"show", Category::effect, {{"card", Type::name}}},
    {"shuffle_race_deck", Category::effect},
    {"look_at_top", Category::effect, {{"n", Type::number}}},
    {"looked_to_bottom", Category::effect},
    {"look_at_hand", Category::effect, {{"whose", Type::word, Who_names}}},
    {"mag_gear", Category::effect},
    {"recruit_crew", Category::effect},
    {"swap_dragon", Category::effect, {{"card", Type::name}}},
    {"rush_with", Category::effect, {{"card", Type::name}}},

    {"sprint", Category::modifier, {{"n", Type::amount}, {"of", Type::items}}},
    {"protection", Category::modifier, {{"of", Type::items}, {"from", Type::word, harms}}},
    {"cost_less", Category::modifier, {{"n", Type::number}, {"of", Type::items}}},
    {"stat",
     Category::modifier,
     {{"n", Type::number}, optional({"stat", Type::word, stats}), optional({"whose", Type::word, Who_names})}},
    {"event_bonus", Category::modifier, {{"n", Type::number}}},
    {"raise_gain_cap", Category::modifier, {{"n", Type::number}}},
    {"limit_gain", Category::modifier, {{"n", Type::number}}},
    {"sprint_without_card", Category::modifier, {{"n", Type::number}}},
    {"rushing_card_goes", Category::modifier, {{"to", Type::word, ways_home}, {"on", Type::word, results}}},
    {"win_ties", Category::modifier},
    {"take_color", Category::modifier},  // the color that is the subject of the effect
    {"fit_all_boxes", Category::modifier},
    {"no_events", Category::modifier, {{"who", Type::word, Who_names}}},
    {"switch_off_dragon", Category::modifier, {{"whose", Type::word, Who_names}}},
    {"free_use", Category::modifier, {{"keyword", Type::word, keywords}, {"kind", Type::word, crystal_kinds}}},

    {"dragon_color", Category::condition, {{.name = "is", .type = Type::record, .table = "colors"}}},
    {"dragon_title", Category::condition, {{.name = "is", .type = Type::record, .table = "titles"}}},
    {"damaged_rival_card", Category::condition},
    {"behind", Category::condition},
    {"leading", Category::condition},
    {"started_battle", Category::condition},
    {"this_rushing", Category::condition},
    {"this_in", Category::condition, {{"place", Type::word, places_in_play}}},
    {"rival_printed_higher", Category::condition},

    {"points", Category::amount, {optional({"whose", Type::word, Who_names})}},
    {"dragon_stat", Category::amount, {{"stat", Type::word, one_stat}}},
    {"events_this_battle", Category::amount},

    {"maneuvers",
     Category::items,
     {optional({"whose", Type::word, Who_names}), optional({"in", Type::word, lanes}),
      optional({"max_cost", Type::number}), optional({"max_sprint", Type::number}),
      optional({"other", Type::flag})}},
    {"race_cards",
     Category::items,
     {{"in", Type::word, race_places},
      optional({"whose", Type::word, Who_names}),
      optional({"kind", Type::word, race_kinds}),
      optional({"max_cost", Type::number}),
      optional({"min_cost", Type::number})}},
    {"looked_cards", Category::items},
    // Cards of a rival that are protected from your effects are not among them (DRB-DMG-09).
    {"gear",
     Category::items,
     {optional({"whose", Type::word, Who_names}), optional({"in", Type::word, gear_places}),
      optional({"max_level", Type::number}), optional({"other", Type::flag})}},
    {"crew", Category::items, {optional({"whose", Type::word, Who_names}), optional({"other", Type::flag})}},
    {"spare_dragons", Category::items},
    {"colors", Category::items},
    {"this_card", Category::items},
    {"chosen", Category::items, {{"card", Type::name}}},  // what was chosen under that name
};
static_assert(std::size(words) == static_cast<int>(WordOp::chosen) - ability::first_game_word + 1);

constexpr ability::Vocabulary the_vocabulary = {words, Moment_names, Role_names, Until_names, Who_names};

}  // namespace

const ability::Vocabulary& vocabulary() { return the_vocabulary; }

void walk(ability::Program p, int at, void (*fn)(ability::Program, int at, void* context), void* context) {
  const int end = at + p.length(at), opcode = p.opcode(at);
  fn(p, at, context);
  if (opcode == ability::op_block || opcode == ability::op_all || opcode == ability::op_any) {
    for (int i = at + 1; i < end && p.opcode(i) != ability::op_end; i += p.length(i)) walk(p, i, fn, context);
    return;
  }
  if (opcode == ability::op_choose_one) {
    for (int i = at + 2; i < end; i += 1 + p.length(i + 1)) walk(p, i + 1, fn, context);
    return;
  }
  const Word* word = ability::find_word(the_vocabulary, opcode);
  int place = at + 1;
  for (int i = 0; word != nullptr && i < word->parameter_count() && place < end; ++i) {
    if (word->parameters[i].type < Type::amount) {
      ++place;
    } else {
      walk(p, place, fn, context);
      place += p.length(place);
    }
  }
}

// ---- who is meant --------------------------------------------------------------------------------------

bool Words::among(const State& s, const Scope& scope, int who, Seat seat) {
  if (!in_game(s, seat)) return false;
  switch (static_cast<Who>(who)) {
    case Who::you: return seat == scope.controller;
    case Who::rival: return seat == rival_of(scope.object);
    case Who::each_rival: return seat != scope.controller;
    case Who::each_player: return true;
    case Who::served: return scope.registers != nullptr && seat == core::seat(scope.registers[0]);
  }
  return false;
}

// `each_player` is the outermost loop wherever it stands, so register 0 holds the player who is served.
Seat Words::player(const State&, const Scope& scope, int who) {
  if (static_cast<Who>(who) == Who::rival && scope.object != 0) return rival_of(scope.object);
  if (static_cast<Who>(who) == Who::served && scope.registers != nullptr) return core::seat(scope.registers[0]);
  return scope.controller;
}

// The order of serving is fixed when the turn begins: a leader who concedes meanwhile (DRB-WIN-15) moves nobody.
Seat Words::first_seat(const State& s, const Scope&) {
  const bool turn = !s.agenda.empty() && s.agenda[0].step == static_cast<std::uint8_t>(Step::turn);
  return turn ? s.agenda[0].controller : s.leader;
}

// ---- conditions and amounts ------------------------------------------------------------------------------

namespace {

bool is_behind(const State& s, Seat seat) {
  for (int i = 0; i < s.seats; ++i)
    if (in_game(s, core::seat(i)) && s.players[i].points > player(s, seat).points) return true;
  return false;
}

// Printed sprints; a rival without a rushing card has none.
bool rival_prints_more(const Content& c, const State& s, Seat seat, Card card) {
  for (int i = 0; i < s.seats; ++i) {
    const Player& p = s.players[i];
    if (core::seat(i) == seat || !in_game(s, core::seat(i)) || p.rushing == no_slot) continue;
    if (face(c, p, p.rushing).sprint > face(c, s, card).sprint) return true;
  }
  return false;
}

}  // namespace

bool Words::test(const Content& c, const State& s, const Scope& scope, Program p, int at) {
  const Seat seat = scope.controller;
  const Player& own = dragon_booster::player(s, seat);
  switch (static_cast<WordOp>(p.opcode(at))) {
    case WordOp::dragon_color: return color_of(c, s, seat) == p.word(at + 1);
    case WordOp::dragon_title:  // DRB-DLS-07: without a dragon there is none
      return own.dragon != no_slot && face(c, own, race_slots + own.dragon).title == p.word(at + 1);
    case WordOp::damaged_rival_card: return own.damaged_rival != 0;
    case WordOp::behind: return is_behind(s, seat);
    case WordOp::leading: return s.leader == seat;
    case WordOp::started_battle: return in_battle(s) && s.starter == seat;
    case WordOp::this_rushing: return owner_of(scope.source) == seat && is_rushing(own, slot_of(scope.source));
    case WordOp::this_in:
      return !is_crystal_slot(slot_of(scope.source)) &&
             core::contains(p.word(at + 1) == 0 ? own.track : own.zone, slot_of(scope.source));
    case WordOp::rival_printed_higher: return rival_prints_more(c, s, seat, scope.source);
    default: return false;
  }
}

int Words::amount(const Content& c, const State& s, const Scope& scope, Program p, int at) {
  switch (static_cast<WordOp>(p.opcode(at))) {
    case WordOp::points: return dragon_booster::player(s, player(s, scope, p.word(at + 1))).points;
    case WordOp::dragon_stat: return stat_of(c, s, scope.controller, p.word(at + 1));
    case WordOp::events_this_battle: return dragon_booster::player(s, scope.controller).events_this_battle;
    default: return 0;
  }
}

// ---- sets of things ----------------------------------------------------------------------------------------

namespace {

enum Lane : int { in_play_lane, track_lane, zone_lane, waiting_lane, rushing_lane };
enum RacePlace : int { hand_place, deck_place, discards_place };

std::uint64_t lane_of(const Player& p, int lane) {
  const std::uint64_t rushing = p.rushing == no_slot ? 0 : core::bit(p.rushing);
  switch (lane) {
    case in_play_lane: return p.track | p.zone;
    case track_lane: return p.track;
    case zone_lane: return p.zone;
    case waiting_lane: return p.zone & ~rushing;
    default: return rushing;
  }
}

bool is_wanted_maneuver(const Content& c, const Player& p, int slot, int max_cost, int max_sprint) {
  const CardFace& card = face(c, p, slot);
  return (max_cost == 0 || card.cost <= max_cost) && (max_sprint == 0 || card.sprint <= max_sprint);
}

// whose, in, max_cost, max_sprint, other
bool is_among_maneuvers(const Content& c, const State& s, const ability::Scope& scope, ability::Program p, int at,
                        Card card) {
  const int slot = slot_of(card);
  if (is_crystal_slot(slot) || (p.word(at + 5) != 0 && card == scope.source)) return false;
  const Player& whose = owner(s, card);
  return core::contains(lane_of(whose, p.word(at + 2)), slot) &&
         Words::among(s, scope, p.word(at + 1), owner_of(card)) &&
         is_wanted_maneuver(c, whose, slot, p.word(at + 3), p.word(at + 4));
}

bool is_wanted_race_card(const Content& c, int definition, int kind, int max_cost, int min_cost) {
  const CardFace& card = face(c, definition);
  if (kind != 0 && card.kind != (kind == 1 ? Kind::maneuver : Kind::event)) return false;
  return (max_cost == 0 || card.cost <= max_cost) && card.cost >= min_cost;
}

std::uint64_t deck_bits(const Player& p) {
  std::uint64_t bits = 0;
  for (int i = 0; i < p.deck_size; ++i) bits |= core::bit(p.deck[i]);
  return bits;
}
std::uint64_t race_place(const Player& p, int place) {
  return place == hand_place ? p.hand : place == discards_place ? p.discards : deck_bits(p);
}

// in, whose, kind, max_cost, min_cost
bool is_among_race_cards(const Content& c, const State& s, const ability::Scope& scope, ability::Program p, int at,
                         Card card) {
  const int slot = slot_of(card);
  return !is_crystal_slot(slot) && core::contains(race_place(owner(s, card), p.word(at + 1)), slot) &&
         Words::among(s, scope, p.word(at + 2), owner_of(card)) &&
         is_wanted_race_card(c, definition(s, card), p.word(at + 3), p.word(at + 4), p.word(at + 5));
}

// whose, in, max_level, other
bool is_among_gear(const Content& c, const State& s, const ability::Scope& scope, ability::Program p, int at,
                   Card card) {
  const int slot = slot_of(card);
  if (!is_crystal_slot(slot) || (p.word(at + 4) != 0 && card == scope.source)) return false;
  const Player& whose = owner(s, card);
  const unsigned place = p.word(at + 2) == 0 ? magged(whose) : whose.damaged;
  const CardFace& gear = face(c, whose, slot);
  return core::contains(place, slot - race_slots) && gear.kind == Kind::gear &&
         (p.word(at + 3) == 0 || gear.level <= p.word(at + 3)) &&
         Words::among(s, scope, p.word(at + 1), owner_of(card));
}

// whose, other
bool is_among_crew(const State& s, const ability::Scope& scope, ability::Program p, int at, Card card) {
  const int slot = slot_of(card);
  return is_crystal_slot(slot) && !(p.word(at + 2) != 0 && card == scope.source) &&
         core::contains(owner(s, card).crew, slot - race_slots) &&
         Words::among(s, scope, p.word(at + 1), owner_of(card));
}

}  // namespace

bool holds(const Content& c, const State& s, const ability::Scope& scope, ability::Program p, int at, Card card) {
  switch (static_cast<WordOp>(p.opcode(at))) {
    case WordOp::maneuvers: return is_among_maneuvers(c, s, scope, p, at, card);
    case WordOp::race_cards: return is_among_race_cards(c, s, scope, p, at, card);
    case WordOp::gear: return is_among_gear(c, s, scope, p, at, card);
    case WordOp::crew: return is_among_crew(s, scope, p, at, card);
    case WordOp::this_card: return card == scope.source;
    case WordOp::chosen: return scope.registers != nullptr && card == scope.registers[p.word(at + 1)];
    default: return false;
  }
}

namespace {

// The places of this player where cards of the set may lie, so that only those are tested.
void push_matching(const Content& c, const State& s, const ability::Scope& scope, ability::Program p, int at,
                   Seat seat, ability::Items& out) {
  const Player& whose = player(s, seat);
  const auto push = [&](Card card) { out.push(static_cast<std::int16_t>(card)); };
  switch (static_cast<WordOp>(p.opcode(at))) {
    case WordOp::maneuvers:
      for (const int slot : core::bits(lane_of(whose, p.word(at + 2))))
        if (is_among_maneuvers(c, s, scope, p, at, card_of(seat, slot))) push(card_of(seat, slot));
      return;
    case WordOp::race_cards:
      for (const int slot : core::bits(race_place(whose, p.word(at + 1))))
        if (is_wanted_race_card(c, whose.race[slot], p.word(at + 3), p.word(at + 4), p.word(at + 5)))
          push(card_of(seat, slot));
      return;
    case WordOp::gear:
    case WordOp::crew: {
      const bool pit = static_cast<WordOp>(p.opcode(at)) == WordOp::crew || p.word(at + 2) == 0;
      for (const int i : core::bits(pit ? mag_pit(whose) : whose.damaged)) {
        const Card card = card_of(seat, race_slots + i);
        // DRB-DMG-09: what is protected cannot be chosen.
        if (holds(c, s, scope, p, at, card) && (!pit || seat == scope.controller || !is_guarded(c, s, card)))
          push(card);
      }
      return;
    }
    default: return;
  }
}

void push_spare_dragons(const Content& c, const State& s, Seat seat, ability::Items& out) {
  const Player& p = player(s, seat);
  if (p.dragon == no_slot) return;  // DRB-DLS-07
  const std::uint8_t team = face(c, p, race_slots + p.dragon).team;
  for (const int i : core::bits(p.dragon_deck)) {
    const CardFace& card = face(c, p, race_slots + i);
    if (card.kind == Kind::dragon && card.team == team)
      out.push(static_cast<std::int16_t>(card_of(seat, race_slots + i)));
  }
}

void push_looked(const State& s, Seat seat, ability::Items& out) {
  const Player& p = player(s, seat);
  for (int i = p.deck_size - s.looked; i < p.deck_size; ++i)
    out.push(static_cast<std::int16_t>(card_of(seat, p.deck[i])));
  std::sort(out.begin(), out.end());
}

}  // namespace

void Words::select(const Content& c, const State& s, const Scope& scope, Program p, int at, ability::Items& out) {
  switch (static_cast<WordOp>(p.opcode(at))) {
    case WordOp::spare_dragons: return push_spare_dragons(c, s, scope.controller, out);
    case WordOp::looked_cards: return push_looked(s, scope.controller, out);
    case WordOp::colors:
      for (int i = 0; i < static_cast<int>(c.colors.size()); ++i) out.push(static_cast<std::int16_t>(i));
      return;
    case WordOp::this_card: return out.push(static_cast<std::int16_t>(scope.source));
    case WordOp::chosen: return out.push(scope.registers[p.word(at + 1)]);
    default: break;
  }
  const int who = p.word(at + (static_cast<WordOp>(p.opcode(at)) == WordOp::race_cards ? 2 : 1));
  for (int i = 0; i < s.seats; ++i)
    if (among(s, scope, who, core::seat(i))) push_matching(c, s, scope, p, at, core::seat(i), out);
}

// A hand and the race deck: others cannot see what there is to choose from. An empty one they can.
bool Words::conceals(const Content&, const State& s, const Scope& scope, Program p, int at) {
  const auto op = static_cast<WordOp>(p.opcode(at));
  if (op == WordOp::looked_cards) return s.looked != 0;
  if (op == WordOp::spare_dragons) {
    const Player& own = dragon_booster::player(s, scope.controller);
    return own.dragon_deck != 0 && own.face_up == 0 && own.dragon != no_slot;
  }
  if (op != WordOp::race_cards || p.word(at + 1) == discards_place) return false;
  for (int i = 0; i < s.seats; ++i)
    if (among(s, scope, p.word(at + 2), core::seat(i)))
      return p.word(at + 1) == hand_place ? s.players[i].hand != 0 : s.players[i].deck_size != 0;
  return false;
}

// ---- effects -------------------------------------------------------------------------------------------------

namespace {

using ability::Program;

Duration duration_of(int until) {
  return static_cast<Until>(until) == Until::end_of_battle ? this_battle : this_turn;
}

// Calls fn(seat) for each player meant, the leader first (DRB-MUL-09).
template <class Fn>
void each_meant(Table& t, const core::Frame& f, int who, Fn&& fn) {
  const ability::Scope scope = scope_of(f);
  int served = 0;
  for (int i = 0; i < t.s.seats && t.s.phase != Phase::over; ++i) {
    const Seat seat = seat_after(t.s, t.s.leader, i);
    if (!Words::among(t.s, scope, who, seat)) continue;
    fn(seat);
    ++served;
  }
  if (static_cast<Who>(who) == Who::each_rival || static_cast<Who>(who) == Who::each_player)
    cite(t, Clause::DRB_MUL_09, f.controller);
  if (served == 0) cite(t, Clause::DRB_GEN_08, f.controller);
}

void change_points_of(Table& t, const core::Frame& f, Program p, int at, int sign) {
  const int n = Interpreter::amount(t.content, t.s, scope_of(f), p, at + 1);
  const int who = p.word(at + 1 + p.length(at + 1));
  each_meant(t, f, who, [&](Seat seat) {
    change_points(t, seat, sign * n, Clause::DRB_WIN_02);
    if (static_cast<Who>(who) != Who::you) cite(t, Clause::DRB_WIN_10, seat);
  });
}

void give_sprint(Table& t, const core::Frame& f, Program p, int at) {
  ability::Parameters in = ability::parameters(p, at);
  const int n = Interpreter::amount(t.content, t.s, scope_of(f), p, in.node());
  const int to = in.node();
  const Duration until = duration_of(in.number());
  ability::Items cards{};
  Words::select(t.content, t.s, scope_of(f), p, to, cards);
  for (const std::int16_t card : cards) change_sprint(t, card, n, f.controller, until);
  cite(t, Clause::DRB_GEN_15, f.controller);
  if (!cards.empty()) return;
  if (in_battle(t.s)) cite(t, Clause::DRB_BTL_04, f.controller);
  Words::found_nothing(t, f);
}

// DRB-GEN-15: the cards of this moment.
void give_protection(Table& t, const core::Frame& f, Program p, int at) {
  ability::Parameters in = ability::parameters(p, at);
  const int to = in.node();
  const bool lowering = in.number() != 0;
  const Duration until = duration_of(in.number());
  ability::Items cards{};
  Words::select(t.content, t.s, scope_of(f), p, to, cards);
  for (const std::int16_t card : cards) {
    Player& whose = owner(t.s, card);
    const int slot = slot_of(card);
    if (lowering && !is_crystal_slot(slot)) whose.shielded[until] |= core::bit(slot);
    if (!lowering && is_crystal_slot(slot))
      whose.guarded[until] = static_cast<std::uint16_t>(whose.guarded[until] | (1u << (slot - race_slots)));
    whose.changed[until] = 1;
    emit(t, lowering ? Clause::DRB_BTL_14 : Clause::DRB_DMG_09, EventKind::protected_, f.controller, card,
         lowering, core::index(owner_of(card)));
  }
  cite(t, Clause::DRB_GEN_15, f.controller);
}

}  // namespace

void Words::effect(Table& t, core::Frame& f, Program p, int at) {
  const Seat seat = f.controller;
  const auto n = [&] { return Interpreter::amount(t.content, t.s, scope_of(f), p, at + 1); };
  const auto who = [&] { return p.word(at + 1 + p.length(at + 1)); };
  const auto named = [&](int place) { return static_cast<Card>(f.registers[p.word(place)]); };
  switch (static_cast<WordOp>(p.opcode(at))) {
    case WordOp::gain_points: return change_points_of(t, f, p, at, 1);
    case WordOp::lose_points: return change_points_of(t, f, p, at, -1);
    case WordOp::gain_energy: {
      // DRB-MAN-08.
      const bool main = t.s.phase == Phase::main;
      Player& own = dragon_booster::player(t.s, seat);
      if (main) own.energy = static_cast<std::uint16_t>(std::min(own.energy + n(), 9999));
      return emit(t, Clause::DRB_MAN_08, EventKind::energy, seat, main ? n() : 0, own.energy);
    }
    case WordOp::give_sprint: return give_sprint(t, f, p, at);
    case WordOp::give_protection: return give_protection(t, f, p, at);
    case WordOp::draw: {
      const int count = n();
      return each_meant(t, f, who(), [&](Seat s) { draw_cards(t, s, count, Clause::DRB_WIN_07); });
    }
    case WordOp::discard_top: {
      const int count = n();
      return each_meant(t, f, who(), [&](Seat s) { discard_top(t, s, count); });
    }
    case WordOp::discard_random: {
      const int count = n();
      return each_meant(t, f, who(), [&](Seat s) { discard_random(t, s, count); });
    }
    case WordOp::discard: return discard(t, named(at + 1), seat, Clause::DRB_DMG_06);
    case WordOp::damage: return damage(t, named(at + 1), seat);
    case WordOp::damage_this: return damage(t, f.source, seat);
    case WordOp::put: return put(t, named(at + 1), static_cast<Goal>(p.word(at + 2)));
    case WordOp::deploy: return put(t, named(at + 1), to_track);
    case WordOp::show: return show_card(t, seat, named(at + 1));
    case WordOp::shuffle_race_deck: return shuffle_deck(t, seat);
    case WordOp::look_at_top: return look_at_top(t, seat, p.word(at + 1));
    case WordOp::looked_to_bottom: push_step(t, Step::bottom, seat); return;
    case WordOp::look_at_hand: return each_meant(t, f, p.word(at + 1), [&](Seat s) { look_at_hand(t, seat, s); });
    case WordOp::mag_gear: push_step(t, Step::mag, seat); return;
    case WordOp::recruit_crew: push_step(t, Step::recruit, seat); return;
    case WordOp::swap_dragon: return swap_dragon(t, seat, named(at + 1));
    case WordOp::rush_with: return swap_rushing_card(t, seat, named(at + 1));
    default: return;  // modifiers are read, never run
  }
}

void Words::ask(Table& t, Seat seat) { dragon_booster::ask(t, Question::choose, seat); }

// DRB-GEN-08: what cannot be done is skipped, and a keyword effect may be used for nothing (DRB-KEY-13).
void Words::found_nothing(Table& t, const core::Frame& f) {
  cite(t, Clause::DRB_GEN_08, f.controller);
  const Program p = program(t.content, f.ability);
  const ability::Ability& a = p.ability();
  if (p.opcode(f.position) == ability::op_choose && f.object != 0) {
    const auto of = static_cast<WordOp>(p.opcode(ability::parameters(p, f.position).node()));
    if (of == WordOp::gear || of == WordOp::crew) tell_guarded(t, rival_of(f.object));
  }
  if (a.kind == static_cast<int>(ability::Kind::activated)) cite(t, Clause::DRB_KEY_13, f.controller);
  const bool maneuver = a.kind == static_cast<int>(ability::Kind::triggered) && t.s.limbo == f.source &&
                        face(t.content, t.s, f.source).kind == Kind::maneuver;
  if (maneuver) cite(t, Clause::DRB_MNV_06, f.controller);
}

// ---- what lasts ------------------------------------------------------------------------------------------------

namespace {

void tell_lasting(Table& t, const core::Frame& f, const AbilityInfo& info) {
  if (t.log == nullptr) return;
  emit(t, Clause::DRB_GEN_16, EventKind::effect_made, f.controller, f.source);
  const auto has = [&](WordOp word) { return (info.modifiers & modifier_bit(word)) != 0; };
  const Seat target = f.object != 0 ? rival_of(f.object) : f.controller;
  if (has(WordOp::stat)) {
    cite(t, Clause::DRB_STA_02, target);
    for (int stat = 0; stat < stat_count; ++stat)
      if (stat_of(t.content, t.s, target, stat) < 0) cite(t, Clause::DRB_STA_03, target);
  }
  if (has(WordOp::take_color)) cite(t, Clause::DRB_STA_04, f.controller);
  const bool dragon = has(WordOp::stat) || has(WordOp::take_color) || has(WordOp::switch_off_dragon);
  if (dragon && player(t.s, target).dragon == no_slot) cite(t, Clause::DRB_DLS_07, target);
}

}  // namespace

// Equal effects that add nothing to each other are kept once; stats and costs add up.
void Words::last(Table& t, const core::Frame& f, int block, int until) {
  const AbilityInfo& info = t.content.abilities[f.ability];
  const ability::Lasting made{f.ability,    static_cast<std::uint16_t>(block),
                              f.controller, static_cast<std::uint8_t>(until),
                              f.source,     f.subject,
                              f.object};
  constexpr std::uint32_t adding = modifier_bit(WordOp::stat) | modifier_bit(WordOp::cost_less) |
                                   modifier_bit(WordOp::take_color);  // the last color counts
  bool there = false;
  for (const ability::Lasting& l : t.s.lasting)
    there = there || (l.ability == made.ability && l.block == made.block && l.controller == made.controller &&
                      l.until == made.until && l.object == made.object && (info.modifiers & adding) == 0);
  if (!there) t.s.lasting.push(made);
  tell_lasting(t, f, info);
}

void Words::later(Table& t, const core::Frame& f, int moment, int until, int block) {
  t.s.lasting.push({f.ability, static_cast<std::uint16_t>(block), f.controller,
                    static_cast<std::uint8_t>(until | delayed), f.source, static_cast<std::int16_t>(moment),
                    f.object});
  emit(t, Clause::DRB_GEN_16, EventKind::effect_made, f.controller, f.source);
}

}  // namespace rw::dragon_booster
