// What a table tells of each step: to each seat what it may see, to spectators what the host allows.
#include <algorithm>
#include <bit>

#include "server/json.h"
#include "server/open_table.h"
#include "server/table_json.h"
#include "server/teller.h"

namespace rw::server {
namespace {

std::string_view how_text(Ending how) {
  switch (how) {
    case Ending::resigned: return "resigned";
    case Ending::draw: return "draw";
    case Ending::out_of_time: return "out_of_time";
    case Ending::broken: return "broken";
    case Ending::closed: return "closed";
    default: return "rules";
  }
}

std::string names_of(const GameHistory& history, core::SeatMask mask, std::string_view language) {
  std::string names;
  for (int i = 0; i < history.seats(); ++i)
    if (core::has(mask, core::seat(i)))
      names += (names.empty() ? "" : ", ") + history.edition().seat_name(history.now(), core::seat(i), language);
  return names;
}

// Why a game could not go on. A table that was opened again may not know the exact reason.
std::string broken_text(const GameHistory& history, std::string_view language) {
  if (history.now().broken() != nullptr) return history.edition().broken_text(history.now(), language);
  return said(history.edition(), history.now(), Saying::broken, language);
}

Saying how_it_ended(Ending how) {
  switch (how) {
    case Ending::draw: return Saying::draw;
    case Ending::resigned: return Saying::resigned;
    case Ending::broken: return Saying::broken;
    case Ending::closed: return Saying::closed;
    default: return Saying::lost_on_time;
  }
}

std::string notice_text(const GameHistory& history, const Entry& entry, std::string_view language) {
  const auto say = [&](Saying saying) {
    return said(history.edition(), history.now(), saying, language, {.actor = entry.seat});
  };
  switch (entry.kind) {
    case Entry::Kind::undo: return say(Saying::took_back);
    case Entry::Kind::resigned: return say(Saying::resigned_played_on);
    case Entry::Kind::computer: return say(Saying::late_played_on);
    case Entry::Kind::ended: {
      const Saying how = how_it_ended(static_cast<Ending>(entry.value & 0xFFU));
      return how == Saying::broken ? broken_text(history, language) : say(how);
    }
    case Entry::Kind::choice: break;
  }
  return {};
}

std::string_view notice_kind(const Entry& entry) {
  switch (entry.kind) {
    case Entry::Kind::undo: return "undo";
    case Entry::Kind::resigned: return "resigned";
    case Entry::Kind::computer: return "computer";
    default: return "ended";
  }
}

}  // namespace

Viewer OpenTable::viewer_of(const Watcher& w) const {
  if (w.seat >= 0) return Viewer::of(core::seat(w.seat));
  switch (record_.spectators.see) {
    case Spectators::See::seat: return Viewer::of(core::seat(record_.spectators.seat));
    case Spectators::See::all: return Viewer::omniscient();
    default: return Viewer::spectator();
  }
}

std::vector<int> OpenTable::ranks(const GameHistory& history) const {
  std::vector<int> out(record_.sitters.size(), 1);
  if (history.ending() != Ending::none) {
    const bool undecided = history.ending() == Ending::draw || history.ending() == Ending::broken ||
                           history.ending() == Ending::closed;
    for (std::size_t i = 0; i < out.size(); ++i)
      if (!undecided && !core::has(history.ended_winners(), core::seat(static_cast<int>(i)))) out[i] = 2;
    return out;
  }
  const Outcome outcome = history.edition().outcome(history.now());
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = outcome.rank[i];
  return out;
}

std::optional<RatedGame> OpenTable::rated_result(const std::vector<int>& ranks) const {
  if (!record_.patch.empty()) return std::nullopt;
  RatedGame game{record_.game, {}, ranks};
  for (const Sitter& sitter : record_.sitters) {
    if (sitter.kind != Sitter::Kind::person || !sitter.account) return std::nullopt;
    game.accounts.push_back(sitter.identity);
  }
  return game;
}

// ---- the game -----------------------------------------------------------------------------------------

std::string OpenTable::over_json(const GameHistory& history, std::string_view language) const {
  if (!history.over()) return "null";
  const bool broken = history.ending() == Ending::broken || history.now().broken() != nullptr;
  std::string out = "{\"how\":\"" + std::string(how_text(broken ? Ending::broken : history.how())) + "\"";
  core::SeatMask winners = history.ended_winners();
  std::string text;
  if (history.ending() == Ending::none) {
    const Outcome outcome = history.edition().outcome(history.now());
    winners = history.how() == Ending::draw ? core::nobody : outcome.winners;
    append_member_if(out, "clause", history.edition().clause_id(outcome.clause));
    out += ",\"scores\":[";
    for (int i = 0; i < outcome.seats; ++i) out += (i != 0 ? "," : "") + std::to_string(outcome.score[i]);
    out += ']';
  } else if (history.ending() == Ending::draw) {
    winners = 0;
  }
  append_seats(out, "winners", winners);
  out += ",\"ranks\":[";
  const std::vector<int> places = ranks(history);
  for (std::size_t i = 0; i < places.size(); ++i) out += (i != 0 ? "," : "") + std::to_string(places[i]);
  out += ']';
  const std::string names = names_of(history, winners, language);
  const bool drawn = history.how() == Ending::draw ||
                     std::all_of(places.begin(), places.end(), [](int place) { return place == 1; });
  const Filling winning{.b = std::popcount(winners), .winners = names};
  const auto say = [&](Saying saying) {
    return said(history.edition(), history.now(), saying, language, winning);
  };
  if (history.ending() == Ending::closed)
    text = say(Saying::closed);
  else if (broken)
    text = broken_text(history, language);
  else if (names.empty() && !drawn)
    text = say(Saying::nobody_wins);
  else if (names.empty() || history.how() == Ending::draw)
    text = say(Saying::drawn);
  else
    text = say(Saying::won);
  append_member(out, "text", sentence(text));
  return out + "}";
}

void OpenTable::append_clocks(std::string& out) const {
  if (!clock_.runs()) return;
  out += ",\"clocks\":[";
  for (int i = 0; i < static_cast<int>(record_.sitters.size()); ++i) {
    const bool running = record_.status == Status::playing && !read_only() && !history_->over() &&
                         history_->decision().open() && core::index(history_->decision().asked) == i && plays(i);
    out += (i != 0 ? ",{\"seat\":" : "{\"seat\":") + std::to_string(i + 1) +
           ",\"left\":" + std::to_string(left(i)) + ",\"running\":" + (running ? "true}" : "false}");
  }
  out += ']';
}

// An event that is not one of the rules: ["undo", actor, text].
std::string OpenTable::notice(const GameHistory& history, const Entry& entry, std::string_view language) const {
  std::string text = notice_text(history, entry, language);
  if (!text.empty()) text[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(text[0])));
  std::string out = "[\"";
  out += notice_kind(entry);
  out += "\"," + std::to_string(entry.seat + 1) + ",";
  core::append_json(out, text);
  return out + "]";
}

