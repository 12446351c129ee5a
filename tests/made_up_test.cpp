// Made-up positions: what a set-up writes is there afterwards, or the set-up is refused with a reason. Random
// legal values go into random fields, in any order; every field that was written is read back.
#include "engine/made_up.h"

#include <algorithm>
#include <cstdio>
#include <tuple>

#include "tests/expected.h"
#include "tests/table.h"

namespace rw::test {
namespace {

using core::Field;
using core::Settable;
using core::Setting;

Setting word(std::string path, std::string text) { return {std::move(path), std::move(text), {}, false, 1}; }
Setting cards(std::string path, std::vector<std::string> list) {
  return {std::move(path), {}, std::move(list), true, 1};
}

// Where a table of the game cannot be empty-handed.
std::vector<std::pair<std::string, std::string>> options_of(const Game& game, int seats) {
  if (game.id != "risk_cybertron") return {{"position", "custom"}};
  // Three: one Autobot and both Decepticons; four: opposite seats are of one faction.
  constexpr const char* leaders[] = {"optimus_prime,megatron", "optimus_prime,megatron,barricade",
                                     "optimus_prime,megatron,bumblebee,barricade"};
  return {{"position", "custom"}, {"leaders", leaders[seats - 2]}};
}

Position blank(const Edition& edition, int seats, std::uint64_t seed,
               std::vector<std::pair<std::string, std::string>> more = {}) {
  Setup setup;
  setup.seats = seats;
  setup.options = options_of(edition.game(), seats);
  setup.options.insert(setup.options.end(), more.begin(), more.end());
  Position position = good(edition.begin(setup, core::seed_from(seed)));
  EXPECT_FALSE(position.empty());
  return position;
}

std::string reasons(const std::vector<SetUpProblem>& problems) {
  std::string text;
  for (const SetUpProblem& problem : problems) text += problem.reason + "\n";
  return text;
}

class MadeUp : public EveryGame {
 protected:
  int below(int n) { return static_cast<int>(random.below(static_cast<std::uint32_t>(n))); }

  // Small numbers are what positions are made of.
  Setting any_value(const Settable& field) {
    switch (field.kind) {
      case Field::Kind::flag: return word(field.path, below(2) == 0 ? "yes" : "no");
      case Field::Kind::word: {
        const auto& name = field.names.empty() || below(8) == 0
                               ? std::string()
                               : field.names[random.below(static_cast<std::uint32_t>(field.names.size()))];
        return word(field.path, name.empty() ? "none" : name);
      }
      case Field::Kind::cards: {
        std::vector<std::string> list, left = field.names;
        for (int i = below(4); i > 0 && !left.empty(); --i) {
          const auto at = static_cast<std::size_t>(below(static_cast<int>(left.size())));
          list.push_back(left[at]);
          if (!field.by_kind) left.erase(left.begin() + static_cast<std::ptrdiff_t>(at));
        }
        return cards(field.path, std::move(list));
      }
      default: {
        const int most = static_cast<int>(std::min<std::int64_t>(field.max, below(3) == 0 ? field.max : 6));
        return word(field.path, std::to_string(below(most + 1)));
      }
    }
  }

  // Read back by this test's own eyes; names that stand for another one are as the game understands them.
  void expect_written(const Position& p, const std::vector<Setting>& settings) {
    const Field view = edition->fields(p, Viewer::omniscient());
    for (const Setting& setting : settings) {
      Position trial = p;
      SetField done;
      std::ignore = edition->game().set(edition->content(), trial.data(), setting, &done);
      if (done.broad) continue;
      ++fields;
      const Field* found = view.find(setting.path);
      if (!setting.is_list) {
        ASSERT_NE(found, nullptr) << setting.path;
        EXPECT_EQ(found->text(), setting.text) << setting.path;
        continue;
      }
      std::vector<std::string> there = found == nullptr ? std::vector<std::string>() : found->cards;
      std::vector<std::string> wanted = done.meant.cards;
      if (found != nullptr && found->ordered) there.resize(std::min(there.size(), wanted.size()));
      std::sort(there.begin(), there.end());
      std::sort(wanted.begin(), wanted.end());
      EXPECT_EQ(there, wanted) << setting.path;
    }
  }

