// The Transformers TCG in the terminal: both teams with their figures in every mode, the attack, the hand.
#include <algorithm>
#include <array>

#include "cli/play_reading.h"
#include "engine/things.h"

namespace rw::cli {

namespace {

using core::Field;
using core::Node;

constexpr std::array<SeatColour, 2> seat_colours = {{{"red", "R", 160, 231}, {"blue", "B", 27, 231}}};
constexpr std::string_view slots[] = {"weapon", "armor", "utility"};

class Drawing : Reading {
 public:
  explicit Drawing(const Sight& sight);
  std::string board();
  std::string note(Choice choice) const;
  using Reading::look_at_cards;

 private:
  // Reading the view and the content
  std::string card_at(const std::string& path) const;  // the card of a character
  std::string word_of(std::string_view term) const;    // as cards say it: "Bold", "Weapon"
  std::string mode_name(std::string_view mode) const { return word_of("mode_" + std::string(mode)); }
  std::string figures(std::string_view card) const;  // "Weapon, icons orange"
  std::string printed(std::string_view card) const;  // "Weapon, icons orange: Bold 2."
  std::string strength(const std::string& path) const;  // "ATK 4, Bold 2"
  std::string resistance(const std::string& path) const;  // "DEF 2, Tough 1; 7 of 9 HP"
  std::string other_modes(const std::string& path) const;  // "Bot: ATK 6, DEF 2"

  // Parts of the picture
  std::string phase() const;
  std::string listed(const std::string& path) const;
  std::string character(const std::string& path, const Field& fields) const;
  std::string player(const Field& player) const;
  std::string attack() const;
  std::string this_turn() const;
  std::string table() const;

