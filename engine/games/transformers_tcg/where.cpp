// Where every card lies, and content without the texts of one card: for tests of where texts act.
#include "engine/games/transformers_tcg/where.h"

#include "engine/games/transformers_tcg/rules.h"

namespace rw::transformers_tcg {
namespace {

// The modes of each character, then battle cards.
enum class Record : std::int32_t {};
int character_records(const Content& c) { return max_modes * static_cast<int>(c.characters.size()); }
Record record_of(CharacterRecord which, int mode) {
  return core::make<Record>(max_modes * core::index(which) + mode);
}
Record record_of(const Content& c, CardRecord which) {
  return core::make<Record>(character_records(c) + core::index(which));
}
bool is_character(const Content& c, Record record) { return core::index(record) < character_records(c); }
CharacterRecord character_of(Record record) {
  return core::make<CharacterRecord>(core::index(record) / max_modes);
}
int mode_of(Record record) { return core::index(record) % max_modes; }
CardRecord card_of(const Content& c, Record record) {
  return core::make<CardRecord>(core::index(record) - character_records(c));
}

bool only_own_rules(ability::Program p) {
  for (int at = p.ability().effects + 1; p.opcode(at) != ability::op_end; at += p.length(at))
    if (p.opcode(at) <= static_cast<int>(WordOp::last_looked_up)) return false;
  return true;
}

ability::Acts act_of(ability::Program p) {
  const ability::Ability& a = p.ability();
  if (a.kind == static_cast<int>(ability::Kind::always))
    return only_own_rules(p) ? ability::act_itself : ability::act_modify;
  switch (static_cast<Moment>(a.moment)) {
    case Moment::played:
    case Moment::this_played:
    case Moment::put_on:
    case Moment::flipped_in_ko_area:
    case Moment::ko_seen_from_ko_area: return ability::act_itself;
    default: return ability::act_of(static_cast<ability::Kind>(a.kind));
  }
}

ability::Acts acts_of(const Content& c, const AbilityList& list) {
  int acts = 0;
  for (int i = 0; i < list.count; ++i) acts |= act_of(c.abilities[static_cast<std::size_t>(list.first + i)]);
  return static_cast<ability::Acts>(acts);
}

Spot spot_of(const State& s, Card card) {
  if (s.hand.has(card)) return Spot::hand;
  if (s.scrap.has(card)) return Spot::scrap_pile;
  if (s.played.has(card)) return Spot::played;
  if (s.attached.has(card)) return slot_of(s, card) == no_slot ? Spot::waiting : Spot::attached;
  return s.under.has(card) ? Spot::under_character : Spot::deck;
}

void lying(const Content& c, const State& s, std::vector<ability::Lying>& out) {
  for (const Character who : core::first<Character>(character_count)) {
    if (!is_there(s, who)) continue;
    const CharacterCard& card = card_of_character(c, s, who);
    for (int mode = 0; mode < card.mode_count; ++mode) {
      const Spot spot = mode == s.characters[who].mode ? spot_of(s, who) : Spot::turned_away;
      out.push_back({core::index(record_of(record_of(s, who), mode)), static_cast<std::uint8_t>(spot),
                     static_cast<std::uint8_t>(CardKind::character), acts_of(c, card.modes[mode].abilities)});
    }
  }
  for (const Card card : core::first<Card>(card_count)) {
    if (!is_there(s, card)) continue;
    const BattleCard& printed = battle_card(c, s, card);
    out.push_back({core::index(record_of(c, record_of(s, card))), static_cast<std::uint8_t>(spot_of(s, card)),
                   static_cast<std::uint8_t>(printed.action ? CardKind::action : CardKind::upgrade),
                   acts_of(c, printed.abilities)});
  }
}

void silence(Content& c, int number) {
  const Record record = core::make<Record>(number);
  if (is_character(c, record)) {
    c.characters[static_cast<std::size_t>(character_of(record))].modes[mode_of(record)].abilities = {};
    return;
  }
  BattleCard& card = c.cards[static_cast<std::size_t>(card_of(c, record))];
  card.abilities = {};
  card.played = card.only_on = card.only_if = -1;
  card.also_slots = 0;
  card.share = 1;
}

std::string record_name(const Content& c, int number) {
  const Record record = core::make<Record>(number);
  if (!is_character(c, record)) return std::string(c.card(card_of(c, record)).name.en);
  const CharacterCard& card = c.character(character_of(record));
  return std::string(card.name.en) + ", " + std::string(name_of(card.modes[mode_of(record)].kind));
}

}  // namespace

constinit const ability::Whereabouts<Content, State> whereabouts = {
    where_texts_act.rows, Spot_names, CardKind_names, lying, silence, record_name,
};

}  // namespace rw::transformers_tcg
