// From a record to facts, and from facts to slots.
#include <algorithm>
#include <cctype>

#include "engine/core/hash.h"
#include "faces/faces.h"

namespace rw::faces {
namespace {

Node rules_of(Node faces, Node game) { return faces["games"][game["game"]["id"].text()]; }

Node record_of(Node game, const Key& key) {
  const Node table = game[key.table];
  for (int i = 0; i < table.size(); ++i)
    if (table[i]["id"].text() == key.id) return table[i];
  return {};
}

// The modes of a record: a list of maps with the key `mode`, or fields that are modes themselves.
void add_keys(Node table, Node record, std::vector<Key>& out) {
  const std::string name(table["of"].text()), id(record["id"].text());
  const Node modes = table["modes"];
  if (modes.kind() == Node::Kind::list) {
    for (int i = 0; i < modes.size(); ++i) out.push_back({name, id, std::string(modes[i].text())});
  } else if (modes) {
    const Node list = record[modes.text()];
    for (int i = 0; i < list.size(); ++i) out.push_back({name, id, std::string(list[i]["mode"].text())});
  } else {
    out.push_back({name, id, ""});
  }
}

class Facts {
 public:
  Facts(Node rules, Node game) : references_(rules["refs"]), game_(game) {}

  void fact(std::string_view name, std::string_view value) {
    all_.push_back(std::string(name) + "=" + std::string(value));
  }

  // Each word of a name, small, without what is no letter or digit.
  void words(std::string_view text) {
    std::string word;
    for (const char letter : std::string(text) + " ") {
      if (letter == '\'') continue;
      if (std::isalnum(static_cast<unsigned char>(letter)) != 0) {
        word += static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
      } else if (!word.empty()) {
        fact("word", word);
        word.clear();
      }
    }
  }

  void record(Node record, const std::string& before) {
    for (int i = 0; i < record.size(); ++i) field(before + std::string(record.key(i)), record.key(i), record[i]);
    if (before.empty()) name_of(record);
  }

  std::vector<std::string> take() { return std::move(all_); }

 private:
  void name_of(Node record) {
    const Node name = record["name"];
    words(name.text(name["en"].text()));
  }

  void field(const std::string& path, std::string_view key, Node value) {
    switch (value.kind()) {
      case Node::Kind::text: fact(path, value.text()); return;
      case Node::Kind::integer: number(path, key, value); return;
      case Node::Kind::list:
        for (int i = 0; i < value.size(); ++i)
          if (value[i].kind() == Node::Kind::text || value[i].kind() == Node::Kind::integer)
            field(path, key, value[i]);
        return;
      case Node::Kind::map:
        if (value["en"] && key != "name") words_of(path, value["en"].text());
        return;
      default: return;
    }
  }

  // "form=sports form=car": a text in several languages is told by its English words.
  void words_of(const std::string& path, std::string_view text) {
    const std::size_t first = all_.size();
    words(text);
    for (std::size_t i = first; i < all_.size(); ++i) all_[i].replace(0, 4, path);
  }

  // A number that stands for a record of another table is told by that record.
  void number(const std::string& path, std::string_view key, Node value) {
    const Node table = game_[references_[key].text()];
    if (!references_[key]) return fact(path, std::to_string(value.integer()));
    const Node other = table[static_cast<int>(value.integer(-1))];
    fact(path, other["id"].text());
    if (path.find('.') == std::string::npos) record(other, path + ".");
  }

