// Bytes as choices: any game, any legal choice, and between them choices that nobody offered, which
// must be refused and must change nothing.
#include <cstdint>
#include <memory>

#include "tests/fuzz/fuzz.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace rw;
  fuzz::Bytes bytes({data, size});
  const Edition& edition = fuzz::edition(bytes);
  Position position = fuzz::new_game(edition, bytes);
  const auto list = std::make_unique<ChoiceList>();
  std::string error;
  while (!bytes.empty() && !edition.over(position)) {
    edition.choices(position, *list);
    fuzz::require(list->size() > 0);
    const std::uint32_t number = bytes.pair();
    if (number == 0xFFFF) {
      const Choice invented{bytes.eight()};
      const Position before = position;
      const bool refused = edition.judge(position, invented).refused();
      fuzz::require(refused != list->contains(invented) && position == before);
      continue;
    }
    const Choice choice = (*list)[static_cast<int>(number % static_cast<std::uint32_t>(list->size()))];
    fuzz::require(!edition.judge(position, choice).refused());
    Choice again;
    fuzz::require(edition.read(position, edition.notation(position, choice), again, error));
    fuzz::require(again == choice);
    edition.apply(position, choice);
    fuzz::require(edition.check(position, error));
  }
  return 0;
}
