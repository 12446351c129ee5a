// Beginning a game: options, decks, dragons and first hands; made-up positions; what must always hold.
#include <algorithm>
#include <charconv>
#include <cstring>

#include "engine/games/dragon_booster/describe.h"
#include "engine/games/dragon_booster/rules.h"
#include "engine/games/dragon_booster/turn.h"

namespace rw::dragon_booster {
namespace {

inline constexpr std::uint8_t own_list = 0xFF;  // deck_choice: a list given with the options, not brought yet
inline constexpr std::uint16_t unset_energy = 0xFFFF;  // a made-up position: as the turn gives it

// ---- options -----------------------------------------------------------------------------------------

bool read_number(std::string_view text, int low, int high, int& value) {
  const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), value);
  return fault == std::errc{} && end == text.data() + text.size() && value >= low && value <= high;
}

bool read_range(std::string_view name, std::string_view text, const Range& range, int& value, std::string& error) {
  if (read_number(text, range.least, range.most, value)) return true;
  error = "option " + std::string(name) + " must be " + std::to_string(range.least) + " to " +
          std::to_string(range.most);
  return false;
}

std::string joined(const std::vector<std::string_view>& names) {
  std::string text;
  for (const std::string_view name : names) text += (text.empty() ? "" : ", ") + std::string(name);
  return text;
}

std::string_view trimmed(std::string_view text) {
  while (text.starts_with(' ')) text.remove_prefix(1);
  while (text.ends_with(' ')) text.remove_suffix(1);
  return text;
}
std::string_view next_part(std::string_view& text, char mark) {
  const std::size_t at = text.find(mark);
  const std::string_view part = trimmed(text.substr(0, at));
  text = at == std::string_view::npos ? std::string_view{} : text.substr(at + 1);
  return part;
}

// "4 sidewinder, 2 quick_step | wyldfyr_with_kitt_wonn, ...": the race deck, then the dragon deck.
bool read_list(const Content& c, std::string_view text, std::vector<std::uint8_t>& cards, std::string& error) {
  while (!text.empty()) {
    std::string_view part = next_part(text, ',');
    int count = 1;
    if (const std::size_t space = part.find(' ');
        space != std::string_view::npos && part[0] >= '0' && part[0] <= '9') {
      if (!read_number(part.substr(0, space), 1, 99, count)) count = 0;
      part = trimmed(part.substr(space + 1));
    }
    const int card = find_card(c, part);
    if (card < 0 || count == 0) {
      error = "there is no card '" + std::string(part) + "'";
      return false;
    }
    cards.insert(cards.end(), static_cast<std::size_t>(count), static_cast<std::uint8_t>(card));
  }
  return true;
}

bool read_own_deck(const Content& c, State& s, std::string_view name, std::string_view text, std::string& error) {
  int seat = 0;
  if (!read_number(name.substr(5), 1, s.seats, seat)) {
    error = "option " + std::string(name) + ": there is no such seat";
    return false;
  }
  std::string_view rest = text;
  std::vector<std::uint8_t> race, crystals;
  if (!read_list(c, next_part(rest, '|'), race, error) || !read_list(c, rest, crystals, error)) return false;
  if (race.size() > race_slots || crystals.size() > crystal_slots) {
    error = "option " + std::string(name) + ": " + std::to_string(race.size()) + " race cards and " +
            std::to_string(crystals.size()) +
            " crystal cards are more than any deck holds (DRB-DECK-01, DRB-DECK-06)";
    return false;
  }
  load_deck(s.players[seat - 1], race, crystals);
  s.players[seat - 1].deck_choice = own_list;
  return true;
}

