// RISK Cybertron in the terminal: the zones of the six sectors side by side, the armies, the attack.
#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "cli/cards.h"
#include "cli/play_reading.h"
#include "engine/core/text.h"
#include "engine/odds.h"

namespace rw::cli {

namespace {

using core::Field;
using core::Node;

constexpr std::array<SeatColour, 4> army_colours = {
    {{"red", "R", 160, 231}, {"yellow", "Y", 220, 16}, {"blue", "B", 27, 231}, {"black", "K", 236, 231}}};

class Drawing : Reading {
 public:
  explicit Drawing(const Sight& sight) : Reading(sight, army_colours) {}
  std::string board() const;
  std::string look(std::string_view what) const;
  std::string note(Choice choice) const;

 private:
  // Reading the view and the content
  std::string zone_named(std::string_view id) const;
  std::string owner_of(Node zone) const { return word("zones." + std::string(zone["id"].text()) + ".owner"); }
  const Field* leader_on(Node zone) const;
  bool closed_factory(int zone) const;
  std::int64_t robots_on(Node zone) const { return number("zones." + std::string(zone["id"].text()) + ".robots"); }
  int zone_called(std::string_view id) const;

  // Parts of the picture
  std::string heading() const;
  std::vector<std::string> sector_block(int sector, int width) const;
  std::string sectors() const;
  std::string zone_line(Node zone, int width) const;
  std::string badge(Node zone) const;
  std::string leader_mark(Node zone) const;
  std::string zone_note(Node zone) const;
  std::string armies() const;
  std::string leader_text(const Field& player) const;
  std::string attack() const;
  std::string dice(const std::string& side) const;
  std::string hand() const;
  std::string around(int zone) const;
};

// ---- reading ---------------------------------------------------------------------------------------

int Drawing::zone_called(std::string_view id) const {
  for (int i = 0; i < root()["zones"].size(); ++i)
    if (root()["zones"][i]["id"].text() == id) return i;
  return -1;
}

std::string Drawing::zone_named(std::string_view id) const { return named(root()["zones"][zone_called(id)]); }

const Field* Drawing::leader_on(Node zone) const {
  const Field* players = fields_.find("players");
  for (const Field& player : players->fields)
    if (const Field* leader = player.find("leader"); leader->find("zone")->word == zone["id"].text())
      return leader;
  return nullptr;
}

bool Drawing::closed_factory(int zone) const {
  const Node record = root()["zones"][zone];
  if (record["special"].text() != "factory") return false;
  const Node slide = root()["zones"][static_cast<int>(record["under"].integer(-1))];
  return number("special_zones." + std::string(slide["id"].text()) + ".open") == 0;
}

// ---- the zones -------------------------------------------------------------------------------------

std::string Drawing::badge(Node zone) const {
  const std::string owner = owner_of(zone);
  const auto robots = std::to_string(robots_on(zone));
  if (owner == "none") return painted(sight_.terminal, faint, "   -- ");
  std::string letter = owner.substr(owner.size() - 1);  // "seat 2" before leaders are chosen
  for (const SeatColour& colour : army_colours)
    if (colour.name == owner) letter = colour.letter;
  return paint_seat(owner, " " + letter + right_padded(robots, 3) + " ");
}

std::string Drawing::leader_mark(Node zone) const {
  const Field* leader = leader_on(zone);
  if (leader == nullptr) return " ";
  const bool vehicle = leader->find("mode")->word == "vehicle";
  const std::string mark = sight_.terminal.unicode ? (vehicle ? "►" : "▲") : (vehicle ? ">" : "^");
  return painted(sight_.terminal, strong, mark);
}

// For a special zone: whether it is open.
std::string Drawing::zone_note(Node zone) const {
  const auto special = zone["special"].text();
  if (special != "pivot" && special != "slide") return "";
  const bool open = number("special_zones." + std::string(zone["id"].text()) + ".open") != 0;
  return open ? say(" (open)") : say(" (shut)");
}

std::string Drawing::zone_line(Node zone, int width) const {
  const std::string note = zone_note(zone);
  const bool factory = zone["special"].text() == "factory";
  const std::string indent = factory ? (sight_.terminal.unicode ? " └" : " +") : " ";
  const int room = width - 10 - columns(note) - columns(indent);
  const std::string name = indent + clipped(named(zone), room) + painted(sight_.terminal, faint, note);
  return padded(name, width - 9) + badge(zone) + leader_mark(zone);
}

std::vector<std::string> Drawing::sector_block(int sector, int width) const {
  const Node record = root()["sectors"][sector];
  const std::string holder = word("sectors." + std::string(record["id"].text()) + ".owner");
  const int paper = palette(record["color"].text());
  std::string title = " " + named(record) + "  +" + std::to_string(record["bonus"].integer());
  if (holder != "none") title += "  " + seat_text(holder);
  std::vector<std::string> lines;
  lines.push_back(painted(sight_.terminal, {ink_on(paper), paper, true}, padded(title, width - 2)) + "  ");
  for (int i = 0; i < root()["zones"].size(); ++i) {
    const Node zone = root()["zones"][i];
    if (zone["sector"].integer(-1) == sector && !closed_factory(i)) lines.push_back(zone_line(zone, width));
  }
  return lines;
}

// As many columns as fit; the tallest sector first, each into the column that is shortest so far.
std::string Drawing::sectors() const {
  const int across = std::clamp(sight_.terminal.width / 26, 1, sight_.terminal.width < 116 ? 3 : 4);
  const int width = std::min(sight_.terminal.width / across, 40);
  std::vector<std::vector<std::string>> blocks;
  for (int i = 0; i < root()["sectors"].size(); ++i) blocks.push_back(sector_block(i, width));
  std::vector<std::size_t> order(blocks.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return std::pair(blocks[b].size(), a) < std::pair(blocks[a].size(), b);
  });
  std::vector<std::vector<std::string>> piles(static_cast<std::size_t>(across));
  for (const std::size_t i : order) {
    const auto& block = blocks[i];
    auto& pile = *std::min_element(piles.begin(), piles.end(),
                                   [](const auto& a, const auto& b) { return a.size() < b.size(); });
    pile.insert(pile.end(), block.begin(), block.end());
  }
  std::size_t rows = 0;
  for (const auto& pile : piles) rows = std::max(rows, pile.size());
  std::string out;
  for (std::size_t row = 0; row < rows; ++row) {
    std::string line;
    for (const auto& pile : piles) line += padded(row < pile.size() ? pile[row] : "", width);
    while (line.ends_with(' ')) line.pop_back();
    out += line + "\n";
  }
  return out;
}

// ---- the armies ------------------------------------------------------------------------------------

std::string Drawing::heading() const {
  std::string state = say("day ") + std::to_string(number("day")) + say(" of ") +
                      std::to_string(number("options.days")) + " - " + say(word("phase"));
  if (number("day") == 0) state = say(word("phase"));
  return Reading::heading(state);
}

std::string Drawing::leader_text(const Field& player) const {
  const Field* leader = player.find("leader");
  const std::string& id = leader->find("name")->word;
  if (id == "none") return "";
  std::string name;
  for (int i = 0; i < root()["leaders"].size(); ++i)
    if (root()["leaders"][i]["id"].text() == id) name = named(root()["leaders"][i]);
  if (leader->find("zone")->word == "none") return name + say(", scrapped");
  return name + ", " + say(leader->find("mode")->word) + ", " + zone_named(leader->find("zone")->word);
}

std::string Drawing::armies() const {
  Listing listing(
      {"", say("army"), say("leader"), say("zones"), say("robots"), say("income"), say("to place"), say("cards")},
      {Align::left, Align::left, Align::left, Align::right, Align::right, Align::right, Align::right,
       Align::right});
  const std::string turn = word("turn");
  for (const Field& player : fields_.find("players")->fields) {
    const bool out = player.find("eliminated")->number != 0;
    const std::string mark = player.name == turn ? (sight_.terminal.unicode ? "●" : "*") : " ";
    const auto count = [&](std::string_view name) { return std::to_string(player.find(name)->number); };
    listing.row({" " + mark, paint_seat(player.name, " " + padded(seat_text(player.name), 7)),
                 clipped(out ? say("out of the game") : leader_text(player), sight_.terminal.width - 56),
                 count("zones"), count("robots"), count("income"), count("operational"),
                 std::to_string(player.find("hand")->cards.size())});
  }
  return listing.text(sight_.terminal);
}

std::string Drawing::dice(const std::string& side) const {
  std::string out;
  for (const char* die : {"die_1", "die_2", "die_3"}) {
    const std::string path = "attack." + side + "." + die + ".";
    if (number(path + "value") == 0) continue;
    out += " " + std::to_string(number(path + "value"));
    for (std::int64_t i = 0; i < number(path + "bonus"); ++i) out += "+1";
    if (number(path + "sides") == 8) out += "(d8)";
  }
  return out;
}

std::string Drawing::attack() const {
  if (number("attack.open") == 0) return "";
  const auto force = [&](const std::string& side) {
    const Node zone = root()["zones"][zone_called(word("attack." + side + ".zone"))];
    return named(zone) + " " + badge(zone) + leader_mark(zone);
  };
  std::string out = " " + force("attacker") + (sight_.terminal.unicode ? " → " : " -> ") + force("defender");
  if (!dice("attacker").empty())
    out += painted(sight_.terminal, strong, "   " + say("dice") + dice("attacker") + "  :" + dice("defender"));
  return out + "\n";
}

// The viewer's own cards, by name.
std::string Drawing::hand() const {
  const Field* cards = own().empty() ? nullptr : fields_.find("players." + own() + ".hand");
  if (cards == nullptr || cards->cards.empty()) return "";
  std::string out = say("your cards: ");
  for (std::size_t i = 0; i < cards->cards.size(); ++i) {
    const std::string& card = cards->cards[i];
    const std::string symbol = figure(card, "transform").empty() ? "" : say(", symbol");
    out += (i > 0 ? ", " : "") + card_name(card) + " (" + card + symbol + ")";
  }
  return " " + paragraph(out, sight_.terminal.width, 13) + "\n";
}

std::string Drawing::board() const {
  const std::string legend =
      speech::said(" {} leader as robot  {} as vehicle", sight_.terminal.unicode ? "▲" : "^",
                   sight_.terminal.unicode ? "►" : ">");
  return heading() + sectors() + "\n" + armies() + hand() + attack() + painted(sight_.terminal, faint, legend) +
         "\n";
}

// ---- what an attack promises -----------------------------------------------------------------------

// Units on both zones, and the chance to take the target, with what leaders and cards in force do to the dice; for
// a leader or a card, its text.
std::string Drawing::note(Choice choice) const {
  Promise promise;
  const Edition& edition = sight_.edition;
  if (!odds_of(edition.game().id)->of_choice(edition.content(), sight_.position.data(), choice, promise))
    return texts(thing(choice, 0).id);
  const double chance = 100 * promise.win;
  const std::string percent = chance > 99  ? say("over 99")
                              : chance < 1 ? say("under 1")
                                           : std::to_string(std::lround(chance));
  return std::to_string(promise.units[0]) + " : " + std::to_string(promise.units[1]) + ", " + percent + " %";
}

// ---- looking closer --------------------------------------------------------------------------------

// The neighbours of a zone, with the way that leads there and whether it is open.
std::string Drawing::around(int zone) const {
  std::string out;
  const Node links = root()["links"];
  for (int i = 0; i < links.size(); ++i) {
    const auto a = static_cast<int>(links[i]["a"].integer()), b = static_cast<int>(links[i]["b"].integer());
    if (a != zone && b != zone) continue;
    const int other = a == zone ? b : a;
    const Node record = root()["zones"][other];
    if (closed_factory(other)) continue;
    std::string way(links[i]["kind"].text());
    for (const int end : {a, b}) {
      const Node place = root()["zones"][end];
      if (way == "gate" && place["special"].text() == "pivot" &&
          number("special_zones." + std::string(place["id"].text()) + ".open") == 0)
        way += ", shut";
    }
    const Node sector = root()["sectors"][static_cast<int>(record["sector"].integer())];
    out += "   " + padded(named(record), 24) + badge(record) + leader_mark(record) + " " +
           padded(named(sector), 8) + painted(sight_.terminal, faint, say(way)) + "\n";
  }
  return out;
}

std::string Drawing::look(std::string_view what) const {
  const std::string wanted = core::folded(what);
  std::vector<int> found;
  for (int i = 0; i < root()["zones"].size(); ++i) {
    const Node zone = root()["zones"][i];
    const std::string name = core::folded(named(zone));
    if (name == wanted || zone["id"].text() == wanted) {
      found = {i};
      break;
    }
    if (name.find(wanted) != std::string::npos) found.push_back(i);
  }
  std::string out;
  for (const int i : found) {
    const Node zone = root()["zones"][i];
    const Node sector = root()["sectors"][static_cast<int>(zone["sector"].integer())];
    out += " " + painted(sight_.terminal, strong, named(zone)) + zone_note(zone) + "  " + badge(zone) +
           leader_mark(zone) + "  " + named(sector) + " +" + std::to_string(sector["bonus"].integer()) + "\n";
    if (closed_factory(i)) out += "   " + say("not in play: its slide zone is closed") + "\n";
    out += around(i);
  }
  return out;
}

}  // namespace

extern const Board risk_cybertron_board;
const Board risk_cybertron_board{
    "risk_cybertron", [](const Sight& sight) { return Drawing(sight).board(); },
    [](const Sight& sight, std::string_view what) { return Drawing(sight).look(what); },
    "a zone's name or a part of it",
    [](const Sight& sight, Choice choice) { return Drawing(sight).note(choice); }};

}  // namespace rw::cli
