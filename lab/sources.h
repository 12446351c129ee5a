// The sources of a game's content that the program carries with it, laid out in a folder of their own for as long
// as they are needed: what is to be changed and compiled again needs no source tree.
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>

namespace rw::lab {

class UnpackedSources {
 public:
  explicit UnpackedSources(const std::string& game);
  ~UnpackedSources();
  UnpackedSources(const UnpackedSources&) = delete;
  UnpackedSources& operator=(const UnpackedSources&) = delete;

  // Empty if there was no room, or no such game.
  const std::filesystem::path& folder() const { return folder_; }
  // A message about a file of the folder, as if it lay where sources always lie: content/<game>.
  std::string as_told(std::string message) const;

 private:
  void unpack(std::span<const std::byte> archive);

  std::string game_;
  std::filesystem::path folder_;
};

}  // namespace rw::lab
