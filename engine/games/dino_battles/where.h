// Where the texts of cards and Dinosaurs act.
#pragma once

#include "engine/ability/where.h"
#include "engine/games/dino_battles/content.h"

namespace rw::dino_battles {

// `under`: attached to a Dinosaur of one's own.
RW_NAMED_ENUM(Spot, std::uint8_t, deck, hand, under, play_area, discard_pile, supply, purgatory, active, reserve,
              offering, dinosaur_deck, dinosaur_purgatory, trophies, response_stack)
// The texts of a Dinosaur are of three kinds, each with a place of its own.
RW_NAMED_ENUM(CardKind, std::uint8_t, combat, status, strategy, tech, trait, attack, assist)

// The texts of Status Cards act on the card itself: when it is drawn or discarded. A Tech lies in the Play Area
// while it waits on the response stack and resolves; of a Strategy only the text waits.
inline constexpr auto where_texts_act = ability::where<Spot_count, CardKind_count>({
    {Spot::deck, ability::kinds(CardKind::status), ability::act_itself, Clause::DNB_STA_09},
    {Spot::hand, ability::kinds(CardKind::status), ability::act_itself, Clause::DNB_STA_07},
    {Spot::hand, ability::kinds(CardKind::strategy), ability::act_use, Clause::DNB_STR_02},
    {Spot::under, ability::kinds(CardKind::strategy), ability::act_use, Clause::DNB_STR_02},
    {Spot::hand, ability::kinds(CardKind::tech), ability::act_use, Clause::DNB_TEC_01},
    {Spot::under, ability::kinds(CardKind::tech), ability::act_use, Clause::DNB_TEC_04},
    {Spot::play_area, ability::kinds(CardKind::tech), ability::act_use, Clause::DNB_TEC_06},
    {Spot::response_stack, ability::kinds(CardKind::strategy), ability::act_use, Clause::DNB_STR_04},
    {Spot::active, ability::kinds(CardKind::attack), ability::act_use, Clause::DNB_ATK_01},
    {Spot::active, ability::kinds(CardKind::trait), ability::act_modify, Clause::DNB_ABI_01},
    {Spot::reserve, ability::kinds(CardKind::trait), ability::act_modify, Clause::DNB_ABI_11},
    {Spot::reserve, ability::kinds(CardKind::assist), ability::act_use, Clause::DNB_AST_02},
});

constexpr Spot spot_of_slot(Slot slot) { return slot == active_slot ? Spot::active : Spot::reserve; }

extern const ability::Whereabouts<Content, State> whereabouts;  // where.cpp

}  // namespace rw::dino_battles
