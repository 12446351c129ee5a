// Examples of what cards do, from games that the computer plays against itself: for every card the choice that
// used it, and the lines that followed with their rules.
#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "engine/core/random.h"
#include "engine/frames.h"
#include "lab/card_faces.h"
#include "server/catalogue.h"

namespace rw::server {
namespace {

using Json = nlohmann::ordered_json;

// Enough games to see nearly every card used. Takes a second or two, once.
constexpr int most_games = 600;
constexpr int most_decisions = 150'000;
constexpr int longest_game = 4'000;
constexpr std::size_t most_lines = 8;
constexpr int good_enough = 5;

struct Example {
  int worth = 0;  // more lines tell more; a card that was chosen tells more than one that was touched
  Json json;
};

class Collector {
 public:
  explicit Collector(const Wording& wording) : wording_(wording), edition_(wording.edition()) {
    for (const lab::CardFace& face : lab::card_faces(edition_, "en")) {
      cards_of_[face.id].insert(face.id);
      cards_of_[face.text_id].insert(face.id);
      ++cards_;
    }
  }

  Json collect() {
    core::Random random = core::Random::start(core::seed_from(2024));
    for (int game = 0; game < most_games && decisions_ < most_decisions && done_ < cards_; ++game)
      play(game, random);
    Json list = Json::array();
    for (auto& [card, example] : examples_) list.push_back(std::move(example.json));
    return list;
  }

 private:
  // Other decks, kingdoms and modes show other cards: one option of the table at random, if the game takes it.
  Position begin(int game, core::Random& random) const {
    const int seats = std::max(2, edition_.game().min_seats);
    const core::Seed seed = core::derive(core::seed_from(2024), static_cast<std::uint64_t>(game));
    Setup setup{seats, {}};
    const core::Node decks = edition_.bundle().root()["decks"];
    const auto options = table_options(edition_);
    const TableOption& option = options[random.below(static_cast<std::uint32_t>(options.size()))];
    if (decks.size() > 0) {
      std::string chosen;
      for (int seat = 0; seat < seats; ++seat)
        chosen +=
            (seat == 0 ? "" : ",") +
            std::string(
                decks[static_cast<int>(random.below(static_cast<std::uint32_t>(decks.size())))]["id"].text());
      setup.options.emplace_back("decks", chosen);
    } else if (!option.values.empty()) {
      setup.options.emplace_back(std::string(option.name),
                                 option.values[random.below(static_cast<std::uint32_t>(option.values.size()))]);
    }
    Expected<Position> position = edition_.begin(setup, seed);
    return position ? *std::move(position) : *edition_.begin({seats, {}}, seed);
  }

  void play(int game, core::Random& random) {
    static thread_local ChoiceList list;
    Position position = begin(game, random);
    core::Log log;
    log.keeps_positions = true;
    for (int i = 0; i < longest_game && !position.empty() && !edition_.over(position); ++i, ++decisions_) {
      edition_.choices(position, list);
      const Choice choice = list[static_cast<int>(random.below(static_cast<std::uint32_t>(list.size())))];
      const Position before = position;
      log.clear();
      edition_.apply(position, choice, &log);
      const std::int32_t operands[4] = {choice.a(), choice.b(), choice.c(), choice.d()};
      for (const Wording::Operand& operand : wording_.operands(choice.verb()))
        note(operand, operands, before, position, choice, log, 0);
      for (const core::Event& event : log.events)
        for (const Wording::Operand& operand : wording_.event_operands(event.kind))
          note(operand, event.operands, position, position, choice, log, -3);
    }
  }

  void note(const Wording::Operand& operand, const std::int32_t operands[4], const Position& where,
            const Position& after, Choice choice, const core::Log& log, int handicap) {
    if (operand.number < 0) return;
    const int value = operands[operand.role - 'a'];
    for (const Edition::Thing& thing : edition_.things(where, Viewer::omniscient(), operand.kind, value)) {
      const auto cards = cards_of_.find(thing.id);
      if (cards == cards_of_.end()) continue;
      for (const std::string& card : cards->second) {
        Example& example = examples_[card];
        if (example.worth < good_enough) consider(example, card, after, choice, where, log, handicap);
      }
    }
  }

  void consider(Example& example, const std::string& card, const Position& after, Choice choice,
                const Position& before, const core::Log& log, int handicap) {
    const int worth = std::min(good_enough, static_cast<int>(log.events.size())) + handicap;
    if (worth <= example.worth) return;
    Json json = {{"card", card}};
    for (const std::string_view language : {"en", "fr"}) {
      Json lines = Json::array();
      each_told(edition_, log.events, after, [&](const Position& then, const core::Event& event) {
        const std::string text = edition_.event_text(then, event, Viewer::omniscient(), language);
        const std::string clause(edition_.clause_id(event.clause));
        if (text.empty() || lines.size() == most_lines) return;
        lines.push_back({{"text", text}, {"clause", clause}});
      });
      if (lines.empty()) return;
      const std::string chosen = handicap == 0 ? edition_.choice_text(before, choice, language) : "";
      json[std::string(language)] = {{"choice", chosen}, {"lines", lines}};
    }
    if (worth >= good_enough) ++done_;
    example = {worth, std::move(json)};
  }

  const Wording& wording_;
  const Edition& edition_;
  std::map<std::string, std::set<std::string>>
      cards_of_;  // by their own ids and those of the records with their texts
  std::map<std::string, Example> examples_;
  int cards_ = 0, done_ = 0, decisions_ = 0;
};

}  // namespace

std::string examples_json(const Wording& wording) {
  Json list = Collector(wording).collect();
  std::erase_if(list.get_ref<Json::array_t&>(), [](const Json& example) { return example.is_null(); });
  return Json({{"game", wording.edition().game().id}, {"examples", std::move(list)}})
      .dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace rw::server