bool read_options(const Content& c, State& s, const Setup& setup, std::string& error) {
  int value = 0;
  for (const auto& [name, text] : setup.options) {
    if (name == "opening_hand") {
      if (read_range(name, text, c.opening_hand, value, error)) s.opening_hand = static_cast<std::uint8_t>(value);
    } else if (name == "turn_limit") {
      if (read_range(name, text, c.turn_limit, value, error)) s.turn_limit = static_cast<std::uint16_t>(value);
    } else if (name == "action_limit") {
      if (read_range(name, text, c.action_limit, value, error)) s.action_limit = static_cast<std::uint16_t>(value);
    } else if (name == "mulligan") {
      s.mulligans = text == "one_free";
      if (text != "none" && text != "one_free") error = "option mulligan must be none or one_free (DRB-SET-06)";
    } else if (name == "first_leader") {
      if (text != "random" && !read_number(text, 1, s.seats, value))
        error = "option first_leader must be random or a seat number (DRB-SET-07)";
      s.first_leader = static_cast<std::uint8_t>(text == "random" ? 0 : value);
    } else if (name == "match") {
      if (read_range(name, text, c.match, value, error)) s.match = static_cast<std::uint8_t>(value);
    } else if (name == "format") {
      const int found = core::find_name(c.format_ids, text);
      if (found < 0) error = "option format must be one of " + joined(c.format_ids);
      s.format = static_cast<std::uint8_t>(std::max(0, found));
    } else if (name.starts_with("deck_")) {
      read_own_deck(c, s, name, text, error);
    } else if (name != "decks" && name != "position") {
      error = "there is no option '" + name +
              "'; options: format, decks, deck_1 to deck_6, first_leader, opening_hand, turn_limit, action_limit, "
              "mulligan, match";
    }
    if (!error.empty()) return false;
  }
  const Format& format = c.formats[s.format];
  if (s.seats < format.least_seats || s.seats > format.most_seats)
    error = "format " + std::string(format.id) + " is for " + std::to_string(format.least_seats) + " to " +
            std::to_string(format.most_seats) + " players (DRB-GEN-01)";
  return error.empty();
}

std::vector<std::uint8_t> race_list(const Player& p) { return {p.race, p.race + p.race_count}; }
std::vector<std::uint8_t> crystal_list(const Player& p) { return {p.crystals, p.crystals + p.crystal_count}; }

void bring(Table& t, Seat seat, int deck) {
  Player& p = player(t.s, seat);
  if (deck != own_deck(t.content)) {
    const Deck& preset = t.content.decks[static_cast<std::size_t>(deck)];
    load_deck(p, preset.race, preset.crystals);
  }
  p.deck_choice = deck == own_deck(t.content) ? std::uint8_t{0} : static_cast<std::uint8_t>(deck + 1);
  for (int i = 0; i < crystal_slots; ++i)
    p.known[race_slots + i] = i < p.crystal_count ? core::only(seat) : core::nobody;
  t.s.chosen = static_cast<SeatMask>(t.s.chosen | core::only(seat));
  emit_secret(t, Clause::DRB_DECK_09, EventKind::deck_brought, seat, core::only(seat), deck);
  for (const Clause clause : {Clause::DRB_DECK_01, Clause::DRB_DECK_02, Clause::DRB_DECK_03, Clause::DRB_DECK_04,
                              Clause::DRB_DECK_05, Clause::DRB_DECK_06, Clause::DRB_DECK_07})
    cite(t, clause, seat);
}

// "street_fire,own": a deck for each seat; "choose", or nothing: the players are asked.
bool bring_named_decks(Table& t, std::string_view names, std::string& error) {
  State& s = t.s;
  if (names.empty() || names == "choose") return true;
  if (format_of(t.content, s).drafted()) {
    error = "nobody brings a deck to a draft";
    return false;
  }
  for (int i = 0; i < s.seats; ++i) {
    const std::string_view name = next_part(names, ',');
    const bool own = name == "own" && s.players[i].deck_choice == own_list;
    const int deck = own ? own_deck(t.content) : core::find_name(t.content.deck_ids, name);
    if (deck < 0) {
      error = "option decks must name a deck for each seat: choose, own (with deck_1 and so on), or " +
              joined(t.content.deck_ids);
      return false;
    }
    if (own)
      for (const DeckFault& fault :
           deck_faults(t.content, format_of(t.content, s), race_list(s.players[i]), crystal_list(s.players[i])))
        error += (error.empty() ? "" : "; ") + std::string(clause_names[static_cast<std::size_t>(fault.clause)]) +
                 ": " + fault_text(t.content, fault, "en");
    if (!error.empty()) return false;  // DRB-DECK-09: everything that is broken
    bring(t, core::seat(i), deck);
  }
  if (!names.empty()) error = "option decks names more decks than there are seats";
  return error.empty();
}

}  // namespace

int own_deck(const Content& c) { return static_cast<int>(c.decks.size()); }

