// Where every card lies, and content without the texts of one card: for tests of where texts act.
#include "engine/games/risk_cybertron/where.h"

#include "engine/games/risk_cybertron/rules.h"

namespace rw::risk_cybertron {
namespace {

// The 42 cards, then both modes of each leader.
enum class Record : std::int32_t {};
constexpr Record record_of(Card card) { return core::make<Record>(core::index(card)); }
constexpr Record record_of(LeaderId who, Mode mode) {
  return core::make<Record>(card_count + 2 * core::index(who) + core::index(mode));
}
constexpr bool is_card(Record record) { return core::index(record) < card_count; }
constexpr Card card_of(Record record) { return core::make<Card>(core::index(record)); }
constexpr LeaderId leader_of(Record record) {
  return core::make<LeaderId>((core::index(record) - card_count) / 2);
}
constexpr Mode mode_of(Record record) { return core::make<Mode>((core::index(record) - card_count) % 2); }

ability::Acts acts_of(const Content& c, int first, int count) {
  int acts = 0;
  for (int i = 0; i < count; ++i)
    acts |= ability::act_of(
        static_cast<ability::Kind>(c.abilities[static_cast<std::size_t>(first + i)].ability().kind));
  return static_cast<ability::Acts>(acts);
}

ability::Lying card_lying(const Content& c, Card card, Spot spot) {
  const int ability = c.cards[card].ability;
  return {core::index(record_of(card)), static_cast<std::uint8_t>(spot),
          static_cast<std::uint8_t>(CardKind::upgrade), ability < 0 ? ability::Acts{0} : acts_of(c, ability, 1)};
}

void lying(const Content& c, const State& s, std::vector<ability::Lying>& out) {
  for (int i = 0; i < s.seats; ++i)
    for (const Card card : core::bits<Card>(s.hand[i])) out.push_back(card_lying(c, card, Spot::hand));
  for (int i = 0; i < s.draw_count; ++i) out.push_back(card_lying(c, s.draw_pile[i], Spot::draw_pile));
  for (int i = 0; i < s.discard_count; ++i) out.push_back(card_lying(c, s.discard_pile[i], Spot::discard_pile));
  for (int i = 0; i < s.seats; ++i) {
    const Leader& leader = s.leader[i];
    if (leader.who == no_leader) continue;
    const LeaderCard& printed = c.leaders[leader.who];
    for (const Mode mode : core::first<Mode>(Mode_count))
      out.push_back(
          {core::index(record_of(leader.who, mode)), static_cast<std::uint8_t>(spot_of(leader, mode)),
           static_cast<std::uint8_t>(CardKind::leader),
           acts_of(c, printed.first_ability[core::index(mode)], printed.ability_count[core::index(mode)])});
  }
}

void silence(Content& c, int number) {
  const Record record = core::make<Record>(number);
  if (is_card(record)) {
    c.cards[card_of(record)].ability = -1;
    return;
  }
  LeaderCard& leader = c.leaders[leader_of(record)];
  leader.ability_count[core::index(mode_of(record))] = 0;
  leader.modifiers[core::index(mode_of(record))] = 0;
}

std::string record_name(const Content& c, int number) {
  const Record record = core::make<Record>(number);
  if (is_card(record)) {
    const Card card = card_of(record);
    return std::string(c.cards[card].id) + " " + std::string(upgrade_of(c, card).name_en);
  }
  return std::string(c.leaders[leader_of(record)].name_en) + ", " + std::string(name_of(mode_of(record)));
}

}  // namespace

constinit const ability::Whereabouts<Content, State> whereabouts = {
    where_texts_act.rows, Spot_names, CardKind_names, lying, silence, record_name,
};

}  // namespace rw::risk_cybertron
