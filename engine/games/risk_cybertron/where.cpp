// Where every card lies, and content without the texts of one card: for tests of where texts act.
#include "engine/games/risk_cybertron/where.h"

#include "engine/games/risk_cybertron/rules.h"

namespace rw::risk_cybertron {
namespace {

// Records: the 42 cards, then both modes of each leader.
constexpr int leader_record(LeaderId who, int mode) { return card_count + 2 * core::index(who) + mode; }

ability::Acts acts_of(const Content& c, int first, int count) {
  int acts = 0;
  for (int i = 0; i < count; ++i)
    acts |= ability::act_of(
        static_cast<ability::Kind>(c.abilities[static_cast<std::size_t>(first + i)].ability().kind));
  return static_cast<ability::Acts>(acts);
}

ability::Lying card_lying(const Content& c, Card card, Spot spot) {
  const int ability = c.cards[card].ability;
  return {core::index(card), static_cast<std::uint8_t>(spot), static_cast<std::uint8_t>(CardKind::upgrade),
          ability < 0 ? ability::Acts{0} : acts_of(c, ability, 1)};
}

void lying(const Content& c, const State& s, std::vector<ability::Lying>& out) {
  for (int i = 0; i < s.seats; ++i)
    for (const Card card : core::bits<Card>(s.hand[i])) out.push_back(card_lying(c, card, Spot::hand));
  for (int i = 0; i < s.draw_count; ++i) out.push_back(card_lying(c, s.draw_pile[i], Spot::draw_pile));
  for (int i = 0; i < s.discard_count; ++i) out.push_back(card_lying(c, s.discard_pile[i], Spot::discard_pile));
  for (int i = 0; i < s.seats; ++i) {
    const Leader& leader = s.leader[i];
    if (leader.who == no_leader) continue;
    for (int mode = 0; mode < 2; ++mode)
      out.push_back(
          {leader_record(leader.who, mode), static_cast<std::uint8_t>(spot_of(leader, static_cast<Mode>(mode))),
           static_cast<std::uint8_t>(CardKind::leader),
           acts_of(c, c.leaders[leader.who].first_ability[mode], c.leaders[leader.who].ability_count[mode])});
  }
}

constexpr LeaderId leader_of_record(int record) { return core::make<LeaderId>((record - card_count) / 2); }

void silence(Content& c, int record) {
  if (record < card_count) {
    c.cards[core::make<Card>(record)].ability = -1;
    return;
  }
  LeaderCard& leader = c.leaders[leader_of_record(record)];
  leader.ability_count[record % 2] = 0;
  leader.modifiers[record % 2] = 0;
}

std::string record_name(const Content& c, int record) {
  if (record < card_count) {
    const Card card = core::make<Card>(record);
    return std::string(c.cards[card].id) + " " + std::string(upgrade_of(c, card).name_en);
  }
  return std::string(c.leaders[leader_of_record(record)].name_en) + ", " +
         std::string(name_of(static_cast<Mode>(record % 2)));
}

}  // namespace

constinit const ability::Whereabouts<Content, State> whereabouts = {
    where_texts_act.rows, Spot_names, CardKind_names, lying, silence, record_name,
};

}  // namespace rw::risk_cybertron
