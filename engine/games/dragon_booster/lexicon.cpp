// The words of Dragon Booster: what choices and events name, what a seat can do, what a table can agree on.
// An event names a card (`copy`); a choice also names what tells it from the other copies (`item`): "Sidewinder
// (-2)".
#include "engine/ability/render.h"
#include "engine/edge.h"
#include "engine/games/dragon_booster/describe.h"
#include "engine/games/dragon_booster/rules.h"

namespace rw::dragon_booster {
namespace {

using core::alone, core::always, core::as_above, core::at, core::write;
using core::Form;
using core::Place, core::typed;
using core::Viewer;

// ---- where things lie --------------------------------------------------------------------------------

enum PlaceRow : std::uint8_t {
  in_hand,
  in_race_deck,
  in_track,
  in_zone,
  in_discards,
  in_drafted,
  in_aside,
  in_dragon_deck,
  in_crew,
  in_damaged,
  in_pack,
  being_played,
  ridden,
  first_cap,
};
constexpr std::string_view place_paths[] = {
    "players.{seat}.hand.{n}",    "players.{seat}.race_deck.{n}",   "players.{seat}.track.{n}",
    "players.{seat}.zone.{n}",    "players.{seat}.discards.{n}",    "players.{seat}.pile.{n}",
    "players.{seat}.aside.{n}",   "players.{seat}.dragon_deck.{n}", "players.{seat}.crew.{n}",
    "players.{seat}.damaged.{n}", "players.{seat}.pack.{n}",        "limbo",
    "players.{seat}.dragon",      "players.{seat}.upper_left",      "players.{seat}.upper_right",
    "players.{seat}.lower_left",  "players.{seat}.lower_right",
};
static_assert(std::size(place_paths) == first_cap + zap_caps);

Place place(int row, Seat seat, int number = -1) {
  return {static_cast<std::int16_t>(row), static_cast<std::int16_t>(core::index(seat)),
          static_cast<std::int16_t>(number)};
}

// A pile lists first what the viewer knows.
int number_in(Viewer viewer, std::uint64_t pile, const SeatMask* known, core::Operand which) {
  int before = 0;
  for (const int other : core::bits(pile & (core::bit(which) - 1))) before += viewer.sees(known[other]) ? 1 : 0;
  return before;
}

Place place_of_crystal(const State& s, Seat seat, Viewer viewer, Crystal i) {
  const Player& p = player(s, seat);
  if (p.dragon == i) return place(ridden, seat);
  for (const Cap cap : core::first<Cap>(zap_caps))
    if (gear_under(p, cap) == i) return place(first_cap + core::index(cap), seat);
  for (const auto& [row, pile] :
       {std::pair{in_dragon_deck, dragon_deck_to_see(s, p)}, {in_crew, p.crew}, {in_damaged, p.damaged}})
    if (core::contains(pile, i)) return place(row, seat, number_in(viewer, pile, p.known.items + race_slots, i));
  return {};
}

Place place_of_copy(const Content&, const State& s, Viewer viewer, Card card) {
  if (!is_card(s, card)) return {};
  const Seat seat = owner_of(card);
  const Player& p = player(s, seat);
  const Slot slot = slot_of(card);
  if (!viewer.sees(p.known[slot])) return {};
  if (is_crystal_slot(slot)) return place_of_crystal(s, seat, viewer, crystal_of(slot));
  if (s.limbo == card) return place(being_played, seat);
  for (const auto& [row, pile] : {std::pair{in_hand, p.hand},
                                  {in_track, p.track},
                                  {in_zone, p.zone},
                                  {in_discards, p.discards},
                                  {in_drafted, p.pile},
                                  {in_aside, p.aside}})
    if (core::contains(pile, slot)) return place(row, seat, number_in(viewer, pile, p.known.items, slot));
  for (int i = 0; i < p.deck_size; ++i)
    if (p.deck[i] == slot) return place(in_race_deck, seat, p.deck_size - 1 - i);
  return {};
}

// A card of the set is named in drafts: it lies in the pack or the pile of the player who is asked.
Place place_of_card(const Content& c, const State& s, Viewer viewer, Record card) {
  const Seat seat = s.decision.asked;
  const Question question = question_of(s);
  if ((question != Question::pick && question != Question::build) || !viewer.sees(core::only(seat))) return {};
  const Player& p = player(s, seat);
  if (question == Question::build) {
    const Slot slot = in_pile(p, card);
    return slot == no_slot ? Place{} : place_of_copy(c, s, viewer, card_of(seat, slot));
  }
  for (int i = 0; i < p.pack_size; ++i)
    if (p.pack[i] == card) return place(in_pack, seat, i);
  return {};
}

// ---- cards -------------------------------------------------------------------------------------------

constexpr std::string_view card_tables[] = {"maneuvers", "events", "dragons", "gear", "crew"};

int row_of_copy(const Content&, const State& s, Card card) {
  return is_card(s, card) ? core::index(record_of(s, card)) : -1;
}

// Which card a player most likely means: one of the hand, then of one's own, one in play, any other; last one of a
// race deck.
int rank_of(const State& s, Seat seat, Slot slot) {
  const Player& p = player(s, seat);
  const bool own = seat == s.decision.asked;
  if (!is_crystal_slot(slot)) {
    if (own && core::contains(p.hand, slot)) return 0;
    if (std::find(p.deck, p.deck + p.deck_size, slot) != p.deck + p.deck_size) return 4;
  }
  return own ? 1 : in_play(p, slot) ? 2 : 3;
}

// If no reading is legal, the first is judged.
void all_copies(const Content&, const State& s, std::vector<int>& out) {
  for (int rank = 0; rank <= 4; ++rank)
    for (const Seat seat : core::first<Seat>(s.seats))
      for (const Slot slot : core::first<Slot>(in_game(s, seat) ? card_slots : 0))
        if (is_card(s, card_of(seat, slot)) && rank_of(s, seat, slot) == rank)
          out.push_back(core::index(card_of(seat, slot)));
}

// ---- what tells two copies apart ---------------------------------------------------------------------

// What sits on a maneuver in play, each part as players say it; it travels as one number.
struct Marks {
  int sprint = 0, battle = 0;  // changes: all, and those for this battle
  int lane = 0;  // LaneMark
  int used = 0, shielded = 0, back = 0;
  int number = 0;  // of copies that differ in nothing that has a word

