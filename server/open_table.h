// A table that is open in memory: its game, who sits there, who watches, what players ask of each other. It lives
// in one loop's thread. A change of the game is written first (House::write), and then carried out and told.
#pragma once

#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "server/client_message.h"
#include "server/dictionary.h"
#include "server/fault.h"
#include "server/game_history.h"
#include "server/loop.h"
#include "server/offers.h"
#include "server/records.h"
#include "server/sayings.h"
#include "server/store.h"
#include "server/table_clock.h"
#include "server/wording.h"

namespace rw::server {

struct Identity {
  std::string id, name;
  bool account = false;

  // The name of a program's account says that it is one. Programs play no rated games.
  bool program() const { return account && name.starts_with("BOT "); }
};

// An open socket at a table.
struct Watcher {
  Identity who;
  std::string network;  // the one it comes from (network_of)
  int seat = -1;  // 0-based; -1: a spectator
  std::string language = "en";
  std::string program;  // what a bot at the other end wants to be told, as "view,choices"; empty: no bot
  bool sight = false;  // an engine at the other end wants what the seat knows as a position (engine/imagine.h)
  int seen = -1;  // the last `at` this client has drawn; -1: it did not say
  std::function<void(std::shared_ptr<const std::string>)> send;
  std::function<void(std::string)> dismiss;  // sends a last message and closes
  double wholes = 5;  // how many whole states it may ask for at once
  Milliseconds asked_at = 0;  // of the steady clock
};

class Teller;
struct OwnEdition;

struct BotQuestion {
  std::shared_ptr<const Edition> edition;
  Position position;
  std::string bot;
  core::Seed seed;
  std::string whose = {};  // who set up the table, or wants a hint: everybody has a share of the computer's time
};

// What a table needs from the house it stands in.
class House {
 public:
  virtual ~House() = default;
  virtual Loop& loop() = 0;
  virtual void write(TableWrite, std::function<void(Written)>) = 0;
  virtual void ask_bot(BotQuestion, std::function<void(Choice, Milliseconds thought)>) = 0;
  virtual void open_table(TableRecord, std::function<void(bool)>) = 0;
  virtual std::string fresh_id() = 0;
  virtual std::string fresh_seed() = 0;
  virtual void lost(const std::string& table) = 0;  // another server owns it now
  virtual void fell(const std::string& table, std::string_view why) = 0;  // something in it went wrong
  // For the metrics: how long we worked on a choice, and how long it took until everybody was told.
  virtual void chosen(std::int64_t microseconds, double seconds) = 0;
};

// Why a request about a table is refused.
struct Failure {
  int status = 0;  // of HTTP; 0: none
  std::string code, text;
};
using Done = std::function<void(Failure)>;

class OpenTable : public std::enable_shared_from_this<OpenTable> {
 public:
  OpenTable(House&, const Wording&, TableRecord, std::vector<Entry>, std::int64_t epoch,
            std::unique_ptr<GameHistory>);
  // Fails if the record and the entries do not make a game. A game of other rules, or one that goes another way
  // with our content, is opened read-only, as far as it can be followed.
  static Expected<std::shared_ptr<OpenTable>> open(House&, const std::shared_ptr<const Edition>&, const Wording&,
                                                   TableRecord, std::vector<Entry>, std::int64_t epoch,
                                                   const std::optional<Checkpoint>& = std::nullopt,
                                                   std::optional<Milliseconds> remaining = std::nullopt);

  Loop& loop() const { return house_.loop(); }
  const TableRecord& record() const { return record_; }
  const std::vector<Entry>& entries() const { return entries_; }
  const GameHistory& history() const { return *history_; }
  const Wording& wording() const { return wording_; }
  // The host's own content, if the table plays with it; null: the game's.
  const std::shared_ptr<const OwnEdition>& own() const { return own_; }
  void keep_own(std::shared_ptr<const OwnEdition> own) { own_ = std::move(own); }
  bool read_only() const;  // played by other rules or content than ours: it can be looked at, not played on
  std::int64_t epoch() const { return epoch_; }
  // The running clock, if it is time to store it again.
  std::optional<ClockState> clock_to_keep(TableClock::Keep);
  bool idle() const;  // nobody looks, nothing is under way, no clock runs
  std::size_t watchers() const { return watchers_.size(); }

  void wake();  // after opening: ask the bot or start the clock if it is their turn

  // Sockets
  Failure admit(const Watcher&) const;  // may this socket be opened?
  void enter(std::shared_ptr<Watcher>);
  void leave(const std::shared_ptr<Watcher>&);
  void receive(const std::shared_ptr<Watcher>&, ClientMessage);
  void dismiss_all(std::string_view code, std::string_view text, int retry);
  void dismiss(const std::function<bool(const Watcher&)>& whom, std::string_view code, std::string_view text,
               std::optional<int> retry);