void load_deck(Player& p, const std::vector<std::uint8_t>& race, const std::vector<std::uint8_t>& crystals) {
  std::fill(std::begin(p.race), std::end(p.race), std::uint8_t{0});
  std::fill(std::begin(p.crystals), std::end(p.crystals), std::uint8_t{0});
  std::fill(std::begin(p.deck), std::end(p.deck), std::uint8_t{0});
  std::copy(race.begin(), race.end(), p.race);
  std::copy(crystals.begin(), crystals.end(), p.crystals);
  p.race_count = p.deck_size = static_cast<std::uint8_t>(race.size());
  p.crystal_count = static_cast<std::uint8_t>(crystals.size());
  for (std::size_t i = 0; i < race.size(); ++i) p.deck[i] = static_cast<std::uint8_t>(i);
  p.dragon_deck = static_cast<std::uint16_t>((1u << crystals.size()) - 1);
}

// ---- the steps before turn 1 (DRB-SET-11) ------------------------------------------------------------

namespace {

// All answer in secret (DRB-SET-02, DRB-HID-08): asked one after another, shown together.
Seat next_secret(const State& s) {
  for (int i = 0; i < s.seats; ++i)
    if (!core::has(s.chosen, core::seat(i))) return core::seat(i);
  return core::no_seat;
}

void next_stage(State& s, core::Frame& f, SetupStage stage) {
  s.chosen = stage == pick_stage ? core::nobody : s.conceded;  // packs are picked from for those who left, too
  f.stage = stage;
}

int dragons_of(const Content& c, const Player& p) {
  int n = 0;
  for (const int i : core::bits(p.dragon_deck)) n += face(c, p, race_slots + i).kind == Kind::dragon;
  return n;
}

void ride(Table& t, Seat seat, int place) {
  Player& p = player(t.s, seat);
  t.s.chosen = static_cast<SeatMask>(t.s.chosen | core::only(seat));
  p.dragon = static_cast<std::uint8_t>(place);
  if (place == no_slot) return;
  p.dragon_deck = static_cast<std::uint16_t>(p.dragon_deck & ~(1u << place));
  emit_secret(t, Clause::DRB_SET_02, EventKind::dragon_chosen, seat, core::only(seat),
              card_of(seat, race_slots + place));
}

// DRB-SET-01, DRB-DLS-01, DRB-DLS-08.
void step_dragons(Table& t, core::Frame& f) {
  State& s = t.s;
  const Seat seat = next_secret(s);
  if (seat == core::no_seat) return next_stage(s, f, color_stage);
  const Player& p = player(s, seat);
  const int dragons = dragons_of(t.content, p);
  const bool free = format_of(t.content, s).dragonless;
  if (dragons > 1 || (dragons == 1 && free)) return ask(t, Question::dragon, seat);
  if (dragons == 0) return ride(t, seat, no_slot);
  for (const int i : core::bits(p.dragon_deck))
    if (face(t.content, p, race_slots + i).kind == Kind::dragon) return ride(t, seat, i);
}

// DRB-DLS-03: who has chosen a color in an earlier game of the match keeps it.
void step_colors(Table& t, core::Frame& f) {
  State& s = t.s;
  const Seat seat = next_secret(s);
  if (seat == core::no_seat) return next_stage(s, f, lie_stage);
  const Player& p = player(s, seat);
  if (p.dragon == no_slot && p.color == 0) return ask(t, Question::color, seat);
  s.chosen = static_cast<SeatMask>(s.chosen | core::only(seat));
}

void step_packs(Table& t, core::Frame& f) {
  State& s = t.s;
  const Seat seat = next_secret(s);
  if (seat != core::no_seat) {
    const Player& p = player(s, seat);
    if (p.pack_size == 1) return pick(t, seat, choice(Verb::pick, p.pack[0]));
    return ask(t, Question::pick, seat);
  }
  s.chosen = 0;
  cite(t, Clause::DRB_DRF_14);
  if (s.players[0].pack_size > 0) return pass_packs(t);
  ++s.round;
  const bool more = s.round < format_of(t.content, s).rounds.size();
  for (int i = 0; i < s.seats && !more; ++i)
    if (!in_game(s, core::seat(i))) clear_table(s, core::seat(i));
  next_stage(s, f, more ? open_stage : build_stage);
}

void step_building(Table& t, core::Frame& f) {
  State& s = t.s;
  const Seat seat = next_secret(s);
  if (seat == core::no_seat) {
    s.phase = Phase::setup;
    return next_stage(s, f, dragon_stage);
  }
  const Format& format = format_of(t.content, s);
  if (core::population(player(s, seat).pile) <= format.race_least) return finish_building(t, seat);
  ask(t, Question::build, seat);
}

// DRB-HID-08: now all is shown.
void show_choices(Table& t) {
  State& s = t.s;
  s.shown = 1;
  cite(t, Clause::DRB_SET_11);
  for (int i = 0; i < s.seats; ++i) {
    Player& p = s.players[i];
    const Seat seat = core::seat(i);
    if (!in_game(s, seat)) continue;
    if (p.dragon != no_slot) {
      show_to(s, card_of(seat, race_slots + p.dragon), core::everyone);
      emit(t, Clause::DRB_SET_01, EventKind::dragon_shown, seat, card_of(seat, race_slots + p.dragon));
    } else {
      emit(t, Clause::DRB_DLS_03, EventKind::color_shown, seat, p.color - 1);
      cite(t, Clause::DRB_DLS_01, seat);
    }
    note_cards_in_play(t.content, p);
    cite(t, Clause::DRB_HID_08, seat);
    emit(t, Clause::DRB_SET_09, EventKind::deck_laid, seat, p.face_up);
    cite(t, Clause::DRB_HID_03, seat);
    if (p.face_up == 0) continue;
    for (const int k : core::bits(p.dragon_deck)) show_to(s, card_of(seat, race_slots + k), core::everyone);
  }
}

// DRB-SET-07: named by the table or drawn; in a further game of a match the next player to the left.
Seat first_to_lead(Table& t) {
  State& s = t.s;
  const bool known = s.first_leader != 0;
  const int number = known ? s.first_leader : static_cast<int>(core::draw(s.random, t.chance, 1, s.seats));
  Seat first = core::seat(number - 1);
  if ((known && s.game > 1) || !in_game(s, first)) first = next_player(s, first);
  s.first_leader = static_cast<std::uint8_t>(core::index(first) + 1);
  return first;
}

void deal(Table& t) {
  State& s = t.s;
  show_choices(t);
  s.leader = first_to_lead(t);
  emit(t, Clause::DRB_SET_07, EventKind::first_leader, s.leader);
  each_from_leader(s, [&](Seat seat) { shuffle_deck(t, seat); });
  each_from_leader(s, [&](Seat seat) {
    draw_cards(t, seat, s.opening_hand, Clause::DRB_SET_05);
    emit(t, Clause::DRB_SET_05, EventKind::hand_drawn, seat, core::population(player(s, seat).hand));
  });
}

void mulligan(Table& t, Seat seat) {
  Player& p = player(t.s, seat);
  const int count = core::population(p.hand);
  for (const int slot : core::bits(p.hand)) p.deck[p.deck_size++] = static_cast<std::uint8_t>(slot);
  p.hand = 0;
  shuffle_deck(t, seat);
  draw_cards(t, seat, count, Clause::DRB_SET_06);
}

void step_mulligans(Table& t) {
  State& s = t.s;
  for (int i = 0; i < s.seats && s.mulligans != 0; ++i) {
    const Seat seat = seat_after(s, s.leader, i);
    if (!core::has(s.chosen, seat)) return ask(t, Question::mulligan, seat);
  }
  s.chosen = 0;
  s.agenda.pop();
  s.turn = 1;
  cite(t, Clause::DRB_SET_06);
  cite(t, Clause::DRB_SET_08);
  begin_turn(t);
}

}  // namespace

