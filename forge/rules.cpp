// Reading rules.md.
#include "forge/rules.h"

#include <algorithm>
#include <map>
#include <string_view>

namespace rw::forge {
namespace {

bool is_id(std::string_view text) {
  // LETTERS-LETTERS_OR_DIGITS-DIGITS, as the clause header of the build has it.
  constexpr std::string_view letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ", digits = "0123456789";
  const std::size_t first = text.find('-'), last = text.rfind('-');
  if (first == std::string_view::npos || first == last) return false;
  const std::string_view game = text.substr(0, first), part = text.substr(first + 1, last - first - 1),
                         number = text.substr(last + 1);
  const auto only = [](std::string_view word, const std::string& allowed) {
    return !word.empty() && word.find_first_not_of(allowed) == std::string_view::npos;
  };
  return only(game, std::string(letters)) && only(part, std::string(letters) + std::string(digits)) &&
         only(number, std::string(digits));
}

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t' || text.back() == '\r'))
    text.remove_suffix(1);
  return text;
}

class Reader {
 public:
  Reader(int file, Problems& problems) : file_(file), problems_(problems) {}

  std::vector<Rule> read(std::string_view text) {
    while (!text.empty()) {
      ++line_;
      const std::size_t end = text.find('\n');
      std::string_view line = text.substr(0, end);
      while (line.ends_with('\r') || line.ends_with(' ')) line.remove_suffix(1);
      read_line(line);
      text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    }
    close();
    check_references();
    return std::move(rules_);
  }

 private:
  void read_line(std::string_view line) {
    if (line.starts_with("- ") || line.starts_with("* ")) {
      close();
      open_ = std::string(line.substr(2));
      open_place_ = {file_, line_, 1};
      is_open_ = true;
    } else if (line.empty()) {
      close();
    } else if (line.starts_with("#")) {
      close();
      if (line.starts_with("## ")) section_ = std::string(trimmed(line.substr(3)));
    } else if (line.starts_with("  ")) {
      if (is_open_)
        open_ += " " + std::string(trimmed(line));
      else
        problems_.add({file_, line_, 1}, {}, "an indented line that belongs to no rule");
    } else if (is_open_) {
      problems_.add({file_, line_, 1}, {}, "a rule goes on on lines indented by two spaces");
    }
  }

  // The bullet that was being read is complete.
  void close() {
    if (!is_open_) return;
    is_open_ = false;
    std::string_view text = open_;
    Rule rule;
    rule.place = open_place_;
    rule.section = section_;
    const std::size_t id_end = text.starts_with("**") ? text.find("**", 2) : std::string_view::npos;
    if (id_end == std::string_view::npos || !is_id(text.substr(2, id_end - 2))) {
      problems_.add(open_place_, {}, "a rule starts with its id: - **RSK-DIC-05** Text [S]");
      return;
    }
    rule.id = std::string(text.substr(2, id_end - 2));
    text = trimmed(text.substr(id_end + 2));
    if (section_.empty()) problems_.add(open_place_, rule.id, "stands before the first section (## Name)");
    constexpr std::string_view definition = "(definition)";
    if (text.starts_with(definition)) {
      rule.definition = true;
      text = trimmed(text.substr(definition.size()));
    }
    take_sources(text, rule);
    take_by(text, rule);
    if (text.empty()) problems_.add(open_place_, rule.id, "has no text");
    rule.text = std::string(text);
    rules_.push_back(std::move(rule));
  }

  void take_sources(std::string_view& text, Rule& rule) {
    const std::size_t open = text.rfind('[');
    if (!text.ends_with(']') || open == std::string_view::npos || open + 2 == text.size()) {
      problems_.add(rule.place, rule.id,
                    "does not say where it comes from: it must end with its sources, like [S,H]");
      return;
    }
    rule.sources = std::string(text.substr(open + 1, text.size() - open - 2));
    text = trimmed(text.substr(0, open));
  }

  void take_by(std::string_view& text, Rule& rule) {
    constexpr std::string_view start = "(by ";
    const std::size_t open = text.rfind(start);
    if (!text.ends_with(')') || open == std::string_view::npos) return;
    std::string_view list = text.substr(open + start.size(), text.size() - open - start.size() - 1);
    text = trimmed(text.substr(0, open));
    while (!list.empty()) {
      const std::size_t comma = list.find(',');
      const std::string_view id = trimmed(list.substr(0, comma));
      if (is_id(id))
        rule.by.emplace_back(id);
      else
        problems_.add(rule.place, rule.id, "'" + std::string(id) + "' in (by ...) is not the id of a rule");
      list.remove_prefix(comma == std::string_view::npos ? list.size() : comma + 1);
    }
  }

  void check_references() {
    std::map<std::string_view, int> lines;
    std::vector<std::string_view> ids;
    for (const Rule& rule : rules_) {
      const auto [first, fresh] = lines.emplace(rule.id, rule.place.line);
      if (!fresh)
        problems_.add(rule.place, rule.id,
                      "is already the id of the rule in line " + std::to_string(first->second));
      ids.push_back(rule.id);
    }
    for (const Rule& rule : rules_)
      for (const std::string& by : rule.by)
        if (!lines.contains(by))
          problems_.add(rule.place, rule.id, "rests on '" + by + "', which is no rule" + did_you_mean(by, ids));
  }

  int file_;
  Problems& problems_;
  int line_ = 0;
  std::string section_;
  bool is_open_ = false;
  std::string open_;
  Place open_place_;
  std::vector<Rule> rules_;
};

}  // namespace

std::vector<Rule> read_rules(const std::string& text, int file, Problems& problems) {
  return Reader(file, problems).read(text);
}

void translate_rules(std::vector<Rule>& rules, const std::string& language, const std::string& text, int file,
                     Problems& problems) {
  const std::vector<Rule> translated = read_rules(text, file, problems);
  for (std::size_t i = 0; i < std::max(rules.size(), translated.size()); ++i) {
    if (i < rules.size() && i < translated.size() && rules[i].id == translated[i].id) {
      rules[i].translations.push_back({language, translated[i].section, translated[i].text});
      continue;
    }
    const Place place = i < translated.size() ? translated[i].place : Place{file, 0, 0};
    problems.add(place, i < translated.size() ? translated[i].id : "",
                 i < rules.size() ? "here stands " + rules[i].id + " in rules.md" : "is no rule of rules.md");
    return;
  }
}

}  // namespace rw::forge
