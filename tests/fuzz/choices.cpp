// Bytes as choices: any game, any legal choice, and between them choices that nobody offered. These are refused
// and change nothing, but for what every seat may do at any time (conceding, say), which is legal without being
// listed.
#include <cstdint>
#include <memory>

#include "tests/fuzz/fuzz.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace rw;
  fuzz::Bytes bytes({data, size});
  const Edition& edition = fuzz::edition(bytes);
  Position position = fuzz::new_game(edition, bytes);
  const auto list = std::make_unique<ChoiceList>();
  while (!bytes.empty() && !edition.over(position)) {
    edition.choices(position, *list);
    fuzz::require(list->size() > 0);
    const std::uint32_t number = bytes.pair();
    if (number == 0xFFFF) {
      const Choice invented{bytes.eight()};
      const Position before = position;
      const bool refused = edition.judge(position, invented).refused();
      fuzz::require(position == before);
      if (!core::is_table_choice(invented)) {
        fuzz::require(refused != list->contains(invented));
      } else if (!refused) {
        edition.apply(position, invented);
        fuzz::require(static_cast<bool>(edition.check(position)));
      }
      continue;
    }
    const Choice choice = (*list)[static_cast<int>(number % static_cast<std::uint32_t>(list->size()))];
    fuzz::require(!edition.judge(position, choice).refused());
    Choice again;
    fuzz::require(static_cast<bool>(edition.read(position, edition.notation(position, choice)).into(again)));
    fuzz::require(again == choice);
    edition.apply(position, choice);
    fuzz::require(static_cast<bool>(edition.check(position)));
  }
  return 0;
}
