// The file of games that training reads: a line of text that says what it holds, then a chunk for each game with a
// checksum of its own, so that a run that was cut off goes on behind the last whole game.
//
//   header   one line of JSON
//   chunk    "GAME", bytes (u32), checksum (the first 8 bytes of the SHA-256 of the payload), payload
//   payload  records one after the other; all numbers little endian
//     'V'  a position as a seat sees it: seat (u8), chance by the search (u16, 65536ths; 65535: none), logit of
//     the
//          game's own evaluation (i16, 256ths), share of the win at the end (u8, 255ths), lead in score at the end
//          (i16), inputs (u16), then each input: place (u16), value (i16)
//     'P'  a question: choices (u16), then each: visits (u16), logit of its promise (i16, 256ths), features (u8),
//     then
//          each feature (u16)
#pragma once

#include <algorithm>
#include <cstdint>
#include <fstream>
#include <span>
#include <string>
#include <vector>

#include "engine/core/expected.h"

namespace rw::learn {

class Payload {
 public:
  template <class T>
  void put(T value) {
    const auto* bytes = reinterpret_cast<const char*>(&value);
    bytes_.insert(bytes_.end(), bytes, bytes + sizeof value);
  }
  template <class T>
  void write_at(std::size_t place, T value) {
    std::copy_n(reinterpret_cast<const char*>(&value), sizeof value,
                bytes_.begin() + static_cast<std::ptrdiff_t>(place));
  }
  std::size_t size() const { return bytes_.size(); }
  std::span<const char> bytes() const { return bytes_; }
  void clear() { bytes_.clear(); }

 private:
  std::vector<char> bytes_;
};

class DataFile {
 public:
  // Opens a file to write on. What it holds already must begin with the same header; a game that was cut off or
  // damaged is dropped, with all behind it.
  Expected<> open(const std::string& path, const std::string& header);
  bool add(const Payload& payload);
  std::uint64_t games() const { return games_; }

 private:
  Expected<> skip_whole_games();
  std::fstream file_;
  std::string path_;
  std::uint64_t games_ = 0;
};

}  // namespace rw::learn
