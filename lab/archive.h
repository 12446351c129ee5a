// Values as bytes, the same on every machine: numbers as eight bytes, little endian. One `fold` function per type
// names its members once, for writing and for reading.
#pragma once

#include <concepts>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace rw::lab {

class Writer {
 public:
  template <std::integral T>
  void number(const T& value) {
    auto bits = static_cast<std::uint64_t>(value);
    for (int i = 0; i < 8; ++i, bits >>= 8U) bytes_ += static_cast<char>(bits & 0xFFU);
  }
  void text(const std::string& value) {
    number(value.size());
    bytes_ += value;
  }
  std::string take() { return std::move(bytes_); }
  static constexpr bool reads = false;

 private:
  std::string bytes_;
};

// Reading past the end gives zeros and a fault, never anything worse.
class Reader {
 public:
  explicit Reader(std::string_view bytes) : bytes_(bytes) {}
  template <std::integral T>
  void number(T& value) {
    std::uint64_t bits = 0;
    if (bytes_.size() < 8) {
      fault_ = true;
      bytes_ = {};
    } else {
      for (unsigned i = 0; i < 8; ++i)
        bits |= static_cast<std::uint64_t>(static_cast<unsigned char>(bytes_[i])) << (8 * i);
      bytes_.remove_prefix(8);
    }
    value = static_cast<T>(bits);
  }
  void text(std::string& value) {
    std::uint64_t size = 0;
    number(size);
    if (size > bytes_.size()) {
      fault_ = true;
      size = 0;
    }
    value = bytes_.substr(0, size);
    bytes_.remove_prefix(size);
  }
  bool fault() const { return fault_; }
  bool at_end() const { return bytes_.empty(); }
  static constexpr bool reads = true;

 private:
  std::string_view bytes_;
  bool fault_ = false;
};

template <class Archive, std::integral T>
void fold(Archive& archive, T& value) {
  archive.number(value);
}
template <class Archive>
void fold(Archive& archive, std::string& value) {
  archive.text(value);
}
template <class Archive, class T>
void fold(Archive& archive, std::vector<T>& list) {
  std::uint64_t size = list.size();
  archive.number(size);
  if constexpr (Archive::reads) list.clear();
  for (std::uint64_t i = 0; i < size; ++i) {
    if constexpr (Archive::reads) {
      if (archive.fault()) return;  // a damaged length must not fill the memory
      list.emplace_back();
    }
    fold(archive, list[i]);
  }
}
template <class Archive, class Key, class Value>
void fold(Archive& archive, std::map<Key, Value>& map) {
  std::uint64_t size = map.size();
  archive.number(size);
  if constexpr (Archive::reads) {
    map.clear();
    for (std::uint64_t i = 0; i < size && !archive.fault(); ++i) {
      Key key{};
      fold(archive, key);
      fold(archive, map[key]);
    }
  } else {
    for (auto& [key, value] : map) {
      Key copy = key;
      fold(archive, copy);
      fold(archive, value);
    }
  }
}

}  // namespace rw::lab
