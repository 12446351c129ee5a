// Programs sit at a table with accounts of their own. Beside what everybody is told, they get the question as
// docs/bots.md describes it, so that the same bot plays here and in a match. The engine in a player's browser gets
// what the seat knows, as a position that fits.
#include "engine/core/text.h"
#include "engine/imagine.h"
#include "players/conversation.h"
#include "server/json.h"
#include "server/open_table.h"

namespace rw::server {
namespace {

players::Wishes wishes_of(std::string_view listed) {
  const auto wants = [&](std::string_view what) {
    return (',' + std::string(listed) + ',').find(',' + std::string(what) + ',') != std::string::npos;
  };
  return {wants("view"), wants("choices"), wants("tensor"), wants("ponder")};
}

void append_line(std::string& out, std::string_view name, std::string line) {
  line.pop_back();  // it ends here, not with a line
  out += ",\"" + std::string(name) + "\":" + line;
}

}  // namespace

void OpenTable::ask_program(Watcher& w) const {
  if (w.program.empty() || w.seat < 0 || record_.status != Status::playing || read_only() || history_->over())
    return;
  const Decision decision = history_->decision();
  if (!decision.open() || !plays(w.seat)) return;
  const players::Wishes wishes = wishes_of(w.program);
  const Edition& edition = history_->edition();
  const Position& now = history_->now();
  const Seat seat = core::seat(w.seat);
  std::string out = R"({"v":3,"type":"question")";
  if (decision.asked == seat) {
    ChoiceList list;
    edition.choices(now, list);
    const auto time = !clock_.runs() ? 0 : std::max<Milliseconds>(1, left(w.seat));
    append_line(out, "new", players::new_game_text(edition, now, seat));
    append_line(
        out, "choose",
        players::question_text(edition, now, seat, list, wishes, static_cast<std::uint64_t>(decision.number),
                               std::chrono::milliseconds(time)));
  } else if (wishes.ponder) {
    append_line(out, "ponder", players::ponder_text(edition, now, seat));
  } else {
    return;
  }
  w.send(std::make_shared<const std::string>(out + "}"));
}

// Only what the seat knows: two positions that look alike to it make the same message.
void OpenTable::show_sight(Watcher& w) const {
  if (!w.sight || w.seat < 0 || record_.status != Status::playing || read_only() || history_->over()) return;
  const Decision decision = history_->decision();
  if (!decision.open() || core::index(decision.asked) != w.seat || !plays(w.seat)) return;
  const View view(history_->edition(), history_->now(), decision.asked);
  std::string out = R"({"v":3,"type":"sight")";
  append_member(out, "seat", w.seat + 1);
  append_member(out, "decision", decision.number);
  append_member(out, "position", save_text(history_->edition(), view.position()));
  w.send(std::make_shared<const std::string>(out + "}"));
}

void OpenTable::ask_programs() const {
  for (const auto& watcher : watchers_) {
    ask_program(*watcher);
    show_sight(*watcher);
  }
}

}  // namespace rw::server
