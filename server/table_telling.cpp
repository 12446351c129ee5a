// What a table tells: to each seat what it may see, to spectators what the host allows.
#include <algorithm>
#include <cctype>

#include "engine/core/hash.h"
#include "server/json.h"
#include "server/table.h"
#include "server/teller.h"

namespace rw::server {
namespace {

constexpr std::size_t log_length = 50;   // lines of the log that are told to who joins
constexpr std::size_t most_since = 200;  // lines of what happened meanwhile

std::string_view status_name(Status status) {
  return status == Status::waiting ? "waiting" : status == Status::playing ? "playing" : "over";
}

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

std::string seat_word(const GameHistory& history, int seat, std::string_view language) {
  return history.edition().seat_name(history.now(), core::seat(seat), language);
}

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
    if (core::has(mask, core::seat(i))) names += (names.empty() ? "" : ", ") + seat_word(history, i, language);
  return names;
}

// Why a game could not go on; a table that was opened again may not have met the reason anew.
std::string broken_text(const GameHistory& history, std::string_view language) {
  if (history.now().broken() != nullptr) return history.edition().broken_text(history.now(), language);
  return language == "fr" ? "la partie est interrompue sans vainqueur : elle demande plus de place qu'il n'y en a"
                          : "the game is broken off without a winner: it needs more room than there is";
}

std::string notice_text(const GameHistory& history, const Entry& entry, std::string_view language) {
  const bool french = language == "fr";
  const std::string who = seat_word(history, entry.seat, language);
  switch (entry.kind) {
    case Entry::Kind::undo: return who + (french ? " reprend son dernier choix" : " takes back the last choice");
    case Entry::Kind::resigned:
      return who + (french ? " abandonne ; l'ordinateur joue à sa place" : " resigns; the computer plays on");
    case Entry::Kind::computer:
      return who + (french ? " a épuisé son temps ; l'ordinateur joue à sa place"
                           : " has run out of time; the computer plays on");
    case Entry::Kind::ended:
      switch (static_cast<Ending>(entry.value & 0xFFU)) {
        case Ending::draw: return french ? "partie nulle d'un commun accord" : "a draw is agreed";
        case Ending::resigned: return who + (french ? " abandonne" : " resigns");
        case Ending::broken: return broken_text(history, language);
        case Ending::closed:
          return french ? "la partie est close par les responsables du serveur"
                        : "the game is closed by those in charge of the server";
        default: return who + (french ? " perd au temps" : " loses on time");
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

Viewer Table::viewer_of(const Watcher& w) const {
  if (w.seat >= 0) return Viewer::of(core::seat(w.seat));
  switch (record_.spectators.see) {
    case Spectators::See::seat: return Viewer::of(core::seat(record_.spectators.seat));
    case Spectators::See::all: return Viewer::omniscient();
    default: return Viewer::spectator();
  }
}

std::vector<int> Table::ranks(const GameHistory& history) const {
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

std::optional<RatedGame> Table::rated_result(const std::vector<int>& ranks) const {
  if (!record_.patch.empty()) return std::nullopt;
  RatedGame game{record_.game, {}, ranks};
  for (const Sitter& sitter : record_.sitters) {
    if (sitter.kind != Sitter::Kind::person || !sitter.account) return std::nullopt;
    game.accounts.push_back(sitter.identity);
  }
  return game;
}

// ---- the game -----------------------------------------------------------------------------------------

std::string Table::over_json(const GameHistory& history, std::string_view language) const {
  if (!history.over()) return "null";
  const bool french = language == "fr";
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
  if (history.ending() == Ending::closed)
    text = french ? "La partie est close par les responsables du serveur."
                  : "The game is closed by those in charge of the server.";
  else if (broken)
    text = broken_text(history, language) + ".";
  else if (names.empty() && !drawn)
    text = french ? "Personne ne gagne." : "Nobody wins.";
  else if (names.empty() || history.how() == Ending::draw)
    text = french ? "Partie nulle." : "The game is drawn.";
  else
    text = names + (french ? (names.find(',') == std::string::npos ? " gagne." : " gagnent.")
                           : (names.find(',') == std::string::npos ? " wins." : " win."));
  text[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(text[0])));
  append_member(out, "text", text);
  return out + "}";
}

void Table::append_clocks(std::string& out) const {
  if (record_.clock.kind == Clock::Kind::none) return;
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
std::string Table::notice(const GameHistory& history, const Entry& entry, std::string_view language) const {
  std::string text = notice_text(history, entry, language);
  if (!text.empty()) text[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(text[0])));
  std::string out = "[\"";
  out += notice_kind(entry);
  out += "\"," + std::to_string(entry.seat + 1) + ",";
  core::append_json(out, text);
  return out + "]";
}

// Carries an entry out and tells its frames.
void Table::follow_entry(GameHistory& history, const Entry& entry) {
  static thread_local core::Log log;
  static thread_local Position before;
  log.clear();
  log.keeps_positions = true;
  before = history.now();
  history.follow(entry, &log);
  wording_.frames().tell(log.events, before, history.now());
}

// What is asked now, and of whom. Everything in it is made from what `w` may see.
void Table::append_situation(std::string& out, const GameHistory& history, const Watcher& w,
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

std::string_view Table::name_of(Cause cause) {
  static constexpr std::string_view causes[] = {"joined", "choice", "undo", "asked", "ended"};
  return causes[static_cast<std::size_t>(cause)];
}

Table::Channel& Table::channel_of(const Watcher& w) {
  const bool late = is_late(w);
  for (const auto& channel : channels_)
    if (channel->seat == w.seat && channel->late == late && channel->language == w.language) return *channel;
  channels_.push_back(std::make_unique<Channel>());
  channels_.back()->seat = w.seat;
  channels_.back()->language = w.language;
  channels_.back()->late = late;
  return *channels_.back();
}

bool Table::hears(const Watcher& w, const Channel& channel) const {
  return w.seat == channel.seat && w.language == channel.language && is_late(w) == channel.late;
}

void Table::drop_silent_channels() {
  std::erase_if(channels_, [&](const auto& channel) {
    return std::none_of(watchers_.begin(), watchers_.end(), [&](const auto& w) { return hears(*w, *channel); });
  });
}

// The frames that were told last, to all who hear them at this time.
void Table::tell(const GameHistory& history, Cause cause, const Entry& entry, int at, bool late) {
  for (const auto& channel : channels_) {
    if (channel->late != late) continue;
    std::shared_ptr<const std::string> message;
    for (const auto& watcher : watchers_) {
      if (!hears(*watcher, *channel)) continue;
      if (!message) {
        channel->whole.clear();
        channel->said.begin();
        Teller teller(wording_, channel->said, {viewer_of(*watcher), watcher->language});
        std::string out;
        out.reserve(2048);
        out += R"({"v":2,"type":"state","at":)";
        out += std::to_string(at);
        append_member(out, "cause", name_of(cause));
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

// ---- whole states -------------------------------------------------------------------------------------

// Lines of what happened after entry `after`, the last `most` of them at most: told again from a position of not
// long ago, so that it takes the same time however long the game is.
void Table::append_lines(std::string& out, const GameHistory& history, Dictionary& said, const Eyes& eyes,
                         int after, std::size_t most) const {
  struct Told {
    int at = 0, choice = -1;
    std::size_t lines = 0;
  };
  const auto then = history.past(log_length);
  const std::size_t first = static_cast<std::size_t>(then->entry_count());
  const auto entries = std::span(entries_).subspan(first, static_cast<std::size_t>(history.entry_count()) - first);
  std::vector<Told> told;
  core::Log log;
  if (first == 0) {  // the set-up
    std::string error;
    GameHistory::begin(wording_.shared(), record_, error, &log);
    told.push_back({0, 0, 0});
  }
  const auto lines_in = [&](const core::EventList& events) {
    return static_cast<std::size_t>(std::count_if(events.begin(), events.end(), [&](const core::Event& event) {
      return wording_.edition().worded_events().test(event.kind);
    }));
  };
  const core::EventList setup = log.events;
  if (!told.empty()) told[0].lines = lines_in(setup);
  // How many lines there are comes first, so that only those that are wanted are told.
  for (const Entry& entry : entries) {
    log.clear();
    then->follow(entry, &log);
    Told one{then->entry_count(), -1, 1};
    if (entry.kind == Entry::Kind::choice) one = {one.at, then->choice_count(), lines_in(log.events)};
    if (entry.kind == Entry::Kind::undo)
      std::erase_if(told, [&](const Told& t) { return t.choice > static_cast<int>(entry.value); });
    told.push_back(one);
  }
  std::size_t wanted = 0, from = told.size();
  while (from > 0 && wanted < most && told[from - 1].at > after) wanted += told[--from].lines;
  if (from == told.size()) return;
  std::size_t skipped = wanted > most ? wanted - most : 0;
  bool begun = false;
  const auto line = [&](int at) {
    out += begun ? ",[" : "[";
    begun = true;
    out += std::to_string(at) + ",";
  };
  const auto tell_step = [&](int at, const core::EventList& events, const Position& position) {
    Frames& frames = wording_.frames();
    frames.tell_lines(events, position);
    Teller teller(wording_, said, eyes);
    for (std::size_t i = 0; i < frames.size(); ++i) {
      if (skipped > 0) {
        --skipped;
        continue;
      }
      line(at);
      teller.append_event(out, frames[i]);
      out += ']';
    }
  };
  const auto again = history.past(log_length);
  std::size_t next = from;
  if (told[next].at == 0) tell_step(told[next++].at, setup, again->now());
  for (const Entry& entry : entries) {
    const bool tells = next < told.size() && told[next].at == again->entry_count() + 1;
    log.clear();
    log.keeps_positions = tells;
    again->follow(entry, &log);
    if (!tells) continue;
    ++next;
    if (entry.kind == Entry::Kind::choice) {
      tell_step(again->entry_count(), log.events, again->now());
    } else if (skipped > 0) {
      --skipped;
    } else {
      line(again->entry_count());
      out += notice(history, entry, eyes.language) + "]";
    }
  }
}

// All but its cause and the clocks, and without the brace at its end.
std::string Table::whole_state(const GameHistory& history, const Watcher& w, bool since, int at,
                               Dictionary& said) const {
  const Eyes eyes{viewer_of(w), w.language};
  std::string out;
  out.reserve(16384);
  out += R"({"v":2,"type":"state","at":)" + std::to_string(at);
  append_member(out, "seat", w.seat + 1);
  append_member(out, "lang", w.language);
  append_member(out, "content", history.edition().version());
  out += ",\"view\":";
  wording_.frames().append_view(out, history.now(), eyes.viewer);
  said.begin();
  out += ",\"log\":[";
  append_lines(out, history, said, eyes, -1, log_length);
  out += ']';
  if (since) {
    out += ",\"since\":[";
    append_lines(out, history, said, eyes, w.seen, most_since);
    out += ']';
  }
  Teller teller(wording_, said, eyes);
  append_situation(out, history, w, teller);
  said.append_fresh(out);
  return out;
}

void Table::follow_late_from_here() {
  std::string error;
  late_ = GameHistory::begin(wording_.shared(), record_, error);
  late_at_ = 0;
  const Milliseconds shown = house_.loop().steady() - static_cast<Milliseconds>(record_.spectators.delay) * 1000;
  while (late_at_ < entries_.size() && happened_[late_at_] <= shown) late_->follow(entries_[late_at_++]);
  for (std::size_t i = late_at_; i < entries_.size(); ++i)
    house_.loop().after(happened_[i] - shown + 5, [weak = weak_from_this()] {
      if (const auto self = weak.lock()) self->safely([&] { self->follow_late(); });
    });
}

// Its numbers are its own: whoever else listens on this channel has not heard them, so the channel begins anew.
void Table::send_whole(Watcher& w, Cause cause) {
  if (record_.status == Status::waiting) return;
  const bool late = is_late(w);
  if (late && !late_) follow_late_from_here();
  const GameHistory& history = late ? *late_ : *history_;
  const int at = late ? static_cast<int>(late_at_) : static_cast<int>(entries_.size());
  Channel& channel = channel_of(w);
  const bool since = cause == Cause::joined && w.seen >= 0, shared = w.seat < 0 && !since;
  std::string out = shared ? channel.whole : "";
  if (out.empty()) {
    Dictionary said;
    out = whole_state(history, w, since, at, said);
    if (shared) channel.whole = out;
    const bool alone = std::count_if(watchers_.begin(), watchers_.end(),
                                     [&](const auto& other) { return hears(*other, channel); }) == 1;
    channel.said = alone ? std::move(said) : Dictionary{};
  } else {
    channel.said.clear();
  }
  append_member(out, "cause", name_of(cause));
  append_clocks(out);
  out += '}';
  w.send(std::make_shared<const std::string>(std::move(out)));
}

// A whole state costs more than any other message: one a second, five at once.
bool Table::may_ask_for_whole(Watcher& w) {
  const Milliseconds now = house_.loop().steady();
  w.wholes = std::min(5.0, w.wholes + static_cast<double>(now - w.asked_at) / 1000);
  w.asked_at = now;
  if (w.wholes < 1) return false;
  w.wholes -= 1;
  return true;
}

void Table::follow_late() {
  const Milliseconds shown = house_.loop().steady() - static_cast<Milliseconds>(record_.spectators.delay) * 1000;
  while (late_ && late_at_ < entries_.size() && happened_[late_at_] <= shown) {
    const Entry& entry = entries_[late_at_++];
    follow_entry(*late_, entry);
    const Cause cause = entry.kind == Entry::Kind::choice ? Cause::choice
                        : entry.kind == Entry::Kind::undo ? Cause::undo
                                                          : Cause::ended;
    tell(*late_, cause, entry, static_cast<int>(late_at_), true);
  }
}

// ---- around the game ----------------------------------------------------------------------------------

std::string Table::json(const Identity* who, int seat) const {
  LiveTable live;
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
  for (const Offer& offer : offers_) {
    live.offers += (&offer != &offers_.front() ? ",{\"kind\":\"" : "{\"kind\":\"") + offer.kind + "\"";
    append_member(live.offers, "seat", offer.seat + 1);
    append_seats(live.offers, "yes", offer.yes);
    append_seats(live.offers, "no", offer.no);
    append_seats(live.offers, "of", offer.of);
    live.offers += '}';
  }
  return table_json(record_, &live, who, seat);
}

namespace {

void append_sitters(std::string& out, const TableRecord& record, const LiveTable* live) {
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

void append_terms(std::string& out, const TableRecord& record, const LiveTable* live, const Identity* who) {
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

std::string table_json(const TableRecord& record, const LiveTable* live, const Identity* who, int seat) {
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

void Table::send_table(Watcher& w) const {
  w.send(std::make_shared<const std::string>(R"({"v":2,"type":"table",)" + json(&w.who, w.seat) + "}"));
}

void Table::tell_table() {
  for (const auto& watcher : watchers_) send_table(*watcher);
}

// Spectators come and go in crowds: how many they are is told a few times a second at most.
void Table::tell_table_soon() {
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
