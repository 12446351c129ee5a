// From choices and events to the words and things that a page can draw.
#include "server/wording.h"

#include <algorithm>
#include <cctype>
#include <limits>
#include <optional>
#include <unordered_map>

#include "engine/core/text.h"
#include "server/json.h"
#include "server/odds.h"

namespace rw::server {
namespace {

// The operands that a pattern names, in its order, each once: "attack {a:zone} -> {b:zone}".
std::vector<Wording::Operand> operands_in(std::string_view pattern) {
  std::vector<Wording::Operand> found;
  for (std::size_t i = 0; i + 2 < pattern.size(); ++i) {
    if (pattern[i] != '{' || pattern[i + 1] < 'a' || pattern[i + 1] > 'd' || pattern[i + 2] != ':') continue;
    const std::size_t end = pattern.find('}', i);
    if (end == std::string_view::npos) break;
    const char role = pattern[i + 1];
    if (std::none_of(found.begin(), found.end(), [&](const auto& o) { return o.role == role; }))
      found.push_back({role, std::string(pattern.substr(i + 3, end - i - 3))});
  }
  return found;
}

std::string sentence(std::string text) {
  if (!text.empty()) text[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(text[0])));
  return text;
}

bool is_number(std::string_view kind) { return kind == "number" || kind == "signed"; }

Choice with_operand(Choice c, int role, int value) {
  const auto pick = [&](int i) { return i == role ? value : c.operand(i); };
  return Choice::make(c.verb(), pick(0), pick(1), pick(2), pick(3));
}

// A number that no game reaches, to find the place of the amount in a rendered label.
constexpr int stand_in = 54321;

std::string with_amount(std::string label) {
  const std::string digits = std::to_string(stand_in);
  const std::size_t at = label.find(digits);
  if (at != std::string::npos) label.replace(at, digits.size(), "{amount}");
  return label;
}

std::string underscored(std::string text) {
  std::replace(text.begin(), text.end(), ' ', '_');
  return text;
}

}  // namespace

// Where things lie in a view: groups by name, cards by id.
class Wording::Places {
 public:
  // What lies before `own`, the seat that looks, comes first.
  explicit Places(const core::Field& view, const std::string& own = {}) : view_(view) {
    if (const core::Field* mine = own.empty() ? nullptr : view.find("players." + own))
      walk(*mine, "players." + own, 2);
    for (const core::Field& group : view.fields) walk(group, group.name, 1);
  }
  std::string path(std::string_view id) const {
    const auto found = paths_.find(std::string(id));
    return found == paths_.end() ? "" : found->second;
  }
  std::string card(std::string_view id) const {
    const auto found = cards_.find(std::string(id));
    return found == cards_.end() ? "" : found->second;
  }
  bool exists(std::string_view path) const { return view_.find(path) != nullptr; }
  const core::Field& view() const { return view_; }

 private:
  void walk(const core::Field& field, const std::string& path, int depth) {
    using Kind = core::Field::Kind;
    if (depth == 2 && field.kind != Kind::cards) paths_.emplace(field.name, path);
    if (field.kind == Kind::cards)
      for (const std::string& card : field.cards)
        if (card != core::hidden_card) cards_.emplace(card, path);
    // Single values further down are never looked for: most of a view.
    for (const core::Field& inner : field.fields)
      if (depth == 1 || inner.kind == Kind::cards || inner.kind == Kind::group)
        walk(inner, path + "." + inner.name, depth + 1);
  }
  const core::Field& view_;
  std::unordered_map<std::string, std::string> paths_, cards_;
};

Wording::Wording(std::shared_ptr<const Edition> edition) : edition_(std::move(edition)) {
  const Game& game = edition_->game();
  for (const std::string_view pattern : game.notations) verbs_.push_back(operands_in(pattern));
  const core::Node root = edition_->bundle().root();
  for (const std::string_view event : game.events)
    events_.push_back(operands_in(root["locale"]["en"]["events"][event].text()));
  for (int i = 0; i < root.size(); ++i) {
    const std::string_view table = root.key(i);
    if (table == "rules" || table == "locale") continue;
    auto& ids = ids_[std::string(table)];
    for (int k = 0; k < root[i].size(); ++k) {
      const core::Node record = root[i][k];
      if (record.kind() != core::Node::Kind::map) continue;
      const std::string id(record["id"].text());
      if (id.empty()) continue;
      ids.emplace(core::folded(id), id);
      const core::Node name = record["name"];
      ids.emplace(core::folded(name.kind() == core::Node::Kind::text ? name.text() : name["en"].text()), id);
    }
  }
}

