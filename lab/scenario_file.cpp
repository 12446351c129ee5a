// Scenario files: finding them, and reading everything but the steps of play (scenario_steps.cpp).
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "lab/scenario.h"
#include "lab/scenario_yaml.h"

namespace rw::lab {

std::string Scenario::name() const {
  return std::filesystem::path(file).filename().string() + ":" + std::to_string(line);
}

std::string Problem::text() const {
  std::string out = file;
  if (line > 0) out += ":" + std::to_string(line);
  out += ": ";
  if (!about.empty()) out += about + ": ";
  if (!expected.empty())
    out += "expected " + expected + ", found " + found + (reason.empty() ? "" : " (" + reason + ")");
  else
    out += reason;
  for (const std::string& event : events) out += "\n      " + event;
  return out;
}

namespace {

// Reads one scenario; every problem of it is reported, not just the first.
class ScenarioReader {
 public:
  ScenarioReader(Complaints& complaints, Scenario& scenario) : complaints_(complaints), scenario_(scenario) {}

  void read(const YAML::Node& node) {
    if (!node.IsMap()) {
      complaints_.add(node, "", "a scenario is a map with game, title, setup, play, ...");
      return;
    }
    for_each_entry(complaints_, node, [&](const Written& key, const YAML::Node& value) { entry(key, value); });
    if (!node["game"]) complaints_.add(node, "game", "the scenario does not say which game it is of");
    if (!node["title"]) complaints_.add(node, "title", "the scenario has no title");
    const bool steps = node["play"] && node["play"].size() > 0, refused = !scenario_.refused.text.empty();
    if (!steps && !refused) complaints_.add(node, "play", "the scenario has no steps");
    if (refused && (steps || scenario_.scripted || !scenario_.state.empty()))
      complaints_.add(Written{"refused", scenario_.refused.line},
                      "a table that is refused takes no state, chance or play");
    if (scenario_.start == Scenario::Start::begin && !scenario_.state.empty())
      complaints_.add(node, "state", "'start: begin' starts a new game as the rules say; it takes no state");
  }

 private:
  void entry(const Written& key, const YAML::Node& value) {
    const std::string& name = key.text;
    if (name == "game")
      scenario_.game = read_word(complaints_, key, value);
    else if (name == "title")
      scenario_.title = read_word(complaints_, key, value).text;
    else if (name == "clauses")
      scenario_.clauses = read_words(complaints_, key, value);
    else if (name == "rulings")
      scenario_.rulings = read_words(complaints_, key, value);
    else if (name == "setup")
      read_setup(key, value);
    else if (name == "chance")
      read_chance(key, value);
    else if (name == "play")
      scenario_.play = read_steps(complaints_, key, value);
    else if (name != "notes")
      complaints_.add(key,
                      "unknown key; a scenario has game, title, clauses, rulings, setup, chance, play, notes");
  }

  void read_setup(const Written& setup, const YAML::Node& node) {
    scenario_.setup_line = setup.line;
    if (!node.IsMap()) return complaints_.add(setup, "must be a map");
    for_each_entry(complaints_, node, [&](const Written& key, const YAML::Node& value) {
      const std::string& name = key.text;
      if (name == "players")
        scenario_.setup.seats = read_integer(complaints_, key, value, 1, core::max_seats);
      else if (name == "seed")
        scenario_.seed = static_cast<std::uint64_t>(read_integer(complaints_, key, value, 0, 2147483647));
      else if (name == "options")
        read_options(key, value);
      else if (name == "start")
        read_start(key, value);
      else if (name == "state")
        read_state(key, value);
      else if (name == "content")
        read_content(key, value);
      else if (name == "refused")
        scenario_.refused = read_word(complaints_, key, value);
      else
        complaints_.add(key, "unknown key; a setup has players, options, seed, start, state, content, refused");
    });
  }

