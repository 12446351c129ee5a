// Bytes as a content bundle: as they are, and with a right hash in front, so that the tree behind it is
// really read. Whatever `Bundle::read` accepts can be walked without leading outside.
#include <cstdint>
#include <cstring>
#include <tuple>

#include "engine/core/hash.h"
#include "tests/fuzz/fuzz.h"

namespace {

using rw::core::Node;

// A hand-made tree may lead back to itself: count the steps.
void walk(Node node, int& steps) {
  if (--steps < 0) return;
  node.integer();
  rw::fuzz::require(node.text().size() <= 1U << 30U && node.code().size() <= 1U << 30U);
  for (int i = 0; i < node.size() && steps >= 0; ++i) {
    node.key(i);
    walk(node[i], steps);
  }
}

void read_tree(std::span<const std::byte> bytes) {
  const auto bundle = rw::core::Bundle::read(bytes);
  rw::fuzz::require(!bundle == !bundle.error().empty());
  int steps = 2000;
  if (bundle) walk((*bundle)->root(), steps);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  constexpr std::size_t header = 48, hash_at = 8;
  const auto raw = std::as_bytes(std::span(data, size));
  std::ignore = rw::Edition::load(raw);
  read_tree(raw);
  if (size < header) return 0;
  std::vector<std::byte> signed_bytes(raw.begin(), raw.end());
  const auto hash = rw::core::hash128(raw.subspan(header));
  std::memcpy(signed_bytes.data() + hash_at, &hash, sizeof hash);
  read_tree(signed_bytes);
  return 0;
}