// The id of what a game calls `name` in English: first among its own kind, then anywhere.
std::string_view Wording::id_of(std::string_view kind, const std::string& name) const {
  const std::string folded = core::folded(name);
  const auto own = ids_.find(std::string(kind) + "s");
  if (own != ids_.end())
    if (const auto found = own->second.find(folded); found != own->second.end()) return found->second;
  for (const auto& [table, ids] : ids_)
    if (const auto found = ids.find(folded); found != ids.end()) return found->second;
  return {};
}

void Wording::append_things(std::string& out, const Position& p, const std::vector<Operand>& operands,
                            const std::int32_t values[4], unsigned hidden, const Choice* choice, Viewer viewer,
                            const Places& places, std::string_view language) const {
  out += "\"things\":[";
  bool first = true;
  const auto add = [&](const Operand& operand, int value, std::string_view name, std::string_view id,
                       std::string_view path) {
    if (!first) out += ',';
    first = false;
    out += "{\"role\":\"";
    out += operand.role;
    out += "\",\"kind\":";
    core::append_json(out, operand.kind);
    out += ",\"value\":" + std::to_string(value);
    append_member_if(out, "name", name);
    append_member_if(out, "id", id);
    append_member_if(out, "path", path);
    out += '}';
  };
  for (const Operand& operand : operands) {
    const int role = operand.role - 'a';
    if ((hidden >> static_cast<unsigned>(role)) & 1U) continue;
    const int value = values[role];
    if (is_number(operand.kind)) {
      add(operand, value, "", "", "");
      continue;
    }
    if (!edition_->game().kinds.empty()) {
      const core::Operands* verb =
          choice == nullptr ? nullptr : &edition_->game().operands[static_cast<std::size_t>(choice->verb())];
      if (verb != nullptr && verb->optional[role] && value == 0) continue;
      for (const Edition::Thing& thing : choice == nullptr ? edition_->things(p, viewer, operand.kind, value)
                                                           : edition_->things(p, viewer, *choice, role))
        add(operand, value, edition_->name(p, thing.kind, thing.value, language), thing.id, thing.place);
      continue;
    }
    const std::string english = edition_->name(p, operand.kind, value, "en");
    const std::string name = language == "en" ? english : edition_->name(p, operand.kind, value, language);
    // "red reserve 2 and blue active" is two things.
    std::string_view rest = english;
    const bool several = english.find(" and ") != std::string::npos && id_of(operand.kind, english).empty();
    do {
      const std::size_t cut = several ? rest.find(" and ") : std::string_view::npos;
      const std::string part(rest.substr(0, cut));
      rest = cut == std::string_view::npos ? std::string_view{} : rest.substr(cut + 5);
      std::string_view id = id_of(operand.kind, part);
      std::string path = id.empty() ? "" : places.card(id);
      if (path.empty() && !id.empty()) path = places.path(id);
      std::string seat_word;
      if (id.empty()) {
        // A seat, or a place of a seat: "red", "red reserve 2".
        const std::size_t space = part.find(' ');
        std::string candidate = "players." + part;
        if (places.exists(candidate)) {
          seat_word = part;
          path = candidate;
        } else if (space != std::string::npos) {
          candidate = "players." + part.substr(0, space) + "." + underscored(part.substr(space + 1));
          if (places.exists(candidate)) path = candidate;
        }
        id = seat_word;
      }
      add(operand, value, several ? part : name, id, path);
    } while (!rest.empty());
  }
  out += ']';
}

// The one number among the operands of a verb; -1 if there is none or several.
int Wording::amount_role(int verb) const {
  int role = -1;
  for (const Operand& operand : verbs_[static_cast<std::size_t>(verb)]) {
    if (!is_number(operand.kind)) continue;
    if (role >= 0) return -1;
    role = operand.role - 'a';
  }
  return role == 3 ? -1 : role;
}

