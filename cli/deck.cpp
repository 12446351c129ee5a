// `rulewright deck check FILE`: is this deck legal, and if not, what is in the way?
#include <fmt/core.h>

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <utility>

#include "cli/commands.h"
#include "cli/terminal.h"
#include "lab/deck_list.h"
#include "speech/speech.h"

namespace rw::cli {
namespace {

std::string finding_text(const Edition& rules, const DeckOptions& options, const DeckFinding& finding) {
  const auto told = [](const std::string& of, const std::string& what) {
    return speech::said("{}: {}", of, what);
  };
  std::string cards;
  for (const std::string& card : finding.cards)
    if (finding.text.find(card) == std::string::npos) cards += (cards.empty() ? "" : speech::said("; ")) + card;
  std::string text = finding.text;
  if (!cards.empty()) text = told(text, cards);
  if (finding.clause != 0) text = told(std::string(rules.clause_id(finding.clause)), text);
  if (finding.warning) text = speech::said("note: ") + text;
  const std::string line = finding.line > 0 ? ":" + std::to_string(finding.line) : std::string{};
  return told(options.file + line, text);
}

nlohmann::ordered_json finding_json(const Edition& rules, const DeckFinding& finding) {
  return {{"clause", rules.clause_id(finding.clause)},
          {"text", finding.text},
          {"cards", finding.cards},
          {"line", finding.line},
          {"warning", finding.warning}};
}

struct Verdict {
  bool legal = true;
  nlohmann::ordered_json json;
};

// What cannot be read is told with the first deck of the file, in the order of its lines.
Verdict judge(const Edition& rules, const DeckOptions& options, const DeckList& deck,
              std::vector<DeckFinding> findings) {
  Verdict verdict;
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (DeckFinding& finding : rules.game().check_deck(rules.content(), deck, options.language))
    findings.push_back(std::move(finding));
  std::stable_sort(findings.begin(), findings.end(), [](const DeckFinding& a, const DeckFinding& b) {
    return a.line != 0 && (b.line == 0 || a.line < b.line);
  });
  for (const DeckFinding& finding : findings) {
    verdict.legal = verdict.legal && finding.warning;
    list.push_back(finding_json(rules, finding));
    if (!options.json) fmt::print("{}\n", finding_text(rules, options, finding));
  }
  const std::string name = deck.id.empty() ? options.file : speech::said("{}: {}", options.file, deck.id);
  if (!options.json) speech::tell("{}: {}", name, speech::said(verdict.legal ? "legal" : "NOT legal"));
  verdict.json = {{"deck", deck.id}, {"format", deck.format}, {"legal", verdict.legal}, {"findings", list}};
  return verdict;
}

}  // namespace

int check_deck(const DeckOptions& options) {
  std::ifstream in(options.file, std::ios::binary);
  if (!in) return wrong_input("cannot read '" + options.file + "'");
  std::stringstream text;
  text << in.rdbuf();
  lab::DeckFile file = lab::read_deck_file(text.str());
  for (DeckFinding& fault : file.faults) fault.text = speech::translated(fault.text);
  if (file.decks.empty()) {
    for (const DeckFinding& fault : file.faults)
      speech::tell(stderr, "{}: {}", options.file + ":" + std::to_string(fault.line), fault.text);
    return wrong_input("'" + options.file + "' is no deck list");
  }
  DeckOptions whose = options;
  if (whose.game.empty()) whose.game = file.game;
  if (whose.game.empty() && whose.content.empty())
    return wrong_input("the list does not say which game it is for; add --game GAME");
  const auto rules = edition(whose);
  if (rules == nullptr) return 2;
  if (rules->game().check_deck == nullptr)
    return wrong_input("players bring no decks to " + std::string(rules->game().id));
  bool legal = true;
  nlohmann::ordered_json decks = nlohmann::ordered_json::array();
  for (DeckList& deck : file.decks) {
    if (!options.format.empty()) {
      deck.format = options.format;
      deck.format_line = 0;
    }
    const Verdict verdict = judge(*rules, options, deck, std::exchange(file.faults, {}));
    legal = legal && verdict.legal;
    decks.push_back(verdict.json);
  }
  if (options.json)
    fmt::print("{}\n", nlohmann::ordered_json{{"game", rules->game().id}, {"legal", legal}, {"decks", decks}}.dump(
                           2, ' ', false, nlohmann::ordered_json::error_handler_t::replace));
  return legal ? 0 : 1;
}

}  // namespace rw::cli
