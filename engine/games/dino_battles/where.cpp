// Where every card lies, and content without the texts of one card: for tests of where texts act.
#include "engine/games/dino_battles/where.h"

#include "engine/games/dino_battles/rules.h"

namespace rw::dino_battles {
namespace {

// Records: Combat and Status Cards, Strategies and Techs, then traits, attacks and Assist Power of each Dinosaur.
constexpr int plain_records = 6;
constexpr CardKind parts[] = {CardKind::trait, CardKind::attack, CardKind::assist};
int first_dinosaur_record(const Content& c) { return plain_records + static_cast<int>(c.cards.size()); }

struct Listing {
  const Content& c;
  const State& s;
  std::vector<ability::Lying>& out;

  void add(int record, Spot spot, CardKind kind, ability::Acts texts) const {
    out.push_back({record, static_cast<std::uint8_t>(spot), static_cast<std::uint8_t>(kind), texts});
  }
  void cards(Kind kind, int count, Spot spot) const {
    for (int i = 0; i < count; ++i) {
      if (is_stack_card(kind)) {
        const CardKind sort = is_tech(c, s, kind) ? CardKind::tech : CardKind::strategy;
        add(plain_records + core::index(s.stacks[stack_of(kind)]), spot, sort, ability::act_use);
      } else {
        const PlainCard& card = plain_card(c, kind);
        const bool speaks = card.drawn >= 0 || card.discarded >= 0;
        add(static_cast<int>(&card - c.plain), spot, is_combat(kind) ? CardKind::combat : CardKind::status,
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
      for (int part = 0; part < 3; ++part)
        add(first_dinosaur_record(c) + 3 * core::index(which) + part, spot, parts[part], texts[part]);
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

void silence(Content& c, int record) {
  if (record < plain_records) {
    PlainCard& card = c.plain[record];
    card.drawn = without_effect(c, card.drawn);
    card.discarded = without_effect(c, card.discarded);
    return;
  }
  if (record < first_dinosaur_record(c)) {
    StackCard& card = c.cards[static_cast<std::size_t>(record - plain_records)];
    card.ability = without_effect(c, card.ability);
    for (PowerCard& power : card.powers)
      power.abilities = power.attack ? AbilityList{} : AbilityList{without_effect(c, power.abilities.first), 1};
    return;
  }
  const int part = (record - first_dinosaur_record(c)) % 3;
  DinosaurCard& dino = c.dinosaurs[static_cast<std::size_t>((record - first_dinosaur_record(c)) / 3)];
  if (part == 0) dino.traits = 0;
  if (part == 1)
    for (AttackCard& attack : dino.attacks) attack.abilities = {};
  if (part == 2) dino.assist.ability = -1;
}

std::string record_name(const Content& c, int record) {
  if (record < plain_records) return std::string(c.plain[record].name);
  if (record < first_dinosaur_record(c))
    return std::string(c.cards[static_cast<std::size_t>(record - plain_records)].name);
  const int place = record - first_dinosaur_record(c);
  return std::string(c.dinosaurs[static_cast<std::size_t>(place / 3)].name) + ", " +
         std::string(name_of(parts[place % 3]));
}

}  // namespace

constinit const ability::Whereabouts<Content, State> whereabouts = {
    where_texts_act.rows, Spot_names, CardKind_names, lying, silence, record_name,
};

}  // namespace rw::dino_battles
