// Turns the concrete functions of one game (its `Rules`) into the table that the edge knows.
#pragma once

#include <array>

#include "engine/core/driver.h"
#include "engine/core/snapshot.h"
#include "engine/core/table.h"
#include "engine/core/verbs.h"
#include "engine/game.h"
#include "engine/options.h"
#include "engine/rules.h"

namespace rw {

// Writes what the viewer sees into `out` and returns the size that this takes. The whole walk over the description
// is one function: with calls in between, the place that it has come to would live in memory, and it takes a
// quarter longer.
template <class Rules>
[[gnu::flatten]] std::size_t write_tensor(const void* c, const void* s, Viewer viewer, std::span<float> out) {
  using State = typename Rules::State;
  core::TensorVisitor visitor(viewer, out);
  // Describing never writes unless a visitor sets something, and this one does not.
  State& state = *const_cast<State*>(static_cast<const State*>(s));
  Rules::describe(*static_cast<const typename Rules::Content*>(c), state, visitor);
  return visitor.written();
}

// A game's Lexicon begins with this and adds its tables: places, kinds, verb_rows, options, steps.
template <class Rules>
struct LexiconOf : Rules {
  using typename Rules::Content, typename Rules::State, typename Rules::Table;
  using Kind = core::Kind<Content, State>;
  using VerbRow = core::VerbRow<Content, State, typename Rules::Verb>;
  using Option = core::Option<Content, State>;
  using Step = void (*)(Table&, core::Frame&);
};

// ---- what the tables of a game tell of its rules -------------------------------------------------------

template <class Lexicon, class Terms>
void RulesByTable<Lexicon, Terms>::choices(const Content& content, const State& s, core::ChoiceList& out) {
  core::list_by_table<Lexicon>(content, s, out);
}
template <class Lexicon, class Terms>
core::Refusal RulesByTable<Lexicon, Terms>::judge(const Content& content, const State& s, core::Seat seat,
                                                  core::Choice choice) {
  return core::judge_by_table<Lexicon>(content, s, seat, choice);
}
template <class Lexicon, class Terms>
void RulesByTable<Lexicon, Terms>::apply(Table& t, core::Choice choice) {
  core::act_by_table<Lexicon>(t, choice);
}
template <class Lexicon, class Terms>
void RulesByTable<Lexicon, Terms>::run(Table& t) {
  core::run_agenda<Lexicon>(t);
}
template <class Lexicon, class Terms>
Expected<> RulesByTable<Lexicon, Terms>::read_options(Table& t, const Setup& setup) {
  return rw::read_options<Lexicon>(t, setup);
}

// ---- the table of a game -------------------------------------------------------------------------------

// The tables of a game's lexicon as the edge knows them.
template <class Lexicon>
void take_lexicon(Game& g) {
  using State = typename Lexicon::State;
  using Content = typename Lexicon::Content;
  static constexpr auto state = [](const void* p) -> const State& { return *static_cast<const State*>(p); };
  static constexpr auto content = [](const void* p) -> const Content& { return *static_cast<const Content*>(p); };
  static constexpr auto kind = [](int k) -> const auto& { return Lexicon::kinds[static_cast<std::size_t>(k)]; };
  // Not constexpr: with sanitizers GCC tells only when the program runs whether there is a function.
  static const auto kinds = [] {
    std::array<core::KindInfo, std::size(Lexicon::kinds)> out;
    for (std::size_t i = 0; i < out.size(); ++i) out[i] = core::info_of(Lexicon::kinds[i]);
    return out;
  }();
  static const auto options = [] {
    std::array<core::OptionInfo, std::size(Lexicon::options)> out;
    for (std::size_t i = 0; i < out.size(); ++i) out[i] = core::info_of(Lexicon::options[i]);
    return out;
  }();
  static constexpr auto notations = [] {
    std::array<std::string_view, static_cast<std::size_t>(Lexicon::verb_count)> out;
    for (const auto& row : Lexicon::verb_rows)
      if (out[static_cast<std::size_t>(row.verb)].empty()) out[static_cast<std::size_t>(row.verb)] = row.pattern;
    return out;
  }();
  g.kinds = kinds;
  g.options = options;
  g.notations = notations;
  g.places = Lexicon::places;
  g.operands = core::verb_index<Lexicon>.operands;
  g.row = [](const void* c, const void* s, int k, int value) {
    return kind(k).row == nullptr ? value : kind(k).row(content(c), state(s), value);
  };
  g.record = [](const void* c, const void* s, Viewer viewer, int k, int value) {
    if (kind(k).record != nullptr) return kind(k).record(content(c), state(s), viewer, value);
    return core::Record{.row = kind(k).row == nullptr ? value : kind(k).row(content(c), state(s), value)};
  };
  g.parts = [](const void* c, const void* s, int k, int value, std::vector<int>& out) {
    if (kind(k).parts != nullptr) kind(k).parts(content(c), state(s), value, out);
  };
  g.whole = [](const void* c, const void* s, int k, std::span<const int> parts, std::vector<int>& out) {
    if (kind(k).whole != nullptr) kind(k).whole(content(c), state(s), parts, out);
  };
  g.form = [](const void* c, const void* s, int k, int value) {
    return kind(k).form == nullptr ? core::Form{} : kind(k).form(content(c), state(s), value);
  };
  g.is = [](const void* c, const void* s, int k, int value) {
    return kind(k).is == nullptr ? core::Meant{} : kind(k).is(content(c), state(s), value);
  };
  g.text = [](const void* c, const void* s, int k, int value, std::string_view language) {
    return kind(k).text == nullptr ? std::string() : kind(k).text(content(c), state(s), value, language);
  };
  g.place = [](const void* c, const void* s, Viewer viewer, int k, int value) {
    return kind(k).place == nullptr ? core::Place{} : kind(k).place(content(c), state(s), viewer, value);
  };
  g.values = [](const void* c, const void* s, int k, std::vector<int>& out) {
    if (kind(k).values != nullptr) kind(k).values(content(c), state(s), out);
  };
  g.also = [](const void* c, const void* s, int k, int value, std::string_view text) {
    return kind(k).also != nullptr && kind(k).also(content(c), state(s), value, text);
  };
  g.seat_name = [](const void* c, const void* s, int seat) {
    return Lexicon::seat_name(content(c), state(s), seat);
  };
  if constexpr (requires(const Content& c, const State& s) { Lexicon::holder_name(c, s, 0); })
    g.holder_name = [](const void* c, const void* s, int holder) {
      return Lexicon::holder_name(content(c), state(s), holder);
    };
  g.option_ids = [](const void* c, int i) {
    const auto& option = Lexicon::options[static_cast<std::size_t>(i)];
    return option.ids == nullptr ? std::span<const std::string_view>{} : option.ids(content(c));
  };
}

template <class Rules, class Lexicon>
Game make_game() {
  static_assert(are_rules<Rules>());
  using State = typename Rules::State;
  using Content = typename Rules::Content;
  static constexpr auto state = [](const void* p) -> const State& { return *static_cast<const State*>(p); };
  static constexpr auto content = [](const void* p) -> const Content& { return *static_cast<const Content*>(p); };

  Game g{};
  g.id = Rules::id;
  g.rules_version = Rules::version;
  g.min_seats = Rules::min_seats;
  g.max_seats = Rules::max_seats;
  g.seats_clause = static_cast<core::ClauseNumber>(Rules::seats_clause);
  g.state_bytes = sizeof(State);
  g.vocabulary = &Lexicon::vocabulary();
  g.clauses = Rules::clauses();
  g.verbs = Rules::verbs();
  take_lexicon<Lexicon>(g);
  g.questions = Rules::questions();
  g.events = Rules::events();
  g.facts = Rules::facts();

  g.load = [](core::Node root) -> Expected<std::shared_ptr<const void>> {
    Expected<std::unique_ptr<Content>> loaded = Rules::load(root);
    if (!loaded) return loaded.failure();
    return std::shared_ptr<const Content>(*std::move(loaded));
  };
  g.begin = [](const void* c, const Setup& setup, const core::Seed& seed, void* s, core::Log* log,
               core::Chance* chance) {
    core::Table<State, Content> table{*static_cast<State*>(s), *static_cast<const Content*>(c), log, chance};
    return core::set_up<Rules>(table, [&] { return Rules::begin(table, setup, seed); });
  };
  g.decision = [](const void* s) { return state(s).decision; };
  g.asking = [](const void* s) { return Rules::asking(state(s)); };
  g.choices = [](const void* c, const void* s, ChoiceList& list) {
    core::list_choices<Rules>(content(c), state(s), list);
  };
  g.judge = [](const void* c, const void* s, Seat seat, Choice choice) {
    return core::judge<Rules>(content(c), state(s), seat, choice);
  };
  g.apply = [](const void* c, void* s, Choice choice, core::Log* log, core::Chance* chance) {
    core::Table<State, Content> table{*static_cast<State*>(s), *static_cast<const Content*>(c), log, chance};
    core::carry_out<Rules>(table, choice);
  };
  g.over = [](const void* s) { return Rules::over(state(s)); };
  g.side = [](const void* s, Seat seat) {
    if constexpr (requires { Rules::side(state(s), seat); })
      return Rules::side(state(s), seat);
    else
      return core::only(seat);
  };
  g.has_left = [](const void* s, Seat seat) { return Rules::has_left(state(s), seat); };
  g.outcome = [](const void* c, const void* s) { return Rules::outcome(content(c), state(s)); };
  g.seats = [](const void* s) { return static_cast<int>(state(s).seats); };
  g.random = [](const void* s) -> const core::Random& { return state(s).random; };
  g.fields = [](const void* c, const void* s, Viewer viewer) {
    State copy = state(s);
    core::FieldVisitor visitor(viewer);
    Rules::describe(content(c), copy, visitor);
    return visitor.take();
  };
  g.snapshot = [](const void* c, const void* s, core::SnapshotVisitor& visitor) {
    // Describing never writes unless a visitor sets something, and this one does not.
    Rules::describe(content(c), *const_cast<State*>(static_cast<const State*>(s)), visitor);
  };
  g.tensor = write_tensor<Rules>;
  g.set = [](const void* c, void* s, const core::Setting& setting, SetField* done) -> Expected<> {
    core::SettingVisitor visitor(setting);
    Rules::describe(content(c), *static_cast<State*>(s), visitor);
    if (done != nullptr) *done = {visitor.meant(), visitor.broad()};
    if (!visitor.found()) {
      std::vector<core::Settable> all;
      core::SettingVisitor listing(all);
      Rules::describe(content(c), *static_cast<State*>(s), listing);
      return failed(core::no_such_field(setting.path, all));
    }
    return visitor.error().empty() ? Expected<>() : failed(visitor.error());
  };
  g.settable = [](const void* c, const void* s) {
    State copy = state(s);
    std::vector<core::Settable> all;
    core::SettingVisitor listing(all);
    Rules::describe(content(c), copy, listing);
    return all;
  };
  g.settle = [](const void* c, void* s, core::Log* log, core::Chance* chance) {
    core::Table<State, Content> table{*static_cast<State*>(s), *static_cast<const Content*>(c), log, chance};
    return core::set_up<Rules>(table, [&] { return Rules::settle(table); });
  };
  g.go_on = [](const void* c, void* s, core::Log* log, core::Chance* chance) {
    core::Table<State, Content> table{*static_cast<State*>(s), *static_cast<const Content*>(c), log, chance};
    core::go_on<Rules>(table);
  };
  g.check = [](const void* c, const void* s) { return Rules::check(content(c), state(s)); };
  g.redeal = [](const void* c, void* s, Seat viewer, core::Random& random) {
    Rules::redeal(content(c), *static_cast<State*>(s), viewer, random);
  };
  g.rekey = [](void* s, const core::Seed& seed) {
    auto& random = static_cast<State*>(s)->random;
    const auto drawn = random.drawn;
    random = core::Random::start(seed);
    random.drawn = drawn;
  };
  g.learned = [](const void* before, const void* after) { return Rules::learned(state(before), state(after)); };
  if constexpr (requires(const Content& c, const State& s, core::Gathering& out) { Rules::gathering(c, s, out); })
    g.gathering = [](const void* c, const void* s, core::Gathering& out) {
      return Rules::gathering(content(c), state(s), out);
    };
  if constexpr (requires(const Content& c, const DeckList& deck) { Rules::check_deck(c, deck, ""); })
    g.check_deck = [](const void* c, const DeckList& deck, std::string_view language) {
      return Rules::check_deck(content(c), deck, language);
    };
  g.where = Rules::where.rows;
  g.spots = Rules::where.zones;
  g.card_kinds = Rules::where.kinds;
  g.lying = [](const void* c, const void* s, std::vector<ability::Lying>& out) {
    Rules::where.lying(content(c), state(s), out);
  };
  g.silenced = [](const void* c, int record) -> std::shared_ptr<const void> {
    auto copy = std::make_shared<Content>(content(c));
    Rules::where.silence(*copy, record);
    return copy;
  };
  g.record_name = [](const void* c, int record) { return Rules::where.record_name(content(c), record); };
  return g;
}

template <class Rules, class Lexicon>
const Game& the_game() {
  static const Game game = make_game<Rules, Lexicon>();
  return game;
}

}  // namespace rw
