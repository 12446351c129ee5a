// The one generator: ChaCha8 in counter mode. What players have seen of it tells them nothing
// about what comes next, and the same seed gives the same bytes on every platform.
#pragma once

#include <array>
#include <cstdint>

namespace rw::core {

// The secret a game starts from. 256 bits, so that a published hash of it cannot be searched.
using Seed = std::array<std::uint32_t, 8>;

// A seed for tests and simulations, from a small number.
Seed seed_from(std::uint64_t number);
// The seed of sub-stream `index`: independent for each game of a simulation.
Seed derive(const Seed& seed, std::uint64_t index);

struct Random {
  std::uint32_t key[8];
  std::uint64_t counter;
  std::uint32_t block[16];
  std::uint32_t used;   // words of `block` already handed out
  std::uint32_t drawn;  // draws since the game began: undo compares it

  static Random start(const Seed& seed) {
    Random r{};
    for (int i = 0; i < 8; ++i) r.key[i] = seed[static_cast<std::size_t>(i)];
    r.used = 16;
    return r;
  }

  std::uint32_t next() {
    if (used >= 16) refill();
    return block[used++];
  }

  // An unbiased number in [0, bound): Lemire's multiply-and-reject.
  std::uint32_t below(std::uint32_t bound) {
    ++drawn;
    std::uint64_t product = std::uint64_t{next()} * bound;
    auto low = static_cast<std::uint32_t>(product);
    if (low < bound) {
      const std::uint32_t threshold = (0u - bound) % bound;
      while (low < threshold) {
        product = std::uint64_t{next()} * bound;
        low = static_cast<std::uint32_t>(product);
      }
    }
    return static_cast<std::uint32_t>(product >> 32);
  }

 private:
  void refill();
};
static_assert(sizeof(Random) == 112);

}  // namespace rw::core
