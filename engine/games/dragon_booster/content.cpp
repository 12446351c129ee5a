// Reading the bundle into the arrays the rules work on.
#include "engine/games/dragon_booster/content.h"

#include <algorithm>

#include "engine/ability/walk.h"
#include "engine/games/dragon_booster/word_table.h"

namespace rw::dragon_booster {
namespace {

using core::Node;

Names read_name(Node node) { return {node["en"].text(), node["fr"].text()}; }
int number(Node node, int otherwise = 0) { return static_cast<int>(node.integer(otherwise)); }
std::uint8_t byte(Node node, int otherwise = 0) { return static_cast<std::uint8_t>(node.integer(otherwise)); }
Stat stat_word(Node node) { return core::make<Stat>(std::max(0, core::find_name(Stat_names, node.text()))); }

// ---- what an ability is about, found in its program --------------------------------------------------

// Is this modifier about its own card alone?
bool is_on_itself(ability::Program p, int at) {
  const auto is_this = [&](int items) { return p.opcode(items) == static_cast<int>(WordOp::this_card); };
  switch (static_cast<WordOp>(p.opcode(at))) {
    case WordOp::sprint: return is_this(operand<WordOp::sprint, "of">(p, at));
    case WordOp::protection: return is_this(operand<WordOp::protection, "of">(p, at));
    case WordOp::cost_less: return is_this(operand<WordOp::cost_less, "of">(p, at));
    default: return false;
  }
}

void note_word(AbilityInfo& info, int at) {
  const ability::Program p = info.program;
  const int opcode = p.opcode(at);
  if (is_modifier(opcode)) {
    const auto modifier = static_cast<WordOp>(opcode);
    std::uint32_t bit = modifier_bit(modifier);
    if (modifier == WordOp::can) bit |= modifier_bit(static_cast<Licence>(said<WordOp::can, "what">(p, at)));
    info.modifiers |= bit;
    if (!is_on_itself(p, at)) info.reaching |= bit;
  }
  const ability::Word* word = ability::find_word(vocabulary(), opcode);
  int place = at + 1;
  for (int i = 0; word != nullptr && i < word->parameter_count() && place < at + p.length(at); ++i) {
    const ability::Parameter& parameter = word->parameters[i];
    if (parameter.type >= ability::Type::amount) {
      place += p.length(place);
      continue;
    }
    const bool who = parameter.type == ability::Type::word &&
                     ability::words_of(parameter, vocabulary()).data() == vocabulary().players.data();
    if (who && p.word(place) == static_cast<int>(Who::rival)) info.needs_rival = true;
    ++place;
  }
}

AbilityInfo read_ability(Node node) {
  AbilityInfo info;
  info.program = {node.code()};
  const ability::Ability& a = info.program.ability();
  const auto note = [&](int at) { note_word(info, at); };
  ability::walk(vocabulary(), info.program, a.effects, note);
  if (a.condition != 0) ability::walk(vocabulary(), info.program, a.condition, note);
  return info;
}

Expected<> read_abilities(Content& c, Node list, CardFace& card) {
  card.first_ability = static_cast<int>(c.abilities.size());
  card.ability_count = list.size();
  for (int i = 0; i < list.size(); ++i) {
    c.abilities.push_back(read_ability(list[i]));
    const AbilityInfo& info = c.abilities.back();
    const ability::Ability& a = info.program.ability();
    switch (static_cast<ability::Kind>(a.kind)) {
      case ability::Kind::always:
        card.constants |= info.reaching;
        card.on_itself |= info.modifiers & ~info.reaching;
        break;
      case ability::Kind::triggered: core::include(card.moments, a.moment); break;
      case ability::Kind::activated:
        if (card.keyword_count == keyword_room)
          return failed("'" + std::string(card.id) + "' has more than " + std::to_string(keyword_room) +
                        " keyword effects");
        card.keyword_moment[card.keyword_count] = static_cast<std::uint8_t>(a.moment);
        card.keyword[card.keyword_count++] = static_cast<std::uint16_t>(card.first_ability + i);
        break;
      case ability::Kind::replacement:
        return failed("'" + std::string(card.id) + "' replaces something, which no card of this game does");
    }
  }
  return {};
}

// ---- cards -----------------------------------------------------------------------------------------------

CardFace read_card(Node node, Kind kind) {
  CardFace card;
  card.kind = kind;
  card.id = node["id"].text();
  card.name = read_name(node["name"]);
  card.rarity = static_cast<Rarity>(std::max(0, core::find_name(Rarity_names, node["rarity"].text())));
  card.cost = byte(node["cost"]);
  card.sprint = byte(node["sprint"]);
  card.burst = byte(node["burst"]["value"]);
  card.burst_stat = stat_word(node["burst"]["stat"]);
  card.color = core::make<Color>(number(node["color"], core::index(no_color)));
  card.level = byte(node["level"]);
  card.team = core::make<Team>(number(node["team"]));
  card.title = core::make<Title>(number(node["title"], core::index(no_title)));
  for (int i = 0; i < node["color_boxes"].size(); ++i) core::include(card.boxes, number(node["color_boxes"][i]));
  for (const Cap cap : core::first<Cap>(std::min(zap_caps, node["corners"].size())))
    card.corners[cap] = stat_word(node["corners"][core::index(cap)]);
  for (const Stat stat : core::first<Stat>(stat_count))
    card.stats[stat] = static_cast<std::int8_t>(node["stats"][name_of(stat)].integer());
  return card;
}

Expected<> load_cards(Content& c, Node root) {
  constexpr std::string_view tables[] = {"maneuvers", "events", "dragons", "gear", "crew"};
  for (int kind = 0; kind < Kind_count; ++kind) {
    c.first_of[kind] = static_cast<int>(c.cards.size());
    const Node list = root[tables[kind]];
    for (int i = 0; i < list.size(); ++i) {
      CardFace card = read_card(list[i], static_cast<Kind>(kind));
      if (auto done = read_abilities(c, list[i]["abilities"], card); !done) return done.failure();
      const Record record = core::make<Record>(static_cast<int>(c.cards.size()));
      const auto rarity = static_cast<std::size_t>(card.rarity);
      c.pool[kind][rarity].push_back(record);
      if (kind <= static_cast<int>(Kind::event)) c.race_pool[rarity].push_back(record);
      c.card_ids.push_back(card.id);
      c.cards.push_back(card);
    }
  }
  c.first_of[Kind_count] = static_cast<int>(c.cards.size());
  c.race_cards = c.first_of[static_cast<int>(Kind::dragon)];
  c.race_ids.assign(c.card_ids.begin(), c.card_ids.begin() + c.race_cards);
  c.crystal_ids.assign(c.card_ids.begin() + c.race_cards, c.card_ids.end());
  if (c.cards.size() > 255) return failed("the set has too many cards");
  return {};
}

// ---- decks, formats, packs -----------------------------------------------------------------------------------

void load_decks(Content& c, Node list) {
  for (int i = 0; i < list.size(); ++i) {
    Deck deck;
    deck.id = list[i]["id"].text();
    deck.name = read_name(list[i]["name"]);
    const auto add = [&](std::string_view table, Kind kind, std::vector<Record>& to) {
      const Node cards = list[i][table];
      for (int k = 0; k < cards.size(); ++k) {
        const bool counted = cards[k].kind() == Node::Kind::map;
        const int place = c.first_of[static_cast<int>(kind)] + number(counted ? cards[k]["card"] : cards[k]);
        to.insert(to.end(), static_cast<std::size_t>(counted ? number(cards[k]["count"]) : 1),
                  core::make<Record>(place));
      }
    };
    add("maneuvers", Kind::maneuver, deck.race);
    add("events", Kind::event, deck.race);
    add("dragons", Kind::dragon, deck.crystals);
    add("gear", Kind::gear, deck.crystals);
    add("crew", Kind::crew, deck.crystals);
    std::sort(deck.race.begin(), deck.race.end());
    for (const auto* cards : {&deck.race, &deck.crystals})
      for (const Record card : *cards) ++deck.copies[card];
    c.deck_ids.push_back(deck.id);
    c.decks.push_back(std::move(deck));
  }
}

void load_packs(Content& c, Node list) {
  for (int i = 0; i < list.size(); ++i) {
    Pack pack;
    pack.id = list[i]["id"].text();
    pack.name = read_name(list[i]["name"]);
    pack.copies = number(list[i]["copies"], 1);
    for (int k = 0; k < list[i]["slots"].size(); ++k) {
      const Node node = list[i]["slots"][k];
      PackSlot slot;
      slot.count = number(node["count"]);
      slot.race = number(node["kinds"]["race"]);
      for (int kind = 0; kind < Kind_count; ++kind)
        slot.kinds[kind] = number(node["kinds"][Kind_names[static_cast<std::size_t>(kind)]]);
      for (int r = 0; r < Rarity_count; ++r)
        slot.rarities[r] = number(node["rarities"][Rarity_names[static_cast<std::size_t>(r)]]);
      pack.slots.push_back(slot);
    }
    c.packs.push_back(std::move(pack));
  }
}

void load_formats(Content& c, Node list) {
  for (int i = 0; i < list.size(); ++i) {
    const Node node = list[i];
    Format format;
    format.id = node["id"].text();
    format.name = read_name(node["name"]);
    format.least_seats = number(node["seats"][0]);
    format.most_seats = number(node["seats"][1]);
    format.race_least = number(node["race_deck"]["least"]);
    format.race_most = number(node["race_deck"]["most"]);
    format.race_copies = number(node["race_deck"]["copies"]);
    format.dragon_most = number(node["dragon_deck"]["most"]);
    format.dragon_copies = number(node["dragon_deck"]["copies"]);
    format.dragons = number(node["dragon_deck"]["dragons"]);
    format.team_symbols = node["team_symbols"].flag();
    format.color_boxes = node["color_boxes"].flag();
    format.dragonless = node["dragonless"].flag();
    for (int k = 0; k < node["rounds"].size(); ++k) {
      const Node round = node["rounds"][k];
      const int keep = core::find_name(Keep_names, round["keep"].text("none"));
      format.rounds.push_back(
          {number(round["pack"]), round["pass"].text() == "left", static_cast<Keep>(std::max(0, keep))});
    }
    c.format_ids.push_back(format.id);
    c.formats.push_back(std::move(format));
  }
}

void load_figures(Content& c, Node game) {
  c.finish_line = number(game["finish_line"]);
  c.draw_per_turn = number(game["draw_per_turn"]);
  c.color_bonus = number(game["color_match_bonus"]);
  c.gear_bonus = number(game["gear_bonus"]);
  for (const Stat stat : core::first<Stat>(stat_count))
    c.dragonless_stat[stat] = number(game["dragonless_stats"][name_of(stat)]);
  c.opening_hand = number(game["opening_hand"]);
  c.turn_limit = number(game["turn_limit"]);
  c.action_limit = number(game["action_limit"]);
}

// What the position has room for.
Expected<> check_sizes(const Content& c, int caps) {
  if (caps != zap_caps) return failed("a dragon must have 4 zap caps", Clause::DRB_MAG_02);
  for (const Deck& deck : c.decks)
    if (deck.race.size() > race_slots || deck.crystals.size() > crystal_slots || deck.crystals.empty())
      return failed("deck '" + std::string(deck.id) + "' has too many cards or none");
  if (c.decks.empty() || c.decks.size() > 250) return failed("there must be 1 to 250 decks");
  if (c.formats.empty() || c.formats[0].drafted()) return failed("the first format must be one without a draft");
  for (const Pack& pack : c.packs)
    if (pack.size() > pack_room) return failed("pack '" + std::string(pack.id) + "' has more than 20 cards");
  if (c.colors.size() > 16) return failed("there is room for 16 colors");
  return {};
}

}  // namespace

Expected<std::unique_ptr<Content>> Content::load(Node root) {
  auto content = std::make_unique<Content>();
  Content& c = *content;
  c.root = root;
  for (int i = 0; i < root["colors"].size(); ++i) {
    c.colors.push_back(read_name(root["colors"][i]["name"]));
    c.color_ids.push_back(root["colors"][i]["id"].text());
  }
  for (int i = 0; i < root["teams"].size(); ++i) c.teams.push_back(read_name(root["teams"][i]["name"]));
  for (int i = 0; i < root["titles"].size(); ++i) c.titles.push_back(read_name(root["titles"][i]["name"]));
  if (auto done = load_cards(c, root); !done) return done.failure();
  load_decks(c, root["decks"]);
  load_packs(c, root["packs"]);
  load_formats(c, root["formats"]);
  load_figures(c, root["game"]);
  if (auto done = check_sizes(c, number(root["game"]["zap_caps"])); !done) return done.failure();
  return content;
}

}  // namespace rw::dragon_booster
