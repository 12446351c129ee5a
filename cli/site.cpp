// `rulewright site`: the page with the engine inside as a folder of static files, which any host can serve.
#include <filesystem>
#include <system_error>

#include "cli/commands.h"
#include "cli/terminal.h"
#include "server/serve.h"
#include "speech/speech.h"

namespace rw::cli {
namespace {

namespace files = std::filesystem;

// The build of the page writes two pages: one for a server, one for a folder that may lie anywhere.
constexpr const char* page_for_server = "index.html";
constexpr const char* page_for_folder = "site.html";

bool has_engine(const files::path& page) {
  std::error_code fault;
  for (const auto& entry : files::recursive_directory_iterator(page, fault))
    if (entry.path().extension() == ".wasm") return true;
  return false;
}

// Can the files be written there?
Expected<> can_be_filled(const files::path& folder) {
  std::error_code fault;
  if (!files::exists(folder, fault)) return {};
  if (!files::is_directory(folder, fault)) return failed("'" + folder.string() + "' is not a folder");
  if (!files::is_empty(folder, fault))
    return failed("the folder '" + folder.string() + "' is not empty; give a new one");
  return {};
}

struct Copied {
  int count = 0;
  std::uintmax_t bytes = 0;
};

bool copy_page(const files::path& page, const files::path& folder, Copied& copied, std::error_code& fault) {
  for (const auto& entry : files::recursive_directory_iterator(page, fault)) {
    if (!entry.is_regular_file() || entry.path().extension() == ".map") continue;
    files::path name = files::relative(entry.path(), page, fault);
    if (name == page_for_server) continue;
    if (name == page_for_folder) name = page_for_server;
    files::create_directories((folder / name).parent_path(), fault);
    if (fault || !files::copy_file(entry.path(), folder / name, fault)) return false;
    ++copied.count;
    copied.bytes += entry.file_size();
  }
  return !fault;
}

}  // namespace

int site(const SiteOptions& options) {
  const std::string page = options.page.empty() ? server::usual_page() : options.page;
  std::error_code fault;
  if (page.empty() || !files::exists(files::path(page) / page_for_folder, fault))
    return wrong_input("the page is not built; `web/with-node npm run build` builds it");
  if (!has_engine(page))
    return wrong_input("the page in '" + page +
                       "' was built without the engine; build the preset 'wasm' first, then the page");
  if (const auto fit = can_be_filled(options.folder); !fit) return wrong_input(fit.error());
  Copied copied;
  if (!copy_page(page, options.folder, copied, fault))
    return wrong_input("'" + options.folder + "' could not be written: " + fault.message());
  const double megabytes = static_cast<double>(copied.bytes) / 1e6;
  speech::tell("{} files, {:.1f} MB in {}. Any host for static files can serve them.", copied.count, megabytes,
               options.folder);
  return 0;
}

}  // namespace rw::cli
