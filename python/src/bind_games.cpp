// Games, their words and rules, and their action spaces.
#include <nanobind/stl/map.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include "engine/options.h"
#include "players/games.h"
#include "python/src/handles.h"
#include "python/src/module.h"

namespace rw::python {

Setup setup_of(int players, const std::optional<Options>& options) {
  Setup setup;
  setup.seats = players;
  if (!options) return setup;
  for (const auto& [name, value] : *options) {
    const bool is_flag = nb::isinstance<nb::bool_>(value);
    setup.options.emplace_back(
        name, is_flag ? (nb::cast<bool>(value) ? "on" : "off") : std::string(nb::str(nb::handle(value)).c_str()));
  }
  return setup;
}

namespace {

using SharedGame = std::shared_ptr<GameHandle>;

std::string name_of(const GameHandle& game, const std::string& language) {
  const core::Node name = game.edition->bundle().root()["game"]["name"];
  return std::string(name[language].text(name["en"].text()));
}

nb::list options_of(const GameHandle& game, const std::string& language) {
  const Edition& edition = *game.edition;
  nb::list out;
  for (std::size_t i = 0; i < edition.game().options.size(); ++i) {
    const core::OptionInfo& option = edition.game().options[i];
    nb::dict row;
    row["name"] = written_name(option);
    row["about"] = edition.option_text(option.name, language);
    row["values"] = described(option, edition.game().max_seats,
                              edition.game().option_ids(edition.content(), static_cast<int>(i)));
    row["usual"] = std::string(option.usual);
    row["clause"] = std::string(edition.clause_id(option.clause));
    out.append(row);
  }
  return out;
}

nb::dict clause_of(const GameHandle& game, const std::string& id, const std::string& language) {
  const ClauseText* clause = game.edition->clause(id);
  if (clause == nullptr)
    throw Failure("UnknownClause", id, std::string(game.edition->game().id) + " has no rule '" + id + "'");
  const auto said = clause->in(language);
  nb::dict out;
  out["id"] = std::string(clause->id);
  out["section"] = std::string(said.section);
  out["text"] = std::string(said.text);
  out["sources"] = std::string(clause->sources);
  return out;
}

std::vector<std::string> clause_ids(const GameHandle& game) {
  std::vector<std::string> out;
  for (const ClauseText& clause : game.edition->clauses()) out.emplace_back(clause.id);
  return out;
}

std::vector<std::string> texts(std::span<const std::string_view> words) { return {words.begin(), words.end()}; }

std::vector<std::pair<std::string, int>> heads_of(const GameHandle& game) {
  std::vector<std::pair<std::string, int>> out;
  for (const Head& head : game.space.heads()) out.emplace_back(head.name, head.size);
  return out;
}

std::vector<int> heads_of_verb(const GameHandle& game, int verb) {
  if (verb < 0 || verb >= game.space.verbs())
    throw Failure("IllegalChoice", "verb " + std::to_string(verb),
                  "the verbs are 0 to " + std::to_string(game.space.verbs() - 1));
  std::vector<int> out;
  for (int step = 0; step < game.space.steps(verb); ++step) out.push_back(game.space.head(verb, step));
  return out;
}

std::vector<int> encode(const GameHandle& game, const ChoiceHandle& choice) {
  if (choice.choice.verb() >= game.space.verbs())
    throw Failure("IllegalChoice", "verb " + std::to_string(choice.choice.verb()),
                  "conceding, running out of time and agreeing to a draw are outside the action space");
  std::vector<int> out;
  for (int step = 0; step < game.space.steps(choice.choice.verb()); ++step)
    out.push_back(game.space.entry(choice.choice, step));
  return out;
}

ChoiceHandle decode(const GameHandle& game, const std::vector<int>& entries) {
  Choice out;
  const auto fail = [&](std::size_t at, const std::string& why) {
    throw Failure("IllegalChoice", "step " + std::to_string(at), why);
  };
  if (entries.empty()) fail(0, "a choice has at least its verb");
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const int step = static_cast<int>(i);
    if (i > 0 && step >= game.space.steps(out.verb())) fail(i, "this verb has fewer steps");
    const Head& head = game.space.heads()[static_cast<std::size_t>(game.space.head(out.verb(), step))];
    if (entries[i] < 0 || entries[i] >= head.size)
      fail(i, "'" + head.name + "' has the entries 0 to " + std::to_string(head.size - 1));
    out = game.space.with(out, step, entries[i]);
  }
  if (static_cast<int>(entries.size()) < game.space.steps(out.verb())) fail(entries.size(), "steps are missing");
  return {out, nullptr};
}

std::uint64_t native_random_play(const GameHandle& game, int players, std::uint64_t seed, std::uint64_t games) {
  const players::GamePlayers* of_game = players::find_players(game.edition->game().id);
  const auto list = std::make_unique<ChoiceList>();
  core::Random random = core::Random::start(core::seed_from(seed));
  std::uint64_t allocated = 0;
  const nb::gil_scoped_release release;
  return of_game->loops->play(game.edition->content(), Setup{players, {}}, random, games, *list, nullptr,
                              allocated);
}

PositionHandle load(const GamePointer& game, const nb::bytes& bytes) {
  PositionHandle out{game, Position(game->edition->game().state_bytes), std::nullopt};
  const auto* data = reinterpret_cast<const std::byte*>(bytes.c_str());
  if (auto read = read_save(*game->edition, {data, bytes.size()}).into(out.position); !read)
    throw Failure("SaveError", "the save", read.error());
  return out;
}

std::vector<std::string> game_ids() {
  std::vector<std::string> out;
  for (const Game* game : games()) out.emplace_back(game->id);
  return out;
}

}  // namespace

