// Turns the concrete functions of one game (its `Rules`) into the table that the edge knows.
#pragma once

#include <algorithm>
#include <array>
#include <iterator>

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

  // Every game has numbers and seats; then come its own kinds.
  template <std::size_t own>
  static constexpr std::array<Kind, own + 2> kinds_of(const Kind (&kinds)[own]) {
    std::array<Kind, own + 2> out = {Kind{.name = "number", .bare = true}, Kind{.name = "seat"}};
    std::copy(std::begin(kinds), std::end(kinds), out.begin() + 2);
    return out;
  }

  // A row of `options`: its name, its clause, its usual value as it is written ("": the game decides), what it may
  // be, and where it is written.
  using Write = void (*)(State&, int value);
  struct Range {
    int low, high;
  };
  static constexpr Option option(core::OptionType type, std::string_view name, core::Enumeration auto clause,
                                 std::string_view usual, Write write = nullptr) {
    return {.name = name, .type = type, .clause = core::by(clause), .usual = usual, .write = write};
  }
  static constexpr Option flag(std::string_view name, auto clause, std::string_view usual, Write write) {
    return option(core::OptionType::flag, name, clause, usual, write);
  }
  static constexpr Option seat(std::string_view name, auto clause, std::string_view usual, Write write) {
    return option(core::OptionType::seat, name, clause, usual, write);
  }
  static constexpr Option number(std::string_view name, auto clause, std::string_view usual, Range range,
                                 Write write) {
    Option out = option(core::OptionType::number, name, clause, usual, write);
    out.low = range.low;
    out.high = range.high;
    return out;
  }
  using Words = std::span<const std::string_view>;
  static constexpr Option word(std::string_view name, auto clause, std::string_view usual, Words words,
                               Write write) {
    Option out = option(core::OptionType::word, name, clause, usual, write);
    out.words = words;
    return out;
  }
  static constexpr Option record(std::string_view name, auto clause, std::string_view usual,
                                 Words (*ids)(const Content&), Write write) {
    Option out = option(core::OptionType::record, name, clause, usual, write);
    out.ids = ids;
    return out;
  }
  // Without `read` the game looks at the set-up itself.
  static constexpr Option text(std::string_view name, auto clause, std::string_view usual = {},
                               Expected<> (*read)(Table&, std::string_view) = nullptr) {
    Option out = option(core::OptionType::text, name, clause, usual);
    out.read = read;
    return out;
  }
  static constexpr Option text_for_each(std::string_view name, auto clause,
                                        Expected<> (*read_for)(Table&, core::Seat, std::string_view)) {
    Option out = option(core::OptionType::text, name, clause, {});
    out.read_for = read_for;
    return out;
  }
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

// ---- what the functions of a game tell of them --------------------------------------------------------

template <class Lexicon, class Terms>
Expected<> RulesByTable<Lexicon, Terms>::begin(Table& t, const Setup& setup, const core::Seed& seed) {
  return begin_game(t, setup, seed);
}
template <class Lexicon, class Terms>
Expected<> RulesByTable<Lexicon, Terms>::settle(Table& t) {
  return settle_position(t);
}
template <class Lexicon, class Terms>
void RulesByTable<Lexicon, Terms>::go_on(Table& t) {
  if constexpr (requires { play_on(t); })
    play_on(t);
  else
    run(t);
}
template <class Lexicon, class Terms>
Expected<> RulesByTable<Lexicon, Terms>::check(const Content& content, const State& s) {
  return check_position(content, s);
}
template <class Lexicon, class Terms>
Outcome RulesByTable<Lexicon, Terms>::outcome(const Content& content, const State& s) {
  return outcome_of(content, s);
}
template <class Lexicon, class Terms>
void RulesByTable<Lexicon, Terms>::leave(Table& t, core::Seat seat, core::TableVerb verb) {
  leave_game(t, seat, verb);
}
template <class Lexicon, class Terms>
void RulesByTable<Lexicon, Terms>::agree_draw(Table& t) {
  draw_by_agreement(t);
}
template <class Lexicon, class Terms>
void RulesByTable<Lexicon, Terms>::redeal(const Content& content, State& s, core::Seat viewer,
                                          core::Random& random) {
  redeal_hidden(content, s, viewer, random);
}
template <class Lexicon, class Terms>
bool RulesByTable<Lexicon, Terms>::learned(const State& before, const State& after) {
  return anybody_learned(before, after);
}

