// Names of things both ways, and what things are: all from the kinds of the lexicon and the texts of the content.
#include <charconv>

#include "engine/core/text.h"
#include "engine/game.h"

namespace rw {
namespace {

// A record's name, in each language or one for all; a record without a name is called by its id.
std::string_view name_in(core::Node record, std::string_view language) {
  const core::Node name = record["name"];
  if (name.kind() == core::Node::Kind::map) return name[language].text(name["en"].text());
  return name.text(record["id"].text());
}

// The record that a row of a kind stands for.
struct Found {
  std::string_view table;
  core::Node record;
};
Found record_of(core::Node root, const core::KindInfo& kind, int row) {
  const std::span tables = kind.table.empty() ? kind.tables : std::span(&kind.table, 1);
  for (const std::string_view table : tables) {
    const core::Node records = root[table];
    if (row >= 0 && row < records.size()) return {table, records[row]};
    row -= records.size();
  }
  return {};
}

bool read_number(std::string_view text, int& value) {
  const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), value);
  return fault == std::errc{} && end == text.data() + text.size() && value >= 0 && text.front() != '-';
}

}  // namespace

int Edition::kind_number(std::string_view name) const {
  for (std::size_t i = 0; i < game_->kinds.size(); ++i)
    if (game_->kinds[i].name == name) return static_cast<int>(i);
  return -1;
}

std::string Edition::name(const Position& p, std::string_view kind, int value, std::string_view language) const {
  if (game_->kinds.empty()) return game_->name(content(), p.data(), kind, value, language);
  if (kind == "hidden") return std::string(locale(language, "names", "hidden"));
  const int known = kind_number(kind);
  return known < 0 ? "?" : name(p, known, value, language);
}

std::string Edition::name(const Position& p, int number, int value, std::string_view language) const {
  const core::KindInfo& kind = game_->kinds[static_cast<std::size_t>(number)];
  if (kind.is_number()) return std::to_string(value);
  const auto said = [&](std::string_view key) {
    return locale(language, "names", std::string(kind.name) + "." + std::string(key));
  };
  if (kind.is_seat()) {
    if (value < 0 || value >= seats(p)) return "?";
    const std::string_view own = game_->seat_name(content(), p.data(), value);
    const std::string_view text = said(own);
    return std::string(text.empty() ? own : text);
  }
  if (kind.below != 0 && (value < 0 || value >= kind.below)) return "?";
  if (const core::Form form = game_->form(content(), p.data(), number, value); !form.key.empty()) {
    const auto inner = [&](std::string_view other, int operand) { return name(p, other, operand, language); };
    return core::fill(said(form.key), form.operands, 0, inner);
  }
  const int row = game_->row(content(), p.data(), number, value);
  if (!kind.words.empty())
    return row >= 0 && row < static_cast<int>(kind.words.size())
               ? std::string(said(kind.words[static_cast<std::size_t>(row)]))
               : "?";
  const Found found = record_of(bundle_->root(), kind, row);
  return found.table.empty() ? "?" : std::string(name_in(found.record, language));
}

Edition::Thing Edition::thing(const Position& p, Viewer viewer, std::string_view name, int value) const {
  Thing out;
  const int number = kind_number(name);
  if (number < 0) return out;
  const core::KindInfo& kind = game_->kinds[static_cast<std::size_t>(number)];
  if (kind.is_number() || (kind.below != 0 && (value < 0 || value >= kind.below))) return out;
  const auto id_of = [&](std::string_view table, int row) {
    const core::Node records = bundle_->root()[table];
    return row >= 0 && row < records.size() ? records[row]["id"].text() : std::string_view{};
  };
  const auto seat_id = [&](int seat) {
    return seat >= 0 && seat < seats(p) ? game_->seat_name(content(), p.data(), seat) : std::string_view{};
  };
  if (kind.is_seat()) {
    out.table = "seats";
    out.id = seat_id(value);
    out.place = "players." + out.id;
    return out;
  }
  const int row = game_->row(content(), p.data(), number, value);
  if (kind.is_record()) {
    const Found found = record_of(bundle_->root(), kind, row);
    out.table = found.table;
    out.id = found.table.empty() ? "" : found.record["id"].text();
  } else if (row >= 0 && row < static_cast<int>(kind.words.size())) {
    out.table = kind.name;
    out.id = kind.words[static_cast<std::size_t>(row)];
  }
  if (const core::Place place = game_->place(content(), p.data(), viewer, number, value)) {
    // "players.{seat}.hand.{n}": what stands in braces is the seat, the number, or a table of the content.
    std::string_view path = game_->places[static_cast<std::size_t>(place.row)];
    while (!path.empty()) {
      const std::size_t open = path.find('{'), close = path.find('}');
      out.place += path.substr(0, open);
      if (open == std::string_view::npos) break;
      const std::string_view what = path.substr(open + 1, close - open - 1);
      if (what == "seat")
        out.place += seat_id(place.seat);
      else if (what == "n")
        out.place += std::to_string(place.number);
      else
        out.place += id_of(what, place.number);
      path.remove_prefix(close + 1);
    }
  }
  return out;
}

std::vector<int> Edition::find(const Position& p, std::string_view name, std::string_view text) const {
  if (game_->kinds.empty()) return game_->find(content(), p.data(), name, text);
  std::vector<int> found;
  const int number = kind_number(name);
  if (number < 0 || text.empty()) return found;
  const core::KindInfo& kind = game_->kinds[static_cast<std::size_t>(number)];
  if (kind.is_number()) {
    int value = 0;
    if (read_number(text, value)) found.push_back(value);
    return found;
  }
  std::vector<int> values;
  game_->values(content(), p.data(), number, values);
  if (values.empty()) {
    int count = kind.is_seat() ? seats(p) : static_cast<int>(kind.words.size());
    if (!kind.table.empty()) count = bundle_->root()[kind.table].size();
    for (const std::string_view table : kind.tables) count += bundle_->root()[table].size();
    for (int i = 0; i < count; ++i) values.push_back(i);
  }
  for (const int value : values) {
    bool meant = core::folded(this->name(p, number, value, "en")) == text ||
                 core::folded(this->name(p, number, value, "fr")) == text ||
                 game_->also(content(), p.data(), number, value, text);
    if (!meant && kind.is_seat()) meant = text == "seat " + std::to_string(value + 1);
    if (!meant) {
      const std::string id = thing(p, Viewer::spectator(), name, value).id;
      meant = !id.empty() && core::folded(id) == text;
    }
    if (meant) found.push_back(value);
  }
  return found;
}

std::string Edition::option_text(std::string_view option, std::string_view language) const {
  return std::string(locale(language, "options", option));
}

}  // namespace rw
