// A capacity that overflows ends one game, with a message, and nothing else (docs/architecture.md). Each room of a
// position that can fill up is filled at a decision of a game, and the game is played on until it needs one place
// more. Not among them: the box of the Deck-Building Game and the lists that only a set-up fills.
#include <gtest/gtest.h>

#include <cstring>
#include <iostream>
#include <set>

#include "engine/core/driver.h"
#include "engine/games/dino_battles/rules.h"
#include "engine/games/dragon_booster/rules.h"
#include "engine/games/dragon_booster/turn.h"
#include "engine/games/risk_cybertron/rules.h"
#include "engine/games/transformers_dbg/rules.h"
#include "engine/games/transformers_tcg/rules.h"
#include "engine/replay.h"
#include "players/player.h"
#include "tests/expected.h"
#include "tests/scene.h"

namespace rw::test {
namespace {

// Fills one list of a position; false if this position gives nothing to fill it with.
template <class Rules>
using Fill = bool (*)(const typename Rules::Content&, typename Rules::State&);

// Steps wait their turn: copies of the lowest one are never reached before the list overflows.
template <class Content, class State>
bool fill_agenda(const Content&, State& s) {
  if (s.agenda.empty()) return false;
  while (s.agenda.size() < s.agenda.capacity) s.agenda.insert(0, s.agenda[0]);
  return true;
}

// The same where the lowest step must stay the turn: checks lie above it, which find nothing.
bool fill_above_the_turn(const dino_battles::Content&, dino_battles::State& s) {
  core::Frame check{};
  check.step = static_cast<std::uint8_t>(dino_battles::Step::check);
  if (s.phase == dino_battles::Phase::draft) return false;
  while (s.agenda.size() < s.agenda.capacity) s.agenda.insert(1, check);
  return true;
}

// With copies of what is there.
template <auto list, class Content, class State>
bool fill_list(const Content&, State& s) {
  auto& items = s.*list;
  if (items.empty()) return false;
  while (items.size() < items.capacity) items.insert(0, items[0]);
  return true;
}

// A game to fill it in: dealt with other decks by each seed, or made up.
using Start = Position (*)(const Edition&, std::uint64_t seed);
Position dealt(const Edition& edition, std::uint64_t seed);

template <class Rules>
struct Filling {
  const char* what;
  int room;
  Fill<Rules> fill;
  Start start = dealt;
};

template <class State>
State& state_of(Position& p) {
  return *static_cast<State*>(p.data());
}

void expect_broken(const Edition& edition, const Position& position) {
  EXPECT_TRUE(edition.over(position));
  EXPECT_FALSE(edition.decision(position).open());
  static ChoiceList list;
  edition.choices(position, list);
  EXPECT_EQ(list.size(), 0);
  EXPECT_EQ(edition.outcome(position).winners, 0);
  const std::string room = std::to_string(position.broken()->room);
  EXPECT_NE(edition.broken_text(position, "en").find(room), std::string::npos);
  EXPECT_NE(edition.broken_text(position, "fr").find(room), std::string::npos);
  EXPECT_NE(edition.refusal_text(position, edition.judge(position, core::seat(0), Choice{}), "en"), "");
  EXPECT_NE(outcome_text(edition, position).find("broken off"), std::string::npos);
}

// Plays on at random; true when the game was broken off, which is then looked at.
bool overflows(const Edition& edition, Position position, const char* what, int room, std::uint64_t seed) {
  static ChoiceList list;
  core::Random random = core::Random::start(core::seed_from(seed));
  for (int i = 0; i < 400 && !edition.over(position); ++i) {
    edition.choices(position, list);
    if (list.size() == 0) return false;
    const Position before = position;
    core::Log log;  // a table listens, and is shown the position of the last choice
    edition.apply(position, list[static_cast<int>(random.below(static_cast<std::uint32_t>(list.size())))], &log);
    if (position.broken() == nullptr) continue;
    EXPECT_EQ(position, before) << "a game is broken off in the position of its last choice";
    if (std::strcmp(position.broken()->what, what) != 0 || position.broken()->room != room) return false;
    expect_broken(edition, position);
    return true;
  }
  return false;
}

// As many seats as may play, with other decks each time where players bring them.
Position dealt(const Edition& edition, std::uint64_t seed) {
  rw::Setup setup;
  setup.seats = edition.game().max_seats;
  const core::Node decks = edition.bundle().root()["decks"];
  std::string names;
  for (int seat = 0; seat < setup.seats && decks.size() != 0; ++seat) {
    const auto place = (seed + static_cast<std::uint64_t>(seat) * 7) % static_cast<std::uint64_t>(decks.size());
    names += (seat == 0 ? "" : ",") + std::string(decks[static_cast<int>(place)]["id"].text());
  }
  if (!names.empty()) setup.options.emplace_back("decks", names);
  Position position = good(edition.begin(setup, core::seed_from(seed)));
  return position;
}

// At every few decisions of games, until one overflows; then another game is played to its end.
template <class Rules>
void fill_up(const Edition& edition, const Filling<Rules>& filling) {
  int positions = 0;
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    Position position = filling.start(edition, seed);
    int decisions = 0;
    bool met = false;
    play_on(edition, position, seed, [&](const Position& now, const ChoiceList&) {
      if (++decisions > 1200) return false;
      if (decisions % 3 != 0 && filling.start == dealt) return true;
      Position full = now;
      if (!filling.fill(*static_cast<const typename Rules::Content*>(edition.content()),
                        state_of<typename Rules::State>(full)))
        return true;
      ++positions;
      met = overflows(edition, full, filling.what, filling.room, seed + static_cast<std::uint64_t>(decisions));
      return !met;
    });
    if (!met) continue;
    std::cout << "  " << filling.what << " (" << filling.room << "): " << positions << " positions filled, seed "
              << seed << ", decision " << decisions << "\n";
    return;
  }
  ADD_FAILURE() << Rules::about.id << ": nothing made '" << filling.what << "' (" << filling.room
                << ") overflow in " << positions << " positions";
}

template <class Rules, std::size_t Count>
void fill_all(const Filling<Rules> (&fillings)[Count]) {
  const auto edition = edition_of(*find_game(Rules::about.id));
  std::cout << Rules::about.id << ": " << Count << " capacities\n";
  for (const auto& filling : fillings) fill_up<Rules>(*edition, filling);
  Position other = begin(*edition, edition->game().min_seats, 1);
  play_on(*edition, other, 1, [](const Position&, const ChoiceList&) { return true; });
  EXPECT_EQ(other.broken(), nullptr) << "the program goes on";
}

// ---- RISK ------------------------------------------------------------------------------------------------------

using Risk = risk_cybertron::State;
using RiskContent = risk_cybertron::Content;
const Filling<risk_cybertron::Rules> risk_fillings[] = {
    {"steps", decltype(Risk::agenda)::capacity, fill_agenda<RiskContent, Risk>},
    {"lasting", decltype(Risk::lasting)::capacity, fill_list<&Risk::lasting, RiskContent, Risk>},
};
TEST(Capacity, OfRiskEndsOneGame) { fill_all<risk_cybertron::Rules>(risk_fillings); }

// ---- the Trading Card Game --------------------------------------------------------------------------

using Tcg = transformers_tcg::State;
using TcgContent = transformers_tcg::Content;

// The turn looks at what was set off after it began; what lies below is none of its business.
bool fill_triggers(const TcgContent&, Tcg& s) {
  if (!s.pending.empty() || s.agenda.size() != 1) return false;
  while (s.pending.size() < s.pending.capacity) s.pending.push({});
  s.agenda[0].object = s.pending.capacity;
  return true;
}

// Entries that nothing asks for.
bool fill_delayed(const TcgContent&, Tcg& s) {
  while (s.laters.size() < s.laters.capacity) s.laters.push({.moment = 63});
  return true;
}
bool fill_uses(const TcgContent&, Tcg& s) {
  while (s.uses.size() < s.uses.capacity) s.uses.push({transformers_tcg::Source{0xFFFF}, 0xFFFF});
  return true;
}

// Places that hold a record and lie nowhere.
bool fill_characters(const TcgContent&, Tcg& s) {
  for (transformers_tcg::CharacterState& who : s.characters)
    if (who.card == 0) who.card = 1;
  return true;
}
bool fill_cards(const TcgContent&, Tcg& s) {
  for (std::uint8_t& definition : s.definition)
    if (definition == 0) definition = 1;
  return true;
}

bool is_asked(const Tcg& s, transformers_tcg::Question question) {
  return s.decision.kind == static_cast<std::uint8_t>(question);
}

// A hit of four, of which two can be led to another character.
bool fill_hits(const TcgContent&, Tcg& s) {
  if (!is_asked(s, transformers_tcg::Question::replace)) return false;
  while (s.damage.hits.size() < s.damage.hits.capacity) s.damage.hits.insert(0, s.damage.hits[0]);
  return true;
}
// Sources that are none.
bool fill_changes(const TcgContent&, Tcg& s) {
  if (!is_asked(s, transformers_tcg::Question::replace)) return false;
  for (transformers_tcg::Source& source : s.damage.hits.back().changed_by)
    if (source == transformers_tcg::Source{}) source = transformers_tcg::Source{0xFFFF};
  return true;
}
// Copies of every Upgrade that is there, until the player has no more cards.
bool fill_replacements(const TcgContent&, Tcg& s) {
  if (!is_asked(s, transformers_tcg::Question::replace)) return false;
  auto from = transformers_tcg::no_card;
  for (const auto card : s.attached) from = card;
  if (from == transformers_tcg::no_card) return false;
  for (int i = 0; i < transformers_tcg::max_cards; ++i) {
    const auto card = transformers_tcg::card_of(owner_of(from), i);
    if (is_there(s, card)) continue;
    s.definition[card] = s.definition[from];
    s.where[card] = s.where[from];
    s.attached.add(card);
  }
  return true;
}

Position under_fire(const Edition& edition, std::uint64_t) {
  Scene scene(
      edition, 2, {},
      {are("players.red.battlefield", {"ramjet"}), are("players.red.hand", {}),
       are("players.red.deck", {"pep_talk", "pep_talk", "zap", "zap"}),
       are("players.blue.battlefield", {"jetfire", "omega_supreme"}), are("players.blue.hand", {}),
       are("players.blue.deck", {"zap", "zap", "zap", "zap"}), is("players.blue.characters.jetfire.tapped", "yes"),
       are("players.blue.characters.jetfire.armor", {"force_field"}),
       is("players.blue.characters.omega_supreme.mode", "bot")});
  scene.play("attack \"Ramjet\" -> \"Jetfire\"");
  return scene.position;
}

// Both flip from one deck, so cards change hands.
Position basic_game(const Edition& edition, std::uint64_t seed) {
  return good(edition.begin({2, {{"variant", "basic"}}}, core::seed_from(seed)));
}

const Filling<transformers_tcg::Rules> tcg_fillings[] = {
    {"steps", decltype(Tcg::agenda)::capacity, fill_agenda<TcgContent, Tcg>},
    {"lasting", decltype(Tcg::lasting)::capacity, fill_list<&Tcg::lasting, TcgContent, Tcg>},
    {"triggers", decltype(Tcg::pending)::capacity, fill_triggers},
    {"later", decltype(Tcg::laters)::capacity, fill_delayed},
    {"uses", decltype(Tcg::uses)::capacity, fill_uses},
    {"characters", transformers_tcg::max_characters, fill_characters},
    {"cards", transformers_tcg::max_cards, fill_cards, basic_game},
    {"hits", transformers_tcg::hit_capacity, fill_hits, under_fire},
    {"replacements", transformers_tcg::max_replacements, fill_changes, under_fire},
    {"replacements", 24, fill_replacements, under_fire},
};
TEST(Capacity, OfTheTradingCardGameEndsOneGame) { fill_all<transformers_tcg::Rules>(tcg_fillings); }

// ---- the Deck-Building Game --------------------------------------------------------------------------

using Dbg = transformers_dbg::State;
using DbgContent = transformers_dbg::Content;

// Texts below those that wait are not looked at.
bool fill_pending(const DbgContent&, Dbg& s) {
  while (s.pending.size() < s.pending.capacity) s.pending.insert(0, {});
  return true;
}

// A pile of every player, or of the table, with copies of a card that is there or of the first card of all.
template <class Pile>
bool fill_pile(Pile& pile) {
  const auto card = pile.empty() ? transformers_dbg::CardByte{} : pile[0];
  while (pile.size() < pile.capacity) pile.insert(0, card);
  return true;
}
template <auto pile>
bool fill_piles(const DbgContent&, Dbg& s) {
  for (int i = 0; i < s.seats; ++i) fill_pile(s.players[i].*pile);
  return true;
}
bool fill_hand(const DbgContent&, Dbg& s) {
  auto& hand = s.players[core::index(s.decision.asked)].hand;
  return !hand.empty() && fill_pile(hand);
}
bool fill_destroyed(const DbgContent&, Dbg& s) { return fill_pile(s.destroyed); }
bool fill_damage(const DbgContent&, Dbg& s) { return fill_pile(s.damage_stack); }
bool fill_encounters(const DbgContent&, Dbg& s) {
  for (auto& discards : s.encounter_discards)
    if (!discards.empty()) fill_pile(discards);
  return true;
}

bool fill_play_area(const DbgContent&, Dbg& s) {
  const Seat seat = s.decision.asked;
  const auto& hand = player(s, seat).hand;
  if (hand.empty()) return false;
  for (int free = free_slot(s); free < transformers_dbg::slot_count; free = free_slot(s)) {
    const auto slot = core::make<transformers_dbg::Slot>(free);
    s.slots[slot] = {};
    s.slots[slot].card = hand[0];
    core::include(s.in_play[seat], slot);
  }
  return true;
}

const Filling<transformers_dbg::Rules> dbg_fillings[] = {
    {"steps", decltype(Dbg::agenda)::capacity, fill_agenda<DbgContent, Dbg>},
    {"lasting", decltype(Dbg::lasting)::capacity, fill_list<&Dbg::lasting, DbgContent, Dbg>},
    {"triggers", decltype(Dbg::pending)::capacity, fill_pending},
    {"cards", transformers_dbg::pile_room, fill_hand},
    {"cards", transformers_dbg::pile_room, fill_piles<&transformers_dbg::Player::discard>},
    {"cards", transformers_dbg::vault_room, fill_piles<&transformers_dbg::Player::vault>},
    {"cards", transformers_dbg::main_room, fill_destroyed},
    {"cards", transformers_dbg::damage_room, fill_damage},
    {"cards", transformers_dbg::encounter_room, fill_encounters},
    {"cards_in_play", transformers_dbg::slot_count - transformers_dbg::first_card_slot, fill_play_area},
};
TEST(Capacity, OfTheDeckBuildingGameEndsOneGame) { fill_all<transformers_dbg::Rules>(dbg_fillings); }

// ---- Dragon Booster ---------------------------------------------------------------------------------

using Drb = dragon_booster::State;
using DrbContent = dragon_booster::Content;

// A card in play has set off its text many times; it is resolved behind the choice that is made now.
bool fill_set_off(const DrbContent& c, Drb& s) {
  using namespace dragon_booster;
  if (!s.triggers.empty() || s.shown == 0) return false;
  for (int i = 0; i < s.seats && s.triggers.empty(); ++i) {
    const Player& p = s.players[i];
    for (const Slot slot : core::first<Slot>(card_slots)) {
      if (!is_card(s, card_of(core::seat(i), slot)) || !in_play(p, slot)) continue;
      const CardFace& card = face(c, p, slot);
      for (int k = 0; k < card.ability_count; ++k) {
        const int ability = card.first_ability + k;
        if (Words::program(c, ability).ability().kind != static_cast<int>(ability::Kind::triggered)) continue;
        while (s.triggers.size() < s.triggers.capacity)
          s.triggers.push(
              {static_cast<std::uint16_t>(ability), card_of(core::seat(i), slot), 0, core::seat(i), 2});
      }
    }
  }
  return !s.triggers.empty();
}

const Filling<dragon_booster::Rules> drb_fillings[] = {
    {"steps", decltype(Drb::agenda)::capacity, fill_agenda<DrbContent, Drb>},
    {"lasting", decltype(Drb::lasting)::capacity, fill_list<&Drb::lasting, DrbContent, Drb>},
    {"triggers", decltype(Drb::triggers)::capacity, fill_set_off},
};
TEST(Capacity, OfDragonBoosterEndsOneGame) { fill_all<dragon_booster::Rules>(drb_fillings); }

// ---- Dino Battles -----------------------------------------------------------------------------------

using Dino = dino_battles::State;
using DinoContent = dino_battles::Content;

// All at the end of the first player's cards: they count for him and for all who come after.
bool fill_attached(const DinoContent&, Dino& s) {
  const dino_battles::Ref active = dino_battles::active_of(s, core::seat(0));
  if (active == dino_battles::no_dino) return false;
  const int begin = s.attached_end[0], end = s.attached_end[s.seats - 1];
  if (end != begin) return false;
  for (int i = begin; i < dino_battles::max_attached; ++i) {
    s.attached[i].handle = core::make<dino_battles::Handle>(i);
    s.attached[i].place = dino_battles::place_of(active);
    ++s.players[0].under[dino_battles::Kind::attack];
  }
  for (std::uint8_t& each : s.attached_end) each = dino_battles::max_attached;
  return true;
}

const Filling<dino_battles::Rules> dino_fillings[] = {
    {"steps", decltype(Dino::agenda)::capacity, fill_above_the_turn},
    {"lasting", decltype(Dino::effects)::capacity, fill_list<&Dino::effects, DinoContent, Dino>},
    {"stack", decltype(Dino::stack)::capacity, fill_list<&Dino::stack, DinoContent, Dino>},
    {"attached", dino_battles::max_attached, fill_attached},
};
TEST(Capacity, OfDinoBattlesEndsOneGame) { fill_all<dino_battles::Rules>(dino_fillings); }

// What a message can name is filled by some game; choices and the things that a selector finds are lists of every
// game (tests/overflow_test.cpp, and 255 things are more than any box holds), and so is what follows without end
// (there, and tests/patch_test.cpp).
TEST(Capacity, EveryOneThatCanBeNamedIsFilled) {
  std::set<std::string> filled{"broken", "choices", "things", "steps_in_a_row", "answers_in_a_row"};
  const auto add = [&](const auto& fillings) {
    for (const auto& filling : fillings) filled.insert(filling.what);
  };
  add(risk_fillings), add(tcg_fillings), add(dbg_fillings), add(drb_fillings), add(dino_fillings);
  const auto edition = edition_of(*games()[0]);
  const core::Node names = edition->bundle().root()["locale"]["en"]["capacities"];
  int named = 0;
  for (int i = 0; i < names.size(); ++i, ++named)
    EXPECT_TRUE(filled.contains(std::string(names.key(i)))) << names.key(i) << " is filled by no test";
  EXPECT_EQ(named, static_cast<int>(filled.size()));
}

// ---- what follows -------------------------------------------------------------------------------------

// Search and greedy players that imagine such a game go on, and come back with a choice.
TEST(Capacity, DoesNotStopWhoThinksAhead) {
  using risk_cybertron::State;
  const auto edition = edition_of(*find_game("risk_cybertron"));
  Position position = begin(*edition, 2, 5);
  int decisions = 0;
  play_on(*edition, position, 5, [&](const Position&, const ChoiceList&) { return ++decisions < 150; });
  ASSERT_FALSE(edition->over(position));
  fill_agenda(risk_cybertron::Content{}, state_of<State>(position));
  for (const char* name : {"greedy", "search:50"}) {
    players::Spec spec;
    ASSERT_TRUE(ok(players::parse(name).into(spec)));
    const auto player = good(players::make_player(spec, edition->game()));
    core::Random random = core::Random::start(core::seed_from(1));
    const Choice choice = players::ask(*player, *edition, position, random);
    EXPECT_FALSE(edition->judge(position, choice).refused()) << name;
  }
}

// The report says what was too small and holds the replay, which tells the same game again.
TEST(Capacity, IsReportedSoThatItCanBePlayedAgain) {
  const auto edition = edition_of(*find_game("risk_cybertron"));
  rw::Setup setup;
  Replay replay = start_replay(*edition, setup, core::seed_from(3));
  Position position = good(edition->begin(setup, core::seed_from(3)));
  static ChoiceList list;
  for (int i = 0; i < 5; ++i) {
    edition->choices(position, list);
    record(replay, *edition, position, list[0]);
    edition->apply(position, list[0]);
  }
  static constexpr core::Capacity room{"lasting", 24};
  position.break_off(&room);
  close(replay, *edition, position);
  const std::string report = broken_report(*edition, position, replay);
  EXPECT_NE(report.find("more than 24 lasting effects"), std::string::npos) << report;
  Replay back;
  ASSERT_TRUE(ok(read_replay(report.substr(report.find('\n') + 1)).into(back)));
  EXPECT_EQ(back.choices.size(), 5u);
  EXPECT_EQ(back.seed, core::seed_from(3));
}

}  // namespace
}  // namespace rw::test
