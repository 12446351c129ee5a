// Beginning a game, choosing characters, dealing.
#include <algorithm>
#include <span>

#include "engine/games/transformers_dbg/rules.h"
#include "engine/games/transformers_dbg/turn.h"

namespace rw::transformers_dbg {
namespace {

// ---- seats, teams, characters ------------------------------------------------------------------------

// DBG-SET-01.
Expected<> check_seats(const Content& c, const State& s) {
  const ModeDef& mode = mode_of(c, s);
  bool fits = s.seats >= mode.least && s.seats <= mode.most;
  if (!mode.teams.empty()) {
    fits = false;
    for (const auto& [a, b] : mode.teams) fits = fits || a + b == s.seats;
  }
  if (!fits)
    return failed(std::string(mode.id) + " is not for " + std::to_string(s.seats) + " players (DBG-SET-01" +
                  (mode.rules == PlayKind::teams ? ", DBG-TVT-01)" : ")"));
  return {};
}

// DBG-TVT-06, DBG-OVM-10.
void assign_teams(const Content& c, State& s, Faction first) {
  const ModeDef& mode = mode_of(c, s);
  const Faction other = first == Faction::autobot ? Faction::decepticon : Faction::autobot;
  for (int i = 0; i < s.seats; ++i) {
    Player& p = s.players[i];
    switch (mode.rules) {
      case PlayKind::competitive: p.team = static_cast<std::uint8_t>(i); break;
      case PlayKind::cooperative: p.team = 0; break;
      case PlayKind::teams: p.team = static_cast<std::uint8_t>(i % 2); break;
      case PlayKind::one_versus_many: p.team = i == 0 ? 0 : 1; break;
    }
    p.faction = mode.factions.size() == 1 ? mode.factions[0] : p.team == 0 ? first : other;
  }
}

bool is_taken(const State& s, Character character) {
  return std::any_of(std::begin(s.players), std::end(s.players),
                     [&](const Player& p) { return p.character == character; });
}

// DBG-SET-15: everybody must find a character.
Expected<> check_characters(const Content& c, const State& s) {
  for (int faction = 0; faction < 2; ++faction) {
    int seats = 0, there = 0;
    for (int i = 0; i < s.seats; ++i) seats += static_cast<int>(s.players[i].faction) == faction;
    for (const CharacterDef& who : c.characters)
      there += static_cast<int>(who.faction) == faction && core::contains(s.sets, who.set);
    if (seats > there)
      return failed("the sets in use have " + std::to_string(there) + " " +
                        std::string(Faction_names[static_cast<std::size_t>(faction)]) + " characters for " +
                        std::to_string(seats) + " seats",
                    Clause::DBG_SET_15);
  }
  return {};
}

// "grimlock,arcee": by seat. In games of two factions they say who sits where.
Expected<> read_characters(const Content& c, State& s, std::string_view text) {
  const ModeDef& mode = mode_of(c, s);
  if (const auto named = 1 + static_cast<int>(std::count(text.begin(), text.end(), ',')); named != s.seats)
    return failed("option characters must name one for each seat: " + std::to_string(named) + " for " +
                      std::to_string(s.seats) + (s.seats == 1 ? " seat" : " seats"),
                  Clause::DBG_SET_15);
  for (int i = 0; i < s.seats; ++i) {
    const std::size_t comma = text.find(',');
    std::string_view name = text.substr(0, comma);
    text = comma == std::string_view::npos ? std::string_view{} : text.substr(comma + 1);
    while (name.starts_with(' ')) name.remove_prefix(1);
    while (name.ends_with(' ')) name.remove_suffix(1);
    if (name.empty())
      return failed("option characters names nobody for seat " + std::to_string(i + 1), Clause::DBG_SET_15);
    Character found = no_character;
    for (const Character character : all_characters(c)) {
      const std::string_view id = character_def(c, character).id;
      if (id == name || (id.starts_with("ch_") && id.substr(3) == name)) found = character;
    }
    if (found == no_character)
      return failed("there is no character '" + std::string(name) + "'").at("option characters");
    const CharacterDef& who = character_def(c, found);
    if (!core::contains(s.sets, who.set))
      return failed("'" + std::string(name) + "' is not in the sets in use", Clause::DBG_SET_15)
          .at("option characters");
    if (is_taken(s, found))
      return failed("'" + std::string(name) + "' is chosen twice", Clause::DBG_SET_15).at("option characters");
    if (mode.factions.size() == 1 && who.faction != mode.factions[0])
      return failed("'" + std::string(name) + "' is of the other faction", Clause::DBG_SET_15)
          .at("option characters");
    s.players[i].character = found;
    s.players[i].faction = who.faction;
  }
  for (int i = 0; i < s.seats && mode.factions.size() > 1; ++i)
    for (int k = 0; k < i; ++k)
      if ((s.players[i].faction == s.players[k].faction) != (s.players[i].team == s.players[k].team))
        return failed(mode.rules == PlayKind::teams
                          ? "the seats alternate between Autobots and Decepticons (DBG-TVT-06)"
                          : "seat 1 plays alone against the other faction (DBG-OVM-01, DBG-OVM-10)");
  return {};
}

// DBG-SET-15: the mode and the characters say the faction of the first seat too, and no other one.
Expected<> check_first_faction(const Content& c, const State& s, std::string_view named) {
  const std::string_view is = Faction_names[static_cast<std::size_t>(s.players[0].faction)];
  if (named.empty() || named == is) return {};
  return failed("option first_faction is " + std::string(named) + ", but " +
                    (mode_of(c, s).factions.size() == 1 ? "the faction of this mode is "
                                                        : "the first of the characters is ") +
                    std::string(is),
                Clause::DBG_SET_15);
}

// DBG-OVM-05: the single player sits first and goes first.
Expected<> check_first_player(const Content& c, State& s) {
  if (rules_of(c, s) != PlayKind::one_versus_many) return {};
  if (s.first != core::no_seat && s.first != core::seat(0))
    return failed("option first_player must be 1 here: the single player goes first", Clause::DBG_OVM_05);
  s.first = core::seat(0);
  return {};
}

// DBG-SET-11.
Expected<> check_cards(const Content& c, const State& s) {
  const TableSize& table = c.tables[s.seats - 1];
  const int need = table.rows * table.columns + c.stacks * table.stack + c.bottom_stack;
  int there = 0;
  for (const Card card : s.box) there += card_def(c, card).kind != CardKind::boss;
  if (there < need)
    return failed(
        "the main deck has " + std::to_string(there) + " cards, and " + std::to_string(need) + " are needed",
        Clause::DBG_SET_11);
  return {};
}

void lay_out(const Content& c, State& s) {
  const TableSize& table = c.tables[s.seats - 1];
  for (int row = 0; row < table.rows; ++row)
    for (int column = 0; column < table.columns; ++column) core::include(s.spaces, space_at(row, column));
  for (int i = 0; i < s.seats; ++i) {
    s.players[i].energon = static_cast<std::uint8_t>(c.starting_energon);
    s.players[i].vp = static_cast<std::uint8_t>(c.starting_vp);
    s.players[i].space = no_space;
    s.in_play[core::seat(i)] = core::bit(slot_of_side(core::seat(i), 0));
  }
  for (int i = s.seats; i < max_players; ++i) s.players[i].space = no_space;
}

// DBG-OVM-09: the single player, who sits first, makes up for the VP of the many.
void give_head_start(Table& t) {
  const ModeDef& mode = mode_of(t.content, t.s);
  const int vp = mode.single_vp[t.s.seats >= 4 ? 1 : 0];
  if (vp == 0 || static_cast<OvmScore>(t.s.ovm_score) != OvmScore::head_start) return;
  Player& p = player(t.s, core::seat(0));
  p.vp = static_cast<std::uint8_t>(p.vp + vp);
  emit(t, Clause::DBG_OVM_09, EventKind::vp_gained, core::seat(0), vp, p.vp);
}

// DBG-SET-12 to DBG-SET-14, in the order of the content.
void lay_stacks(const Content& c, State& s) {
  const bool both = (s.sets & 3) == 3;
  for (const CardSet set : core::first<CardSet>(base_sets)) {
    if (!core::contains(s.sets, set)) continue;
    const bool wanted = !both || !one_faction(c, s) || base_set_of(c, s, s.players[0].faction) == set;
    if (wanted) s.basics[set] = card_def(c, c.basics[set]).copies;
    const CardRange encounters = cards_of(c, CardKind::encounter);
    for (int card = core::index(encounters.to) - 1; card >= core::index(encounters.from); --card)
      if (card_def(c, core::make<Card>(card)).set == set) s.encounters[set].push(core::make<Card>(card));
  }
  for (int special = 1; special >= 0; --special)
    for (const CardSet set : all_sets(c))
      for (const auto& [card, copies] : c.damage_of[set])
        if (core::contains(s.sets, set) && is_special_damage(c, card) == (special != 0))
          for (int i = 0; i < copies; ++i) s.damage_stack.push(card);
  s.damage_total = s.damage_stack.count;
  for (const Card card : s.damage_stack)
    if (is_special_damage(c, card)) s.damage_facedown = 1;
}

}  // namespace

Expected<> begin_game(Table& t, const Setup& setup, const core::Seed& seed) {
  State& s = t.s;
  const Content& c = t.content;
  core::begin_anew(s, setup.seats, seed);
  s.sets = static_cast<std::uint8_t>((1u << c.sets.size()) - 1);
  s.mode = static_cast<std::uint8_t>(core::find_name(c.mode_ids, setup.seats == 1 ? "coop_a" : "competitive_a"));
  s.difficulty = 1;
  s.first = core::no_seat;
  if (auto done = Rules::read_options(t, setup); !done) return done.failure();
  if (auto done = check_seats(c, s); !done) return done.failure();
  assign_teams(c, s, s.players[0].faction);
  const std::string_view characters = setup.option("characters");
  if (!characters.empty())
    if (auto done = read_characters(c, s, characters); !done) return done.failure();
  if (auto done = check_first_faction(c, s, setup.option("first_faction")); !done) return done.failure();
  if (auto done = check_characters(c, s); !done) return done.failure();
  if (auto done = check_first_player(c, s); !done) return done.failure();
  emit(t, Clause::DBG_SET_01, EventKind::mode, core::no_seat, s.mode, s.seats);
  cite(t, Clause::DBG_CUS_01);
  if (auto done = fill_box(t, setup); !done) return done.failure();
  if (auto done = check_cards(c, s); !done) return done.failure();
  cite(t, Clause::DBG_SET_11);
  lay_out(c, s);
  lay_stacks(c, s);
  if (rules_of(c, s) == PlayKind::one_versus_many) give_head_start(t);
  if (setup.option("position") == "custom") return begin_custom(t);
  // DBG-SET-21.
  core::name_first(t, core::FirstSeat::drawn);
  s.turn = s.first;
  emit(t, Clause::DBG_SET_21, EventKind::starting_player, s.first);
  if (!one_faction(c, s))
    cite(t, rules_of(c, s) == PlayKind::teams ? Clause::DBG_TVT_20 : Clause::DBG_OVM_05, s.first);
  s.phase = Phase::characters;
  push_step(t, Step::characters, s.first);
  Rules::run(t);
  return {};
}

// ---- choosing characters (DBG-SET-15) ----------------------------------------------------------------

// A choice names a Character by the place of its record.
namespace {

int record_of(Character who) { return core::index(who) - 1; }
Character character_of(int record) { return core::make<Character>(record + 1); }

}  // namespace

bool is_available(const Content& c, const State& s, Seat seat, Character character) {
  const CharacterDef& who = character_def(c, character);
  return who.faction == player(s, seat).faction && core::contains(s.sets, who.set) && !is_taken(s, character);
}

void step_characters(Table& t, core::Frame& f) {
  for (int i = 0; i < t.s.seats; ++i) {
    const Seat seat = next_seat(t.s, f.controller, i);
    if (player(t.s, seat).character == no_character) return ask(t, Question::character, seat);
  }
  t.s.agenda.pop();
  deal(t);
}

void list_characters(const Content& c, const State& s, ChoiceList& out) {
  for (const Character who : all_characters(c))
    if (is_available(c, s, s.decision.asked, who)) out.add(choice(Verb::be, record_of(who)));
}

Refusal judge_character(const Content& c, const State& s, Seat seat, Choice ch) {
  if (ch.a() >= static_cast<int>(c.characters.size())) return refuse(Clause::DBG_SET_15, Fact::not_in_sets);
  const Character chosen = character_of(ch.a());
  const CharacterDef& who = character_def(c, chosen);
  if (who.faction != player(s, seat).faction) return refuse(Clause::DBG_SET_15, Fact::wrong_faction);
  if (!core::contains(s.sets, who.set)) return refuse(Clause::DBG_SET_15, Fact::not_in_sets);
  if (is_taken(s, chosen)) return refuse(Clause::DBG_SET_15, Fact::taken);
  return legal;
}

namespace {

void tell_character(Table& t, Seat seat) {
  const CharacterDef& who = character_of(t.content, t.s, seat);
  emit(t, Clause::DBG_SET_15, EventKind::character_chosen, seat, record_of(player(t.s, seat).character));
  if (!set_def(t.content, who.set).standalone) cite(t, Clause::DBG_CUS_07, seat);
  cite(t, Clause::DBG_SET_20, seat);
  if (!who.starters.empty()) {
    cite(t, Clause::DBG_CUS_08, seat);
    cite(t, Clause::DBG_COM_02, seat);
    cite(t, Clause::DBG_COM_13, seat);
  }
}

}  // namespace

void choose_character(Table& t, Seat seat, Choice ch) { player(t.s, seat).character = character_of(ch.a()); }

// ---- dealing -----------------------------------------------------------------------------------------

// DBG-SET-16 to DBG-SET-18, DBG-CUS-08.
void give_starters(const Content& c, const State& s, Seat seat, Cards<pile_room>& deck) {
  const CharacterDef& who = character_of(c, s, seat);
  const SetDef& set = set_def(c, base_set_of(c, s, player(s, seat).faction));
  for (const auto& [card, copies] : set.starters) {
    if (copies == static_cast<int>(who.starters.size()))
      for (const Card own : who.starters) deck.push(own);
    else
      for (int i = 0; i < copies; ++i) deck.push(card);
  }
}

namespace {

// A random Boss of this faction and level out of the box (DBG-SET-08).
Card take_boss(Table& t, int faction, int level) {
  State& s = t.s;
  const auto wanted = [&](Card card) {
    const CardDef& def = card_def(t.content, card);
    return def.kind == CardKind::boss && static_cast<int>(def.faction) == faction && def.level == level;
  };
  int there = 0;
  for (const Card card : s.box) there += wanted(card);
  auto pick = static_cast<int>(core::draw(s.random, t.chance, 1, static_cast<std::uint32_t>(there)));
  for (int i = 0; i < s.box.size(); ++i)
    if (wanted(s.box[i]) && --pick == 0) {
      const Card card = s.box[i];
      s.box.remove(i);
      return card;
    }
  return no_card;
}

void deal_main_cards(Table& t) {
  State& s = t.s;
  const Content& c = t.content;
  const TableSize& table = c.tables[s.seats - 1];
  CardByte pile[box_room];
  int n = 0;
  const auto all = s.box;
  s.box.clear();
  for (int i = all.size() - 1; i >= 0; --i)
    if (card_def(c, all[i]).kind != CardKind::boss) pile[n++] = all[i];
  for (const Card card : all)
    if (card_def(c, card).kind == CardKind::boss) s.box.push(card);
  core::shuffle(s.random, t.chance, std::span(pile, static_cast<std::size_t>(n)));
  // DBG-SET-05.
  for (const Space space : spaces_of(s)) put_into_matrix(s, space, pile[--n], Face::down);
  cite(t, Clause::DBG_SET_05);
  // DBG-SET-06 to DBG-SET-09: stack 4 lies at the bottom.
  CardByte stacks[4][20];
  int sizes[4] = {table.stack, table.stack, table.stack, c.bottom_stack};
  for (int k = 0; k < 4; ++k)
    for (int i = sizes[k] - 1; i >= 0; --i) stacks[k][i] = pile[--n];
  for (int k = 0; k < c.stacks; ++k) {
    for (int faction = 1; faction >= 0; --faction)
      if (mode_of(c, s).boss_of[faction]) stacks[k][sizes[k]++] = take_boss(t, faction, k + 1);
    core::shuffle(s.random, t.chance, std::span(stacks[k], static_cast<std::size_t>(sizes[k])));
  }
  for (int k = 3; k >= 0; --k)
    for (int i = 0; i < sizes[k]; ++i) {
      s.main_known[s.main_deck.size()] = static_cast<std::uint8_t>((k + 1) << 5);
      s.main_deck.push(stacks[k][i]);
    }
  while (n > 0) s.box.push(pile[--n]);
  std::sort(s.box.begin(), s.box.end());
}

void deal_player(Table& t, Seat seat) {
  State& s = t.s;
  Player& p = player(s, seat);
  give_starters(t.content, s, seat, p.deck);
  std::sort(p.deck.begin(), p.deck.end());
  core::shuffle(s.random, t.chance, std::span(p.deck.items, p.deck.count));
  draw_cards(t, seat, hand_size(t.content, s, seat), Clause::DBG_SET_23);
  cite(t, Clause::DBG_SET_16, seat);
  cite(t, (s.sets & 3) == 3 ? Clause::DBG_SET_18 : Clause::DBG_SET_17, seat);
  cite(t, Clause::DBG_SET_19, seat);
  if (rules_of(t.content, s) == PlayKind::one_versus_many && p.team == 0) cite(t, Clause::DBG_OVM_02, seat);
}

void tell_mode(Table& t) {
  const Content& c = t.content;
  const State& s = t.s;
  const auto all = [&](std::initializer_list<Clause> clauses) {
    for (const Clause clause : clauses) cite(t, clause);
  };
  all({Clause::DBG_SET_06, Clause::DBG_SET_07, Clause::DBG_SET_08, Clause::DBG_SET_09, Clause::DBG_SET_10,
       Clause::DBG_SET_12, Clause::DBG_SET_13, Clause::DBG_SET_14, Clause::DBG_HID_02});
  for (const CardSet set : all_sets(c))
    if (core::contains(s.sets, set) && !set_def(c, set).standalone && !c.damage_of[set].empty())
      cite(t, Clause::DBG_CUS_09);
  switch (rules_of(c, s)) {
    case PlayKind::competitive: all({Clause::DBG_CPT_01, Clause::DBG_CPT_02}); break;
    case PlayKind::cooperative: all({Clause::DBG_COP_01}); break;
    case PlayKind::teams:
      if (one_faction(c, s)) {
        all({Clause::DBG_ONE_01, Clause::DBG_ONE_02, Clause::DBG_ONE_09, Clause::DBG_ONE_13, Clause::DBG_ONE_14});
        if (s.schemes_out == 0) all({Clause::DBG_ONE_10, Clause::DBG_ONE_11});
      } else {
        all({Clause::DBG_TVT_01, Clause::DBG_TVT_05, Clause::DBG_TVT_06, Clause::DBG_TVT_21,
             (s.sets & 3) == 3 ? Clause::DBG_TVT_07 : Clause::DBG_TVT_03});
      }
      break;
    case PlayKind::one_versus_many:
      all({Clause::DBG_OVM_01, Clause::DBG_OVM_07, Clause::DBG_OVM_08, Clause::DBG_OVM_10, Clause::DBG_TVT_05});
      break;
  }
}

}  // namespace

void deal(Table& t) {
  State& s = t.s;
  for (int i = 0; i < s.seats; ++i) tell_character(t, core::seat(i));
  emit(t, Clause::DBG_SET_02, EventKind::set_up, core::no_seat, s.mode);
  deal_main_cards(t);
  for (const CardSet set : core::first<CardSet>(base_sets))
    if (!s.encounters[set].empty())
      core::shuffle(s.random, t.chance, std::span(s.encounters[set].items, s.encounters[set].count));
  if (s.damage_facedown != 0)
    core::shuffle(s.random, t.chance, std::span(s.damage_stack.items, s.damage_stack.count));
  tell_mode(t);
  for (int i = 0; i < s.seats; ++i) deal_player(t, next_seat(s, s.first, i));
  s.phase = Phase::start;
  begin_turn(t, s.first);
}

}  // namespace rw::transformers_dbg