void step_setup(Table& t, core::Frame& f) {
  State& s = t.s;
  switch (f.stage) {
    case deck_stage: {
      const Seat seat = next_secret(s);
      return seat == core::no_seat ? next_stage(s, f, dragon_stage) : ask(t, Question::deck, seat);
    }
    case open_stage: open_packs(t); return next_stage(s, f, pick_stage);
    case pick_stage: return step_packs(t, f);
    case build_stage: return step_building(t, f);
    case dragon_stage: return step_dragons(t, f);
    case color_stage: return step_colors(t, f);
    case lie_stage: {
      const Seat seat = next_secret(s);
      return seat == core::no_seat ? next_stage(s, f, deal_stage) : ask(t, Question::lie, seat);
    }
    case deal_stage: deal(t); return next_stage(s, f, mulligan_stage);
    default: return step_mulligans(t);
  }
}

// ---- what is answered before turn 1 ------------------------------------------------------------------

namespace {

void list_decks(const Content& c, const State& s, Seat seat, ChoiceList& out) {
  for (int i = 0; i < own_deck(c); ++i) out.add(choice(Verb::bring, i));
  const Choice own = choice(Verb::bring, own_deck(c));
  if (!judge_setup(c, s, seat, own).refused()) out.add(own);
}

Refusal judge_deck(const Content& c, const State& s, Seat seat, int deck) {
  const Player& p = player(s, seat);
  if (deck > own_deck(c)) return refuse(Clause::DRB_DECK_09, Fact::no_such_thing);
  if (deck < own_deck(c)) return legal;
  if (p.deck_choice != own_list) return refuse(Clause::DRB_DECK_09, Fact::not_there);
  const auto faults = deck_faults(c, format_of(c, s), race_list(p), crystal_list(p));
  return faults.empty() ? legal : refuse(faults[0].clause, faults[0].fact, faults[0].have, faults[0].need);
}

Refusal judge_dragon(const Content& c, const State& s, Seat seat, Card card) {
  const Player& p = player(s, seat);
  if (!is_card(s, card) || owner_of(card) != seat || !is_crystal_slot(slot_of(card)))
    return refuse(Clause::DRB_SET_01, Fact::not_there);
  const int place = slot_of(card) - race_slots;
  if (!core::contains(p.dragon_deck, place) || face(c, s, card).kind != Kind::dragon)
    return refuse(Clause::DRB_SET_01, Fact::wrong_kind);
  for (int i = 0; i < place; ++i)
    if (p.crystals[i] == p.crystals[place]) return refuse(Clause::DRB_HID_12, Fact::equal_card);
  return legal;
}

Verb verb_for(Question question) {
  switch (question) {
    case Question::deck: return Verb::bring;
    case Question::pick: return Verb::pick;
    case Question::build: return Verb::leave_out;
    case Question::dragon: return Verb::ride;
    case Question::color: return Verb::take_color;
    case Question::lie: return Verb::lay;
    default: return Verb::keep_hand;
  }
}

}  // namespace