  static Marks from(int bits) {
    const auto field = [&](int first, int size) { return bits >> first & ((1 << size) - 1); };
    const auto with_sign = [&](int first) { return (field(first, 10) ^ 512) - 512; };
    return {with_sign(0), with_sign(10), field(20, 2), field(22, 1), field(23, 1), field(24, 1), field(25, 6)};
  }
  int bits() const {
    return (sprint & 1023) | (battle & 1023) << 10 | lane << 20 | used << 22 | shielded << 23 | back << 24 |
           (number & 63) << 25;
  }
};
enum LaneMark : std::uint8_t { no_lane, on_track, waiting, rushing };

Marks marks_of(const Player& p, Slot slot) {
  Marks m;
  for (int d = 0; d < duration_count; ++d) {
    m.sprint += p.raised[d][slot] + p.lowered[d][slot];
    m.shielded |= core::contains(p.shielded[d], slot) ? 1 : 0;
  }
  m.battle = p.raised[this_battle][slot] + p.lowered[this_battle][slot];
  for (const std::uint64_t used : p.used) m.used |= core::contains(used, slot) ? 1 : 0;
  m.back = core::contains(p.returned, slot) ? 1 : 0;
  m.lane = is_rushing(p, slot) ? rushing : core::contains(p.zone, slot) ? waiting : on_track;
  return m;
}

// Cards are pushed from the track and rush from the zone: nobody needs to say where.
std::uint64_t lanes_meant(const State& s, const Player& p) {
  switch (question_of(s)) {
    case Question::push: return p.track;
    case Question::start_battle:
    case Question::rushing_card: return p.zone;
    default: return p.track | p.zone;
  }
}

// A change of sprint is always told; the rest where another copy of this player has the same change and differs.
Marks told_marks(const State& s, const Player& p, Slot slot) {
  const Marks own = marks_of(p, slot);
  Marks told{.sprint = own.sprint};
  int earlier = 0;
  for (const Slot other : core::bits<Slot>(lanes_meant(s, p))) {
    if (p.race[other] != p.race[slot] || look_alike(p, other, slot)) continue;
    const Marks its = marks_of(p, other);
    if (its.sprint != own.sprint) continue;
    if (its.lane != own.lane) told.lane = own.lane;
    if (its.battle != own.battle) told.battle = own.battle;
    if (its.used != own.used) told.used = own.used;
    if (its.shielded != own.shielded) told.shielded = own.shielded;
    if (its.back != own.back) told.back = own.back;
    const bool first = is_first_alike(p, p.track | p.zone, other);
    earlier += its.bits() == own.bits() && first && other < slot ? 1 : 0;
  }
  if (earlier != 0) told.number = earlier + 1;
  return told;
}

// Says the first of several marks; the others follow as one operand.
Form form_of_marks(const Content&, const State&, int bits) {
  constexpr std::string_view lanes[] = {"", "in_track", "in_zone", "rushing"};
  Marks m = Marks::from(bits);
  std::string_view key = "number";
  int said = 0;
  const auto say = [&](std::string_view text, int& mark) {
    if (said != 0 || mark == 0) return;
    key = text;
    said = std::exchange(mark, 0);
  };
  say("sprint", m.sprint);
  say("battle", m.battle);
  say(lanes[m.lane], m.lane);
  say("used", m.used);
  say("shielded", m.shielded);
  say("back", m.back);
  say("number", m.number);
  return {key, {said, m.bits()}};
}

// ---- items: what an effect offers, cards in play -----------------------------------------------------

// Does another player have this card in play too? Then a choice among several players' cards says whose it is.
bool others_have_it(const State& s, Card card) {
  for (int i = 0; i < s.seats; ++i) {
    if (core::seat(i) == owner_of(card)) continue;
    const Player& p = s.players[i];
    for (const Slot slot : core::bits<Slot>(p.track | p.zone))
      if (p.race[slot] == record_of(s, card)) return true;
    for (const Crystal k : core::bits<Crystal>(mag_pit(p)))
      if (p.crystals[k] == record_of(s, card)) return true;
  }
  return false;
}

Form form_of_item(const Content&, const State& s, Item item) {
  const Card card = card_of(item);
  if (is_color(item) || !is_card(s, card)) return {};
  const Player& p = owner(s, card);
  const Slot slot = slot_of(card);
  // Two effects may be due, one of them from a copy that has left.
  if (!in_play(p, slot) && question_of(s) == Question::order && !is_crystal_slot(slot))
    return {"gone", {core::index(card)}};
  if (!in_play(p, slot)) return {"card", {core::index(card)}};
  const int marks = is_crystal_slot(slot) ? 0 : told_marks(s, p, slot).bits();
  const bool whose = question_of(s) == Question::choose && others_have_it(s, card);
  return {whose ? "card_of" : "card", {core::index(card), marks, core::index(owner_of(card))}};
}

core::Meant meaning_of_item(const Content&, const State&, Item item) {
  if (is_color(item)) return {"color", core::index(color_of(item))};
  return {"copy", core::index(card_of(item))};
}
void all_items(const Content& c, const State& s, std::vector<int>& out) {
  all_copies(c, s, out);
  for (const Color color : core::first<Color>(static_cast<int>(c.colors.size())))
    out.push_back(core::index(item_of(color)));
}
// What lasts, as the log tells it.
std::string effect_text(const Content& c, const State&, int place, std::string_view language) {
  const int ability = place / blocks_of_ability;
  if (place < 0 || ability >= static_cast<int>(c.abilities.size())) return "?";
  return ability::render_modifiers(c.root, vocabulary(), Words::program(c, ability).code,
                                   place % blocks_of_ability, language);
}

// ---- decks and lists of words ------------------------------------------------------------------------

Form form_of_deck(const Content& c, const State&, int deck) {
  return deck == own_deck(c) ? Form{"own", {}} : Form{};
}
void all_decks(const Content& c, const State&, std::vector<int>& out) {
  for (int i = 0; i <= own_deck(c); ++i) out.push_back(i);
}

std::span<const std::string_view> format_ids(const Content& c) { return c.format_ids; }

// 0 is none.
constexpr std::string_view caps[] = {"", "upper_left", "upper_right", "lower_left", "lower_right"};
constexpr std::string_view stats[] = {"", "speed", "agility", "power"};
constexpr std::string_view sides[] = {"face_down", "face_up"};
constexpr std::string_view mulligans[] = {"none", "one_free"};

// ---- refusals that depend on more than the verb ------------------------------------------------------

bool is_setup_question(Question question) { return question >= Question::deck && question <= Question::mulligan; }
bool is_setup_verb(Verb verb) { return verb >= Verb::bring && verb <= Verb::mulligan; }

// "Done", "pass" and the like where something must be done first.
Refusal judge_ending(const State& s) {
  switch (question_of(s)) {
    case Question::gear_up: return refuse(Clause::DRB_GUP_02, Fact::can_gear_up);
    case Question::start_battle: return refuse(Clause::DRB_RSH_06, Fact::must_start);
    case Question::rushing_card: return refuse(Clause::DRB_BTL_02, Fact::must_name);
    case Question::battle: return refuse(Clause::DRB_BTL_07, Fact::other_step);
    default: return legal;
  }
}

}  // namespace

struct Lexicon : LexiconOf<Rules> {
  static constexpr std::span<const std::string_view> seats = seat_names;

