// Where every card lies, and content without the texts of one card: for tests of where texts act.
#include "engine/games/dragon_booster/where.h"

#include "engine/games/dragon_booster/rules.h"
#include "engine/games/dragon_booster/words.h"

namespace rw::dragon_booster {
namespace {

constexpr std::uint16_t play_moments = 1u << static_cast<int>(Moment::played) |
                                       1u << static_cast<int>(Moment::played_in_main) |
                                       1u << static_cast<int>(Moment::played_in_battle);

ability::Acts act_of(const AbilityInfo& info) {
  const ability::Ability& a = info.program.ability();
  const bool play_text = a.moment >= 0 && core::contains(play_moments, a.moment);
  const bool cheaper = a.kind == static_cast<int>(ability::Kind::always) &&
                       (info.modifiers & ~info.reaching & modifier_bit(WordOp::cost_less)) != 0;
  if (play_text || cheaper) return ability::act_itself;
  return ability::act_of(static_cast<ability::Kind>(a.kind));
}

ability::Lying card_lying(const Content& c, Record record, Spot spot) {
  const CardFace& card = face(c, record);
  int acts = 0;
  for (int i = 0; i < card.ability_count; ++i)
    acts |= act_of(c.abilities[static_cast<std::size_t>(card.first_ability + i)]);
  return {core::index(record), static_cast<std::uint8_t>(spot), static_cast<std::uint8_t>(card.kind),
          static_cast<ability::Acts>(acts)};
}

Spot spot_of(const State& s, Seat seat, Slot slot) {
  const Player& p = player(s, seat);
  if (is_crystal_slot(slot)) {
    const Crystal place = crystal_of(slot);
    if (core::contains(mag_pit(p), place)) return Spot::mag_pit;
    if (core::contains(p.damaged, place)) return Spot::damaged;
    return core::contains(p.dragon_deck, place) ? Spot::dragon_deck : Spot::left_out;
  }
  if (s.limbo == card_of(seat, slot)) return Spot::being_played;
  if (core::contains(p.hand, slot)) return Spot::hand;
  if (core::contains(p.track, slot)) return Spot::track;
  if (core::contains(p.zone, slot)) return Spot::zone;
  if (core::contains(p.discards, slot)) return Spot::discards;
  return core::contains(p.pile | p.aside, slot) ? Spot::left_out : Spot::deck;
}

void lying(const Content& c, const State& s, std::vector<ability::Lying>& out) {
  for (int i = 0; i < s.seats; ++i) {
    const Player& p = s.players[i];
    for (const Slot slot : core::first<Slot>(p.race_count))
      out.push_back(card_lying(c, p.race[slot], spot_of(s, core::seat(i), slot)));
    for (const Crystal k : core::first<Crystal>(p.crystal_count))
      out.push_back(card_lying(c, p.crystals[k], spot_of(s, core::seat(i), slot_of(k))));
  }
}

void silence(Content& c, int record) {
  CardFace& card = c.cards[static_cast<std::size_t>(record)];
  card.ability_count = 0;
  card.constants = card.on_itself = 0;
  card.moments &= play_moments;  // noted with the others, listened to by nobody
  card.keyword_count = 0;
}

std::string record_name(const Content& c, int record) {
  return std::string(face(c, core::make<Record>(record)).name.en);
}

}  // namespace

constinit const ability::Whereabouts<Content, State> whereabouts = {
    where_texts_act.rows, Spot_names, Kind_names, lying, silence, record_name,
};

}  // namespace rw::dragon_booster
