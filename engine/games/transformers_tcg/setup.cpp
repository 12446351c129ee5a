// Beginning a game, dropping into a made-up position, and what must hold in every position.
#include <algorithm>

#include "engine/ability/walk.h"
#include "engine/games/transformers_tcg/deck.h"
#include "engine/games/transformers_tcg/describe.h"
#include "engine/games/transformers_tcg/rules.h"
#include "engine/games/transformers_tcg/turn.h"
#include "engine/games/transformers_tcg/word_table.h"

namespace rw::transformers_tcg {
namespace {

// A list that breaks a rule is refused with every reason (TCG-DECK-11).
Expected<> accept(const std::vector<Violation>& violations, int seat, const Deck& deck) {
  const std::string whose = "the deck of seat " + std::to_string(seat + 1);
  std::string reasons;
  for (const Violation& v : violations)
    reasons += (reasons.empty() ? "" : "; ") + std::string(clause_names[static_cast<std::size_t>(v.clause)]) +
               (v.card.empty() ? "" : " " + v.card) + ": " + v.reason;
  if (!reasons.empty()) return failed(whose + " is illegal: " + reasons);
  int size = 0;
  for (const DeckLine& line : deck.cards) size += line.copies;
  if (size > max_deck)
    return failed(whose + " has " + std::to_string(size) + " battle cards; a table holds " +
                  std::to_string(max_deck));
  if (deck.team.size() > 6) return failed("a table holds teams of six");
  return {};
}

void take_deck(State& s, int seat, const Deck& deck) {
  s.team_size[seat] = static_cast<std::uint8_t>(deck.team.size());
  for (std::size_t k = 0; k < deck.team.size(); ++k) s.team[seat][k] = from_1(deck.team[k]);
  int n = 0;
  if (s.options.basic == 0 || core::seat(seat) == common_deck)
    for (const DeckLine& line : deck.cards)
      for (int k = 0; k < line.copies; ++k) s.definition[card_of(core::seat(seat), n++)] = from_1(line.card);
  s.list_size[seat] = static_cast<std::uint8_t>(n);
  if (!deck.side_team.empty()) s.sideboard[seat][0] = from_1(deck.side_team[0]);
  int side = 1;
  for (const DeckLine& line : deck.side_cards)
    for (int k = 0; k < line.copies && side < sideboard_size; ++k) s.sideboard[seat][side++] = from_1(line.card);
}

Expected<> take_preset(Table& t, int seat) {
  const Deck deck = deck_of(t.content.decks[t.s.options.deck[seat]]);
  if (auto done = accept(judge_deck(t.content, t.content.formats[t.s.options.format], deck), seat, deck); !done)
    return done.failure();
  take_deck(t.s, seat, deck);
  return {};
}

constexpr std::uint8_t own_list = 0xFF;

// The decks that the table names, where no list was brought.
Expected<> take_decks(Table& t) {
  State& s = t.s;
  for (int seat = 0; seat < player_count; ++seat)
    if (s.options.deck[seat] != own_list)
      if (auto done = take_preset(t, seat); !done) return done.failure();
  for (int seat = 0; seat < player_count; ++seat) {
    const Seat who = core::seat(seat);
    emit(t, Clause::TCG_DECK_01, EventKind::teams, who, s.team_size[seat], s.list_size[seat]);
    for (const Clause clause :
         {Clause::TCG_DECK_02, Clause::TCG_DECK_03, Clause::TCG_DECK_04, Clause::TCG_DECK_05, Clause::TCG_DECK_06,
          Clause::TCG_DECK_08, Clause::TCG_DECK_11, Clause::TCG_DECK_12})
      cite(t, clause, who);
    if (!t.content.formats[s.options.format].unique_characters) cite(t, Clause::TCG_DECK_13, who);
  }
  return {};
}

}  // namespace

// Ids of ready decks by seat, separated by a comma; one alone is for both seats. Without one, the seat's usual
// deck.
Expected<> read_decks(Table& t, std::string_view text) {
  const auto& decks = t.content.decks;
  if (std::count(text.begin(), text.end(), ',') >= player_count)
    return failed("names more decks than there are seats", Clause::TCG_DECK_11);
  for (int seat = 0; seat < player_count; ++seat) {
    const std::size_t comma = text.find(',');
    std::string_view name = text.substr(0, comma);
    while (name.starts_with(' ')) name.remove_prefix(1);
    if (comma != std::string_view::npos) text = text.substr(comma + 1);
    const auto found = std::find_if(decks.begin(), decks.end(), [&](const DeckList& d) { return d.id == name; });
    if (!name.empty() && found == decks.end()) {
      std::string all;
      for (const DeckList& each : decks) all += " " + std::string(each.id);
      return failed("there is no deck '" + std::string(name) + "'; decks:" + all);
    }
    if (!name.empty()) t.s.options.deck[seat] = static_cast<std::uint8_t>(found - decks.begin());
  }
  return {};
}

// A list of one's own.
Expected<> read_list(Table& t, Seat seat, std::string_view text) {
  const int i = core::index(seat);
  Deck deck;
  const Format& format = t.content.formats[t.s.options.format];
  const SubmittedDeck list = read_plain_list(t.content, text);
  if (!list.outside.empty())
    return failed("only a ready deck declares what it may fetch from outside the game", Clause::TCG_OUT_06);
  if (auto done = accept(check_deck(t.content, format, list, deck), i, deck); !done) return done.failure();
  t.s.options.deck[i] = own_list;
  take_deck(t.s, i, deck);
  return {};
}

void index_all(const Content& c, State& s) {
  for (const Character who : core::first<Character>(character_count)) {
    if (is_there(s, who)) {
      index_character(c, s, who);
      continue;
    }
    forget_character(s, who);
  }
  index_lasting(c, s);
}

namespace {

// What a game leaves behind is cleared; lists, options and the match stay.
void clear_table(State& s) {
  s.field = s.ko_area = s.tapped = s.attacked = s.formed = 0;
  for (CharacterSet& listeners : s.listen) listeners = 0;
  for (CardSet* set : {&s.hand, &s.scrap, &s.played, &s.flipped, &s.attached, &s.under, &s.marked, &s.aside,
                       &s.used, &s.endangered, &s.known[0], &s.known[1]})
    *set = no_cards;
  for (CharacterSet& all : s.speak) all = 0;
  s.wide = 0;
  for (CharacterState& character : s.characters) character = {};
  for (std::uint8_t& where : s.where) where = 0;
  for (int seat = 0; seat < player_count; ++seat) {
    // A made-up position may have taken cards out of a list: what is left closes up.
    std::uint8_t* list = &s.definition[card_of(core::seat(seat), 0)];
    std::uint8_t* end = std::remove(list, list + s.list_size[seat], std::uint8_t{0});
    s.list_size[seat] = static_cast<std::uint8_t>(end - list);
    for (int i = s.list_size[seat]; i < max_cards; ++i) list[i] = 0;  // TCG-OUT-09
    for (Card& card : s.deck[seat]) card = {};
    s.deck_size[seat] = s.tower[seat] = 0;
  }
  s.turn_number = s.turns_in_row = s.extra_turn = 0;
  s.winners = 0;
  s.end_clause = 0;
}

void put_teams_out(Table& t) {
  State& s = t.s;
  for (int seat = 0; seat < player_count; ++seat) {
    const int size = s.options.basic != 0 ? std::min<int>(2, s.team_size[seat]) : s.team_size[seat];
    for (int k = 0; k < size; ++k) {
      const Character who = new_character(t.content, s, core::seat(seat), on_team(s, seat, k));
      core::include(s.field, who);
      index_character(t.content, s, who);
    }
    for (int i = 0; i < s.list_size[seat]; ++i) s.deck[seat][i] = card_of(core::seat(seat), i);
    s.deck_size[seat] = s.list_size[seat];
  }
}

void shuffle_deck(Table& t, Seat seat) {
  State& s = t.s;
  const int i = core::index(seat);
  const int n = s.deck_size[i];
  core::shuffle(s.random, t.chance, std::span(s.deck[i], static_cast<std::size_t>(n)));
  emit(t, Clause::TCG_SET_03, EventKind::deck_shuffled, seat, n);
  cite(t, Clause::TCG_GEN_07, seat);
  cite(t, Clause::TCG_HID_02, seat);
}

void each_own_event(Table& t, Moment moment) {
  next_event(t.s);
  for (const Character who : core::bits<Character>(t.s.field)) happen(t, moment, owner_of(who), who);
}

}  // namespace

// TCG-SET-07: the order of the set-up.
void deal(Table& t, Seat first) {
  State& s = t.s;
  clear_table(s);
  s.phase = Phase::set_up;
  s.first = s.turn = first;
  s.turns_in_row = 1;
  put_teams_out(t);
  cite(t, Clause::TCG_SET_01);
  cite(t, Clause::TCG_SET_02);
  emit(t, Clause::TCG_SET_04, EventKind::first_player, first);
  cite(t, Clause::TCG_SET_07);
  push_step(t, Step::setup, first);
}

void step_setup(Table& t, Frame& f) {
  State& s = t.s;
  switch (f.stage++) {
    case 0:
      if (s.options.basic == 0) each_own_event(t, Moment::before_game);
      return;
    case 1:
      for (const Seat seat : in_turn_order(s)) shuffle_deck(t, seat);
      if (s.options.basic != 0) return cite(t, Clause::TCG_VAR_03);
      for (const Seat seat : in_turn_order(s)) draw_cards(t, seat, t.content.hand, Clause::TCG_SET_06);
      return;
    case 2:
      if (s.options.basic == 0) each_own_event(t, Moment::game_begins);
      return;
    default: s.agenda.pop(); begin_turn(t, s.first);
  }
}

namespace {

// A made-up position begins after "before the game": Metroplex has brought his three (TCG-DECK-14).
void bring_small_ones(Table& t) {
  for (const Character who : core::bits<Character>(t.s.listen[static_cast<int>(Moment::before_game)])) {
    const AbilityList& list = mode_of(t.content, t.s, who).abilities;
    for (int i = 0; i < list.count; ++i) {
      const Program p = Words::program(t.content, list.first + i);
      if (p.ability().moment != static_cast<int>(Moment::before_game)) continue;
      ability::walk(vocabulary(), p, p.ability().effects, [&](int at) {
        if (static_cast<WordOp>(p.opcode(at)) == WordOp::bring_under)
          bring_under(t, who, core::make<CharacterRecord>(said<WordOp::bring_under, "character">(p, at)));
      });
    }
  }
}

}  // namespace

Expected<> begin_game(Table& t, const Setup& setup, const core::Seed& seed) {
  State& s = t.s;
  core::begin_anew(s, setup.seats, seed);
  s.first = core::no_seat;
  s.options.match = 1;
  for (int seat = 0; seat < player_count; ++seat) s.options.deck[seat] = static_cast<std::uint8_t>(seat);
  if (auto done = Rules::read_options(t, setup); !done) return done.failure();
  if (auto done = take_decks(t); !done) return done.failure();
  const bool custom = setup.option("position") == "custom";
  core::name_first(t, custom ? core::FirstSeat::seat_1 : core::FirstSeat::drawn);
  if (custom) {
    s.turn = s.first;
    s.phase = Phase::main;
    s.turn_number = 3;
    s.turns_in_row = 1;
    put_teams_out(t);
    bring_small_ones(t);
    return {};
  }
  deal(t, s.first);
  Rules::run(t);
  return {};
}

// ---- made-up positions -------------------------------------------------------------------------------

namespace {

// Does one of these texts open a slot for Upgrades of this kind?
bool opens_slot(const Content& c, const AbilityList& list, SlotKind slot, SlotKind kind) {
  for (int i = 0; i < list.count; ++i) {
    const Program p = Words::program(c, list.first + i);
    bool opens = false;
    ability::walk(vocabulary(), p, p.ability().effects, [&](int at) {
      opens = opens || (static_cast<WordOp>(p.opcode(at)) == WordOp::slot_takes &&
                        said<WordOp::slot_takes, "slot">(p, at) == core::index(slot) &&
                        said<WordOp::slot_takes, "kind">(p, at) == core::index(kind));
    });
    if (opens) return true;
  }
  return false;
}

// TCG-UPG-09: a guest may have come into its slot in another mode, or beside an Upgrade that has left since.
bool may_have_come(const Content& c, const State& s, Card guest, Character who, SlotKind slot) {
  const CharacterCard& bearer = card_of_character(c, s, who);
  const SlotKind kind = battle_card(c, s, guest).kind;
  for (int mode = 0; mode < bearer.mode_count; ++mode)
    if (opens_slot(c, bearer.modes[mode].abilities, slot, kind)) return true;
  const Scope scope = scope_at(owner_of(who), source_of(guest, no_character), no_item);
  return std::any_of(c.cards.begin(), c.cards.end(), [&](const BattleCard& card) {
    return opens_slot(c, card.abilities, slot, kind) &&
           (card.only_on < 0 ||
            among_things(c, s, scope, Words::program(c, card.only_on), card.only_on_at, item_of(who)));
  });
}

bool has_impossible_guest(const Content& c, const State& s, Character who) {
  const CharacterCard& bearer = card_of_character(c, s, who);
  for (const Card card : upgrades_on(s, who)) {
    if (slot_of(s, card) == no_slot) continue;
    const SlotKind kind = bearer.kind_of(slot_of(s, card));
    if (!may_use_slot(c, s, card, who, kind) && !may_have_come(c, s, card, who, kind)) return true;
  }
  return false;
}

}  // namespace

Expected<> settle_position(Table& t) {
  State& s = t.s;
  s.agenda.clear();
  s.decision = {};
  index_all(t.content, s);
  const Phase phase = s.phase;
  if (phase == Phase::set_up || phase == Phase::over)
    return failed("a position cannot be set up in phase " + std::string(name_of(phase)));
  if (s.turn_number < 1 || s.turn_number > t.content.turn_limit)
    return failed("a game has turns 1 to " + std::to_string(t.content.turn_limit), Clause::TCG_WIN_05);
  const int stage = phase == Phase::start    ? begin_stage
                    : phase == Phase::main   ? main_stage
                    : phase == Phase::attack ? checks_stage
                                             : end_stage;
  for (int seat = 0; seat < player_count; ++seat)
    if (fielded(s, core::seat(seat)) == 0)
      return failed("a player without characters on the battlefield has lost", Clause::TCG_WIN_01);
  for (const Character who : core::bits<Character>(s.field)) {
    if (s.characters[who].damage >= health_of(t.content, s, who))
      return failed("'" + character_id(t.content, s, who) + "' has as much damage as health", Clause::TCG_KO_01);
    if (has_impossible_guest(t.content, s, who))
      return failed("'" + character_id(t.content, s, who) + "' has an Upgrade in a slot that does not take it",
                    Clause::TCG_UPG_01);
  }
  push_step(t, Step::turn, s.turn, stage);
  if (phase == Phase::attack && s.attacks == 0) s.attacks = 1;
  return check_position(t.content, s);
}

void play_on(Table& t) {
  State& s = t.s;
  if (s.phase == Phase::main) s.phase = Phase::start;
  s.check = 1;
  transformers_tcg::settle(t);
  Rules::run(t);
}

// ---- what must always hold ---------------------------------------------------------------------------

namespace {

// TCG-UPG-01, TCG-UPG-03, TCG-UPG-06: a slot holds one Upgrade, or copies that share it.
Expected<> check_slots(const Content& c, const State& s) {
  for (const Card card : s.attached) {
    const BattleCard& printed = battle_card(c, s, card);
    if (printed.action) return failed(std::string(printed.name.en) + " is no Upgrade", Clause::TCG_UPG_01);
    const Character who = bearer_of(s, card);
    const Slot slot = slot_of(s, card);
    if (printed.action || slot == no_slot || !on_field(s, who)) continue;
    int others = 0, copies = 0;
    for (const Card other : upgrades_on(s, who))
      if (slot_of(s, other) == slot) ++(same_kind(s, other, card) ? copies : others);
    if (others > 0 || copies > printed.share)
      return failed(std::string(card_of_character(c, s, who).name.en) + " has too many Upgrades in one slot",
                    Clause::TCG_UPG_03);
    if (core::index(slot) >= card_of_character(c, s, who).slot_count())
      return failed("an Upgrade is in a slot that does not exist");
  }
  return {};
}

}  // namespace

Expected<> check_position(const Content& c, const State& s) {
  if (s.phase == Phase::over || s.phase == Phase::set_up) return {};
  const CardSet decks = deck_set(s, core::seat(0)) | deck_set(s, core::seat(1));
  for (const Card card : core::first<Card>(card_count)) {
    const int places = s.hand.has(card) + s.scrap.has(card) + s.played.has(card) + s.attached.has(card) +
                       s.under.has(card) + decks.has(card);
    if (is_there(s, card) ? places != 1 : places != 0)
      return failed("battle card " + std::to_string(core::index(card)) + " lies in " + std::to_string(places) +
                    " places");
    if (s.attached.has(card) && !on_field(s, bearer_of(s, card)))
      return failed("an Upgrade is on nobody", Clause::TCG_UPG_17);
  }
  if (auto done = check_slots(c, s); !done) return done.failure();
  if ((s.field & s.ko_area) != 0) return failed("a character is in two places");
  for (const Character who : core::first<Character>(character_count)) {
    const CharacterState& character = s.characters[who];
    const bool placed = on_field(s, who) || in_ko_area(s, who) || character.beneath != 0;
    if (placed != (character.card != 0)) return failed("a character is nowhere");
    if (character.card == 0) continue;
    if (character.mode >= card_of_character(c, s, who).mode_count) return failed("a character is in no mode");
    if (in_ko_area(s, who) && character.damage != card_of_character(c, s, who).health)
      return failed("a character in a KO area has damage equal to its health", Clause::TCG_KO_03);
  }
  if (!(s.flipped - s.played).empty()) return failed("a flipped card is not in the played area");
  if (is_over(s)) return {};  // nobody reads the index any more
  State fresh = s;
  index_all(c, fresh);
  if (std::memcmp(fresh.listen, s.listen, sizeof s.listen) != 0 ||
      std::memcmp(fresh.speak, s.speak, sizeof s.speak) != 0 || fresh.wide != s.wide ||
      fresh.lasting_words != s.lasting_words)
    return failed("the index of abilities in force is out of date");
  int programs = 0;
  for (const Frame& f : s.agenda) programs += f.step == static_cast<std::uint8_t>(Step::program);
  if (programs != s.programs) return failed("effects are miscounted");
  return {};
}

}  // namespace rw::transformers_tcg
