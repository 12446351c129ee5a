// Reading the bundle into the arrays the rules work on.
#include "engine/games/dino_battles/content.h"

#include <algorithm>

#include "engine/ability/walk.h"
#include "engine/games/dino_battles/word_table.h"

namespace rw::dino_battles {
namespace {

using core::Node;

// For messages: what players read stands in the bundle.
std::string_view read_name(Node node) { return node["en"].text(); }

Cost read_cost(Node node) {
  Cost cost;
  for (const char letter : node.text()) {
    if (letter == 'A') ++cost.of[Kind::attack];
    if (letter == 'E') ++cost.of[Kind::evade];
    if (letter == 'D') ++cost.of[Kind::defend];
    if (letter == '*') ++cost.any;
  }
  return cost;
}

AbilityList read_abilities(Content& c, Node list) {
  const AbilityList out{static_cast<int>(c.abilities.size()), list.size()};
  for (int i = 0; i < out.count; ++i) c.abilities.push_back({list[i].code()});
  return out;
}

int read_flags(Node node) {
  return (node["no_evade"].flag() ? no_evade : 0) | (node["no_defend"].flag() ? no_defend : 0);
}

// ---- what an ability aims at, found in its program ----------------------------------------------

// Calls visit(word, at) for every node of what an ability does.
template <class Visit>
void each_word(ability::Program p, Visit&& visit) {
  ability::walk(vocabulary(), p, p.ability().effects,
                [&](int at) { visit(static_cast<WordOp>(p.opcode(at)), at); });
}

TargetSpec target_of_ability(ability::Program p) {
  TargetSpec spec;
  each_word(p, [&](WordOp op, int at) {
    if (op == WordOp::dinosaur) {
      spec.type = TargetType::dinosaur;
      spec.whose = core::make<Whose>(said<WordOp::dinosaur, "side">(p, at));
      spec.zone = core::make<ZoneWord>(said<WordOp::dinosaur, "zone">(p, at));
      const int up_to = said<WordOp::dinosaur, "up_to">(p, at);
      spec.up_to = up_to > 0;
      if (up_to > 0) spec.most = std::min(2, up_to);
    } else if (op == WordOp::counter) {
      spec.type = TargetType::item;
      spec.item = core::make<ItemWord>(said<WordOp::counter, "type">(p, at));
    } else if (op == WordOp::opponent_reserve ||
               (op == WordOp::status && core::make<Who>(said<WordOp::status, "to">(p, at)) == Who::opponent)) {
      spec.type = TargetType::player;
    }
  });
  return spec;
}

ability::Program program(const Content& c, int index) { return c.abilities[static_cast<std::size_t>(index)]; }

// Poison or Paralyze.
bool inflicts(const Content& c, AbilityList list) {
  bool found = false;
  for (int i = 0; i < list.count; ++i) {
    const ability::Program p = program(c, list.first + i);
    each_word(p, [&](WordOp op, int at) {
      if (op != WordOp::status) return;
      found = found ||
              core::make<word_table::Status>(said<WordOp::status, "card">(p, at)) != word_table::Status::wound;
    });
  }
  return found;
}

std::uint32_t read_tags(Node list) {
  std::uint32_t tags = 0;
  for (int i = 0; i < list.size(); ++i)
    if (const int tag = core::find_name(Tag_names, list[i].text()); tag >= 0) tags |= 1u << tag;
  return tags;
}

// ---- the kinds of cards ----------------------------------------------------------------------------

void load_plain(Content& c, Node root) {
  for (int i = 0; i < 6; ++i) {
    const Node node = i < 3 ? root["combat"][i] : root["status"][i - 3];
    PlainCard& card = c.plain[i];
    card.id = node["id"].text();
    card.name = read_name(node["name"]);
    const AbilityList list = read_abilities(c, node["abilities"]);
    for (int k = 0; k < list.count; ++k) {
      const auto moment = static_cast<Moment>(program(c, list.first + k).ability().moment);
      (moment == Moment::drawn ? card.drawn : card.discarded) = list.first + k;
    }
  }
}

// What Strategies and Techs have in common.
StackCard read_stack_card(Node node) {
  StackCard card;
  card.id = node["id"].text();
  card.name = read_name(node["name"]);
  card.cost = read_cost(node["cost"]);
  card.tags = read_tags(node["tags"]);
  return card;
}

Expected<> load_strategies(Content& c, Node list) {
  for (int i = 0; i < list.size(); ++i) {
    StackCard card = read_stack_card(list[i]);
    const AbilityList abilities = read_abilities(c, list[i]["abilities"]);
    if (abilities.count != 1) return failed("Strategy '" + std::string(card.id) + "' must have one ability");
    card.ability = abilities.first;
    if (abilities.count == 1) card.target = target_of_ability(c.abilities.back());
    card.inflicts = inflicts(c, abilities);
    c.cards.push_back(card);
  }
  c.strategy_count = list.size();
  return {};
}

PowerCard read_power(Content& c, Node node) {
  PowerCard power;
  power.name = read_name(node["name"]);
  power.cost = read_cost(node["cost"]);
  power.attack = static_cast<bool>(node["attack"]);
  power.atk = static_cast<int>(node["attack"]["atk"].integer());
  power.damage = static_cast<int>(node["attack"]["damage"].integer());
  power.flags = read_flags(node["attack"]);
  power.abilities = read_abilities(c, node["abilities"]);
  if (power.attack) {
    power.target.type = TargetType::dinosaur;  // DNB-TEC-08
    power.target.whose = Whose::opponent;
    power.target.zone = ZoneWord::active;
  } else if (power.abilities.count > 0) {
    const ability::Program p = c.abilities[static_cast<std::size_t>(power.abilities.first)];
    power.moment = p.ability().moment;
    power.target = target_of_ability(p);
  }
  return power;
}

Expected<> load_techs(Content& c, Node list) {
  c.cheapest_power = 99;
  for (int i = 0; i < list.size(); ++i) {
    StackCard card = read_stack_card(list[i]);
    card.tech = true;
    const Node powers = list[i]["powers"];
    card.power_count = powers.size();
    for (int k = 0; k < std::min(2, powers.size()); ++k) {
      card.powers[k] = read_power(c, powers[k]);
      const PowerCard& power = card.powers[k];
      card.inflicts = card.inflicts || inflicts(c, power.abilities);
      c.cheapest_power = std::min(c.cheapest_power, power.cost.size());
      if (!power.attack && power.abilities.count != 1)
        return failed("Power '" + std::string(power.name) + "' must have one ability or an attack");
      if (power.cost.size() == 0) return failed("Power '" + std::string(power.name) + "' must cost something");
    }
    c.cards.push_back(card);
  }
  return {};
}

int traits_of(ability::Program p) {
  int traits = 0;
  each_word(p, [&](WordOp op, int) {
    if (op == WordOp::spiked) traits |= 1 << static_cast<int>(Lasts::spiked);
    if (op == WordOp::immune_poison) traits |= 1 << static_cast<int>(Lasts::immune_poison);
    if (op == WordOp::immune_paralyze) traits |= 1 << static_cast<int>(Lasts::immune_paralyze);
  });
  return traits;
}

DinosaurCard read_dinosaur(Content& c, Node node) {
  DinosaurCard dino;
  dino.id = node["id"].text();
  dino.name = read_name(node["name"]);
  dino.cost = read_cost(node["cost"]);
  dino.retreat = read_cost(node["retreat"]);
  dino.hp = static_cast<int>(node["hp"].integer());
  dino.atk = static_cast<int>(node["atk"].integer());
  dino.eva = static_cast<int>(node["eva"].integer());
  dino.def = static_cast<int>(node["def"].integer());
  const AbilityList traits = read_abilities(c, node["abilities"]);
  for (int i = 0; i < traits.count; ++i) dino.traits |= traits_of(program(c, traits.first + i));
  dino.attack_count = node["attacks"].size();
  for (int i = 0; i < std::min(2, dino.attack_count); ++i) {
    const Node from = node["attacks"][i];
    AttackCard& attack = dino.attacks[i];
    attack.cost = read_cost(from["cost"]);
    attack.damage = static_cast<int>(from["damage"].integer());
    attack.atk_bonus = static_cast<int>(from["atk_bonus"].integer());
    attack.flags = read_flags(from);
    attack.any_dinosaur = from["any_dinosaur"].flag();
    attack.abilities = read_abilities(c, from["abilities"]);
    dino.inflicts = dino.inflicts || inflicts(c, attack.abilities);
  }
  if (const Node assist = node["assist"]) {
    dino.assist.cost = read_cost(assist["cost"]);
    const AbilityList list = read_abilities(c, assist["abilities"]);
    if (list.count > 0) dino.assist.ability = list.first;
    if (list.count > 0) dino.assist.target = target_of_ability(c.abilities.back());
  }
  return dino;
}

Expected<> load_kingdoms(Content& c, Node list) {
  for (int i = 0; i < list.size(); ++i) {
    Kingdom kingdom;
    kingdom.id = list[i]["id"].text();
    const Node strategies = list[i]["strategies"], techs = list[i]["techs"];
    if (strategies.size() + techs.size() != stack_count)
      return failed("kingdom '" + std::string(kingdom.id) + "' must have ten stacks", Clause::DNB_SET_03);
    for (const Stack stack : core::first<Stack>(stack_count)) {
      const int k = core::index(stack), tech = k - strategies.size();
      kingdom.stacks[stack] = core::make<StackRecord>(
          static_cast<int>(tech < 0 ? strategies[k].integer() : c.strategy_count + techs[tech].integer()));
    }
    for (const DinoKind k : core::first<DinoKind>(dino_kinds))
      kingdom.dinos[k] = core::make<DinoRecord>(static_cast<int>(list[i]["dinosaurs"][core::index(k)].integer()));
    const Node larger = list[i]["first_hand_compensation"];
    for (int k = 0; k < larger.size(); ++k)
      core::include(kingdom.compensation, static_cast<int>(larger[k].integer()));
    std::sort(kingdom.stacks.begin(), kingdom.stacks.end());
    std::sort(kingdom.dinos.begin(), kingdom.dinos.end());
    c.kingdoms.push_back(kingdom);
  }
  return {};
}

void load_figures(Content& c, Node game) {
  for (int i = 0; i < 3; ++i) {
    const Node node = game["supply"][i];
    const auto of = [&](std::string_view key) { return static_cast<int>(node[key].integer()); };
    c.supply[i] = {of("dinosaurs"), of("combat"), of("stack"), of("wounds"), of("poisons"), of("paralyzes")};
  }
  constexpr std::string_view start[] = {"attack", "evade", "defend", "wound"};
  for (const Kind k : core::first<Kind>(4))
    c.starting[k] = static_cast<int>(game["starting_deck"][start[core::index(k)]].integer());
  c.hand = static_cast<int>(game["hand"].integer());
  c.reserve_limit = static_cast<int>(game["reserve_limit"].integer());
  c.knock_outs = static_cast<int>(game["knock_outs"].integer());
  c.round_limit = static_cast<int>(game["round_limit"].integer());
  c.damage_per_wound = static_cast<int>(game["direct_damage_per_wound"].integer(5));
  c.random_tries = static_cast<int>(game["random_tries"].integer(1000));
}

}  // namespace

const PlainCard& plain_card(const Content& c, Kind kind) {
  constexpr int places[] = {0, 1, 2, 3, 5, 4, 4, 4, 4};  // the content lists Poison before Paralyze
  return c.plain[places[core::index(kind)]];
}

Expected<std::unique_ptr<Content>> Content::load(Node root) {
  auto content = std::make_unique<Content>();
  Content& c = *content;
  load_plain(c, root);
  if (auto done = load_strategies(c, root["strategies"]); !done) return done.failure();
  if (auto done = load_techs(c, root["techs"]); !done) return done.failure();
  for (int i = 0; i < root["dinosaurs"].size(); ++i) c.dinosaurs.push_back(read_dinosaur(c, root["dinosaurs"][i]));
  if (c.cards.size() < stack_count || c.dinosaurs.size() < dino_kinds)
    return failed("there must be at least ten Strategies and Techs and six Dinosaurs (DNB-SET-03, DNB-SET-04)");
  if (auto done = load_kingdoms(c, root["kingdoms"]); !done) return done.failure();
  load_figures(c, root["game"]);
  for (const StackCard& card : c.cards) c.card_ids.push_back(card.id);
  for (const DinosaurCard& dino : c.dinosaurs) c.dino_ids.push_back(dino.id);
  for (const Kingdom& kingdom : c.kingdoms) c.kingdom_ids.push_back(kingdom.id);
  c.source_ids = c.card_ids;
  c.source_ids.insert(c.source_ids.end(), c.dino_ids.begin(), c.dino_ids.end());
  return content;
}

}  // namespace rw::dino_battles
