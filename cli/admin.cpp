// `rulewright admin`, `backup` and `restore`: for those in charge of a server. They work beside a server that
// runs, through its database; it follows within a second.
#include <pwd.h>
#include <sodium.h>
#include <unistd.h>

#include <cstdio>
#include <ctime>
#include <nlohmann/json.hpp>

#include "cli/commands.h"
#include "cli/terminal.h"
#include "engine/core/text.h"
#include "server/address.h"
#include "server/backup.h"
#include "server/schema.h"
#include "server/store.h"

namespace rw::cli {
namespace {

using Json = nlohmann::ordered_json;
using server::Store;

constexpr std::int64_t for_good = 9'000'000'000'000;  // milliseconds since 1970: the year 2255

std::string day(std::int64_t milliseconds) {
  if (milliseconds >= for_good) return "for good";
  const std::time_t seconds = milliseconds / 1000;
  char text[32];
  std::tm parts{};
  std::strftime(text, sizeof text, "%Y-%m-%d %H:%M", gmtime_r(&seconds, &parts));
  return text;
}

std::string who_does_it() {
  const passwd* user = getpwuid(geteuid());
  return user == nullptr ? std::to_string(geteuid()) : user->pw_name;
}

std::string sitters_text(const server::TableRecord& record) {
  std::string text;
  for (const server::Sitter& sitter : record.sitters) {
    const bool open = sitter.kind == server::Sitter::Kind::open;
    text += (text.empty() ? "" : ", ") + (open ? "(open)" : sitter.name);
  }
  return text;
}

// ---- showing ----------------------------------------------------------------------------------------

// Rows as a table, or as JSON objects with the names of the columns.
void show(const std::vector<std::string>& columns, const std::vector<std::vector<std::string>>& rows, bool json) {
  if (json) {
    Json list = Json::array();
    for (const auto& row : rows) {
      Json one;
      for (std::size_t i = 0; i < columns.size(); ++i) one[columns[i]] = row[i];
      list.push_back(std::move(one));
    }
    std::printf("%s\n", list.dump(2, ' ', false, Json::error_handler_t::replace).c_str());
    return;
  }
  for (const auto& row : rows) {
    std::string line;
    for (std::size_t i = 0; i < row.size(); ++i) line += (i > 0 ? "  " : "") + row[i];
    std::printf("%s\n", line.c_str());
  }
}

void show_tables(Store& store, const AdminOptions& options) {
  static constexpr const char* status[] = {"waiting", "playing", "over"};
  std::vector<std::vector<std::string>> rows;
  for (const server::TableRecord& record : store.all_tables(options.game, -1, options.most))
    rows.push_back({record.id, record.game, status[static_cast<std::size_t>(record.status)], day(record.changed),
                    sitters_text(record)});
  show({"table", "game", "status", "changed", "seats"}, rows, options.json);
}

void show_people(Store& store, const AdminOptions& options) {
  std::vector<std::vector<std::string>> rows;
  for (const Store::Person& person : store.people(options.subject, options.most))
    rows.push_back(
        {person.name, std::to_string(person.tables) + " tables", std::to_string(person.sessions) + " sessions"});
  show({"name", "tables", "sessions"}, rows, options.json);
}

void show_bans(Store& store, const AdminOptions& options) {
  std::vector<std::vector<std::string>> rows;
  for (const server::Ban& ban : store.bans()) rows.push_back({ban.kind, ban.subject, day(ban.until), ban.reason});
  show({"kind", "subject", "until", "reason"}, rows, options.json);
}

void show_log(Store& store, const AdminOptions& options) {
  std::vector<std::vector<std::string>> rows;
  for (const server::AdminAction& action : store.actions(options.most))
    rows.push_back({day(action.moment), action.person, action.action, action.subject, action.detail});
  show({"when", "who", "action", "subject", "detail"}, rows, options.json);
}

// ---- doing ------------------------------------------------------------------------------------------

Expected<> act(Store& store, const AdminOptions& options) {
  // A network, as `admin bans` shows it, is lifted as it stands there.
  const std::string network =
      options.subject.ends_with("/64") ? options.subject : server::network_of(server::address_in(options.subject));
  const bool address = !network.empty();
  const std::string kind = address ? "address" : "account";
  const std::string subject = address ? network : core::folded(options.subject);
  std::string detail;
  if (options.action == "close") {
    if (!store.close_table(options.subject)) return failed("there is no such table, or it is over");
  } else if (options.action == "ban") {
    if (!address && !store.account_named(subject))
      return failed("there is no account with that name, and it is not an address");
    const std::int64_t until =
        options.days == 0 ? for_good : store.now() + static_cast<std::int64_t>(options.days) * 86'400'000;
    store.ban({kind, subject, until, options.reason});
    detail = day(until) + (options.reason.empty() ? "" : ": " + options.reason);
  } else if (options.action == "unban") {
    if (!store.unban(kind, subject)) return failed("nobody with that name or address is banned");
  } else if (options.action == "message") {
    store.set_message({options.subject, options.french});
    detail = options.french;
  }
  store.log_action({0, who_does_it(), options.action, options.subject, detail});
  return {};
}

}  // namespace

int admin(const AdminOptions& options) {
  if (sodium_init() < 0) return wrong_input("the system gives no random numbers");
  auto opened = server::open_beside({options.data, options.database});
  if (!opened) return wrong_input(opened.error());
  std::unique_ptr<server::Database> database = *std::move(opened);
  if (options.action == "check") {
    const std::string damage = database->damage();
    std::printf("%s\n", damage.empty() ? "the database is sound" : damage.c_str());
    return damage.empty() ? 0 : 1;
  }
  if (const auto made = server::migrate(*database); !made) return wrong_input(made.error());
  Store store(std::move(database), "admin", "");
  const std::string& action = options.action;
  const bool changes = action == "close" || action == "ban" || action == "unban" || action == "message";
  if (options.subject.empty() && changes && action != "message")
    return wrong_input("`rulewright admin " + action +
                       "` needs to know whom or what: a name, an address or a table");
  if (!store.begin()) return wrong_input(store.error());
  Expected<> acted;
  if (changes) acted = act(store, options);
  if (action == "tables") show_tables(store, options);
  if (action == "people") show_people(store, options);
  if (action == "bans") show_bans(store, options);
  if (action == "log") show_log(store, options);
  if (!acted) {
    store.rollback();
    return wrong_input(acted.error());
  }
  if (!store.commit()) return wrong_input(store.error());
  if (changes) std::printf("done\n");
  return 0;
}

int backup(const BackupOptions& options) {
  const auto made = server::backup({options.data, options.database}, options.folder);
  if (!made) return wrong_input(made.error());
  std::printf("everything is in %s\n", options.folder.c_str());
  return 0;
}

int restore(const BackupOptions& options) {
  const auto restored = server::restore(options.folder, {options.data, options.database});
  if (!restored) return wrong_input(restored.error());
  std::printf("restored; a server can be started\n");
  return 0;
}

}  // namespace rw::cli