  Node references_, game_;
  std::vector<std::string> all_;
};

// One of the alternatives of a condition, which may end in * for any ending.
bool fits_one(std::string_view name, std::string_view value, std::string_view fact) {
  if (!fact.starts_with(name) || fact.size() <= name.size() || fact[name.size()] != '=') return false;
  fact.remove_prefix(name.size() + 1);
  return value.ends_with('*') ? fact.starts_with(value.substr(0, value.size() - 1)) : fact == value;
}

bool fits_term(std::string_view term, std::span<const std::string> facts) {
  const std::size_t equals = term.find('=');
  if (equals == std::string_view::npos) return false;
  const std::string_view name = term.substr(0, equals);
  std::string_view values = term.substr(equals + 1);
  while (!values.empty()) {
    const std::string_view value = values.substr(0, values.find('|'));
    if (std::any_of(facts.begin(), facts.end(),
                    [&](const std::string& fact) { return fits_one(name, value, fact); }))
      return true;
    values.remove_prefix(std::min(values.size(), value.size() + 1));
  }
  return false;
}

// Which of several values a record gets: always the same for its id and the slot.
std::string_view chosen(Node value, std::string_view id, std::string_view slot) {
  if (value.kind() != Node::Kind::list) return value.text();
  const std::string seed = std::string(id) + "/" + std::string(slot);
  const auto hash = core::hash64(std::as_bytes(std::span(seed)));
  return value[static_cast<int>((hash >> 17U) % static_cast<std::uint64_t>(std::max(1, value.size())))].text();
}

void apply(Node rules, std::span<const std::string> known, std::string_view id, Slots& out) {
  for (int i = 0; i < rules.size(); ++i) {
    const Node rule = rules[i];
    if (!fits(rule["when"].text(), known)) continue;
    for (int k = 0; k < rule.size(); ++k)
      if (rule.key(k) != "when" && slot(out, rule.key(k)).empty())
        out.emplace_back(rule.key(k), chosen(rule[k], id, rule.key(k)));
  }
}

}  // namespace

std::vector<Key> keys(Node faces, Node game) {
  std::vector<Key> out;
  const Node tables = rules_of(faces, game)["tables"];
  for (int t = 0; t < tables.size(); ++t) {
    const Node records = game[tables[t]["of"].text()];
    for (int i = 0; i < records.size(); ++i) add_keys(tables[t], records[i], out);
  }
  return out;
}

std::vector<Key> keys_of(Node faces, Node game, std::string_view id) {
  std::vector<Key> out;
  for (Key& key : keys(faces, game))
    if (key.id == id && (out.empty() || out.front().table == key.table)) out.push_back(std::move(key));
  return out;
}

bool fits(std::string_view condition, std::span<const std::string> facts) {
  while (!condition.empty()) {
    const std::string_view term = condition.substr(0, condition.find(' '));
    if (!term.empty() && !fits_term(term, facts)) return false;
    condition.remove_prefix(std::min(condition.size(), term.size() + 1));
  }
  return true;
}

std::vector<std::string> facts(Node faces, Node game, const Key& key) {
  const Node rules = rules_of(faces, game), record = record_of(game, key);
  Facts told(rules, game);
  told.fact("in", key.table);
  if (!key.mode.empty()) told.fact("mode", key.mode);
  told.record(record, "");
  // What the mode itself says stands beside what the record says; what another mode says is told as other.
  for (int i = 0; i < record.size(); ++i)
    for (int k = 0; k < record[i].size(); ++k)
      if (const Node mode = record[i][k]; !key.mode.empty() && mode["mode"])
        told.record(mode, mode["mode"].text() == key.mode ? "this." : "other.");
  return told.take();
}

Slots slots(Node faces, Node game, const Key& key) {
  const Node rules = rules_of(faces, game);
  const std::vector<std::string> known = facts(faces, game, key);
  Slots out;
  apply(rules["rules"], known, key.id, out);
  apply(faces["rules"], known, key.id, out);
  apply(rules["otherwise"], known, key.id, out);
  // Pips count what a figure says.
  for (auto& [name, value] : out)
    if (name == "pips")
      for (const std::string& fact : known)
        if (fact.starts_with(value + "=")) {
          value = fact.substr(value.size() + 1);
          break;
        }
  return out;
}

std::string_view slot(const Slots& slots, std::string_view name) {
  for (const auto& [known, value] : slots)
    if (known == name) return value;
  return {};
}

}  // namespace rw::faces
