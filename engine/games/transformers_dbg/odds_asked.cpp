// Questions about chance in the Deck-Building Game: how much Power a Confrontation needs, by the rules themselves.
// A table is made up with the Boss on it, each Encounter is put on top of its deck in turn, and the Boss is
// confronted with more and more Power. Every Encounter is equally likely to be the next.
#include <algorithm>
#include <memory>

#include "engine/answering.h"
#include "engine/games/transformers_dbg/rules.h"

namespace rw::transformers_dbg {
namespace {

using namespace answering;

constexpr int basics_in_play = 8;  // a player can have so many of one Basic in play at once

struct Confronted {
  Card boss = no_card;
  bool alt = false;
  std::vector<std::string> faceup;  // other cards of the Matrix
};

Expected<> read_question(const Content& c, std::span<const std::string> words, Confronted& out) {
  if (words.size() < 2 || words[0] != "confront") {
    return failed(words.empty() || words[0] == "confront" ? "a Boss is missing, as in: confront bo_barricade"
                                                          : "'" + words[0] + "' is no question; ask for confront");
  }
  out.boss = card_with(c, words[1]);
  if (card_def(c, out.boss).kind != CardKind::boss) {
    std::string all;
    for (const CardDef& card : c.cards)
      if (card.kind == CardKind::boss) all += " " + std::string(card.id);
    return failed("there is no Boss '" + words[1] + "'; the Bosses are:" + all);
  }
  for (const std::string& word : words.subspan(2)) {
    if (word == "alt" || word == "bot")
      out.alt = word == "alt";
    else if (card_with(c, word) != no_card)
      out.faceup.push_back(word);
    else
      return failed("there is no card '" + word + "'");
  }
  constexpr std::size_t most_cards = 8;
  if (out.faceup.size() > most_cards)
    return failed("at most " + std::to_string(most_cards) + " other cards lie there");
  return {};
}

// ---- the made-up table -----------------------------------------------------------------------------------

// The side that confronts the Boss, and its cards of 1 and of 2 Power: Basics and Starters.
struct Side {
  const ModeDef* mode = nullptr;
  CardSet deck{};  // of Encounters (DBG-AMB-08)
  std::vector<std::string> small, large;
  int most_power() const { return static_cast<int>(small.size() + 2 * large.size()); }
};

Side side_against(const Content& c, const CardDef& boss) {
  Side side;
  const auto fits = [&](const ModeDef& mode) {
    return mode.rules == PlayKind::competitive && mode.factions.size() == 1 && mode.factions[0] != boss.faction &&
           mode.factions[0] != Faction::neutral;
  };
  const auto mode = std::find_if(c.modes.begin(), c.modes.end(), fits);
  if (mode == c.modes.end()) return side;
  side.mode = &*mode;
  const auto add = [&](Card card, int copies) {
    const CardDef& def = card_def(c, card);
    if (def.power != 1 && def.power != 2) return;
    auto& cards = def.power == 1 ? side.small : side.large;
    cards.insert(cards.end(), static_cast<std::size_t>(copies), std::string(def.id));
  };
  for (const SetDef& set : c.sets) {
    if (!set.standalone || set.faction != mode->factions[0]) continue;
    side.deck = core::make<CardSet>(static_cast<int>(&set - c.sets.data()));
    add(set.basic, basics_in_play);
    for (const auto& [card, copies] : set.starters) add(card, copies);
    break;
  }
  return side;
}

// Cards with this much Power together, of 1 Power each as far as they last.
std::vector<std::string> cards_of_power(const Side& side, int power) {
  std::vector<std::string> cards;
  for (const std::string& card : side.large)
    if (power - 2 * static_cast<int>(cards.size()) > static_cast<int>(side.small.size())) cards.push_back(card);
  const int left = power - 2 * static_cast<int>(cards.size());
  cards.insert(cards.end(), side.small.begin(), side.small.begin() + left);
  return cards;
}

// The Boss and the Character that confronts it stand on the first space; nobody else is near.
Expected<> set_up_table(const Content& c, const Confronted& asked, const Side& side, int power, State& s) {
  Setup setup;
  setup.options = {{"mode", std::string(side.mode->id)}, {"position", "custom"}};
  const Game& rules = game();
  s = State{};
  if (auto done = rules.begin(&c, setup, core::seed_from(1), &s, nullptr, nullptr); !done) return done.failure();
  Expected<> written;
  const auto set = [&](std::string path, std::string text, std::vector<std::string> cards) {
    core::Setting setting{std::move(path), std::move(text), std::move(cards), false, 0};
    setting.is_list = setting.text.empty();
    written = rules.set(&c, &s, setting, nullptr);
    return static_cast<bool>(written);
  };
  bool good = set("turn", "red", {}) && set("players.red.space", "r1c1", {}) &&
              set("players.blue.space", "r3c4", {}) && set("players.red.mode", asked.alt ? "alt" : "bot", {}) &&
              set("players.red.hand", "", {}) && set("players.blue.hand", "", {}) &&
              set("players.red.energon", "0", {}) && set("players.red.play", "", cards_of_power(side, power)) &&
              set("matrix.r1c1.card", "", {std::string(card_def(c, asked.boss).id)});
  for (std::size_t i = 0; good && i < asked.faceup.size(); ++i)
    good = set("matrix.r" + std::to_string(2 + i / 4) + "c" + std::to_string(1 + i % 4) + ".card", "",
               {asked.faceup[i]});
  if (!good) return written;
  if (auto done = rules.settle(&c, &s, nullptr, nullptr); !done) return done.failure();
  rules.go_on(&c, &s, nullptr, nullptr);
  return {};
}

// Puts the Encounter on top of its deck.
bool put_on_top(State& s, CardSet set, Card encounter) {
  auto& deck = s.encounters[set];
  for (int i = 0; i < deck.size(); ++i)
    if (deck[i] == encounter) {
      std::swap(deck[i], deck[deck.size() - 1]);
      return true;
    }
  return false;
}

// From the open question on: nobody helps, nothing else is used, and the cheapest thing is given up where
// something must be.
bool may_be_won(const Content& c, const State& s) {
  const Game& rules = game();
  if (s.battle.open == 0 || Rules::over(s)) return s.bosses_defeated > 0;
  auto list = std::make_unique<ChoiceList>();
  rules.choices(&c, &s, *list);
  const auto leaves = [](Choice choice) {
    const Verb verb = static_cast<Verb>(choice.verb());
    return verb == Verb::done || verb == Verb::pass || verb == Verb::no;
  };
  const auto leave = std::find_if(list->begin(), list->end(), leaves);
  return std::any_of(list->begin(), list->end(), [&](Choice choice) {
    if (leave != list->end() && choice != *leave) return false;
    State after = s;
    rules.apply(&c, &after, choice, nullptr, nullptr);
    return may_be_won(c, after);
  });
}

// Is the Boss defeated with all the Power there is?
bool is_defeated(const Content& c, State s, int power) {
  const Game& rules = game();
  const Choice confront = Choice::make(static_cast<int>(Verb::confront), 0, power);  // on the first space
  if (rules.judge(&c, &s, s.decision.asked, confront).refused()) return false;
  rules.apply(&c, &s, confront, nullptr, nullptr);
  return may_be_won(c, s);
}

// ---- the answer -----------------------------------------------------------------------------------------

struct Needed {
  Card encounter;
  int power;  // 0: not even all of it is enough
};

Expected<> find_needed(const Content& c, const Confronted& asked, const Side& side, std::vector<Needed>& out) {
  for (const Card card : cards_of(c, CardKind::encounter))
    if (card_def(c, card).set == side.deck) out.push_back({card, 0});
  if (out.empty() || side.mode == nullptr) return failed("nothing is flipped in a Confrontation with this Boss");
  for (int power = 1; power <= side.most_power(); ++power) {
    State s;
    if (auto done = set_up_table(c, asked, side, power, s); !done) return done.failure();
    for (Needed& one : out)
      if (one.power == 0 && put_on_top(s, side.deck, one.encounter) && is_defeated(c, s, power)) one.power = power;
  }
  return {};
}

Expected<OddsAnswer> answer_question(const void* content, std::span<const std::string> words) {
  const Content& c = *static_cast<const Content*>(content);
  Confronted asked;
  std::vector<Needed> needed;
  if (auto done = read_question(c, words, asked); !done) return done.failure();
  const CardDef& boss = card_def(c, asked.boss);
  const Side side = side_against(c, boss);
  if (auto done = find_needed(c, asked, side, needed); !done) return done.failure();
  OddsAnswer answer;
  answer.before = "a Boss of cost " + std::to_string(boss.cost) + ", confronted alone in " +
                  (asked.alt ? "Alt" : "Bot") + " Mode; each of " + std::to_string(needed.size()) +
                  " Encounters is as likely (DBG-CNF-04, DBG-CNF-09)";
  answer.columns = {"Power", "chance"};
  std::string outcomes, encounters;
  for (int power = 1; power <= side.most_power(); ++power) {
    const auto won = std::count_if(needed.begin(), needed.end(),
                                   [&](const Needed& one) { return one.power > 0 && one.power <= power; });
    if (won == 0) continue;
    const double chance = static_cast<double>(won) / static_cast<double>(needed.size());
    answer.rows.push_back({std::to_string(power), percent(chance)});
    outcomes += std::string(outcomes.empty() ? "[\n    {" : ",\n    {") + member("power", std::to_string(power)) +
                ", " + member("probability", fixed(chance, 12)) + "}";
    if (won == static_cast<std::ptrdiff_t>(needed.size())) break;
  }
  for (const Needed& one : needed)
    encounters += std::string(encounters.empty() ? "[\n    {" : ",\n    {") +
                  member("encounter", json_text(card_def(c, one.encounter).id)) + ", " +
                  member("needs", one.power == 0 ? "null" : std::to_string(one.power)) + "}";
  answer.json = "{\n  " + member("boss", json_text(boss.id)) + ",\n  " +
                member("cost", std::to_string(boss.cost)) + ",\n  " +
                member("outcomes", outcomes.empty() ? "[]" : outcomes + "\n  ]") + ",\n  " +
                member("encounters", encounters + "\n  ]") + "\n}";
  return answer;
}

}  // namespace

extern const OddsTable odds_table;  // for the registry, which the build makes
const OddsTable odds_table{answering::nothing_to_tell, answer_question,
                           R"(a Confrontation, whatever Encounter is flipped:
  confront BOSS           the chance to defeat BOSS by committing so much Power
    alt                   in Alt Mode instead of Bot Mode
    CARD ...              other cards that lie faceup in the Matrix
for example:
  confront bo_barricade
  confront bo_soundwave alt core_r_jetfire
)"};

}  // namespace rw::transformers_dbg
