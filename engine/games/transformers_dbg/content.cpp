// Reading the bundle into the arrays the rules work on.
#include "engine/games/transformers_dbg/content.h"

#include <algorithm>

#include "engine/games/transformers_dbg/word_table.h"

namespace rw::transformers_dbg {
namespace {

using core::Node;

Names read_name(Node node) { return {node["en"].text(), node["fr"].text()}; }
int number(Node node, int otherwise = 0) { return static_cast<int>(node.integer(otherwise)); }
Faction read_faction(Node node) {
  const int found = core::find_name(Faction_names, node.text());
  return found < 0 ? Faction::neutral : static_cast<Faction>(found);
}
std::uint8_t read_subtypes(Node list) {
  unsigned mask = 0;
  for (int i = 0; i < list.size(); ++i) mask |= 1u << number(list[i]);
  return static_cast<std::uint8_t>(mask);
}

// About the card itself are the texts of playing it, of resolving it as an Assist, and of discarding it to Block.
// A Block with a price is for cards in play (DBG-ATK-05).
ability::Acts act_of(const ability::Ability& a) {
  const auto moment = static_cast<Moment>(a.moment);
  const auto kind = static_cast<ability::Kind>(a.kind);
  if (kind == ability::Kind::always) return ability::act_modify;
  if (moment == Moment::played || moment == Moment::assist || (moment == Moment::block && a.cost == 0))
    return ability::act_itself;
  return ability::act_of(kind);
}

Card card_at(std::size_t place) { return core::make<Card>(static_cast<int>(place)); }
Card next_card(const Content& c) { return card_at(c.cards.size()); }

void note_texts(Content& c, CardDef& card) {
  for (int i = 0; i < card.texts; ++i) {
    const ability::Program p = c.abilities[static_cast<std::size_t>(card.first + i)];
    const ability::Ability& a = p.ability();
    if (a.kind == static_cast<int>(ability::Kind::always))
      card.modifiers |= modifiers_in(p, a.effects);
    else
      card.moments |= 1u << a.moment;
  }
  // DBG-ATK-04, DBG-ATK-05: a Block with a price is for cards in play.
  for (int i = 0; i < card.texts && card.kind != CardKind::side; ++i) {
    const ability::Ability& a = c.abilities[static_cast<std::size_t>(card.first + i)].ability();
    if (a.moment == static_cast<int>(Moment::block) && a.cost == 0) card.blocks = true;
  }
}

void read_texts(Content& c, CardDef& card, Node node) {
  card.first = static_cast<std::uint16_t>(c.abilities.size());
  const Node texts = node["abilities"], rewards = node["reward"];
  card.texts = static_cast<std::uint8_t>(texts.size());
  card.rewards = static_cast<std::uint8_t>(rewards.size());
  for (int i = 0; i < texts.size(); ++i) c.abilities.push_back({texts[i].code()});
  for (int i = 0; i < rewards.size(); ++i) c.abilities.push_back({rewards[i].code()});
  c.ability_card.resize(c.abilities.size(), next_card(c));
  for (std::size_t i = c.ability_act.size(); i < c.abilities.size(); ++i)
    c.ability_act.push_back(act_of(c.abilities[i].ability()));
  note_texts(c, card);
}

void read_figures(CardDef& card, Node node) {
  card.power = static_cast<std::int8_t>(number(node["power"]));
  card.range = static_cast<std::int8_t>(number(node["range"]));
  card.move = static_cast<std::int8_t>(number(node["move"]));
  card.flight = node["flight"].flag();
}

CardDef read_card(Content& c, Node node, CardKind kind) {
  CardDef card;
  card.id = node["id"].text();
  card.name = read_name(node["name"]);
  card.kind = kind;
  card.faction = read_faction(node["faction"]);
  card.set = core::make<CardSet>(number(node["set"]));
  card.subtypes = read_subtypes(node["subtypes"]);
  card.copies = static_cast<std::uint8_t>(number(node["copies"], 1));
  card.level = static_cast<std::uint8_t>(number(node["level"]));
  card.cost = static_cast<std::int8_t>(number(node["cost"]));
  card.coop = node["coop"].flag();
  card.wrath = node["counts_as"].text() == "wrath";
  card.special = node["kind"].text() == "special";
  read_figures(card, node);
  read_texts(c, card, node);
  return card;
}

void load_cards(Content& c, Node list, CardKind kind) {
  c.of_kind[static_cast<int>(kind)] = {next_card(c), core::make<Card>(core::index(next_card(c)) + list.size())};
  for (int i = 0; i < list.size(); ++i) {
    CardDef card = read_card(c, list[i], kind);
    if (kind == CardKind::damage) {
      card.copies = 0;
      for (int k = 0; k < list[i]["copies"].size(); ++k) {
        const Node copies = list[i]["copies"][k];
        const int count = number(copies["count"]);
        c.damage_of[core::make<CardSet>(number(copies["set"]))].emplace_back(next_card(c), count);
        card.copies = static_cast<std::uint8_t>(card.copies + count);
      }
      if (!card.special) c.standard_damage = next_card(c);
    }
    if (kind == CardKind::relic) {
      card.relic = core::make<Relic>(static_cast<int>(c.relics.size()));
      c.relics.push_back(next_card(c));
    }
    if (card.blocks) c.block_range = std::max<int>(c.block_range, card.range);
    if (card.power > 0) c.assist_range = std::max<int>(c.assist_range, card.range);
    c.cards.push_back(card);
  }
}

// A record of this kind, as its card.
Card card_of(const Content& c, CardKind kind, Node record) {
  return core::make<Card>(core::index(cards_of(c, kind).from) + number(record));
}

void load_characters(Content& c, Node list) {
  for (int i = 0; i < list.size(); ++i) {
    const Node node = list[i];
    CharacterDef character;
    character.id = node["id"].text();
    character.name = read_name(node["name"]);
    character.set = core::make<CardSet>(number(node["set"]));
    character.faction = read_faction(node["faction"]);
    character.subtypes = read_subtypes(node["subtypes"]);
    for (int k = 0; k < node["starters"].size(); ++k)
      character.starters.push_back(card_of(c, CardKind::starter, node["starters"][k]));
    for (int k = 0; k < 2; ++k) {
      const Node from = node["sides"][k];
      CardDef side;
      side.id = character.id;
      side.name = character.name;
      side.kind = CardKind::side;
      side.faction = character.faction;
      side.set = character.set;
      side.subtypes = character.subtypes;
      side.mode = static_cast<std::uint8_t>(core::find_name(SideUp_names, from["mode"].text()));
      side.against_adversaries = static_cast<std::int8_t>(number(from["power_against_adversaries"]));
      read_figures(side, from);
      read_texts(c, side, from);
      character.side[k] = next_card(c);
      c.cards.push_back(side);
    }
    c.characters.push_back(std::move(character));
  }
}

void load_sets(Content& c, Node root) {
  const Node list = root["sets"];
  for (int i = 0; i < list.size(); ++i) {
    SetDef set;
    set.id = list[i]["id"].text();
    set.standalone = list[i]["standalone"].flag();
    set.faction = read_faction(list[i]["faction"]);
    if (list[i]["basic"]) set.basic = card_of(c, CardKind::basic, list[i]["basic"]);
    for (int k = 0; k < list[i]["starters"].size(); ++k) {
      const Node starter = list[i]["starters"][k];
      const Card card = card_of(c, CardKind::starter, starter["starter"]);
      const int count = number(starter["count"]);
      set.starters.emplace_back(card, count);
      c.cards[static_cast<std::size_t>(card)].copies = static_cast<std::uint8_t>(count);
    }
    if (set.standalone && i < base_sets) c.basics[core::make<CardSet>(i)] = set.basic;
    c.sets.push_back(std::move(set));
  }
}

void read_factions(Node list, bool (&of)[2]) {
  for (int i = 0; i < list.size(); ++i) of[static_cast<int>(read_faction(list[i])) & 1] = true;
}

void load_modes(Content& c, Node list) {
  for (int i = 0; i < list.size(); ++i) {
    const Node node = list[i];
    ModeDef mode;
    mode.id = node["id"].text();
    mode.name = read_name(node["name"]);
    mode.rules = static_cast<PlayKind>(std::max(0, core::find_name(PlayKind_names, node["rules"].text())));
    for (int k = 0; k < node["factions"].size(); ++k) mode.factions.push_back(read_faction(node["factions"][k]));
    mode.least = number(node["players"][0]);
    mode.most = number(node["players"][1]);
    for (int k = 0; k < node["teams"].size(); ++k)
      mode.teams.emplace_back(number(node["teams"][k][0]), number(node["teams"][k][1]));
    read_factions(node["bosses"], mode.boss_of);
    read_factions(node["schemes"], mode.scheme_of);
    mode.coop_schemes = node["coop_schemes"].flag();
    mode.schemes_optional = node["schemes_optional"].flag();
    mode.relics = node["relics"].flag();
    mode.hand = number(node["hand"]);
    mode.damage_limit = number(node["damage_limit"]);
    mode.single_damage_limit = number(node["single_damage_limit"]);
    for (int k = 0; k < 2; ++k) {
      mode.single_hands[k] = number(node["single_hands"][k]);
      mode.single_vp[k] = number(node["single_vp"][k]);
    }
    c.modes.push_back(std::move(mode));
    c.mode_ids.push_back(c.modes.back().id);
  }
}

void load_figures(Content& c, Node game) {
  const auto of = [&](std::string_view key, int otherwise) { return number(game[key], otherwise); };
  c.starting_energon = of("starting_energon", 2);
  c.starting_vp = of("starting_vp", 0);
  c.convert_cost = of("convert_cost", 1);
  c.combiner_loss = of("combiner_loss", 1);
  c.move_cost = of("move_cost", 1);
  c.search_cost = of("search_cost", 1);
  c.regroup = of("regroup", 1);
  c.stacks = of("stacks", 3);
  c.bottom_stack = of("bottom_stack", 5);
  c.limit_loss = of("limit_loss", 3);
  c.hard_boss_cost = of("hard_boss_cost", 1);
  for (int i = 0; i < 4; ++i) c.ranks[i] = number(game["ranks"][i]);
  for (int i = 0; i < max_players; ++i) {
    const Node table = game["tables"][i];
    c.tables[i] = {number(table["rows"]), number(table["columns"]), number(table["stack"])};
  }
}

// Which cards of the base sets each card of an expansion may replace.
void find_swaps(Content& c) {
  const auto standalone = [&](Card card) { return set_def(c, card_def(c, card).set).standalone; };
  for (int apart = 0; apart < 2; ++apart) {
    c.swaps[apart].resize(static_cast<std::size_t>(c.pile_cards));
    for (const Card in : main_cards(c))
      for (const Card out : main_cards(c))
        if (!standalone(in) && standalone(out) && similar(c, out, in, apart))
          c.swaps[apart][static_cast<std::size_t>(in)].push_back(out);
  }
}

// Some cards share their name with another one: a Robot and a Character, a Robot and a Boss.
void find_namesakes(Content& c) {
  const auto same = [](const Names& a, const Names& b) { return a.en == b.en || a.fr == b.fr; };
  for (std::size_t card = 1; card < c.cards.size(); ++card) {
    std::size_t first = 1;
    while (!same(c.cards[first].name, c.cards[card].name)) ++first;
    c.cards[card].called = card_at(first);
  }
}

Expected<> check_content(const Content& c) {
  if (c.pile_cards > 256) return failed("there are more than 255 designs of cards");
  if (c.relics.size() > relic_room) return failed("there are more than 16 Relics");
  for (const CardDef& card : c.cards)
    if (card.texts > max_texts)
      return failed("'" + std::string(card.id) + "' has more than " + std::to_string(max_texts) + " texts");
  for (const TableSize& table : c.tables)
    if (table.rows > max_rows || table.columns > max_columns || table.rows < 2 || table.columns < 2)
      return failed("the Matrix has 2 to 4 rows and 2 to 5 columns", Clause::DBG_SET_05);
  if (c.standard_damage == no_card) return failed("there is no standard Damage");
  if (c.stacks != 3) return failed("there are three stacks with Bosses", Clause::DBG_SET_06);
  return {};
}

}  // namespace

bool is_swapped(CardKind kind) { return kind != CardKind::scheme; }

bool similar(const Content& c, Card out, Card in, int apart) {
  const CardDef &a = card_def(c, out), &b = card_def(c, in);
  if (a.kind != b.kind || !is_swapped(a.kind)) return false;
  if (a.kind == CardKind::site) return true;
  if (a.kind == CardKind::boss) return a.faction == b.faction && a.level == b.level;
  if (a.kind == CardKind::robot && a.faction != b.faction) return false;
  return std::abs(a.cost - b.cost) <= apart;
}

std::uint32_t modifiers_in(ability::Program p, int block) {
  std::uint32_t mask = 0;
  const int end = block + p.length(block);
  for (int at = block + 1; at < end && p.opcode(at) != ability::op_end; at += p.length(at))
    if (is_modifier(p.opcode(at))) mask |= modifier_bit(modifier_at(p, at));
  return mask;
}

void note_where(Content& c) {
  for (int at = 0; at < Spot_count; ++at) {
    const auto spot = static_cast<Spot>(at);
    c.said[at].assign(c.cards.size(), {});
    for (std::size_t card = 0; card < c.cards.size(); ++card)
      for (int ability = c.cards[card].first; ability < c.cards[card].first + c.cards[card].texts; ++ability) {
        if (!acts_at(c, spot, ability)) continue;
        const ability::Program p = c.abilities[static_cast<std::size_t>(ability)];
        if (p.ability().kind == static_cast<int>(ability::Kind::always))
          c.said[at][card].modifiers |= modifiers_in(p, p.ability().effects);
        else
          c.said[at][card].moments |= 1u << p.ability().moment;
      }
  }
}

Expected<std::unique_ptr<Content>> Content::load(Node root) {
  auto content = std::make_unique<Content>();
  Content& c = *content;
  c.root = root;
  c.cards.emplace_back();
  load_cards(c, root["starters"], CardKind::starter);
  load_cards(c, root["basics"], CardKind::basic);
  load_cards(c, root["damage"], CardKind::damage);
  load_cards(c, root["robots"], CardKind::robot);
  load_cards(c, root["technologies"], CardKind::technology);
  load_cards(c, root["maneuvers"], CardKind::maneuver);
  load_cards(c, root["allies"], CardKind::ally);
  load_cards(c, root["sites"], CardKind::site);
  load_cards(c, root["relics"], CardKind::relic);
  load_cards(c, root["schemes"], CardKind::scheme);
  load_cards(c, root["bosses"], CardKind::boss);
  load_cards(c, root["encounters"], CardKind::encounter);
  c.pile_cards = static_cast<int>(c.cards.size());
  load_characters(c, root["characters"]);
  load_sets(c, root);
  find_swaps(c);
  load_modes(c, root["modes"]);
  load_figures(c, root["game"]);
  find_namesakes(c);
  note_where(c);
  for (int i = 0; i < c.pile_cards; ++i) c.card_ids.push_back(c.cards[static_cast<std::size_t>(i)].id);
  for (const CharacterDef& character : c.characters) c.character_ids.push_back(character.id);
  if (auto done = check_content(c); !done) return done.failure();
  return content;
}

}  // namespace rw::transformers_dbg