  std::vector<std::pair<std::string, std::string>> cards_;  // of characters, by path
  int names_ = 0, modes_ = 0;                               // how wide the longest of them is
  bool brief_ = false;
};

Drawing::Drawing(const Sight& sight) : Reading(sight, seat_colours) {
  for (const int who : values_of(sight.edition, sight.position, "who")) {
    Edition::Thing thing = sight.edition.thing(sight.position, sight.viewer, "who", who);
    names_ = std::max(names_, columns(card_name(thing.id)));
    if (const std::string mode = word(thing.place + ".mode"); mode != "none")
      modes_ = std::max(modes_, columns(mode_name(mode)));
    cards_.emplace_back(std::move(thing.place), std::move(thing.id));
  }
}

// ---- reading ---------------------------------------------------------------------------------------

std::string Drawing::card_at(const std::string& path) const {
  for (const auto& [place, card] : cards_)
    if (place == path) return card;
  return "";
}

std::string Drawing::word_of(std::string_view term) const {
  const Node locale = root()["locale"][sight_.language];
  if (term.starts_with("mode_"))
    return std::string(locale["faces"]["mode." + std::string(term.substr(5))].text(term));
  return std::string(locale["terms"][term].text(term));
}

// The figures of a card, without those that tell one printing from another.
std::string Drawing::figures(std::string_view card) const {
  const CardFace* found = face(card);
  if (found == nullptr) return "";
  std::string out;
  for (const CardFace::Figure& each : found->figures) {
    if (each.key == "set" || each.key == "number" || each.key == "rarity" || each.key == "type") continue;
    const std::size_t comma = each.value.find(", ");  // "battle card, Weapon"
    const std::string named = each.name == each.value ? each.name : each.name + " " + each.value;  // "no icons"
    const std::string text = each.key != "kind"           ? named
                             : comma == std::string::npos ? figure(card, "type")
                                                          : each.value.substr(comma + 2);
    out += (out.empty() || text.empty() ? "" : ", ") + text;
  }
  return out;
}

// What decides whether to play it: an Action begins with that word anyway.
std::string Drawing::printed(std::string_view card) const {
  const std::string does = texts(card);
  if (does.empty()) return figures(card);
  return does.starts_with(figure(card, "type")) ? does : figures(card) + ": " + does;
}

std::string Drawing::strength(const std::string& path) const {
  std::string out = say("ATK ") + std::to_string(number(path + ".attack"));
  for (const std::string_view keyword : {"bold", "pierce"})
    if (const auto n = number(path + "." + std::string(keyword)); n > 0)
      out += ", " + word_of(keyword) + " " + std::to_string(n);
  return out;
}

std::string Drawing::resistance(const std::string& path) const {
  std::string out = say("DEF ") + std::to_string(number(path + ".defense"));
  for (const std::string_view keyword : {"tough", "safeguard"})
    if (const auto n = number(path + "." + std::string(keyword)); n > 0)
      out += ", " + word_of(keyword) + " " + std::to_string(n);
  const auto health = number(path + ".health");
  return out + say("; ") + std::to_string(health - number(path + ".damage")) + say(" of ") +
         std::to_string(health) + say(" HP");
}

std::string Drawing::other_modes(const std::string& path) const {
  const Node modes = record({"characters"}, card_at(path))["modes"];
  std::string out;
  for (int i = 0; i < modes.size(); ++i) {
    if (modes[i]["mode"].text() == word(path + ".mode")) continue;
    out += (out.empty() ? "" : say("; ") + " ") + mode_name(modes[i]["mode"].text()) + say(": ATK ") +
           std::to_string(modes[i]["attack"].integer()) + say(", DEF ") +
           std::to_string(modes[i]["defense"].integer());
  }
  return out;
}

// ---- the table -------------------------------------------------------------------------------------

std::string Drawing::phase() const {
  const std::string now = word("phase");
  if (now == "set_up") return say("set-up");
  if (now == "start") return say("start of the turn");
  if (now == "main") return say("main");
  if (now == "attack") return say("attack");
  return now == "end" ? say("end of the turn") : say("over");
}

std::string Drawing::listed(const std::string& path) const {
  std::vector<std::string> names;
  if (const Field* pile = fields_.find(path))
    for (const std::string& card : pile->cards) names.push_back(card_name(card));
  return counted(names);
}

std::string Drawing::character(const std::string& path, const Field& fields) const {
  const int width = sight_.terminal.width;
  const std::string head = "   " + padded(card_name(card_at(path)), names_) + "  " +
                           padded(mode_name(word(path + ".mode")), modes_) + "  ";
  std::string now = strength(path) + say("; ") + " " + resistance(path);
  for (const std::string_view keyword : {"brave", "stealth", "focus"})
    if (number(path + "." + std::string(keyword)) > 0) now += ", " + word_of(keyword);
  const bool tapped = fields.find("tapped")->number != 0;
  std::string more = brief_ && !path.starts_with("players." + own() + ".") ? "" : other_modes(path);
  for (const std::string_view slot : slots)
    if (const std::string cards = listed(path + "." + std::string(slot)); !cards.empty())
      more += (more.empty() ? "" : say("; ") + " ") + word_of(slot) + say(": ") + cards;
  const std::string out = head + now + (tapped ? "  " + painted(sight_.terminal, strong, say("tapped")) : "");
  if (more.empty() && columns(out) <= width) return out + "\n";
  // On one line if it has room: the fewer rows a team takes, the more of what happened is in sight.
  const int least = names_ + modes_ + 38, aside = std::clamp(width - 23, least, least + 6);
  if (columns(out) <= aside - 2 && aside + columns(more) <= width)
    return padded(out, aside) + painted(sight_.terminal, faint, more) + "\n";
  if (columns(out) + 3 + columns(more) <= width) return out + "   " + painted(sight_.terminal, faint, more) + "\n";
  const auto below = [&](const std::string& text) {
    return "\n" + painted(sight_.terminal, faint, "      " + paragraph(text, width, 6)) + "\n";
  };
  if (columns(out) <= width) return out + below(more);
  return head + (tapped ? say("tapped") : "") + below(now + (more.empty() ? "" : say("; ") + " ") + more);
}

std::string Drawing::player(const Field& player) const {
  const std::string path = "players." + player.name;
  const auto count = [&](std::string_view pile) { return std::to_string(player.find(pile)->cards.size()); };
  const std::string mark = player.name == word("turn") ? (sight_.terminal.unicode ? "●" : "*") : " ";
  std::string out = " " + mark + " " + paint_seat(player.name, " " + padded(sentence(seat_text(player.name)), 6)) +
                    say("  hand ") + count("hand") + say("  deck ") + count("deck") + say("  scrap pile ") +
                    count("scrap_pile");
  if (player.find("has_tower")->number != 0) out += say("  Tower ") + std::to_string(player.find("tower")->number);
  if (const std::string cards = listed(path + ".played"); !cards.empty()) {
    const std::string played = say("  played: ") + cards;
    const bool fits = columns(out) + columns(played) <= sight_.terminal.width;
    out += fits ? played : "\n      " + paragraph(played, sight_.terminal.width, 6);
  }
  out += "\n";
  for (const Field& each : player.find("characters")->fields)
    if (each.find(slots[0]) != nullptr)  // only on the battlefield a character has slots
      out += character(path + ".characters." + each.name, each);
  if (const std::string gone = listed(path + ".ko_area"); !gone.empty())
    out += painted(sight_.terminal, faint, "   " + paragraph(say("KO: ") + gone, sight_.terminal.width, 6)) + "\n";
  return out;
}

// Who attacks whom, and what was flipped on both sides.
std::string Drawing::attack() const {
  const auto of = [&](const std::string& who) {
    for (const Field& seat : fields_.find("players")->fields)
      if (const std::string path = "players." + seat.name + ".characters." + word(who);
          fields_.find(path) != nullptr)
        return path;
    return std::string();
  };
  const std::string attacker = of("battle.attacker"), defender = of("battle.defender");
  if (attacker.empty() || defender.empty()) return "";
  std::string out = labelled(say("attack"),
                             card_name(card_at(attacker)) + " (" + strength(attacker) + ")" + say(" against ") +
                                 card_name(card_at(defender)) + " (" + resistance(defender) + ")",
                             12);
  for (const Field& seat : fields_.find("players")->fields)
    if (const std::string flipped = listed("battle.flipped_" + seat.name); !flipped.empty())
      out += labelled(say("flipped"), sentence(seat_text(seat.name)) + say(": ") + flipped, 12);
  return out;
}

std::string Drawing::this_turn() const {
  const auto done = [&](const char* field) { return std::to_string(number(std::string("this_turn.") + field)); };
  return labelled(say("this turn"),
                  say("Actions ") + done("actions") + say(",  Upgrades ") + done("upgrades") + say(",  flips ") +
                      done("flips") + say(",  attacks ") + done("attacks"),
                  12);
}

std::string Drawing::table() const {
  std::string out = heading(say("turn ") + std::to_string(number("turn_number")) + " - " + phase() + " - " +
                            seat_text(word("turn")));
  for (const Field& seat : fields_.find("players")->fields) out += player(seat) + (brief_ ? "" : "\n");
  out += attack() + this_turn();
  if (own().empty()) return out;
  std::vector<std::string> held;
  for (const std::string& card : fields_.find("players." + own() + ".hand")->cards)
    held.push_back(card_name(card) + " (" + figures(card) + ")");
  return out + labelled(say("your hand"), counted(held), 12);
}

// Two laden teams may leave no room for the question: then an opponent's characters show the mode they are in
// only.
std::string Drawing::board() {
  constexpr int question = 16;  // rows for what happened, the question and its answers
  std::string out = table();
  brief_ = std::count(out.begin(), out.end(), '\n') > sight_.terminal.height - question;
  return brief_ ? table() : out;
}

// ---- beside each choice ----------------------------------------------------------------------------

// For an attack, the figures that are compared; for a flip, what it gives; for a card, what is printed on it.
std::string Drawing::note(Choice choice) const {
  const Edition::Thing first = thing(choice, 0);
  const auto is_character = [&](const Edition::Thing& what) { return !card_at(what.place).empty(); };
  if (verb(choice) == "attack") return strength(first.place) + " : " + resistance(thing(choice, 1).place);
  if (verb(choice) == "flip") return other_modes(first.place);
  if (is_character(first)) return resistance(first.place);
  return printed(first.id);
}

}  // namespace

extern const Board transformers_tcg_board;
const Board transformers_tcg_board{
    "transformers_tcg", [](const Sight& sight) { return Drawing(sight).board(); },
    [](const Sight& sight, std::string_view what) { return Drawing(sight).look_at_cards(what); },
    "a card's name or a part of it",
    [](const Sight& sight, Choice choice) { return Drawing(sight).note(choice); }};

}  // namespace rw::cli
