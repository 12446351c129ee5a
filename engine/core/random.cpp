// ChaCha8 block function and seed derivation.
#include "engine/core/random.h"

#include <cstring>

namespace rw::core {
namespace {

// The block is four rows of four words; a round works on four columns, or four diagonals, side by side.
using Row = std::uint32_t __attribute__((vector_size(16)));

Row rotated(Row row, int left) { return (row << left) | (row >> (32 - left)); }

void round(Row& a, Row& b, Row& c, Row& d) {
  a += b;
  d = rotated(d ^ a, 16);
  c += d;
  b = rotated(b ^ c, 12);
  a += b;
  d = rotated(d ^ a, 8);
  c += d;
  b = rotated(b ^ c, 7);
}

void chacha8(const std::uint32_t key[8], std::uint64_t counter, std::uint32_t out[16]) {
  const Row start[4] = {{0x61707865, 0x3320646e, 0x79622d32, 0x6b206574},
                        {key[0], key[1], key[2], key[3]},
                        {key[4], key[5], key[6], key[7]},
                        {static_cast<std::uint32_t>(counter), static_cast<std::uint32_t>(counter >> 32), 0, 0}};
  Row a = start[0], b = start[1], c = start[2], d = start[3];
  for (int i = 0; i < 4; ++i) {
    round(a, b, c, d);
    b = __builtin_shufflevector(b, b, 1, 2, 3, 0);
    c = __builtin_shufflevector(c, c, 2, 3, 0, 1);
    d = __builtin_shufflevector(d, d, 3, 0, 1, 2);
    round(a, b, c, d);
    b = __builtin_shufflevector(b, b, 3, 0, 1, 2);
    c = __builtin_shufflevector(c, c, 2, 3, 0, 1);
    d = __builtin_shufflevector(d, d, 1, 2, 3, 0);
  }
  const Row block[4] = {a + start[0], b + start[1], c + start[2], d + start[3]};
  std::memcpy(out, block, sizeof block);
}

}  // namespace

void Random::refill() {
  chacha8(key, counter++, block);
  used = 0;
}

Seed seed_from(std::uint64_t number) {
  const std::uint32_t key[8] = {static_cast<std::uint32_t>(number),
                                static_cast<std::uint32_t>(number >> 32),
                                0x52756c65,
                                0x77726967,
                                0x68742073,
                                0x65656400,
                                0,
                                0};
  std::uint32_t out[16];
  chacha8(key, 0, out);
  Seed seed;
  for (std::size_t i = 0; i < 8; ++i) seed[i] = out[i];
  return seed;
}

Seed derive(const Seed& seed, std::uint64_t index) {
  std::uint32_t out[16];
  // Counters from the top half never meet those of a game drawn from the same key.
  chacha8(seed.data(), index | (std::uint64_t{1} << 63), out);
  Seed derived;
  for (std::size_t i = 0; i < 8; ++i) derived[i] = out[8 + i];
  return derived;
}

}  // namespace rw::core
