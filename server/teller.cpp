// Frames, lines and decisions as a channel is told them.
#include "server/teller.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <span>

#include "engine/core/hash.h"
#include "server/json.h"
#include "server/odds.h"

namespace rw::server {
namespace {

void append_number(std::string& out, std::int64_t number) {
  char digits[24];
  const auto [end, fault] = std::to_chars(digits, digits + sizeof digits, number);
  out.append(digits, end);
}

// A number, or a text if a reader's numbers would not hold it.
void append_id(std::string& out, Choice choice) {
  const bool large = choice.bits >= std::uint64_t{1} << 53U;
  if (large) out += '"';
  char digits[24];
  const auto [end, fault] = std::to_chars(digits, digits + sizeof digits, choice.bits);
  out.append(digits, end);
  if (large) out += '"';
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

int Teller::word(std::string_view text) {
  if (text.empty()) return 0;
  return said_.word(core::hash64(std::as_bytes(std::span(text))),
                    [&](std::string& out) { core::append_json(out, text); });
}

// The same text may be two nouns.
int Teller::noun(const core::Noun& noun) {
  if (noun.text.empty() || noun.grammar.empty()) return word(noun.text);
  const std::string_view text = noun.text;
  const std::uint64_t key =
      mixed(core::hash64(std::as_bytes(std::span(text))), core::hash64(std::as_bytes(std::span(noun.grammar))));
  bool fresh = false;
  const int number = said_.word(key, [&](std::string& out) {
    core::append_json(out, text);
    fresh = true;
  });
  if (fresh) said_.grammar(number, noun.grammar);
  return number;
}

void Teller::ByNumber::word(std::string& out, std::uint32_t word) {
  out += '"';
  append_number(out, teller_.word(paths_.word_text(word)));
  out += '"';
}

void Teller::ByNumber::card(std::string& out, std::uint32_t word) {
  append_number(out, word == core::hidden_word ? 0 : teller_.word(paths_.word_text(word)));
}

int Teller::thing(const Position& p, const Wording::Operand& named, int value, const Choice* choice) {
  return said_.thing(wording_.identity(p, eyes_, named, value, choice), [&](std::string& out) {
    append_thing(out, named, value, wording_.named(p, eyes_, named, value, choice));
  });
}

// name, id, path, place, without what is empty at the end: each begins with a comma.
void Teller::append_part(std::string& out, const Wording::Part& part) {
  std::string_view list = part.place;
  const std::size_t dot = list.rfind('.');
  const bool placed =
      dot != std::string_view::npos && list.find_first_not_of("0123456789", dot + 1) == std::string_view::npos;
  if (placed) list = list.substr(0, dot);
  int where = 0;
  if (!list.empty()) {
    const std::uint32_t known = paths_.at(list);
    where = known != core::Paths::root ? path(known)
                                       : said_.path(core::hash64(std::as_bytes(std::span(list))),
                                                    [&](std::string& text) { core::append_json(text, list); });
  }
  const int numbers[] = {noun(part.name), word(part.id), where};
  const int count = where != 0 ? 3 : numbers[1] != 0 ? 2 : numbers[0] != 0 ? 1 : 0;
  for (int i = 0; i < count; ++i) {
    out += ',';
    append_number(out, numbers[i]);
  }
  if (placed) {
    out += ',';
    out += std::string_view(part.place).substr(dot + 1);
  }
}

// [kind, value, name, id, path, place], or [kind, value, name, [[name, id, path, place], …]].
void Teller::append_thing(std::string& out, const Wording::Operand& operand, int value,
                          const Wording::Named& named) {
  out += '[';
  append_number(out, word(operand.kind));
  out += ',';
  append_number(out, value);
  if (named.parts.size() == 1) {
    append_part(out, named.parts[0]);
    out += ']';
    return;
  }
  out += ',';
  append_number(out, noun(named.name));
  out += ",[";
  Comma comma;
  for (const Wording::Part& part : named.parts) {
    comma(out);
    const std::size_t start = out.size();
    append_part(out, part);
    if (out.size() == start) out += '[';
    out[start] = '[';
    out += ']';
  }
  out += "]]";
}

// The choices of a decision name the same few things again and again, and identifying a thing is the slowest part
// of a choice. So the results are cached, for this decision only.
int Teller::thing_of_choice(const Position& p, const Wording::Operand& named, int value, Choice choice) {
  static constexpr std::size_t places = 512;  // a power of two
  struct Noted {
    std::uint64_t decision = 0, what = 0;
    int number = 0;
  };
  static thread_local std::array<Noted, places> notes;
  // Its place may depend on another operand.
  const bool alone = named.role != 'a' || verb_operands(choice).from < 0;
  if (!alone || named.number < 0) return thing(p, named, value, &choice);
  const std::uint64_t what = static_cast<std::uint64_t>(named.number) << 32U | static_cast<std::uint32_t>(value);
  Noted& noted = notes[mixed(what) & (places - 1)];
  if (noted.decision != decision_ || noted.what != what)
    noted = {decision_, what, thing(p, named, value, &choice)};
  return noted.number;
}

int Teller::path(std::uint32_t path) {
  return said_.path(mixed(path + 1), [&](std::string& out) {
    const std::uint32_t group = paths_.group_of(path);
    const bool inside = path != core::Paths::root && group != core::Paths::root;
    if (inside) {
      out += '[';
      append_number(out, this->path(group));
      out += ',';
    }
    core::append_json(out, paths_.name(path));
    if (inside) out += ']';
  });
}

// [kind, clauses…]: a kind of event is nearly always told with the same rules.
int Teller::line(const Frame& frame) {
  std::uint64_t key = mixed(frame.event.kind + 1U);
  for (const core::ClauseNumber clause : frame.clauses) key = mixed(key, clause);
  return said_.line(key, [&](std::string& out) {
    out += '[';
    append_number(out, frame.event.kind);
    for (const core::ClauseNumber clause : frame.clauses) {
      out += ',';
      append_number(out, clause);
    }
    out += ']';
  });
}

// ---- frames -----------------------------------------------------------------------------------------

// [line, actor, values…, things…].
void Teller::append_event(std::string& out, const Frame& frame) {
  const core::Event& event = frame.event;
  const Wording::Said& said = wording_.event(event.kind);
  const unsigned hidden = eyes_.viewer.sees(event.seen_by) ? 0U : event.secret;
  const auto is_hidden = [&](char role) { return role <= 'd' && ((hidden >> (role - 'a')) & 1U) != 0; };
  out += '[';
  append_number(out, line(frame));
  out += ',';
  append_number(out, event.actor == core::no_seat ? 0 : core::index(event.actor) + 1);
  for (const char role : said.values) {
    out += ',';
    if (is_hidden(role))
      out += "null";
    else
      append_number(out, event.operands[role - 'a']);
  }
  for (const Wording::Operand& named : said.named) {
    const int value = named.role > 'd' ? core::index(event.actor) : event.operands[named.role - 'a'];
    out += ',';
    append_number(out, is_hidden(named.role) ? 0 : thing(frame.told_in, named, value));
  }
  out += ']';
}

void Teller::append_changes(std::string& out, const Frames& frames, std::size_t frame) {
  ByNumber spelling(*this, paths_);
  frames.changes(frame, eyes_.viewer, changes_, &spelling);
  Comma comma;
  for (const core::Change& change : changes_) {
    comma(out);
    out += '[';
    append_number(out, path(change.path));
    if (change.kind == core::Change::Kind::splice) {
      out += ',';
      append_number(out, change.at);
      out += ',';
      append_number(out, change.drop);
    }
    // If cards were only taken from a list, nothing is put there.
    const bool only_taken = change.kind == core::Change::Kind::splice && change.value == "[]";
    if (change.kind != core::Change::Kind::gone && !only_taken) {
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
    append_number(out, word(paths_.word_text(moved.card)));
    for (const int number : {path(moved.from), moved.from_place, path(moved.to), moved.to_place}) {
      out += ',';
      append_number(out, number);
    }
    out += ']';
  }
}

// [event, changes, moved], without what is empty at the end; 0: no event.
void Teller::append_frames(std::string& out, const Frames& frames, const std::string* notice) {
  Comma comma;
  for (std::size_t i = 0; i < frames.size(); ++i) {
    const std::size_t start = out.size();
    comma(out);
    out += '[';
    if (notice != nullptr)
      out += *notice;
    else if (frames[i].has_event)
      append_event(out, frames[i]);
    else
      out += '0';
    // False if the list is empty; it is then left out. If cards moved, something changed.
    const auto list = [&](auto&& append) {
      const std::size_t before = out.size();
      out += ",[";
      append();
      const bool any = out.size() != before + 2;
      if (any)
        out += ']';
      else
        out.resize(before);
      return any;
    };
    const bool changed = list([&] { append_changes(out, frames, i); });
    if (changed) list([&] { append_moved(out, frames, i); });
    out += ']';
    // Nothing was said and nothing changed for this viewer. Only a single frame can be like that.
    if (notice == nullptr && !frames[i].has_event && !changed) out.resize(start);
  }
}

// ---- decisions --------------------------------------------------------------------------------------

const core::Operands& Teller::verb_operands(Choice c) const {
  return wording_.edition().game().operands[static_cast<std::size_t>(c.verb())];
}

// [id, things…, {amounts, copies, odds}], without what is empty at the end. Thing 0: none is meant.
void Teller::append_entry(std::string& out, const Position& p, const Entry& entry) {
  const Wording::Said& said = wording_.verb(entry.first.verb());
  out += '[';
  append_id(out, entry.first);
  const bool at_table = core::is_table_choice(entry.first);
  std::size_t meant = out.size();  // behind the last thing
  for (const Wording::Operand& named : said.named) {
    const int role = named.role - 'a';
    const bool nothing = !at_table && named.role <= 'd' && verb_operands(entry.first).optional[role] &&
                         entry.first.operand(role) == 0;
    out += ',';
    if (nothing)
      out += '0';
    else if (named.role > 'd')
      append_number(out, thing(p, named, core::index(wording_.edition().chooser(p, entry.first))));
    else if (at_table)
      append_number(out, thing(p, named, entry.first.operand(role)));
    else
      append_number(out, thing_of_choice(p, named, entry.first.operand(role), entry.first));
    if (!nothing) meant = out.size();
  }
  out.resize(meant);
  const std::size_t more = out.size();
  if (entry.first != entry.last) {
    out += ",\"amounts\":[";
    append_number(out, entry.first.operand(said.amount));
    out += ',';
    append_number(out, entry.last.operand(said.amount));
    out += ']';
  }
  if (entry.copies > 1) append_member(out, "copies", entry.copies);
  append_odds(out, wording_.edition(), p, entry.first);
  if (out.size() != more) {
    out.insert(more + 1, 1, '{');
    out += '}';
  }
  out += ']';
}

void Teller::append_choice(std::string& out, const Position& p, Choice choice) {
  decision_ = fresh_number();
  append_entry(out, p, {choice, choice});
}

// [number, question, choices, gather].
void Teller::append_decision(std::string& out, const Position& p) {
  static thread_local ChoiceList list;
  decision_ = fresh_number();
  const Edition& edition = wording_.edition();
  const Decision decision = edition.decision(p);
  edition.choices(p, list);
  // Choices that differ in the amount alone lie next to each other, or at regular distances: the entry of a choice
  // is the last one, or the one after that of the choice before it. Amounts that do not grow by one make entries
  // of their own.
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
  out += '[';
  append_number(out, decision.number);
  out += ',';
  append_question(out, p);
  out += ",[";
  Comma comma;
  for (const Entry& entry : entries) {
    comma(out);
    append_entry(out, p, entry);
  }
  out += ']';
  append_gathering(out, p);
  out += ']';
}

// The question by its number, or [number, text] if a card asks in its own words. The game's words would only say
// that something is to be chosen.
void Teller::append_question(std::string& out, const Position& p) {
  const Edition& edition = wording_.edition();
  const auto kind = edition.decision(p).kind;
  const core::Node plain =
      edition.bundle().root()["locale"][eyes_.language]["questions"][edition.game().questions[kind]];
  const std::string asked = edition.question_text(p, eyes_.language);
  if (asked == plain.text()) return append_number(out, kind);
  out += '[';
  append_number(out, kind);
  out += ',';
  core::append_json(out, asked);
  out += ']';
}

// A question for several things, [least, most, picks]: all that may be among them, equal ones once.
void Teller::append_gathering(std::string& out, const Position& p) {
  static thread_local core::Gathering open;
  if (!wording_.edition().gathering(p, open) || open.most < 2) return;
  out += ",[" + std::to_string(open.least) + "," + std::to_string(open.most) + ",[";
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
  out += "]]";
}

}  // namespace rw::server
