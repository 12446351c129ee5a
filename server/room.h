// A room: the tables of one loop. Only that loop's thread touches them.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "server/bots.h"
#include "server/metrics.h"
#include "server/open_table.h"
#include "server/storage.h"

namespace rw::server {

class Hall;

struct FoundHere {
  std::shared_ptr<OpenTable> table;
  std::string elsewhere;  // the address of the server that has it
  Failure failure;
};

class Room final : public House {
 public:
  Room(Hall&, Loop&, Storage&, Bots&, Metrics&);

  // All of these are called in the room's loop, and answer there.
  void find(const std::string& id, std::function<void(FoundHere)>);
  using Own = std::shared_ptr<const OwnEdition>;
  void create(const Wording&, const Own&, TableRecord, std::vector<Entry>,
              std::function<void(Failure, std::shared_ptr<OpenTable>)>);
  const std::unordered_map<std::string, std::shared_ptr<OpenTable>>& tables() const { return tables_; }
  void close_idle();
  void dismiss_all();

  // House
  Loop& loop() override { return loop_; }
  void write(TableWrite, std::function<void(Written)>) override;
  void ask_bot(BotQuestion, std::function<void(Choice, Milliseconds)>) override;
  void open_table(TableRecord, std::function<void(bool)>) override;
  std::string fresh_id() override;
  std::string fresh_seed() override;
  void lost(const std::string& table) override;
  void fell(const std::string& table, std::string_view why) override;
  void chosen(std::int64_t microseconds, double seconds) override;

 private:
  // `found` null: it could not be read.
  void read(const std::string& id, FoundTable* found);
  void opened(const std::string& id, FoundTable* found, const Own&);
  FoundHere open_found(const std::string& id, FoundTable& found, const Own&);
  void keep(const std::shared_ptr<OpenTable>&);
  std::shared_ptr<OpenTable> let_go(const std::string& id);

  Hall& hall_;
  Loop& loop_;
  Storage& storage_;
  Bots& bots_;
  Metrics& metrics_;
  std::unordered_map<std::string, std::shared_ptr<OpenTable>> tables_;
  std::unordered_map<std::string, std::vector<std::function<void(FoundHere)>>> finding_;
};

}  // namespace rw::server