void list_setup(const Content& c, const State& s, Seat seat, ChoiceList& out) {
  const Player& p = player(s, seat);
  switch (question_of(s)) {
    case Question::deck: return list_decks(c, s, seat, out);
    case Question::pick: return list_picks(p, out);
    case Question::build: return list_building(c, s, seat, out);
    case Question::dragon:
      for (const int i : core::bits(p.dragon_deck))
        if (const Card card = card_of(seat, race_slots + i); !judge_dragon(c, s, seat, card).refused())
          out.add(choice(Verb::ride, card));
      if (format_of(c, s).dragonless) out.add(choice(Verb::ride_nothing));
      return;
    case Question::color:
      for (int i = 0; i < static_cast<int>(c.colors.size()); ++i) out.add(choice(Verb::take_color, i));
      return;
    case Question::lie:
      out.add(choice(Verb::lay, 0));
      out.add(choice(Verb::lay, 1));
      return;
    default: out.add(choice(Verb::keep_hand)); out.add(choice(Verb::mulligan));
  }
}

Refusal judge_setup(const Content& c, const State& s, Seat seat, Choice ch) {
  const Question question = question_of(s);
  const Verb verb = verb_of(ch);
  if (verb == Verb::ride_nothing && !format_of(c, s).dragonless)
    return refuse(Clause::DRB_DLS_08, Fact::needs_dragon);
  if (question == Question::build) return judge_building(c, s, seat, ch);
  const bool other = (verb == Verb::ride_nothing && question == Question::dragon) ||
                     (verb == Verb::mulligan && question == Question::mulligan);
  if (other) return legal;
  if (question < Question::deck || question > Question::mulligan || verb != verb_for(question))
    return refuse(Clause::DRB_SET_11, Fact::other_step);
  switch (question) {
    case Question::deck: return judge_deck(c, s, seat, ch.a());
    case Question::pick: return judge_pick(s, seat, ch);
    case Question::dragon: return judge_dragon(c, s, seat, ch.a());
    case Question::color:
      return ch.a() < static_cast<int>(c.colors.size()) ? legal : refuse(Clause::DRB_DLS_03, Fact::no_such_thing);
    case Question::lie: return ch.a() <= 1 ? legal : refuse(Clause::DRB_SET_09, Fact::no_such_thing);
    default: return legal;
  }
}

