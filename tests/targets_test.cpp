// Targets stay the same thing. What is under way remembers things by their place: the card whose text is carried
// out or waits, the card battled, the fighters, the rushing card. At every decision each of them is looked up
// where it is remembered. It must be the thing it was, or nothing; never what has come to lie there since.
#include <iostream>
#include <map>
#include <set>

#include "engine/games/dino_battles/rules.h"
#include "engine/games/dragon_booster/rules.h"
#include "engine/games/dragon_booster/turn.h"
#include "engine/games/risk_cybertron/rules.h"
#include "engine/games/transformers_dbg/rules.h"
#include "engine/games/transformers_dbg/turn.h"
#include "engine/games/transformers_tcg/rules.h"
#include "tests/expected.h"
#include "tests/tables.h"

namespace rw::test {
namespace {

// One thing that is remembered. `there` is the record found at its place, `own` the one it must be.
struct Memory {
  std::string what;  // with its place: the same words at the next decision are the same memory, if it goes on
  int there = -1;    // -1: nothing any more
  int own = -1;      // -1: what it was at the decision before
};
using Memories = std::vector<Memory>;

std::string words(std::string_view what, int a, int b = 0, int c = 0) {
  return std::string(what) + " " + std::to_string(a) + "." + std::to_string(b) + "." + std::to_string(c);
}

template <class Step>
bool is_program(const core::Frame& frame) {
  return frame.step == static_cast<std::uint8_t>(Step::program);
}

}  // namespace
}  // namespace rw::test

// ---- what each game remembers -----------------------------------------------------------------------

namespace rw::transformers_dbg {
namespace {

// Of a text: the slot of the play area or the space of the Matrix from which it came. Relics and texts that were
// put off go by the card itself.
void remember_text(const Content& c, const State& s, std::string_view what, Source source, Card own,
                   test::Memories& out) {
  if (is_relic(source) || is_card(source)) return;
  const Card there = card_of(c, s, source);
  out.push_back({test::words(what, core::index(source), core::index(own)),
                 there == no_card ? -1 : core::index(there), core::index(own)});
}

void remember(const Content& c, const State& s, test::Memories& out) {
  for (const core::Frame& frame : s.agenda) {
    const auto step = static_cast<Step>(frame.step);
    if (step == Step::program || step == Step::offer)
      remember_text(c, s, "text under way", source_of(frame), card_of_ability(c, frame.ability), out);
    if (step == Step::texts) remember_text(c, s, "texts of a card", source_of(frame), Card{frame.spare}, out);
  }
  for (const Pending& pending : s.pending)
    remember_text(c, s, "text that waits", pending.source, card_of_ability(c, pending.ability), out);
  if (in_battle(s))
    out.push_back({test::words("card battled", core::index(s.battle.space)),
                   s.battle.gone != 0 ? -1 : s.matrix.card[s.battle.space].number, s.battle.card.number});
}

}  // namespace
}  // namespace rw::transformers_dbg

namespace rw::transformers_tcg {
namespace {

constexpr int first_character = 1000;  // records: battle cards, then characters

std::map<int, int> owners_of_abilities(const Content& c) {
  std::map<int, int> owners;
  const auto add = [&](const AbilityList& list, int record) {
    for (int i = 0; i < list.count; ++i) owners[list.first + i] = record;
  };
  for (std::size_t i = 0; i < c.cards.size(); ++i) add(c.cards[i].abilities, static_cast<int>(i));
  for (std::size_t i = 0; i < c.characters.size(); ++i)
    for (const Mode& mode : c.characters[i].modes) add(mode.abilities, first_character + static_cast<int>(i));
  return owners;
}

int record_there(const State& s, Source source) {
  if (const Card card = card_of(source); card != no_card)
    return is_there(s, card) ? core::index(record_of(s, card)) : -1;
  const Character bearer = bearer_of(source);
  return bearer == no_character || !is_there(s, bearer) ? -1 : first_character + core::index(record_of(s, bearer));
}

void remember(const Content& c, const State& s, test::Memories& out) {
  static const std::map<int, int> owners = owners_of_abilities(c);
  const auto text = [&](std::string_view what, int ability, Source source) {
    const auto owner = owners.find(ability);
    if (owner == owners.end()) return;  // Pierce from black icons has no text
    out.push_back({test::words(what, core::index(source), ability), record_there(s, source), owner->second});
  };
  for (const core::Frame& frame : s.agenda)
    if (test::is_program<Step>(frame)) text("text under way", frame.ability, source_of(frame));
  for (const Trigger& trigger : s.pending) text("text that waits", trigger.ability, trigger.source);
  for (const Later& later : s.laters) text("delayed text", later.ability, later.source);
  for (const Lasting& lasting : s.lasting) text("lasting text", lasting.ability, source_of(lasting));
  if (s.battle.stage == no_battle) return;
  for (const Character fighter : {attacker_of(s), defender_of(s)})
    if (fighter != no_character)
      out.push_back({test::words("fighter", core::index(fighter)),
                     is_there(s, fighter) ? core::index(record_of(s, fighter)) : -1});
}

}  // namespace
}  // namespace rw::transformers_tcg

