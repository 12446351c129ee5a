// Checkpoint files: a line that says what is played, then one entry per chunk: its length, its bytes, and a hash.
// An entry that was cut off by a crash, or damaged, is left out, and everything after it: that part is played
// again.
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "engine/core/hash.h"
#include "lab/campaign.h"
#include "lab/chunk.h"
#include "lab/ranks.h"

namespace rw::lab {
namespace {

constexpr std::string_view magic = "rulewright checkpoint 5: ";

std::uint64_t hash_of(std::string_view bytes) { return core::hash64(std::as_bytes(std::span(bytes))); }

std::string entry_of(const Chunk& chunk) {
  Writer body;
  Chunk copy = chunk;
  fold(body, copy);
  Writer entry;
  std::string bytes = body.take();
  const std::uint64_t hash = hash_of(bytes);
  entry.text(bytes);
  entry.number(hash);
  return entry.take();
}

bool write_all(int file, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(file, bytes.data(), bytes.size());
    if (written <= 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

// FILE and what other ranks wrote beside it, FILE.1, FILE.2 ...
std::vector<std::string> files_of(const std::string& path) {
  namespace fs = std::filesystem;
  std::vector<std::string> files;
  std::error_code fault;
  const fs::path folder = fs::path(path).has_parent_path() ? fs::path(path).parent_path() : fs::path(".");
  const std::string name = fs::path(path).filename().string();
  for (const auto& entry : fs::directory_iterator(folder, fault)) {
    const std::string other = entry.path().filename().string();
    const bool of_rank = other.starts_with(name + ".") && other.size() > name.size() + 1 &&
                         other.find_first_not_of("0123456789", name.size() + 1) == std::string::npos;
    if (other == name || of_rank) files.push_back(entry.path().string());
  }
  std::sort(files.begin(), files.end());
  return files;
}

// Either all ranks go on, or all stop and give the same reason.
Expected<> agreed(const Expected<>& mine) {
  for (const std::string& other : gathered(mine.error()))
    if (!other.empty()) return failed(other);
  return {};
}

}  // namespace

bool Chunk::whole() const {
  return !records.empty() &&
         std::all_of(records.begin(), records.end(), [](const GameRecord& record) { return record.played; });
}

Expected<> Checkpoint::open(const std::string& path, bool resume, const Campaign& campaign) {
  mine_ = rank() == 0 ? path : path + "." + std::to_string(rank());
  const std::string fingerprint = campaign.fingerprint();
  const std::vector<std::string> before = files_of(path);
  Expected<> good;
  for (std::size_t i = 0; resume && good && i < before.size(); ++i) good = read(before[i], fingerprint);
  if (auto done = agreed(good); !done) return done.failure();  // nobody writes before all have read
  const auto key = [](const Chunk& chunk) { return std::pair(chunk.number, chunk.records.size()); };
  std::sort(found_.begin(), found_.end(), [&](const Chunk& a, const Chunk& b) { return key(a) < key(b); });
  const auto same = [&](const Chunk& a, const Chunk& b) { return key(a) == key(b); };
  found_.erase(std::unique(found_.begin(), found_.end(), same), found_.end());
  // The first rank's file holds everything before another file goes.
  if (rank() == 0) {
    good = start(fingerprint);
    std::error_code fault;
    for (const std::string& file : before)
      if (good && std::filesystem::path(file).filename() != std::filesystem::path(path).filename())
        std::filesystem::remove(file, fault);
  }
  if (auto done = agreed(good); !done) return done.failure();
  if (rank() != 0) good = start(fingerprint);
  // What a run with another number of games has beyond this one, or cut off elsewhere, stays in the file.
  std::erase_if(found_,
                [&](const Chunk& chunk) { return chunk.records.size() != campaign.games_of_chunk(chunk.number); });
  return agreed(good);
}

// False only if the file belongs to another campaign; damage costs what is damaged.
Expected<> Checkpoint::read(const std::string& file, const std::string& fingerprint) {
  std::ifstream stream(file, std::ios::binary);
  std::ostringstream text;
  text << stream.rdbuf();
  const std::string bytes = text.str();
  const std::size_t line = bytes.find('\n');
  if (line == std::string::npos || !bytes.starts_with(magic)) return {};
  if (bytes.substr(magic.size(), line - magic.size()) != fingerprint) {
    return failed(file + " is the checkpoint of another run (" + bytes.substr(magic.size(), line - magic.size()) +
                  "); take another file, or run without --resume to begin anew");
  }
  Reader reader(std::string_view(bytes).substr(line + 1));
  while (!reader.at_end()) {
    std::string body;
    std::uint64_t hash = 0;
    reader.text(body);
    reader.number(hash);
    if (reader.fault() || hash != hash_of(body)) break;
    Chunk chunk;
    Reader inner(body);
    fold(inner, chunk);
    if (inner.fault()) break;
    found_.push_back(std::move(chunk));
  }
  return {};
}

// Writes the file again with what was found, so that files of a run with more ranks can go.
Expected<> Checkpoint::start(const std::string& fingerprint) {
  const std::string fresh = mine_ + ".new";
  file_ = ::open(fresh.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
  bool good = file_ >= 0 && write_all(file_, std::string(magic) + fingerprint + "\n");
  for (std::size_t i = 0; good && rank() == 0 && i < found_.size(); ++i)
    good = write_all(file_, entry_of(found_[i]));
  if (!good || std::rename(fresh.c_str(), mine_.c_str()) != 0) {
    return failed(mine_ + ": cannot be written");
  }
  return {};
}

void Checkpoint::keep(const Chunk& chunk) {
  if (file_ < 0) return;
  // A full disk costs the checkpoint, not the run.
  if (!write_all(file_, entry_of(chunk))) {
    ::close(file_);
    file_ = -1;
  }
}

void remove_checkpoint(const std::string& path) {
  std::error_code fault;
  for (const std::string& file : files_of(path))
    if (rank() == 0) std::filesystem::remove(file, fault);
}

Checkpoint::~Checkpoint() {
  if (file_ >= 0) ::close(file_);
}

}  // namespace rw::lab