// ---- the table of a game -------------------------------------------------------------------------------

// What the edge hands over without its type.
template <class Rules>
const typename Rules::State& state_of(const void* s) {
  return *static_cast<const typename Rules::State*>(s);
}
template <class Rules>
const typename Rules::Content& content_of(const void* c) {
  return *static_cast<const typename Rules::Content*>(c);
}
template <class Rules>
TableOf<Rules> table_of(const void* c, void* s, core::Log* log, core::Chance* chance) {
  return {*static_cast<typename Rules::State*>(s), content_of<Rules>(c), log, chance};
}

// The tables of a game's lexicon as the edge knows them.
template <class Lexicon>
void take_lexicon(Game& g) {
  using State = typename Lexicon::State;
  using Content = typename Lexicon::Content;
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
    return kind(k).row == nullptr ? value : kind(k).row(content_of<Lexicon>(c), state_of<Lexicon>(s), value);
  };
  g.record = [](const void* c, const void* s, Viewer viewer, int k, int value) {
    if (kind(k).record != nullptr)
      return kind(k).record(content_of<Lexicon>(c), state_of<Lexicon>(s), viewer, value);
    return core::Record{
        .row = kind(k).row == nullptr ? value : kind(k).row(content_of<Lexicon>(c), state_of<Lexicon>(s), value)};
  };
  g.parts = [](const void* c, const void* s, int k, int value, std::vector<int>& out) {
    if (kind(k).parts != nullptr) kind(k).parts(content_of<Lexicon>(c), state_of<Lexicon>(s), value, out);
  };
  g.whole = [](const void* c, const void* s, int k, std::span<const int> parts, std::vector<int>& out) {
    if (kind(k).whole != nullptr) kind(k).whole(content_of<Lexicon>(c), state_of<Lexicon>(s), parts, out);
  };
  g.form = [](const void* c, const void* s, int k, int value) {
    return kind(k).form == nullptr ? core::Form{}
                                   : kind(k).form(content_of<Lexicon>(c), state_of<Lexicon>(s), value);
  };
  g.is = [](const void* c, const void* s, int k, int value) {
    return kind(k).is == nullptr ? core::Meant{} : kind(k).is(content_of<Lexicon>(c), state_of<Lexicon>(s), value);
  };
  g.text = [](const void* c, const void* s, int k, int value, std::string_view language) {
    return kind(k).text == nullptr ? std::string()
                                   : kind(k).text(content_of<Lexicon>(c), state_of<Lexicon>(s), value, language);
  };
  g.place = [](const void* c, const void* s, Viewer viewer, int k, int value) {
    return kind(k).place == nullptr ? core::Place{}
                                    : kind(k).place(content_of<Lexicon>(c), state_of<Lexicon>(s), viewer, value);
  };
  g.values = [](const void* c, const void* s, int k, std::vector<int>& out) {
    if (kind(k).values != nullptr) kind(k).values(content_of<Lexicon>(c), state_of<Lexicon>(s), out);
  };
  g.also = [](const void* c, const void* s, int k, int value, std::string_view text) {
    return kind(k).also != nullptr && kind(k).also(content_of<Lexicon>(c), state_of<Lexicon>(s), value, text);
  };
  g.seat_name = [](const void* c, const void* s, int seat) -> std::string_view {
    if constexpr (requires { Lexicon::seats; })
      return Lexicon::seats[static_cast<std::size_t>(seat)];
    else
      return Lexicon::seat_name(content_of<Lexicon>(c), state_of<Lexicon>(s), seat);
  };
  if constexpr (requires(const Content& c, const State& s) { Lexicon::holder_name(c, s, 0); })
    g.holder_name = [](const void* c, const void* s, int holder) {
      return Lexicon::holder_name(content_of<Lexicon>(c), state_of<Lexicon>(s), holder);
    };
  g.option_ids = [](const void* c, int i) {
    const auto& option = Lexicon::options[static_cast<std::size_t>(i)];
    return option.ids == nullptr ? std::span<const std::string_view>{} : option.ids(content_of<Lexicon>(c));
  };
}

