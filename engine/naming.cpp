// Names of things both ways, and what things are: all from the kinds of the lexicon and the texts of the content.
#include <algorithm>
#include <charconv>

#include "engine/core/text.h"
#include "engine/game.h"
#include "engine/nouns.h"
#include "engine/things.h"

namespace rw {
namespace {

constexpr std::string_view seats_table = "seats";

// A record's name, in each language or one for all; a record without a name is called by its id.
std::string_view name_in(core::Node record, std::string_view language) {
  const core::Node name = record["name"];
  if (name.kind() == core::Node::Kind::map) return name[language].text(name["en"].text());
  return name.text(record["id"].text());
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
  if (kind == "hidden") return std::string(locale(language, "names", "hidden"));
  if (kind == "signed") return (value > 0 ? "+" : "") + std::to_string(value);  // a change, in every game
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
  if (!kind.of.empty()) {
    std::vector<int> parts;
    game_->parts(content(), p.data(), number, value, parts);
    std::string text;
    for (const int part : parts) {
      if (!text.empty()) text += said("and");
      text += name(p, kind.of, part, language);
    }
    return text;
  }
  if (const core::Form form = game_->form(content(), p.data(), number, value); !form.key.empty()) {
    const auto inner = [&](std::string_view other, int operand) {
      return noun(*this, p, other, operand, language);
    };
    return core::fill(said(form.key), form.operands, 0, inner, language);
  }
  if (const core::Meant meant = game_->is(content(), p.data(), number, value); !meant.kind.empty())
    return name(p, meant.kind, meant.value, language);
  if (std::string text = game_->text(content(), p.data(), number, value, language); !text.empty()) return text;
  if (!kind.words.empty()) {
    const int row = game_->row(content(), p.data(), number, value);
    return row >= 0 && row < static_cast<int>(kind.words.size())
               ? std::string(said(kind.words[static_cast<std::size_t>(row)]))
               : "?";
  }
  const core::Record record = record_of(p, Viewer::omniscient(), number, value);
  if (record.table == seats_table) return name(p, "seat", record.row, language);
  const core::Node table = bundle_->root()[record.table];
  if (record.row < 0 || record.row >= table.size()) return "?";
  core::Node named = table[record.row];
  if (!record.part.empty()) named = record.number < 0 ? named[record.part] : named[record.part][record.number];
  return std::string(name_in(named, language));
}

// With its table: rows of a kind count on from each of its tables to the next.
core::Record Edition::record_of(const Position& p, Viewer viewer, int number, int value) const {
  const core::KindInfo& kind = game_->kinds[static_cast<std::size_t>(number)];
  core::Record record = game_->record(content(), p.data(), viewer, number, value);
  if (!record.table.empty() || record.row < 0) return record;
  for (const std::string_view table : kind.table.empty() ? kind.tables : std::span(&kind.table, 1)) {
    record.table = table;
    if (record.row < bundle_->root()[table].size()) return record;
    record.row -= bundle_->root()[table].size();
  }
  return {};
}

std::string Edition::id_of(const Position& p, const core::Record& record) const {
  if (!record.id.empty()) return std::string(record.id);
  if (record.table == seats_table)
    return std::string(record.row >= 0 && record.row < seats(p) ? game_->seat_name(content(), p.data(), record.row)
                                                                : std::string_view{});
  const core::Node records = bundle_->root()[record.table];
  return std::string(record.row >= 0 && record.row < records.size() ? records[record.row]["id"].text()
                                                                    : std::string_view{});
}

Edition::Thing Edition::thing(const Position& p, Viewer viewer, std::string_view name, int value) const {
  Thing out;
  const int number = kind_number(name);
  if (number < 0) return out;
  const core::KindInfo& kind = game_->kinds[static_cast<std::size_t>(number)];
  if (kind.is_number() || !kind.of.empty() || (kind.below != 0 && (value < 0 || value >= kind.below))) return out;
  out.kind = kind.name;
  out.value = value;
  if (kind.is_seat()) {
    out.table = seats_table;
    out.id = id_of(p, {seats_table, value});
    out.place = "players." + out.id;
    return out;
  }
  if (const core::Meant meant = game_->is(content(), p.data(), number, value); !meant.kind.empty()) {
    out = thing(p, viewer, meant.kind, meant.value);
    out.kind = kind.name;
    out.value = value;
    return out;
  }
  if (kind.words.empty()) {
    const core::Record record = record_of(p, viewer, number, value);
    out.table = record.table;
    out.id = id_of(p, record);
  } else if (const int row = game_->row(content(), p.data(), number, value);
             row >= 0 && row < static_cast<int>(kind.words.size())) {
    out.table = kind.name;
    out.id = kind.words[static_cast<std::size_t>(row)];
  }
  if (const core::Place place = game_->place(content(), p.data(), viewer, number, value)) {
    // "players.{seat}.hand.{n}": what stands in braces is the seat, the number, the holder, or a table of the
    // content.
    std::string_view path = game_->places[static_cast<std::size_t>(place.row)];
    while (!path.empty()) {
      const std::size_t open = path.find('{'), close = path.find('}');
      out.place += path.substr(0, open);
      if (open == std::string_view::npos) break;
      const std::string_view what = path.substr(open + 1, close - open - 1);
      if (what == "seat")
        out.place += id_of(p, {seats_table, place.seat});
      else if (what == "n")
        out.place += std::to_string(place.number);
      else if (what == "holder")
        out.place += game_->holder_name(content(), p.data(), place.holder);
      else
        out.place += id_of(p, {what, place.number});
      path.remove_prefix(close + 1);
    }
  }
  return out;
}

std::vector<Edition::Thing> Edition::things(const Position& p, Viewer viewer, std::string_view name,
                                            int value) const {
  const int number = kind_number(name);
  if (number < 0 || game_->kinds[static_cast<std::size_t>(number)].of.empty())
    return {thing(p, viewer, name, value)};
  std::vector<int> parts;
  game_->parts(content(), p.data(), number, value, parts);
  std::vector<Thing> out;
  for (const int part : parts)
    out.push_back(thing(p, viewer, game_->kinds[static_cast<std::size_t>(number)].of, part));
  return out;
}

std::vector<Edition::Thing> Edition::things(const Position& p, Viewer viewer, Choice c, int operand) const {
  if (core::is_table_choice(c)) return {};
  const core::Operands& operands = game_->operands[static_cast<std::size_t>(c.verb())];
  if (operands.kind[operand] < 0) return {};  // the verb has no such operand
  const auto kind_of = [&](int i) { return game_->kinds[static_cast<std::size_t>(operands.kind[i])].name; };
  std::vector<Thing> out = things(p, viewer, kind_of(operand), c.operand(operand));
  if (const int from = operands.from; operand == 0 && from >= 0 && c.operand(from) != 0)
    for (Thing& each : out) each.place = thing(p, viewer, kind_of(from), c.operand(from)).place;
  return out;
}

// Reads the parts that stand between `between`, letter by letter if nothing does.
void Edition::find_whole(const Position& p, int number, std::string_view text, std::string_view between,
                         std::vector<int>& found) const {
  const core::KindInfo& kind = game_->kinds[static_cast<std::size_t>(number)];
  std::vector<std::vector<int>> ways = {{}};
  while (!text.empty()) {
    const std::size_t end = between.empty() ? 1 : text.find(between);
    const std::vector<int> values = find(p, kind.of, text.substr(0, end));
    std::vector<std::vector<int>> longer;
    for (const std::vector<int>& way : ways)
      for (const int value : values) {
        longer.push_back(way);
        longer.back().push_back(value);
      }
    ways = std::move(longer);
    text = end == std::string_view::npos ? std::string_view{} : text.substr(end + between.size());
  }
  for (const std::vector<int>& way : ways) {
    std::vector<int> values;
    game_->whole(content(), p.data(), number, way, values);
    for (const int value : values)
      if (std::find(found.begin(), found.end(), value) == found.end()) found.push_back(value);
  }
}

// Does the text mean this value: by its name or its id, by what else the game understands, or as what it stands
// for?
bool Edition::means(const Position& p, int number, int value, std::string_view text) const {
  const core::KindInfo& kind = game_->kinds[static_cast<std::size_t>(number)];
  const auto called = [&](int as) {
    return core::folded(name(p, as, value, "en")) == text || core::folded(name(p, as, value, "fr")) == text;
  };
  if (called(number) || (!kind.also_as.empty() && called(kind_number(kind.also_as))) ||
      game_->also(content(), p.data(), number, value, text))
    return true;
  if (kind.is_seat() && text == "seat " + std::to_string(value + 1)) return true;
  if (const core::Meant meant = game_->is(content(), p.data(), number, value); !meant.kind.empty())
    return meant.value >= 0 && means(p, kind_number(meant.kind), meant.value, text);
  const std::string id = thing(p, Viewer::spectator(), kind.name, value).id;
  return !id.empty() && core::folded(id) == text;
}

std::vector<int> Edition::find(const Position& p, std::string_view name, std::string_view text) const {
  std::vector<int> found;
  const int number = kind_number(name);
  if (number < 0 || text.empty()) return found;
  const core::KindInfo& kind = game_->kinds[static_cast<std::size_t>(number)];
  if (kind.is_number()) {
    int value = 0;
    if (read_number(text, value)) found.push_back(value);
    return found;
  }
  if (!kind.of.empty()) {
    for (const std::string_view language : {"en", "fr"})
      find_whole(p, number, text, locale(language, "names", std::string(kind.name) + ".and"), found);
    return found;
  }
  for (const int value : values_of(*this, p, name))
    if (means(p, number, value, text)) found.push_back(value);
  return found;
}

std::string Edition::option_text(std::string_view option, std::string_view language) const {
  return std::string(locale(language, "options", option));
}

}  // namespace rw
