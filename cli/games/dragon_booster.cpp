// Dragon Booster in the terminal: every player's dragon with gear and crew, track and zone, the battle, the draft.
#include <algorithm>
#include <array>

#include "cli/cards.h"
#include "cli/play_reading.h"

namespace rw::cli {

namespace {

using core::Field;
using core::Node;

constexpr std::array<SeatColour, 6> seat_colours = {{{"A", "A", 160, 231},
                                                     {"B", "B", 27, 231},
                                                     {"C", "C", 28, 231},
                                                     {"D", "D", 220, 16},
                                                     {"E", "E", 91, 231},
                                                     {"F", "F", 208, 16}}};

class Drawing : Reading {
 public:
  explicit Drawing(const Sight& sight) : Reading(sight, seat_colours) {}
  std::string board() const;
  using Reading::look_at_cards;
  std::string note(Choice choice) const;

 private:
  // Reading the view and the content
  Node record(std::string_view id) const {
    return Reading::record({"maneuvers", "events", "dragons", "gear", "crew"}, id);
  }
  std::string figures(std::string_view id) const;  // "cost 4, sprint 10", "power 3"
  std::string stat(std::string_view id) const;

  // Parts of the picture
  std::string heading() const;
  std::string phase() const;
  std::string labelled(const std::string& label, const std::string& text) const {
    return Reading::labelled(label, text, 20, 3);
  }
  std::string listed(const std::vector<std::string>& cards, Figures shown) const;
  std::string player(const Field& player) const;
  std::string summary(const Field& player) const;
  std::string ridden(const Field& player) const;
  std::string mag_pit(const Field& player) const;
  std::string lanes(const Field& player) const;
  std::string draft() const;
};

// ---- reading ---------------------------------------------------------------------------------------

std::string Drawing::stat(std::string_view id) const {
  if (id == "speed") return say("speed");
  return id == "agility" ? say("agility") : say("power");
}

std::string Drawing::figures(std::string_view id) const {
  const Node card = record(id);
  if (!card) return "";
  if (card["sprint"])
    return say("cost ") + std::to_string(card["cost"].integer()) + say(", sprint ") +
           std::to_string(card["sprint"].integer());
  if (!card["burst"]) return "";
  return stat(card["burst"]["stat"].text()) + " " + std::to_string(card["burst"]["value"].integer());
}

// ---- the table -------------------------------------------------------------------------------------

std::string Drawing::phase() const {
  const std::string now = word("phase");
  if (now == "draft") return say("draft");
  if (now == "setup") return say("set-up");
  if (now == "draw") return say("Draw");
  if (now == "gear_up") return say("Gear Up");
  if (now == "main") return say("Main");
  if (now == "push") return say("Rush");
  return now == "battle" ? say("Rush, battle") : say("over");
}

std::string Drawing::heading() const {
  const auto games = number("options.match");
  const std::string match = games < 2 ? ""
                                      : say("game ") + std::to_string(number("match.game")) + say(" of ") +
                                            std::to_string(games) + " - ";
  const std::string state = match + say("turn ") + std::to_string(number("turn")) + " - " + phase() + " - " +
                            say("leader ") + seat_text(word("leader"));
  return Reading::heading(state);
}

// "2 Sidewinder (cost 1, sprint 2), Charge! (power 1), 3 face down"
std::string Drawing::listed(const std::vector<std::string>& cards, Figures shown) const {
  std::vector<std::string> names;
  for (const std::string& card : cards) {
    const std::string facts = shown == Figures::with ? figures(card) : "";
    names.push_back(card_name(card) + (facts.empty() ? "" : " (" + facts + ")"));
  }
  return counted(names);
}

// ---- the players -----------------------------------------------------------------------------------

std::string Drawing::summary(const Field& player) const {
  const auto count = [&](std::string_view name) { return std::to_string(player.find(name)->cards.size()); };
  std::string text = std::to_string(player.find("points")->number) + say(" points");
  if (const auto energy = player.find("energy")->number; energy > 0)
    text += ", " + std::to_string(energy) + say(" energy");
  text += say("   hand ") + count("hand") + say("  race deck ") + count("race_deck") + say("  discards ") +
          count("discards") + say("  dragon deck ") + count("dragon_deck");
  if (const auto won = player.find("games_won"); won != nullptr && number("options.match") > 1)
    text += say("  games won ") + std::to_string(won->number);
  return text;
}

std::string Drawing::ridden(const Field& player) const {
  const Field* dragon = player.find("dragon");
  if (dragon == nullptr) return card_name("?");  // not shown yet (DRB-SET-01)
  const std::string& id = dragon->word;
  std::string text = id == "none" ? say("no dragon") : card_name(id);
  for (const std::string_view name : {"speed", "agility", "power"})
    if (const Field* field = player.find(name)) text += "  " + stat(name) + " " + std::to_string(field->number);
  const std::string color = word("players." + player.name + ".color");
  const Node colors = root()["colors"];
  for (int i = 0; i < colors.size(); ++i)
    if (colors[i]["id"].text() == color) text += "  " + named(colors[i]);
  return text;
}

std::string Drawing::mag_pit(const Field& player) const {
  std::string text;
  for (const std::string_view cap : {"upper_left", "upper_right", "lower_left", "lower_right"})
    if (const std::string gear = word("players." + player.name + "." + std::string(cap)); gear != "none")
      text += (text.empty() ? "" : ", ") + card_name(gear);
  const std::string crew = listed(player.find("crew")->cards, Figures::without);
  return text + (text.empty() || crew.empty() ? "" : say("; ")) + crew;
}

// The rushing card stands apart, with what it is worth now.
std::string Drawing::lanes(const Field& player) const {
  std::string text;
  if (const auto& track = player.find("track")->cards; !track.empty())
    text += labelled(say("track"), listed(track, Figures::with));
  std::vector<std::string> zone = player.find("zone")->cards;
  const std::string rushing = word("players." + player.name + ".rushing");
  if (const auto found = std::find(zone.begin(), zone.end(), rushing); found != zone.end()) zone.erase(found);
  if (!zone.empty()) text += labelled(say("zone"), listed(zone, Figures::with));
  if (word("phase") == "battle")
    text +=
        labelled(say("rushing"), (rushing == "none" ? say("no card") : card_name(rushing)) + say(", sprint now ") +
                                     std::to_string(number("players." + player.name + ".sprint")));
  return text;
}

std::string Drawing::player(const Field& player) const {
  const std::string mark = player.name == word("leader") ? (sight_.terminal.unicode ? "●" : "*") : " ";
  std::string text = " " + mark + " " + paint_seat(player.name, " " + sentence(seat_text(player.name)) + " ") +
                     " " + summary(player) + "\n";
  if (player.find("conceded")->number != 0) return text;
  text += labelled(say("dragon"), ridden(player));
  if (const std::string pit = mag_pit(player); !pit.empty()) text += labelled(say("mag pit"), pit);
  return text + lanes(player);
}

// ---- the draft -------------------------------------------------------------------------------------

std::string Drawing::draft() const {
  std::string out = " " + say("pack ") + std::to_string(number("draft.round") + 1) + "\n\n";
  for (const Field& seat : fields_.find("players")->fields)
    out += " " + paint_seat(seat.name, " " + sentence(seat_text(seat.name)) + " ") + " " +
           std::to_string(seat.find("pile")->cards.size() + seat.find("dragon_deck")->cards.size()) +
           say(" cards drafted, pack of ") + std::to_string(seat.find("pack")->cards.size()) + "\n";
  if (own().empty()) return out;
  const auto cards = [&](const char* place) { return fields_.find("players." + own() + "." + place)->cards; };
  out += "\n" + labelled(say("your pack"), listed(cards("pack"), Figures::with)) +
         labelled(say("drafted"), listed(cards("pile"), Figures::with)) +
         labelled(say("dragon deck"), listed(cards("dragon_deck"), Figures::without));
  if (!cards("aside").empty()) out += labelled(say("set aside"), listed(cards("aside"), Figures::with));
  return out;
}

std::string Drawing::board() const {
  std::string out = heading();
  if (word("phase") == "draft") return out + draft();
  out += "\n";
  for (const Field& seat : fields_.find("players")->fields) out += player(seat);
  if (own().empty()) return out;
  const auto cards = [&](const char* place) { return fields_.find("players." + own() + "." + place)->cards; };
  return out + "\n" + labelled(say("your hand"), listed(cards("hand"), Figures::with)) +
         labelled(say("dragon deck"), listed(cards("dragon_deck"), Figures::without));
}

// For a deck, what it is about; for a card that is played, pushed, magged and so on, its figures and its text.
std::string Drawing::note(Choice choice) const {
  constexpr std::array<std::string_view, 9> with_card = {"play", "push",    "rush", "pick",  "leave_out",
                                                         "mag",  "recruit", "ride", "bottom"};
  const std::string card = thing(choice, 0).id;
  if (verb(choice) == "bring")
    return std::string(Reading::record({"decks"}, card)["plan"][sight_.language].text());
  if (std::find(with_card.begin(), with_card.end(), verb(choice)) == with_card.end()) return "";
  const std::string shown = figures(card), does = texts(card);
  return shown + (shown.empty() || does.empty() ? "" : say(": ")) + does;
}

}  // namespace

extern const Board dragon_booster_board;
const Board dragon_booster_board{
    "dragon_booster", [](const Sight& sight) { return Drawing(sight).board(); },
    [](const Sight& sight, std::string_view what) { return Drawing(sight).look_at_cards(what); },
    "a card's name or a part of it",
    [](const Sight& sight, Choice choice) { return Drawing(sight).note(choice); }};

}  // namespace rw::cli
