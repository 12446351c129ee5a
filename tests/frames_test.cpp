// Frames: what is told of a choice leads from view to view exactly, and tells nobody what it may not know.
#include "engine/frames.h"

#include <iostream>
#include <nlohmann/json.hpp>

#include "tests/expected.h"
#include "tests/tables.h"

namespace rw::test {
namespace {

using Json = nlohmann::ordered_json;

class FramesOf : public EveryGame {};

// Whose eyes to look through at the n-th choice: two of all there are, in turn.
std::vector<Viewer> viewers(int seats, int n) {
  std::vector<Viewer> all{Viewer::spectator(), Viewer::omniscient()};
  for (int i = 0; i < seats; ++i) all.push_back(Viewer::of(core::seat(i)));
  const auto turn = [&](int i) { return all[static_cast<std::size_t>(i) % all.size()]; };
  return {turn(n), turn(n + seats)};
}

// A view as a page keeps it. Nothing but the changes is applied to it.
void apply(Json& view, const core::Change& change, const core::Paths& paths) {
  const std::string path = paths.text(change.path);
  if (path.empty()) {
    view = Json::parse(change.value);
    return;
  }
  Json* here = &view;
  std::size_t from = 0;
  for (std::size_t dot = path.find('.'); dot != std::string::npos; dot = path.find('.', from)) {
    ASSERT_TRUE(here->contains(path.substr(from, dot - from))) << path;
    here = &(*here)[path.substr(from, dot - from)];
    from = dot + 1;
  }
  const std::string name = path.substr(from);
  switch (change.kind) {
    case core::Change::Kind::gone:
      ASSERT_TRUE(here->contains(name)) << path;
      here->erase(name);
      return;
    case core::Change::Kind::set: (*here)[name] = Json::parse(change.value); return;
    case core::Change::Kind::splice: {
      Json& list = (*here)[name];
      const Json put = Json::parse(change.value);
      ASSERT_LE(static_cast<std::size_t>(change.at + change.drop), list.size()) << path;
      list.erase(list.begin() + change.at, list.begin() + change.at + change.drop);
      list.insert(list.begin() + change.at, put.begin(), put.end());
    }
  }
}

// The frames of a choice as a viewer hears them, in letters that can be compared.
std::string heard(const Frames& frames, Viewer viewer) {
  std::string out;
  std::vector<core::Change> changes;
  std::vector<core::Moved> moved;
  for (std::size_t i = 0; i < frames.size(); ++i) {
    const Frame& frame = frames[i];
    out += "\nframe ";
    if (frame.has_event) out += frames.edition().event_text(frame.told_in, frame.event, viewer, "en");
    for (const core::ClauseNumber clause : frame.clauses)
      out += " " + std::string(frames.edition().clause_id(clause));
    frames.changes(i, viewer, changes);
    for (const core::Change& c : changes)
      out += "\n  " + frames.paths().text(c.path) + " " + std::to_string(static_cast<int>(c.kind)) + " " +
             std::to_string(c.at) + " " + std::to_string(c.drop) + " " + c.value;
    frames.moved(i, viewer, moved);
    for (const core::Moved& m : moved)
      out += "\n  moved " + std::string(frames.paths().word_text(m.card)) + " " + frames.paths().text(m.from) +
             "." + std::to_string(m.from_place) + " " + frames.paths().text(m.to) + "." +
             std::to_string(m.to_place);
  }
  return out;
}

// Three games with the usual options for each number of seats.
std::vector<Setup> plain_tables(const Edition& edition) {
  std::vector<Setup> all;
  for (int seats = edition.game().min_seats; seats <= edition.game().max_seats; ++seats)
    all.insert(all.end(), 3, {seats, {}});
  return all;
}

// The same, and others at which nobody's cards are named by the options, which all can read.
std::vector<Setup> closed_tables(const Edition& edition) {
  std::vector<Setup> all = plain_tables(edition);
  for (const Setup& setup : tables_of(edition))
    if (!setup.options.empty() && setup.options[0].first != "decks") all.push_back(setup);
  return all;
}

// Plays games at these tables; `seen` is shown each choice's frames.
template <class Seen>
void each_choice(const Edition& edition, const std::vector<Setup>& setups, int most, Seen&& seen) {
  Frames frames(std::shared_ptr<const Edition>(std::shared_ptr<void>(), &edition));
  static ChoiceList list;
  std::uint64_t seed = 0;
  for (const Setup& setup : setups) {
    Position p = good(edition.begin(setup, core::seed_from(++seed)));
    core::Random random = core::Random::start(core::seed_from(seed + 1000));
    for (int n = 0; n < most && !edition.over(p) && !testing::Test::HasFatalFailure(); ++n) {
      edition.choices(p, list);
      const Choice choice = list[static_cast<int>(random.below(static_cast<std::uint32_t>(list.size())))];
      const Position before = p;
      core::Log log;
      log.keeps_positions = true;
      edition.apply(p, choice, &log);
      if (p.broken() != nullptr) break;
      frames.tell(log.events, before, p);
      seen(frames, before, p, choice, log);
    }
  }
}

// The terminal, replays and reviews tell single lines, and from the same positions as the frames of a page.
TEST_P(FramesOf, EachLineIsToldInItsPosition) {
  int told = 0;
  each_choice(*edition, tables_of(*edition), 60,
              [&](Frames& frames, const Position&, const Position& after, Choice, const core::Log& log) {
                std::size_t i = 0;
                each_told(*edition, log.events, after, [&](const Position& then, const core::Event& event) {
                  if (!edition->worded_events().test(event.kind)) return;
                  ASSERT_LT(i, frames.size());
                  ASSERT_EQ(event, frames[i].event);
                  ASSERT_EQ(then, frames[i++].told_in);
                  ++told;
                });
              });
  EXPECT_GT(told, 150);
}

TEST_P(FramesOf, ChangesMakeTheNextView) {
  int told = 0, n = 0;
  each_choice(*edition, tables_of(*edition), 60,
              [&](Frames& frames, const Position& before, const Position& after, Choice, const core::Log&) {
                for (const Viewer viewer : viewers(edition->seats(before), n++)) {
                  Json view = Json::parse(edition->json(before, viewer));
                  std::vector<core::Change> changes;
                  for (std::size_t i = 0; i < frames.size(); ++i) {
                    frames.changes(i, viewer, changes);
                    for (const core::Change& change : changes) apply(view, change, frames.paths());
                    const Position& now = i + 1 == frames.size() ? after : frames[i].told_in;
                    ASSERT_EQ(view.dump(), Json::parse(edition->json(now, viewer)).dump());
                    ++told;
                  }
                  std::string whole;
                  frames.append_view(whole, after, viewer);
                  ASSERT_EQ(whole, edition->json(after, viewer));
                }
              });
  EXPECT_GT(told, 300);
}

// Every worded event has its frame, in order, and every clause is cited in one.
TEST_P(FramesOf, EveryLineHasItsFrame) {
  each_choice(
      *edition, tables_of(*edition), 60,
      [&](Frames& frames, const Position&, const Position&, Choice, const core::Log& log) {
        std::size_t at = 0;
        std::vector<core::ClauseNumber> cited;
        for (std::size_t i = 0; i < frames.size(); ++i)
          cited.insert(cited.end(), frames[i].clauses.begin(), frames[i].clauses.end());
        for (const core::Event& event : log.events) {
          ASSERT_TRUE(event.clause == 0 || std::find(cited.begin(), cited.end(), event.clause) != cited.end());
          if (edition->event_text(frames[0].told_in, event, Viewer::omniscient(), "en").empty() &&
              !edition->worded_events().test(event.kind))
            continue;
          ASSERT_LT(at, frames.size());
          ASSERT_TRUE(frames[at].has_event);
          ASSERT_TRUE(frames[at++].event == event);
        }
        ASSERT_EQ(frames.size(), std::max<std::size_t>(at, 1));
      });
}

// A card that moved was seen where it lay or lies where it is seen, and it is that card.
TEST_P(FramesOf, MovedCardsLieWhereTheyAreSaidToLie) {
  int told = 0, n = 0;
  each_choice(
      *edition, plain_tables(*edition), 250,
      [&](Frames& frames, const Position& before, const Position& after, Choice, const core::Log&) {
        for (const Viewer viewer : viewers(edition->seats(before), n++)) {
          std::vector<core::Moved> moved;
          for (std::size_t i = 0; i < frames.size(); ++i) {
            frames.moved(i, viewer, moved);
            if (moved.empty()) continue;
            const core::Field was = edition->fields(i == 0 ? before : frames[i - 1].told_in, viewer);
            const core::Field is = edition->fields(i + 1 == frames.size() ? after : frames[i].told_in, viewer);
            for (const core::Moved& m : moved) {
              const std::string card(frames.paths().word_text(m.card));
              const core::Field* from = was.find(frames.paths().text(m.from));
              const core::Field* to = is.find(frames.paths().text(m.to));
              ASSERT_TRUE(from != nullptr && to != nullptr);
              ASSERT_TRUE(m.from_place >= 0 || m.to_place >= 0);
              ASSERT_TRUE(m.from_place < 0 || from->cards.at(static_cast<std::size_t>(m.from_place)) == card);
              ASSERT_TRUE(m.to_place < 0 || to->cards.at(static_cast<std::size_t>(m.to_place)) == card);
              ++told;
            }
          }
        }
      });
  EXPECT_GT(told, 10);
}

// What a seat hears of a choice is the same, whatever lies where it cannot see: every seat, the spectator, and
// choices of all seats, unless the choice shows somebody something new.
TEST_P(FramesOf, NothingLeaks) {
  Frames elsewhere(std::shared_ptr<const Edition>(std::shared_ptr<void>(), edition.get()));
  int compared = 0;
  std::uint64_t n = 0;
  each_choice(*edition, closed_tables(*edition), 150,
              [&](Frames& frames, const Position& before, const Position& after, Choice choice, const core::Log&) {
                if (!edition->harmless_to_undo(before, after)) return;
                const int seats = edition->seats(before);
                const Seat viewer = core::seat(static_cast<int>(++n % static_cast<std::uint64_t>(seats)));
                Position other = before;
                core::Random random = core::Random::start(core::seed_from(n));
                game().redeal(edition->content(), other.data(), viewer, random);
    // Another seat chooses by what it holds; with other cards it may not be able to.
                if (edition->judge(other, choice).refused()) return;
                const bool own = edition->decision(before).asked == viewer;
                Position then = other;
                core::Log log;
                log.keeps_positions = true;
                edition->apply(then, choice, &log);
                if (!own && edition->json(then, Viewer::of(viewer)) != edition->json(after, Viewer::of(viewer)))
                  return;
                // Whom a question is put to tells nothing either: a lone dragon is asked about, too.
                const Decision here = edition->decision(after), there = edition->decision(then);
                ASSERT_TRUE(here.asked == there.asked && here.kind == there.kind)
                    << edition->notation(before, choice) << ": " << edition->question_text(after, "en") << " / "
                    << edition->question_text(then, "en");
                elsewhere.tell(log.events, other, then);
                ASSERT_EQ(heard(frames, Viewer::of(viewer)), heard(elsewhere, Viewer::of(viewer)));
                ASSERT_EQ(heard(frames, Viewer::spectator()), heard(elsewhere, Viewer::spectator()));
                ++compared;
              });
  std::cout << game().id << ": " << compared << " choices with other hidden cards, told and asked alike\n";
  EXPECT_GT(compared, 30);
}

INSTANTIATE_TEST_SUITE_P(Games, FramesOf, testing::ValuesIn(games().begin(), games().end()), game_name);

}  // namespace
}  // namespace rw::test
