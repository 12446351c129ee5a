// Where the texts of characters and battle cards act.
#pragma once

#include "engine/ability/where.h"
#include "engine/games/transformers_tcg/content.h"

namespace rw::transformers_tcg {

// `turned_away`: a mode that is not up. `beneath`: under another character, or part of a Combiner. `waiting`: an
// Upgrade of a Combiner's parts that is not in one of its slots yet.
RW_NAMED_ENUM(Spot, std::uint8_t, battlefield, turned_away, ko_area, beneath, deck, hand, played, attached,
              waiting, under_character, scrap_pile)
RW_NAMED_ENUM(CardKind, std::uint8_t, character, action, upgrade)

// Of the card itself are: playing it, where it may be put, being put on; on characters the texts that say that
// they work in the KO area.
inline constexpr auto where_texts_act = ability::where<Spot_count, CardKind_count>({
    {Spot::battlefield, ability::kinds(CardKind::character),
     ability::act_use | ability::act_modify | ability::act_listen | ability::act_replace, Clause::TCG_FLP_01},
    {Spot::ko_area, ability::kinds(CardKind::character), ability::act_itself, Clause::TCG_KO_06},
    {Spot::attached, ability::kinds(CardKind::upgrade), ability::act_modify, Clause::TCG_UPG_15},
    {Spot::attached, ability::kinds(CardKind::upgrade), ability::act_listen | ability::act_replace,
     Clause::TCG_TRG_01},
    {Spot::attached, ability::kinds(CardKind::upgrade), ability::act_itself, Clause::TCG_UPG_13},
    {Spot::waiting, ability::kinds(CardKind::upgrade), ability::act_itself, Clause::TCG_UPG_13},
    {Spot::hand, ability::kinds(CardKind::action), ability::act_itself, Clause::TCG_ACT_01},
    {Spot::hand, ability::kinds(CardKind::upgrade), ability::act_itself, Clause::TCG_UPG_12},
    {Spot::played, ability::kinds(CardKind::action), ability::act_itself, Clause::TCG_ACT_01},
    {Spot::played, ability::kinds(CardKind::upgrade), ability::act_itself, Clause::TCG_UPG_11},
    {Spot::scrap_pile, ability::kinds(CardKind::action), ability::act_itself, Clause::TCG_ACT_07},
    {Spot::scrap_pile, ability::kinds(CardKind::upgrade), ability::act_itself, Clause::TCG_UPG_11},
});

inline constexpr std::uint64_t ko_area_moments =
    moment_bit(Moment::flipped_in_ko_area) | moment_bit(Moment::ko_seen_from_ko_area);

// What of a list of texts may act there, at a glance: moments, modifiers, and those that name whom they are about.
struct Voices {
  std::uint64_t moments = 0;
  std::uint32_t modifiers = 0, wide = 0;

  void add(const Voices& more) {
    moments |= more.moments;
    modifiers |= more.modifiers;
    wide |= more.wide;
  }
};
inline Voices voices_of(const AbilityList& list, Spot spot, CardKind kind) {
  Voices found;
  if (where_texts_act.may(spot, kind, ability::act_use | ability::act_listen | ability::act_replace))
    found.moments |= list.moments & ~ko_area_moments;
  if (where_texts_act.may(spot, kind, ability::act_itself)) found.moments |= list.moments & ko_area_moments;
  if (where_texts_act.may(spot, kind, ability::act_modify)) {
    found.modifiers = list.modifiers;
    found.wide = list.wide;
  }
  return found;
}
inline Spot spot_of(const State& s, Character who) {
  return on_field(s, who) ? Spot::battlefield : in_ko_area(s, who) ? Spot::ko_area : Spot::beneath;
}

extern const ability::Whereabouts<Content, State> whereabouts;  // where.cpp

}  // namespace rw::transformers_tcg
