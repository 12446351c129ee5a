// Effects that no card of a game has, for the rules that need one: content changed for one scenario.
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <string>

#include "engine/embedded.h"
#include "forge/forge.h"
#include "lab/scenario.h"

namespace rw::lab {
namespace {

namespace files = std::filesystem;

// content/<game> beside the scenario's folder, or beside one above it.
files::path content_folder(const Scenario& scenario) {
  std::error_code fault;
  const files::path inside = files::path("content") / scenario.game.text;
  for (files::path folder = files::absolute(scenario.file, fault).parent_path(); !folder.empty();
       folder = folder.parent_path()) {
    if (files::is_directory(folder / inside, fault)) return folder / inside;
    if (folder == folder.root_path()) break;
  }
  return {};
}

// The sources that the program carries with it, laid out in a folder of their own for as long as they are needed.
class UnpackedSources {
 public:
  explicit UnpackedSources(const std::string& game) {
    std::error_code fault;
    std::string name = (files::temp_directory_path(fault) / "rulewright-content-XXXXXX").string();
    if (fault || mkdtemp(name.data()) == nullptr) return;
    folder_ = name;
    unpack(embedded_sources(game));
  }
  ~UnpackedSources() {
    std::error_code fault;
    if (!folder_.empty()) files::remove_all(folder_, fault);
  }
  UnpackedSources(const UnpackedSources&) = delete;
  UnpackedSources& operator=(const UnpackedSources&) = delete;
  const files::path& folder() const { return folder_; }

 private:
  static constexpr std::size_t block = 512;

  // A tar archive: a header of one block with name and size in octal digits, then the file in whole blocks.
  void unpack(std::span<const std::byte> archive) {
    std::error_code fault;
    while (archive.size() >= block && archive[0] != std::byte{0}) {
      const auto* header = reinterpret_cast<const char*>(archive.data());
      const std::string name(header, strnlen(header, 100));
      const std::size_t size = std::stoul(std::string(header + 124, 11), nullptr, 8);
      const bool plain = header[156] == '0' || header[156] == 0;
      if (block + size > archive.size()) return;
      if (plain) {
        files::create_directories((folder_ / name).parent_path(), fault);
        std::ofstream(folder_ / name, std::ios::binary).write(header + block, static_cast<std::streamsize>(size));
      }
      const std::size_t used = block + (size + block - 1) / block * block;
      archive = archive.subspan(std::min(used, archive.size()));
    }
  }

  files::path folder_;
};

std::shared_ptr<const Edition> compiled(const files::path& folder, const Scenario& scenario, std::string& reason) {
  const forge::Result result = forge::compile(folder, scenario.content);
  for (const forge::Problem& problem : result.problems) reason += (reason.empty() ? "" : "; ") + problem.text();
  return reason.empty() ? Edition::load(result.bundle, reason) : nullptr;
}

}  // namespace

std::shared_ptr<const Edition> changed_content(const Scenario& scenario, std::string& reason) {
  if (const files::path folder = content_folder(scenario); !folder.empty())
    return compiled(folder, scenario, reason);
  const UnpackedSources sources(scenario.game.text);
  if (sources.folder().empty()) {
    reason = "there is no folder content/" + scenario.game.text + " beside the scenario, and no room to unpack it";
    return nullptr;
  }
  auto edition = compiled(sources.folder(), scenario, reason);
  // What is wrong is told as if the sources lay where they always lie.
  const std::string there = sources.folder().string();
  for (std::size_t at = reason.find(there); at != std::string::npos; at = reason.find(there, at))
    reason.replace(at, there.size(), "content/" + scenario.game.text);
  return edition;
}

}  // namespace rw::lab