  void try_out(int seats, std::uint64_t seed) {
    Position p = blank(*edition, seats, seed);
    ASSERT_FALSE(p.empty());
    const std::vector<Settable> all = edition->game().settable(edition->content(), p.data());
    std::vector<Setting> settings;
    for (int i = 1 + below(4); i > 0; --i) {
      Setting setting = any_value(all[static_cast<std::size_t>(below(static_cast<int>(all.size())))]);
      if (std::none_of(settings.begin(), settings.end(), [&](const auto& s) { return s.path == setting.path; }))
        settings.push_back(std::move(setting));
    }
    std::string told;
    for (const Setting& setting : settings) {
      told += setting.path + ": " + setting.text;
      for (const std::string& card : setting.cards) told += " " + card;
      told += "\n";
    }
    SCOPED_TRACE(told);
    Position other = p;
    const auto problems = write_position(*edition, p, {settings});
    std::vector<Setting> reversed(settings.rbegin(), settings.rend());
    const auto problems_reversed = write_position(*edition, other, {reversed});
    ++positions;
    EXPECT_EQ(problems.empty(), problems_reversed.empty()) << "the order of the keys decides\n"
                                                           << reasons(problems) << reasons(problems_reversed);
    for (const SetUpProblem& problem : problems) EXPECT_FALSE(problem.reason.empty());
    if (!problems.empty()) return;
    ++accepted;
    expect_written(p, settings);
    expect_written(other, settings);
    play_a_little(p);
  }

  void play_a_little(Position& p) {
    static ChoiceList list;
    EXPECT_TRUE(ok(edition->check(p)));
    edition->go_on(p);
    for (int i = 0; i < 12 && !edition->over(p); ++i) {
      EXPECT_TRUE(ok(edition->check(p)));
      edition->choices(p, list);
      ASSERT_GT(list.size(), 0);
      edition->apply(p, list[below(list.size())]);
    }
  }

