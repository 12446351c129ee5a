// Where every card lies, and content without the texts of one card: for tests of where texts act.
#include "engine/games/transformers_dbg/where.h"

#include "engine/games/transformers_dbg/acting.h"
#include "engine/games/transformers_dbg/rules.h"
#include "engine/games/transformers_dbg/turn.h"

namespace rw::transformers_dbg {
namespace {

struct Lay {
  const Content& c;
  std::vector<ability::Lying>& out;

  void add(Card card, Spot spot) const {
    const CardDef& def = card_def(c, card);
    int acts = 0;
    for (int i = 0; i < def.texts; ++i) acts |= c.ability_act[static_cast<std::size_t>(def.first + i)];
    if (acts != 0)
      out.push_back({core::index(card), static_cast<std::uint8_t>(spot), static_cast<std::uint8_t>(def.kind),
                     static_cast<ability::Acts>(acts)});
  }
  void pile(const auto& cards, Spot spot) const {
    for (const Card card : cards) add(card, spot);
  }
};

void lay_player(const Lay& lay, const State& s, Seat seat) {
  const Player& p = player(s, seat);
  lay.pile(p.deck, Spot::deck);
  lay.pile(p.hand, Spot::hand);
  lay.pile(p.discard, Spot::discard_pile);
  lay.pile(p.vault, Spot::vault);
  for (const Slot slot : slots_of(s, seat))
    if (!is_character_slot(slot)) lay.add(s.slots[slot].card, spot_of(s, slot));
  for (int side = 0; side < 2 && p.character != no_character; ++side)
    lay.add(character_of(lay.c, s, seat).side[side], side == p.side ? Spot::side_up : Spot::side_down);
  for (int i = 0; i < p.damage; ++i) lay.add(lay.c.standard_damage, Spot::in_front);
  const Assist& offer = s.battle.assists[core::index(seat)];
  if (offer.state == AssistState::offered || offer.state == AssistState::defending)
    lay.add(offer.card, Spot::offered);
}

// An Encounter that is dealt with lies in no pile.
void lay_drawn(const Lay& lay, const State& s) {
  if (in_battle(s) && s.battle.encounter != no_card) lay.add(s.battle.encounter, Spot::drawn);
  for (const core::Frame& f : s.agenda)
    if (f.step == static_cast<std::uint8_t>(Step::ambush) && f.source != 0) lay.add(Card{f.source}, Spot::drawn);
}

void lying(const Content& c, const State& s, std::vector<ability::Lying>& out) {
  const Lay lay{c, out};
  for (int i = 0; i < s.seats; ++i) lay_player(lay, s, core::seat(i));
  for (const Space space : spaces_of(s))
    if (!is_empty(s, space))
      lay.add(s.matrix.card[space], is_faceup(s, space) ? Spot::matrix_faceup : Spot::matrix_facedown);
  lay.pile(s.main_deck, Spot::main_deck);
  lay.pile(s.destroyed, Spot::destroyed_pile);
  lay.pile(s.box, Spot::box);
  lay.pile(s.damage_stack, Spot::damage_stack);
  for (const CardSet set : core::first<CardSet>(base_sets)) {
    for (int i = 0; i < s.basics[set]; ++i) lay.add(c.basics[set], Spot::basic_stack);
    lay.pile(s.encounters[set], Spot::encounter_deck);
    lay.pile(s.encounter_discards[set], Spot::encounter_discards);
  }
  lay_drawn(lay, s);
}

// Its rewards stay.
void silence(Content& c, int number) {
  const Card which = core::make<Card>(number);
  CardDef& card = c.cards[static_cast<std::size_t>(which)];
  card.first = static_cast<std::uint16_t>(card.first + card.texts);
  card.texts = 0;
  card.moments = card.modifiers = 0;
  card.blocks = false;
  for (int spot = 0; spot < Spot_count; ++spot) c.said[spot][static_cast<std::size_t>(which)] = {};
}

std::string record_name(const Content& c, int number) {
  return std::string(card_def(c, core::make<Card>(number)).name.en);
}

}  // namespace

constinit const ability::Whereabouts<Content, State> whereabouts = {
    where_texts_act.rows, Spot_names, CardKind_names, lying, silence, record_name,
};

}  // namespace rw::transformers_dbg
