// Putting the parts together, starting and stopping them in order.
#include "server/serve.h"

#include <sodium.h>
#include <sys/resource.h>

#include <cstdio>
#include <filesystem>
#include <thread>

#include "server/bots.h"
#include "server/hall.h"
#include "server/log.h"
#include "server/people.h"
#include "server/site.h"
#include "server/storage.h"

namespace rw::server {
namespace {

int failed(const std::string& error) {
  std::fprintf(stderr, "rulewright: %s\n", error.c_str());
  return 2;
}

// Beside the program where it was built, or where it was installed.
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

// Each socket is a file descriptor.
void allow_many_sockets() {
  rlimit limit{};
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
  limit.rlim_cur = limit.rlim_max;
  setrlimit(RLIMIT_NOFILE, &limit);
}

std::unique_ptr<Store> open_store(const ServeOptions& options, std::string& error) {
  auto database =
      options.database.empty() ? open_sqlite(options.data, error) : open_postgres(options.database, error);
  if (!database) return nullptr;
  const std::string reach =
      options.reach.empty() ? options.address + ":" + std::to_string(options.port) : options.reach;
  auto store = std::make_unique<Store>(std::move(database), random_hex(8), reach);
  if (!store->open(error)) return nullptr;
  return store;
}

}  // namespace

int serve(const ServeOptions& options) {
  std::string error;
  if (sodium_init() < 0) return failed("the system gives no random numbers");
  allow_many_sockets();
  open_log(options.log_file, options.log_level);
  auto store = open_store(options, error);
  if (!store) return failed(error);
  const std::string secret = store->secret();
  if (secret.empty()) return failed(store->error());

  Figures figures;
  HttpServer http(figures);
  const int cores = static_cast<int>(std::thread::hardware_concurrency());
  Storage storage(std::move(store), http.loop());
  Bots bots(options.bot_threads > 0 ? options.bot_threads : std::max(1, cores - 1), http.loop());
  Hall hall(http.loop(), storage, bots, figures);
  if (!hall.load_games(error)) return failed(error);
  People people(storage, bots, http.loop(), secret);
  const SiteSettings settings{options.page.empty() ? usual_page() : options.page, options.origin};
  TableSite site(hall, people, storage, bots, http.loop(), figures, settings);
  if (!http.listen(options.address, options.port, options.limits, site, people.signed_text("relay", "key"), error))
    return failed(error);
  hall.start();
  http.on_signal([&] {
    log_info("stopping");
    site.stopping();
    http.stop_listening();
    // A moment for the farewells to leave.
    hall.stop([&] { http.loop().after(300, [&] { http.stop(); }); });
  });
  const std::string where =
      options.address == "0.0.0.0" || options.address == "::" ? "localhost" : options.address;
  std::printf("Rulewright is at http://%s:%d/\n", where.c_str(), http.port());
  if (settings.page_folder.empty()) std::printf("The page is not built; only the API answers.\n");
  std::fflush(stdout);
  log_info("started", {{"port", http.port()}, {"storage", storage.shared() ? "postgresql" : "sqlite"}});
  http.run();
  log_info("stopped");
  close_log();
  return 0;
}

}  // namespace rw::server
