// Putting the parts together, starting and stopping them in order.
#include "server/serve.h"

#include <sodium.h>
#include <sys/resource.h>
#include <unistd.h>

#include <charconv>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <thread>

#include "engine/core/text.h"
#include "server/backup.h"
#include "server/bots.h"
#include "server/hall.h"
#include "server/log.h"
#include "server/people.h"
#include "server/site.h"
#include "server/storage.h"

namespace rw::server {
namespace {

// How long a stop may take.
constexpr Milliseconds stop_time = 8000;

int failed(const std::string& error) {
  std::fprintf(stderr, "rulewright: %s\n", error.c_str());
  return 2;
}

// Each socket is a file descriptor, and what it has not read yet is memory: half of the machine's is for them.
int most_connections() {
  constexpr std::int64_t bytes_of_a_socket = 64 * 1024;
  rlimit limit{};
  std::int64_t most = 1024;
  if (getrlimit(RLIMIT_NOFILE, &limit) == 0) {
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);
    most = static_cast<std::int64_t>(std::min<rlim_t>(limit.rlim_cur, 10'000'000)) - 64;
  }
  std::int64_t memory = static_cast<std::int64_t>(sysconf(_SC_PHYS_PAGES)) * sysconf(_SC_PAGESIZE);
  std::int64_t group = 0;
  if (std::ifstream file("/sys/fs/cgroup/memory.max"); file >> group && group > 0)
    memory = std::min(memory, group);
  return static_cast<int>(std::max<std::int64_t>(64, std::min(most, memory / 2 / bytes_of_a_socket)));
}

// What the others of a network may call this machine.
std::vector<std::string> host_names(const ServeOptions& options) {
  std::vector<std::string> names;
  for (const std::string& name : options.hosts) names.push_back(core::folded(name));
  char name[256] = {};
  if (gethostname(name, sizeof name - 1) == 0 && name[0] != '\0')
    for (const char* ending : {"", ".local", ".lan", ".home.arpa"})
      names.push_back(core::folded(std::string(name) + ending));
  return names;
}

std::string machine_name() {
  std::string name;
  if (std::ifstream file("/etc/machine-id"); file >> name) return name;
  char host[256] = {};
  gethostname(host, sizeof host - 1);
  return host;
}

std::unique_ptr<Store> open_store(const ServeOptions& options, std::string& error) {
  FolderNews news;
  auto database =
      options.database.empty() ? open_sqlite(options.data, error, &news) : open_postgres(options.database, error);
  if (!database) return nullptr;
  if (news.unclean) log_warning("the last server did not stop in order; the database was checked and is sound");
  if (news.lost_frames > 0)
    log_warning("the end of the write-ahead log was lost: what was not committed yet",
                {{"frames", news.lost_frames}});
  const std::string reach = !options.reach.empty()    ? options.reach
                            : !options.inside.empty() ? options.inside
                                                      : options.address + ":" + std::to_string(options.port);
  auto store = std::make_unique<Store>(std::move(database), random_hex(8), reach, machine_name());
  if (!store->open(error)) return nullptr;
  return store;
}

// What cookies are signed with lies beside the games, not among them. Several servers share it in their database.
std::string find_secret(const ServeOptions& options, Store& store, std::string& error) {
  if (!options.database.empty()) {
    const std::string secret = store.secret();
    if (secret.empty()) error = store.error();
    return secret;
  }
  const std::string file = options.data + "/secret";
  std::string secret;
  if (std::ifstream in(file); in >> secret && secret.size() == 64) return secret;
  const std::string old = store.stored_secret();  // of a server from before
  secret = old.empty() ? random_hex(32) : old;
  if (!write_private(file, secret + "\n")) {
    error = file + " cannot be written";
    return {};
  }
  if (!old.empty()) store.forget_secret();
  return secret;
}

bool read_place(const std::string& text, std::string& host, int& port) {
  const std::size_t colon = text.rfind(':');
  if (colon == std::string::npos) return false;
  host = text.substr(0, colon);
  const auto [end, fault] = std::from_chars(text.data() + colon + 1, text.data() + text.size(), port);
  return fault == std::errc{} && end == text.data() + text.size() && port > 0 && port < 65536;
}

}  // namespace

