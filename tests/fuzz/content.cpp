// Bytes as one file of a game's content, the other files being the real ones: compiled with every
// problem told, or into a bundle that the game either loads or refuses with a reason.
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <fstream>

#include "forge/forge.h"
#include "tests/fuzz/fuzz.h"

namespace {

namespace files = std::filesystem;

// A copy of the content of the first game, made once; removed when the fuzzer ends well.
class Folder {
 public:
  Folder() : folder_(files::temp_directory_path() / ("rulewright-fuzz-" + std::to_string(getpid()))) {
    const files::path source = files::path(RULEWRIGHT_SOURCE) / "content";
    files::create_directories(folder_);
    files::copy(source, folder_, files::copy_options::recursive | files::copy_options::overwrite_existing);
    for (const auto& entry : files::directory_iterator(game()))
      if (entry.is_regular_file()) names_.push_back(entry.path().filename());
    std::sort(names_.begin(), names_.end());
  }
  ~Folder() {
    std::error_code ignored;
    files::remove_all(folder_, ignored);
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  files::path game() const { return folder_ / rw::games().front()->id; }
  // The file that the bytes look like: cards.yaml has the key `cards`, rules.md has its list.
  const files::path& name_for(std::string_view text) const {
    for (const files::path& name : names_) {
      const std::string key = name == "rules.md" ? "\n- **" : "\n" + name.stem().string() + ":";
      if (text.find(key) != std::string_view::npos) return name;
    }
    return names_[text.size() % names_.size()];
  }
  void write(const files::path& name, std::span<const std::uint8_t> bytes) const {
    std::ofstream out(game() / name, std::ios::binary | std::ios::trunc);
    out.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
  }
  void restore(const files::path& name) const {
    files::copy_file(files::path(RULEWRIGHT_SOURCE) / "content" / rw::games().front()->id / name, game() / name,
                     files::copy_options::overwrite_existing);
  }

 private:
  files::path folder_;
  std::vector<files::path> names_;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const Folder folder;
  const files::path& name = folder.name_for({reinterpret_cast<const char*>(data), size});
  folder.write(name, {data, size});
  const rw::forge::Result result = rw::forge::compile(folder.game());
  folder.restore(name);
  rw::fuzz::require(result.bundle.empty() == !result.problems.empty());
  if (result.bundle.empty()) return 0;
  const auto edition = rw::Edition::load(result.bundle);
  rw::fuzz::require(!edition == !edition.error().empty());
  return 0;
}