  // Entries that our rules or our content cannot follow. They stay stored as they are.
  void keep_beyond(std::vector<Entry> beyond, bool other_content) {
    beyond_ = std::move(beyond);
    other_content_ = other_content;
  }

  // Seats, before the game
  // `brings` are options of the seat, without its number: {"deck", "3 Quick Step …"}.
  using Options = std::vector<std::pair<std::string, std::string>>;
  void take_seat(const Identity&, int rating, int seat, Options brings, std::function<void(Failure, int seat)>);
  void leave_seat(const Identity&, Done);
  // The host may also send away whoever sits there.
  void set_seat(const Identity& host, int seat, Sitter, Done);
  // A guest became an account: the seats move to it, and the guest's sockets are closed.
  void rename(const std::string& old_identity, const Identity& now, Done);
  // Somebody leaves for good: resigns a game under way, and the seats become nobody's.
  void withdraw(const std::string& identity, const Identity& nobody, Done, int tries = 8);

  // As JSON for someone: `docs/protocol/server-message.schema.json#/$defs/table` without v and type.
  std::string json(const Identity*, int seat = -1) const;
  // Frames of the replay, in two parts: what may be told, and the telling, which takes long.
  struct Retelling {
    std::shared_ptr<const OpenTable> table;
    TableRecord record;
    std::vector<Entry> entries;
    Viewer viewer = Viewer::spectator();
    std::string as, language, over, setup;
    int seat = -1, from = 0, count = 0;
  };
  Failure retelling(const Identity&, std::string_view as, std::string_view language, int from, int count,
                    Retelling& out) const;
  static Failure retold_json(const Retelling&, std::string& out);
  Failure replay_json(const Identity&, std::string_view as, std::string_view language, int from, int count,
                      std::string& out) const;
  // The replay as a file. A game that is not over is given only if it holds no secrets.
  enum class Unfinished : bool { refused, given };
  Failure replay_file(std::string& out, Unfinished = Unfinished::refused) const;
  // What the computer is asked when a player wants a hint. Only those who play against computers alone may ask.
  Failure hint(const Identity&, BotQuestion&) const;
  // The position of frame `at`, as the base of another table; same deal: the choices up to there.
  Failure take_over(const Identity&, int at, int seat, bool fresh, TableRecord& record,
                    std::vector<Entry>& entries) const;

 private:
  struct Waiting {
    std::weak_ptr<Watcher> watcher;
    ClientMessage message;
  };
  enum class Cause : unsigned char { joined, choice, undo, asked, ended };

  // Whatever is thrown closes this table, with a line in the log, and nothing else.
  template <class Job>
  void safely(Job&& job) {
    if (fallen_) return;
    if (std::string fault; !runs(job, fault)) fall(fault);
  }
  void fall(std::string_view why);

  // Receiving
  void enter_safely(const std::shared_ptr<Watcher>&);
  void dismiss_who_may_not_watch();
  // A last message. Without `retry` there is no coming back.
  static std::string farewell(std::string_view code, std::string_view text, std::optional<int> retry);
  void handle(Watcher&, const ClientMessage&);
  void choose(Watcher&, const ClientMessage&);
  void gather(Watcher&, const ClientMessage&);
  bool find_next_pick();
  void why(Watcher&, const ClientMessage&);
  void undo(Watcher&, const ClientMessage&);
  void draw(Watcher&, const ClientMessage&);
  void resign(Watcher&, const ClientMessage&);
  void rematch(Watcher&, const ClientMessage&);
  void answer(Watcher&, const ClientMessage&);
  void answer_out_of_time(Watcher&, const ClientMessage&, Offer&);
  void say(Watcher&, const ClientMessage&);
  std::string read_only_text(std::string_view language) const;
  std::string no_such_choice(std::string_view language) const;
  Expected<Choice> read_choice(const Watcher&, const ClientMessage&) const;
  void refuse(Watcher&, const ClientMessage&, std::string_view code, Saying why) const;
  void refuse(Watcher&, const ClientMessage&, std::string_view code, std::string_view text,
              std::string_view clause = {}) const;

  // Changing
  void commit(Entry, std::optional<TableRecord>, Cause, Watcher* who, std::optional<std::int64_t> ref);
  void commit_record(TableRecord, Done, const std::string& gone = {});
  void committed_record(const TableRecord&, Written, const Done&);
  void committed(const Entry&, const std::optional<TableRecord>&, Cause, const std::weak_ptr<Watcher>& asker,
                 std::optional<std::int64_t> ref, Written);
  void bot_answers(std::size_t at, Choice);
  Expected<> start_if_full(TableRecord&) const;
  void carry_out(const Entry&, Cause);
  void commit_choice(Choice, Watcher* who, std::optional<std::int64_t> ref);
  void take_back(int seat);
  void end(Ending, core::SeatMask winners, int seat);
  bool end_by_rules(core::TableVerb, int seat);  // false: by the rules the game would go on
  void report_broken(const Position&, Choice) const;
  void finish_writing();
  void next();  // whoever is asked: bot, clock, or nothing
  std::optional<RatedGame> rated_result(const std::vector<int>& ranks) const;
  void open_rematch();

