// A refusal is true. Whatever is not offered is refused with a clause or a fact that has a text in both languages;
// the fact holds in the position, and the numbers that it names are those of the description.
#include <charconv>
#include <iostream>
#include <map>
#include <set>
#include <sstream>

#include "tests/expected.h"
#include "tests/tables.h"

namespace rw::test {
namespace {

class Refusals : public EveryGame {};

// What a fact says, as comparisons of fields of the description (`me`: who is refused; `count`: how many cards lie
// there), of the numbers `have` and `need` that the refusal names, of words and of numbers.
struct Meaning {
  std::string_view game, fact, holds;
};
constexpr Meaning meanings[] = {
    {"", "game_over", "phase == over"},
    {"risk_cybertron", "too_many_robots", "players.me.operational == have, have < need"},
    {"risk_cybertron", "robots_left", "players.me.operational == have, have > 0"},
    {"risk_cybertron", "robots_needed", "players.me.operational == have, have < need"},
    {"risk_cybertron", "leader_on_board", "players.me.leader.zone != none"},
    {"risk_cybertron", "leader_not_on_board", "players.me.leader.zone == none"},
    {"risk_cybertron", "already_flipped", "this_turn.flipped > 0"},
    {"risk_cybertron", "units_needed", "have < need"},
    {"risk_cybertron", "capped", "have > need"},
    {"risk_cybertron", "not_that_many_robots", "have < need"},
    {"risk_cybertron", "already_reinforced", "this_turn.reinforced > 0"},
    {"risk_cybertron", "jump_already_used", "this_turn.jumped > 0"},
    {"dragon_booster", "energy_short", "players.me.energy == have, have < need"},
    {"dragon_booster", "burst_short", "have < need"},
    {"dragon_booster", "too_many_actions",
     "players.me.actions == have, options.action_limit == need, have >= need"},
    {"dragon_booster", "no_discard", "count players.me.hand == 0"},
    {"dragon_booster", "zone_empty", "count players.me.zone == 0"},
    {"dragon_booster", "no_dragon", "players.me.dragon == none"},
    {"dragon_booster", "only_in_battle", "phase != battle"},
    {"dino_battles", "no_strategies_left", "this_turn.strategies == 0"},
    {"dino_battles", "no_attaches_left", "this_turn.attaches == 0"},
    {"dino_battles", "no_moves_left", "this_turn.moves_left == 0"},
    {"dino_battles", "no_buys_left", "this_turn.buys == 0"},
    {"dino_battles", "not_main", "phase != main"},
    {"dino_battles", "not_your_turn", "turn != me"},
    {"dino_battles", "stack_not_empty", "stack.waiting > 0"},
    {"dino_battles", "no_dinosaur", "players.me.active.dinosaur == none"},
    {"dino_battles", "no_active", "players.me.active.dinosaur == none"},
    {"dino_battles", "no_reserve", "players.me.reserve_1.dinosaur == none"},
    {"dino_battles", "no_room", "players.me.active.dinosaur != none"},
    {"transformers_tcg", "not_an_action_left", "this_turn.actions == have, have >= need"},
    {"transformers_tcg", "not_an_upgrade_left", "this_turn.upgrades > 0"},
    {"transformers_tcg", "already_flipped", "this_turn.flips > 0"},
    {"transformers_tcg", "tap_ability_used", "this_turn.tap_abilities > 0"},
    {"transformers_tcg", "attack_begun", "this_turn.attacks > 0"},
    {"transformers_tcg", "empty_hand", "count players.me.hand == 0"},
    {"transformers_tcg", "not_your_turn", "turn != me"},
    {"transformers_tcg", "first_turn", "turn_number == 1"},
    {"transformers_tcg", "second_turn", "turn_number == 2, this_turn.plays > 0"},
    {"transformers_dbg", "not_your_turn", "turn != me"},
    {"transformers_dbg", "in_battle", "battle.against != none"},
    {"transformers_dbg", "no_energon", "players.me.energon == have, have < need"},
    {"transformers_dbg", "too_little_power", "have < need"},
    {"transformers_dbg", "more_than_missing", "have < need"},
    {"transformers_dbg", "one_assist_only", "battle.assists.me.state != none"},
    {"transformers_dbg", "out_of_reach", "have < need"},
    {"transformers_dbg", "action_taken", "this_turn.acted == yes"},
    {"transformers_dbg", "nothing_to_repair", "players.me.damage == 0"},
};

std::string_view meaning_of(std::string_view game, std::string_view fact) {
  for (const Meaning& meaning : meanings)
    if ((meaning.game.empty() || meaning.game == game) && meaning.fact == fact) return meaning.holds;
  return {};
}

// Reads one side of a comparison.
class Reader {
 public:
  Reader(const core::Field& fields, std::string me, const Refusal& refusal)
      : fields_(fields), me_(std::move(me)), refusal_(refusal) {}