void answer_setup(Table& t, Seat seat, Choice ch) {
  State& s = t.s;
  Player& p = player(s, seat);
  const auto chosen = [&] { s.chosen = static_cast<SeatMask>(s.chosen | core::only(seat)); };
  switch (verb_of(ch)) {
    case Verb::bring: return bring(t, seat, ch.a());
    case Verb::pick: return pick(t, seat, ch);
    case Verb::leave_out: return leave_out(t, seat, ch);
    case Verb::ready: return finish_building(t, seat);
    case Verb::ride: return ride(t, seat, slot_of(ch.a()) - race_slots);
    case Verb::ride_nothing:
      ride(t, seat, no_slot);
      cite(t, Clause::DRB_DLS_01, seat);
      return cite(t, Clause::DRB_DRF_07, seat);
    case Verb::take_color:
      p.color = static_cast<std::uint8_t>(ch.a() + 1);
      chosen();
      return emit_secret(t, Clause::DRB_DLS_03, EventKind::color_chosen, seat, core::only(seat), ch.a());
    case Verb::lay: p.face_up = static_cast<std::uint8_t>(ch.a()); return chosen();
    case Verb::keep_hand:
    case Verb::mulligan:
      chosen();
      emit(t, Clause::DRB_SET_06, EventKind::hand_kept, seat, verb_of(ch) == Verb::keep_hand ? 1 : 0);
      if (verb_of(ch) == Verb::mulligan) mulligan(t, seat);
      return;
    default: return;
  }
}

// ---- beginning ---------------------------------------------------------------------------------------

namespace {

// A made-up position starts with decks, dragons and nothing else on the table; the set-up writes the rest.
bool begin_made_up(Table& t, std::string& error) {
  State& s = t.s;
  s.made_up = s.shown = 1;
  s.phase = Phase::main;
  s.turn = 1;
  s.leader = s.first_leader != 0 ? core::seat(s.first_leader - 1) : core::seat(0);
  s.starter = s.acting = s.leader;
  for (int i = 0; i < s.seats; ++i) {
    Player& p = s.players[i];
    if (!core::has(s.chosen, core::seat(i))) bring(t, core::seat(i), i % own_deck(t.content));
    for (int k = p.crystal_count - 1; k >= 0; --k)
      if (face(t.content, p.crystals[k]).kind == Kind::dragon) p.dragon = static_cast<std::uint8_t>(k);
    // Only the dragon is there; the set-up says what else lies in the dragon deck.
    p.crystals[0] = p.crystals[p.dragon];
    for (int k = 1; k < crystal_slots; ++k) p.crystals[k] = 0;
    p.crystal_count = 1;
    p.dragon = 0;
    p.dragon_deck = 0;
    p.known[race_slots] = core::everyone;
    for (int k = 1; k < crystal_slots; ++k) p.known[race_slots + k] = core::nobody;
    p.energy = unset_energy;
  }
  s.chosen = 0;
  return error.empty();
}

}  // namespace

bool Rules::begin(Table& t, const Setup& setup, const core::Seed& seed, std::string& error) {
  State& s = t.s;
  std::memset(static_cast<void*>(&s), 0, sizeof s);
  s.random = core::Random::start(seed);
  s.seats = static_cast<std::uint8_t>(setup.seats);
  s.decision = {};
  s.opening_hand = static_cast<std::uint8_t>(t.content.opening_hand.usual);
  s.turn_limit = static_cast<std::uint16_t>(t.content.turn_limit.usual);
  s.action_limit = static_cast<std::uint16_t>(t.content.action_limit.usual);
  s.match = static_cast<std::uint8_t>(t.content.match.usual);
  s.game = 1;
  for (Player& p : s.players) p.dragon = p.rushing = no_slot;
  if (!read_options(t.content, s, setup, error)) return false;
  emit(t, Clause::DRB_GEN_01, EventKind::players, core::no_seat, s.seats, s.format);
  const bool made_up = setup.option("position") == "custom";
  const std::string_view decks = setup.option("decks");
  if (made_up) {
    // Decks are wanted in a made-up position of any format.
    const std::uint8_t format = s.format;
    s.format = 0;
    const bool brought = bring_named_decks(t, decks, error) && begin_made_up(t, error);
    s.format = format;
    return brought;
  }
  if (!bring_named_decks(t, decks, error)) return false;
  const bool drafted = format_of(t.content, s).drafted();
  s.phase = drafted ? Phase::draft : Phase::setup;
  push_step(t, Step::setup, core::no_seat, drafted ? open_stage : deck_stage);
  run(t);
  return true;
}

// ---- the next game of a match (DRB-DRF-13) -----------------------------------------------------------

