// Questions about chance, as the program puts them: what an attack at the table promises, one roll, a whole
// attack.
#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <map>
#include <numeric>

#include "engine/answering.h"
#include "engine/games/risk_cybertron/odds.h"
#include "engine/games/risk_cybertron/turn.h"

namespace rw::risk_cybertron {
namespace {

using answering::fixed, answering::member, answering::read_number;

// ---- of a choice -----------------------------------------------------------------------------------

// The same few battles are asked for again and again.
double chance_of(const Content& content, const WholeAttack& whole) {
  const auto side = [](const DiceSide& s) { return std::min(s.d8, 3) * 8 + std::min(s.bonus, 7); };
  static thread_local std::map<std::array<int, 6>, double> known;
  const std::array key{whole.attackers,
                       whole.defenders,
                       side(whole.attack),
                       side(whole.defend),
                       static_cast<int>(whole.wins_ties),
                       whole.most_attack * 8 + whole.most_defend};
  const auto found = known.find(key);
  if (found != known.end()) return found->second;
  if (known.size() > 20000) known.clear();
  return known[key] = capture_odds(content, whole).captured;
}

// The chance of taking the zone, with what leaders and cards in force do to the dice.
bool odds_of_choice(const void* content, const void* state, core::Choice choice, Promise& promise) {
  const Content& c = *static_cast<const Content*>(content);
  const State& s = *static_cast<const State*>(state);
  Zone source = no_zone, target = no_zone;
  if (verb_of(choice) == Verb::attack) {
    source = choice.a<Zone>();
    target = choice.b<Zone>();
  } else if (verb_of(choice) == Verb::continue_) {
    source = force(s, Side::attacker).zone;
    target = force(s, Side::defender).zone;
  }
  WholeAttack whole;
  if (!attack_between(c, s, source, target, whole) || whole.attackers > 60 || whole.defenders > 60) return false;
  promise = {chance_of(c, whole), {whole.attackers, whole.defenders}};
  return true;
}

// ---- reading a question ------------------------------------------------------------------------------

// More units than any game of six days brings together on one zone.
constexpr int most_units = 500;
constexpr int most_bonuses = 3;  // a leader's and two cards' +1 in one roll

struct Question {
  bool capture = false;
  DiceSide attack{}, defend{};
  int attack_units = 0, defend_units = 0;  // capture
  Side wins_ties = Side::defender;
};

// "3v2": at most as many as one roll uses (RSK-ATK-07, RSK-ATK-09).
bool read_roll(std::string_view text, Question& question) {
  const std::size_t v = text.find('v');
  if (v == std::string_view::npos) return false;
  const auto attack = read_number(text.substr(0, v), 1, 3), defend = read_number(text.substr(v + 1), 1, 2);
  if (!attack || !defend) return false;
  question.attack.dice = *attack;
  question.defend.dice = *defend;
  return true;
}

Expected<> read_option(const std::string& name, const std::string& value, Question& question) {
  if (name == "--ties") {
    const int side = core::find_name(Side_names, value);
    question.wins_ties = side < 0 ? Side::defender : core::make<Side>(side);
    if (side < 0) return failed("--ties takes attacker or defender, not '" + value + "'");
    return {};
  }
  const bool attack = name.starts_with("--attack-");
  DiceSide& side = attack ? question.attack : question.defend;
  const int most = question.capture ? (attack ? 3 : 2) : side.dice;
  if (name == "--attack-d8" || name == "--defend-d8") {
    const auto number = read_number(value, 0, most);
    if (!number)
      return failed(name + " takes a number from 0 to the dice of that side, here " + std::to_string(most));
    side.d8 = number.value_or(0);
  } else if (name == "--attack-bonus" || name == "--defend-bonus") {
    const auto number = read_number(value, 0, most_bonuses);
    if (!number) return failed(name + " takes a number from 0 to " + std::to_string(most_bonuses));
    side.bonus = number.value_or(0);
  } else {
    return failed("'" + name + "' is no part of a question; see `rulewright odds --help`");
  }
  return {};
}

Expected<> read_question(std::span<const std::string> words, Question& question) {
  if (words.empty()) return failed("a question is missing, as in: rulewright odds risk_cybertron 3v2");
  std::size_t next = 1;
  if (words[0] == "capture") {
    const auto number = [&](std::size_t i, int low) {
      return i < words.size() ? read_number(words[i], low, most_units) : std::nullopt;
    };
    const auto attack = number(1, 2), defend = number(2, 1);
    if (!attack || !defend)
      return failed("capture takes the units on the source (2 to " + std::to_string(most_units) +
                    ", since one stays behind: RSK-ATK-07) and the units on the target (1 to " +
                    std::to_string(most_units) + ")");
    question.capture = true;
    question.attack_units = *attack;
    question.defend_units = *defend;
    next = 3;
  } else if (!read_roll(words[0], question))
    return failed("'" + words[0] + "' is no roll; 1 to 3 units attack 1 or 2, as in 3v2 (RSK-ATK-07, RSK-ATK-09)");
  for (; next < words.size(); next += 2) {
    if (next + 1 == words.size()) return failed(words[next] + " needs a value");
    if (auto done = read_option(words[next], words[next + 1], question); !done) return done.failure();
  }
  return {};
}

// ---- writing the answer -----------------------------------------------------------------------------

std::string exact(double value) {
  char text[64];
  const auto [end, fault] = std::to_chars(text, text + sizeof text, value);
  const std::string_view written(text, static_cast<std::size_t>(end - text));
  return std::string(written) + (written.find_first_of(".e") == std::string_view::npos ? ".0" : "");
}
std::string side_json(const DiceSide& s) {
  return "{" + member("dice", std::to_string(s.dice)) + ", " + member("d8", std::to_string(s.d8)) + ", " +
         member("bonus", std::to_string(s.bonus)) + "}";
}

void answer_roll(const Content& content, const Question& q, OddsAnswer& answer) {
  const RollOdds odds = roll_odds(content, q.attack, q.defend, q.wins_ties);
  const std::string ties(name_of(q.wins_ties));
  const auto total = static_cast<double>(odds.total);
  answer.columns = {"attacker loses", "defender loses", "exactly", "reduced", "chance"};
  std::string outcomes;
  double lost = 0;
  for (int loses = 0; loses <= odds.comparisons; ++loses) {
    const std::uint64_t ways = odds.attacker_loses[loses], divisor = std::gcd(ways, odds.total);
    const double chance = static_cast<double>(ways) / total;
    lost += loses * chance;
    const std::string other = std::to_string(odds.comparisons - loses);
    outcomes += (loses == 0 ? "    {" : ",\n    {") + member("attacker_loses", std::to_string(loses)) + ", " +
                member("defender_loses", other) + ", " + member("ways", std::to_string(ways)) + ", " +
                member("probability", exact(chance)) + "}";
    answer.rows.push_back({std::to_string(loses), other, std::to_string(ways) + "/" + std::to_string(odds.total),
                           std::to_string(ways / divisor) + "/" + std::to_string(odds.total / divisor),
                           fixed(100 * chance, 4) + " %"});
  }
  answer.before =
      std::to_string(q.attack.dice) + " against " + std::to_string(q.defend.dice) + " units, ties to the " + ties;
  answer.after =
      "on average the attacker loses " + fixed(lost, 4) + " and the defender " + fixed(odds.comparisons - lost, 4);
  answer.json = "{\n  " + member("attack", side_json(q.attack)) + ",\n  " + member("defend", side_json(q.defend)) +
                ",\n  " + member("ties", "\"" + ties + "\"") + ",\n  " +
                member("total", std::to_string(odds.total)) + ",\n  " +
                member("outcomes", "[\n" + outcomes + "\n  ]") + ",\n  " +
                member("expected_attacker_losses", exact(lost)) + "\n}";
}

void answer_capture(const Content& content, const Question& q, OddsAnswer& answer) {
  const CaptureOdds odds =
      capture_odds(content, {q.attack_units, q.defend_units, q.attack, q.defend, q.wins_ties});
  const double kept = odds.captured > 0 ? odds.units_left / odds.captured : 0;
  const double held = odds.captured < 1 ? odds.defenders_left / (1 - odds.captured) : 0;
  const std::string attack = std::to_string(q.attack_units), defend = std::to_string(q.defend_units);
  answer.before = attack + " units attack " + defend + ", with as many as they may and to the end:";
  answer.columns = {"", "chance", "left on average", "of"};
  answer.rows = {
      {"captured", fixed(100 * odds.captured, 4) + " %", fixed(kept, 2), attack + " units"},
      {"not captured", fixed(100 * (1 - odds.captured), 4) + " %", fixed(held, 2), defend + " defenders"}};
  answer.json = "{\n  " + member("attack_units", attack) + ",\n  " + member("defend_units", defend) + ",\n  " +
                member("captured", exact(odds.captured)) + ",\n  " +
                member("attackers_left_if_captured", exact(kept)) + ",\n  " +
                member("defenders_left_if_not", exact(held)) + "\n}";
}

Expected<OddsAnswer> answer_question(const void* content, std::span<const std::string> words) {
  Question question;
  if (auto done = read_question(words, question); !done) return done.failure();
  const Content& c = *static_cast<const Content*>(content);
  OddsAnswer answer;
  if (question.capture)
    answer_capture(c, question, answer);
  else
    answer_roll(c, question, answer);
  return answer;
}

}  // namespace

const OddsTable odds_table{odds_of_choice, answer_question, R"(one roll of attackers against defenders:
  AvD                     units used, 1 to 3 against 1 or 2
  --attack-d8 N           how many of the attacker's dice have eight sides
  --defend-d8 N           the same for the defender
  --attack-bonus N        +1s that the attacker may put on dice
  --defend-bonus N        the same for the defender
  --ties SIDE             who wins equal dice: defender (default) or attacker
a whole attack to the end:
  capture A D             A units on the source against D units
for example:
  3v2 --attack-d8 1 --attack-bonus 1
  capture 6 5
)"};

}  // namespace rw::risk_cybertron
