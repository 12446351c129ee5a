// Reading the steps of a scenario: choices, refusals and expectations.
#include <algorithm>

#include "lab/scenario_yaml.h"

namespace rw::lab {

Written read_word(Complaints& complaints, const Written& key, const YAML::Node& node) {
  if (node.IsScalar() && !node.Scalar().empty()) return {node.Scalar(), line_of(node)};
  // YAML places a missing value at the next word, which may be lines below.
  if (node.IsNull() || node.IsScalar())
    complaints.add(key, "has no value");
  else
    complaints.add(node, key.text, "must be a single word or number");
  return {"", key.line};
}

std::vector<Written> read_words(Complaints& complaints, const Written& key, const YAML::Node& node) {
  std::vector<Written> words;
  if (!node.IsSequence()) return {read_word(complaints, key, node)};
  for (const YAML::Node& item : node)
    if (complaints.affordable(item)) words.push_back(read_word(complaints, key, item));
  return words;
}

int read_integer(Complaints& complaints, const Written& key, const YAML::Node& node, int least, int most) {
  int value = least;
  if (!node.IsScalar() || !parse_integer(node.Scalar(), value) || value < least || value > most) {
    complaints.add(key, "must be a number from " + std::to_string(least) + " to " + std::to_string(most));
    return least;
  }
  return value;
}

namespace {

using How = Comparison::How;

struct ComparisonWord {
  std::string_view word;
  How how;
};
constexpr ComparisonWord comparison_words[] = {{"at least", How::at_least}, {"at most", How::at_most},
                                               {"includes", How::includes}, {"excludes", How::excludes},
                                               {"count", How::count},       {"in order", How::in_order},
                                               {"hidden", How::hidden}};

struct ConditionWord {
  std::string_view word;
  Condition::About about;
};
constexpr ConditionWord condition_words[] = {
    {"log has", Condition::About::log_has},   {"log lacks", Condition::About::log_lacks},
    {"over", Condition::About::over},         {"winners", Condition::About::winners},
    {"ended by", Condition::About::ended_by}, {"scores", Condition::About::scores},
    {"asked", Condition::About::asked},       {"question", Condition::About::question}};

const ComparisonWord* comparison_word(const std::string& key) {
  const auto found = std::find_if(std::begin(comparison_words), std::end(comparison_words),
                                  [&](const ComparisonWord& w) { return w.word == key; });
  return found == std::end(comparison_words) ? nullptr : found;
}

bool has_comparison(const YAML::Node& map) {
  return std::any_of(map.begin(), map.end(), [](const auto& entry) {
    return entry.first.IsScalar() && comparison_word(entry.first.Scalar()) != nullptr;
  });
}

class StepReader {
 public:
  explicit StepReader(Complaints& complaints) : complaints_(complaints) {}

  void read(const YAML::Node& node, std::vector<Step>& steps) {
    if (!node.IsMap() || node.size() != 1 || !node.begin()->first.IsScalar())
      return complaints_.add(node, "play",
                             "a step has exactly one key: a seat, 'SEAT cannot', 'expect', 'pass', ...");
    const Written key{node.begin()->first.Scalar(), line_of(node.begin()->first)};
    const std::string& word = key.text;
    const YAML::Node value = node.begin()->second;
    Step step;
    step.line = key.line;
    if (word == "expect" || word.starts_with("expect as "))
      expect(step, key, value);
    else if (word.starts_with("expect choices of "))
      expect_choices(step, key, value);
    else if (word == "pass")
      pass(step, key, value);
    else if (word == "play")
      play(step, key, value);
    else if (word.ends_with(" should") || word.ends_with(" should not"))
      should(step, key, value);
    else if (word.ends_with(" cannot"))
      return cannot(step, key, value, steps);
    else
      choose(step, key, value);
    steps.push_back(std::move(step));
  }

 private:
  void choose(Step& step, const Written& seat, const YAML::Node& value) {
    step.kind = Step::Kind::choose;
    step.seat = seat.text;
    step.choices = read_words(complaints_, seat, value);
    if (step.choices.empty()) complaints_.add(seat, "makes no choice");
  }