void bind_games(nb::module_& m) {
  m.def("games", game_ids, "The names of all games.");
  nb::class_<GameHandle>(m, "Game", "A game with its rules and its content.")
      .def_prop_ro(
          "id", [](const GameHandle& g) { return std::string(g.edition->game().id); }, "Its name for programs.")
      .def("name", name_of, nb::arg("language") = "en", "Its name for people.")
      .def_prop_ro(
          "min_players", [](const GameHandle& g) { return g.edition->game().min_seats; }, "The fewest players.")
      .def_prop_ro(
          "max_players", [](const GameHandle& g) { return g.edition->game().max_seats; }, "The most players.")
      .def_prop_ro(
          "rules_version", [](const GameHandle& g) { return g.edition->game().rules_version; },
          "Raised whenever the game plays differently than before.")
      .def_prop_ro(
          "content_version", [](const GameHandle& g) { return g.edition->version(); }, "The hash of the content.")
      .def_prop_ro(
          "patch", [](const GameHandle& g) { return g.patch; },
          "The patch laid over the built-in content; empty if there is none.")
      .def_prop_ro(
          "verbs", [](const GameHandle& g) { return texts(g.edition->game().verbs); },
          "The verbs of choices, by number.")
      .def_prop_ro(
          "questions", [](const GameHandle& g) { return texts(g.edition->game().questions); },
          "The kinds of questions, by number.")
      .def_prop_ro("clauses", clause_ids, "The ids of all rules.")
      .def("clause", clause_of, nb::arg("id"), nb::arg("language") = "en",
           "A rule: id, section, text and sources.")
      .def("options", options_of, nb::arg("language") = "en", "What a table can agree on before the game.")
      .def_prop_ro("heads", heads_of,
                   "The action space: names and sizes of the heads. The first step picks a verb from head 0.")
      .def("heads_of_verb", heads_of_verb, nb::arg("verb"), "The heads that the steps of this verb pick from.")
      .def_prop_ro(
          "widest_head", [](const GameHandle& g) { return g.space.widest(); }, "At most 1,024.")
      .def("encode", encode, nb::arg("choice"), "A choice as the entries of its steps.")
      .def("decode", decode, nb::arg("entries"), "The choice that these steps make.")
      .def("_native_random_play", native_random_play, nb::arg("players"), nb::arg("seed"), nb::arg("games"),
           "Random games in the typed loops that `rulewright bench` measures; returns how many decisions.")
      .def(
          "new",
          [](const SharedGame& g, std::uint64_t seed, int players, const std::optional<Options>& options) {
            return begin(g, seed, setup_of(players, options));
          },
          nb::arg("seed") = 0, nb::arg("players") = 2, nb::arg("options") = nb::none(),
          "A game begun: the same seed, number of players and options give the same game. SetupError if there is "
          "no "
          "such table.")
      .def(
          "load", [](const SharedGame& g, const nb::bytes& save) { return load(g, save); }, nb::arg("save"),
          "The position that Position.save wrote. SaveError if it is damaged or of other rules or content.")
      .def(
          "__deepcopy__", [](const SharedGame& g, const nb::object&) { return g; }, nb::arg("memo"))
      .def("__reduce__",
           [](const GameHandle& g) {
             const nb::object load = nb::module_::import_("rulewright.play").attr("load_game");
             return nb::make_tuple(load, nb::make_tuple(std::string(g.edition->game().id), g.patch));
           })
      .def("__repr__",
           [](const GameHandle& g) { return "<rulewright.Game " + std::string(g.edition->game().id) + ">"; });
  m.def(
      "game",
      [](const std::string& id, const std::string& patch) {
        return std::const_pointer_cast<GameHandle>(find(id, patch));
      },
      nb::arg("id"), nb::arg("patch") = "",
      "A game by its name. The text of a patch changes records of its content; ContentError, with line and "
      "column, "
      "if it does not fit.");
}

}  // namespace rw::python
