// Where every card lies, and content without the texts of one card: for tests of where texts act.
#include "engine/games/dino_battles/where.h"

#include "engine/games/dino_battles/rules.h"

namespace rw::dino_battles {
namespace {

// Combat and Status Cards, Strategies and Techs, then traits, attacks and Assist Power of each Dinosaur.
enum class Record : std::int32_t {};
constexpr int plain_records = 6;
constexpr CardKind parts[] = {CardKind::trait, CardKind::attack, CardKind::assist};
int first_dinosaur_record(const Content& c) { return plain_records + static_cast<int>(c.cards.size()); }
Record record_of(const Content& c, const PlainCard& card) {
  return core::make<Record>(static_cast<int>(&card - c.plain));
}
Record record_of(StackRecord card) { return core::make<Record>(plain_records + core::index(card)); }
Record record_of(const Content& c, DinoRecord dino, int part) {
  return core::make<Record>(first_dinosaur_record(c) + 3 * core::index(dino) + part);
}
bool is_plain(Record record) { return core::index(record) < plain_records; }
bool is_dinosaur(const Content& c, Record record) { return core::index(record) >= first_dinosaur_record(c); }
StackRecord card_of(Record record) { return core::make<StackRecord>(core::index(record) - plain_records); }
DinoRecord dino_of(const Content& c, Record record) {
  return core::make<DinoRecord>((core::index(record) - first_dinosaur_record(c)) / 3);
}
CardKind part_of(const Content& c, Record record) {
  return parts[(core::index(record) - first_dinosaur_record(c)) % 3];
}

struct Listing {
  const Content& c;
  const State& s;
  std::vector<ability::Lying>& out;

  void add(Record record, Spot spot, CardKind kind, ability::Acts texts) const {
    out.push_back({core::index(record), static_cast<std::uint8_t>(spot), static_cast<std::uint8_t>(kind), texts});
  }
  void cards(Kind kind, int count, Spot spot) const {
    for (int i = 0; i < count; ++i) {
      if (is_stack_card(kind)) {
        const CardKind sort = is_tech(c, s, kind) ? CardKind::tech : CardKind::strategy;
        add(record_of(s.stacks[stack_of(kind)]), spot, sort, ability::act_use);
      } else {
        const PlainCard& card = plain_card(c, kind);
        const bool speaks = card.drawn >= 0 || card.discarded >= 0;
        add(record_of(c, card), spot, is_combat(kind) ? CardKind::combat : CardKind::status,
            speaks ? ability::act_itself : ability::Acts{0});
      }
    }
  }
  void pile(const Pile& counts, Spot spot) const {
    for (const Kind kind : all_kinds_of_cards) cards(kind, counts[kind], spot);
  }
  void dinosaurs(DinoKind kind, int count, Spot spot) const {
    const DinoRecord which = s.dinos[kind];
    const DinosaurCard& dino = card_of(c, which);
    const bool riders = dino.attacks[0].abilities.count + dino.attacks[1].abilities.count > 0;
    const ability::Acts texts[] = {dino.traits != 0 ? ability::act_modify : ability::Acts{0},
                                   riders ? ability::act_use : ability::Acts{0},
                                   dino.assist.ability >= 0 ? ability::act_use : ability::Acts{0}};
    for (int i = 0; i < count; ++i)
      for (int part = 0; part < 3; ++part) add(record_of(c, which, part), spot, parts[part], texts[part]);
  }
};

// A text without effect: a Strategy needs one.
int without_effect(Content& c, int ability) {
  static constexpr std::int32_t nothing[] = {0,
                                             0,
                                             0,
                                             0,
                                             0,
                                             0,
                                             0,
                                             ability::ability_header,
                                             ability::header(ability::op_block, 3),
                                             ability::header(ability::op_end, 2),
                                             0};
  if (ability >= 0) c.abilities.push_back({nothing});
  return ability < 0 ? ability : static_cast<int>(c.abilities.size()) - 1;
}

void lying(const Content& c, const State& s, std::vector<ability::Lying>& out) {
  if (s.phase == Phase::draft) return;
  const Listing list{c, s, out};
  for (int i = 0; i < s.seats; ++i) {
    const Player& p = s.players[i];
    list.pile(p.deck, Spot::deck);
    list.pile(p.hand, Spot::hand);
    list.pile(p.discard, Spot::discard_pile);
    list.pile(p.play, Spot::play_area);
    list.pile(p.under, Spot::under);
    for (const Dinosaur& dino : p.dino)
      if (dino.kind != 0) list.dinosaurs(core::make<DinoKind>(dino.kind - 1), 1, spot_of_slot(dino.slot));
    for (const DinoKind k : core::first<DinoKind>(dino_kinds)) list.dinosaurs(k, p.trophies[k], Spot::trophies);
  }
  list.pile(s.supply, Spot::supply);
  list.pile(s.purgatory, Spot::purgatory);
  for (const DinoKind k : core::first<DinoKind>(dino_kinds)) {
    list.dinosaurs(k, s.dino_deck[k], Spot::dinosaur_deck);
    list.dinosaurs(k, s.dino_purgatory[k], Spot::dinosaur_purgatory);
  }
  for (const Item& item : s.stack)
    if (item.kind == ItemKind::strategy) list.cards(card_of(item), 1, Spot::response_stack);
  for (int slot = 0; slot < offering_size; ++slot)
    if (s.offering[slot] != 0) list.dinosaurs(offered(s, slot), 1, Spot::offering);
}

void silence(Content& c, int number) {
  const Record record = core::make<Record>(number);
  if (is_plain(record)) {
    PlainCard& card = c.plain[core::index(record)];
    card.drawn = without_effect(c, card.drawn);
    card.discarded = without_effect(c, card.discarded);
    return;
  }
  if (!is_dinosaur(c, record)) {
    StackCard& card = c.cards[static_cast<std::size_t>(card_of(record))];
    card.ability = without_effect(c, card.ability);
    for (PowerCard& power : card.powers)
      power.abilities = power.attack ? AbilityList{} : AbilityList{without_effect(c, power.abilities.first), 1};
    return;
  }
  const CardKind part = part_of(c, record);
  DinosaurCard& dino = c.dinosaurs[static_cast<std::size_t>(dino_of(c, record))];
  if (part == CardKind::trait) dino.traits = 0;
  if (part == CardKind::attack)
    for (AttackCard& attack : dino.attacks) attack.abilities = {};
  if (part == CardKind::assist) dino.assist.ability = -1;
}

std::string record_name(const Content& c, int number) {
  const Record record = core::make<Record>(number);
  if (is_plain(record)) return std::string(c.plain[core::index(record)].name);
  if (!is_dinosaur(c, record)) return std::string(card_of(c, card_of(record)).name);
  return std::string(card_of(c, dino_of(c, record)).name) + ", " + std::string(name_of(part_of(c, record)));
}

}  // namespace

constinit const ability::Whereabouts<Content, State> whereabouts = {
    where_texts_act.rows, Spot_names, CardKind_names, lying, silence, record_name,
};

}  // namespace rw::dino_battles
