// Fields, their JSON and differences, and writing settings.
#include "engine/core/describe.h"

#include <algorithm>
#include <charconv>

namespace rw::core {

const Field* Field::find(std::string_view path) const {
  if (path.empty()) return this;
  // Names may hold dots themselves: try the longest name first.
  for (const Field& field : fields) {
    if (path == field.name) return &field;
    if (path.size() > field.name.size() && path.starts_with(field.name) && path[field.name.size()] == '.')
      if (const Field* inner = field.find(path.substr(field.name.size() + 1))) return inner;
  }
  return nullptr;
}

std::string Field::text() const {
  switch (kind) {
    case Kind::number: return std::to_string(number);
    case Kind::flag: return number != 0 ? "yes" : "no";
    case Kind::word: return word;
    case Kind::cards: {
      std::string out = "[";
      for (const std::string& card : cards) out += (out.size() > 1 ? ", " : "") + card;
      return out + "]";
    }
    case Kind::group: return "{…}";
  }
  return {};
}

void append_json(std::string& out, std::string_view text) {
  static constexpr char digits[] = "0123456789abcdef";
  out += '"';
  for (const char c : text) {
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (static_cast<unsigned char>(c) < 0x20) {
      out += "\\u00";
      out += digits[(c >> 4) & 15];
      out += digits[c & 15];
    } else {
      out += c;
    }
  }
  out += '"';
}

void Field::to_json(std::string& out) const {
  switch (kind) {
    case Kind::number: out += std::to_string(number); return;
    case Kind::flag: out += number != 0 ? "true" : "false"; return;
    case Kind::word: append_json(out, word); return;
    case Kind::cards:
      out += '[';
      for (const std::string& card : cards) {
        if (&card != &cards.front()) out += ',';
        append_json(out, card);
      }
      out += ']';
      return;
    case Kind::group:
      out += '{';
      for (const Field& field : fields) {
        if (&field != &fields.front()) out += ',';
        append_json(out, field.name);
        out += ':';
        field.to_json(out);
      }
      out += '}';
  }
}

namespace {
void collect(const Field& before, const Field& after, const std::string& path, std::vector<Difference>& out) {
  for (const Field& field : after.fields) {
    const std::string here = path.empty() ? field.name : path + "." + field.name;
    const auto old = std::find_if(before.fields.begin(), before.fields.end(),
                                  [&](const Field& f) { return f.name == field.name; });
    if (old == before.fields.end())
      out.push_back({here, "", field.text()});
    else if (field.kind == Field::Kind::group)
      collect(*old, field, here, out);
    else if (old->text() != field.text())
      out.push_back({here, old->text(), field.text()});
  }
  for (const Field& field : before.fields)
    if (std::none_of(after.fields.begin(), after.fields.end(),
                     [&](const Field& f) { return f.name == field.name; }))
      out.push_back({path.empty() ? field.name : path + "." + field.name, field.text(), ""});
}
}  // namespace

std::vector<Difference> differences(const Field& before, const Field& after) {
  std::vector<Difference> out;
  collect(before, after, "", out);
  return out;
}

Field& FieldVisitor::add(std::string_view name, Field::Kind kind) {
  // Only the innermost group grows, so the pointers on the stack stay valid.
  Field& field = stack_.back()->fields.emplace_back();
  field.name = name;
  field.kind = kind;
  return field;
}

void FieldVisitor::list_cards(Field& field, const Cards& pile) const {
  field.ordered = pile.ordered;
  std::vector<std::string> unknown;
  for (std::uint8_t card : pile.instances) {
    const bool seen = viewer_.sees(pile.known_by[card]);
    const std::string name(seen ? pile.names[card] : hidden_card);
    // In a hand the place of a hidden card among known ones would tell about it.
    (seen || pile.ordered ? field.cards : unknown).push_back(name);
  }
  field.cards.insert(field.cards.end(), unknown.begin(), unknown.end());
}

bool SettingVisitor::here(std::string_view name) {
  const std::size_t prefix = path_.empty() ? 0 : path_.size() + 1;
  const std::string_view path = setting_->path;
  if (path.size() != prefix + name.size() || !path.ends_with(name)) return false;
  if (prefix != 0 && (!path.starts_with(path_) || path[path_.size()] != '.')) return false;
  found_ = true;
  return true;
}

bool SettingVisitor::read_number(std::int64_t max, std::int64_t& value) {
  const std::string& text = setting_->text;
  const char* stop = text.data() + text.size();
  const auto [at, fault] = std::from_chars(text.data(), stop, value);
  if (setting_->is_list || fault != std::errc{} || at != stop)
    error_ = "'" + setting_->path + "' must be a number";
  else if (value < 0 || value > max)
    error_ = "'" + setting_->path + "' must be from 0 to " + std::to_string(max);
  meant_.kind = Field::Kind::number;
  meant_.number = value;
  return error_.empty();
}

bool SettingVisitor::read_flag(bool& value) {
  const std::string& text = setting_->text;
  value = text == "true" || text == "yes";
  if (setting_->is_list || (!value && text != "false" && text != "no"))
    error_ = "'" + setting_->path + "' must be yes or no";
  meant_.kind = Field::Kind::flag;
  meant_.number = value ? 1 : 0;
  return error_.empty();
}

bool SettingVisitor::read_word(std::span<const std::string_view> words, int& value) {
  value = -1;
  meant_.kind = Field::Kind::word;
  meant_.word = setting_->text;
  if (setting_->text == "none" && !setting_->is_list) {
    // Where "none" is a word of its own it is meant as such.
    for (std::size_t i = 0; i < words.size(); ++i)
      if (words[i] == "none") value = static_cast<int>(i);
    return true;
  }
  for (std::size_t i = 0; i < words.size(); ++i)
    if (!words[i].empty() && words[i] == setting_->text) value = static_cast<int>(i);
  if (value >= 0 && !setting_->is_list) return true;
  error_ = "'" + setting_->path + "' cannot be '" + setting_->text + "'; possible: ";
  bool first = true;
  for (const std::string_view word : words) {
    if (word.empty()) continue;
    error_ += (first ? "" : ", ") + std::string(word);
    first = false;
  }
  return false;
}

bool SettingVisitor::read_cards(const Cards& pile, std::vector<std::uint8_t>& instances) {
  meant_.kind = Field::Kind::cards;
  if (!setting_->is_list) {
    error_ = "'" + setting_->path + "' must be a list of cards";
    return false;
  }
  for (const std::string& name : setting_->cards) {
    bool known = false;
    for (std::size_t i = 0; i < pile.names.size() && !known; ++i) {
      const bool taken = !pile.by_kind && std::find(instances.begin(), instances.end(), i) != instances.end();
      known = pile.names[i] == name && !taken;
      if (!known) continue;
      instances.push_back(static_cast<std::uint8_t>(i));
      meant_.cards.emplace_back(pile.shown_as.empty() ? pile.names[i] : pile.shown_as[i]);
    }
    if (!known) {
      error_ = "'" + setting_->path + "': there is no (further) card '" + name + "'";
      return false;
    }
  }
  return true;
}

namespace {

// How many letters must be changed, added or left out.
std::size_t apart(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t i = 0; i <= b.size(); ++i) row[i] = i;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t corner = row[0];
    row[0] = i;
    for (std::size_t k = 1; k <= b.size(); ++k) {
      const std::size_t above = row[k];
      row[k] = std::min({row[k] + 1, row[k - 1] + 1, corner + (a[i - 1] == b[k - 1] ? 0U : 1U)});
      corner = above;
    }
  }
  return row.back();
}

}  // namespace

std::string no_such_field(std::string_view path, const std::vector<Settable>& all) {
  constexpr std::size_t most = 8;
  const std::string inside = std::string(path) + ".";
  std::vector<std::pair<std::size_t, std::string_view>> near;
  for (const Settable& field : all)
    near.emplace_back(field.path.starts_with(inside) ? 0 : apart(path, field.path), field.path);
  std::stable_sort(near.begin(), near.end(), [](const auto& x, const auto& y) { return x.first < y.first; });
  std::string text = "there is no field '" + std::string(path) + "'";
  for (std::size_t i = 0; i < near.size() && i < most; ++i)
    text += (i == 0 ? "; the nearest: " : ", ") + std::string(near[i].second);
  if (near.size() > most) text += " (and " + std::to_string(near.size() - most) + " more)";
  return text;
}

}  // namespace rw::core