  static constexpr std::span<const std::string_view> places = place_paths;

  static constexpr auto kinds = kinds_of({
      {.name = "format", .table = "formats"},
      {.name = "deck", .table = "decks", .form = form_of_deck, .values = all_decks},
      {.name = "color", .table = "colors"},
      {.name = "card", .tables = card_tables, .place = typed<place_of_card>},
      {.name = "copy",
       .tables = card_tables,
       .row = typed<row_of_copy>,
       .place = typed<place_of_copy>,
       .values = all_copies},
      {.name = "item", .form = typed<form_of_item>, .is = typed<meaning_of_item>, .values = all_items},
      {.name = "marks", .form = form_of_marks},
      {.name = "effect", .text = effect_text},
      {.name = "cap", .below = zap_caps + 1, .words = caps},
      {.name = "stat", .below = stat_count + 1, .words = stats},
      {.name = "side", .below = 2, .words = sides},
      {.name = "way", .below = Way_count, .words = Way_names},
      {.name = "goal", .below = Goal_count, .words = Goal_names},
      {.name = "phase", .below = Phase_count, .words = Phase_names},
  });

  // In the order in which the choices of a question are listed.
  static constexpr VerbRow verb_rows[] = {
      // before turn 1
      {Verb::bring, "bring {a:deck}", at(Question::deck), list_decks, judge_bring, bring},
      {Verb::pick, "pick {a:card}", at(Question::pick), list_picks, judge_pick, pick},
      {Verb::leave_out, "leave out {a:card}", at(Question::build), list_building, judge_leave_out, leave_out},
      {Verb::ready, "ready", at(Question::build), alone, judge_ready, finish_building},
      {Verb::ride, "ride {a:copy}", at(Question::dragon), list_dragons, judge_ride, ride},
      {Verb::ride_nothing, "ride nothing", at(Question::dragon), alone, judge_ride_nothing, ride_nothing},
      {Verb::take_color, "color {a:color}", at(Question::color), list_colors, judge_color, take_color},
      {Verb::lay, "lay {a:side}", at(Question::lie), list_sides, always, lay},
      {Verb::keep_hand, "keep hand", at(Question::mulligan), alone, always, keep_hand},
      {Verb::mulligan, "mulligan", at(Question::mulligan), alone, always, mulligan},
      // Gear Up, and gearing up by an effect
      {Verb::mag, "mag {a:copy}{b? under {b:cap}}{c? for {c:stat}}", at(Question::gear_up), list_gear_up,
       judge_mag, gear_up, refuse(Clause::DRB_TRN_01, Fact::other_step)},
      {Verb::mag, as_above, at(Question::mag), list_gear, judge_mag, gear_up},
      {Verb::recruit, "recruit {a:copy}", at(Question::gear_up), list_gear_up, judge_recruit, gear_up,
       refuse(Clause::DRB_TRN_01, Fact::other_step)},
      {Verb::recruit, as_above, at(Question::recruit), list_crew, judge_recruit, gear_up},
      {Verb::show, "show dragon deck", at(Question::gear_up), list_gear_up, judge_show, show,
       refuse(Clause::DRB_TRN_01, Fact::other_step)},
      // Main and battles
      {Verb::play, "play {a:copy}", at(Question::main, Question::battle), list_actions, judge_play, play_card},
      {Verb::use, "use {a:item}{b? effect {b:number}}{c? discarding {c:copy}}",
       at(Question::main, Question::battle), list_actions, judge_use, use_effect},
      {Verb::done, "done", at(Question::main), alone, always, finish_main,
       refuse(Clause::DRB_TRN_01, Fact::other_step)},
      {Verb::pass, "pass", at(Question::battle), alone, always, pass,
       refuse(Clause::DRB_TRN_01, Fact::other_step)},
      // Rush
      {Verb::push, "push {a:item}", at(Question::push), list_pushes, judge_push, push},
      {Verb::end_push, "end push", at(Question::push), alone, always, end_push,
       refuse(Clause::DRB_TRN_01, Fact::other_step)},
      {Verb::rush, "rush {a:item}", at(Question::start_battle, Question::rushing_card), list_rushes, judge_rush,
       rush},
      {Verb::send, "send to {a:way}", at(Question::destination), list_destinations, judge_send, send,
       refuse(Clause::DRB_RES_11, Fact::not_offered)},
      // what effects ask
      {Verb::rival, "against {a:seat}", at(Question::rival), list_rivals, judge_rival, choose_rival,
       refuse(Clause::DRB_MUL_02, Fact::not_offered)},
      {Verb::choose, "choose {a:item}", at(Question::choose), list_chosen, judge_choose, choose,
       refuse(Clause::DRB_GEN_11, Fact::other_step)},
      {Verb::stop, "stop", at(Question::choose), list_chosen, judge_stop, stop,
       refuse(Clause::DRB_GEN_11, Fact::other_step)},
      {Verb::stop, as_above, at(Question::mag, Question::recruit), list_end_of_search, judge_stop, end_search},
      {Verb::accept, "accept", at(Question::accept), alone, always, accept,
       refuse(Clause::DRB_GEN_09, Fact::other_step)},
      {Verb::decline, "decline", at(Question::accept), alone, always, decline,
       refuse(Clause::DRB_GEN_09, Fact::other_step)},
      {Verb::order, "first {a:item}{b? effect {b:number}}", at(Question::order), list_due, judge_order, run_due,
       refuse(Clause::DRB_TIM_01, Fact::not_offered)},
      {Verb::bottom, "bottom {a:copy}", at(Question::bottom), list_bottom, judge_bottom, bottom,
       refuse(Clause::DRB_HID_07, Fact::not_offered)},
  };