namespace {

// All cards come together again: what was drafted in the pile to build from, a deck of one's own as it was
// brought.
void gather_cards(Player& p, Seat seat, bool drafted) {
  Player fresh{};
  std::copy(std::begin(p.race), std::end(p.race), fresh.race);
  std::copy(std::begin(p.crystals), std::end(p.crystals), fresh.crystals);
  fresh.race_count = p.race_count;
  fresh.crystal_count = p.crystal_count;
  fresh.deck_choice = p.deck_choice;
  fresh.color = p.color;  // DRB-DLS-03: for the whole match
  fresh.dragon = fresh.rushing = no_slot;
  fresh.dragon_deck = static_cast<std::uint16_t>((1u << p.crystal_count) - 1);
  for (int i = 0; i < p.crystal_count; ++i) fresh.known[race_slots + i] = core::only(seat);
  for (int slot = 0; slot < p.race_count; ++slot) {
    if (drafted) {
      fresh.pile |= core::bit(slot);
      fresh.known[slot] = core::only(seat);
    } else {
      fresh.deck[fresh.deck_size++] = static_cast<std::uint8_t>(slot);
    }
  }
  p = fresh;
}

}  // namespace

void begin_next_game(Table& t) {
  State& s = t.s;
  const bool drafted = format_of(t.content, s).drafted();
  ++s.game;
  s.agenda.clear();
  s.triggers.clear();
  s.lasting.clear();
  s.limbo = no_card;
  s.turn = s.end_clause = 0;
  s.passes = s.looked = s.shown = s.lost_leader = s.ran_out = 0;
  s.finished = s.winners = 0;
  s.chosen = s.conceded;  // who has left is asked nothing
  for (int i = 0; i < s.seats; ++i)
    if (in_game(s, core::seat(i))) gather_cards(s.players[i], core::seat(i), drafted);
  s.phase = drafted ? Phase::draft : Phase::setup;
  emit(t, Clause::DRB_DRF_13, EventKind::next_game, core::no_seat, s.game, s.match);
  push_step(t, Step::setup, core::no_seat, drafted ? build_stage : dragon_stage);
}

// ---- made-up positions -------------------------------------------------------------------------------

namespace {

int stage_of(Phase phase) {
  switch (phase) {
    case Phase::draw: return draw_stage;
    case Phase::gear_up: return gear_up_stage;
    case Phase::main: return main_stage;
    case Phase::push: return push_stage;
    default: return battles_stage;
  }
}

// A draft goes on with the packs that were written, or builds from the piles; a set-up begins with the
// dragons, and the decks lie as they were written.
void settle_setup(Table& t) {
  State& s = t.s;
  bool packs = false;
  for (int i = 0; i < s.seats; ++i) {
    Player& p = s.players[i];
    if (p.dragon != no_slot) p.dragon_deck = static_cast<std::uint16_t>(p.dragon_deck | (1u << p.dragon));
    p.dragon = no_slot;
    for (int k = 0; k < p.crystal_count; ++k) p.known[race_slots + k] = core::only(core::seat(i));
    if (s.phase == Phase::draft) detail::set_deck(p, {});
    packs = packs || p.pack_size > 0;
  }
  s.shown = 0;
  const bool rounds = s.round < format_of(t.content, s).rounds.size();
  push_step(t, Step::setup, core::no_seat,
            s.phase == Phase::setup ? dragon_stage
            : packs                 ? pick_stage
            : rounds                ? open_stage
                                    : build_stage);
}

bool settle_battle(Table& t, std::string& error) {
  State& s = t.s;
  if (!in_game(s, s.starter)) error = "nobody started the battle";
  for (int i = 0; i < s.seats; ++i) {
    const Player& p = s.players[i];
    if (p.rushing != no_slot && !core::contains(p.zone, p.rushing)) error = "a rushing card must lie in the zone";
  }
  push_step(t, Step::battle, s.starter, acting_stage);
  s.finished = core::everyone;
  return error.empty();
}

}  // namespace

