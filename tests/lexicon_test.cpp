// The lexicon: what is written reads back as itself, and what a thing is and where it lies is true of the view.
#include <set>

#include "tests/expected.h"
#include "tests/table.h"

namespace rw::test {
namespace {

class Lexicon : public EveryGame {};

// Every so many decisions of random games with every number of seats.
template <class Look>
int look_at(const Edition& edition, int every, Look&& look) {
  int looked = 0;
  for (int seats = edition.game().min_seats; seats <= edition.game().max_seats; ++seats) {
    Position position = begin(edition, seats, 77);
    int decision = 0;
    play_on(edition, position, 77, [&](const Position& p, const ChoiceList& list) {
      if (decision++ % every == 0) {
        look(p, list);
        ++looked;
      }
      return !testing::Test::HasFailure();
    });
  }
  return looked;
}

// Every legal choice of a position, but not thousands that differ in an amount only.
template <class Look>
void each_choice(const ChoiceList& list, Look&& look) {
  const int step = list.size() / 200 + 1;
  for (int i = 0; i < list.size(); i += step) look(list[i]);
}

TEST_P(Lexicon, ReadsBackWhatItWrites) {
  int choices = 0;
  const int positions = look_at(*edition, 5, [&](const Position& p, const ChoiceList& list) {
    each_choice(list, [&](Choice choice) {
      for (const std::string_view language : {"en", "fr"}) {
        const std::string text = edition->notation(p, choice, language);
        Choice back{};
        EXPECT_TRUE(ok(edition->read(p, text).into(back))) << text;
        EXPECT_EQ(back.bits, choice.bits) << text << " reads back as " << edition->notation(p, back);
        ++choices;
      }
    });
  });
  std::cout << choices << " notations of " << positions << " positions read back\n";
}

TEST_P(Lexicon, GivesEachChoiceWordsOfItsOwn) {
  look_at(*edition, 5, [&](const Position& p, const ChoiceList& list) {
    std::set<std::string> seen;
    each_choice(list, [&](Choice choice) {
      EXPECT_TRUE(seen.insert(edition->notation(p, choice)).second) << edition->notation(p, choice);
    });
  });
}

// The last part of a path that is a number counts the cards of a pile.
void check_place(const core::Field& view, const Edition::Thing& thing, const std::string& text) {
  if (view.find(thing.place) != nullptr) return;
  const std::size_t dot = thing.place.rfind('.');
  const bool counted = dot != std::string::npos && dot + 1 < thing.place.size() &&
                       thing.place.find_first_not_of("0123456789", dot + 1) == std::string::npos;
  const core::Field* field = counted ? view.find(thing.place.substr(0, dot)) : nullptr;
  ASSERT_NE(field, nullptr) << text << ": the view has no " << thing.place;
  const auto number = static_cast<std::size_t>(std::stoi(thing.place.substr(dot + 1)));
  ASSERT_EQ(field->kind, core::Field::Kind::cards) << thing.place;
  ASSERT_LT(number, field->cards.size()) << text << ": " << thing.place;
  // What the viewer does not know has no id.
  EXPECT_EQ(field->cards[number], thing.id.empty() ? core::hidden_card : std::string_view(thing.id))
      << text << ": at " << thing.place << " lies " << field->cards[number] << ", not " << thing.id;
}

TEST_P(Lexicon, ThingsLieWhereItSays) {
  int things = 0;
  look_at(*edition, 5, [&](const Position& p, const ChoiceList& list) {
    const Viewer viewer = Viewer::of(edition->decision(p).asked);
    const core::Field view = edition->fields(p, viewer);
    each_choice(list, [&](Choice choice) {
      const core::Operands& operands = game().operands[static_cast<std::size_t>(choice.verb())];
      for (int i = 0; i < 4; ++i) {
        if (operands.kind[i] < 0 || (operands.optional[i] && choice.operand(i) == 0)) continue;
        for (const Edition::Thing& thing : edition->things(p, viewer, choice, i)) {
          if (thing.place.empty()) continue;
          check_place(view, thing, edition->notation(p, choice));
          ++things;
        }
      }
    });
  });
  EXPECT_GT(things, 0);
}

INSTANTIATE_TEST_SUITE_P(Games, Lexicon, testing::ValuesIn(games().begin(), games().end()), game_name);

}  // namespace
}  // namespace rw::test