std::string usual_page() {
  namespace files = std::filesystem;
  std::error_code fault;
  const files::path program = files::read_symlink("/proc/self/exe", fault).parent_path();
  for (files::path folder = program; !folder.empty(); folder = folder.parent_path()) {
    for (const char* inside : {"web/dist", "share/rulewright/web"})
      if (files::exists(folder / inside / "index.html", fault)) return (folder / inside).string();
    if (folder == folder.root_path()) break;
  }
  return {};
}

int serve(const ServeOptions& options) {
  std::string error, inside_host;
  int inside_port = 0;
  if (sodium_init() < 0) return failed("the system gives no random numbers");
  if (options.certificate.empty() != options.key.empty()) return failed("TLS needs both --certificate and --key");
  if (!options.inside.empty() && !read_place(options.inside, inside_host, inside_port))
    return failed("--inside: an address and a port, as 127.0.0.1:9090");
  // A file that has grown to its limit is a fault of storage like any other; nor does a closed pipe end the
  // server.
  for (const int signal : {SIGXFSZ, SIGPIPE}) std::signal(signal, SIG_IGN);
  Limits limits = options.limits;
  const int room = most_connections();
  limits.most_connections = options.connections > 0 ? options.connections : room;
  open_log(options.log_file, options.log_level);
  auto store = open_store(options, error);
  if (!store) return failed(error);
  const std::string secret = find_secret(options, *store, error);
  if (secret.empty()) return failed(error);

  Figures figures;
  const int cores = static_cast<int>(std::thread::hardware_concurrency());
  HttpServer http(figures, options.loops > 0 ? options.loops : cores);
  const bool tls = !options.certificate.empty();
  if (tls && !http.secure(options.certificate, options.key, error)) return failed(error);
  Storage storage(std::move(store), http.loop());
  Bots bots(options.bot_threads > 0 ? options.bot_threads : std::max(1, cores - 1), http.loop());
  Hall hall(http.loops(), storage, bots, figures);
  if (!hall.load_games(error)) return failed(error);
  People people(storage, bots, http.loop(), secret);
  const SiteSettings settings{options.page.empty() ? usual_page() : options.page,
                              options.origin,
                              host_names(options),
                              tls || options.origin.starts_with("https://"),
                              !options.inside.empty(),
                              std::max(1, cores),
                              options.limits.requests_per_second / 20};
  TableSite site(hall, people, storage, bots, http.loop(), figures, settings);
  if (!http.listen(options.address, options.port, limits, site, people.signed_text("relay", "key"), error))
    return failed(error);
  if (inside_port > 0 && !http.listen_inside(inside_host, inside_port, error)) return failed(error);
  hall.start();
  bool in_order = false;
  http.on_signal([&] {
    log_info("stopping");
    site.stopping();
    http.stop_listening();
    // A moment for the farewells to leave.
    hall.stop([&] {
      in_order = true;
      http.loop().after(300, [&] { http.stop(); });
    });
    // What is not written by then will not be: nobody was told of it.
    http.loop().after(stop_time, [&] { http.stop(); });
  });
  if (tls)
    http.on_hangup([&] {
      std::string fault;
      if (http.secure(options.certificate, options.key, fault))
        log_info("certificate read again");
      else
        log_warning("the certificate stays as it was", {{"error", fault}});
    });
  const std::string where =
      options.address == "0.0.0.0" || options.address == "::" ? "localhost" : options.address;
  std::printf("Rulewright is at %s://%s:%d/\n", tls ? "https" : "http", where.c_str(), http.port());
  if (settings.page_folder.empty()) std::printf("The page is not built; only the API answers.\n");
  std::fflush(stdout);
  log_info("started", {{"port", http.port()},
                       {"storage", storage.shared() ? "postgresql" : "sqlite"},
                       {"loops", static_cast<std::int64_t>(http.loops().size())},
                       {"connections", limits.most_connections}});
  http.run();
  if (!in_order || !storage.close(stop_time)) log_warning("storage did not answer; stopped without it");
  log_info("stopped");
  close_log();
  std::fflush(nullptr);
  // Everything is written; what a bot still thinks about is asked again by whoever takes the table over.
  std::_Exit(0);
}

}  // namespace rw::server
