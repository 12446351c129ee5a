// ChaCha8 block function and seed derivation.
#include "engine/core/random.h"

#include <bit>
#include <cstdio>
#include <cstdlib>

#include "engine/core/fixed.h"

namespace rw::core {
namespace {

constexpr void quarter(std::uint32_t* x, int a, int b, int c, int d) {
  x[a] += x[b];
  x[d] = std::rotl(x[d] ^ x[a], 16);
  x[c] += x[d];
  x[b] = std::rotl(x[b] ^ x[c], 12);
  x[a] += x[b];
  x[d] = std::rotl(x[d] ^ x[a], 8);
  x[c] += x[d];
  x[b] = std::rotl(x[b] ^ x[c], 7);
}

void chacha8(const std::uint32_t key[8], std::uint64_t counter, std::uint32_t out[16]) {
  std::uint32_t start[16] = {0x61707865, 0x3320646e, 0x79622d32, 0x6b206574};
  for (int i = 0; i < 8; ++i) start[4 + i] = key[i];
  start[12] = static_cast<std::uint32_t>(counter);
  start[13] = static_cast<std::uint32_t>(counter >> 32);
  for (int i = 0; i < 16; ++i) out[i] = start[i];
  for (int round = 0; round < 4; ++round) {
    for (int i = 0; i < 4; ++i) quarter(out, i, 4 + i, 8 + i, 12 + i);
    for (int i = 0; i < 4; ++i) quarter(out, i, 4 + (i + 1) % 4, 8 + (i + 2) % 4, 12 + (i + 3) % 4);
  }
  for (int i = 0; i < 16; ++i) out[i] += start[i];
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

void capacity_exceeded(const char* what) {
  std::fprintf(stderr, "rulewright: a fixed capacity was exceeded: %s\n", what);
  std::abort();
}

}  // namespace rw::core
