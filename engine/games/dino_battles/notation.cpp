// The players' words for everything a choice or an event names, both ways.
#include <algorithm>

#include "engine/core/text.h"
#include "engine/edge.h"
#include "engine/games/dino_battles/describe.h"
#include "engine/games/dino_battles/rules.h"

namespace rw::dino_battles {
namespace {

// By Verb.
constexpr std::string_view patterns[] = {
    "",
    "pick {a:pick}",
    "play {a:card}{d? from {d:handle}}{b? at {b:targets}}",
    "attach {a:card} to {b:targets}",
    "attack {b:attack} -> {a:targets}{c? paid by {c:sources}}",
    "retreat to {a:targets}{b? paying {b:payment} from hand}",
    "pass move",
    "assist {a:targets}{b? at {b:targets}}{c? paying {c:payment}}",
    "play {a:power}{d? from {d:handle}}{b? at {b:targets}}{c? paying {c:payment}}",
    "end main",
    "buy {a:card}{c? paying {c:payment}}",
    "buy {a:offer}{c? paying {c:payment}}",
    "end buy",
    "pass",
    "evade",
    "defend",
    "choose {a:item}",
    "done",
    "promote {a:targets}",
};
static_assert(std::size(patterns) == Verb_count);

constexpr std::string_view seats_fr[] = {"rouge", "bleu", "vert", "jaune"};
constexpr int first_drafted_dino = 128;

std::string seat_text(int seat, bool french) {
  if (seat < 0 || seat >= max_players) return "?";
  return std::string(french ? seats_fr[seat] : seat_names[static_cast<std::size_t>(seat)]);
}

std::string card_text(const Content& c, const State& s, int kind, std::string_view language) {
  if (kind < 0 || kind >= card_names) return "?";
  if (kind >= first_dino_card) return std::string(c.dinosaurs[s.dinos[kind - first_dino_card]].name.in(language));
  if (is_stack_card(kind)) return std::string(stack_card(c, s, kind).name.in(language));
  std::string text(plain_card(c, kind).name.in(language));
  if (is_poison(kind))
    text += (language == "fr" ? " de " : " by ") + seat_text(kind - poison_card, language == "fr");
  return text;
}

// "red active", "red reserve 2", "red", "item 2", two with "and" between them.
std::string target_text(const State&, int target, bool french) {
  if (target == 0) return "none";
  if (target >= item_target) return (french ? "effet " : "item ") + std::to_string(target - item_target + 1);
  const int seat = (target - 1) >> 3, slot = (target - 1) & 7;
  std::string text = seat_text(seat, french);
  if (slot == active_slot)
    text += french ? " actif" : " active";
  else if (slot < max_slots)
    text += (french ? " réserve " : " reserve ") + std::to_string(slot);
  return text;
}
std::string targets_text(const State& s, int operand, bool french) {
  std::string text = target_text(s, operand & 0xFF, french);
  if (operand >> 8 != 0) text += (french ? " et " : " and ") + target_text(s, operand >> 8, french);
  return text;
}
// With the Dinosaur's name, for people.
std::string target_name(const Content& c, const State& s, int operand, std::string_view language) {
  const bool french = language == "fr";
  const bool told = operand >> 16 != 0;  // as `told_targets` writes it: the Dinosaur of then, not of now
  std::string text;
  for (int i = 0; i < 2; ++i) {
    const int target = (operand >> (8 * i)) & 0xFF;
    if (target == 0) break;
    const Ref ref = told ? no_dino : dino_named(s, target);
    const int dino = told             ? ((operand >> (16 + 7 * i)) & 127) - 1
                     : ref != no_dino ? s.dinos[dino_at(s, ref).kind - 1]
                                      : -1;
    if (!text.empty()) text += french ? " et " : " and ";
    if (dino >= 0) text += std::string(c.dinosaurs[static_cast<std::size_t>(dino)].name.in(language)) + " (";
    text += target_text(s, target, french);
    if (dino >= 0) text += ")";
  }
  return text.empty() ? "?" : text;
}

std::string payment_text(Payment paid) {
  std::string text;
  for (int k = 0; k < combat_kinds; ++k) text.append(static_cast<std::size_t>(paid_of(paid, k)), "AED"[k]);
  return text.empty() ? "nothing" : text;
}

// Slots that pay for an attack, one for each symbol: "active, reserve 1".
std::string sources_text(int operand) {
  std::string text;
  for (; operand != 0; operand >>= 4) {
    const int slot = (operand & 15) - 1;
    text += (text.empty() ? "" : ", ") +
            (slot == active_slot ? std::string("active") : "reserve " + std::to_string(slot));
  }
  return text;
}

std::string item_text(const Content& c, const State& s, int item, std::string_view language) {
  const bool french = language == "fr";
  if (item >= card_item) {
    std::string text = card_text(c, s, item_kind(item), language);
    if (item_zone(item) == hand_zone) text += french ? " de la main" : " in hand";
    if (item_zone(item) == discard_zone) text += french ? " de la défausse" : " in discard";
    return text;
  }
  if (item >= attached_item) {
    const int seat = (item - attached_item) / attached_room, handle = (item - attached_item) % attached_room;
    const Attached& card = s.players[seat].attached[handle];
    std::string text = (french ? "carte " : "card ") + std::to_string(handle + 1);
    if (card.card != 0 && core::has(card.known_by, s.decision.asked))
      text += ": " + card_text(c, s, card.card - 1, language);
    return text;
  }
  return target_text(s, item, french);
}

std::string power_text(const Content& c, const State& s, int operand, std::string_view language) {
  const int kind = operand & 0xFF, which = operand >> 8;
  if (!is_tech(c, s, kind) || which > 1) return "?";
  const StackCard& card = stack_card(c, s, kind);
  return std::string(card.name.in(language)) + ": " + std::string(card.powers[which].name.in(language));
}

std::string attack_text(const Content& c, int number, std::string_view language) {
  if (number < 0 || number >= 2 * static_cast<int>(c.dinosaurs.size())) return "?";
  return std::string(c.dinosaurs[static_cast<std::size_t>(number / 2)].attacks[number % 2].name.in(language));
}

// What waits on the response stack, as `thing_of` names it.
std::string thing_text(const Content& c, const State& s, int thing, std::string_view language) {
  const int source = thing & 0xFF, which = thing >> 16;
  const auto kind = static_cast<ItemKind>((thing >> 8) & 0xFF);
  if (kind == ItemKind::strategy) return card_text(c, s, source, language);
  if (kind == ItemKind::tech || kind == ItemKind::tech_attack)
    return power_text(c, s, source | (which << 8), language);
  if (source >= static_cast<int>(c.dinosaurs.size())) return "?";
  const DinosaurCard& dino = c.dinosaurs[static_cast<std::size_t>(source)];
  if (kind == ItemKind::assist) return std::string(dino.assist.name.in(language));
  if (kind == ItemKind::retreat)
    return (language == "fr" ? "repli de " : "retreat of ") + std::string(dino.name.in(language));
  return attack_text(c, 2 * source + which, language);
}

constexpr std::string_view phases_en[] = {"draft", "Start",          "Main",    "before Buy",
                                          "Buy",   "before Cleanup", "Cleanup", "the end"};
constexpr std::string_view phases_fr[] = {
    "sélection", "Début", "Principale", "avant l’Achat", "Achat", "avant le Nettoyage", "Nettoyage", "la fin"};
constexpr std::string_view lasts_en[] = {"",
                                         "ATK",
                                         "EVA",
                                         "DEF",
                                         "damage",
                                         "shield",
                                         "Spiked",
                                         "Immune to Poison",
                                         "Immune to Paralyze",
                                         "free evasion",
                                         "free defence"};
constexpr std::string_view lasts_fr[] = {"",
                                         "ATQ",
                                         "ESQ",
                                         "DÉF",
                                         "dégâts",
                                         "bouclier",
                                         "Pointes",
                                         "Immunité au Poison",
                                         "Immunité à la Paralysie",
                                         "esquive gratuite",
                                         "défense gratuite"};
constexpr std::string_view bonus_en[] = {"Strategy", "Attach", "Combat", "Buy"};
constexpr std::string_view bonus_fr[] = {"Stratégie", "Attachement", "Combat", "Achat"};
constexpr std::string_view modes_en[] = {"preset", "custom", "random", "balanced random", "draft"};
constexpr std::string_view modes_fr[] = {"recommandée", "choisie", "au hasard", "au hasard équilibré",
                                         "sélection"};

std::string listed(std::span<const std::string_view> en, std::span<const std::string_view> fr, int value,
                   bool french) {
  const auto& list = french ? fr : en;
  return value >= 0 && value < static_cast<int>(list.size()) ? std::string(list[static_cast<std::size_t>(value)])
                                                             : "?";
}

}  // namespace

std::span<const std::string_view> Rules::notations() { return patterns; }
const ability::Vocabulary& Rules::vocabulary() { return dino_battles::vocabulary(); }

std::string Rules::name(const Content& c, const State& s, std::string_view kind, int value,
                        std::string_view language) {
  const bool french = language == "fr";
  if (kind == "number") return std::to_string(value);
  if (kind == "seat") return value < s.seats ? seat_text(value, french) : "?";
  if (kind == "card") return card_text(c, s, value & 31, language);
  if (kind == "dino")
    return value >= 0 && value < static_cast<int>(c.dinosaurs.size())
               ? std::string(c.dinosaurs[static_cast<std::size_t>(value)].name.in(language))
               : "?";
  if (kind == "pick") {
    if (value >= first_drafted_dino) return name(c, s, "dino", value - first_drafted_dino, language);
    return value < static_cast<int>(c.cards.size())
               ? std::string(c.cards[static_cast<std::size_t>(value)].name.in(language))
               : "?";
  }
  if (kind == "power") return power_text(c, s, value, language);
  if (kind == "assist") {
    const Ref ref = dino_named(s, value & 0xFF);
    return ref == no_dino ? "?" : std::string(dino_card(c, s, ref).assist.name.in(language));
  }
  if (kind == "attack") return attack_text(c, value, language);
  if (kind == "targets") return targets_text(s, value, false);
  if (kind == "target") return target_name(c, s, value, language);
  if (kind == "payment") return payment_text(value);
  if (kind == "sources") return sources_text(value);
  if (kind == "handle") return "card " + std::to_string(value);
  if (kind == "offer") {
    if (value < 1 || value > offering_size || s.offering[value - 1] == 0) return "slot " + std::to_string(value);
    return std::string(c.dinosaurs[s.dinos[s.offering[value - 1] - 1]].name.in(language)) +
           (french ? " (place " : " (slot ") + std::to_string(value) + ")";
  }
  if (kind == "item") return item_text(c, s, value, language);
  if (kind == "thing") return thing_text(c, s, value, language);
  if (kind == "dino_assist")
    return value >= 0 && value < static_cast<int>(c.dinosaurs.size())
               ? std::string(c.dinosaurs[static_cast<std::size_t>(value)].assist.name.in(language))
               : "?";
  if (kind == "phase") return listed(phases_en, phases_fr, value, french);
  if (kind == "lasts") return listed(lasts_en, lasts_fr, value, french);
  if (kind == "bonus") return listed(bonus_en, bonus_fr, value, french);
  if (kind == "mode") return listed(modes_en, modes_fr, value, french);
  if (kind == "hidden") return french ? "une carte" : "a card";
  return "?";
}

namespace {

bool read_int(std::string_view text, int& value) {
  value = 0;
  if (text.empty() || text.size() > 4) return false;
  for (const char digit : text) {
    if (digit < '0' || digit > '9') return false;
    value = value * 10 + (digit - '0');
  }
  return true;
}

// "active", "reserve 2"; -1 if it is no slot.
int read_slot(std::string_view text) {
  if (text == "active") return active_slot;
  int slot = 0;
  if (text.starts_with("reserve ") && read_int(text.substr(8), slot) && slot >= 1 && slot < max_slots) return slot;
  return -1;
}

int read_target(const State& s, std::string_view text) {
  int number = 0;
  if (text.starts_with("item ") && read_int(text.substr(5), number) && number >= 1 && number <= max_items)
    return item_target + number - 1;
  for (int i = 0; i < s.seats; ++i) {
    const std::string_view seat = seat_names[static_cast<std::size_t>(i)];
    if (text == seat) return target_of(core::seat(i), player_slot);
    if (!text.starts_with(seat) || text.size() <= seat.size() + 1 || text[seat.size()] != ' ') continue;
    if (const int slot = read_slot(text.substr(seat.size() + 1)); slot >= 0) return target_of(core::seat(i), slot);
  }
  return 0;
}

void find_targets(const Content& c, const State& s, std::string_view text, std::vector<int>& found) {
  const std::size_t both = text.find(" and ");
  if (both != std::string_view::npos) {  // their order has no meaning: a choice names the lower one first
    std::vector<int> first, second;
    find_targets(c, s, text.substr(0, both), first);
    find_targets(c, s, text.substr(both + 5), second);
    for (const int a : first)
      for (const int b : second)
        if ((a | b) < 256) found.push_back(std::min(a, b) | (std::max(a, b) << 8));
    return;
  }
  if (const int target = read_target(s, text); target != 0) found.push_back(target);
  for (int i = 0; i < s.seats; ++i)  // a Dinosaur by its name
    for (int slot = 0; slot < max_slots; ++slot)
      if (const Ref ref = dino_in(s, core::seat(i), slot); ref != no_dino) {
        const DinosaurCard& dino = dino_card(c, s, ref);
        if (text == dino.id || text == core::folded(dino.name.en)) found.push_back(target_of(core::seat(i), slot));
      }
}

void find_payment(std::string_view text, std::vector<int>& found) {
  int n[combat_kinds] = {};
  for (const char letter : text) {
    const std::size_t k = std::string_view("aed").find(letter);
    if (k == std::string_view::npos || n[k] == 15) return;
    ++n[k];
  }
  if (!text.empty()) found.push_back(payment(n[0], n[1], n[2]));
}

// First as it is written, a slot for each symbol; then in the order in which the attacks of the Active Dinosaur
// name it, for cards of one kind have no order.
void find_sources(const Content& c, const State& s, std::string_view text, std::vector<int>& found) {
  int operand = 0;
  for (int at = 0; !text.empty(); at += 4) {
    const std::size_t comma = text.find(',');
    std::string_view part = text.substr(0, comma);
    while (part.starts_with(' ')) part.remove_prefix(1);
    const int slot = read_slot(part);
    if (slot < 0 || at > 12) return;
    operand |= (slot + 1) << at;
    text = comma == std::string_view::npos ? std::string_view{} : text.substr(comma + 1);
  }
  found.push_back(operand);
  const Seat seat = s.decision.asked;
  const Ref active = s.decision.open() ? active_of(s, seat) : no_dino;
  if (active == no_dino) return;
  const DinosaurCard& dino = dino_card(c, s, active);
  for (int which = 0; which < dino.attack_count; ++which) {
    const int named = named_payment(s, seat, dino.attacks[which].cost, operand);
    if (named >= 0 && std::find(found.begin(), found.end(), named) == found.end()) found.push_back(named);
  }
}

void find_items(const Content& c, const State& s, std::string_view text, std::vector<int>& found) {
  if (static_cast<Question>(s.decision.kind) == Question::choose) {  // what is offered, by its name
    Interpreter::Offer offer{};
    Interpreter::offer(c, s, s.agenda.back(), offer);
    for (std::int16_t item : offer.items) {
      const std::string name = core::folded(item_text(c, s, item, "en"));
      const bool card = item >= card_item && text == core::folded(card_id(c, s, item_kind(item)));
      if (name == text || card ||
          (item >= card_item && text == core::folded(card_text(c, s, item_kind(item), "en"))))
        found.push_back(item);
    }
  }
  if (found.empty()) find_targets(c, s, text, found);
  for (int kind = 0; kind < kind_count && found.empty(); ++kind)
    for (const int zone : {hand_zone, discard_zone, supply_zone})
      if (text == card_id(c, s, kind) || text == core::folded(card_text(c, s, kind, "en")) ||
          text == core::folded(item_text(c, s, card_item_of(zone, kind, 1), "en")))
        found.push_back(card_item_of(zone, kind, 1));
  int handle = 0;
  if (found.empty() && text.starts_with("card ") && read_int(text.substr(5), handle) && handle >= 1 &&
      handle <= max_attached)
    found.push_back(attached_item + handle - 1);
}

}  // namespace

std::vector<int> Rules::find(const Content& c, const State& s, std::string_view kind, std::string_view text) {
  std::vector<int> found;
  const auto matches = [&](std::string_view id, const Names& names) {
    return text == id || text == core::folded(names.en) || text == core::folded(names.fr);
  };
  int number = 0;
  if (kind == "number") {
    if (read_int(text, number)) found.push_back(number);
  } else if (kind == "seat") {
    for (int i = 0; i < s.seats; ++i)
      if (text == seat_names[static_cast<std::size_t>(i)] || text == "seat " + std::to_string(i + 1))
        found.push_back(i);
  } else if (kind == "zone") {  // scripts look here for what is no card of a deck: the Dinosaurs
    for (int k = first_dino_card; k < card_names; ++k)
      for (int copy = 0; text == card_id(c, s, k) && copy < 8; ++copy) found.push_back(k | (copy << 5));
  } else if (kind == "card") {
    // Equal cards have no number of their own; scripts need several, so copies count upwards.
    for (int k = 0; k < kind_count; ++k) {
      const bool plain = k < first_stack;
      const bool named = text == card_id(c, s, k) || text == core::folded(card_text(c, s, k, "en")) ||
                         text == core::folded(card_text(c, s, k, "fr")) ||
                         (plain && is_poison(k) && matches("poison", plain_card(c, k).name));
      for (int copy = 0; named && copy < 8; ++copy) found.push_back(k | (copy << 5));
    }
  } else if (kind == "pick") {
    for (int i = 0; i < static_cast<int>(c.cards.size()); ++i)
      if (matches(c.cards[static_cast<std::size_t>(i)].id, c.cards[static_cast<std::size_t>(i)].name))
        found.push_back(i);
    for (int i = 0; i < static_cast<int>(c.dinosaurs.size()); ++i)
      if (matches(c.dinosaurs[static_cast<std::size_t>(i)].id, c.dinosaurs[static_cast<std::size_t>(i)].name))
        found.push_back(first_drafted_dino + i);
  } else if (kind == "power") {
    for (int k = first_stack; k < kind_count; ++k)
      for (int which = 0; is_tech(c, s, k) && which < stack_card(c, s, k).power_count; ++which) {
        const int operand = k | (which << 8);
        if (matches({}, stack_card(c, s, k).powers[which].name) ||
            text == core::folded(power_text(c, s, operand, "en")) ||
            text == core::folded(power_text(c, s, operand, "fr")))
          found.push_back(operand);
      }
  } else if (kind == "attack") {
    for (int i = 0; i < 2 * static_cast<int>(c.dinosaurs.size()); ++i)
      if (text == core::folded(attack_text(c, i, "en")) || text == core::folded(attack_text(c, i, "fr")))
        found.push_back(i);
  } else if (kind == "targets" || kind == "target") {
    find_targets(c, s, text, found);
  } else if (kind == "payment") {
    find_payment(text, found);
  } else if (kind == "sources") {
    find_sources(c, s, text, found);
  } else if (kind == "handle") {
    if (text.starts_with("card ") && read_int(text.substr(5), number)) found.push_back(number);
  } else if (kind == "offer") {
    for (int slot = 1; slot <= offering_size; ++slot) {
      const std::string in_slot = "slot " + std::to_string(slot);
      if (text == in_slot || text == core::folded(name(c, s, "offer", slot, "en"))) found.push_back(slot);
      if (s.offering[slot - 1] != 0 && matches(c.dinosaurs[s.dinos[s.offering[slot - 1] - 1]].id,
                                               c.dinosaurs[s.dinos[s.offering[slot - 1] - 1]].name))
        found.push_back(slot);
    }
  } else if (kind == "item") {
    find_items(c, s, text, found);
  }
  return found;
}

}  // namespace rw::dino_battles

namespace rw {
const Game& dino_battles_game();
const Game& dino_battles_game() {
  static const Game game = make_game<dino_battles::Rules>();
  return game;
}
}  // namespace rw
