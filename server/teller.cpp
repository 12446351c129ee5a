// Frames, lines and decisions as a channel is told them.
#include "server/teller.h"

#include <algorithm>
#include <array>
#include <charconv>

#include "server/json.h"
#include "server/odds.h"

namespace rw::server {
namespace {

void append_number(std::string& out, std::int64_t number) {
  char digits[24];
  const auto [end, fault] = std::to_chars(digits, digits + sizeof digits, number);
  out.append(digits, end);
}

// A comma before all but the first.
class Comma {
 public:
  void operator()(std::string& out) {
    if (begun_) out += ',';
    begun_ = true;
  }

 private:
  bool begun_ = false;
};

std::uint64_t fresh_number() {
  static thread_local std::uint64_t last = 0;
  return ++last;
}

Choice without_amount(Choice c, int role) {
  const auto pick = [&](int i) { return i == role ? 0 : c.operand(i); };
  return role < 0 ? c : Choice::make(c.verb(), pick(0), pick(1), pick(2), pick(3));
}

}  // namespace

int Teller::thing(const Position& p, const Wording::Operand& named, int value, const Choice* choice) {
  return said_.thing(wording_.identity(p, eyes_, named, value, choice),
                     [&](std::string& out) { wording_.append_thing(out, p, eyes_, named, value, choice); });
}

// The choices of a decision name the same few things again and again, and who a thing is takes longer to find out
// than anything else about a choice. So what was found is noted, for this decision alone.
int Teller::thing_of_choice(const Position& p, const Wording::Operand& named, int value, Choice choice) {
  static constexpr std::size_t places = 512;  // a power of two
  struct Noted {
    std::uint64_t decision = 0, what = 0;
    int number = 0;
  };
  static thread_local std::array<Noted, places> notes;
  // Where it lies may hang on another operand.
  const bool alone = named.role != 'a' || verb_operands(choice).from < 0;
  if (!alone || named.number < 0) return thing(p, named, value, &choice);
  const std::uint64_t what = static_cast<std::uint64_t>(named.number) << 32U | static_cast<std::uint32_t>(value);
  Noted& noted = notes[mixed(what) & (places - 1)];
  if (noted.decision != decision_ || noted.what != what)
    noted = {decision_, what, thing(p, named, value, &choice)};
  return noted.number;
}

int Teller::path(const core::Paths& paths, std::uint32_t path) {
  return said_.path(mixed(path + 1), [&](std::string& out) { core::append_json(out, paths.text(path)); });
}

// ---- frames -----------------------------------------------------------------------------------------

// [kind, actor, clauses, values, things], without what is empty at the end.
void Teller::append_event(std::string& out, const Frame& frame) {
  const core::Event& event = frame.event;
  const Wording::Said& said = wording_.event(event.kind);
  const unsigned hidden = eyes_.viewer.sees(event.seen_by) ? 0U : event.secret;
  const auto is_hidden = [&](char role) { return role <= 'd' && ((hidden >> (role - 'a')) & 1U) != 0; };
  out += '[';
  append_number(out, event.kind);
  out += ',';
  append_number(out, event.actor == core::no_seat ? 0 : core::index(event.actor) + 1);
  out += ",[";
  Comma comma;
  for (const core::ClauseNumber clause : frame.clauses) {
    comma(out);
    append_number(out, clause);
  }
  out += ']';
  if (!said.values.empty() || !said.named.empty()) {
    out += ",[";
    Comma between;
    for (const char role : said.values) {
      between(out);
      if (is_hidden(role))
        out += "null";
      else
        append_number(out, event.operands[role - 'a']);
    }
    out += ']';
  }
  if (!said.named.empty()) {
    out += ",[";
    Comma between;
    for (const Wording::Operand& named : said.named) {
      between(out);
      if (is_hidden(named.role))
        out += "null";
      else
        append_number(out, thing(frame.told_in, named,
                                 named.role > 'd' ? core::index(event.actor) : event.operands[named.role - 'a']));
    }
    out += ']';
  }
  out += ']';
}

void Teller::append_changes(std::string& out, const Frames& frames, std::size_t frame) {
  frames.changes(frame, eyes_.viewer, changes_);
  Comma comma;
  for (const core::Change& change : changes_) {
    comma(out);
    out += '[';
    append_number(out, path(frames.paths(), change.path));
    if (change.kind == core::Change::Kind::splice) {
      out += ',';
      append_number(out, change.at);
      out += ',';
      append_number(out, change.drop);
    }
    if (change.kind != core::Change::Kind::gone) {
      out += ',';
      out += change.value;
    }
    out += ']';
  }
}

void Teller::append_moved(std::string& out, const Frames& frames, std::size_t frame) {
  frames.moved(frame, eyes_.viewer, moved_);
  Comma comma;
  for (const core::Moved& moved : moved_) {
    comma(out);
    out += '[';
    out += frames.paths().word_json(moved.card);
    for (const int number :
         {path(frames.paths(), moved.from), moved.from_place, path(frames.paths(), moved.to), moved.to_place}) {
      out += ',';
      append_number(out, number);
    }
    out += ']';
  }
}

void Teller::append_frames(std::string& out, const Frames& frames, const std::string* notice) {
  Comma comma;
  for (std::size_t i = 0; i < frames.size(); ++i) {
    const std::size_t start = out.size();
    comma(out);
    out += '{';
    const auto member = [&](std::string_view name) {
      if (out.back() != '{') out += ',';
      out += name;
    };
    if (notice != nullptr || frames[i].has_event) {
      member("\"event\":");
      if (notice != nullptr)
        out += *notice;
      else
        append_event(out, frames[i]);
    }
    // False if the list is empty; it is then left out.
    const auto list = [&](std::string_view name, auto&& append) {
      const std::size_t before = out.size();
      member(name);
      const std::size_t empty = out.size();
      append();
      const bool any = out.size() != empty;
      if (any)
        out += ']';
      else
        out.resize(before);
      return any;
    };
    const bool changed = list("\"changes\":[", [&] { append_changes(out, frames, i); });
    const bool moved = list("\"moved\":[", [&] { append_moved(out, frames, i); });
    out += '}';
    // Nothing was said and nothing changed for this viewer. Such a frame is the only one.
    if (notice == nullptr && !frames[i].has_event && !changed && !moved) out.resize(start);
  }
}

// ---- decisions --------------------------------------------------------------------------------------

const core::Operands& Teller::verb_operands(Choice c) const {
  return wording_.edition().game().operands[static_cast<std::size_t>(c.verb())];
}

void Teller::append_entry(std::string& out, const Position& p, const Entry& entry) {
  const Wording::Said& said = wording_.verb(entry.first.verb());
  out += "{\"id\":\"";
  char digits[24];
  const auto [end, fault] = std::to_chars(digits, digits + sizeof digits, entry.first.bits);
  out.append(digits, end);
  out += '"';
  if (!said.named.empty()) {
    out += ",\"things\":[";
    Comma comma;
    const bool at_table = core::is_table_choice(entry.first);
    for (const Wording::Operand& named : said.named) {
      comma(out);
      const int role = named.role - 'a';
      if (named.role > 'd')
        append_number(out, thing(p, named, core::index(wording_.edition().chooser(p, entry.first))));
      else if (!at_table && verb_operands(entry.first).optional[role] && entry.first.operand(role) == 0)
        out += "null";  // none is meant
      else if (at_table)
        append_number(out, thing(p, named, entry.first.operand(role)));
      else
        append_number(out, thing_of_choice(p, named, entry.first.operand(role), entry.first));
    }
    out += ']';
  }
  if (entry.first != entry.last) {
    out += ",\"amounts\":[";
    append_number(out, entry.first.operand(said.amount));
    out += ',';
    append_number(out, entry.last.operand(said.amount));
    out += ']';
  }
  if (entry.copies > 1) append_member(out, "copies", entry.copies);
  append_odds(out, wording_.edition(), p, entry.first);
  out += '}';
}

void Teller::append_choice(std::string& out, const Position& p, Choice choice) {
  decision_ = fresh_number();
  append_entry(out, p, {choice, choice});
}

void Teller::append_decision(std::string& out, const Position& p) {
  static thread_local ChoiceList list;
  decision_ = fresh_number();
  const Edition& edition = wording_.edition();
  const Decision decision = edition.decision(p);
  edition.choices(p, list);
  // Choices of one amount stand together, or every so many places apart: the entry that one belongs to is the last
  // one, or the one behind that of the choice before. Where amounts do not grow by one they are entries of their
  // own.
  static thread_local std::vector<Entry> entries;
  entries.clear();
  std::size_t near = 0;
  for (const Choice c : list) {
    const int role = wording_.verb(c.verb()).amount;
    const auto continues = [&](std::size_t i) {
      return i < entries.size() && entries[i].last.verb() == c.verb() &&
             without_amount(entries[i].last, role) == without_amount(c, role) &&
             c.operand(role) == entries[i].last.operand(role) + 1;
    };
    std::size_t place = entries.size();
    if (role >= 0) {
      if (continues(near))
        place = near;
      else if (continues(near + 1))
        place = near + 1;
      else
        for (place = 0; place < entries.size() && !continues(place);) ++place;
    }
    if (place == entries.size()) entries.push_back({c, c});
    entries[place].last = c;
    near = place;
  }
  out += "{\"number\":";
  append_number(out, decision.number);
  out += ",\"question\":";
  append_number(out, decision.kind);
  append_asked(out, p);
  out += ",\"choices\":[";
  Comma comma;
  for (const Entry& entry : entries) {
    comma(out);
    append_entry(out, p, entry);
  }
  out += ']';
  append_gathering(out, p);
  out += '}';
}

// What the text of a card asks in words of its own: the words of the game only say that something is to be chosen.
void Teller::append_asked(std::string& out, const Position& p) {
  const Edition& edition = wording_.edition();
  const std::string_view question = edition.game().questions[edition.decision(p).kind];
  const core::Node plain = edition.bundle().root()["locale"][eyes_.language]["questions"][question];
  if (const std::string asked = edition.question_text(p, eyes_.language); asked != plain.text())
    append_member(out, "asks", asked);
}

// A question for several things: all that may be among them, equal ones once.
void Teller::append_gathering(std::string& out, const Position& p) {
  static thread_local core::Gathering open;
  if (!wording_.edition().gathering(p, open) || open.most < 2) return;
  out += ",\"gather\":{\"least\":" + std::to_string(open.least) + ",\"most\":" + std::to_string(open.most) +
         ",\"picks\":[";
  std::vector<std::pair<std::string, Entry>> different;
  for (const auto& pick : open.picks) {
    std::string notation = wording_.edition().notation(p, pick.choice);
    const auto known = std::find_if(different.begin(), different.end(),
                                    [&](const auto& other) { return other.first == notation; });
    if (known == different.end())
      different.push_back({std::move(notation), {pick.choice, pick.choice, pick.copies}});
    else
      known->second.copies += pick.copies;
  }
  Comma comma;
  for (const auto& [notation, entry] : different) {
    comma(out);
    append_entry(out, p, entry);
  }
  out += "]}";
}

}  // namespace rw::server