  core::Random random = core::Random::start(core::seed_from(1907));
  int positions = 0, accepted = 0, fields = 0;
};

TEST_P(MadeUp, WhatIsWrittenIsThereOrRefused) {
  for (std::uint64_t seed = 1; seed <= 400 && !HasFailure(); ++seed)
    try_out(game().min_seats + static_cast<int>(seed) % (game().max_seats - game().min_seats + 1), seed);
  std::printf("made-up positions of %s: %d looked at, %d accepted, %d fields read back\n",
              std::string(game().id).c_str(), positions, accepted, fields);
  EXPECT_GT(accepted, 100) << "too many are refused to tell anything";
}

TEST_P(MadeUp, AnUnknownPathIsAnsweredWithTheNearest) {
  Position p = blank(*edition, game().min_seats, 1);
  const std::vector<Settable> all = edition->game().settable(edition->content(), p.data());
  for (const Settable& field : {all.front(), all[all.size() / 2], all.back()}) {
    const std::string error = edition->set(p, word(field.path + "x", "1")).error();
    EXPECT_FALSE(error.empty());
    const std::size_t nearest = error.find("nearest: ");
    ASSERT_NE(nearest, std::string::npos) << error;
    EXPECT_EQ(error.find(field.path, nearest), nearest + 9) << error;
  }
}

INSTANTIATE_TEST_SUITE_P(Games, MadeUp, testing::ValuesIn(games().begin(), games().end()), game_name);

// ---- positions that were once accepted, or lost something ---------------------------------------------------

struct Case {
  std::string_view game;
  std::vector<Setting> settings;
  std::string_view reason;  // a part of it; empty: accepted
};

void PrintTo(const Case& each, std::ostream* out) { *out << each.game << ": " << each.settings.back().path; }

class MadeUpCase : public testing::TestWithParam<Case> {};

TEST_P(MadeUpCase, IsJudged) {
  const auto edition = edition_of(*find_game(GetParam().game));
  Position p = blank(*edition, 2, 1);
  const std::string told = reasons(write_position(*edition, p, {GetParam().settings}));
  // Written as the only part of a list it is judged just so.
  Position listed = blank(*edition, 2, 1);
  const std::size_t ends[] = {GetParam().settings.size()};
  EXPECT_EQ(reasons(write_position(*edition, listed, {GetParam().settings, ends})), told);
  if (GetParam().reason.empty())
    EXPECT_EQ(told, "");
  else
    EXPECT_NE(told.find(GetParam().reason), std::string::npos) << "told: " << told;
}

const Setting active = word("players.red.active.dinosaur", "iguanodon");
const Setting team = cards("players.red.battlefield", {"arcee__skilled_fighter"});
const std::string arcee = "players.red.characters.arcee.";
const Setting zone = cards("players.A.zone", {"sidewinder", "enraged"});
const Setting battle = word("phase", "battle");

INSTANTIATE_TEST_SUITE_P(
    Positions, MadeUpCase,
    testing::Values(
        // damage before its Dinosaur, and cards before theirs
        Case{"dino_battles", {word("players.red.active.damage", "5"), active}, ""},
        Case{"dino_battles", {cards("players.red.active.cards", {"attack", "evade"}), active}, ""},
        Case{"dino_battles", {word("players.red.active.damage", "5")}, "there is no such thing"},
        Case{"dino_battles", {active, word("players.red.active.damage", "7")}, "DNB-GEN-12"},
        Case{"dino_battles", {active, word("players.red.active.damage", "30")}, "DNB-KO-01"},
        Case{"dino_battles", {word("players.red.reserve_1.dinosaur", "iguanodon")}, "Reserve without an Active"},
        Case{"dino_battles", {cards("purgatory", {"attack", "attack"})}, ""},
        Case{"dino_battles", {word("supply.attack", "60")}, "in the box"},
        Case{"dino_battles", {word("phase", "none")}, "cannot be none"},
        Case{"dino_battles",
             {cards("players.red.trophies", {"iguanodon", "velociraptor", "stegosaurus"})},
             "DNB-END-01"},
        // who inflicted a Poison sits at the table; a turn starts with one of each
        Case{"dino_battles", {cards("players.red.hand", {"poison_3"})}, "DNB-STA-11"},
        Case{"dino_battles", {cards("players.red.hand", {"poison_2"})}, ""},
        Case{"dino_battles", {word("this_turn.moves_used", "2")}, "DNB-CMB-03"},
        Case{"dino_battles", {word("phase", "start"), word("this_turn.buys", "2")}, "DNB-TRN-02"},
        Case{"dino_battles", {word("phase", "buy"), word("this_turn.buys", "2")}, ""},
        // one Weapon in a slot, and no Action
        Case{"transformers_tcg", {cards(arcee + "weapon", {"drill_arms"}), team}, ""},
        Case{"transformers_tcg", {team, cards(arcee + "weapon", {"drill_arms", "cybertonium_bow"})}, "cannot be"},
        Case{"transformers_tcg", {team, cards(arcee + "weapon", {"zap"})}, "cannot be"},
        Case{"transformers_tcg", {team, word(arcee + "damage", "3")}, ""},
        Case{"transformers_tcg", {word(arcee + "damage", "60"), team}, "TCG-KO-01"},
        // a bare name means the first character that has it
        Case{"transformers_tcg", {cards("players.red.battlefield", {"arcee"})}, ""},
        // a rushing card lies in the zone
        Case{"dragon_booster", {word("players.A.rushing", "enraged"), zone, battle}, ""},
        Case{"dragon_booster",
             {word("players.A.rushing", "sidewinder"), cards("players.A.zone", {"enraged"}), battle},
             "cannot be sidewinder"},
        // what belongs to a step is there in no other
        Case{"dragon_booster", {word("phase", "main"), cards("players.A.zone", {"enraged"})}, "DRB-RSH-08"},
        Case{"dragon_booster", {word("phase", "push"), word("players.A.energy", "2")}, "DRB-MAN-07"},
        Case{"dragon_booster", {word("phase", "main"), word("players.A.energy", "2")}, ""},
        Case{"dragon_booster", {word("phase", "main"), word("players.A.events_this_battle", "1")}, "DRB-RES-12"},
        Case{"dragon_booster", {zone, battle, word("battle.passes", "2")}, "DRB-BTL-09"},
        Case{"dragon_booster", {word("phase", "draft")}, "DRB-DRF-01"},
        Case{"dragon_booster", {word("phase", "main"), word("players.A.chosen_color", "red")}, "DRB-DLS-08"},
        Case{"dragon_booster", {word("phase", "setup"), word("players.A.points", "3")}, "DRB-SET-03"},
        Case{"dragon_booster", {word("phase", "main"), cards("players.A.pile", {"enraged"})}, "DRB-DRF-13"},
        Case{"dragon_booster", {word("turn", "0")}, "DRB-WIN-13"},
        Case{"dragon_booster", {word("turn", "61")}, "DRB-WIN-13"},
        Case{"dragon_booster", {word("match.game", "2")}, "DRB-DRF-13"},
        Case{"dragon_booster", {word("options.match", "3"), word("players.A.games_won", "1")}, "DRB-DRF-13"},
        // crew are crew, each title once
        Case{"dragon_booster", {cards("players.A.crew", {"mag_claw_l2"})}, "DRB-CRW-01"},
        Case{"dragon_booster",
             {cards("players.A.crew", {"lance_penn_little_brother", "lance_penn_vid_champion"})},
             "DRB-CRW-03"},
        Case{"dragon_booster", {word("players.A.upper_left", "hyve_with_wulph")}, "cannot be"},
        // a card is in one place, a zone has one owner
        Case{
            "risk_cybertron", {cards("players.red.hand", {"uc07"}), cards("discard_pile", {"uc07"})}, "cannot be"},
        Case{"risk_cybertron", {word("zones.uraya.robots", "3"), word("zones.uraya.owner", "red")}, ""},
        Case{"risk_cybertron", {word("zones.uraya.owner", "black"), word("sectors.green.owner", "red")}, ""},
        Case{"risk_cybertron", {word("turn", "none")}, "cannot be none"},
        Case{"risk_cybertron", {word("day", "6")}, ""}, Case{"risk_cybertron", {word("day", "7")}, "RSK-DAY-04"},
        Case{"risk_cybertron", {word("day", "0")}, "RSK-SET-12"},
        // nothing has been done in a phase that is still to come
        Case{"risk_cybertron", {word("phase", "transform"), word("this_turn.captured", "1")}, "RSK-TRN-01"},
        Case{"risk_cybertron", {word("phase", "attack"), word("this_turn.jumped", "1")}, "RSK-TRN-01"},
        Case{"risk_cybertron", {word("phase", "place"), word("this_turn.flipped", "1")}, "RSK-TRN-01"},
        Case{"risk_cybertron", {word("phase", "reinforce"), word("this_turn.reinforced", "2")}, "RSK-TEAM-05"},
        Case{"risk_cybertron", {word("phase", "reinforce"), word("this_turn.reinforced", "1")}, ""},
        // robots to place, in phase 1 and in the setup alone
        Case{"risk_cybertron", {word("phase", "attack"), word("players.red.operational", "5")}, "RSK-P1-13"},
        Case{"risk_cybertron", {word("phase", "place"), word("players.black.operational", "5")}, "RSK-P1-13"},
        Case{"risk_cybertron", {word("phase", "place"), word("players.red.operational", "5")}, ""},
        Case{"risk_cybertron", {word("phase", "claim"), word("players.red.operational", "5")}, "RSK-SET-05"},
        Case{"risk_cybertron",
             {word("phase", "claim"), word("players.red.operational", "20"),
              word("players.black.operational", "20")},
             ""},
        // tokens on a Site
        Case{"transformers_dbg",
             {cards("matrix.r1c1.card", {"core_s_ark"}), word("matrix.r1c1.tokens.red", "2")},
             "DBG-MTX-06"},
        // the later word counts
        Case{"dino_battles", {active, word("round", "3"), word("round", "4")}, ""}));

TEST(MadeUpPosition, MayNameAThingInALaterPartThanWhatLiesOnIt) {
  const auto edition = edition_of(*find_game("dino_battles"));
  const std::vector<Setting> settings{word("players.red.active.damage", "5"), active};
  const std::size_t ends[] = {1, 2};
  Position p = blank(*edition, 2, 1);
  EXPECT_EQ(reasons(write_position(*edition, p, {settings, ends})), "");
  EXPECT_EQ(edition->fields(p, Viewer::omniscient()).find("players.red.active.damage")->number, 5);
}

TEST(MadeUpPosition, HasNoPlayerWhoseDamageHasEndedTheGame) {
  const auto edition = edition_of(*find_game("transformers_dbg"));
  for (const auto& [damage, reason] : {std::pair{"4", ""}, std::pair{"5", "DBG-TIM-08"}}) {
    Position p = blank(*edition, 2, 1, {{"mode", "tvt"}, {"characters", "arcee,megatron"}});
    const std::string told =
        reasons(write_position(*edition, p, {std::vector{word("players.red.damage", damage)}}));
    EXPECT_EQ(told.empty(), std::string_view(reason).empty()) << told;
    EXPECT_NE(told.find(reason), std::string::npos) << "told: " << told;
  }
}

}  // namespace
}  // namespace rw::test
