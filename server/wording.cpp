// What the texts of verbs and events name, and things as messages tell them.
#include "server/wording.h"

#include <algorithm>
#include <limits>
#include <optional>

#include "engine/core/hash.h"
#include "engine/core/text.h"
#include "server/dictionary.h"
#include "server/json.h"

namespace rw::server {
namespace {

constexpr char actor_role = 'x';

bool is_number(std::string_view kind) { return kind == "number"; }

bool is_role(char c) { return c >= 'a' && c <= 'd'; }

std::uint64_t hash_of(std::string_view text) { return core::hash64(std::as_bytes(std::span(text))); }

std::string underscored(std::string text) {
  std::replace(text.begin(), text.end(), ' ', '_');
  return text;
}

}  // namespace

// Where things lie in a view: groups by name, cards by id.
class Wording::Places {
 public:
  // What lies before `own`, the seat that looks, comes first.
  explicit Places(core::Field view, const std::string& own = {}) : view_(std::move(view)) {
    if (const core::Field* mine = own.empty() ? nullptr : view_.find("players." + own))
      walk(*mine, "players." + own, 2);
    for (const core::Field& group : view_.fields) walk(group, group.name, 1);
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
  core::Field view_;
  std::unordered_map<std::string, std::string> paths_, cards_;
};

std::shared_ptr<const Wording::Places> Wording::places_of(core::Field view, const std::string& own) {
  return std::make_shared<const Places>(std::move(view), own);
}

// ---- what texts name --------------------------------------------------------------------------------

Wording::Operand Wording::operand(char role, std::string_view kind) const {
  Operand out{role, std::string(kind)};
  const auto& kinds = edition_->game().kinds;
  for (std::size_t i = 0; i < kinds.size(); ++i)
    if (kinds[i].name == kind) out.number = static_cast<int>(i);
  return out;
}

// Adds what a template names and needs: "{actor} plays {a:card}{b? on {b:bearer}}".
void Wording::read_pattern(std::string_view pattern, Said& said) const {
  const auto name = [&](char role, std::string_view kind) {
    const bool known = std::any_of(said.named.begin(), said.named.end(),
                                   [&](const Operand& o) { return o.role == role && o.kind == kind; });
    if (!known) said.named.push_back(operand(role, kind));
  };
  const auto need = [&](char role) {
    if (said.values.find(role) == std::string::npos) said.values += role;
  };
  for (std::size_t i = 0; i + 2 < pattern.size(); ++i) {
    if (pattern[i] != '{') continue;
    if (pattern.substr(i, 7) == "{actor}") name(actor_role, "seat");
    if (!is_role(pattern[i + 1])) continue;
    if (pattern[i + 2] == '?' || pattern[i + 2] == '=' || pattern[i + 2] == '|') need(pattern[i + 1]);
    if (pattern[i + 2] != ':') continue;
    const std::size_t end = pattern.find('}', i);
    if (end == std::string_view::npos) break;
    const std::string_view kind = pattern.substr(i + 3, end - i - 3);
    if (is_number(kind))
      need(pattern[i + 1]);
    else
      name(pattern[i + 1], kind);
  }
}

namespace {

// The operands that a pattern names, in its order, each once.
std::vector<std::pair<char, std::string_view>> operands_in(std::string_view pattern) {
  std::vector<std::pair<char, std::string_view>> found;
  for (std::size_t i = 0; i + 2 < pattern.size(); ++i) {
    if (pattern[i] != '{' || !is_role(pattern[i + 1]) || pattern[i + 2] != ':') continue;
    const std::size_t end = pattern.find('}', i);
    if (end == std::string_view::npos) break;
    const char role = pattern[i + 1];
    if (std::none_of(found.begin(), found.end(), [&](const auto& o) { return o.first == role; }))
      found.emplace_back(role, pattern.substr(i + 3, end - i - 3));
  }
  return found;
}

// The one number among the operands of a verb; -1 if there is none or several. Operand d is too small for one.
int amount_in(const std::vector<Wording::Operand>& operands) {
  int role = -1;
  for (const Wording::Operand& operand : operands) {
    if (!is_number(operand.kind)) continue;
    if (role >= 0) return -1;
    role = operand.role - 'a';
  }
  return role == 3 ? -1 : role;
}

}  // namespace

Wording::Wording(std::shared_ptr<const Edition> edition)
    : edition_(std::move(edition)), frames_(std::make_unique<Frames>(edition_)), events_(256) {
  const Game& game = edition_->game();
  const core::Node locales = edition_->bundle().root()["locale"];
  for (std::size_t verb = 0; verb < game.notations.size(); ++verb) {
    Said& said = verbs_.emplace_back();
    for (const auto& [role, kind] : operands_in(game.notations[verb]))
      said.operands.push_back(operand(role, kind));
    said.amount = amount_in(said.operands);
    read_pattern(game.notations[verb], said);
    for (const std::string_view language : {"en", "fr"})
      read_pattern(locales[language]["choices"][game.verbs[verb]].text(), said);
  }
  for (std::size_t kind = 0; kind < events_.size(); ++kind) {
    if (!edition_->worded_events().test(kind)) continue;
    core::Event event;
    event.kind = static_cast<std::uint8_t>(kind);
    const std::string_view name = edition_->event_name(event);
    for (const auto& [role, of] : operands_in(locales["en"]["events"][name].text()))
      events_[kind].operands.push_back(operand(role, of));
    for (const std::string_view language : {"en", "fr"})
      read_pattern(locales[language]["events"][name].text(), events_[kind]);
  }
  read_names();
}

// The forms of names, and the ids of all records by their names.
void Wording::read_names() {
  const core::Node root = edition_->bundle().root();
  const auto& kinds = edition_->game().kinds;
  forms_.resize(kinds.size());
  const core::Node names = root["locale"]["en"]["names"];
  for (int i = 0; i < names.size(); ++i) {
    const std::string_view key = names.key(i);
    const std::size_t dot = key.find('.');
    for (std::size_t k = 0; k < kinds.size() && dot != std::string_view::npos; ++k) {
      if (kinds[k].name != key.substr(0, dot)) continue;
      Said said;
      for (const std::string_view language : {"en", "fr"})
        read_pattern(root["locale"][language]["names"][key].text(), said);
      Parts& parts = forms_[k][key.substr(dot + 1)];
      for (const Operand& named : said.named)
        if (named.number >= 0 && named.role != actor_role) parts.emplace_back(named.role - 'a', named.number);
    }
  }
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

// ---- things -----------------------------------------------------------------------------------------

// What its name and its id depend on (Edition::name, Edition::thing).
std::uint64_t Wording::identity(const Position& p, int kind, int value) const {
  const Game& game = edition_->game();
  const core::KindInfo& info = game.kinds[static_cast<std::size_t>(kind)];
  std::uint64_t key = mixed(static_cast<std::uint64_t>(kind) + 1, static_cast<std::uint64_t>(value));
  if (info.is_number()) return key;
  if (info.is_seat())
    return value < 0 || value >= edition_->seats(p)
               ? key
               : mixed(key, hash_of(game.seat_name(edition_->content(), p.data(), value)));
  if (info.below != 0 && (value < 0 || value >= info.below)) return key;
  if (const core::Form form = game.form(edition_->content(), p.data(), kind, value); !form.key.empty()) {
    key = mixed(key, hash_of(form.key));
    for (const std::int32_t operand : form.operands) key = mixed(key, static_cast<std::uint64_t>(operand));
    const auto& forms = forms_[static_cast<std::size_t>(kind)];
    if (const auto parts = forms.find(form.key); parts != forms.end())
      for (const auto& [operand, inner] : parts->second)
        if (inner != kind || form.operands[operand] != value)
          key = mixed(key, identity(p, inner, form.operands[operand]));
  }
  return mixed(key, static_cast<std::uint64_t>(game.row(edition_->content(), p.data(), kind, value)));
}

std::uint64_t Wording::identity(const Position& p, const Eyes& eyes, const Operand& named, int value) const {
  const Game& game = edition_->game();
  std::uint64_t key = identity(p, named.number, value);
  const core::Place place = game.place(edition_->content(), p.data(), eyes.viewer, named.number, value);
  if (!place) return key;
  key = mixed(key, static_cast<std::uint16_t>(place.row) |
                       (static_cast<std::uint64_t>(static_cast<std::uint16_t>(place.number)) << 16U));
  if (place.seat >= 0 && place.seat < edition_->seats(p))
    key = mixed(key, hash_of(game.seat_name(edition_->content(), p.data(), place.seat)));
  return key;
}

namespace {

// ,"text" for each, without those at the end that are empty.
void append_texts(std::string& out, std::initializer_list<std::string_view> texts) {
  std::size_t count = texts.size();
  while (count > 0 && texts.begin()[count - 1].empty()) --count;
  for (std::size_t i = 0; i < count; ++i) {
    out += ',';
    core::append_json(out, texts.begin()[i]);
  }
}

}  // namespace

void Wording::append_thing(std::string& out, const Position& p, const Eyes& eyes, const Operand& named, int value,
                           const Places* places) const {
  out += '[';
  core::append_json(out, named.kind);
  out += ',' + std::to_string(value);
  const std::string name = edition_->name(p, named.kind, value, eyes.language);
  if (has_lexicon()) {
    const Edition::Thing thing = edition_->thing(p, eyes.viewer, named.kind, value);
    append_texts(out, {name, thing.id, thing.place});
    out += ']';
    return;
  }
  const std::string english = eyes.language == "en" ? name : edition_->name(p, named.kind, value, "en");
  struct Part {
    std::string name, id, path;
  };
  std::vector<Part> parts;
  // "red reserve 2 and blue active" is two things.
  std::string_view rest = english;
  const bool several = english.find(" and ") != std::string::npos && id_of(named.kind, english).empty();
  do {
    const std::size_t cut = several ? rest.find(" and ") : std::string_view::npos;
    Part part{std::string(rest.substr(0, cut)), "", ""};
    rest = cut == std::string_view::npos ? std::string_view{} : rest.substr(cut + 5);
    part.id = id_of(named.kind, part.name);
    if (!part.id.empty()) part.path = places->card(part.id);
    if (part.path.empty() && !part.id.empty()) part.path = places->path(part.id);
    if (part.id.empty()) {
      // A seat, or a place of a seat: "red", "red reserve 2".
      const std::size_t space = part.name.find(' ');
      std::string candidate = "players." + part.name;
      if (places->exists(candidate)) {
        part.id = part.name;
        part.path = candidate;
      } else if (space != std::string::npos) {
        candidate = "players." + part.name.substr(0, space) + "." + underscored(part.name.substr(space + 1));
        if (places->exists(candidate)) part.path = candidate;
      }
    }
    parts.push_back(std::move(part));
  } while (!rest.empty());
  if (parts.size() == 1) {
    append_texts(out, {name, parts[0].id, parts[0].path});
    out += ']';
    return;
  }
  out += ',';
  core::append_json(out, name);
  out += ",\"\",\"\",[";
  for (const Part& part : parts) {
    out += &part == &parts.front() ? "[" : ",[";
    core::append_json(out, part.name);
    append_texts(out, {part.id, part.path});
    out += ']';
  }
  out += "]]";
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
    const auto& operands = verbs_[verb].operands;
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