  // Somebody else must choose: the clause says whose turn it is (the catalogue's table of refusals).
  static Refusal not_asked(const Content&, const State& s, Seat seat, Choice choice) {
    const Verb verb = verb_of(choice);
    const bool finished = core::has(s.finished, seat);
    if (s.phase == Phase::main)
      return finished ? refuse(Clause::DRB_MAN_05, Fact::done_already)
                      : refuse(Clause::DRB_MAN_02, Fact::not_asked);
    if (s.phase == Phase::gear_up && finished) return refuse(Clause::DRB_GUP_01, Fact::once_only);
    const bool to_come = question_of(s) == Question::push && !finished;
    if (s.phase == Phase::push && verb == Verb::push && !to_come)
      return refuse(Clause::DRB_RSH_02, Fact::pushed_already);
    if (s.phase == Phase::push && verb == Verb::rush)
      return player(s, seat).zone == 0 ? refuse(Clause::DRB_RSH_05, Fact::zone_empty)
                                       : refuse(Clause::DRB_RSH_07, Fact::not_your_start);
    if (s.phase == Phase::battle) return refuse(Clause::DRB_BTL_06, Fact::not_asked);
    return refuse(Clause::DRB_TRN_02, Fact::not_asked);
  }

  static Refusal elsewhere(const Content& c, const State& s, Seat seat, Choice choice) {
    const Verb verb = verb_of(choice);
    const Question question = question_of(s);
    if (verb == Verb::ride_nothing && !format_of(c, s).dragonless)
      return refuse(Clause::DRB_DLS_08, Fact::needs_dragon);
    if (question == Question::build) return refuse(Clause::DRB_DRF_13, Fact::other_step);
    if (is_setup_question(question) || is_setup_verb(verb)) return refuse(Clause::DRB_SET_11, Fact::other_step);
    switch (verb) {
      case Verb::mag:
      case Verb::recruit: return in_battle(s) ? refuse(Clause::DRB_BTL_07, Fact::other_step) : legal;
      case Verb::play: return judge_play(c, s, seat, choice);
      case Verb::use: return judge_use(c, s, seat, choice);
      case Verb::push: return judge_push(c, s, seat, choice);
      case Verb::rush: return judge_rush(c, s, seat, choice);
      case Verb::done:
      case Verb::pass:
      case Verb::end_push: return judge_ending(s);
      default: return legal;
    }
  }

