// Choosing and applying allocate nothing when nobody listens: counted by a hooked allocator.
#include <cstdlib>
#include <new>

#include "tests/table.h"

namespace {
thread_local std::uint64_t allocations = 0;
}

// Kept out of line, or the compiler pairs malloc with the delete it inlines and warns.
[[gnu::noinline]] void* operator new(std::size_t size) {
  ++allocations;
  if (void* memory = std::malloc(size)) return memory;
  std::abort();
}
[[gnu::noinline]] void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  ++allocations;
  return std::malloc(size);
}
[[gnu::noinline]] void operator delete(void* memory) noexcept { std::free(memory); }
[[gnu::noinline]] void operator delete(void* memory, const std::nothrow_t&) noexcept { std::free(memory); }
[[gnu::noinline]] void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

namespace rw::test {
namespace {

class Allocation : public EveryGame {};

TEST_P(Allocation, NoneInPlay) {
  static ChoiceList list;
  for (int seats = game().min_seats; seats <= game().max_seats; ++seats) {
    Position position = begin(*edition, seats, 51);
    core::Random random = core::Random::start(core::seed_from(51));
    const std::uint64_t before = allocations;
    while (!edition->over(position)) {
      edition->choices(position, list);
      edition->apply(position, list[static_cast<int>(random.below(static_cast<std::uint32_t>(list.size())))]);
    }
    EXPECT_EQ(allocations, before);
  }
}

INSTANTIATE_TEST_SUITE_P(Games, Allocation, testing::ValuesIn(games().begin(), games().end()), game_name);

}  // namespace
}  // namespace rw::test
