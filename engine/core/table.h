// What a rule function is handed: the position, the content, and who listens.
#pragma once

#include "engine/core/chance.h"
#include "engine/core/choice.h"
#include "engine/core/event.h"

namespace rw::core {

template <class StateOfGame, class ContentOfGame>
struct Table {
  using State = StateOfGame;
  using Content = ContentOfGame;

  State& s;
  const Content& content;
  Log* log = nullptr;        // null: nobody listens, events cost nothing
  Chance* chance = nullptr;  // null: draw from the position's own generator
};

struct Frame;

// The functions of a verb (lexicon.h) and of a step, as types. A game declares them by these:
// `Judges<Table> judge_lead, judge_claim;`
template <class Table>
using Lists = void(const typename Table::Content&, const typename Table::State&, ChoiceList&);
template <class Table>
using Judges = Refusal(const typename Table::Content&, const typename Table::State&, Seat, Choice);
template <class Table>
using Acts = void(Table&, Seat, Choice);
template <class Table>
using Steps = void(Table&, Frame&);

}  // namespace rw::core