  // red should: [CHOICE, CHOICE], red should not: CHOICE
  void should(Step& step, const Written& key, const YAML::Node& value) {
    const bool good = key.text.ends_with(" should");
    step.kind = good ? Step::Kind::should : Step::Kind::should_not;
    step.seat = key.text.substr(0, key.text.size() - std::string_view(good ? " should" : " should not").size());
    step.choices = read_words(complaints_, key, value);
    if (step.choices.empty()) complaints_.add(key, "names no choice");
  }

  void pass(Step& step, const Written& key, const YAML::Node& value) {
    step.kind = Step::Kind::pass;
    const std::string who = read_word(complaints_, key, value).text;
    if (who != "all") step.seat = who;
  }

  void play(Step& step, const Written& key, const YAML::Node& value) {
    step.kind = Step::Kind::random;
    const std::string how = read_word(complaints_, key, value).text;
    if (how == "random to the end") return;
    if (how.starts_with("random ") && parse_integer(how.substr(7), step.count) && step.count > 0) return;
    complaints_.add(key, "must be 'random NUMBER' or 'random to the end'");
  }

  // black cannot: CHOICE, or { do: CHOICE, by: CLAUSE }, or { CHOICE: CLAUSE }, or a list of these.
  void cannot(Step& step, const Written& key, const YAML::Node& value, std::vector<Step>& steps) {
    step.kind = Step::Kind::cannot;
    step.seat = key.text.substr(0, key.text.size() - std::string_view(" cannot").size());
    if (!value.IsSequence()) return forbidden(step, key, value, steps);
    for (const YAML::Node& item : value)
      if (complaints_.affordable(item)) forbidden(step, key, item, steps);
  }

  void forbidden(Step step, const Written& about, const YAML::Node& value, std::vector<Step>& steps) {
    if (!value.IsMap()) {
      step.choices = {read_word(complaints_, about, value)};
    } else if (value["do"]) {
      for_each_entry(complaints_, value, [&](const Written& key, const YAML::Node& inner) {
        if (key.text == "do")
          step.choices = {read_word(complaints_, key, inner)};
        else if (key.text == "by")
          step.by = read_word(complaints_, key, inner);
        else if (key.text == "clause")
          step.definitions = read_words(complaints_, key, inner);
        else
          complaints_.add(key, "unknown key; a refusal has do, by, clause");
      });
    } else if (value.size() == 1 && value.begin()->first.IsScalar()) {
      step.choices = {{value.begin()->first.Scalar(), line_of(value.begin()->first)}};
      step.by = read_word(complaints_, step.choices[0], value.begin()->second);
    } else {
      return complaints_.add(about, "must be a choice, { do: CHOICE, by: CLAUSE } or { CHOICE: CLAUSE }");
    }
    if (step.choices.empty()) return;  // too long a scenario: complained about already
    step.line = step.choices[0].line;
    steps.push_back(std::move(step));
  }

  void expect(Step& step, const Written& key, const YAML::Node& value) {
    step.kind = Step::Kind::expect;
    if (key.text.starts_with("expect as ")) step.eyes = key.text.substr(std::string_view("expect as ").size());
    if (!value.IsMap()) return complaints_.add(key, "must be a map of path: value");
    conditions(step, value, "", 0);
    if (!step.conditions.empty()) return;
    if (step.definitions.empty())
      complaints_.add(key, "expects nothing");
    else
      complaints_.add(step.definitions[0].line, "clause", "must stand beside something that is expected");
  }

  void conditions(Step& step, const YAML::Node& map, const std::string& path, int depth) {
    if (depth > deepest) return complaints_.add(map, path, "is nested too deeply");
    for_each_entry(complaints_, map, [&](const Written& key, const YAML::Node& value) {
      if (path.empty() && key.text == "clause") {
        step.definitions = read_words(complaints_, key, value);
        return;
      }
      Condition condition;
      condition.key = {path.empty() ? key.text : path + "." + key.text, key.line};
      if (path.empty())
        for (const ConditionWord& word : condition_words)
          if (word.word == key.text) condition.about = word.about;
      if (condition.about == Condition::About::scores)
        scores(condition, value);
      else if (condition.about != Condition::About::field)
        condition.list = read_words(complaints_, key, value);
      else if (value.IsMap() && !has_comparison(value))
        return conditions(step, value, condition.key.text, depth + 1);
      else
        condition.comparisons = comparisons(condition.key, value);
      check_word(condition);
      step.conditions.push_back(std::move(condition));
    });
  }

