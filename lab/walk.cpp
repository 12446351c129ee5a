// Games that go where their own hashes lead.
#include "lab/walk.h"

#include <memory>
#include <string>
#include <vector>

namespace rw::lab {

Walk walk(const Edition& edition, int games, int most) {
  constexpr std::uint64_t spread = 0x9E3779B97F4A7C15U;
  const Game& game = edition.game();
  std::vector<int> tables;
  for (int seats = game.min_seats; seats <= game.max_seats; ++seats)
    if (edition.begin({seats, {}}, core::seed_from(1))) tables.push_back(seats);
  const auto list = std::make_unique<ChoiceList>();
  Walk out;
  for (int i = 0; i < games; ++i) {
    const Setup setup{tables[static_cast<std::size_t>(i) % tables.size()], {}};
    Position position = *edition.begin(setup, core::seed_from(static_cast<std::uint64_t>(i) + 1));
    for (int made = 0;; ++made) {
      const std::uint64_t hash = edition.hash(position);
      out.digest = out.digest * spread + hash;
      ++out.positions;
      if (made == most || edition.over(position)) break;
      edition.choices(position, *list);
      edition.apply(position, (*list)[static_cast<int>(hash % static_cast<std::uint64_t>(list->size()))]);
    }
  }
  return out;
}

}  // namespace rw::lab