namespace rw::dragon_booster {
namespace {

std::map<int, int> owners_of_abilities(const Content& c) {
  std::map<int, int> owners;
  for (std::size_t i = 0; i < c.cards.size(); ++i)
    for (int k = 0; k < c.cards[i].ability_count; ++k) owners[c.cards[i].first_ability + k] = static_cast<int>(i);
  return owners;
}

void remember(const Content& c, const State& s, test::Memories& out) {
  static const std::map<int, int> owners = owners_of_abilities(c);
  const auto text = [&](std::string_view what, int ability, Card source) {
    if (is_card(s, source))
      out.push_back({test::words(what, core::index(source), ability), core::index(record_of(s, source)),
                     owners.at(ability)});
  };
  for (const core::Frame& frame : s.agenda)
    if (test::is_program<Step>(frame)) text("text under way", frame.ability, source_of(frame));
  for (const Trigger& trigger : s.triggers) text("text that waits", trigger.ability, trigger.source);
  for (const ability::Lasting& lasting : s.lasting) text("lasting text", lasting.ability, source_of(lasting));
  for (int i = 0; i < s.seats && in_battle(s); ++i) {
    const Player& p = s.players[i];
    if (p.rushing != no_slot)
      out.push_back({test::words("rushing card", i, core::index(p.rushing)),
                     core::contains(p.zone, p.rushing) ? core::index(p.race[p.rushing]) : -1});
  }
}

}  // namespace
}  // namespace rw::dragon_booster

namespace rw::dino_battles {
namespace {

void remember(const Content&, const State& s, test::Memories& out) {
  const auto dinosaur = [&](std::string_view what, int item, Ref ref) {
    const int kind = dino_at(s, ref).kind;
    out.push_back({test::words(what, item, core::index(ref)), kind == 0 ? -1 : kind});
  };
  for (int i = 0; i < s.stack.size(); ++i) {
    const Item& item = s.stack[i];
    if (is_attack(item) || item.kind == ItemKind::assist)
      dinosaur("attacker", i, ref_of(item.controller, item.attacker));
    if (is_attack(item) && item.subject >= 0 && (item.flags & aims_at_item) == 0)
      dinosaur("attacked", i, subject_of(item));
  }
  for (const Effect& effect : s.effects) dinosaur("under an effect", static_cast<int>(effect.what), effect.dino);
}

}  // namespace
}  // namespace rw::dino_battles

namespace rw::risk_cybertron {
namespace {

// Zones do not move; who fights there must not change while the attack goes on.
void remember(const Content&, const State& s, test::Memories& out) {
  if (s.attack.open == 0) return;
  for (const Force& force : s.attack.force)
    out.push_back({test::words("zone of an attack", core::index(force.zone)), core::index(force.seat)});
}

}  // namespace
}  // namespace rw::risk_cybertron

// ---- the property -----------------------------------------------------------------------------------

namespace rw::test {
namespace {

using Remember = void (*)(const void* content, const void* state, Memories& out);
template <class Content, class State, void (*remember)(const Content&, const State&, Memories&)>
constexpr Remember of_game = [](const void* content, const void* state, Memories& out) {
  remember(*static_cast<const Content*>(content), *static_cast<const State*>(state), out);
};

// Beside what is remembered: the events after which the same place is another memory.
struct Remembering {
  std::string_view game;
  Remember remember;
  std::set<std::string_view> anew;
};
const Remembering rememberings[] = {
    {"dino_battles", of_game<dino_battles::Content, dino_battles::State, dino_battles::remember>, {}},
    {"dragon_booster",
     of_game<dragon_booster::Content, dragon_booster::State, dragon_booster::remember>,
     {"rushing", "rush_swapped", "battle_begins"}},
    {"risk_cybertron",
     of_game<risk_cybertron::Content, risk_cybertron::State, risk_cybertron::remember>,
     {"attack_declared"}},
    {"transformers_dbg",
     of_game<transformers_dbg::Content, transformers_dbg::State, transformers_dbg::remember>,
     {}},
    {"transformers_tcg",
     of_game<transformers_tcg::Content, transformers_tcg::State, transformers_tcg::remember>,
     {"attack_declared", "defender_changed"}},
};

class Targets : public EveryGame {};

TEST_P(Targets, StayTheSameThing) {
  const auto of_this = std::find_if(std::begin(rememberings), std::end(rememberings),
                                    [&](const Remembering& one) { return one.game == game().id; });
  ASSERT_NE(of_this, std::end(rememberings)) << "say what " << game().id << " remembers";
  int positions = 0, looked_at = 0, gone = 0;
  for (const rw::Setup& setup : some_of(tables_of(*edition), 12))
    for (const auto kind : {players::Spec::Kind::random, players::Spec::Kind::greedy}) {
      std::map<std::string, int> before;
      play_by(*edition, good(edition->begin(setup, core::seed_from(3))), {kind, 0, 1}, 3, 500,
              [&](const Position& p, const ChoiceList&, Choice choice) {
                ++positions;
                Memories now;
                of_this->remember(edition->content(), p.data(), now);
                std::map<std::string, int> kept;
                for (const Memory& one : now) {
                  ++looked_at;
                  if (one.there < 0) ++gone;
                  kept[one.what] = one.there;
                  const auto was = before.find(one.what);
                  const int own = one.own >= 0 ? one.own : was == before.end() ? one.there : was->second;
                  EXPECT_TRUE(one.there < 0 || one.there == own)
                      << text_of(setup) << ", decision " << positions << ": " << one.what << " was " << own
                      << " and finds " << one.there << " before " << edition->notation(p, choice);
                }
                before = std::move(kept);
                core::Log log;
                Position after = p;
                edition->apply(after, choice, &log);
                for (const core::Event& event : log.events)
                  if (of_this->anew.contains(edition->event_name(event))) before.clear();
                return !testing::Test::HasFailure();
              });
    }
  std::cout << game().id << ": " << positions << " positions, " << looked_at << " things remembered, " << gone
            << " of them gone\n";
  EXPECT_GT(looked_at, 500);
}

INSTANTIATE_TEST_SUITE_P(Games, Targets, testing::ValuesIn(games().begin(), games().end()), game_name);

}  // namespace
}  // namespace rw::test
