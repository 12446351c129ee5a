#include "engine/alike.h"

#include <memory>

namespace rw {

bool alike(const Edition& edition, const Position& p, Choice a, Choice b) {
  return a == b || (a.verb() == b.verb() && edition.notation(p, a) == edition.notation(p, b));
}

Choice offered_now(const Edition& edition, const Position& before, const Position& now, Choice wanted) {
  if (!edition.judge(now, wanted).refused()) return wanted;
  const auto list = std::make_unique<ChoiceList>();
  edition.choices(now, *list);
  const std::string words = edition.notation(before, wanted);
  for (const Choice choice : *list)
    if (edition.notation(now, choice) == words) return choice;
  return {};
}

}  // namespace rw
