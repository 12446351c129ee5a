// Beginning a game, drafting, dropping into a made-up position, and what must hold in every position.
#include <algorithm>

#include "engine/games/dino_battles/describe.h"
#include "engine/games/dino_battles/rules.h"
#include "engine/games/dino_battles/turn.h"

namespace rw::dino_battles {
namespace {

inline constexpr std::uint8_t balance =
    0xFF;  // a made-up position: the Supply or the Dino Deck is what is left over

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

// DNB-SET-05 to 08.
void fill_stacks(State& s, const SupplyCounts& counts) {
  for (const Kind k : combat_cards) s.supply[k] = static_cast<std::uint8_t>(counts.combat);
  s.supply[Kind::wound] = static_cast<std::uint8_t>(counts.wounds);
  s.supply[Kind::paralyze] = static_cast<std::uint8_t>(counts.paralyzes);
  s.supply[Kind::poison] = static_cast<std::uint8_t>(counts.poisons);
  for (const Stack stack : core::first<Stack>(stack_count))
    s.supply[kind_of(stack)] = static_cast<std::uint8_t>(counts.stack);
  for (std::uint8_t& copies : s.dino_deck) copies = static_cast<std::uint8_t>(counts.dinosaurs);
}

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
    for (std::uint8_t& copies : s.dino_deck) copies = balance;
    for (const Kind k : all_kinds_of_cards)
      if (!is_poison(k) || k == Kind::poison) s.supply[k] = balance;
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

// ---- made-up positions ------------------------------------------------------------------------------------

namespace {

// All cards of a kind outside the Supply and Purgatory. Poisons of all seats count together.
int owned(const State& s, Kind kind) {
  int n = 0;
  for (int i = 0; i < s.seats; ++i) {
    const Player& p = s.players[i];
    n += p.deck[kind] + p.hand[kind] + p.discard[kind] + p.play[kind] + p.under[kind];
  }
  return n;
}

int box_count(const Content& c, const State& s, Kind kind) {
  const SupplyCounts& counts = supply_for(c, s.seats);
  if (is_combat(kind)) return counts.combat + c.starting[kind] * s.seats;
  if (kind == Kind::wound) return counts.wounds + c.starting[kind] * s.seats;
  if (kind == Kind::paralyze) return counts.paralyzes;
  return kind == Kind::poison ? counts.poisons : counts.stack;
}

int cards_about(const State& s, Kind kind, int* purged = nullptr) {
  int n = owned(s, kind), gone = s.purgatory[kind];
  for (const Kind k : poison_cards) {
    if (kind != Kind::poison || k == kind) continue;
    n += owned(s, k);
    gone += s.purgatory[k];
  }
  if (purged != nullptr) *purged = gone;
  return n;
}

int dinos_about(const State& s, DinoKind kind) {
  int n = s.dino_purgatory[kind];
  for (int slot = 0; slot < offering_size; ++slot) n += offered(s, slot) == kind;
  for (int i = 0; i < s.seats; ++i) {
    n += s.players[i].trophies[kind];
    for (const Dinosaur& dino : s.players[i].dino) n += dino.kind == core::index(kind) + 1;
  }
  return n;
}

// What players hold comes out of the Supply, unless that was written too; what is then missing has been purged.
Expected<> balance_cards(const Content& c, State& s) {
  State usual{};
  fill_stacks(usual, supply_for(c, s.seats));
  for (const Kind kind : all_kinds_of_cards) {
    if (is_poison(kind) && kind != Kind::poison) continue;
    int purged = 0;
    const int held = cards_about(s, kind, &purged), about = held + purged, box = box_count(c, s, kind);
    if (s.supply[kind] == balance)
      s.supply[kind] = static_cast<std::uint8_t>(std::clamp(box - about, 0, int{usual.supply[kind]}));
    if (about + s.supply[kind] > box)
      return failed("there are only " + std::to_string(box) + " cards '" +
                    std::string(kind == Kind::poison ? "poison" : card_id(c, s, kind)) + "' in the box, not " +
                    std::to_string(about + s.supply[kind]));
    s.purgatory[kind] = static_cast<std::uint8_t>(s.purgatory[kind] + box - about - s.supply[kind]);
  }
  const int copies = supply_for(c, s.seats).dinosaurs;
  for (const DinoKind kind : core::first<DinoKind>(dino_kinds)) {
    const bool rest = s.dino_deck[kind] == balance;
    if (rest) s.dino_deck[kind] = 0;
    const int missing = copies - dinos_about(s, kind) - s.dino_deck[kind];
    if (missing < 0)
      return failed("there are only " + std::to_string(copies) + " copies of '" +
                        std::string(card_of(c, s.dinos[kind]).id) + "'",
                    Clause::DNB_SET_05);
    (rest ? s.dino_deck : s.dino_purgatory)[kind] =
        static_cast<std::uint8_t>((rest ? s.dino_deck : s.dino_purgatory)[kind] + missing);
  }
  return {};
}

// What cannot happen in a game.
Expected<> check_figures(const State& s) {
  if (s.round == 0 || s.round > s.round_limit) return failed("there is no such round", Clause::DNB_END_04);
  if (s.round_limit < 10 || s.reserve_limit < 1 || s.knock_outs < 1)
    return failed("there is no such option", Clause::DNB_OPT_01);
  if (s.moves_used > s.moves_granted) return failed("more Combat Moves are used than granted", Clause::DNB_CMB_03);
  const bool begun =
      s.strategies != 1 || s.attaches != 1 || s.buys != 1 || s.moves_granted != 1 || s.moves_used != 0;
  if (s.phase == Phase::start && begun) return failed("a turn starts with one of each", Clause::DNB_TRN_02);
  for (int i = 0; i < s.seats; ++i) {
    if (trophies_of(s.players[i]) >= s.knock_outs)
      return failed("a player with so many knock-outs has won", Clause::DNB_END_01);
    for (int by = s.seats; by < max_players; ++by)
      if (const Kind poison = poison_of(core::seat(by));
          s.players[i].hand[poison] + s.players[i].deck[poison] + s.players[i].discard[poison] > 0)
        return failed("a Poison is inflicted by somebody at the table", Clause::DNB_STA_11);
    for (const Dinosaur& dino : s.players[i].dino)
      if (dino.damage % 5 != 0) return failed("damage is a multiple of 5", Clause::DNB_GEN_12);
  }
  return {};
}

int stage_of(Phase phase) {
  switch (phase) {
    case Phase::main: return main_stage;
    case Phase::main_end: return main_end_window_stage;
    case Phase::buy: return buy_stage;
    case Phase::turn_end: return turn_end_window_stage;
    case Phase::cleanup: return offering_stage;
    default: return begin_stage;
  }
}

}  // namespace

Expected<> settle_position(Table& t) {
  State& s = t.s;
  s.agenda.clear();
  s.decision = {};
  s.stack.clear();
  s.resolving = {};
  if (s.phase == Phase::draft || s.phase == Phase::over)
    return failed("a position cannot be set up in phase " + std::string(name_of(s.phase)));
  if (auto done = balance_cards(t.content, s); !done) return done.failure();
  if (auto done = check_figures(s); !done) return done.failure();
  push_step(t, Step::turn, s.turn, stage_of(s.phase));
  return check_position(t.content, s);
}

void play_on(Table& t) {
  if (t.s.phase == Phase::main) t.s.phase = Phase::start;
  Rules::run(t);
}

// ---- what must always hold ---------------------------------------------------------------------------------

namespace {

Expected<> check_cards(const Content& c, const State& s) {
  for (const Kind kind : all_kinds_of_cards) {
    if (is_poison(kind) && kind != Kind::poison) continue;
    int purged = 0;
    const int about = cards_about(s, kind, &purged);
    if (about + purged + s.supply[kind] != box_count(c, s, kind))
      return failed("cards of kind " + std::to_string(core::index(kind)) + " are lost");
  }
  const int copies = supply_for(c, s.seats).dinosaurs;
  for (const DinoKind kind : core::first<DinoKind>(dino_kinds))
    if (dinos_about(s, kind) + s.dino_deck[kind] != copies) return failed("a Dinosaur is lost");
  return {};
}

Expected<> check_player(const Content& c, const State& s, int i) {
  const Player& p = s.players[i];
  const Seat seat = core::seat(i);
  core::Indexed<Kind, int, kind_room> under{};
  int above = 0;
  for (const Attached& card : attached_cards(s, seat)) {
    ++under[card.kind];
    if (is_status(card.kind)) return failed("a Status Card is attached", Clause::DNB_STA_12);
    if (p.dino[card.place].kind == 0) return failed("a card is attached to nothing");
    if (core::index(card.handle) < above) return failed("two attached cards have one handle");
    above = core::index(card.handle) + 1;
  }
  std::uint64_t order = s.poison_order[i];
  int poisons[max_players] = {}, held = 0;
  for (const Kind k : all_kinds_of_cards) {
    if (under[k] != p.under[k]) return failed("attached cards are miscounted");
    if (p.shown[k] > p.hand[k]) return failed("more cards are known than held");
    if (is_poison(k)) held += p.hand[k];
  }
  for (int n = 0; n < held; ++n, order >>= 2) ++poisons[order & 3];
  for (int k = 0; k < max_players; ++k)
    if (poisons[k] != p.hand[poison_of(core::seat(k))])
      return failed("the order of Poisons does not fit the hand");
  if (order != 0) return failed("the order of Poisons is too long");
  for (const Slot slot : all_slots)
    if (const Ref ref = dino_in(s, seat, slot);
        ref != no_dino && (!in_play(s, ref) || dino_at(s, ref).slot != slot))
      return failed("a Dinosaur is not in its slot");
  const bool resolving = !s.stack.empty() && s.stack.back().stage >= ItemStage::finishing;
  const bool promoting = s.decision.kind == static_cast<std::uint8_t>(Question::promote);
  if (p.at_slot[active_slot] == 0 && has_reserve(s, seat) && !promoting)
    return failed("a Reserve without an Active Dinosaur");
  for (const Slot slot : all_slots) {
    const Ref ref = dino_in(s, seat, slot);
    if (ref != no_dino && dino_at(s, ref).damage >= dino_card(c, s, ref).hp && !resolving)
      return failed("a Dinosaur without Hit Points is in play", Clause::DNB_KO_01);
    if (ref != no_dino && core::index(slot) > s.reserve_limit)
      return failed("the Reserve is too large", Clause::DNB_BUY_07);
  }
  return {};
}

}  // namespace

Expected<> check_position(const Content& c, const State& s) {
  if (s.phase == Phase::draft || s.phase == Phase::over) return {};
  if (auto done = check_cards(c, s); !done) return done.failure();
  for (int i = 0; i < s.seats; ++i)
    if (auto done = check_player(c, s, i); !done) return done.failure();
  const auto question = static_cast<Question>(s.decision.kind);
  if (!s.stack.empty() && (question == Question::main || question == Question::buy))
    return failed("the stack is not empty", Clause::DNB_TRN_07);
  return {};
}

}  // namespace rw::dino_battles