  void check_word(const Condition& condition) {
    const auto about = condition.about;
    const bool single = about == Condition::About::over || about == Condition::About::ended_by ||
                        about == Condition::About::asked || about == Condition::About::question;
    if (single && condition.list.size() != 1) complaints_.add(condition.key, "takes one word");
    const std::string word = condition.list.size() == 1 ? condition.list[0].text : "";
    if (about == Condition::About::over && word != "true" && word != "yes" && word != "false" && word != "no")
      complaints_.add(condition.key, "must be true or false");
  }

  void scores(Condition& condition, const YAML::Node& value) {
    if (!value.IsMap()) return complaints_.add(value, "scores", "must be a map of seat: number");
    for_each_entry(complaints_, value, [&](const Written& seat, const YAML::Node& score) {
      condition.list.push_back(seat);
      Comparison comparison;
      comparison.text = read_word(complaints_, seat, score);
      condition.comparisons.push_back(std::move(comparison));
    });
  }

  std::vector<Comparison> comparisons(const Written& key, const YAML::Node& value) {
    std::vector<Comparison> out;
    if (!value.IsMap()) {
      Comparison plain;
      plain.how = value.IsSequence() ? How::cards : How::equals;
      if (value.IsSequence())
        plain.list = read_words(complaints_, key, value);
      else
        plain.text = read_word(complaints_, key, value);
      out.push_back(std::move(plain));
      return out;
    }
    for_each_entry(complaints_, value, [&](const Written& word, const YAML::Node& inner) {
      if (const ComparisonWord* found = comparison_word(word.text))
        out.push_back(compare_by(*found, word, inner));
      else
        complaints_.add(
            word, "unknown comparison; known: at least, at most, includes, excludes, count, in order, hidden");
    });
    return out;
  }

  Comparison compare_by(const ComparisonWord& word, const Written& key, const YAML::Node& value) {
    Comparison out;
    out.how = word.how;
    if (out.how == How::includes || out.how == How::excludes || out.how == How::in_order) {
      out.list = read_words(complaints_, key, value);
      return out;
    }
    out.text = read_word(complaints_, key, value);
    int number = 0;
    if (out.how == How::hidden) {
      if (out.text.text != "yes" && out.text.text != "true") complaints_.add(key, "can only be yes");
    } else if (!parse_integer(out.text.text, number)) {
      complaints_.add(key, "must be a number");
    }
    return out;
  }

  void expect_choices(Step& step, const Written& about, const YAML::Node& value) {
    step.kind = Step::Kind::expect_choices;
    step.seat = about.text.substr(std::string_view("expect choices of ").size());
    if (!value.IsMap()) {
      step.list = {Comparison{How::cards, {}, read_words(complaints_, about, value)}};
      return;
    }
    for_each_entry(complaints_, value, [&](const Written& key, const YAML::Node& inner) {
      const ComparisonWord* word = comparison_word(key.text);
      if (key.text == "clause")
        step.definitions = read_words(complaints_, key, inner);
      else if (key.text == "includes" || key.text == "excludes" || key.text == "count")
        step.list.push_back(compare_by(*word, key, inner));
      else
        complaints_.add(key, "unknown key; known: includes, excludes, count, clause");
    });
    if (step.list.empty()) complaints_.add(about, "expects nothing");
  }

  Complaints& complaints_;
};

}  // namespace

std::vector<Step> read_steps(Complaints& complaints, const Written& key, const YAML::Node& node) {
  std::vector<Step> steps;
  if (!node.IsSequence()) {
    complaints.add(key, "must be a list of steps");
    return steps;
  }
  StepReader reader(complaints);
  for (const YAML::Node& item : node)
    if (complaints.affordable(item)) reader.read(item, steps);
  return steps;
}

}  // namespace rw::lab