  void read_options(const Written& options, const YAML::Node& node) {
    if (!node.IsMap()) return complaints_.add(options, "must be a map of option: value");
    for_each_entry(complaints_, node, [&](const Written& key, const YAML::Node& value) {
      scenario_.setup.options.emplace_back(key.text, read_word(complaints_, key, value).text);
    });
  }

  // A path into the content, and what stands there in this scenario.
  void read_content(const Written& content, const YAML::Node& node) {
    scenario_.content_line = content.line;
    if (!node.IsMap()) return complaints_.add(content, "must be a map of path: value");
    for_each_entry(complaints_, node, [&](const Written& key, const YAML::Node& value) {
      scenario_.content.push_back({key.text, YAML::Dump(value)});
    });
  }

  void read_start(const Written& key, const YAML::Node& node) {
    const std::string start = read_word(complaints_, key, node).text;
    if (start == "begin")
      scenario_.start = Scenario::Start::begin;
    else if (start != "play")
      complaints_.add(key, "must be play or begin, not '" + start + "'");
  }

  // A map, or a list of maps one after the other (so that `*shared` parts can stand before the rest).
  void read_state(const Written& key, const YAML::Node& node) {
    if (!node.IsSequence()) return read_settings(key, node, "", 0);
    for (const YAML::Node& part : node) {
      read_settings(key, part, "", 0);
      scenario_.state_parts.push_back(scenario_.state.size());
    }
  }

  void read_settings(const Written& group, const YAML::Node& node, const std::string& path, int depth) {
    if (!node.IsMap()) return complaints_.add(group, "must be a map of path: value");
    if (depth > deepest) return complaints_.add(group, "is nested too deeply");
    for_each_entry(complaints_, node, [&](const Written& word, const YAML::Node& value) {
      const Written key{path.empty() ? word.text : path + "." + word.text, word.line};
      if (value.IsMap()) return read_settings(key, value, key.text, depth + 1);
      core::Setting setting;
      setting.path = key.text;
      setting.line = key.line;
      setting.is_list = value.IsSequence();
      if (setting.is_list)
        for (Written& card : read_words(complaints_, key, value)) setting.cards.push_back(std::move(card.text));
      else
        setting.text = read_word(complaints_, key, value).text;
      scenario_.state.push_back(std::move(setting));
    });
  }

  void read_chance(const Written& key, const YAML::Node& node) {
    scenario_.scripted = true;
    if (!node.IsSequence()) return complaints_.add(key, "must be a list of results");
    for (const YAML::Node& item : node) {
      if (!complaints_.affordable(item)) return;
      WrittenChance result;
      result.line = line_of(item);
      if (item.IsSequence()) {
        result.kind = core::ScriptItem::Kind::order;
        result.cards = read_words(complaints_, key, item);
      } else if (item.IsScalar() && item.Scalar() == "keep") {
        result.kind = core::ScriptItem::Kind::keep;
      } else if (item.IsScalar() && item.Scalar() == "random") {
        result.kind = core::ScriptItem::Kind::random;
      } else if (!item.IsScalar() || !parse_integer(item.Scalar(), result.number)) {
        complaints_.add(item, "chance", "a result is a number, keep, random, or a list of cards from the top");
      }
      scenario_.chance.push_back(std::move(result));
    }
  }