  // Empty if the statement holds, or what is wrong.
  std::string check(std::string_view statement) const {
    std::istringstream parts{std::string(statement)};
    for (std::string part; std::getline(parts, part, ',');) {
      std::istringstream words(part);
      std::string left, op, right;
      words >> left;
      if (left == "count") {
        words >> left;
        left = count(left);
      } else {
        left = value(left);
      }
      words >> op >> right;
      right = value(right);
      if (!holds(left, op, right)) return part + " (" + left + " " + op + " " + right + ")";
    }
    return "";
  }

 private:
  std::string path(std::string text) const {
    if (const std::size_t at = text.find(".me."); at != std::string::npos) text.replace(at + 1, 2, me_);
    return text;
  }
  std::string value(const std::string& text) const {
    if (text == "have") return std::to_string(refusal_.have);
    if (text == "need") return std::to_string(refusal_.need);
    if (text == "me") return me_;
    const core::Field* field = fields_.find(path(text));
    return field == nullptr ? text : field->text();
  }
  std::string count(const std::string& text) const {
    const core::Field* field = fields_.find(path(text));
    return field == nullptr ? "nowhere" : std::to_string(field->cards.size());
  }
  static bool holds(const std::string& left, std::string_view op, const std::string& right) {
    if (op == "==") return left == right;
    if (op == "!=") return left != right;
    int a = 0, b = 0;
    if (std::from_chars(left.data(), left.data() + left.size(), a).ec != std::errc{} ||
        std::from_chars(right.data(), right.data() + right.size(), b).ec != std::errc{})
      return false;
    return op == "<" ? a < b : op == ">" ? a > b : a >= b;
  }

  const core::Field& fields_;
  std::string me_;
  const Refusal& refusal_;
};

class Judge {
 public:
  explicit Judge(const Edition& edition) : edition_(edition), game_(edition.game()) {}

  void look(const Position& p, const ChoiceList& list, core::Random& random, const std::string& at) {
    ++positions;
    const core::Field fields = edition_.fields(p, Viewer::omniscient());
    const Seat asked = edition_.decision(p).asked;
    for (int i = 0; i < tries; ++i) {
      const Choice choice = some_choice(random);
      const Refusal refusal = edition_.judge(p, choice);
      if (list.contains(choice)) {
        EXPECT_FALSE(refusal.refused()) << at << ": " << edition_.notation(p, choice);
        continue;
      }
      judge(p, fields, asked, choice, refusal, at);
      const Seat other = core::seat((core::index(asked) + 1) % edition_.seats(p));
      if (i == 0 && other != asked) judge(p, fields, other, choice, edition_.judge(p, other, choice), at);
    }
    for (int i = 0; i < std::min(list.size(), 8); ++i)
      remember(list[static_cast<int>(random.below(static_cast<std::uint32_t>(list.size())))]);
  }

  void report() const {
    std::cout << game_.id << ": " << positions << " positions, " << refusals << " refusals, " << checked
              << " facts looked up\n";
    std::string never, open;
    for (std::size_t i = 1; i < game_.facts.size(); ++i) {
      if (!seen_.contains(static_cast<int>(i)))
        never += " " + std::string(game_.facts[i]);
      else if (meaning_of(game_.id, game_.facts[i]).empty())
        open += " " + std::string(game_.facts[i]);
    }
    std::cout << "  never seen:" << never << "\n  seen, and the description doesn't tell:" << open << "\n";
  }

