// Every node of a compiled ability, for those who ask what a card is able to do without playing it.
#pragma once

#include "engine/ability/language.h"

namespace rw::ability {

// Calls visit(at) for the node at `at` and for every node below it, in reading order.
template <class Visit>
void walk(const Vocabulary& vocabulary, Program p, int at, Visit&& visit) {
  visit(at);
  const int op = p.opcode(at), end = at + p.length(at);
  const auto inside = [&](int from) {
    for (int i = from; i < end && p.opcode(i) != op_end; i += p.length(i)) walk(vocabulary, p, i, visit);
  };
  if (op == op_block || op == op_all || op == op_any) return inside(at + 1);
  if (op == op_choose_one) {  // by, then label and block in turn
    for (int i = at + 2; i < end; i += 1 + p.length(i + 1)) walk(vocabulary, p, i + 1, visit);
    return;
  }
  const Word* word = find_word(vocabulary, op);
  int place = at + 1;
  for (int i = 0; word != nullptr && i < word->parameter_count() && place < end; ++i) {
    if (word->parameters[i].type < Type::amount) {
      ++place;
    } else {
      walk(vocabulary, p, place, visit);
      place += p.length(place);
    }
  }
}

}  // namespace rw::ability
