// The small words of scenario files: scalars, lists and maps of YAML, with complaints that name the
// line and the key. Only the two readers of scenario files know about YAML.
#pragma once

#include <yaml-cpp/yaml.h>

#include <charconv>
#include <set>
#include <string>
#include <vector>

#include "lab/scenario.h"

namespace rw::lab {

inline constexpr int deepest = 8;  // nesting of paths; YAML's aliases can make a map hold itself

inline int line_of(const YAML::Node& node) { return node.Mark().line + 1; }

inline bool parse_integer(const std::string& text, int& value) {
  const auto [at, fault] = std::from_chars(text.data(), text.data() + text.size(), value);
  return fault == std::errc{} && at == text.data() + text.size();
}

// Collects what is wrong with one scenario.
class Complaints {
 public:
  explicit Complaints(std::string file) : file_(std::move(file)) {}

  void add(int line, const std::string& about, const std::string& reason) {
    Problem problem;
    problem.error = true;
    problem.file = file_;
    problem.line = line;
    problem.about = about;
    problem.reason = reason;
    problems_.push_back(std::move(problem));
  }
  void add(const YAML::Node& node, const std::string& about, const std::string& reason) {
    add(line_of(node), about, reason);
  }
  void add(const Written& key, const std::string& reason) { add(key.line, key.text, reason); }

  // Aliases let a short file stand for an endless one: a scenario has at most this many entries.
  bool affordable(const YAML::Node& node) {
    if (entries_ == most_entries) add(node, "", "the scenario is too long");
    return entries_++ < most_entries;
  }
  const std::vector<Problem>& problems() const { return problems_; }

 private:
  static constexpr int most_entries = 50000;
  std::string file_;
  int entries_ = 0;
  std::vector<Problem> problems_;
};

// A word: text or a number, never empty.
Written read_word(Complaints&, const Written& key, const YAML::Node&);
// A list of words; a single one may stand without brackets.
std::vector<Written> read_words(Complaints&, const Written& key, const YAML::Node&);
int read_integer(Complaints&, const Written& key, const YAML::Node&, int least, int most);

// Calls `take(key, value)` for each entry of a map, and complains about keys given twice.
template <class Take>
void for_each_entry(Complaints& complaints, const YAML::Node& map, Take&& take) {
  std::set<std::string> seen;
  for (const auto& entry : map) {
    if (!complaints.affordable(map)) return;
    if (!entry.first.IsScalar()) {
      complaints.add(entry.first, "", "a key must be a word");
      continue;
    }
    const Written key{entry.first.Scalar(), line_of(entry.first)};
    if (seen.insert(key.text).second)
      take(key, entry.second);
    else
      complaints.add(key.line, key.text, "is given twice");
  }
}

std::vector<Step> read_steps(Complaints&, const Written& key, const YAML::Node&);

}  // namespace rw::lab
