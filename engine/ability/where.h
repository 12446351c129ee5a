// Where texts act. Each game has one table: zone and kind of card -> which texts may act there, and by which
// clause. Whatever a game collects (texts that may be used, modifiers, listeners) it collects through this table,
// so what the table doesn't name stays silent. A game states it so, beside its words:
//
//   RW_NAMED_ENUM(Spot, std::uint8_t, play_area, matrix_faceup, deck, ...)  // every zone, hidden ones too
//   inline constexpr auto where_texts_act = ability::where<Spot_count, CardKind_count>({
//       {Spot::play_area, ability::all_kinds, act_use | act_modify | act_listen, Clause::DBG_TIM_05},
//       {Spot::matrix_faceup, ability::kinds(CardKind::site, CardKind::boss), act_listen, Clause::DBG_TIM_05},
//       {Spot::matrix_faceup, ability::all_kinds, act_itself, Clause::DBG_TIM_05},
//   });
//   ... if (!where_texts_act.may(Spot::matrix_faceup, card.kind, ability::act_listen)) continue;
//
// Rows add up. The look-up is one byte out of a constant array; where the zone is a constant too, a mask of kinds.
// Whatever is indexed beforehand (who listens to what) is indexed through the table as well.
//
// The tests know the table through the edge. They take away the texts of a card whose copies all lie where these
// may not act; then choices, events and the next position must stay the same, byte for byte. For this a game's
// Rules have `where`, a Whereabouts.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/ability/language.h"
#include "engine/core/ids.h"

namespace rw::ability {

// How a text acts. The first four are the kinds of abilities. A game counts a text as `act_itself` if it is about
// what happens to its own card (it is played, bought, turned up, scrapped) or changes its own card alone.
using Acts = std::uint8_t;
inline constexpr Acts act_use = 1;  // activated: a player may use it
inline constexpr Acts act_modify = 2;  // always: figures and permissions change
inline constexpr Acts act_listen = 4;  // triggered by an event
inline constexpr Acts act_replace = 8;  // in place of an event
inline constexpr Acts act_itself = 16;
inline constexpr std::string_view act_names[] = {"use", "modify", "listen", "replace", "itself"};

constexpr Acts act_of(Kind kind) {
  switch (kind) {
    case Kind::activated: return act_use;
    case Kind::always: return act_modify;
    case Kind::triggered: return act_listen;
    case Kind::replacement: return act_replace;
  }
  return 0;
}

using KindSet = std::uint32_t;  // kinds of cards, a bit each
inline constexpr KindSet all_kinds = ~KindSet{0};
template <class... Kinds>
constexpr KindSet kinds(Kinds... kind) {
  return ((KindSet{1} << static_cast<int>(kind)) | ...);
}

struct WhereRow {
  std::uint8_t zone = 0;
  KindSet kinds = 0;
  Acts acts = 0;
  core::ClauseNumber clause = 0;

  constexpr WhereRow() = default;
  template <class Zone, class Clause>
  constexpr WhereRow(Zone where, KindSet which, int how, Clause by)
      : zone(static_cast<std::uint8_t>(where)),
        kinds(which),
        acts(static_cast<Acts>(how)),
        clause(static_cast<core::ClauseNumber>(by)) {}
};

template <int zone_count, int kind_count, int row_count>
struct Where {
  static_assert(kind_count <= 32, "kinds are bits of a KindSet");
  WhereRow rows[row_count];
  Acts acts[zone_count][kind_count] = {};

  template <class Zone, class CardKind>
  constexpr bool may(Zone zone, CardKind kind, Acts how) const {
    return (acts[static_cast<int>(zone)][static_cast<int>(kind)] & how) != 0;
  }
  // The kinds of cards whose texts may act so in that zone.
  template <class Zone>
  constexpr KindSet kinds_that(Zone zone, Acts how) const {
    KindSet found = 0;
    for (int kind = 0; kind < kind_count; ++kind)
      if (may(zone, kind, how)) found |= KindSet{1} << kind;
    return found;
  }
};

template <int zone_count, int kind_count, std::size_t row_count>
constexpr auto where(const WhereRow (&rows)[row_count]) {
  Where<zone_count, kind_count, static_cast<int>(row_count)> table{};
  for (std::size_t i = 0; i < row_count; ++i) {
    table.rows[i] = rows[i];
    for (int kind = 0; kind < kind_count; ++kind)
      if ((rows[i].kinds >> kind & 1) != 0)
        table.acts[rows[i].zone][kind] = static_cast<Acts>(table.acts[rows[i].zone][kind] | rows[i].acts);
  }
  return table;
}

// One card that lies somewhere, as the tests see it. `record` is a number of the game's own for a card's design; a
// card with two faces that have texts of their own counts as two records, one of them in a zone of its own.
struct Lying {
  std::int32_t record = 0;
  std::uint8_t zone = 0;
  std::uint8_t kind = 0;
  Acts texts = 0;  // how the texts printed on it act
  bool operator==(const Lying&) const = default;
};

template <class Content, class State>
struct Whereabouts {
  std::span<const WhereRow> rows;
  std::span<const std::string_view> zones, kinds;  // their names
  // Every card with texts that is in the game, once, wherever it lies.
  void (*lying)(const Content&, const State&, std::vector<Lying>&);
  void (*silence)(Content&, int record);  // empties the record's list of texts; no number changes
  std::string (*record_name)(const Content&, int record);  // for messages
};

}  // namespace rw::ability
