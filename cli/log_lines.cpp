// The log of a game, line by line.
#include "cli/log_lines.h"

#include <algorithm>
#include <utility>

#include "cli/terminal.h"
#include "speech/speech.h"

namespace rw::cli {

// What stands between the player who draws and the card: " draws ".
std::string_view LogLines::verb_of(const core::Event& event) const {
  const std::string_view pattern =
      edition_.bundle().root()["locale"][language_]["events"][edition_.event_name(event)].text();
  const std::size_t from = pattern.find('}'), to = pattern.find('{', from);
  return from == std::string_view::npos || to == std::string_view::npos ? std::string_view{}
                                                                        : pattern.substr(from + 1, to - from - 1);
}

// "Blue discards Attack, Evade": the line begins with the player, so that further cards can follow.
bool LogLines::takes_more(const core::Event& event) const {
  const std::string_view name = edition_.event_name(event);
  if (name == "card_drawn") return true;
  const core::Node events = edition_.bundle().root()["locale"][language_]["events"];
  if (name == "drew") return events[name].text().find(":number}") == std::string_view::npos;  // a sum stands alone
  return name == "discarded" && events[name].text().starts_with("{actor}");
}

// Cards that one player draws or discards one after another, and how many they were, are one line: the cards where
// they can be seen, their number where they cannot.
bool LogLines::joins_last(const core::Event& event, const std::string& text) {
  const std::string_view name = edition_.event_name(event);
  if (lines_.empty() || told_.actor != event.actor) return false;
  if (name == "drew" && edition_.event_name(told_) == "card_drawn") {
    if (unseen_) lines_.back().text = sentence(text);
    return true;
  }
  if (!takes_more(event) || told_.kind != event.kind) return false;
  if (unseen_ && text == told_text_) {  // "Blue draws a card × 3"
    lines_.back().text = sentence(text) + " × " + std::to_string(++times_);
    return true;
  }
  const std::string_view verb = verb_of(event);
  const std::size_t at = verb.empty() ? std::string::npos : text.find(verb);
  lines_.back().text += at == std::string::npos ? speech::said("; ") + text : ", " + text.substr(at + verb.size());
  return true;
}

void LogLines::add(const Position& position, const core::Event& event) {
  const std::string text = edition_.event_text(position, event, viewer_, language_);
  const bool silent = lines_.size() == 1 && lines_.back().text.empty();  // rules at work before anything was told
  if (!text.empty()) {
    if (silent) {
      lines_.back() = {sentence(text), std::move(lines_.back().clauses), event.actor};
      times_ = 1;
    } else if (!joins_last(event, text)) {
      lines_.push_back({sentence(text), {}, event.actor});
      times_ = 1;
    }
    unseen_ = text.ends_with(edition_.bundle().root()["locale"][language_]["names"]["hidden"].text());
    told_text_ = text;
    told_ = event;
  }
  const std::string_view clause = edition_.clause_id(event.clause);
  if (clause.empty()) return;
  if (lines_.empty()) lines_.push_back({{}, {}, event.actor});
  auto& clauses = lines_.back().clauses;
  if (std::find(clauses.begin(), clauses.end(), clause) != clauses.end()) return;
  clauses.insert(silent && !text.empty() ? clauses.begin() : clauses.end(), clause);
}

std::vector<LogLine> LogLines::take() {
  if (!lines_.empty() && lines_.front().text.empty()) lines_.erase(lines_.begin());
  return std::exchange(lines_, {});
}

std::string cited(const LogLine& line, Cited which) {
  std::string out;
  for (const std::string_view clause : line.clauses) {
    if (which == Cited::first && !out.empty()) return out + " +" + std::to_string(line.clauses.size() - 1);
    out += (out.empty() ? "" : " ") + std::string(clause);
  }
  return out;
}

}  // namespace rw::cli