template <class Rules>
void take_begin(Game& g) {
  using Content = typename Rules::Content;
  g.load = [](core::Node root) -> Expected<std::shared_ptr<const void>> {
    Expected<std::unique_ptr<Content>> loaded = Rules::load(root);
    if (!loaded) return loaded.failure();
    return std::shared_ptr<const Content>(*std::move(loaded));
  };
  g.begin = [](const void* c, const Setup& setup, const core::Seed& seed, void* s, core::Log* log,
               core::Chance* chance) {
    TableOf<Rules> table = table_of<Rules>(c, s, log, chance);
    return core::set_up<Rules>(table, [&] { return Rules::begin(table, setup, seed); });
  };
  g.settle = [](const void* c, void* s, core::Log* log, core::Chance* chance) {
    TableOf<Rules> table = table_of<Rules>(c, s, log, chance);
    return core::set_up<Rules>(table, [&] { return Rules::settle(table); });
  };
  g.go_on = [](const void* c, void* s, core::Log* log, core::Chance* chance) {
    TableOf<Rules> table = table_of<Rules>(c, s, log, chance);
    core::go_on<Rules>(table);
  };
  g.check = [](const void* c, const void* s) { return Rules::check(content_of<Rules>(c), state_of<Rules>(s)); };
}

template <class Rules>
void take_play(Game& g) {
  g.decision = [](const void* s) { return state_of<Rules>(s).decision; };
  g.asking = [](const void* s) { return Rules::asking(state_of<Rules>(s)); };
  g.choices = [](const void* c, const void* s, ChoiceList& list) {
    core::list_choices<Rules>(content_of<Rules>(c), state_of<Rules>(s), list);
  };
  g.judge = [](const void* c, const void* s, Seat seat, Choice choice) {
    return core::judge<Rules>(content_of<Rules>(c), state_of<Rules>(s), seat, choice);
  };
  g.apply = [](const void* c, void* s, Choice choice, core::Log* log, core::Chance* chance) {
    TableOf<Rules> table = table_of<Rules>(c, s, log, chance);
    core::carry_out<Rules>(table, choice);
  };
  g.over = [](const void* s) { return Rules::over(state_of<Rules>(s)); };
  g.side = [](const void* s, Seat seat) {
    if constexpr (requires { Rules::side(state_of<Rules>(s), seat); })
      return Rules::side(state_of<Rules>(s), seat);
    else
      return core::only(seat);
  };
  g.has_left = [](const void* s, Seat seat) { return Rules::has_left(state_of<Rules>(s), seat); };
  g.outcome = [](const void* c, const void* s) {
    return Rules::outcome(content_of<Rules>(c), state_of<Rules>(s));
  };
  g.seats = [](const void* s) { return static_cast<int>(state_of<Rules>(s).seats); };
  g.random = [](const void* s) -> const core::Random& { return state_of<Rules>(s).random; };
}

template <class Rules>
void take_description(Game& g) {
  using State = typename Rules::State;
  g.fields = [](const void* c, const void* s, Viewer viewer) {
    State copy = state_of<Rules>(s);
    core::FieldVisitor visitor(viewer);
    Rules::describe(content_of<Rules>(c), copy, visitor);
    return visitor.take();
  };
  g.snapshot = [](const void* c, const void* s, core::SnapshotVisitor& visitor) {
    // Describing never writes unless a visitor sets something, and this one does not.
    Rules::describe(content_of<Rules>(c), *const_cast<State*>(static_cast<const State*>(s)), visitor);
  };
  g.tensor = write_tensor<Rules>;
  g.set = [](const void* c, void* s, const core::Setting& setting, SetField* done) -> Expected<> {
    core::SettingVisitor visitor(setting);
    Rules::describe(content_of<Rules>(c), *static_cast<State*>(s), visitor);
    if (done != nullptr) *done = {visitor.meant(), visitor.broad()};
    if (!visitor.found()) {
      std::vector<core::Settable> all;
      core::SettingVisitor listing(all);
      Rules::describe(content_of<Rules>(c), *static_cast<State*>(s), listing);
      return failed(core::no_such_field(setting.path, all));
    }
    return visitor.error().empty() ? Expected<>() : failed(visitor.error());
  };
  g.settable = [](const void* c, const void* s) {
    State copy = state_of<Rules>(s);
    std::vector<core::Settable> all;
    core::SettingVisitor listing(all);
    Rules::describe(content_of<Rules>(c), copy, listing);
    return all;
  };
}

