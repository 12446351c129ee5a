// A table as it is shown around the game: who sits there, its terms, its offers.
#include "server/table_json.h"

#include <algorithm>

#include "engine/core/hash.h"
#include "server/json.h"
#include "server/open_table.h"

namespace rw::server {
namespace {

std::string_view status_name(Status status) {
  return status == Status::waiting ? "waiting" : status == Status::playing ? "playing" : "over";
}

}  // namespace

void append_seats(std::string& out, std::string_view name, core::SeatMask mask) {
  out += ",\"";
  out += name;
  out += "\":[";
  bool first = true;
  for (int i = 0; i < core::max_seats; ++i) {
    if (!core::has(mask, core::seat(i))) continue;
    if (!first) out += ',';
    first = false;
    out += std::to_string(i + 1);
  }
  out += ']';
}

std::string OpenTable::json(const Identity* who, int seat) const {
  TableNow live;
  for (std::size_t i = 0; i < record_.sitters.size(); ++i) {
    const core::Seat place = core::seat(static_cast<int>(i));
    const bool here = std::any_of(watchers_.begin(), watchers_.end(),
                                  [&](const auto& w) { return w->seat == static_cast<int>(i); });
    live.words.push_back(history_->edition().seat_name(history_->now(), place));
    live.away.push_back(presence_[i].away);
    if (here) live.present = static_cast<core::SeatMask>(live.present | core::only(place));
    if (history_->given_away(static_cast<int>(i)))
      live.given_away = static_cast<core::SeatMask>(live.given_away | core::only(place));
  }
  live.spectators = static_cast<int>(
      std::count_if(watchers_.begin(), watchers_.end(), [](const auto& w) { return w->seat < 0; }));
  live.choices = history_->choice_count();
  if (read_only()) live.other_rules = history_->edition().game().rules_version;
  live.other_content = other_content_;
  live.beyond = static_cast<int>(
      std::count_if(beyond_.begin(), beyond_.end(), [](const Entry& e) { return e.kind == Entry::Kind::choice; }));
  live.offers = offers_.json();
  return table_json(record_, &live, who, seat);
}

namespace {

void append_sitters(std::string& out, const TableRecord& record, const TableNow* live) {
  out += ",\"seats\":[";
  for (std::size_t i = 0; i < record.sitters.size(); ++i) {
    const Sitter& sitter = record.sitters[i];
    const core::Seat seat = core::seat(static_cast<int>(i));
    out += (i != 0 ? ",{\"seat\":" : "{\"seat\":") + std::to_string(i + 1);
    append_member(out, "kind",
                  sitter.kind == Sitter::Kind::open     ? "open"
                  : sitter.kind == Sitter::Kind::person ? "person"
                                                        : "bot");
    append_member_if(out, "name", sitter.name);
    append_member_if(out, "bot", sitter.bot);
    if (sitter.rating > 0) append_member(out, "rating", sitter.rating);
    if (live != nullptr && record.status != Status::waiting) append_member(out, "word", live->words[i]);
    if (live != nullptr && core::has(live->given_away, seat)) append_flag(out, "resigned", true);
    if (sitter.kind == Sitter::Kind::bot) append_flag(out, "present", true);
    if (live != nullptr && sitter.kind == Sitter::Kind::person) {
      append_flag(out, "present", core::has(live->present, seat));
      if (!core::has(live->present, seat) && live->away[i] != 0) append_member(out, "away", live->away[i]);
    }
    out += '}';
  }
  out += ']';
}

void append_terms(std::string& out, const TableRecord& record, const TableNow* live, const Identity* who) {
  static constexpr std::string_view sees[] = {"nothing", "open", "seat", "all"};
  static constexpr std::string_view clocks[] = {"none", "decision", "bank", "days"};
  static constexpr std::string_view chats[] = {"off", "phrases", "free"}, undos[] = {"off", "harmless", "ask"};
  append_flag(out, "listed", record.listed);
  append_flag(out, "rated", record.rated);
  out += ",\"spectators\":{\"see\":\"" + std::string(sees[static_cast<std::size_t>(record.spectators.see)]) + "\"";
  if (record.spectators.see == Spectators::See::seat) append_member(out, "seat", record.spectators.seat + 1);
  append_member(out, "delay", record.spectators.delay);
  append_member(out, "count", live == nullptr ? 0 : live->spectators);
  out += "},\"clock\":{\"kind\":\"" + std::string(clocks[static_cast<std::size_t>(record.clock.kind)]) + "\"";
  if (record.clock.seconds != 0) append_member(out, "seconds", record.clock.seconds);
  if (record.clock.bonus != 0) append_member(out, "bonus", record.clock.bonus);
  if (record.clock.days != 0) append_member(out, "days", record.clock.days);
  out += '}';
  append_member(out, "chat", chats[static_cast<std::size_t>(record.chat)]);
  append_member(out, "undo", undos[static_cast<std::size_t>(record.undo)]);
  out += ",\"options\":{";
  bool first = true;
  for (const auto& [name, value] : record.options) {
    // What a player brings is the player's own until the game is over.
    const int owner = record.owner_of_option(name);
    const bool mine =
        owner >= 0 && who != nullptr && record.sitters[static_cast<std::size_t>(owner)].identity == who->id;
    if (owner >= 0 && !mine && record.status != Status::over) continue;
    if (!first) out += ',';
    first = false;
    core::append_json(out, name);
    out += ':';
    core::append_json(out, value);
  }
  out += '}';
}

void append_fairness(std::string& out, const TableRecord& record) {
  core::Seed seed{};
  core::parse_seed(record.seed, seed);
  append_member(out, "commitment", core::commitment(seed));
  if (record.status == Status::over)
    append_member(out, "seed", record.seed);
  else
    out += ",\"seed\":null";
  // Whoever chose the seed knows what luck will come.
  append_flag(out, "seed_chosen", record.given_seed);
  append_member(out, "content", record.content);
  append_member(out, "rules", record.rules);
}

}  // namespace

std::string table_json(const TableRecord& record, const TableNow* live, const Identity* who, int seat) {
  std::string out = "\"table\":";
  core::append_json(out, record.id);
  append_member(out, "game", record.game);
  append_member(out, "status", status_name(record.status));
  append_member(out, "host", record.host_name);
  if (who != nullptr) {
    out += ",\"you\":{\"seat\":" + std::to_string(seat + 1);
    append_flag(out, "host", who->id == record.host);
    core::SeatMask held = 0;
    for (std::size_t i = 0; i < record.sitters.size(); ++i)
      if (record.sitters[i].kind == Sitter::Kind::person && record.sitters[i].identity == who->id)
        held = static_cast<core::SeatMask>(held | core::only(core::seat(static_cast<int>(i))));
    append_seats(out, "seats", held);
    out += '}';
  }
  append_sitters(out, record, live);
  append_terms(out, record, live, who);
  append_fairness(out, record);
  if (!record.patch.empty()) {
    out += ",\"own_content\":[";
    for (std::size_t i = 0; i < record.patched.size(); ++i) {
      if (i > 0) out += ',';
      core::append_json(out, record.patched[i]);
    }
    out += ']';
  }
  if (live != nullptr) append_member(out, "choices", live->choices);
  if (live != nullptr && live->other_rules != 0) {
    out += ",\"read_only\":{\"rules\":" + std::to_string(live->other_rules);
    append_member(out, "beyond", live->beyond);
    append_flag(out, "content", live->other_content);
    out += '}';
  }
  if (!record.ranks.empty()) {
    out += ",\"ranks\":[";
    for (std::size_t i = 0; i < record.ranks.size(); ++i)
      out += (i == 0 ? "" : ",") + std::to_string(record.ranks[i]);
    out += ']';
  }
  out += ",\"offers\":[" + (live == nullptr ? "" : live->offers) + "],\"rematch\":";
  if (record.rematch.empty())
    out += "null";
  else
    core::append_json(out, record.rematch);
  out += ",\"origin\":";
  if (record.origin.deal.empty()) {
    out += "null";
  } else {
    out += "{\"table\":";
    core::append_json(out, record.origin.table);
    append_member(out, "at", record.origin.at);
    append_member(out, "deal", record.origin.deal);
    out += '}';
  }
  append_member(out, "created", record.created);
  append_member(out, "changed", record.changed);
  return out;
}

void OpenTable::send_table(Watcher& w) const {
  w.send(std::make_shared<const std::string>(R"({"v":3,"type":"table",)" + json(&w.who, w.seat) + "}"));
}

void OpenTable::tell_table() {
  for (const auto& watcher : watchers_) send_table(*watcher);
}

// Spectators come and go in crowds, so their number is told at most a few times a second.
void OpenTable::tell_table_soon() {
  if (table_to_tell_) return;
  table_to_tell_ = true;
  house_.loop().after(200, [weak = weak_from_this()] {
    const auto self = weak.lock();
    if (!self) return;
    self->table_to_tell_ = false;
    self->safely([&] { self->tell_table(); });
  });
}

std::string error_json(std::string_view code, std::string_view text, std::string_view clause) {
  std::string out = "{\"error\":{\"code\":";
  core::append_json(out, code);
  append_member(out, "text", text);
  append_member_if(out, "clause", clause);
  return out + "}}";
}

}  // namespace rw::server
