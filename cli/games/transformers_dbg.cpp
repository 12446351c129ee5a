// The Transformers Deck-Building Game in the terminal: the Matrix as a grid, the players, the battle, the hand.
#include <algorithm>
#include <array>
#include <cstdlib>

#include "cli/play_reading.h"

namespace rw::cli {

namespace {

using core::Field;

constexpr std::array<SeatColour, 5> seat_colours = {{{"red", "R", 160, 231},
                                                     {"blue", "B", 27, 231},
                                                     {"green", "G", 28, 231},
                                                     {"yellow", "Y", 220, 16},
                                                     {"purple", "P", 91, 231}}};
constexpr std::array<std::string_view, 4> modes = {"alt", "bot", "team", "combiner"};
constexpr int label_width = 12;

class Drawing : Reading {
 public:
  explicit Drawing(const Sight& sight) : Reading(sight, seat_colours) {}
  std::string board() const;
  std::string note(Choice choice) const;
  using Reading::look_at_cards;

 private:
  // Reading the view and the content
  std::string phase() const;
  std::string figures(std::string_view card) const;  // "Power 1"
  std::string priced(std::string_view card, int width = 1000) const;  // "Predaking (11)", its name cut to fit
  std::string card_on(const std::string& space) const;
  std::string printed(std::string_view card) const;  // "cost 2; Power 1: Play: You may Convert."
  std::string other_mode() const;  // of one's own character: "Bot Mode Scout, Move 1, Power 1"
  std::string there(const std::string& space) const;  // what lies on a space and who stands there
  std::string power_at(int range) const;
  int spaces_to(const std::string& space) const;  // from one's own character
  std::string listed(const std::string& path, Figures shown = Figures::without) const;

