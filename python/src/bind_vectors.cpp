// Many games at once, over numpy arrays that are made once.
#include <nanobind/stl/map.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/variant.h>

#include <algorithm>
#include <thread>

#include "python/src/handles.h"
#include "python/src/module.h"
#include "python/src/vector_game.h"

namespace rw::python {
namespace {

using Actions = nb::ndarray<std::int32_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

struct VectorHandle {
  GamePointer game;
  VectorGame games;
  VectorHandle(GamePointer g, const VectorPlan& plan) : game(std::move(g)), games(plan, game->space) {}
};

VectorPlan plan_of(const GamePointer& game, std::int64_t n, std::uint64_t seed, int players,
                   const std::optional<Options>& options, int threads, bool observations,
                   const std::optional<std::string>& opponents) {
  if (n < 1 || n > 1'000'000) throw Failure("SetupError", "n", "the number of games is from 1 to 1,000,000");
  if (threads < 0 || threads > 256) throw Failure("SetupError", "threads", "0 to 256; 0 means one for each core");
  VectorPlan plan;
  plan.edition = game->edition;
  plan.setup = setup_of(players, options);
  plan.games = static_cast<std::uint32_t>(n);
  plan.seed = seed;
  plan.threads = threads != 0 ? threads : static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
  plan.observations = observations;
  if (!opponents) return plan;
  const Expected<players::Spec> spec = players::parse(*opponents);
  if (!spec) throw Failure("PlayerError", *opponents, spec.error());
  if (spec->kind == players::Spec::Kind::bot)
    throw Failure("PlayerError", *opponents, "a program cannot play in many games at once");
  plan.opponents = *spec;
  return plan;
}

const std::int32_t* checked(const VectorHandle& v, const Actions& actions) {
  if (actions.size() != v.games.size())
    throw Failure(
        "IllegalChoice", "actions",
        "one entry per game: " + std::to_string(v.games.size()) + ", not " + std::to_string(actions.size()));
  return actions.data();
}

// A view of the arrays of C++; it keeps them alive.
template <class Number>
nb::object array(nb::handle self, Number* data, std::initializer_list<std::size_t> shape) {
  return nb::cast(nb::ndarray<nb::numpy, Number>(data, shape, self), nb::rv_policy::reference);
}
VectorGame& games_of(nb::handle self) { return nb::cast<VectorHandle&>(self).games; }

}  // namespace

void bind_vectors(nb::module_& m) {
  nb::class_<VectorHandle>(
      m, "VectorGame",
      "n games at once. Threads of C++ step them into the arrays below, without the GIL and without "
      "copies: the arrays are the same at every step. A game that ends begins anew in the same step.")
      .def(
          "__init__",
          [](VectorHandle* self, const NamedGame& game, std::int64_t n, std::uint64_t seed, int players,
             const std::optional<Options>& options, int threads, bool observations,
             const std::optional<std::string>& opponents) {
            const GamePointer found = find(game);
            new (self)
                VectorHandle(found, plan_of(found, n, seed, players, options, threads, observations, opponents));
          },
          nb::arg("game"), nb::arg("n"), nb::arg("seed") = 0, nb::kw_only(), nb::arg("players") = 2,
          nb::arg("options") = nb::none(), nb::arg("threads") = 0, nb::arg("observations") = true,
          nb::arg("opponents") = nb::none(),
          "With opponents (random, greedy, search:N) they take all seats but one: the learner's.")
      .def("__len__", [](const VectorHandle& v) { return v.games.size(); })
      .def(
          "reset",
          [](VectorHandle& v, std::uint64_t seed) {
            const nb::gil_scoped_release release;
            v.games.reset(seed);
          },
          nb::arg("seed"), "All games begin anew.")
      .def(
          "step",
          [](VectorHandle& v, const Actions& actions) {
            const std::int32_t* entries = checked(v, actions);
            const nb::gil_scoped_release release;
            v.games.step(entries);
          },
          nb::arg("actions").noconvert(),
          "An entry of the current head for each game (int32). IllegalChoice, and nothing changed, if one is not "
          "legal.")
      .def(
          "sample",
          [](VectorHandle& v, const Actions& out) {
            auto* entries = const_cast<std::int32_t*>(checked(v, out));
            const nb::gil_scoped_release release;
            v.games.sample(entries);
          },
          nb::arg("out").noconvert(), "Fills `out` with a legal entry for each game, all equally likely.")
      .def(
          "play_random",
          [](VectorHandle& v, std::uint32_t decisions) {
            const nb::gil_scoped_release release;
            return v.games.play_random(decisions);
          },
          nb::arg("decisions"),
          "The built-in random policy: so many decisions in each game, a legal choice each, all equally likely. "
          "With "
          "observations they are written at each decision, else only at the end. Returns how many decisions.")
      .def(
          "position",
          [](const VectorHandle& v, std::size_t i) {
            if (i >= v.games.size())
              throw Failure("SeatError", "game " + std::to_string(i), "there are fewer games");
            return PositionHandle{v.game, v.games.position(i), std::nullopt};
          },
          nb::arg("i"), "A copy of the position of game i.")
      .def_prop_ro(
          "observation",
          [](nb::handle self) {
            VectorGame& g = games_of(self);
            return array(self, g.observation.data(), {g.observation.empty() ? 0 : g.size(), g.observation_size()});
          },
          "float32[n, size]: Steps.observation of the seat that is asked.")
      .def_prop_ro(
          "mask",
          [](nb::handle self) {
            VectorGame& g = games_of(self);
            return array(self, g.mask.get(), {g.size(), g.width()});
          },
          "bool[n, widest head]: the legal entries.")
      .def_prop_ro(
          "rewards",
          [](nb::handle self) {
            VectorGame& g = games_of(self);
            return array(self, g.rewards.data(), {g.size(), static_cast<std::size_t>(g.seats())});
          },
          "float32[n, players]: of the game that ended in the last step, else 0.")
      .def_prop_ro(
          "done", [](nb::handle self) { return array(self, games_of(self).done.get(), {games_of(self).size()}); },
          "bool[n]: a game ended in the last step.")
      .def_prop_ro(
          "to_move",
          [](nb::handle self) { return array(self, games_of(self).to_move.data(), {games_of(self).size()}); },
          "int32[n]: the seat that is asked.")
      .def_prop_ro(
          "head", [](nb::handle self) { return array(self, games_of(self).head.data(), {games_of(self).size()}); },
          "int32[n]: the head that the next step picks from.")
      .def_prop_ro(
          "learner",
          [](nb::handle self) { return array(self, games_of(self).learner.data(), {games_of(self).size()}); },
          "int32[n]: the seat that opponents leave free; -1 without opponents.")
      .def_prop_ro(
          "episode",
          [](nb::handle self) { return array(self, games_of(self).episode.data(), {games_of(self).size()}); },
          "int64[n]: how many games this row has ended.");
}

}  // namespace rw::python