  static constexpr Option options[] = {
      record("format", Clause::DRB_GEN_01, "", format_ids, write<&State::format>),
      text_for_each("deck", Clause::DRB_DECK_09, read_own_deck),
      text("decks", Clause::DRB_DECK_09, "choose", read_decks),
      seat("first_leader", Clause::DRB_SET_07, "random",
           [](State& s, int seat) { s.first_leader = static_cast<std::uint8_t>(seat + 1); }),
      number("opening_hand", Clause::DRB_SET_05, "3", {0, 7}, write<&State::opening_hand>),
      word("mulligan", Clause::DRB_SET_06, "none", mulligans, write<&State::mulligans>),
      number("match", Clause::DRB_DRF_13, "1", {1, 9}, write<&State::match>),
      number("turn_limit", Clause::DRB_WIN_13, "60", {30, 200}, write<&State::turn_limit>),
      number("action_limit", Clause::DRB_WIN_14, "100", {70, 500}, write<&State::action_limit>),
  };

  static constexpr Step steps[Step_count] = {
      nullptr,      step_setup, step_turn, step_battle,  step_play,
      step_program, step_after, step_mag,  step_recruit, step_bottom,
  };
  static constexpr const auto& where = whereabouts;
  static const ability::Vocabulary& vocabulary() { return dragon_booster::vocabulary(); }
};

namespace {

// When a game of a match ends and the match does not, the next one begins (DRB-DRF-13).
void go_on_with_match(Table& t) {
  while (Rules::over(t.s) && match_goes_on(t.s) && !core::overflowed()) {
    begin_next_game(t);
    core::run_agenda<Lexicon>(t);
  }
}

}  // namespace

void Rules::run(Table& t) {
  core::run_agenda<Lexicon>(t);
  if (over(t.s)) [[unlikely]]
    go_on_with_match(t);
}
void Rules::apply(Table& t, Choice choice) {
  core::act_by_table<Lexicon>(t, choice);
  if (over(t.s)) [[unlikely]]
    go_on_with_match(t);
}

const Game& game() { return the_game<Rules, Lexicon>(); }

}  // namespace rw::dragon_booster

template struct rw::RulesByTable<rw::dragon_booster::Lexicon, rw::dragon_booster::Rules::Terms>;
