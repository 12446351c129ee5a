// The content bundle: one flat, read-only tree that the content compiler writes. The engine has no
// parser; it reads tables, texts and ability programs from here. Its hash is the content version.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/expected.h"

namespace rw::core {

class Bundle;

// A place in the bundle's tree. Reading something that is not there gives an empty node, so that a
// loader can ask for optional fields plainly.
class Node {
 public:
  enum class Kind : std::uint8_t { nothing, integer, text, list, map, code };
  Node() = default;

  Kind kind() const { return kind_; }
  explicit operator bool() const { return kind_ != Kind::nothing; }
  int size() const;                          // of a list or map
  Node operator[](int i) const;              // item of a list, or value of a map by place
  std::string_view key(int i) const;         // key of a map by place
  Node operator[](std::string_view name) const;
  std::int64_t integer(std::int64_t otherwise = 0) const;
  std::string_view text(std::string_view otherwise = {}) const;
  std::span<const std::int32_t> code() const;  // an ability's program
  bool flag() const { return integer() != 0; }

 private:
  friend class Bundle;
  Node(const Bundle* bundle, std::uint32_t index);
  const Bundle* bundle_ = nullptr;
  std::uint32_t index_ = 0;
  Kind kind_ = Kind::nothing;
};

struct ContentHash {
  std::uint64_t low = 0, high = 0;
  bool operator==(const ContentHash&) const = default;
  std::string hex() const;
};

class Bundle {
 public:
  // Checks magic, sizes, every index, and the hash; what is wrong is said.
  static Expected<std::unique_ptr<Bundle>> read(std::span<const std::byte> bytes);

  Node root() const { return Node(this, 0); }
  const ContentHash& hash() const { return hash_; }

 private:
  friend class Node;
  friend class BundleWriter;
  struct Entry {
    std::uint32_t kind;
    std::uint32_t first;   // list, map, code: first child; text: string; integer: low word
    std::uint32_t second;  // list, map, code: number of children; integer: high word
  };
  struct Span {
    std::uint32_t start, length;
  };
  std::vector<Entry> entries_;
  std::vector<std::uint32_t> links_;  // list: entry; map: string, entry alternating
  std::vector<Span> strings_;
  std::string characters_;
  std::vector<std::int32_t> code_;
  ContentHash hash_;
};

// Used by the content compiler: build bottom-up, then write.
class BundleWriter {
 public:
  using Place = std::uint32_t;
  BundleWriter();
  Place integer(std::int64_t value);
  Place text(std::string_view value);
  Place list(std::span<const Place> items);
  Place map(std::span<const std::pair<std::string, Place>> items);
  Place code(std::span<const std::int32_t> program);
  std::vector<std::byte> write(Place root);

 private:
  std::uint32_t string(std::string_view value);
  Bundle bundle_;
  std::vector<std::pair<std::string, std::uint32_t>> known_;
};

}  // namespace rw::core
