// Reading the bundle into the arrays the rules work on.
#include "engine/games/transformers_tcg/content.h"

#include "engine/games/transformers_tcg/word_table.h"

namespace rw::transformers_tcg {
namespace {

using ability::Kind;
using ability::Program;
using core::Node;

Names read_name(Node node) { return {node["en"].text(), node["fr"].text()}; }

}  // namespace

int whom_at(Program p, int at) {
  switch (static_cast<WordOp>(p.opcode(at))) {
    case WordOp::stats: return operand<WordOp::stats, "who">(p, at);
    case WordOp::bold:
    case WordOp::tough:
    case WordOp::pierce:
    case WordOp::focus:
    case WordOp::safeguard: return operand<WordOp::safeguard, "who">(p, at);
    case WordOp::ignore_keyword: return operand<WordOp::ignore_keyword, "who">(p, at);
    case WordOp::reduce_pierce: return operand<WordOp::reduce_pierce, "who">(p, at);
    case WordOp::cannot: return operand<WordOp::cannot, "who">(p, at);
    case WordOp::brave:
    case WordOp::stealth: return operand<WordOp::stealth, "who">(p, at);
    default: return 0;
  }
}

bool names_somebody(Program p, int at) {
  const int whom = whom_at(p, at);
  return whom != 0 && p.opcode(whom) != ability::op_nothing;
}

std::uint32_t modifiers_in(Program p, int block, Which which) {
  std::uint32_t found = 0;
  const int end = block + p.length(block);
  for (int at = block + 1; at < end; at += p.length(at)) {
    const int op = p.opcode(at);
    if (op >= static_cast<int>(WordOp::stats) && op <= static_cast<int>(WordOp::share_slot) &&
        (which == Which::all || names_somebody(p, at)))
      found |= modifier_bit(static_cast<WordOp>(op));
    if (op == ability::op_if) {
      ability::Parameters in = ability::parameters(p, at);
      in.node();  // the condition
      const int then = in.node(), otherwise = in.node();
      found |= modifiers_in(p, then, which);
      if (in.given(otherwise)) found |= modifiers_in(p, otherwise, which);
    }
  }
  return found;
}

namespace {

AbilityList read_abilities(Content& c, Node list) {
  AbilityList out{static_cast<int>(c.abilities.size()), list.size()};
  for (int i = 0; i < out.count; ++i) {
    const Program p{list[i].code()};
    c.abilities.push_back(p);
    const ability::Ability& a = p.ability();
    if (a.kind == static_cast<int>(Kind::always)) {
      out.modifiers |= modifiers_in(p, a.effects);
      out.wide |= modifiers_in(p, a.effects, Which::wide);
    } else if (a.moment >= 0) {
      out.moments |= core::bit(a.moment);
    }
  }
  return out;
}

std::uint32_t read_traits(Node list, std::string_view faction) {
  std::uint32_t traits = 1u << core::find_name(Trait_names, faction);
  for (int i = 0; i < list.size(); ++i) traits |= 1u << core::find_name(Trait_names, list[i].text());
  return traits;
}

// The content compiler writes a reference as the place of the record.
int reference(Node node) { return static_cast<int>(node.integer(-1)); }
template <core::Id Record>
Record reference(Node node) {
  return core::make<Record>(reference(node));
}

void load_character(Content& c, Node node) {
  CharacterCard card;
  card.id = node["id"].text();
  card.name = read_name(node["name"]);
  card.called = reference(node["called"]);
  card.kind = static_cast<CharacterKind>(core::find_name(CharacterKind_names, node["kind"].text()));
  card.stars = static_cast<int>(node["stars"].integer());
  card.health = static_cast<int>(node["health"].integer());
  card.extension = node["extension"].flag();
  if (const Node slots = node["slots"])
    for (const SlotKind kind : slot_kinds) card.slots[kind] = static_cast<int>(slots[name_of(kind)].integer());
  const Node modes = node["modes"];
  card.mode_count = modes.size();
  for (int m = 0; m < card.mode_count; ++m) {
    Mode& mode = card.modes[m];
    mode.kind = static_cast<ModeKind>(core::find_name(ModeKind_names, modes[m]["mode"].text()));
    mode.attack = static_cast<int>(modes[m]["attack"].integer());
    mode.defense = static_cast<int>(modes[m]["defense"].integer());
    mode.traits = read_traits(modes[m]["traits"], node["faction"].text());
    mode.abilities = read_abilities(c, modes[m]["abilities"]);
    if (mode.is_alt()) card.alt_traits |= mode.traits;
  }
  c.characters.push_back(card);
}

// What a card says of itself: where it may go, when it may be played.
void read_own_rules(const Content& c, BattleCard& card) {
  for (int i = 0; i < card.abilities.count; ++i) {
    const int index = card.abilities.first + i;
    const Program p = c.abilities[static_cast<std::size_t>(index)];
    const ability::Ability& a = p.ability();
    if (a.kind == static_cast<int>(Kind::activated) && a.moment == static_cast<int>(Moment::played))
      card.played = index;
    for (std::size_t k = 0; k < p.code.size(); ++k)
      if (p.code[k] == ability::header(static_cast<int>(WordOp::plan), p.length(static_cast<int>(k))) &&
          p.length(static_cast<int>(k)) > 1)
        card.has_plan = true;
    if (a.kind != static_cast<int>(Kind::always)) continue;
    for (int at = a.effects + 1; at < a.effects + p.length(a.effects); at += p.length(at)) {
      switch (static_cast<WordOp>(p.opcode(at))) {
        case WordOp::only_on:
          card.only_on = index, card.only_on_at = operand<WordOp::only_on, "who">(p, at);
          break;
        case WordOp::only_if: card.only_if = index, card.only_if_at = operand<WordOp::only_if, "if">(p, at); break;
        case WordOp::may_use_slot:
          card.also_slots |= static_cast<std::uint8_t>(1 << said<WordOp::may_use_slot, "slot">(p, at));
          break;
        case WordOp::share_slot: card.share = said<WordOp::share_slot, "n">(p, at); break;
        default: break;
      }
    }
  }
}

void load_card(Content& c, Node node) {
  BattleCard card;
  card.id = node["id"].text();
  card.name = read_name(node["name"]);
  card.action = node["type"].text() == "action";
  card.kind = core::make<SlotKind>(core::find_name(SlotKind_names, node["kind"].text()));
  card.stars = static_cast<int>(node["stars"].integer());
  card.extension = node["extension"].flag();
  const Node icons = node["icons"];
  for (int i = 0; i < icons.size(); ++i) {
    const int color = core::find_name(Color_names, icons[i].text());
    card.icons += one_icon(color);
    card.colors |= static_cast<std::uint8_t>(1 << color);
  }
  card.attack = static_cast<int>(node["attack"].integer());
  card.defense = static_cast<int>(node["defense"].integer());
  card.abilities = read_abilities(c, node["abilities"]);
  read_own_rules(c, card);
  c.cards.push_back(card);
}

void load_deck(Content& c, Node node) {
  DeckList deck;
  deck.id = node["id"].text();
  deck.name = read_name(node["name"]);
  deck.format = node["format"].text();
  const auto read_all = []<class Record>(Node list, std::vector<Record>& out) {
    for (int i = 0; i < list.size(); ++i) out.push_back(reference<Record>(list[i]));
  };
  read_all(node["team"], deck.team);
  read_all(node["outside_characters"], deck.outside_characters);
  read_all(node["outside_battle_cards"], deck.outside_cards);
  const Node cards = node["cards"];
  for (int i = 0; i < cards.size(); ++i)
    deck.cards.push_back(
        {reference<CardRecord>(cards[i]["card"]), static_cast<int>(cards[i]["copies"].integer())});
  c.decks.push_back(deck);
}

void load_format(Content& c, Node node) {
  Format format;
  format.id = node["id"].text();
  format.name = read_name(node["name"]);
  format.stars = static_cast<int>(node["stars"].integer());
  format.cards = static_cast<int>(node["cards"].integer());
  format.copies = static_cast<int>(node["copies"].integer());
  format.unique_characters = node["unique_characters"].flag();
  const Node banned = node["banned"];
  for (int i = 0; i < banned.size(); ++i) format.banned.push_back(reference<CardRecord>(banned[i]));
  c.formats.push_back(format);
}

void load_figures(Content& c, Node game) {
  c.hand = static_cast<int>(game["hand"].integer());
  c.flips = static_cast<int>(game["flips"].integer());
  c.white_bonus = static_cast<int>(game["white_bonus"].integer());
  c.turn_limit = static_cast<int>(game["turn_limit"].integer());
  c.turns_in_a_row = static_cast<int>(game["turns_in_a_row"].integer());
  c.tie_break_flips = static_cast<int>(game["tie_break_flips"].integer());
}

// TCG-OUT-07: Combiners cannot be fetched.
void index_outside(Content& c) {
  c.first_combiner = static_cast<int>(c.characters.size());
  for (const CharacterRecord record : c.all_characters()) {
    const CharacterCard& card = c.character(record);
    if (card.kind == CharacterKind::combiner) {
      c.first_combiner = std::min(c.first_combiner, core::index(record));
      continue;
    }
    for (int trait = 0; trait < Trait_count; ++trait) {
      std::uint32_t traits = 0;
      for (int m = 0; m < card.mode_count; ++m) traits |= card.modes[m].traits;
      if (trait == 0 || ((traits >> trait) & 1) != 0) c.outside_by_trait[trait].push_back(record);
    }
  }
}

}  // namespace

namespace {

void load_headings(Content& c, Node locales) {
  constexpr std::string_view between = ", ";
  for (int language = 0; language < locales.size(); ++language)
    for (std::size_t part = 0; part < DeckPart_names.size(); ++part) {
      std::string_view rest = locales[language]["deck_headings"][DeckPart_names[part]].text();
      while (!rest.empty()) {
        const std::size_t end = std::min(rest.find(between), rest.size());
        c.headings[part].push_back(rest.substr(0, end));
        rest.remove_prefix(std::min(end + between.size(), rest.size()));
      }
    }
}

}  // namespace

Expected<std::unique_ptr<Content>> Content::load(Node root) {
  auto content = std::make_unique<Content>();
  Content& c = *content;
  c.root = root;
  const auto each = [&](std::string_view table, auto&& fn) {
    const Node list = root[table];
    for (int i = 0; i < list.size(); ++i) fn(list[i]);
  };
  load_figures(c, root["game"]);
  each("names", [&](Node node) { c.name_ids.push_back(node["id"].text()); });
  each("characters", [&](Node node) { c.character_ids.push_back(node["id"].text()); });
  each("battle_cards", [&](Node node) { c.card_ids.push_back(node["id"].text()); });
  each("characters", [&](Node node) { load_character(c, node); });
  for (int i = 0; i < root["characters"].size(); ++i) {
    const Node parts = root["characters"][i]["components"];
    CharacterCard& card = c.characters[static_cast<std::size_t>(i)];
    card.component_count = parts.size();
    for (int k = 0; k < parts.size() && k < max_components; ++k)
      card.components[k] = reference<CharacterRecord>(parts[k]);
  }
  each("battle_cards", [&](Node node) { load_card(c, node); });
  each("formats", [&](Node node) { load_format(c, node); });
  for (const Format& format : c.formats) c.format_ids.push_back(format.id);
  load_headings(c, root["locale"]);
  each("decks", [&](Node node) { load_deck(c, node); });
  index_outside(c);
  if (c.characters.size() > 254 || c.cards.size() > 254) return failed("too many cards for a position's bytes");
  if (c.characters.size() > static_cast<std::size_t>(outside_card_item - outside_character_item))
    return failed("too many characters for the items of choices");
  return content;
}

}  // namespace rw::transformers_tcg