// `first` to `last` differ in the amount only.
void Wording::append_choice(std::string& out, const Position& p, const Places& places, const Choice* first,
                            const Choice* last, int role, std::string_view language) const {
  const Choice choice = *first;
  const bool folded = first != last;
  out += "{\"id\":\"" + std::to_string(choice.bits) + "\",\"verb\":";
  core::append_json(out, edition_->verb_name(choice));
  append_member(out, "notation", edition_->notation(p, choice));
  if (folded) {
    append_member(out, "label",
                  with_amount(edition_->choice_text(p, with_operand(choice, role, stand_in), language)));
    append_member(out, "one", edition_->choice_text(p, choice, language));
  } else {
    append_member(out, "label", edition_->choice_text(p, choice, language));
  }
  const std::int32_t values[4] = {choice.a(), choice.b(), choice.c(), choice.d()};
  out += ',';
  append_things(out, p, operands(choice.verb()), values, 0, &choice, Viewer::of(edition_->decision(p).asked),
                places, language);
  if (folded) {
    out += ",\"amounts\":{\"role\":\"";
    out += static_cast<char>('a' + role);
    out += "\",\"from\":" + std::to_string(first->operand(role)) +
           ",\"to\":" + std::to_string(last->operand(role)) + "}";
  }
  append_odds(out, *edition_, places.view(), choice);
  out += '}';
}

void Wording::append_decision(std::string& out, const Position& p, const core::Field& view,
                              std::string_view language) const {
  static thread_local ChoiceList list;
  const Decision decision = edition_->decision(p);
  edition_->choices(p, list);
  const Places places(view, edition_->seat_name(p, decision.asked));
  out += "{\"number\":" + std::to_string(decision.number);
  append_member(out, "question", edition_->game().questions[decision.kind]);
  append_member(out, "text", edition_->question_text(p, language));
  out += ",\"choices\":[";
  // Choices of one amount stand together, or every so many places apart; both are gathered by sorting.
  std::vector<Choice> sorted(list.begin(), list.end());
  const auto without_amount = [&](Choice c) {
    const int role = amount_role(c.verb());
    return role < 0 ? c : with_operand(c, role, 0);
  };
  std::unordered_map<std::uint64_t, int> place;  // the order of first appearance
  for (const Choice c : sorted) place.emplace(without_amount(c).bits, static_cast<int>(place.size()));
  std::stable_sort(sorted.begin(), sorted.end(), [&](Choice x, Choice y) {
    const int px = place[without_amount(x).bits], py = place[without_amount(y).bits];
    if (px != py) return px < py;
    const int role = amount_role(x.verb());
    return role >= 0 && x.operand(role) < y.operand(role);
  });
  for (std::size_t i = 0; i < sorted.size();) {
    const int role = amount_role(sorted[i].verb());
    std::size_t end = i + 1;
    while (role >= 0 && end < sorted.size() && without_amount(sorted[end]) == without_amount(sorted[i]) &&
           sorted[end].operand(role) == sorted[end - 1].operand(role) + 1)
      ++end;
    if (i != 0) out += ',';
    append_choice(out, p, places, &sorted[i], &sorted[end - 1], role, language);
    i = end;
  }
  out += ']';
  append_gathering(out, p, places, language);
  out += '}';
}

// A question for several things: all that may be among them, equal ones once.
void Wording::append_gathering(std::string& out, const Position& p, const Places& places,
                               std::string_view language) const {
  static thread_local core::Gathering open;
  if (!edition_->gathering(p, open) || open.most < 2) return;
  out += ",\"gather\":{\"least\":" + std::to_string(open.least) + ",\"most\":" + std::to_string(open.most) +
         ",\"picks\":[";
  std::vector<std::pair<std::string, core::Gathering::Pick>> different;
  for (const auto& pick : open.picks) {
    std::string notation = edition_->notation(p, pick.choice);
    const auto known = std::find_if(different.begin(), different.end(),
                                    [&](const auto& other) { return other.first == notation; });
    if (known == different.end())
      different.emplace_back(std::move(notation), pick);
    else
      known->second.copies += pick.copies;
  }
  for (const auto& [notation, pick] : different) {
    if (&pick != &different.front().second) out += ',';
    append_choice(out, p, places, &pick.choice, &pick.choice, -1, language);
    out.pop_back();
    out += ",\"copies\":" + std::to_string(pick.copies) + "}";
  }
  out += "]}";
}

