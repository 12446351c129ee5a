// Writing games to a file that can be gone on with.
#include "learn/data.h"

#include <cstring>
#include <filesystem>

#include "engine/core/hash.h"

namespace rw::learn {
namespace {

constexpr char mark[4] = {'G', 'A', 'M', 'E'};
struct Chunk {
  char mark[4];
  std::uint32_t bytes;
  std::uint64_t checksum;
};
static_assert(sizeof(Chunk) == 16);

std::uint64_t checksum_of(std::span<const std::byte> bytes) {
  const core::Digest digest = core::sha256(bytes);
  std::uint64_t out = 0;
  std::memcpy(&out, digest.data(), sizeof out);
  return out;
}

}  // namespace

Expected<> DataFile::open(const std::string& path, const std::string& header) {
  path_ = path;
  games_ = 0;
  if (!std::filesystem::exists(path)) std::ofstream(path, std::ios::binary) << header << '\n';
  file_.open(path, std::ios::binary | std::ios::in | std::ios::out);
  std::string line;
  if (!file_ || !std::getline(file_, line)) {
    return failed(path + " cannot be written");
  }
  if (line != header) {
    return failed(path + " holds games of another kind: " + line);
  }
  return skip_whole_games();
}

Expected<> DataFile::skip_whole_games() {
  std::vector<std::byte> payload;
  std::uint64_t end = static_cast<std::uint64_t>(file_.tellg());
  for (Chunk chunk; file_.read(reinterpret_cast<char*>(&chunk), sizeof chunk); ++games_) {
    if (std::memcmp(chunk.mark, mark, sizeof mark) != 0) break;
    payload.resize(chunk.bytes);
    if (!file_.read(reinterpret_cast<char*>(payload.data()), static_cast<std::streamsize>(payload.size()))) break;
    if (checksum_of(payload) != chunk.checksum) break;
    end += sizeof chunk + chunk.bytes;
  }
  file_.clear();
  file_.close();
  std::error_code fault;
  std::filesystem::resize_file(path_, end, fault);
  file_.open(path_, std::ios::binary | std::ios::in | std::ios::out | std::ios::ate);
  if (!file_ || fault) return failed(path_ + " cannot be gone on with");
  return {};
}

bool DataFile::add(const Payload& payload) {
  Chunk chunk{{}, static_cast<std::uint32_t>(payload.size()), checksum_of(std::as_bytes(payload.bytes()))};
  std::memcpy(chunk.mark, mark, sizeof mark);
  file_.write(reinterpret_cast<const char*>(&chunk), sizeof chunk);
  file_.write(payload.bytes().data(), static_cast<std::streamsize>(payload.size()));
  ++games_;
  return static_cast<bool>(file_.flush());
}

}  // namespace rw::learn
