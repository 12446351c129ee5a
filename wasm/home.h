// The house that lives in a page: the tables of one person, against computers. It answers what the server's site
// and hall answer, out of the same parts; the page writes down what changes and brings it back the next time.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "server/http.h"
#include "server/open_table.h"
#include "wasm/loop.h"

namespace rw::wasm {

class Home final : public server::House {
 public:
  explicit Home(server::Identity me) : me_(std::move(me)) {}

  // A table of earlier: {"id", "record", "entries": [text …]}. False if it cannot be read.
  bool keep(std::string_view saved);
  void forget(const std::string& table);

  // What the page asks, and what it brings. Every answer goes to the host by the same number.
  void request(int number, server::Request request);
  bool connect(int line, const server::Request&);  // false: refused, and answered
  void hear(int line, std::string_view text);
  void hang_up(int line);
  void saved(int number, bool good);
  void thought(int number, std::string_view answer);
  void thinking(int number, std::size_t done, std::size_t of);
  void run() { loop_.run(); }

  // House
  server::Loop& loop() override { return loop_; }
  void write(server::TableWrite, std::function<void(server::Written)>) override;
  void ask_bot(server::BotQuestion, std::function<void(Choice, server::Milliseconds)>) override;
  void open_table(server::TableRecord, std::function<void(bool)>) override;
  std::string fresh_id() override;
  std::string fresh_seed() override;
  void lost(const std::string&) override {}  // nobody else has these tables
  void fell(const std::string& table, std::string_view why) override;
  void chosen(std::int64_t, double) override {}

 private:
  struct Call {
    int number = 0;
    server::Request request;
    std::vector<std::string> parts;  // what stands for the {} of the route

    void reply(int status, std::string_view body, std::string_view type = "application/json") const;
    void fail(const server::Failure&) const;
    void refuse(const std::string& text) const { fail({400, "bad_request", text}); }
  };
  using Handler = void (Home::*)(const Call&);
  struct Route {
    std::string_view method, pattern;
    Handler handler;
  };
  static const Route routes[];

  struct Kept {
    server::TableRecord record;
    std::vector<server::Entry> entries;
    std::shared_ptr<server::OpenTable> table;  // null: not open
  };
  struct Write {
    std::string table;
    std::optional<server::TableRecord> record;
    std::vector<server::Entry> entries;
    std::function<void(bool)> then;
  };
  struct Seat {
    std::shared_ptr<server::OpenTable> table;
    std::shared_ptr<server::Watcher> watcher;
  };
  struct Review {
    std::size_t done = 0, of = 0;
    int number = 0;      // of the question, while it is worked on
    std::string answer;  // once there is one
  };
  using Brought = std::function<void(std::string_view answer)>;

  std::shared_ptr<server::OpenTable> find(const std::string& id, server::Failure&);
  void create(server::TableRecord, std::vector<server::Entry>,
              std::function<void(server::Failure, std::shared_ptr<server::OpenTable>)>);
  void create_for(const Call&, server::TableRecord, std::vector<server::Entry>);
  void write_down(std::string table, std::optional<server::TableRecord>, std::vector<server::Entry>,
                  std::size_t before, std::function<void(bool)> then);
  int think(std::string question, Brought);
  std::shared_ptr<server::OpenTable> table_of(const Call&);  // null: answered
  std::string own_json(const server::OpenTable&) const;

  // Handlers
  void me(const Call&);
  void rename_me(const Call&);
  void message(const Call&);
  void games(const Call&);
  void game(const Call&);
  void examples(const Call&);
  void face(const Call&);
  void check_deck(const Call&);
  void tables(const Call&);
  void new_table(const Call&);
  void table(const Call&);
  void join(const Call&);
  void leave(const Call&);
  void seats(const Call&);
  void replay(const Call&);
  void replay_file(const Call&);
  void take_over(const Call&);
  void import_replay(const Call&);
  void hint(const Call&);
  void start_review(const Call&);
  void review(const Call&);

  Loop loop_;
  server::Identity me_;
  std::map<std::string, Kept, std::less<>> tables_;
  std::map<int, Write> writes_;
  std::map<int, Brought> questions_;
  std::map<int, Seat> lines_;
  std::map<std::string, Review, std::less<>> reviews_;      // by table and language
  std::map<std::string, std::string, std::less<>> examples_;  // by game
  int last_ = 0;  // of the numbers of writes and questions
};

}  // namespace rw::wasm