bool Rules::settle(Table& t, std::string& error) {
  State& s = t.s;
  s.agenda.clear();
  s.decision = {};
  if (s.phase == Phase::over) {
    error = "a position cannot be set up in phase over";
    return false;
  }
  const bool before = s.phase == Phase::setup || s.phase == Phase::draft;
  for (int i = 0; i < s.seats; ++i) {
    Player& p = s.players[i];
    const bool has_dragon = p.dragon != no_slot;
    if (!has_dragon && !before && !format_of(t.content, s).dragonless) {
      error = "everybody rides a dragon in this format (DRB-DLS-08)";
      return false;
    }
    if (p.energy == unset_energy) p.energy = s.phase == Phase::main ? s.turn : std::uint16_t{0};
    for (int slot = 0; slot < p.race_count; ++slot) {
      const std::uint64_t bit = core::bit(slot);
      if (((p.track | p.zone | p.discards) & bit) != 0) p.known[slot] = core::everyone;
    }
    for (int k = 0; k < p.crystal_count; ++k)
      if (core::contains(mag_pit(p) | p.damaged | (p.face_up != 0 ? p.dragon_deck : 0u), k))
        p.known[race_slots + k] = core::everyone;
  }
  for (int i = 0; i < s.seats; ++i) note_cards_in_play(t.content, s.players[i]);
  if (!before) push_step(t, Step::turn, s.leader, stage_of(s.phase));
  if (s.phase == Phase::battle && !settle_battle(t, error)) return false;
  return check(t.content, s, error);
}

void Rules::go_on(Table& t) {
  if (t.s.phase == Phase::setup || t.s.phase == Phase::draft) settle_setup(t);
  run(t);
}

// ---- what must always hold ---------------------------------------------------------------------------

namespace {

bool check_player(const Content& c, const State& s, int i, std::string& error) {
  const Player& p = s.players[i];
  const Seat seat = core::seat(i);
  int places[race_slots] = {};
  for (const std::uint64_t place : {p.hand, p.track, p.zone, p.discards, p.pile, p.aside})
    for (const int slot : core::bits(place)) ++places[slot];
  for (int k = 0; k < p.deck_size; ++k) ++places[p.deck[k]];
  if (s.limbo != no_card && owner_of(s.limbo) == seat) ++places[slot_of(s.limbo)];
  for (int slot = 0; slot < race_slots; ++slot) {
    if (places[slot] != (slot < p.race_count ? 1 : 0))
      error = "race card " + std::to_string(slot) + " of seat " + std::to_string(i + 1) + " is lost or doubled";
    if (slot < p.race_count && p.deck_choice != own_list && !is_race_card(c, p.race[slot])) error = "no race card";
  }
  int crystals[crystal_slots] = {};
  for (const unsigned place : {unsigned{p.dragon_deck}, unsigned{p.crew}, unsigned{p.damaged}})
    for (const int k : core::bits(place)) ++crystals[k];
  for (const std::uint8_t cap : p.cap)
    if (cap != 0) ++crystals[cap - 1];
  if (p.dragon != no_slot) ++crystals[p.dragon];
  for (int k = 0; k < crystal_slots; ++k)
    if (crystals[k] != (k < p.crystal_count ? 1 : 0)) error = "a crystal draconium card is lost or doubled";
  for (int cap = 0; cap < zap_caps; ++cap)
    for (int other = 0; other < cap; ++other)
      if (p.cap[cap] != 0 && p.cap[other] != 0 &&
          face(c, p, race_slots + p.cap[cap] - 1).title == face(c, p, race_slots + p.cap[other] - 1).title)
        error = "two gear of one title are magged (DRB-MAG-03)";
  if (p.dragon != no_slot && face(c, p, race_slots + p.dragon).kind != Kind::dragon) error = "no dragon is ridden";
  for (const int slot : core::bits(p.track | p.zone))
    if (face(c, p, slot).kind != Kind::maneuver) error = "a track holds maneuvers only";
  if (p.rushing != no_slot && !core::contains(p.zone, p.rushing)) error = "a rushing card lies outside the zone";
  Player noted = p;
  note_cards_in_play(c, noted);
  if (s.shown != 0 && (noted.constants != p.constants || noted.moments != p.moments ||
                       !std::equal(noted.windows, noted.windows + keyword_room, p.windows) ||
                       noted.lane_windows != p.lane_windows))
    error = "what the cards in play are about is noted wrongly";
  return error.empty();
}

}  // namespace

bool Rules::check(const Content& c, const State& s, std::string& error) {
  for (int i = 0; i < s.seats; ++i)
    if (in_game(s, core::seat(i)) && !check_player(c, s, i, error)) return false;
  if (s.phase != Phase::over && s.phase != Phase::setup && s.phase != Phase::draft)
    for (int i = 0; i < s.seats; ++i)
      if (s.players[i].points >= c.finish_line) error = "the game should be over (DRB-WIN-01)";
  return error.empty();
}

}  // namespace rw::dragon_booster