  int positions = 0, refusals = 0, checked = 0;

 private:
  static constexpr int tries = 24;

  // What was legal at another time, as it was or with another operand, or anything.
  Choice some_choice(core::Random& random) const {
    const auto below = [&](std::size_t n) {
      return static_cast<int>(random.below(static_cast<std::uint32_t>(n)));
    };
    if (pool_.empty() || below(4) == 0)
      return Choice::make(below(game_.verbs.size()), below(48), below(48), 0, below(2));
    Choice choice = pool_[static_cast<std::size_t>(below(pool_.size()))];
    if (below(2) == 0) return choice;
    int operands[] = {choice.a(), choice.b(), choice.c(), choice.d()};
    operands[below(4)] += below(5) - 2;
    for (int& operand : operands) operand = std::max(0, operand);
    return Choice::make(choice.verb(), operands[0], operands[1], operands[2], operands[3]);
  }
  void remember(Choice choice) {
    if (pool_.size() < 4000)
      pool_.push_back(choice);
    else
      pool_[(pooled_++ * 7919) % pool_.size()] = choice;
  }

  void judge(const Position& p, const core::Field& fields, Seat seat, Choice choice, const Refusal& refusal,
             const std::string& at) {
    const auto where = [&] {
      return at + ", " + edition_.seat_name(p, seat) + ": " + edition_.notation(p, choice) + ": " +
             edition_.refusal_text(p, refusal, "en");
    };
    ++refusals;
    ASSERT_TRUE(refusal.refused()) << where();
    ASSERT_LT(refusal.clause, game_.clauses.size());
    ASSERT_LT(refusal.fact, game_.facts.size());
    for (const char* language : {"en", "fr"}) {
      const std::string text = edition_.refusal_text(p, refusal, language);
      EXPECT_FALSE(text.empty() || text.find('{') != std::string::npos) << where() << " (" << language << ")";
    }
    if (refusal.fact == 0) return;
    seen_.insert(refusal.fact);
    const std::string_view meaning = meaning_of(game_.id, game_.facts[refusal.fact]);
    if (meaning.empty()) return;
    ++checked;
    const std::string wrong = Reader(fields, edition_.seat_name(p, seat), refusal).check(meaning);
    EXPECT_EQ(wrong, "") << "an untrue " << game_.facts[refusal.fact] << "\n" << where();
  }

  const Edition& edition_;
  const Game& game_;
  std::vector<Choice> pool_;
  std::size_t pooled_ = 0;
  std::set<int> seen_;
};

TEST_P(Refusals, AreTrue) {
  Judge judge(*edition);
  core::Random random = core::Random::start(core::seed_from(6));
  const std::vector<rw::Setup> tables = some_of(tables_of(*edition), 16);
  // One game at each; of short games more, until enough was refused.
  for (std::size_t n = 0; n < tables.size() || (judge.refusals <= 5000 && n < 40 * tables.size()); ++n)
    for (const auto kind : {players::Spec::Kind::random, players::Spec::Kind::greedy}) {
      const rw::Setup& setup = tables[n % tables.size()];
      const std::uint64_t seed = 5 + n / tables.size();
      int decision = 0;
      play_by(*edition, good(edition->begin(setup, core::seed_from(seed))), {kind, 0, 1}, seed, 400,
              [&](const Position& p, const ChoiceList& list, Choice) {
                if (decision++ % 5 == 0)
                  judge.look(p, list, random, text_of(setup) + ", decision " + std::to_string(decision));
                return !testing::Test::HasFailure();
              });
      if (testing::Test::HasFailure()) return judge.report();
    }
  judge.report();
  EXPECT_GT(judge.refusals, 5000);
}

INSTANTIATE_TEST_SUITE_P(Games, Refusals, testing::ValuesIn(games().begin(), games().end()), game_name);

}  // namespace
}  // namespace rw::test
