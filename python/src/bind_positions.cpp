// Positions, choices, events and the steps of a decision.
#include <nanobind/operators.h>
#include <nanobind/stl/map.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/variant.h>
#include <nanobind/stl/vector.h>

#include "python/src/handles.h"
#include "python/src/module.h"

namespace rw::python {
namespace {

using AnyChoice = std::variant<ChoiceHandle, std::uint64_t, std::string>;

nb::object from_json(const std::string& text) { return nb::module_::import_("json").attr("loads")(text); }

std::vector<ChoiceHandle> choices_of(const PositionHandle& p) {
  const auto list = std::make_unique<ChoiceList>();
  p.edition().choices(p.position, *list);
  const MomentPointer moment = p.moment();
  std::vector<ChoiceHandle> out;
  out.reserve(static_cast<std::size_t>(list->size()));
  for (const Choice choice : *list) out.push_back({choice, moment});
  return out;
}

Choice meant(const PositionHandle& p, const AnyChoice& choice, std::optional<int> seat) {
  if (const auto* handle = std::get_if<ChoiceHandle>(&choice)) return handle->choice;
  if (const auto* number = std::get_if<std::uint64_t>(&choice)) return {*number};
  return read_choice(p, std::get<std::string>(choice), seat);
}

nb::object refusal_of(const PositionHandle& p, const AnyChoice& choice, std::optional<int> seat) {
  const Choice c = meant(p, choice, seat);
  const Seat who = seat ? checked_seat(p.edition(), p.position, *seat) : p.edition().chooser(p.position, c);
  const Refusal refusal = p.edition().judge(p.position, who, c);
  if (!refusal.refused()) return nb::none();
  nb::dict out;
  out["reason"] = p.edition().refusal_text(p.position, refusal, "en");
  out["clause"] = std::string(p.edition().clause_id(refusal.clause));
  return out;
}

auto tensor_of(const PositionHandle& p, int seat) {
  const Viewer eyes = Viewer::of(checked_seat(p.edition(), p.position, seat));
  std::vector<float> values = p.edition().tensor(p.position, eyes);
  const std::size_t size = values.size();
  return owned_array(std::move(values), std::initializer_list<std::size_t>{size});
}

// Numbers of verb, operands, ids and places, for policies that score choices.
constexpr std::size_t operand_features = 6;
constexpr std::size_t choice_features = 1 + 4 * operand_features;

void write_features(const Edition& edition, const Position& p, Choice choice, std::int32_t* out) {
  const Game& game = edition.game();
  const Viewer eyes = Viewer::of(edition.decision(p).asked);
  std::fill_n(out, choice_features, -1);
  *out++ = choice.verb();
  const core::Operands& operands = game.operands[static_cast<std::size_t>(choice.verb())];
  for (int i = 0; i < 4; ++i, out += operand_features) {
    if (!operands.used(i)) continue;
    const int kind = operands.kind[static_cast<std::size_t>(i)], value = choice.operand(i);
    out[0] = kind;
    out[1] = value;
    if (kind < 0) continue;
    const core::Record record = game.record(edition.content(), p.data(), eyes, kind, value);
    const core::Place place = game.place(edition.content(), p.data(), eyes, kind, value);
    out[2] = record.row;
    out[3] = place.row;
    out[4] = place.seat;
    out[5] = place.number;
  }
}

auto features_of(const PositionHandle& p) {
  const auto list = std::make_unique<ChoiceList>();
  p.edition().choices(p.position, *list);
  const auto count = static_cast<std::size_t>(list->size());
  std::vector<std::int32_t> out(count * choice_features);
  for (std::size_t i = 0; i < count; ++i)
    write_features(p.edition(), p.position, list->items[i], out.data() + i * choice_features);
  return owned_array(std::move(out), std::initializer_list<std::size_t>{count, choice_features});
}

std::vector<int> winners_of(const PositionHandle& p) {
  std::vector<int> out;
  if (!p.edition().over(p.position)) return out;
  const Outcome outcome = p.edition().outcome(p.position);
  for (int i = 0; i < outcome.seats; ++i)
    if (core::has(outcome.winners, core::seat(i))) out.push_back(i);
  return out;
}

nb::object outcome_of(const PositionHandle& p) {
  if (!p.edition().over(p.position)) return nb::none();
  const Outcome outcome = p.edition().outcome(p.position);
  nb::list scores, ranks;
  for (int i = 0; i < outcome.seats; ++i) {
    scores.append(outcome.score[i]);
    ranks.append(outcome.rank[i]);
  }
  nb::dict out;
  out["winners"] = winners_of(p);
  out["scores"] = scores;
  out["ranks"] = ranks;
  out["clause"] = std::string(p.edition().clause_id(outcome.clause));
  out["text"] = p.position.broken() != nullptr ? p.edition().broken_text(p.position, "en")
                                               : outcome_text(p.edition(), p.position);
  return out;
}

std::vector<float> rewards_of(const PositionHandle& p) {
  std::vector<float> out(static_cast<std::size_t>(p.edition().seats(p.position)), 0.0F);
  if (p.edition().over(p.position)) write_rewards(p.edition(), p.position, out);
  return out;
}

PositionHandle redealt(const PositionHandle& p, int seat, std::uint64_t seed) {
  const Seat who = checked_seat(p.edition(), p.position, seat);
  return {p.game, p.edition().redealt(p.position, who, core::seed_from(seed)), std::nullopt};
}

nb::bytes saved(const PositionHandle& p) {
  const std::vector<std::byte> bytes = write_save(p.edition(), p.position);
  return nb::bytes(reinterpret_cast<const char*>(bytes.data()), bytes.size());
}

StepsHandle steps_of(const PositionHandle& p) {
  const auto list = std::make_unique<ChoiceList>();
  StepsHandle out{p.moment(), {}, std::make_shared<Observer>(p.edition(), p.game->space, p.position)};
  p.edition().choices(p.position, *list);
  if (list->size() == 0) throw Failure("IllegalChoice", where(p), "the game is over: nobody decides anything");
  out.steps.begin(list->begin(), list->end(), p.game->space);
  return out;
}

void take(StepsHandle& steps, int entry) {
  const ActionSpace& space = steps.moment->game->space;
  if (steps.steps.complete() || !steps.steps.allows(space, entry)) {
    const Head& head = space.heads()[static_cast<std::size_t>(steps.steps.head(space))];
    throw Failure("IllegalChoice", "step " + std::to_string(steps.steps.step()),
                  steps.steps.complete()
                      ? "all steps of this choice are taken"
                      : "entry " + std::to_string(entry) + " of '" + head.name + "' is not legal now");
  }
  steps.steps.take(space, entry);
}

auto mask_of(const StepsHandle& steps) {
  const auto width = static_cast<std::size_t>(steps.moment->game->space.widest());
  auto* kept = new bool[width];
  const nb::capsule owner(kept, [](void* p) noexcept { delete[] static_cast<bool*>(p); });
  steps.steps.write_mask(steps.moment->game->space, {kept, width});
  return nb::ndarray<nb::numpy, bool, nb::ndim<1>>(kept, {width}, owner);
}

std::vector<int> entries_of(const StepsHandle& steps) {
  const ActionSpace& space = steps.moment->game->space;
  std::vector<bool> legal(static_cast<std::size_t>(space.widest()));
  std::vector<int> out;
  if (steps.steps.complete()) return out;
  for (const Choice c : steps.steps.legal())
    legal[static_cast<std::size_t>(space.entry(c, steps.steps.step()))] = true;
  for (std::size_t i = 0; i < legal.size(); ++i)
    if (legal[i]) out.push_back(static_cast<int>(i));
  return out;
}

std::vector<int> taken_of(const StepsHandle& steps) {
  std::vector<int> out;
  for (int i = 0; i < steps.steps.step(); ++i)
    out.push_back(steps.moment->game->space.entry(steps.steps.legal().front(), i));
  return out;
}

auto observation_of(const StepsHandle& steps, std::optional<int> seat) {
  const Edition& edition = steps.moment->edition();
  const Position& p = steps.moment->position;
  const Seat asked = edition.decision(p).asked;
  const Seat who = seat ? checked_seat(edition, p, *seat) : asked;
  std::vector<float> out(steps.observer->size());
  steps.observer->write_tensor(edition, p, who, out);
  // What the seat that decides has picked so far is its own business until the choice is made.
  steps.observer->write_context(edition, steps.moment->game->space, p, who == asked ? steps.steps : Steps{}, out);
  const std::size_t size = out.size();
  return owned_array(std::move(out), std::initializer_list<std::size_t>{size});
}

std::string entry_text(const StepsHandle& steps, int entry) {
  const Moment& at = *steps.moment;
  const Head& head = at.game->space.heads()[static_cast<std::size_t>(steps.steps.head(at.game->space))];
  if (head.name == "verb" && entry >= 0 && entry < head.size)
    return std::string(at.edition().game().verbs[static_cast<std::size_t>(entry)]);
  if (head.whole && head.kind >= 0)
    return head.name + " " +
           at.edition().name(at.position, at.edition().game().kinds[static_cast<std::size_t>(head.kind)].name,
                             entry, "en");
  return head.name + " " + std::to_string(entry);
}

std::string notation_of(const ChoiceHandle& c) {
  if (c.moment) return c.moment->edition().notation(c.moment->position, c.choice);
  return "#" + std::to_string(c.choice.bits);
}

std::string label_of(const ChoiceHandle& c, const std::string& language) {
  return c.moment ? c.moment->edition().choice_text(c.moment->position, c.choice, language) : notation_of(c);
}

nb::list things_of(const ChoiceHandle& c) {
  nb::list out;
  if (!c.moment) return out;
  const Edition& edition = c.moment->edition();
  const Viewer eyes = Viewer::of(edition.decision(c.moment->position).asked);
  if (core::is_table_choice(c.choice)) return out;
  const core::Operands& operands = edition.game().operands[static_cast<std::size_t>(c.choice.verb())];
  for (int i = 0; i < 4; ++i) {
    if (operands.kind[static_cast<std::size_t>(i)] < 0) continue;
    for (const Edition::Thing& thing : edition.things(c.moment->position, eyes, c.choice, i)) {
      if (thing.kind.empty()) continue;
      nb::dict row;
      row["operand"] = std::string(1, static_cast<char>('a' + i));
      row["kind"] = std::string(thing.kind);
      row["value"] = thing.value;
      row["id"] = thing.id;
      row["place"] = thing.place;
      out.append(row);
    }
  }
  return out;
}

void bind_choices(nb::module_& m) {
  nb::class_<ChoiceHandle>(m, "Choice", "Something that a seat can do: a verb and up to four operands.")
      .def_prop_ro(
          "bits", [](const ChoiceHandle& c) { return c.choice.bits; }, "Its 64 bits, as replays have them.")
      .def_prop_ro(
          "verb", [](const ChoiceHandle& c) { return c.choice.verb(); }, "The number of its verb.")
      .def_prop_ro(
          "operands",
          [](const ChoiceHandle& c) {
            return std::make_tuple(c.choice.a(), c.choice.b(), c.choice.c(), c.choice.d());
          },
          "The operands a to d; 0 where there is none.")
      .def_prop_ro("notation", notation_of, "As it is written, and read by Position.apply.")
      .def("label", label_of, nb::arg("language") = "en", "As a table shows it.")
      .def_prop_ro("things", things_of, "What it names: kind, value, id of the record, and place in the view.")
      .def(
          "__eq__", [](const ChoiceHandle& a, const ChoiceHandle& b) { return a.choice == b.choice; },
          nb::is_operator())
      .def("__hash__", [](const ChoiceHandle& c) { return c.choice.bits; })
      .def("__str__", notation_of)
      .def("__repr__", [](const ChoiceHandle& c) { return "<Choice " + notation_of(c) + ">"; });

  nb::class_<EventHandle>(m, "Event", "Something that happened, with the rule that made it happen.")
      .def_prop_ro(
          "kind", [](const EventHandle& e) { return std::string(e.moment->edition().event_name(e.event)); },
          "The name of its kind.")
      .def_prop_ro(
          "clause",
          [](const EventHandle& e) { return std::string(e.moment->edition().clause_id(e.event.clause)); },
          "The id of the rule; empty if there is none.")
      .def_prop_ro(
          "actor",
          [](const EventHandle& e) -> std::optional<int> {
            if (e.event.actor == core::no_seat) return std::nullopt;
            return core::index(e.event.actor);
          },
          "Whose doing it is, if anybody's.")
      .def(
          "text",
          [](const EventHandle& e, std::optional<int> seat, const std::string& language) {
            const Edition& edition = e.moment->edition();
            return edition.event_text(e.moment->position, e.event, viewer(edition, e.moment->position, seat),
                                      language);
          },
          nb::arg("seat") = nb::none(), nb::arg("language") = "en",
          "In words, as this seat may read it, or a spectator; empty if it only cites a rule.")
      .def("__repr__", [](const EventHandle& e) {
        return "<Event " + std::string(e.moment->edition().event_name(e.event)) + " " +
               std::string(e.moment->edition().clause_id(e.event.clause)) + ">";
      });
}

void bind_steps(nb::module_& m) {
  nb::class_<StepsHandle>(
      m, "Steps",
      "One decision taken step by step: the verb, then each operand. A step with one legal entry "
      "is taken by itself.")
      .def_prop_ro(
          "complete", [](const StepsHandle& s) { return s.steps.complete(); }, "Are all steps taken?")
      .def_prop_ro(
          "choice",
          [](const StepsHandle& s) -> std::optional<ChoiceHandle> {
            if (!s.steps.complete()) return std::nullopt;
            return ChoiceHandle{s.steps.choice(), s.moment};
          },
          "The choice that the steps make, once they are complete.")
      .def_prop_ro(
          "head", [](const StepsHandle& s) { return s.steps.head(s.moment->game->space); },
          "The head that the next step picks from.")
      .def_prop_ro("mask", mask_of, nb::rv_policy::move, "Which entries are legal; as wide as the widest head.")
      .def_prop_ro("entries", entries_of, "The legal entries of the next step.")
      .def("take", take, nb::arg("entry"), "Takes a step; IllegalChoice if the entry is not legal now.")
      .def("entry_text", entry_text, nb::arg("entry"), "An entry of the next step, in words.")
      .def("observation", observation_of, nb::arg("seat") = nb::none(),
           "What a policy is shown: the tensor of the view, whose turn it is, the question, the head, the steps "
           "so far.")
      .def_prop_ro(
          "observation_size", [](const StepsHandle& s) { return s.observer->size(); }, "How many numbers.")
      .def_prop_ro(
          "step", [](const StepsHandle& s) { return s.steps.step(); }, "How many steps are taken.")
      .def_prop_ro("taken", taken_of,
                   "The entries of the steps that are taken, those with one legal entry included.")
      .def("__reduce__",
           [](const StepsHandle& s) {
             const nb::object load = nb::module_::import_("rulewright.play").attr("load_steps");
             const PositionHandle position{s.moment->game, s.moment->position, std::nullopt};
             return nb::make_tuple(load, nb::make_tuple(position, taken_of(s)));
           })
      .def(
          "copy", [](const StepsHandle& s) { return s; }, "A copy.")
      .def("__copy__", [](const StepsHandle& s) { return s; })
      .def("__deepcopy__", [](const StepsHandle& s, const nb::object&) { return s; }, nb::arg("memo"));
}

}  // namespace

void bind_positions(nb::module_& m) {
  bind_choices(m);
  bind_steps(m);
  nb::class_<PositionHandle>(m, "Position", "A position of a game.")
      .def_prop_ro(
          "game", [](const PositionHandle& p) { return std::const_pointer_cast<GameHandle>(p.game); }, "Its game.")
      .def_prop_ro(
          "players", [](const PositionHandle& p) { return p.edition().seats(p.position); }, "How many play.")
      .def_prop_ro(
          "to_move",
          [](const PositionHandle& p) -> std::optional<int> {
            const Decision decision = p.edition().decision(p.position);
            if (!decision.open()) return std::nullopt;
            return core::index(decision.asked);
          },
          "The seat that is asked; None when the game is over.")
      .def(
          "question",
          [](const PositionHandle& p, const std::string& language) {
            return p.edition().decision(p.position).open() ? p.edition().question_text(p.position, language) : "";
          },
          nb::arg("language") = "en", "What it is asked; empty when the game is over.")
      .def_prop_ro(
          "over", [](const PositionHandle& p) { return p.edition().over(p.position); }, "Is the game over?")
      .def_prop_ro("winners", winners_of, "The seats that have won; empty while the game goes on.")
      .def_prop_ro("outcome", outcome_of, "Winners, scores, ranks, clause and text; None while the game goes on.")
      .def_prop_ro("rewards", rewards_of,
                   "1 for a win, -1 for a loss, 0 for a draw or while the game goes on, by seat.")
      .def("choices", choices_of, "Every legal choice of the seat that is asked.")
      .def("choice_features", features_of,
           "A row per legal choice, in the order of choices(): the verb, then for each operand its kind, value, "
           "record, "
           "and where it lies (place, seat, number); -1 for none.")
      .def("steps", steps_of, "The open decision, to be taken step by step.")
      .def(
          "read",
          [](const PositionHandle& p, const std::string& text, std::optional<int> seat) {
            return ChoiceHandle{read_choice(p, text, seat), p.moment()};
          },
          nb::arg("text"), nb::arg("seat") = nb::none(), "The choice that this text means.")
      .def("refusal", refusal_of, nb::arg("choice"), nb::arg("seat") = nb::none(),
           "Reason and clause if the rules refuse this choice; None if it is legal.")
      .def(
          "apply",
          [](PositionHandle& p, const AnyChoice& choice, std::optional<int> seat) {
            return apply(p, meant(p, choice, seat), seat);
          },
          nb::arg("choice"), nb::arg("seat") = nb::none(),
          "Carries a choice out (a Choice, its bits, or its notation) and returns what happened. IllegalChoice, "
          "and "
          "nothing changed, if it is refused.")
      .def(
          "view",
          [](const PositionHandle& p, std::optional<int> seat) {
            return from_json(p.edition().json(p.position, viewer(p.edition(), p.position, seat)));
          },
          nb::arg("seat") = nb::none(), "What this seat sees, or a spectator.")
      .def(
          "everything",
          [](const PositionHandle& p) { return from_json(p.edition().json(p.position, Viewer::omniscient())); },
          "All fields, hidden ones too.")
      .def("tensor", tensor_of, nb::arg("seat"), "What this seat sees, as numbers; the shape never changes.")
      .def("redeal", redealt, nb::arg("seat"), nb::arg("seed"),
           "A position that this seat cannot tell from this one: what it does not know is dealt anew.")
      .def(
          "copy", [](const PositionHandle& p) { return p; }, "A copy; the two go their own ways.")
      .def("__copy__", [](const PositionHandle& p) { return p; })
      .def(
          "__deepcopy__", [](const PositionHandle& p, const nb::object&) { return p; }, nb::arg("memo"))
      .def_prop_ro(
          "hash", [](const PositionHandle& p) { return p.edition().hash(p.position); },
          "The hash of its bytes: the same on every platform.")
      .def("__reduce__",
           [](const PositionHandle& p) {
             const nb::object load = nb::module_::import_("rulewright.play").attr("load_position");
             return nb::make_tuple(load,
                                   nb::make_tuple(std::string(p.edition().game().id), saved(p), p.game->patch));
           })
      .def("save", saved, "Its bytes under a checked header; Game.load reads them.")
      .def(
          "replay", [](const PositionHandle& p) { return write_replay(replay_of(p)); },
          "The game so far as the text of a replay.")
      .def(
          "__eq__",
          [](const PositionHandle& a, const PositionHandle& b) {
            return a.game == b.game && a.position == b.position;
          },
          nb::is_operator())
      .def("__repr__", [](const PositionHandle& p) {
        return "<Position of " + std::string(p.edition().game().id) + ", " + where(p) + ">";
      });
}

}  // namespace rw::python
