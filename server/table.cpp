// Opening a table, what its sockets say, and how a change becomes true: written first, then carried out and told.
#include "server/table.h"

#include <algorithm>
#include <ctime>
#include <utility>

#include "engine/core/hash.h"
#include "engine/replay.h"
#include "server/json.h"
#include "server/log.h"
#include "server/table_requests.h"

namespace rw::server {
namespace {

// A person clicks once and waits; more than this is not a person.
constexpr std::size_t most_waiting = 16;

// Processor time of this thread: what others on the machine do does not count.
class Stopwatch {
 public:
  explicit Stopwatch(std::int64_t& sum) : sum_(sum) {}
  ~Stopwatch() { stop(); }
  Stopwatch(const Stopwatch&) = delete;
  Stopwatch& operator=(const Stopwatch&) = delete;
  void stop() {
    const std::int64_t now = microseconds();
    sum_ += now - start_;
    start_ = now;
  }

 private:
  static std::int64_t microseconds() {
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return now.tv_sec * 1'000'000 + now.tv_nsec / 1000;
  }
  std::int64_t& sum_;
  std::int64_t start_ = microseconds();
};

}  // namespace

// ---- opening ----------------------------------------------------------------------------------------

Table::Table(House& house, const Wording& wording, TableRecord record, std::vector<Entry> entries,
             std::int64_t epoch, std::unique_ptr<GameHistory> history)
    : house_(house),
      wording_(wording),
      record_(std::move(record)),
      entries_(std::move(entries)),
      epoch_(epoch),
      history_(std::move(history)),
      presence_(record_.sitters.size()),
      slowest_(record_.sitters.size()),
      bank_(record_.sitters.size(), static_cast<Milliseconds>(record_.clock.seconds) * 1000) {
  const Milliseconds steady = house_.loop().steady(), now = house_.loop().now();
  for (const Entry& entry : entries_) happened_.push_back(steady - std::max<Milliseconds>(0, now - entry.when));
  for (const Entry& entry : entries_)
    if (entry.kind == Entry::Kind::choice && record_.clock.kind == Clock::Kind::bank)
      bank_[entry.seat] += static_cast<Milliseconds>(record_.clock.bonus) * 1000 - entry.spent;
}

namespace {

// Carries out what goes through, from where the history stands; where it stops.
std::vector<Entry>::const_iterator follow_all(GameHistory& history, const std::vector<Entry>& entries) {
  return std::find_if_not(entries.begin() + history.entry_count(), entries.end(), [&](const Entry& entry) {
    return history.follow(entry) && (entry.position == 0 || entry.position == position_mark(history.now()));
  });
}

}  // namespace

std::shared_ptr<Table> Table::open(House& house, const std::shared_ptr<const Edition>& edition,
                                   const Wording& wording, TableRecord record, std::vector<Entry> entries,
                                   std::int64_t epoch, std::string& error,
                                   const std::optional<Checkpoint>& checkpoint,
                                   std::optional<Milliseconds> remaining) {
  // Until everybody sits, what the players will bring is not there yet.
  TableRecord known = record;
  if (record.status == Status::waiting)
    std::erase_if(known.options, [&](const auto& option) {
      return option.first == "decks" || record.owner_of_option(option.first) >= 0;
    });
  // A game is played by the rules of the day it starts.
  if (record.rules == 0 || record.status == Status::waiting) {
    record.rules = edition->game().rules_version;
    record.content = edition->version();
  }
  const std::string other_rules = other_rules_text(*edition, record.rules);
  auto history = GameHistory::begin(edition, known, error);
  if (!history && !other_rules.empty()) error = other_rules + "; but " + error;
  if (!history) return nullptr;
  // A checkpoint of other rules or other content does not fit: everything is then carried out from the beginning.
  if (checkpoint && other_rules.empty()) history->resume(entries, *checkpoint);
  const auto stop = follow_all(*history, entries);
  std::vector<Entry> beyond(stop, entries.cend());
  const bool other_content = !beyond.empty() && other_rules.empty();
  entries.erase(stop, entries.cend());
  entries.shrink_to_fit();
  if (!beyond.empty()) {  // what went another way is taken back
    history = GameHistory::begin(edition, known, error);
    for (const Entry& entry : entries) history->follow(entry);
  }
  auto table =
      std::make_shared<Table>(house, wording, std::move(record), std::move(entries), epoch, std::move(history));
  table->keep_beyond(std::move(beyond), other_content);
  table->remaining_ = remaining;
  return table;
}

bool Table::read_only() const {
  return other_content_ || record_.rules != history_->edition().game().rules_version;
}

std::string Table::read_only_text(std::string_view language) const {
  const bool french = language == "fr";
  if (other_content_)
    return french
               ? "Cette partie a été jouée avec d'autres cartes ou d'autres textes ; au-delà, elle ne se rejoue "
                 "plus ici. On peut la regarder, pas la continuer."
               : "This game was played with other content; beyond this point it cannot be followed here. It can "
                 "be "
                 "looked at, not played on.";
  const std::string theirs = std::to_string(record_.rules);
  const std::string ours = std::to_string(history_->edition().game().rules_version);
  if (french)
    return "Cette partie suit la version " + theirs + " des règles ; ici on joue la version " + ours +
           ". On peut la regarder, pas la continuer.";
  return "This game was played by rules version " + theirs + "; this server has version " + ours +
         ". It can be looked at, not played on.";
}

bool Table::idle() const {
  return watchers_.empty() && !writing_ && !bot_asked_ &&
         (record_.status != Status::playing || record_.clock.kind == Clock::Kind::none || read_only());
}

// Whoever was thinking goes on with the time that was left; the time in between is nobody's.
void Table::wake() {
  safely([&] {
    asked_at_ = house_.loop().steady();
    if (const auto remaining = std::exchange(remaining_, std::nullopt);
        remaining && record_.status == Status::playing && history_->decision().open()) {
      const auto seat = static_cast<std::size_t>(core::index(history_->decision().asked));
      const Milliseconds whole = record_.clock.kind == Clock::Kind::bank ? bank_[seat] : allowance();
      if (record_.clock.kind == Clock::Kind::bank) bank_[seat] = std::max(bank_[seat], *remaining);
      asked_at_ -= std::max<Milliseconds>(0, whole - *remaining);
    }
    next();
  });
}

void Table::fall(std::string_view why) {
  fallen_ = true;
  const auto self = shared_from_this();
  log_warning("table fell", {{"table", record_.id},
                             {"game", record_.game},
                             {"rules", record_.rules},
                             {"content", record_.content},
                             {"entries", static_cast<std::int64_t>(entries_.size())},
                             {"error", why}});
  house_.fell(record_.id, why);
}

// ---- sockets ----------------------------------------------------------------------------------------

Failure Table::admit(const Watcher& w) const {
  if (w.seat >= static_cast<int>(record_.sitters.size())) return {404, "not_found", "there is no such seat"};
  if (!w.program.empty() && !w.who.program())
    return {403, "not_allowed", "a program plays with an account whose name begins with BOT"};
  if (w.seat >= 0) {
    const Sitter& sitter = record_.sitters[static_cast<std::size_t>(w.seat)];
    if (sitter.kind != Sitter::Kind::person || sitter.identity != w.who.id)
      return {403, "not_yours", "this seat is not yours"};
    return {};
  }
  const bool sits = std::any_of(record_.sitters.begin(), record_.sitters.end(), [&](const Sitter& s) {
    return s.kind == Sitter::Kind::person && s.identity == w.who.id;
  });
  // What a spectator may see beyond the open cards would be a peephole for a player.
  if (sits && record_.status == Status::playing && record_.spectators.see > Spectators::See::open)
    return {403, "not_allowed", "you sit at this table"};
  if (record_.spectators.see == Spectators::See::nothing && record_.status == Status::playing && !sits)
    return {403, "not_allowed", "this table is played without spectators"};
  return {};
}

// It stays until it was told everything, whoever leaves meanwhile.
void Table::enter(std::shared_ptr<Watcher> watcher) {
  safely([&] { enter_safely(watcher); });
}

void Table::enter_safely(const std::shared_ptr<Watcher>& entered) {
  if (entered->seat >= 0)
    for (std::size_t i = watchers_.size(); i-- > 0;)
      if (watchers_[i]->seat == entered->seat) {
        const auto old = std::move(watchers_[i]);
        watchers_.erase(watchers_.begin() + static_cast<std::ptrdiff_t>(i));
        std::string bye = R"({"v":2,"type":"bye","code":"elsewhere")";
        append_member(bye, "text", "this seat was opened in another window");
        old->dismiss(bye + "}");
      }
  watchers_.push_back(entered);
  if (entered->seat >= 0) {
    Presence& presence = presence_[static_cast<std::size_t>(entered->seat)];
    if (entered->seen < 0) entered->seen = presence.left_at;
    presence = {};
  }
  if (entered->seat >= 0) {
    tell_table();
  } else {
    send_table(*entered);
    tell_table_soon();
  }
  send_whole(*entered, Cause::joined);
  for (const std::string& said : said_) entered->send(std::make_shared<const std::string>(said));
  ask_program(*entered);
  show_sight(*entered);
}

void Table::leave(const std::shared_ptr<Watcher>& watcher) {
  const auto place = std::find(watchers_.begin(), watchers_.end(), watcher);
  if (place == watchers_.end()) return;
  const auto self = shared_from_this();
  safely([&] {
    watchers_.erase(place);
    if (watcher->seat >= 0)
      presence_[static_cast<std::size_t>(watcher->seat)] = {house_.loop().now(),
                                                            static_cast<int>(entries_.size())};
    if (std::none_of(watchers_.begin(), watchers_.end(), [&](const auto& w) { return is_late(*w); }))
      late_.reset();
    if (watchers_.empty()) said_.clear();
    drop_silent_channels();
    if (watcher->seat >= 0)
      tell_table();
    else
      tell_table_soon();
  });
}

void Table::dismiss_all(std::string_view code, std::string_view text, int retry) {
  std::string bye = R"({"v":2,"type":"bye")";
  append_member(bye, "code", code);
  append_member(bye, "text", text);
  append_member(bye, "retry", retry);
  bye += '}';
  const auto watchers = std::move(watchers_);
  watchers_.clear();
  std::string fault;  // the others are told all the same
  for (const auto& watcher : watchers) runs([&] { watcher->dismiss(bye); }, fault);
}

void Table::receive(const std::shared_ptr<Watcher>& watcher, ClientMessage message) {
  safely([&] {
    if (!writing_) return handle(*watcher, message);
    if (waiting_.size() >= most_waiting)
      return refuse(*watcher, message, "busy", "your last choice is still being written");
    waiting_.push_back({watcher, std::move(message)});
  });
}

void Table::handle(Watcher& w, const ClientMessage& message) {
  using Type = ClientMessage::Type;
  switch (message.type) {
    case Type::sync:
    case Type::language:
      if (!may_ask_for_whole(w)) return refuse(w, message, "too_fast", "one whole state a second");
      if (message.type == Type::language) w.language = message.language;
      drop_silent_channels();
      return send_whole(w, Cause::asked);
    case Type::ping: {
      std::string pong = R"({"v":2,"type":"pong")";
      if (message.ref) append_member(pong, "ref", *message.ref);
      return w.send(std::make_shared<const std::string>(pong + "}"));
    }
    default: break;
  }
  if (w.seat < 0) return refuse(w, message, "not_yours", "spectators watch");
  if (message.type == Type::say) return say(w, message);
  if (record_.status == Status::waiting)
    return refuse(w, message, "not_asked", "the game starts when every seat is taken");
  if (message.type == Type::rematch) return rematch(w, message);
  if (message.type == Type::answer && message.offer == "rematch") return answer(w, message);
  if (read_only()) return refuse(w, message, "not_allowed", read_only_text(w.language));
  if (record_.status == Status::over) return refuse(w, message, "over", "the game is over");
  if (!plays(w.seat)) return refuse(w, message, "not_yours", "the computer plays for this seat now");
  switch (message.type) {
    case Type::choose: return choose(w, message);
    case Type::why: return why(w, message);
    case Type::undo: return undo(w, message);
    case Type::draw: return draw(w, message);
    case Type::resign: return resign(w, message);
    case Type::answer: return answer(w, message);
    default: return;
  }
}

void Table::refuse(Watcher& w, const ClientMessage& message, std::string_view code, std::string_view text,
                   std::string_view clause) const {
  std::string out = R"({"v":2,"type":"refused")";
  if (message.ref) append_member(out, "ref", *message.ref);
  append_member(out, "code", code);
  append_member(out, "text", text);
  append_member_if(out, "clause", clause);
  w.send(std::make_shared<const std::string>(out + "}"));
}

// ---- choosing ---------------------------------------------------------------------------------------

bool Table::read_choice(const Watcher& w, const ClientMessage& message, Choice& choice, std::string& code,
                        std::string& text) const {
  const Edition& edition = history_->edition();
  if (message.notation) {
    if (edition.read(history_->now(), *message.notation, choice, text)) return true;
    code = "unreadable";
    return false;
  }
  choice = Choice{*message.choice};
  code = "illegal";
  text = w.language == "fr" ? "ce choix n'existe pas" : "there is no such choice";
  if (choice.verb() <= 0 || choice.verb() >= static_cast<int>(edition.game().verbs.size())) return false;
  if (!message.amount) return true;
  for (const Wording::Operand& operand : wording_.operands(choice.verb())) {
    if (operand.kind != "number") continue;
    const auto pick = [&](int i) { return operand.role - 'a' == i ? *message.amount : choice.operand(i); };
    choice = Choice::make(choice.verb(), pick(0), pick(1), pick(2), pick(3));
    return true;
  }
  return false;
}

void Table::choose(Watcher& w, const ClientMessage& message) {
  const Decision decision = history_->decision();
  if (!decision.open() || core::index(decision.asked) != w.seat)
    return refuse(w, message, "not_asked", "it is not your decision");
  if (message.decision != decision.number)
    return refuse(w, message, "stale", "this answers another decision than the one that is open");
  if (message.picks) return gather(w, message);
  Choice choice;
  std::string code, text;
  if (!read_choice(w, message, choice, code, text)) return refuse(w, message, code, text);
  static thread_local ChoiceList list;
  const Edition& edition = history_->edition();
  edition.choices(history_->now(), list);
  if (!list.contains(choice)) {
    const Refusal refusal = edition.judge(history_->now(), choice);
    text = edition.refusal_text(history_->now(), refusal, w.language);
    return refuse(w, message, "illegal", text.empty() ? "there is no such choice" : text,
                  edition.clause_id(refusal.clause));
  }
  commit_choice(choice, &w, message.ref);
}

void Table::why(Watcher& w, const ClientMessage& message) {
  const std::string out = why_json(wording_, history_->now(), core::seat(w.seat), message, w.language);
  w.send(std::make_shared<const std::string>(out));
}

void Table::say(Watcher& w, const ClientMessage& message) {
  if (record_.chat == Chat::off || (record_.chat == Chat::phrases && !message.text.empty()))
    return refuse(w, message, "not_allowed", "this table is played without chat");
  const Milliseconds now = house_.loop().steady();
  talk_ = std::min(5.0, talk_ + static_cast<double>(now - talked_at_) / 1000);
  talked_at_ = now;
  if (talk_ < 1) return refuse(w, message, "too_fast", "one thing at a time");
  talk_ -= 1;
  for (const auto& watcher : watchers_) {
    std::string out = R"({"v":2,"type":"said")";
    append_member(out, "seat", w.seat + 1);
    append_member(out, "name", w.who.name);
    append_member_if(out, "phrase", message.phrase);
    append_member(
        out, "text",
        message.phrase.empty() ? std::string_view(message.text) : phrase_text(message.phrase, watcher->language));
    append_member(out, "when", house_.loop().now());
    out += '}';
    if (watcher.get() == &w) {
      said_.push_back(out);
      if (said_.size() > 20) said_.erase(said_.begin());
    }
    watcher->send(std::make_shared<const std::string>(out));
  }
}

// ---- changing ---------------------------------------------------------------------------------------

// `who` is told if it fails; everybody else never hears of it.
void Table::commit(Entry entry, std::optional<TableRecord> record, Cause cause, Watcher* who,
                   std::optional<std::int64_t> ref) {
  entry.when = house_.loop().now();
  TableWrite write{record_.id, epoch_, static_cast<int>(entries_.size()) + 1, entry, std::nullopt, std::nullopt};
  if (entry.kind == Entry::Kind::choice &&
      static_cast<std::size_t>(history_->choice_count() + 1) % choices_between_checkpoints == 0)
    write.checkpoint = history_->checkpoint();
  if (record && record->status == Status::over) {
    GameHistory after(*history_);
    after.follow(entry);
    const bool whole = after.now().broken() == nullptr && after.ending() != Ending::broken;
    if (whole) record->ranks = ranks(after);
    if (whole && record_.rated) write.rated = rated_result(record->ranks);
  }
  write.record = record;
  std::weak_ptr<Watcher> asker;
  for (const auto& watcher : watchers_)
    if (watcher.get() == who) asker = watcher;
  writing_ = true;
  committed_at_ = house_.loop().steady();
  house_.write(std::move(write), [self = shared_from_this(), entry, record, cause, asker, ref](Written written) {
    self->safely([&] { self->committed(entry, record, cause, asker, ref, written); });
  });
}

void Table::committed(const Entry& entry, const std::optional<TableRecord>& record, Cause cause,
                      const std::weak_ptr<Watcher>& asker, std::optional<std::int64_t> ref, Written written) {
  writing_ = false;
  if (written == Written::yes) {
    if (record) record_ = *record;
    carry_out(entry, cause);
  } else {
    log_warning("not written", {{"table", record_.id}});
    gathered_.reset();
    ClientMessage about;
    about.ref = ref;
    if (const auto w = asker.lock()) refuse(*w, about, "storage", "it could not be written; nothing happened");
  }
  if (written == Written::lost) return house_.lost(record_.id);
  finish_writing();
  if (written == Written::failed)
    house_.loop().after(1000, [self = shared_from_this()] { self->safely([&] { self->next(); }); });
}

// A change of the record alone: seats before the game.
void Table::commit_record(TableRecord record, Done done, const std::string& gone) {
  record.changed = house_.loop().now();
  writing_ = true;
  TableWrite write{record_.id, epoch_, 0, std::nullopt, record, std::nullopt, std::nullopt, gone};
  house_.write(std::move(write), [self = shared_from_this(), record, done = std::move(done)](Written written) {
    self->safely([&] { self->committed_record(record, written, done); });
  });
}

void Table::committed_record(const TableRecord& record, Written written, const Done& done) {
  writing_ = false;
  if (written == Written::yes) {
    const bool starts = record_.status == Status::waiting && record.status == Status::playing;
    record_ = record;
    std::string error;
    if (starts) history_ = GameHistory::begin(wording_.shared(), record, error);
    tell_table();
    if (starts) {
      for (const auto& watcher : watchers_) send_whole(*watcher, Cause::joined);
      wake();
    }
    done({});
  } else {
    done({503, "storage", "it could not be written; nothing happened"});
  }
  if (written == Written::lost) return house_.lost(record_.id);
  finish_writing();
}

// Messages that came while something was being written.
void Table::finish_writing() {
  while (!writing_ && !waiting_requests_.empty()) {
    const auto request = std::move(waiting_requests_.front());
    waiting_requests_.pop_front();
    request();
  }
  while (!writing_ && !waiting_.empty()) {
    const Waiting waiting = std::move(waiting_.front());
    waiting_.pop_front();
    if (const auto watcher = waiting.watcher.lock()) handle(*watcher, waiting.message);
  }
}

void Table::carry_out(const Entry& entry, Cause cause) {
  Stopwatch watch(worked_);
  entries_.push_back(entry);
  happened_.push_back(committed_at_);
  follow_entry(*history_, entry);
  if (entry.kind == Entry::Kind::choice && record_.clock.kind == Clock::Kind::bank)
    bank_[entry.seat] += static_cast<Milliseconds>(record_.clock.bonus) * 1000 - entry.spent;
  // Whoever plays on has answered; what was asked about an earlier position is void.
  const bool had_offers = !offers_.empty();
  const bool ended = history_->over();
  std::erase_if(offers_, [&](const Offer& offer) {
    if (ended || offer.kind == "undo") return true;
    if (offer.kind == "out_of_time") return offer.seat == entry.seat || entry.kind == Entry::Kind::undo;
    return core::has(offer.of, core::seat(entry.seat));
  });
  asked_at_ = committed_at_;
  find_next_pick();
  tell(*history_, cause, entry, static_cast<int>(entries_.size()), false);
  if (late_)
    house_.loop().after(static_cast<Milliseconds>(record_.spectators.delay) * 1000 + 5, [weak = weak_from_this()] {
      if (const auto self = weak.lock()) self->safely([&] { self->follow_late(); });
    });
  if (had_offers || ended || entry.kind != Entry::Kind::choice) tell_table();
  watch.stop();
  if (entry.kind == Entry::Kind::choice)
    house_.chosen(worked_, std::chrono::duration<double>(std::chrono::steady_clock::now() - received_).count());
  next();
}

void Table::commit_choice(Choice choice, Watcher* who, std::optional<std::int64_t> ref) {
  worked_ = 0;
  received_ = std::chrono::steady_clock::now();
  const Stopwatch watch(worked_);
  const Seat seat = history_->edition().chooser(history_->now(), choice);
  const Milliseconds thought = seat == history_->decision().asked ? house_.loop().steady() - asked_at_ : 0;
  Entry entry{Entry::Kind::choice, static_cast<std::uint8_t>(core::index(seat)), choice.bits, 0,
              static_cast<std::int32_t>(std::min<Milliseconds>(thought, 0x7FFFFFFF))};
  Position after = history_->now();
  history_->edition().apply(after, choice);
  entry.position = position_mark(after);
  std::optional<TableRecord> record;
  if (history_->edition().over(after)) {
    if (after.broken() != nullptr) report_broken(after, choice);
    record = record_;
    record->status = Status::over;
    record->changed = house_.loop().now();
  }
  commit(entry, std::move(record), core::is_table_choice(choice) ? Cause::ended : Cause::choice, who, ref);
}

void Table::end(Ending how, core::SeatMask winners, int seat) {
  TableRecord record = record_;
  record.status = Status::over;
  record.changed = house_.loop().now();
  commit({Entry::Kind::ended, static_cast<std::uint8_t>(seat), ended_as(how, winners), 0, 0}, std::move(record),
         Cause::ended, nullptr, std::nullopt);
}

// Which table outgrew what, and where. What was chosen stands in its record, and in the replay of the table.
void Table::report_broken(const Position& position, Choice choice) const {
  log_warning("broken off", {{"table", record_.id},
                             {"game", record_.game},
                             {"rules", record_.rules},
                             {"content", record_.content},
                             {"capacity", position.broken()->what},
                             {"room", position.broken()->room},
                             {"entries", static_cast<std::int64_t>(entries_.size())},
                             {"verb", choice.verb()}});
}

void Table::next() {
  if (record_.status != Status::playing || writing_ || read_only()) return;
  // There was no room for all the choices of the decision that is open.
  if (history_->now().broken() != nullptr && history_->ending() == Ending::none) {
    report_broken(history_->now(), {});
    return end(Ending::broken, 0, 0);
  }
  if (history_->over()) return;
  const Decision decision = history_->decision();
  if (!decision.open()) return;
  const int seat = core::index(decision.asked);
  if (gathered_) return commit_choice(gathered_->next, nullptr, std::nullopt);
  ask_programs();
  if (!is_bot(seat)) return start_clock();
  if (bot_asked_) return;
  bot_asked_ = true;
  const Sitter& sitter = record_.sitters[static_cast<std::size_t>(seat)];
  core::Seed seed{};
  core::parse_seed(record_.seed, seed);
  // The bot's luck is its own, and the same after a restart.
  seed = core::derive(core::derive(seed, 1), entries_.size());
  BotQuestion question{wording_.shared(), history_->now(), sitter.bot.empty() ? "search:500" : sitter.bot, seed,
                       record_.host};
  const auto at = entries_.size();
  house_.ask_bot(std::move(question), [weak = weak_from_this(), at, seat](Choice choice, Milliseconds thought) {
    const auto self = weak.lock();
    if (!self) return;
    self->safely([&] {
      if (choice.bits == 0) return self->fall("the bot gave no answer");
      // How long it thinks would tell what it holds: it answers as slowly as its slowest answer of late.
      Milliseconds& slowest = self->slowest_[static_cast<std::size_t>(seat)];
      slowest = std::max(thought, slowest - slowest / 16);
      self->house_.loop().after(slowest - thought, [weak, at, choice] {
        if (const auto table = weak.lock()) table->safely([&] { table->bot_answers(at, choice); });
      });
    });
  });
}

void Table::bot_answers(std::size_t at, Choice choice) {
  bot_asked_ = false;
  const auto answer = [self = shared_from_this(), at, choice] {
    if (self->entries_.size() == at && self->record_.status == Status::playing)
      self->commit_choice(choice, nullptr, std::nullopt);
    else
      self->next();
  };
  if (writing_)
    waiting_requests_.emplace_back(answer);
  else
    answer();
}

}  // namespace rw::server