  // Offers and clocks
  core::SeatMask people() const;  // seats of persons who still play
  bool plays(int seat) const;  // a person sits there and plays
  bool is_bot(int seat) const;
  Milliseconds left(int seat) const;  // on the clock
  void start_clock();
  void out_of_time(int seat);

  // Programs and engines at the other end
  void ask_program(Watcher&) const;
  void show_sight(Watcher&) const;
  void ask_programs() const;

  // Telling
  Viewer viewer_of(const Watcher&) const;
  // All sockets that see the same in the same language. They get the same bytes.
  struct Channel {
    int seat = -1;
    std::string language;
    bool late = false;
    Dictionary said;
    std::string whole;  // the last whole state for spectators; kept until something happens
  };
  static std::string_view name_of(Cause);
  Channel& channel_of(const Watcher&);
  bool hears(const Watcher&, const Channel&) const;
  void drop_silent_channels();
  void tell(const GameHistory&, Cause, const Entry&, int at);
  void send_table(Watcher&) const;
  void tell_table();
  void tell_table_soon();
  void send_whole(Watcher&, Cause);
  bool may_ask_for_whole(Watcher&);
  std::string whole_state(const GameHistory&, const Watcher&, bool since, int at, Dictionary&) const;
  void append_situation(std::string&, const GameHistory&, const Watcher&, Teller&) const;
  std::string notice(const GameHistory&, const Entry&, std::string_view language) const;
  void append_lines(std::string&, const GameHistory&, Dictionary&, const Eyes&, int after, std::size_t most) const;
  void follow_entry(GameHistory&, const Entry&);
  void follow_tried(const Entry&);
  std::string over_json(const GameHistory&, std::string_view language) const;
  void append_clocks(std::string&) const;
  std::vector<int> ranks(const GameHistory&) const;

  // Spectators who see everything later
  bool is_late(const Watcher& w) const { return w.seat < 0 && record_.spectators.delay > 0; }
  void follow_late();
  void follow_late_from_here();

  House& house_;
  std::shared_ptr<const OwnEdition> own_;  // has the wording, if there is one
  const Wording& wording_;
  TableRecord record_;
  std::vector<Entry> entries_, beyond_;
  std::vector<Milliseconds> happened_;  // when each entry came about, by the steady clock
  bool other_content_ = false, fallen_ = false;
  std::int64_t epoch_;
  std::unique_ptr<GameHistory> history_;
  std::unique_ptr<GameHistory> late_;
  std::size_t late_at_ = 0;

  std::vector<std::shared_ptr<Watcher>> watchers_;
  std::vector<std::unique_ptr<Channel>> channels_;
  bool table_to_tell_ = false;
  struct Presence {
    Milliseconds away = 0;  // since when; 0: here, or never been
    int left_at = -1;  // entries when the seat went away
  };
  std::vector<Presence> presence_;
  Offers offers_;
  std::vector<std::string> said_;

  // Picks that a person made at once. The rules take them one after the other.
  struct Gathered {
    int seat = 0;
    std::uint32_t effect = 0;
    int most = 0;  // how many can still be picked
    std::vector<Choice> rest;
    Choice next{};
  };
  std::optional<Gathered> gathered_;

  // The choice that is being written, carried out on a copy: its entry names the position it leads to.
  struct Trial {
    Position after;
    core::Log log;
  };
  // Kept for the next choice, at whichever table of this thread.
  static std::vector<std::unique_ptr<Trial>>& spare_trials();
  std::unique_ptr<Trial> trial_;
  bool writing_ = false;
  std::int64_t worked_ = 0;  // microseconds spent on the choice under way
  std::chrono::steady_clock::time_point received_{};
  std::deque<Waiting> waiting_;
  std::deque<std::function<void()>> waiting_requests_;
  bool bot_asked_ = false;
  std::vector<Milliseconds> slowest_;  // by seat: the bot's longest recent thought
  TableClock clock_;
  Milliseconds committed_at_ = 0, talked_at_ = 0;  // by the steady clock
  double talk_ = 5;  // how much may be said at once
};

// What only an open table knows of itself.
struct TableNow {
  std::vector<std::string> words;  // by seat: what the view calls it
  std::vector<Milliseconds> away;
  core::SeatMask present = 0, given_away = 0;
  int spectators = 0, choices = 0;
  int other_rules = 0;  // those of this server, if the table is read-only
  bool other_content = false;  // read-only because of its content
  int beyond = 0;  // choices that cannot be followed here
  std::string offers;
};
// The members of a table's JSON; `live` is null for one that is not open here.
std::string table_json(const TableRecord&, const TableNow* live, const Identity* who, int seat);

std::string error_json(std::string_view code, std::string_view text, std::string_view clause = {});

}  // namespace rw::server
