// `rulewright odds`: exact answers about chance. RISK Cybertron: one roll, or a whole attack.
#include <fmt/core.h>

#include <charconv>
#include <nlohmann/json.hpp>
#include <numeric>
#include <optional>

#include "cli/commands.h"
#include "cli/terminal.h"
#include "lab/capture_odds.h"
#include "speech/speech.h"

namespace rw::cli {

namespace {

using Json = nlohmann::ordered_json;
using risk_cybertron::Content;
using risk_cybertron::DiceSide;
using risk_cybertron::RollOdds;

// More units than any game of six days brings together on one zone.
constexpr int most_units = 500;
constexpr int most_bonuses = 3;  // a leader's and two cards' +1 in one roll

struct Question {
  bool capture = false;
  DiceSide attack{}, defend{};
  int attack_units = 0, defend_units = 0;  // capture
  bool ties_to_attacker = false;
};

std::optional<int> read_number(std::string_view text, int low, int high) {
  int number = 0;
  const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (text.empty() || fault != std::errc{} || end != text.data() + text.size() || number < low || number > high)
    return std::nullopt;
  return number;
}

// ---- reading the question --------------------------------------------------------------------------

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

bool read_option(const std::string& name, const std::string& value, Question& question, std::string& error) {
  if (name == "--ties") {
    question.ties_to_attacker = value == "attacker";
    if (value != "attacker" && value != "defender")
      error = "--ties takes attacker or defender, not '" + value + "'";
    return error.empty();
  }
  const bool attack = name.starts_with("--attack-");
  DiceSide& side = attack ? question.attack : question.defend;
  const int most = question.capture ? (attack ? 3 : 2) : side.dice;
  if (name == "--attack-d8" || name == "--defend-d8") {
    const auto number = read_number(value, 0, most);
    if (!number) error = name + " takes a number from 0 to the dice of that side, here " + std::to_string(most);
    side.d8 = number.value_or(0);
  } else if (name == "--attack-bonus" || name == "--defend-bonus") {
    const auto number = read_number(value, 0, most_bonuses);
    if (!number) error = name + " takes a number from 0 to " + std::to_string(most_bonuses);
    side.bonus = number.value_or(0);
  } else {
    error = "'" + name + "' is no part of a question; see `rulewright odds --help`";
  }
  return error.empty();
}

bool read_question(const std::vector<std::string>& words, Question& question, std::string& error) {
  if (words.empty()) {
    error = "a question is missing, as in: rulewright odds risk_cybertron 3v2";
    return false;
  }
  std::size_t next = 1;
  if (words[0] == "capture") {
    const auto number = [&](std::size_t i, int low) {
      return i < words.size() ? read_number(words[i], low, most_units) : std::nullopt;
    };
    const auto attack = number(1, 2), defend = number(2, 1);
    if (!attack || !defend) {
      error = "capture takes the units on the source (2 to " + std::to_string(most_units) +
              ", since one stays behind: RSK-ATK-07) and the units on the target (1 to " +
              std::to_string(most_units) + ")";
      return false;
    }
    question.capture = true;
    question.attack_units = *attack;
    question.defend_units = *defend;
    next = 3;
  } else if (!read_roll(words[0], question)) {
    error = "'" + words[0] + "' is no roll; 1 to 3 units attack 1 or 2, as in 3v2 (RSK-ATK-07, RSK-ATK-09)";
    return false;
  }
  for (; next < words.size(); next += 2) {
    if (next + 1 == words.size()) {
      error = words[next] + " needs a value";
      return false;
    }
    if (!read_option(words[next], words[next + 1], question, error)) return false;
  }
  return true;
}

// ---- one roll --------------------------------------------------------------------------------------

int answer_roll(const Content& content, const Question& q, bool json) {
  const RollOdds odds = risk_cybertron::roll_odds(content, q.attack, q.defend, q.ties_to_attacker);
  const auto total = static_cast<double>(odds.total);
  Json rows = Json::array();
  Listing listing({speech::said("attacker loses"), speech::said("defender loses"), speech::said("exactly"),
                   speech::said("reduced"), speech::said("chance")},
                  {Align::right, Align::right, Align::right, Align::right, Align::right});
  double lost = 0;
  for (int loses = 0; loses <= odds.comparisons; ++loses) {
    const std::uint64_t ways = odds.attacker_loses[loses], divisor = std::gcd(ways, odds.total);
    const double chance = static_cast<double>(ways) / total;
    lost += loses * chance;
    rows.push_back({{"attacker_loses", loses},
                    {"defender_loses", odds.comparisons - loses},
                    {"ways", ways},
                    {"probability", chance}});
    listing.row(
        {std::to_string(loses), std::to_string(odds.comparisons - loses), fmt::format("{}/{}", ways, odds.total),
         fmt::format("{}/{}", ways / divisor, odds.total / divisor), speech::said("{:.4f} %", 100 * chance)});
  }
  if (json) {
    const auto side = [](const DiceSide& s) { return Json{{"dice", s.dice}, {"d8", s.d8}, {"bonus", s.bonus}}; };
    fmt::print("{}\n", Json{{"attack", side(q.attack)},
                            {"defend", side(q.defend)},
                            {"ties", q.ties_to_attacker ? "attacker" : "defender"},
                            {"total", odds.total},
                            {"outcomes", rows},
                            {"expected_attacker_losses", lost}}
                           .dump(2));
    return 0;
  }
  speech::tell(q.ties_to_attacker ? "{} against {} units, ties to the attacker"
                                  : "{} against {} units, ties to the defender",
               q.attack.dice, q.defend.dice);
  fmt::print("{}", listing.text(Terminal::detect()));
  speech::tell("on average the attacker loses {:.4f} and the defender {:.4f}", lost, odds.comparisons - lost);
  return 0;
}

// ---- a whole attack --------------------------------------------------------------------------------

int answer_capture(const Content& content, const Question& q, bool json) {
  const lab::CaptureOdds odds =
      lab::capture_odds(content, {q.attack_units, q.defend_units, q.attack, q.defend, q.ties_to_attacker});
  const double kept = odds.captured > 0 ? odds.units_left / odds.captured : 0;
  const double held = odds.captured < 1 ? odds.defenders_left / (1 - odds.captured) : 0;
  if (json) {
    fmt::print("{}\n", Json{{"attack_units", q.attack_units},
                            {"defend_units", q.defend_units},
                            {"captured", odds.captured},
                            {"attackers_left_if_captured", kept},
                            {"defenders_left_if_not", held}}
                           .dump(2));
    return 0;
  }
  speech::tell("{} units attack {}, with as many as they may and to the end:", q.attack_units, q.defend_units);
  speech::tell("  captured      {:8.4f} %   with {:.2f} of {} units left on average", 100 * odds.captured, kept,
               q.attack_units);
  speech::tell("  not captured  {:8.4f} %   with {:.2f} of {} defenders left on average",
               100 * (1 - odds.captured), held, q.defend_units);
  return 0;
}

}  // namespace

int odds(const OddsOptions& options) {
  const auto chosen = edition(options);
  if (chosen == nullptr) return 2;
  if (options.game != "risk_cybertron") return wrong_input("there are no odds to ask about in " + options.game);
  Question question;
  std::string error;
  if (!read_question(options.question, question, error)) return wrong_input(error);
  const Content& content = *static_cast<const Content*>(chosen->content());
  return question.capture ? answer_capture(content, question, options.json)
                          : answer_roll(content, question, options.json);
}

}  // namespace rw::cli
