// The commands of those who run a server, and of programs that play at one.
#include "cli/command_line.h"

namespace rw::cli {
namespace {

void take_place(CLI::App& app, std::string& data, std::string& database) {
  app.add_option("--data", data, "where games are kept (default rulewright-data)")->type_name("DIR");
  app.add_option("--database", database, "the PostgreSQL where games are kept instead")->type_name("URL");
}

}  // namespace

Command serve_command(CLI::App& program) {
  return command<ServeCommand>(
      program, "serve", "the table in the browser: serves page, API and games", "serve --port 8080 --data games",
      serve, [](CLI::App& app, ServeCommand& command) {
        server::ServeOptions& options = command.serve;
        app.add_option("--port", options.port, "where to listen (default 8080)")
            ->type_name("PORT")
            ->check(CLI::Range(1, 65535));
        app.add_option("--address", options.address, "on which address (default 127.0.0.1; 0.0.0.0 for all)")
            ->type_name("ADDRESS");
        app.add_option("--data", options.data, "where games are kept (default rulewright-data)")->type_name("DIR");
        app.add_option("--database", options.database,
                       "keep games in PostgreSQL instead, shared by several servers")
            ->type_name("URL");
        app.add_option("--page", options.page,
                       "the built page (default: web/dist or share/rulewright/web above the program)")
            ->type_name("DIR");
        app.add_option("--origin", options.origin,
                       "the public address behind a proxy, as https://play.example.org")
            ->type_name("URL");
        app.add_option("--reach", options.reach, "where the other servers of this database can reach this one")
            ->type_name("HOST:PORT");
        app.add_flag("--behind-proxy", options.limits.behind_proxy, "take addresses from X-Forwarded-For");
        app.add_option("--per-address", options.limits.connections_per_address,
                       "most connections from one address (default 256)")
            ->type_name("N")
            ->check(CLI::Range(1, 100'000));
        app.add_option("--requests", options.limits.requests_per_second,
                       "requests a second from one address (default 40)")
            ->type_name("N")
            ->check(CLI::Range(1.0, 1e6));
        app.add_option("--messages", options.limits.messages_per_second,
                       "messages a second on one socket (default 20)")
            ->type_name("N")
            ->check(CLI::Range(1.0, 1e6));
        app.add_option("--loops", options.loops, "threads that tables are spread over (default: cores)")
            ->type_name("N")
            ->check(CLI::Range(1, server::most_loops));
        app.add_option("--bots", options.bot_threads, "threads in which the computer thinks (default: cores - 1)")
            ->type_name("N")
            ->check(CLI::Range(1, 256));
        app.add_option("--host", options.hosts, "a name by which people reach this server, if it has no --origin")
            ->type_name("NAME")
            ->allow_extra_args(false);
        app.add_option("--inside", options.inside,
                       "a second, plain address: /metrics is only there, and other servers connect there")
            ->type_name("ADDRESS:PORT");
        app.add_option("--certificate", options.certificate, "speak TLS; the chain in PEM, read again at SIGHUP")
            ->type_name("FILE");
        app.add_option("--key", options.key, "the key of the certificate, in PEM")->type_name("FILE");
        app.add_option("--connections", options.connections,
                       "most connections in all (default: as many as there is memory for)")
            ->type_name("N")
            ->check(CLI::Range(1, 10'000'000));
        app.add_option("--log", options.log_file, "write the log here (default: standard error)")
            ->type_name("FILE");
        app.add_option("--log-level", options.log_level, "debug, info, warn, error or off")
            ->check(CLI::IsMember({"debug", "info", "warn", "error", "off"}));
      });
}

Command site_command(CLI::App& program) {
  return command<SiteOptions>(
      program, "site", "write the page with the engine inside as static files, to be played without a server",
      "site public", site, [](CLI::App& app, SiteOptions& options) {
        app.add_option("folder", options.folder, "a new or empty folder")->required()->type_name("FOLDER");
        app.add_option("--page", options.page,
                       "the built page (default: web/dist or share/rulewright/web above the program)")
            ->type_name("DIR");
        take_language(app, options);
      });
}

Command admin_command(CLI::App& program) {
  return command<AdminOptions>(
      program, "admin", "administer a server: tables, people, bans, the message of the day",
      "admin ban \"Nasty Name\" --days 30 --reason \"insults\" --data games", admin,
      [](CLI::App& app, AdminOptions& options) {
        app.add_option(
               "action", options.action,
               "tables, people, close TABLE, ban NAME|ADDRESS, unban NAME|ADDRESS, bans, message [TEXT], log, "
               "check")
            ->required()
            ->type_name("ACTION")
            ->check(
                CLI::IsMember({"tables", "people", "close", "ban", "unban", "bans", "message", "log", "check"}));
        app.add_option("subject", options.subject, "who or what it is about")->type_name("SUBJECT");
        app.add_option("--days", options.days, "ban: for how long (default: for good)")
            ->type_name("N")
            ->check(CLI::Range(1, 36'500));
        app.add_option("--reason", options.reason, "ban: what the person is told")->type_name("TEXT");
        app.add_option("--fr", options.french, "message: the same in French")->type_name("TEXT");
        app.add_option("--game", options.game, "tables: of this game only")->type_name("GAME");
        app.add_option("--most", options.most, "how many lines at most (default 100)")
            ->type_name("N")
            ->check(CLI::Range(1, 1'000'000));
        take_place(app, options.data, options.database);
        take_json(app, options);
      });
}

Command backup_command(CLI::App& program) {
  return command<BackupOptions>(
      program, "backup", "copy everything that a server keeps to a folder, also while it runs",
      "backup backups/monday --data games", backup, [](CLI::App& app, BackupOptions& options) {
        app.add_option("folder", options.folder, "a new folder")->required()->type_name("FOLDER");
        take_place(app, options.data, options.database);
      });
}

Command restore_command(CLI::App& program) {
  return command<BackupOptions>(
      program, "restore", "restore a backup into an empty place, for a server to continue with",
      "restore backups/monday --data games", restore, [](CLI::App& app, BackupOptions& options) {
        app.add_option("folder", options.folder, "what `rulewright backup` made")->required()->type_name("FOLDER");
        take_place(app, options.data, options.database);
      });
}

Command bot_command(CLI::App& program) {
  return command<BotOptions>(
      program, "bot", "seat a program of yours at a table of a server",
      "bot --connect https://play.example.org --table k3v7 --account \"BOT Nova\" './my_bot.py --depth 3'", bot,
      [](CLI::App& app, BotOptions& options) {
        app.add_option("command", options.command,
                       "the program and its arguments, as one word; time=500ms:COMMAND")
            ->required()
            ->type_name("COMMAND");
        app.add_option("--connect", options.connect, "the server's address")->required()->type_name("URL");
        app.add_option("--table", options.table, "the table's id, the end of its link")
            ->required()
            ->type_name("ID");
        app.add_option("--seat", options.seat, "which seat (default: the first that is open)")
            ->type_name("N")
            ->check(CLI::Range(1, 6));
        app.add_option("--account", options.account, "the program's account; its name begins with \"BOT \"")
            ->required()
            ->type_name("NAME");
        app.add_option("--password-file", options.password_file,
                       "its password is the first line of this file (default: RULEWRIGHT_PASSWORD)")
            ->type_name("FILE");
        app.add_flag("--sign-up", options.sign_up, "make the account first");
        app.add_flag("--quiet", options.quiet, "print only how it ended");
      });
}

}  // namespace rw::cli
