#include "lab/sources.h"

#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <fstream>

#include "engine/embedded.h"

namespace rw::lab {
namespace {

namespace files = std::filesystem;

constexpr std::size_t block = 512;

}  // namespace

UnpackedSources::UnpackedSources(const std::string& game) : game_(game) {
  const std::span<const std::byte> archive = embedded_sources(game);
  std::error_code fault;
  std::string name = (files::temp_directory_path(fault) / "rulewright-content-XXXXXX").string();
  if (archive.empty() || fault || mkdtemp(name.data()) == nullptr) return;
  folder_ = name;
  unpack(archive);
}

UnpackedSources::~UnpackedSources() {
  std::error_code fault;
  if (!folder_.empty()) files::remove_all(folder_, fault);
}

// A tar archive: a header of one block with name and size in octal digits, then the file in whole blocks.
void UnpackedSources::unpack(std::span<const std::byte> archive) {
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

std::string UnpackedSources::as_told(std::string message) const {
  const std::string there = folder_.string(), usual = "content/" + game_;
  for (std::size_t at = message.find(there); at != std::string::npos; at = message.find(there, at + usual.size()))
    message.replace(at, there.size(), usual);
  return message;
}

}  // namespace rw::lab