  Complaints& complaints_;
  Scenario& scenario_;
};

void read_one(const YAML::Node& node, const std::string& file, ScenarioFile& out) {
  Scenario scenario;
  scenario.file = file;
  scenario.line = line_of(node);
  Complaints complaints(file);
  ScenarioReader(complaints, scenario).read(node);
  if (complaints.problems().empty()) out.scenarios.push_back(std::move(scenario));
  out.problems.insert(out.problems.end(), complaints.problems().begin(), complaints.problems().end());
}

Problem unreadable(const std::string& file, int line, std::string reason) {
  Problem problem;
  problem.error = true;
  problem.file = file;
  problem.line = line;
  problem.reason = std::move(reason);
  return problem;
}

// At a comma outside of brackets yaml-cpp 0.7 gives empty documents for ever. This listener reads the file once
// before it is loaded, and complains where the reading gets nowhere.
class ReadingGetsOn : public YAML::EventHandler {
 public:
  void OnDocumentStart(const YAML::Mark& mark) override {
    if (mark.pos == last_) throw YAML::ParserException(mark, "this does not belong here");
    last_ = mark.pos;
  }
  void OnDocumentEnd() override {}
  void OnNull(const YAML::Mark&, YAML::anchor_t) override {}
  void OnAlias(const YAML::Mark&, YAML::anchor_t) override {}
  void OnScalar(const YAML::Mark&, const std::string&, YAML::anchor_t, const std::string&) override {}
  void OnSequenceStart(const YAML::Mark&, const std::string&, YAML::anchor_t, YAML::EmitterStyle::value) override {
  }
  void OnSequenceEnd() override {}
  void OnMapStart(const YAML::Mark&, const std::string&, YAML::anchor_t, YAML::EmitterStyle::value) override {}
  void OnMapEnd() override {}

 private:
  int last_ = -1;
};

std::vector<YAML::Node> load_documents(const std::string& text) {
  std::istringstream stream(text);
  YAML::Parser parser(stream);
  ReadingGetsOn listener;
  while (parser.HandleNextDocument(listener)) continue;
  return YAML::LoadAll(text);
}

}  // namespace

ScenarioFile read_scenarios(std::string_view text, const std::string& file) {
  ScenarioFile out;
  try {
    for (const YAML::Node& document : load_documents(std::string(text))) {
      if (document.IsNull()) continue;
      if (!document.IsSequence()) {
        read_one(document, file, out);
        continue;
      }
      for (const YAML::Node& item : document) read_one(item, file, out);
    }
  } catch (const YAML::Exception& e) {
    out.problems.push_back(unreadable(file, e.mark.line + 1, "not readable as YAML: " + e.msg));
    return out;
  } catch (const std::exception& e) {
    out.problems.push_back(unreadable(file, 0, std::string("not readable as YAML: ") + e.what()));
    return out;
  }
  if (out.scenarios.empty() && out.problems.empty())
    out.problems.push_back(unreadable(file, 0, "the file holds no scenario"));
  return out;
}

namespace {

bool is_scenario_file(const std::filesystem::path& path) {
  return path.extension() == ".yaml" || path.extension() == ".yml";
}

void find_files(const std::string& path, std::vector<std::string>& files, std::vector<Problem>& problems) {
  std::error_code fault;
  if (!std::filesystem::is_directory(path, fault)) {
    files.push_back(path);
    return;
  }
  std::vector<std::string> inside;
  for (auto it = std::filesystem::recursive_directory_iterator(path, fault);
       !fault && it != std::filesystem::recursive_directory_iterator(); it.increment(fault))
    if (it->is_regular_file() && is_scenario_file(it->path())) inside.push_back(it->path().string());
  if (fault)
    problems.push_back(unreadable(path, 0, "cannot look into the folder: " + fault.message()));
  else if (inside.empty())
    problems.push_back(unreadable(path, 0, "the folder holds no scenario file (*.yaml)"));
  std::sort(inside.begin(), inside.end());
  files.insert(files.end(), inside.begin(), inside.end());
}

}  // namespace

ScenarioFile read_scenario_files(const std::vector<std::string>& paths) {
  ScenarioFile out;
  std::vector<std::string> files;
  for (const std::string& path : paths) find_files(path, files, out.problems);
  for (const std::string& file : files) {
    std::ifstream stream(file, std::ios::binary);
    std::ostringstream text;
    if (!stream || !(text << stream.rdbuf())) {
      out.problems.push_back(unreadable(file, 0, "cannot be read"));
      continue;
    }
    ScenarioFile read = read_scenarios(text.str(), file);
    std::move(read.scenarios.begin(), read.scenarios.end(), std::back_inserter(out.scenarios));
    std::move(read.problems.begin(), read.problems.end(), std::back_inserter(out.problems));
  }
  return out;
}

}  // namespace rw::lab