  // Parts of the picture
  std::string matrix() const;
  static std::string mode(std::string_view name);  // of a character
  std::string player(const Field& player) const;
  std::string stacks() const;
  std::string battle() const;
  std::string this_turn() const;
};

// ---- reading ---------------------------------------------------------------------------------------

std::string Drawing::phase() const {
  const std::string now = word("phase");
  if (now == "characters") return say("characters");
  if (now == "start") return say("Start phase");
  if (now == "action") return say("Action phase");
  return now == "end" ? say("End phase") : say("over");
}

// The figures of a card, without those that tell one printing from another.
std::string Drawing::figures(std::string_view card) const {
  std::string out;
  if (const CardFace* found = face(card))
    for (const CardFace::Figure& each : found->figures)
      if (each.key != "kind" && each.key != "set" && each.key != "faction" && each.key != "copies")
        out += (out.empty() ? "" : say("; ")) + each.name + " " + each.value;
  return out;
}

std::string Drawing::priced(std::string_view card, int width) const {
  const std::string cost = figure(card, "cost");
  const std::string end = cost.empty() ? "" : " (" + cost + ")";
  return clipped(card_name(card), width - columns(end)) + end;
}

std::string Drawing::card_on(const std::string& space) const {
  const Field* cards = fields_.find("matrix." + space + ".card");
  return cards == nullptr || cards->cards.empty() ? "" : cards->cards.front();
}

std::string Drawing::there(const std::string& space) const {
  const std::string card = card_on(space);
  std::string out = card.empty() ? say("empty") : priced(card);
  for (const Field& seat : fields_.find("players")->fields)
    if (seat.find("space")->word == space) out += ", " + seat_text(seat.name);
  return out;
}

std::string Drawing::other_mode() const {
  const std::string path = "players." + own() + ".", now = word(path + "mode");
  std::string out;
  if (const CardFace* found = face(word(path + "character")))
    for (const CardFace::Figure& each : found->figures)
      if (std::find(modes.begin(), modes.end(), each.key) != modes.end() && each.key != now)
        out += (out.empty() ? "" : say("; ")) + each.name + " " + each.value;
  return out;
}

std::string Drawing::power_at(int range) const {
  return std::to_string(number(range <= 0 ? std::string("this_turn.power")
                                          : "this_turn.power_at_" + std::to_string(std::min(range, 2))));
}

// "r1c3" to "r2c3": 1.
int Drawing::spaces_to(const std::string& space) const {
  const std::string here = word("players." + own() + ".space");
  if (here == "none") return 0;
  return std::abs(here[1] - space[1]) + std::abs(here[3] - space[3]);
}

std::string Drawing::listed(const std::string& path, Figures shown) const {
  std::vector<std::string> names;
  if (const Field* pile = fields_.find(path))
    for (const std::string& card : pile->cards) {
      const std::string more = shown == Figures::with ? figures(card) : "";
      names.push_back(card_name(card) + (more.empty() ? "" : " (" + more + ")"));
    }
  return counted(names);
}

// ---- the table -------------------------------------------------------------------------------------

// Each space by its name, with its card, who stands there, and whose tokens lie on it.
std::string Drawing::matrix() const {
  constexpr std::size_t across = 4;
  const auto& spaces = fields_.find("matrix")->fields;
  const int width = std::max(18, (sight_.terminal.width - 1) / static_cast<int>(across));
  std::string out;
  for (std::size_t row = 0; row < spaces.size(); row += across) {
    std::string cards = " ", people = " ";
    for (std::size_t i = row; i < std::min(spaces.size(), row + across); ++i) {
      const Field& space = spaces[i];
      const std::string card = card_on(space.name);
      const std::string what = card.empty() ? "-" : card == "?" ? say("face down") : priced(card, width - 7);
      std::string who;
      for (const Field& seat : fields_.find("players")->fields) {
        if (seat.find("space")->word == space.name)
          who += paint_seat(seat.name, " " + sentence(seat_text(seat.name)) + " ") + " ";
        if (const Field* tokens = space.find("tokens." + seat.name); tokens != nullptr && tokens->number > 0)
          who += seat_text(seat.name) + " +" + std::to_string(tokens->number) + " ";
      }
      cards += painted(sight_.terminal, strong, space.name) + " " + padded(what, width - 5);
      people += padded("     " + who, width);
    }
    out += cards + "\n" + people + "\n";
  }
  return out;
}

std::string Drawing::mode(std::string_view name) {
  if (name == "alt") return say("Alt");
  if (name == "team") return say("Team");
  return name == "combiner" ? say("Combiner") : say("Bot");
}

std::string Drawing::player(const Field& player) const {
  const std::string path = "players." + player.name;
  const auto count = [&](std::string_view pile) {
    const Field* cards = player.find(pile);
    return std::to_string(cards == nullptr ? 0 : cards->cards.size());
  };
  const std::string mark = player.name == word("turn") ? (sight_.terminal.unicode ? "●" : "*") : " ";
  std::string out = " " + mark + " " + paint_seat(player.name, " " + padded(sentence(seat_text(player.name)), 7));
  if (const std::string character = player.find("character")->word; character != "none")
    out += " " + card_name(character) + ", " + mode(player.find("mode")->word);
  if (const std::string space = player.find("space")->word; space != "none") out += say(" in ") + space;
  const std::string gap = player.find("character")->word == "none" ? "   " : say("; ") + " ";
  const std::string figures = std::to_string(player.find("vp")->number) + say(" VP, Energon ") +
                              std::to_string(player.find("energon")->number) + say(", Damage ") +
                              std::to_string(player.find("all_damage")->number) + say("   hand ") + count("hand") +
                              say("  deck ") + count("deck") + say("  discard ") + count("discard") +
                              say("  vault ") + count("vault");
  // What does not fit beside the name stands under it.
  const bool fits = columns(out) + columns(gap) + columns(figures) <= sight_.terminal.width;
  out += fits ? gap : "\n" + std::string(12, ' ');
  out += figures + "\n";
  if (const std::string played = listed(path + ".play"); !played.empty())
    out += labelled(say("in play"), played, label_width + 3, 4);
  return out;
}

std::string Drawing::stacks() const {
  std::string text = say("main deck ") + std::to_string(fields_.find("main_deck")->cards.size()) +
                     say(",  Damage ") + std::to_string(fields_.find("damage_stack")->cards.size());
  for (const Field& basic : fields_.find("basics")->fields)
    if (basic.number > 0) text += ",  " + priced(basic.name) + " " + std::to_string(basic.number);
  if (const auto bosses = number("bosses_defeated"); bosses > 0)
    text += say(",  Bosses defeated ") + std::to_string(bosses);
  return labelled(say("stacks"), text, label_width);
}

std::string Drawing::battle() const {
  const std::string against = word("battle.against");
  if (against == "none") return "";
  const std::string space = word("battle.space");
  std::string text = (space == "none" ? against : card_name(card_on(space)) + say(" in ") + space) +
                     say(": Power ") + std::to_string(number("battle.total")) + say(" of ") +
                     std::to_string(number("battle.cost"));
  for (const Field& seat : fields_.find("battle.assists")->fields)
    if (const std::string cards = listed("battle.assists." + seat.name + ".card"); !cards.empty())
      text += ";  " + seat_text(seat.name) + say(": ") + cards;
  return labelled(say("battle"), text, label_width);
}

std::string Drawing::this_turn() const {
  return labelled(say("this turn"),
                  say("Power ") + power_at(0) + say(",  at Range 1: ") + power_at(1) + say(",  at Range 2: ") +
                      power_at(2) + say(",  Move ") + std::to_string(number("this_turn.move")),
                  label_width);
}

std::string Drawing::board() const {
  std::string out = heading(phase() + " - " + seat_text(word("turn"))) + matrix();
  for (const Field& seat : fields_.find("players")->fields) out += player(seat);
  out += stacks() + battle() + this_turn();
  if (own().empty()) return out;
  return out + labelled(say("your hand"), listed("players." + own() + ".hand", Figures::with), label_width);
}

// ---- beside each choice ----------------------------------------------------------------------------

std::string Drawing::printed(std::string_view card) const {
  const std::string shown = figures(card), does = texts(card);
  return shown + (shown.empty() || does.empty() ? "" : say(": ")) + does;
}

// For a text that is used, the text; for a space, what lies there; for a fight, what it takes and what of the
// Power reaches it (DBG-GEN-07); for Convert, the other mode; for a card, what is printed on it.
std::string Drawing::note(Choice choice) const {
  const Edition::Thing first = thing(choice, 0);
  if (verb(choice) == "use") return texts(first.id);
  if (verb(choice) == "convert") return other_mode();
  if (!first.place.starts_with("matrix.")) return printed(first.id);
  const std::string space = first.place.substr(7), card = card_on(space);
  const bool known = !card.empty() && card != "?";
  if (verb(choice) == "battle" || verb(choice) == "confront")
    return there(space) + say("; your Power there ") + power_at(spaces_to(space)) +
           (known ? ". " + texts(card) : "");
  return known && verb(choice) == "buy" ? printed(card) : there(space);
}

}  // namespace

extern const Board transformers_dbg_board;
const Board transformers_dbg_board{
    "transformers_dbg", [](const Sight& sight) { return Drawing(sight).board(); },
    [](const Sight& sight, std::string_view what) { return Drawing(sight).look_at_cards(what); },
    "a card's name or a part of it",
    [](const Sight& sight, Choice choice) { return Drawing(sight).note(choice); }};

}  // namespace rw::cli