// Carries an entry out and tells its frames.
void OpenTable::follow_entry(GameHistory& history, const Entry& entry) {
  static thread_local core::Log log;
  static thread_local Position before;
  log.clear();
  log.keeps_positions = true;
  before = history.now();
  history.follow(entry, &log);
  wording_.frames().tell(log.events, before, history.now());
}

std::vector<std::unique_ptr<OpenTable::Trial>>& OpenTable::spare_trials() {
  static thread_local std::vector<std::unique_ptr<Trial>> spare;
  return spare;
}

// The same for the choice that was tried before it was written.
void OpenTable::follow_tried(const Entry& entry) {
  const Position& before = history_->follow(entry, trial_->after);
  wording_.frames().tell(trial_->log.events, before, history_->now());
  constexpr std::size_t most_spare = 16;
  if (spare_trials().size() < most_spare) spare_trials().push_back(std::move(trial_));
  trial_.reset();
}

// What is asked now, and of whom. Made only from what `w` may see.
void OpenTable::append_situation(std::string& out, const GameHistory& history, const Watcher& w,
                                 Teller& teller) const {
  const Decision decision = history.decision();
  const bool open = !read_only() && !history.over() && decision.open();
  if (open && w.seat >= 0 && core::index(decision.asked) == w.seat && plays(w.seat) && !gathered_) {
    out += ",\"decision\":";
    teller.append_decision(out, history.now());
  }
  if (open) append_seats(out, "waiting", core::only(decision.asked));
  if (history.over()) out += ",\"over\":" + over_json(history, w.language);
  if (w.seat >= 0 && !read_only() && !history.over() && plays(w.seat) && record_.undo != Undo::off &&
      history.kept_by_undo(w.seat) >= 0) {
    if (history.harmless_undo(w.seat))
      append_member(out, "undo", "free");
    else if (record_.undo == Undo::ask)
      append_member(out, "undo", "ask");
  }
}

// ---- channels -----------------------------------------------------------------------------------------

std::string_view OpenTable::name_of(Cause cause) {
  static constexpr std::string_view causes[] = {"joined", "choice", "undo", "asked", "ended"};
  return causes[static_cast<std::size_t>(cause)];
}

OpenTable::Channel& OpenTable::channel_of(const Watcher& w) {
  const bool late = is_late(w);
  for (const auto& channel : channels_)
    if (channel->seat == w.seat && channel->late == late && channel->language == w.language) return *channel;
  channels_.push_back(std::make_unique<Channel>());
  channels_.back()->seat = w.seat;
  channels_.back()->language = w.language;
  channels_.back()->late = late;
  return *channels_.back();
}

bool OpenTable::hears(const Watcher& w, const Channel& channel) const {
  return w.seat == channel.seat && w.language == channel.language && is_late(w) == channel.late;
}

void OpenTable::drop_silent_channels() {
  std::erase_if(channels_, [&](const auto& channel) {
    return std::none_of(watchers_.begin(), watchers_.end(), [&](const auto& w) { return hears(*w, *channel); });
  });
}

// Sends the frames told last, to everybody who hears them now.
void OpenTable::tell(const GameHistory& history, Cause cause, const Entry& entry, int at) {
  const bool late = &history == late_.get();
  for (const auto& channel : channels_) {
    if (channel->late != late) continue;
    std::shared_ptr<const std::string> message;
    for (const auto& watcher : watchers_) {
      if (!hears(*watcher, *channel)) continue;
      if (!message) {
        channel->whole.clear();
        channel->said.begin();
        Teller teller(wording_, wording_.frames().paths(), channel->said,
                      {viewer_of(*watcher), watcher->language});
        std::string out;
        out.reserve(2048);
        out += R"({"v":3,"type":"state","at":)";
        out += std::to_string(at);
        if (cause != Cause::choice) append_member(out, "cause", name_of(cause));
        out += ",\"frames\":[";
        if (entry.kind == Entry::Kind::choice) {
          teller.append_frames(out, wording_.frames());
        } else {
          const std::string told = notice(history, entry, watcher->language);
          teller.append_frames(out, wording_.frames(), &told);
        }
        out += ']';
        append_situation(out, history, *watcher, teller);
        channel->said.append_fresh(out);
        append_clocks(out);
        out += '}';
        message = std::make_shared<const std::string>(std::move(out));
      }
      watcher->send(message);
    }
  }
}

}  // namespace rw::server