template <class Rules>
void take_knowledge(Game& g) {
  using State = typename Rules::State;
  g.redeal = [](const void* c, void* s, Seat viewer, core::Random& random) {
    Rules::redeal(content_of<Rules>(c), *static_cast<State*>(s), viewer, random);
  };
  g.rekey = [](void* s, const core::Seed& seed) {
    auto& random = static_cast<State*>(s)->random;
    const auto drawn = random.drawn;
    random = core::Random::start(seed);
    random.drawn = drawn;
  };
  g.learned = [](const void* before, const void* after) {
    return Rules::learned(state_of<Rules>(before), state_of<Rules>(after));
  };
}

// What only some games have.
template <class Rules>
void take_extras(Game& g) {
  using State = typename Rules::State;
  using Content = typename Rules::Content;
  if constexpr (requires(const Content& c, const State& s, core::Gathering& out) { Rules::gathering(c, s, out); })
    g.gathering = [](const void* c, const void* s, core::Gathering& out) {
      return Rules::gathering(content_of<Rules>(c), state_of<Rules>(s), out);
    };
  if constexpr (requires(const Content& c, const DeckList& deck) { Rules::check_deck(c, deck, ""); })
    g.check_deck = [](const void* c, const DeckList& deck, std::string_view language) {
      return Rules::check_deck(content_of<Rules>(c), deck, language);
    };
}

template <class Lexicon>
void take_where(Game& g) {
  using Content = typename Lexicon::Content;
  g.where = Lexicon::where.rows;
  g.spots = Lexicon::where.zones;
  g.card_kinds = Lexicon::where.kinds;
  g.lying = [](const void* c, const void* s, std::vector<ability::Lying>& out) {
    Lexicon::where.lying(content_of<Lexicon>(c), state_of<Lexicon>(s), out);
  };
  g.silenced = [](const void* c, int record) -> std::shared_ptr<const void> {
    auto copy = std::make_shared<Content>(content_of<Lexicon>(c));
    Lexicon::where.silence(*copy, record);
    return copy;
  };
  g.record_name = [](const void* c, int record) {
    return Lexicon::where.record_name(content_of<Lexicon>(c), record);
  };
}

template <class Rules, class Lexicon>
Game make_game() {
  static_assert(are_rules<Rules>());
  Game g{};
  g.id = Rules::about.id;
  g.rules_version = Rules::about.version;
  g.min_seats = Rules::about.seats.least;
  g.max_seats = Rules::about.seats.most;
  g.seats_clause = core::by(Rules::about.seats_clause);
  g.state_bytes = sizeof(typename Rules::State);
  g.vocabulary = &Lexicon::vocabulary();
  g.clauses = Rules::clauses();
  g.verbs = Rules::verbs();
  take_lexicon<Lexicon>(g);
  g.questions = Rules::questions();
  g.events = Rules::events();
  g.facts = Rules::facts();
  take_begin<Rules>(g);
  take_play<Rules>(g);
  take_description<Rules>(g);
  take_knowledge<Rules>(g);
  take_extras<Rules>(g);
  take_where<Lexicon>(g);
  return g;
}

template <class Rules, class Lexicon>
const Game& the_game() {
  static const Game game = make_game<Rules, Lexicon>();
  return game;
}

}  // namespace rw