// A rule that was also at work has an event without words: its clause joins the line before.
bool Wording::append_events(std::string& out, const Position& after, const core::Field& view,
                            const std::vector<core::Event>& events, const Eyes& eyes, int at) const {
  struct Line {
    std::string text;
    std::vector<std::string_view> clauses;
    const core::Event* event;
  };
  std::vector<Line> lines;
  for (const core::Event& event : events) {
    std::string text = edition_->event_text(after, event, eyes.viewer, eyes.language);
    const std::string_view clause = edition_->clause_id(event.clause);
    if (!text.empty()) lines.push_back({sentence(std::move(text)), {}, &event});
    if (lines.empty() || clause.empty()) continue;
    auto& cited = lines.back().clauses;
    if (std::find(cited.begin(), cited.end(), clause) == cited.end()) cited.push_back(clause);
  }
  if (lines.empty()) return false;
  const Places places(view);
  for (const Line& line : lines) {
    if (&line != &lines.front()) out += ',';
    out += "{\"at\":" + std::to_string(at);
    append_member(out, "text", line.text);
    out += ",\"clauses\":[";
    for (const std::string_view clause : line.clauses) {
      if (clause.data() != line.clauses.front().data()) out += ',';
      core::append_json(out, clause);
    }
    out += "],\"actor\":" +
           std::to_string(line.event->actor == core::no_seat ? 0 : core::index(line.event->actor) + 1);
    append_member(out, "kind", edition_->event_name(*line.event));
    out += ',';
    const unsigned hidden = eyes.viewer.sees(line.event->seen_by) ? 0U : line.event->secret;
    append_things(out, after, event_operands(line.event->kind), line.event->operands, hidden, nullptr, eyes.viewer,
                  places, eyes.language);
    out += '}';
  }
  return true;
}

Wording::Verdict Wording::why(const Position& p, Seat seat, Choice choice, std::string_view language) const {
  const Refusal refusal = edition_->judge(p, seat, choice);
  if (!refusal.refused()) return {true, edition_->choice_text(p, choice, language), {}};
  return {false, edition_->refusal_text(p, refusal, language), edition_->clause_id(refusal.clause)};
}

// Every way of using these things in this order; what is left open is tried through.
Wording::Verdict Wording::why(const Position& p, Seat seat, const std::vector<Thing>& things,
                              std::string_view language) const {
  static thread_local ChoiceList list;
  edition_->choices(p, list);
  std::optional<Choice> nearest;
  int best = std::numeric_limits<int>::max(), tries = 0;
  for (std::size_t verb = 1; verb < verbs_.size(); ++verb) {
    const auto& operands = verbs_[verb];
    int values[4] = {}, open = -1;
    std::size_t used = 0;
    for (const Operand& operand : operands) {
      const int role = operand.role - 'a';
      if (used < things.size() && operand.kind == things[used].kind)
        values[role] = things[used++].value;
      else if (is_number(operand.kind))
        values[role] = 1;
      else
        open = role;
    }
    if (used != things.size()) continue;
    const bool offered =
        std::any_of(list.begin(), list.end(), [&](Choice c) { return c.verb() == static_cast<int>(verb); });
    for (int tried = 0; tried < (open < 0 ? 1 : 128) && tries < 4096; ++tried, ++tries) {
      if (open >= 0) values[open] = tried;
      const Choice choice = Choice::make(static_cast<int>(verb), values[0], values[1], values[2], values[3]);
      const Refusal refusal = edition_->judge(p, seat, choice);
      if (!refusal.refused()) return why(p, seat, choice, language);
      const int distance = (offered ? 0 : 4) + (refusal.clause == 0 ? 2 : 0);
      if (distance < best) {
        best = distance;
        nearest = choice;
      }
    }
  }
  if (!nearest) return {};
  return why(p, seat, *nearest, language);
}

}  // namespace rw::server
