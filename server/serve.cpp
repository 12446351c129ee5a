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

int refuse(const std::string& why) {
  std::fprintf(stderr, "rulewright: %s\n", why.c_str());
  return 2;
}

int most_connections_here() {
  rlimit limit{};
  std::int64_t descriptors = 1024;
  if (getrlimit(RLIMIT_NOFILE, &limit) == 0) {
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);
    descriptors = static_cast<std::int64_t>(std::min<rlim_t>(limit.rlim_cur, 10'000'000));
  }
  std::int64_t memory = static_cast<std::int64_t>(sysconf(_SC_PHYS_PAGES)) * sysconf(_SC_PAGESIZE);
  std::int64_t group = 0;
  if (std::ifstream file("/sys/fs/cgroup/memory.max"); file >> group && group > 0)
    memory = std::min(memory, group);
  return most_connections(memory, descriptors);
}

// The names by which a local network may know this machine.
std::vector<std::string> host_names(const ServeOptions& options) {
  std::vector<std::string> names;
  for (const std::string& name : options.hosts) names.push_back(core::folded(name));
  char name[256] = {};
  if (gethostname(name, sizeof name - 1) == 0 && name[0] != '\0')
    for (const char* ending : {"", ".local", ".lan", ".home.arpa"})
      names.push_back(core::folded(std::string(name) + ending));
  return names;
}

// Containers made from one image may all have its machine-id.
std::string machine_name() {
  std::string id;
  if (std::ifstream file("/etc/machine-id"); file) file >> id;
  char host[256] = {};
  gethostname(host, sizeof host - 1);
  return id + " " + host;
}

Expected<std::unique_ptr<Store>> open_store(const ServeOptions& options) {
  FolderNews news;
  auto database = options.database.empty() ? open_sqlite(options.data, &news) : open_postgres(options.database);
  if (!database) return std::move(database).failure();
  if (news.unclean) log_warning("the last server did not stop in order; the database was checked and is sound");
  if (news.lost_frames > 0)
    log_warning("the end of the write-ahead log was lost: what was not committed yet",
                {{"frames", news.lost_frames}});
  const std::string reach = !options.reach.empty()    ? options.reach
                            : !options.inside.empty() ? options.inside
                                                      : options.address + ":" + std::to_string(options.port);
  auto store = std::make_unique<Store>(*std::move(database), random_hex(8), reach, machine_name());
  if (auto opened = store->open(); !opened) return std::move(opened).failure();
  return store;
}

bool is_secret(const std::string& text) {
  return text.size() == 64 && text.find_first_not_of("0123456789abcdef") == std::string::npos;
}

// The key that signs cookies lies in a file beside the games. Several servers share it in their database. A key
// that cannot be read is never replaced: every guest would lose the seats.
Expected<std::string> find_secret(const ServeOptions& options, Store& store) {
  const char* const what_it_is = " must have 64 hexadecimal digits (0 to 9, a to f)";
  if (!options.database.empty()) {
    std::string secret = store.secret();
    if (secret.empty()) return failed(store.error());
    if (!is_secret(secret)) return failed("the secret in the table settings" + std::string(what_it_is));
    return secret;
  }
  const std::string file = options.data + "/secret";
  std::error_code fault;
  if (std::filesystem::exists(file, fault) || fault) {
    std::string secret;
    if (std::ifstream in(file); !(in >> secret) || !is_secret(secret)) return failed(file + what_it_is);
    return secret;
  }
  const std::string old = store.stored_secret();  // an older program kept it there
  const std::string secret = old.empty() ? random_hex(32) : old;
  if (!write_private(file, secret + "\n")) return failed(file + " cannot be written");
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

int most_connections(std::int64_t memory, std::int64_t descriptors) {
  constexpr std::int64_t bytes_of_a_socket = 64 * 1024, other_files = 64;
  return static_cast<int>(std::clamp<std::int64_t>(memory / 2 / bytes_of_a_socket, other_files,
                                                   std::max(other_files, descriptors - other_files)));
}

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
  std::string inside_host;
  int inside_port = 0;
  if (sodium_init() < 0) return refuse("the system gives no random numbers");
  if (options.certificate.empty() != options.key.empty()) return refuse("TLS needs both --certificate and --key");
  if (!options.inside.empty() && !read_place(options.inside, inside_host, inside_port))
    return refuse("--inside: an address and a port, as 127.0.0.1:9090");
  // A file at its size limit is a storage fault like any other, and a closed pipe does not end the server.
  for (const int signal : {SIGXFSZ, SIGPIPE}) std::signal(signal, SIG_IGN);
  Limits limits = options.limits;
  const int room = most_connections_here();
  limits.most_connections = options.connections > 0 ? options.connections : room;
  open_log(options.log_file, options.log_level);
  auto store = open_store(options);
  if (!store) return refuse(store.error());
  const Expected<std::string> secret = find_secret(options, **store);
  if (!secret) return refuse(secret.error());

  Metrics metrics;
  const int cores = static_cast<int>(std::thread::hardware_concurrency());
  HttpServer http(metrics, options.loops > 0 ? options.loops : cores);
  const bool tls = !options.certificate.empty();
  if (tls)
    if (const auto secured = http.secure(options.certificate, options.key); !secured)
      return refuse(secured.error());
  Storage storage(*std::move(store), http.loop());
  Bots bots(options.bot_threads > 0 ? options.bot_threads : std::max(1, cores - 1), http.loop());
  Hall hall(http.loops(), storage, bots, metrics);
  if (const auto loaded = hall.load_games(); !loaded) return refuse(loaded.error());
  People people(storage, bots, http.loop(), *secret);
  const SiteSettings settings{options.page.empty() ? usual_page() : options.page,
                              options.origin,
                              host_names(options),
                              tls || options.origin.starts_with("https://"),
                              !options.inside.empty(),
                              std::max(1, cores),
                              options.limits.requests_per_second / 20};
  TableSite site(hall, people, storage, bots, http.loop(), metrics, settings);
  if (const auto listens =
          http.listen(options.address, options.port, limits, site, people.signed_text("relay", "key"));
      !listens)
    return refuse(listens.error());
  if (inside_port > 0)
    if (const auto listens = http.listen_inside(inside_host, inside_port); !listens)
      return refuse(listens.error());
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
    // Whatever is not written by then is dropped. Nobody was told of it.
    http.loop().after(stop_time, [&] { http.stop(); });
  });
  if (tls)
    http.on_hangup([&] {
      if (const auto secured = http.secure(options.certificate, options.key))
        log_info("certificate read again");
      else
        log_warning("the certificate stays as it was", {{"error", secured.error()}});
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
  // Everything is written. If a bot was thinking, whoever opens the table next asks it again.
  std::_Exit(0);
}

}  // namespace rw::server
