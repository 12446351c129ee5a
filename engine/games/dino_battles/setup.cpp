// Beginning a game, and drafting.
#include <algorithm>

#include "engine/games/dino_battles/rules.h"
#include "engine/games/dino_battles/turn.h"

namespace rw::dino_battles {
namespace {

// "supply_run,scanner,...": DNB-SET-18 says what is wrong.
template <class Record>
Expected<> read_picks(std::string_view text, std::span<const std::string_view> ids, std::span<Record> out,
                      std::string_view what) {
  std::size_t count = 0;
  while (!text.empty()) {
    const std::size_t comma = text.find(',');
    std::string_view name = text.substr(0, comma);
    text = comma == std::string_view::npos ? std::string_view{} : text.substr(comma + 1);
    while (name.starts_with(' ')) name.remove_prefix(1);
    while (name.ends_with(' ')) name.remove_suffix(1);
    const int found = core::find_name(ids, name);
    if (found < 0)
      return failed("there is no " + std::string(what) + " '" + std::string(name) + "'", Clause::DNB_SET_18);
    for (std::size_t i = 0; i < count && i < out.size(); ++i)
      if (core::index(out[i]) == found)
        return failed(std::string(what) + " '" + std::string(name) + "' is chosen twice", Clause::DNB_SET_18);
    if (count < out.size()) out[count] = core::make<Record>(found);
    ++count;
  }
  if (count != out.size())
    return failed(
        "a set-up has " + std::to_string(out.size()) + " " + std::string(what) + "s, not " + std::to_string(count),
        Clause::DNB_SET_18);
  std::sort(out.begin(), out.end());
  return {};
}

SetupMode mode_of(const Setup& setup) {
  const int mode = core::find_name(SetupMode_names, setup.option("setup"));
  if (mode >= 0) return static_cast<SetupMode>(mode);
  const bool picked = !setup.option("stacks").empty() || !setup.option("dinosaurs").empty();
  return picked ? SetupMode::custom : SetupMode::preset;
}

// DNB-SET-18: an option that this set-up does not use is refused.
Expected<> refuse_idle_options(const Setup& setup, SetupMode mode) {
  constexpr std::pair<std::string_view, SetupMode> belong[] = {
      {"kingdom", SetupMode::preset}, {"stacks", SetupMode::custom}, {"dinosaurs", SetupMode::custom}};
  for (const auto& [option, wanted] : belong) {
    if (mode == wanted || setup.option(option).empty()) continue;
    return failed("option " + std::string(option) + " belongs to setup=" + std::string(name_of(wanted)) +
                      ", not to setup=" + std::string(name_of(mode)),
                  Clause::DNB_SET_18);
  }
  return {};
}

// ---- choosing the kingdom ------------------------------------------------------------------------------

// `count` different numbers below `bound`, ascending, each set equally likely.
template <class Record>
void pick_numbers(Table& t, int bound, std::span<Record> out) {
  Record all[128];
  for (const Record record : core::first<Record>(bound)) all[core::index(record)] = record;
  for (std::size_t i = 0; i < out.size(); ++i) {
    const auto left = static_cast<std::uint32_t>(bound) - static_cast<std::uint32_t>(i);
    std::swap(all[i], all[i + core::draw(t.s.random, t.chance, 0, left)]);
    out[i] = all[i];
  }
  std::sort(out.begin(), out.end());
}

bool has_tag(const Content& c, const State& s, Tag a, Tag b) {
  const std::uint32_t wanted = (1u << static_cast<int>(a)) | (1u << static_cast<int>(b));
  for (const StackRecord card : s.stacks)
    if ((card_of(c, card).tags & wanted) != 0) return true;
  return false;
}

// DNB-SET-16.
bool is_balanced(const Content& c, const State& s) {
  int techs = 0, cheap = 0, dear = 0;
  bool inflicts = false;
  for (const StackRecord card : s.stacks) {
    techs += card_of(c, card).tech;
    inflicts = inflicts || card_of(c, card).inflicts;
  }
  for (const DinoRecord dino : s.dinos) {
    cheap += card_of(c, dino).cost.size() <= 3;
    dear += card_of(c, dino).cost.size() >= 5;
    inflicts = inflicts || card_of(c, dino).inflicts;
  }
  return techs >= 2 && techs <= 5 && cheap >= 3 && dear <= 2 && has_tag(c, s, Tag::attach, Tag::combat) &&
         has_tag(c, s, Tag::draw, Tag::chain) && (!inflicts || has_tag(c, s, Tag::cure, Tag::cure));
}

void draw_kingdom(Table& t, SetupMode mode) {
  const bool balanced = mode == SetupMode::balanced_random;
  const auto cards = static_cast<int>(t.content.cards.size()),
             dinos = static_cast<int>(t.content.dinosaurs.size());
  for (int tries = 0; tries < t.content.random_tries; ++tries) {
    pick_numbers<StackRecord>(t, cards, t.s.stacks.items);
    pick_numbers<DinoRecord>(t, dinos, t.s.dinos.items);
    if (!balanced || is_balanced(t.content, t.s)) break;
  }
  if (balanced) cite(t, Clause::DNB_SET_16);
}

Expected<> choose_kingdom(Table& t, const Setup& setup, SetupMode mode) {
  State& s = t.s;
  switch (mode) {
    case SetupMode::preset: {
      const std::string_view wanted = setup.option("kingdom");
      const int found = std::max(0, core::find_name(t.content.kingdom_ids, wanted));
      const Kingdom& kingdom = t.content.kingdoms[static_cast<std::size_t>(found)];
      s.stacks = kingdom.stacks;
      s.dinos = kingdom.dinos;
      if (setup.option("first_hand_compensation").empty()) s.compensation = (kingdom.compensation >> s.seats) & 1;
      return {};
    }
    case SetupMode::custom:  // what is written has been read already
      if (setup.option("stacks").empty()) return read_stacks(t, {});
      return setup.option("dinosaurs").empty() ? read_dinosaurs(t, {}) : Expected<>();
    case SetupMode::random:
    case SetupMode::balanced_random: draw_kingdom(t, mode); return {};
    case SetupMode::draft: return {};
  }
  return {};
}

}  // namespace

void fill_stacks(State& s, const SupplyCounts& counts) {
  for (const Kind k : combat_cards) s.supply[k] = static_cast<std::uint8_t>(counts.combat);
  s.supply[Kind::wound] = static_cast<std::uint8_t>(counts.wounds);
  s.supply[Kind::paralyze] = static_cast<std::uint8_t>(counts.paralyzes);
  s.supply[Kind::poison] = static_cast<std::uint8_t>(counts.poisons);
  for (const Stack stack : core::first<Stack>(stack_count))
    s.supply[kind_of(stack)] = static_cast<std::uint8_t>(counts.stack);
  for (std::uint8_t& copies : s.dino_deck) copies = static_cast<std::uint8_t>(counts.dinosaurs);
}

namespace {

void give_starting_decks(const Content& c, State& s) {
  for (int i = 0; i < s.seats; ++i)
    for (const Kind k : core::first<Kind>(4)) s.players[i].deck[k] = static_cast<std::uint8_t>(c.starting[k]);
}

}  // namespace

Expected<> read_stacks(Table& t, std::string_view text) {
  return read_picks<StackRecord>(text, t.content.card_ids, t.s.stacks.items, "stack");
}
Expected<> read_dinosaurs(Table& t, std::string_view text) {
  return read_picks<DinoRecord>(text, t.content.dino_ids, t.s.dinos.items, "Dinosaur");
}

Expected<> begin_game(Table& t, const Setup& setup, const core::Seed& seed) {
  State& s = t.s;
  core::begin_anew(s, setup.seats, seed);
  s.round_limit = core::byte(t.content.round_limit);
  s.reserve_limit = core::byte(t.content.reserve_limit);
  s.knock_outs = core::byte(t.content.knock_outs);
  s.first = core::no_seat;
  const SetupMode mode = mode_of(setup);
  if (auto done = refuse_idle_options(setup, mode); !done) return done.failure();
  if (auto done = Rules::read_options(t, setup); !done) return done.failure();
  const bool custom = setup.option("position") == "custom";
  core::name_first(t, custom ? core::FirstSeat::seat_1 : core::FirstSeat::drawn);
  s.turn = s.first;
  emit(t, Clause::DNB_GEN_01, EventKind::players, core::no_seat, s.seats);
  emit(t, Clause::DNB_SET_12, EventKind::start_player, s.first);
  if (auto done = choose_kingdom(t, setup, mode); !done) return done.failure();
  emit(t, Clause::DNB_SET_15, EventKind::set_up, core::no_seat, static_cast<int>(mode));
  cite(t, Clause::DNB_OPT_01);
  if (custom) {
    if (mode == SetupMode::draft) return failed("a custom position needs a kingdom");
    fill_stacks(s, supply_for(t.content, s.seats));
    give_starting_decks(t.content, s);
    for (std::uint8_t& copies : s.dino_deck) copies = left_over;
    for (const Kind k : all_kinds_of_cards)
      if (!is_poison(k) || k == Kind::poison) s.supply[k] = left_over;
    for (int slot = 0; slot < offering_size; ++slot) s.offering[slot] = static_cast<std::uint8_t>(slot + 1);
    s.phase = Phase::main;
    s.round = 1;
    s.strategies = s.attaches = s.buys = s.moves_granted = 1;
    return {};
  }
  if (mode == SetupMode::draft) {
    s.phase = Phase::draft;
    push_step(t, Step::draft, s.first);
  } else {
    deal(t);
  }
  Rules::run(t);
  return {};
}

void deal(Table& t) {
  State& s = t.s;
  const SupplyCounts& counts = supply_for(t.content, s.seats);
  s.phase = Phase::start;
  fill_stacks(s, counts);
  for (const Clause clause : {Clause::DNB_SET_03, Clause::DNB_SET_04, Clause::DNB_SET_05, Clause::DNB_SET_06,
                              Clause::DNB_SET_07, Clause::DNB_SET_08})
    cite(t, clause);
  give_starting_decks(t.content, s);
  cite(t, Clause::DNB_SET_01);
  cite(t, Clause::DNB_SET_02);
  refill_offering(t, Clause::DNB_SET_10);
  if (!in_game(s, s.first)) s.first = next_player(s, s.first);  // DNB-OPT-03, in the draft
  for (int i = 0; i < s.seats; ++i) {
    if (!in_game(s, core::seat(i))) everything_to_purgatory(s, core::seat(i));
    const Seat seat = core::seat((core::index(s.first) + i) % s.seats);
    if (!in_game(s, seat)) continue;
    // DNB-SET-13: with compensation 6 for the first, 8 for the last, 7 in between.
    const int extra = s.compensation == 0 || i == 0 ? 0 : i == s.seats - 1 ? 2 : 1;
    emit(t, Clause::DNB_SET_13, EventKind::first_hand, seat, t.content.hand + extra);
    cite(t, Clause::DNB_SET_11, seat);
    draw_cards(t, seat, t.content.hand + extra);
  }
  begin_round(t);
  push_step(t, Step::turn, s.first);
}

// ---- drafting (DNB-SET-17) -------------------------------------------------------------------------------

void step_draft(Table& t, core::Frame& f) {
  State& s = t.s;
  if (s.picked_stacks == stack_count && f.stage == 0) {
    f.stage = 1;
    f.count = 0;
    std::sort(s.stacks.begin(), s.stacks.end());
  }
  if (s.picked_dinos == dino_kinds) {
    std::sort(s.dinos.begin(), s.dinos.end());
    s.agenda.pop();
    return deal(t);
  }
  const auto drafter = [&] {  // the last player first
    return core::seat((core::index(s.first) + s.seats - 1 - f.count % s.seats) % s.seats);
  };
  while (!in_game(s, drafter())) ++f.count;
  ask(t, f.stage == 0 ? Question::draft_stack : Question::draft_dinosaur, drafter());
}

namespace {

bool is_picked(const State& s, StackRecord card) {
  const StackRecord* const end = s.stacks.begin() + s.picked_stacks;
  return std::find(s.stacks.begin(), end, card) != end;
}
bool is_picked(const State& s, DinoRecord dino) {
  const DinoRecord* const end = s.dinos.begin() + s.picked_dinos;
  return std::find(s.dinos.begin(), end, dino) != end;
}

}  // namespace

Choice first_draft(const State& s) {
  const bool dinosaur = static_cast<Question>(s.decision.kind) == Question::draft_dinosaur;
  int pick = 0;
  while (dinosaur ? is_picked(s, core::make<DinoRecord>(pick)) : is_picked(s, core::make<StackRecord>(pick)))
    ++pick;
  return choice(Verb::draft, dinosaur ? first_drafted_dino + pick : pick);
}

void list_draft(const Content& c, const State& s, ChoiceList& out) {
  if (static_cast<Question>(s.decision.kind) == Question::draft_stack) {
    for (const StackRecord card : core::first<StackRecord>(static_cast<int>(c.cards.size())))
      if (!is_picked(s, card)) out.add(choice(Verb::draft, card));
  } else {
    for (const DinoRecord dino : core::first<DinoRecord>(static_cast<int>(c.dinosaurs.size())))
      if (!is_picked(s, dino)) out.add(choice(Verb::draft, first_drafted_dino + core::index(dino)));
  }
}

Refusal judge_draft(const Content& c, const State& s, Seat, Choice ch) {
  const bool dinosaur = ch.a() >= first_drafted_dino;
  const int pick = dinosaur ? ch.a() - first_drafted_dino : ch.a();
  const bool stacks_asked = static_cast<Question>(s.decision.kind) == Question::draft_stack;
  if (pick >= static_cast<int>(dinosaur ? c.dinosaurs.size() : c.cards.size()))
    return refuse(Clause::DNB_SET_18, Fact::no_such_item);
  if (!dinosaur && !stacks_asked) return refuse(Clause::DNB_SET_18, Fact::enough_picked, stack_count);
  if (dinosaur && stacks_asked) return refuse(Clause::DNB_SET_17, Fact::other_question);
  if (dinosaur ? is_picked(s, core::make<DinoRecord>(pick)) : is_picked(s, core::make<StackRecord>(pick)))
    return refuse(Clause::DNB_SET_18, Fact::already_picked);
  return legal;
}

void draft(Table& t, Seat seat, Choice ch) {
  State& s = t.s;
  if (ch.a() >= first_drafted_dino)
    s.dinos[core::make<DinoKind>(s.picked_dinos++)] = core::make<DinoRecord>(ch.a() - first_drafted_dino);
  else
    s.stacks[core::make<Stack>(s.picked_stacks++)] = ch.a<StackRecord>();
  ++s.agenda.back().count;
  emit(t, Clause::DNB_SET_17, EventKind::picked, seat, ch.a());
}

}  // namespace rw::dino_battles
