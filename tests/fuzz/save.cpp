// Bytes as a save, and bytes as damage to a real save: whatever is changed or cut off is noticed.
#include <cstdint>
#include <tuple>

#include "engine/replay.h"
#include "tests/fuzz/fuzz.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace rw;
  fuzz::Bytes bytes({data, size});
  const Edition& edition = fuzz::edition(bytes);
  const Position real = fuzz::new_game(edition, bytes);
  Position read;
  std::ignore = read_save(edition, std::as_bytes(std::span(data, size))).into(read);

  const std::vector<std::byte> whole = write_save(edition, real);
  std::vector<std::byte> damaged = whole;
  fuzz::require(read_save(edition, whole).into(read) && read == real);
  while (!bytes.empty()) {
    const std::size_t place = bytes.pair() % damaged.size();
    damaged[place] ^= static_cast<std::byte>(bytes.byte());
  }
  fuzz::require(static_cast<bool>(read_save(edition, damaged).into(read)) == (damaged == whole));
  damaged.resize(fuzz::Bytes({data, size}).pair() % damaged.size());
  fuzz::require(!read_save(edition, damaged).into(read) && read == real);
  return 0;
}
