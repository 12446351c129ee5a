// Targets stay the same thing. The Deck-Building Game remembers where a text comes from as a place (a slot of the
// play area, a space of the Matrix); whatever is carried out or waits must find its own card there, or no card.
#include <iostream>

#include "engine/games/transformers_dbg/turn.h"
#include "tests/tables.h"

namespace rw::test {
namespace {

using namespace transformers_dbg;

struct Remembered {
  std::string_view what;
  int source, card;
};

// What is carried out, offered or waits, each with the card whose text it is.
std::vector<Remembered> remembered(const Content& c, const State& s) {
  std::vector<Remembered> all;
  const auto card_of = [&](int ability) -> int { return c.ability_card[static_cast<std::size_t>(ability)]; };
  for (const core::Frame& frame : s.agenda) {
    const auto step = static_cast<Step>(frame.step);
    if (step == Step::program) all.push_back({"a text that is carried out", frame.source, card_of(frame.ability)});
    if (step == Step::offer) all.push_back({"a text that is offered", frame.source, card_of(frame.ability)});
    if (step == Step::texts) all.push_back({"the texts of a card", frame.source, frame.spare});
  }
  for (const Pending& pending : s.pending)
    all.push_back({"a text that waits", pending.source, card_of(pending.ability)});
  return all;
}

TEST(TransformersDbgSources, AreNeverAnotherCard) {
  const auto edition = edition_of(*find_game("transformers_dbg"));
  const Content& content = *static_cast<const Content*>(edition->content());
  int positions = 0, looked_at = 0;
  for (const rw::Setup& setup : some_of(tables_of(*edition), 12))
    for (const auto kind : {players::Spec::Kind::random, players::Spec::Kind::greedy}) {
      std::string error;
      play_by(*edition, edition->begin(setup, core::seed_from(3), error), {kind, 0, 1}, 3, 500,
              [&](const Position& p, const ChoiceList&, Choice) {
                const State& s = *static_cast<const State*>(p.data());
                ++positions;
                for (const Remembered& one : remembered(content, s)) {
                  if (is_relic(one.source) || one.source >= card_source) continue;
                  ++looked_at;
                  const int there = card_of_source(content, s, one.source);
                  EXPECT_TRUE(there == no_card || there == one.card)
                      << text_of(setup) << ": " << one.what << " of " << card_def(content, one.card).name.en
                      << " finds " << card_def(content, there).name.en;
                }
                return !testing::Test::HasFailure();
              });
    }
  std::cout << "transformers_dbg: " << positions << " positions, " << looked_at << " sources\n";
  EXPECT_GT(looked_at, 500);
}

}  // namespace
}  // namespace rw::test
