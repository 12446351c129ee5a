// Biomechanic Dino Battles in the terminal: the table, every player's Dinosaurs, the response stack.
#include <algorithm>
#include <array>

#include "cli/cards.h"
#include "cli/play_reading.h"
#include "engine/core/text.h"

namespace rw::cli {

namespace {

using core::Field;
using core::Node;

constexpr std::array<SeatColour, 4> seat_colours = {
    {{"red", "R", 160, 231}, {"blue", "B", 27, 231}, {"green", "G", 28, 231}, {"yellow", "Y", 220, 16}}};

class Drawing : Reading {
 public:
  explicit Drawing(const Sight& sight) : Reading(sight, seat_colours) {}
  std::string board() const;
  using Reading::look_at_cards;
  std::string note(Choice choice) const;

 private:
  // Reading the view and the content
  std::string card_name(std::string_view id) const;
  std::string price(std::string_view id) const;
  std::string printed(std::string_view card) const;  // "HP 20, ATK 3, EVA 4, DEF 1: Switchblade Slash ..."

  // Parts of the picture
  std::string heading() const;
  std::string labelled(const std::string& label, const std::string& text) const {
    return Reading::labelled(label, text, 12);
  }
  std::string listed(const std::vector<std::string>& cards) const;  // "2 Attack, Evade, 3 face down"
  std::string offering() const;
  std::string supply(std::string_view table) const;
  std::string player(const Field& player) const;
  std::string piles(const Field& player) const;
  std::string dinosaur(const std::string& slot, const Field& dinosaur) const;
  std::string traits(const Field& dinosaur) const;
  std::string waiting() const;
  std::string aim(const Field& item) const;
  std::string this_turn() const;
  std::string compared(const std::string& attacker, Node attack, const Field& target) const;
};

// ---- reading ---------------------------------------------------------------------------------------

// Poisons say who inflicted them ("poison_2"); on the table they are all alike.
std::string Drawing::card_name(std::string_view id) const {
  return Reading::card_name(id.starts_with("poison") ? "poison" : id);
}

std::string Drawing::price(std::string_view id) const {
  return std::string(record({"strategies", "techs", "dinosaurs"}, id)["cost"].text());
}

// ---- the table -------------------------------------------------------------------------------------

std::string Drawing::heading() const {
  const std::string state = say("round ") + std::to_string(number("round")) + say(" of ") +
                            std::to_string(number("options.round_limit")) + " - " + seat_text(word("turn"));
  return Reading::heading(state);
}

std::string Drawing::listed(const std::vector<std::string>& cards) const {
  std::vector<std::string> names;
  for (const std::string& card : cards) names.push_back(card_name(card));
  return names.empty() ? "-" : counted(names);
}

std::string Drawing::offering() const {
  std::string text;
  for (const Field& slot : fields_.find("offering")->fields) {
    if (slot.word == "none") continue;
    text += (text.empty() ? "" : ",  ") + slot.name.substr(5) + " " + card_name(slot.word) + " (" +
            price(slot.word) + ")";
  }
  return labelled(say("on offer"), text.empty() ? "-" : text);
}

// The stacks of one kind of card, with what is left of each.
std::string Drawing::supply(std::string_view table) const {
  std::string text;
  for (const Field& stack : fields_.find("supply")->fields) {
    if (!record({table}, stack.name)) continue;
    const std::string cost = price(stack.name);
    text += (text.empty() ? "" : ",  ") + card_name(stack.name) + (cost.empty() ? "" : " (" + cost + ")") + " " +
            std::to_string(stack.number);
  }
  return text;
}

// ---- the players -----------------------------------------------------------------------------------

std::string Drawing::piles(const Field& player) const {
  const auto count = [&](std::string_view name) { return std::to_string(player.find(name)->cards.size()); };
  const auto knock_outs = player.find("knock_outs")->number;
  std::string text = std::to_string(knock_outs) + say(knock_outs == 1 ? " knock-out, " : " knock-outs, ") +
                     std::to_string(player.find("wounds")->number) + say(" Wounds") + "   " + say("hand ") +
                     count("hand") + say("  deck ") + count("deck") + say("  discard ") + count("discard");
  if (const auto paralysis = player.find("paralysis")->number; paralysis > 0)
    text += say("  paralysis ") + std::to_string(paralysis);
  if (const auto& cards = player.find("play")->cards; !cards.empty()) text += say("  played: ") + listed(cards);
  return text;
}

std::string Drawing::traits(const Field& dinosaur) const {
  std::string text;
  enum class Number : std::uint8_t { shown, left_out };
  const auto add = [&](std::string_view field, const std::string& what, Number number) {
    const auto n = dinosaur.find(field)->number;
    if (n != 0) text += "  " + what + (number == Number::shown ? (n > 0 ? " +" : " ") + std::to_string(n) : "");
  };
  add("spiked", say("Spiked"), Number::left_out);
  add("immune_poison", say("no Poison"), Number::left_out);
  add("immune_paralyze", say("no Paralyze"), Number::left_out);
  add("damage_bonus", say("damage"), Number::shown);
  add("shield", say("shield"), Number::shown);
  add("free_evade", say("free evasion"), Number::left_out);
  add("free_defend", say("free defence"), Number::left_out);
  return text;
}

std::string Drawing::dinosaur(const std::string& slot, const Field& dinosaur) const {
  const auto count = [&](std::string_view name) { return std::to_string(dinosaur.find(name)->number); };
  const std::string& id = dinosaur.find("dinosaur")->word;
  const std::string hp = count("hp") + "/" + std::to_string(record({"dinosaurs"}, id)["hp"].integer());
  const std::string place = slot == "active" ? say("Active") : say("Reserve ") + slot.substr(8);
  std::string text = "   " + painted(sight_.terminal, slot == "active" ? strong : faint, padded(place, 10)) +
                     padded(card_name(id), 28) + say("HP ") + padded(hp, 6) + say(" ATK ") + count("atk") +
                     say(" EVA ") + count("eva") + say(" DEF ") + count("def") + traits(dinosaur) + "\n";
  const auto& cards = dinosaur.find("cards")->cards;
  if (!cards.empty()) text += "   " + std::string(10, ' ') + painted(sight_.terminal, faint, listed(cards)) + "\n";
  return text;
}

std::string Drawing::player(const Field& player) const {
  const std::string mark = player.name == word("turn") ? (sight_.terminal.unicode ? "●" : "*") : " ";
  std::string text = " " + mark + " " +
                     paint_seat(player.name, " " + padded(sentence(seat_text(player.name)), 7)) + " " +
                     piles(player) + "\n";
  if (player.find("conceded")->number != 0) return text;
  for (const Field& slot : player.fields)
    if (const Field* id = slot.find("dinosaur"); id != nullptr && id->word != "none")
      text += dinosaur(slot.name, slot);
  return text;
}

// ---- the response stack and the turn ---------------------------------------------------------------

std::string Drawing::aim(const Field& item) const {
  const std::string &seat = item.find("target_player")->word, &slot = item.find("target_slot")->word;
  if (const auto other = item.find("target_item")->number; other > 0)
    return say(" at item ") + std::to_string(other);
  if (seat == "none") return "";
  const Field* target = slot == "none" ? nullptr : fields_.find("players." + seat + "." + slot + ".dinosaur");
  return say(" at ") + seat_text(seat) + (target == nullptr ? "" : ": " + card_name(target->word));
}

// What resolves first stands first.
std::string Drawing::waiting() const {
  std::string text;
  const Field* stack = fields_.find("stack");
  for (std::size_t i = stack->fields.size(); i-- > 1;) {
    const Field& item = stack->fields[i];
    const std::string& id = item.find("source")->word;
    const auto power = static_cast<int>(item.find("power")->number);
    const std::string& kind = item.find("kind")->word;
    std::string what = card_name(id);
    if (const Node tech = record({"techs"}, id)) what += ": " + named(tech["powers"][power]);
    if (kind == "attack" || kind == "direct") what += ": " + named(record({"dinosaurs"}, id)["attacks"][power]);
    if (kind == "assist") what += ": " + named(record({"dinosaurs"}, id)["assist"]);
    if (kind == "retreat") what = say("retreat of ") + what;
    text += labelled(i + 1 == stack->fields.size() ? say("waiting") : "",
                     item.name + "  " + sentence(seat_text(item.find("player")->word)) + ": " + what + aim(item) +
                         (item.find("answered")->number != 0 ? say(", answered") : ""));
  }
  return text;
}

std::string Drawing::this_turn() const {
  const auto left = [&](const char* field) { return std::to_string(number(std::string("this_turn.") + field)); };
  return labelled(say("this turn"), say("Strategies ") + left("strategies") + say(",  Attaches ") +
                                        left("attaches") + say(",  Combat Moves ") + left("moves_left") +
                                        say(",  Buys ") + left("buys"));
}

std::string Drawing::board() const {
  if (word("phase") == "draft") return field_table(sight_, "draft");
  std::string out = heading() + offering() + labelled(say("Strategies"), supply("strategies")) +
                    labelled("Techs", supply("techs")) +
                    labelled(say("others"), supply("combat") + say("; ") + supply("status")) + "\n";
  for (const Field& seat : fields_.find("players")->fields) out += player(seat);
  out += "\n" + waiting() + this_turn();
  if (own().empty()) return out;
  return out + labelled(say("your hand"), listed(fields_.find("players." + own() + ".hand")->cards));
}

// What an attack compares, and what it does to the Hit Points that are left.
std::string Drawing::compared(const std::string& attacker, Node attack, const Field& target) const {
  const std::string own = "players." + attacker + ".active.";
  const auto count = [&](std::string_view name) { return std::to_string(target.find(name)->number); };
  return say("ATK ") + std::to_string(number(own + "atk") + attack["atk_bonus"].integer()) + say(" : EVA ") +
         count("eva") + say(", DEF ") + count("def") + say("; ") +
         std::to_string(attack["damage"].integer() + number(own + "damage_bonus")) + say(" of ") + count("hp") +
         say(" HP");
}

// The figures of a Dinosaur; what the card does.
std::string Drawing::printed(std::string_view card) const {
  std::string out;
  for (const std::string_view key : {"hp", "atk", "eva", "def"})
    if (const CardFace* found = face(card))
      for (const CardFace::Figure& each : found->figures)
        if (each.key == key) out += (out.empty() ? "" : ", ") + each.name + " " + each.value;
  const std::string does = texts(card);
  return out + (out.empty() || does.empty() ? "" : say(": ")) + does;
}

// For an attack, and for every answer to one: what it would do; for what is bought or played, what is printed on
// it.
std::string Drawing::note(Choice choice) const {
  constexpr std::array<std::string_view, 5> with_card = {"draft", "buy", "buy_dinosaur", "play_strategy",
                                                         "play_tech"};
  if (std::find(with_card.begin(), with_card.end(), verb(choice)) != with_card.end())
    return printed(thing(choice, 0).id);
  if (verb(choice) == "attack") {
    const Field* target = fields_.find(thing(choice, 0).place);
    if (target == nullptr || target->find("hp") == nullptr) return "";  // a player
    return compared(word("turn"), root()["dinosaurs"][choice.b() / 2]["attacks"][choice.b() % 2], *target);
  }
  const Field& waiting = *fields_.find("stack");
  if (sight_.edition.game().questions[sight_.edition.decision(sight_.position).kind] != "answer") return "";
  for (auto item = waiting.fields.rbegin(); item != waiting.fields.rend(); ++item) {
    if (item->find("kind") == nullptr || item->find("kind")->word != "attack") continue;
    const Field* target =
        fields_.find("players." + item->find("target_player")->word + "." + item->find("target_slot")->word);
    if (target == nullptr || target->find("hp") == nullptr) return "";
    const Node attacks = record({"dinosaurs"}, item->find("source")->word)["attacks"];
    return compared(item->find("player")->word, attacks[static_cast<int>(item->find("power")->number)], *target);
  }
  return "";
}

}  // namespace

extern const Board dino_battles_board;
const Board dino_battles_board{
    "dino_battles", [](const Sight& sight) { return Drawing(sight).board(); },
    [](const Sight& sight, std::string_view what) { return Drawing(sight).look_at_cards(what); },
    "a card's name or a part of it",
    [](const Sight& sight, Choice choice) { return Drawing(sight).note(choice); }};

}  // namespace rw::cli
