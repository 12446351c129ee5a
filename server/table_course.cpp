// The course of the game. A choice is written, then carried out and told, and then the next seat is asked.
#include <algorithm>
#include <ctime>
#include <utility>

#include "engine/core/hash.h"
#include "server/json.h"
#include "server/log.h"
#include "server/open_table.h"

namespace rw::server {
namespace {

// Measures processor time of this thread, so that other work on the machine does not count. Reading that clock is
// a system call, so only every seventh choice is measured, and it counts for seven.
constexpr std::int64_t choices_for_one_measured = 7;
class Stopwatch {
 public:
  // A negative sum: this choice is not measured.
  explicit Stopwatch(std::int64_t& sum) : sum_(sum), start_(sum < 0 ? 0 : microseconds()) {}
  ~Stopwatch() { stop(); }
  Stopwatch(const Stopwatch&) = delete;
  Stopwatch& operator=(const Stopwatch&) = delete;
  void stop() {
    if (sum_ < 0 || stopped_) return;
    stopped_ = true;
    sum_ += microseconds() - start_;
  }

 private:
  static std::int64_t microseconds() {
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return now.tv_sec * 1'000'000 + now.tv_nsec / 1000;
  }
  std::int64_t& sum_;
  std::int64_t start_;
  bool stopped_ = false;
};

}  // namespace

// ---- choosing ---------------------------------------------------------------------------------------

Expected<Choice> OpenTable::read_choice(const Watcher& w, const ClientMessage& message) const {
  const Edition& edition = history_->edition();
  if (message.notation) return edition.read(history_->now(), *message.notation);
  const Choice choice{*message.choice};
  if (choice.verb() <= 0 || choice.verb() >= static_cast<int>(edition.game().verbs.size()))
    return failed(no_such_choice(w.language));
  if (!message.amount) return choice;
  for (const Wording::Operand& operand : wording_.operands(choice.verb())) {
    if (operand.kind != "number") continue;
    const auto pick = [&](int i) { return operand.role - 'a' == i ? *message.amount : choice.operand(i); };
    return Choice::make(choice.verb(), pick(0), pick(1), pick(2), pick(3));
  }
  return failed(no_such_choice(w.language));
}

void OpenTable::choose(Watcher& w, const ClientMessage& message) {
  const Decision decision = history_->decision();
  if (!decision.open() || core::index(decision.asked) != w.seat)
    return refuse(w, message, "not_asked", Saying::not_asked);
  if (message.decision != decision.number) return refuse(w, message, "stale", Saying::other_decision);
  if (message.picks) return gather(w, message);
  const Expected<Choice> read = read_choice(w, message);
  if (!read) return refuse(w, message, message.notation ? "unreadable" : "illegal", read.error());
  const Choice choice = *read;
  static thread_local ChoiceList list;
  const Edition& edition = history_->edition();
  edition.choices(history_->now(), list);
  if (!list.contains(choice)) {
    const Refusal refusal = edition.judge(history_->now(), choice);
    const std::string text = edition.refusal_text(history_->now(), refusal, w.language);
    return refuse(w, message, "illegal", text.empty() ? no_such_choice(w.language) : text,
                  edition.clause_id(refusal.clause));
  }
  commit_choice(choice, &w, message.ref);
}

// ---- changing ---------------------------------------------------------------------------------------

// `who` is told if it fails; everybody else never hears of it.
void OpenTable::commit(Entry entry, std::optional<TableRecord> record, Cause cause, Watcher* who,
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

void OpenTable::committed(const Entry& entry, const std::optional<TableRecord>& record, Cause cause,
                          const std::weak_ptr<Watcher>& asker, std::optional<std::int64_t> ref, Written written) {
  writing_ = false;
  if (written == Written::yes) {
    if (record) record_ = *record;
    carry_out(entry, cause);
  } else {
    log_warning("not written", {{"table", record_.id}});
    gathered_.reset();
    trial_.reset();
    ClientMessage about;
    about.ref = ref;
    if (const auto w = asker.lock()) refuse(*w, about, "storage", Saying::not_written);
  }
  if (written == Written::lost) return house_.lost(record_.id);
  finish_writing();
  if (written == Written::failed)
    house_.loop().after(1000, [self = shared_from_this()] { self->safely([&] { self->next(); }); });
}

// A change of the record alone: seats before the game.
void OpenTable::commit_record(TableRecord record, Done done, const std::string& gone) {
  record.changed = house_.loop().now();
  writing_ = true;
  TableWrite write{record_.id, epoch_, 0, std::nullopt, record, std::nullopt, std::nullopt, gone};
  house_.write(std::move(write), [self = shared_from_this(), record, done = std::move(done)](Written written) {
    self->safely([&] { self->committed_record(record, written, done); });
  });
}

void OpenTable::committed_record(const TableRecord& record, Written written, const Done& done) {
  writing_ = false;
  if (written == Written::yes) {
    const bool starts = record_.status == Status::waiting && record.status == Status::playing;
    record_ = record;
    if (starts)  // it was tried before it was written
      if (auto begun = GameHistory::begin(wording_.shared(), record).into(history_); !begun)
        return fall(begun.error());
    if (starts) dismiss_who_may_not_watch();
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
void OpenTable::finish_writing() {
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

void OpenTable::carry_out(const Entry& entry, Cause cause) {
  Stopwatch watch(worked_);
  entries_.push_back(entry);
  happened_.push_back(committed_at_);
  if (trial_)
    follow_tried(entry);
  else
    follow_entry(*history_, entry);
  clock_.charge(entry);
  const bool had_offers = !offers_.empty();
  const bool ended = history_->over();
  if (ended)
    offers_.clear();
  else
    offers_.play_on(entry);
  clock_.ask(committed_at_);
  find_next_pick();
  tell(*history_, cause, entry, static_cast<int>(entries_.size()));
  if (late_)
    house_.loop().after(static_cast<Milliseconds>(record_.spectators.delay) * 1000 + 5, [weak = weak_from_this()] {
      if (const auto self = weak.lock()) self->safely([&] { self->follow_late(); });
    });
  if (had_offers || ended || entry.kind != Entry::Kind::choice) tell_table();
  watch.stop();
  if (entry.kind == Entry::Kind::choice)
    house_.chosen(std::max<std::int64_t>(0, worked_) * choices_for_one_measured,
                  std::chrono::duration<double>(std::chrono::steady_clock::now() - received_).count());
  next();
}

void OpenTable::commit_choice(Choice choice, Watcher* who, std::optional<std::int64_t> ref) {
  worked_ = entries_.size() % choices_for_one_measured == 0 ? 0 : -1;
  received_ = std::chrono::steady_clock::now();
  const Stopwatch watch(worked_);
  const Seat seat = history_->edition().chooser(history_->now(), choice);
  const Milliseconds thought = seat == history_->decision().asked ? clock_.thinking(house_.loop().steady()) : 0;
  Entry entry{Entry::Kind::choice, static_cast<std::uint8_t>(core::index(seat)), choice.bits, 0,
              static_cast<std::int32_t>(std::min<Milliseconds>(thought, 0x7FFFFFFF))};
  if (auto& spare = spare_trials(); spare.empty()) {
    trial_ = std::make_unique<Trial>();
  } else {
    trial_ = std::move(spare.back());
    spare.pop_back();
  }
  Position& after = trial_->after;
  after = history_->now();
  trial_->log.clear();
  trial_->log.keeps_positions = true;
  history_->edition().apply(after, choice, &trial_->log);
  // What there was no room for leads nowhere.
  entry.position = after.broken() == nullptr ? position_mark(after) : 0;
  std::optional<TableRecord> record;
  if (history_->edition().over(after)) {
    if (after.broken() != nullptr) report_broken(after, choice);
    record = record_;
    record->status = Status::over;
    record->changed = house_.loop().now();
  }
  commit(entry, std::move(record), core::is_table_choice(choice) ? Cause::ended : Cause::choice, who, ref);
}

void OpenTable::end(Ending how, core::SeatMask winners, int seat) {
  TableRecord record = record_;
  record.status = Status::over;
  record.changed = house_.loop().now();
  commit({Entry::Kind::ended, static_cast<std::uint8_t>(seat), ended_as(how, winners), 0, 0}, std::move(record),
         Cause::ended, nullptr, std::nullopt);
}

// Says which table exceeded which capacity. The choices are in its record and in its replay.
void OpenTable::report_broken(const Position& position, Choice choice) const {
  log_warning("broken off", {{"table", record_.id},
                             {"game", record_.game},
                             {"rules", record_.rules},
                             {"content", record_.content},
                             {"capacity", position.broken()->what},
                             {"room", position.broken()->room},
                             {"entries", static_cast<std::int64_t>(entries_.size())},
                             {"verb", choice.verb()}});
}

void OpenTable::next() {
  if (record_.status != Status::playing || writing_ || read_only()) return;
  // The open decision has more choices than there is room for.
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
      // The time a bot takes would tell what it holds, so it answers as slowly as its slowest recent answer.
      Milliseconds& slowest = self->slowest_[static_cast<std::size_t>(seat)];
      slowest = std::max(thought, slowest - slowest / 16);
      self->house_.loop().after(slowest - thought, [weak, at, choice] {
        if (const auto table = weak.lock()) table->safely([&] { table->bot_answers(at, choice); });
      });
    });
  });
}

void OpenTable::bot_answers(std::size_t at, Choice choice) {
  bot_asked_ = false;
  const auto answer = [self = shared_from_this(), at, choice] {
    if (self->entries_.size() != at || self->record_.status != Status::playing) return self->next();
    const GameHistory& history = *self->history_;
    if (history.edition().judge(history.now(), choice).refused())
      return self->fall("the bot's answer is no choice");
    self->commit_choice(choice, nullptr, std::nullopt);
  };
  if (writing_)
    waiting_requests_.emplace_back(answer);
  else
    answer();
}

}  // namespace rw::server
