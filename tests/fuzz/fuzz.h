// What all fuzz targets share: the editions built into the program, and bytes read as small numbers.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "engine/embedded.h"
#include "engine/game.h"

namespace rw::fuzz {

// Something that must hold does not: stop, so that the fuzzer keeps the input.
inline void require(bool holds) {
  if (!holds) std::abort();
}

inline const std::vector<std::shared_ptr<const Edition>>& editions() {
  static const auto loaded = [] {
    std::vector<std::shared_ptr<const Edition>> list;
    for (const Game* game : games()) {
      list.push_back(*Edition::load(embedded_bundle(game->id)));
      require(list.back() != nullptr);
    }
    return list;
  }();
  return loaded;
}

// The input as a stream of numbers; zeros when it has run out.
class Bytes {
 public:
  explicit Bytes(std::span<const std::uint8_t> bytes) : bytes_(bytes) {}
  bool empty() const { return at_ >= bytes_.size(); }
  std::uint32_t byte() { return empty() ? 0 : bytes_[at_++]; }
  std::uint32_t pair() { return byte() | byte() << 8U; }
  std::uint64_t eight() {
    std::uint64_t value = 0;
    for (unsigned i = 0; i < 8; ++i) value |= std::uint64_t{byte()} << (8 * i);
    return value;
  }

 private:
  std::span<const std::uint8_t> bytes_;
  std::size_t at_ = 0;
};

inline const Edition& edition(Bytes& bytes) { return *editions()[bytes.byte() % editions().size()]; }

inline Position new_game(const Edition& edition, Bytes& bytes) {
  Setup setup;
  const Game& game = edition.game();
  setup.seats = game.min_seats + static_cast<int>(bytes.byte()) % (game.max_seats - game.min_seats + 1);
  Expected<Position> begun = edition.begin(setup, core::seed_from(bytes.byte()));
  require(static_cast<bool>(begun));
  return *std::move(begun);
}

}  // namespace rw::fuzz
