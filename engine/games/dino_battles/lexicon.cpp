// The words of Biomechanic Dino Battles: what choices and events name, what a seat can do, what a table can agree
// on.
#include "engine/edge.h"
#include "engine/games/dino_battles/kinds.h"
#include "engine/games/dino_battles/rules.h"

namespace rw::dino_battles {
namespace {

using core::at;
using core::by;
using core::byte;
using namespace dino_battles::kinds;

// ---- options -----------------------------------------------------------------------------------------------

constexpr std::string_view poison_words[] = {"inflicter", "nobody"};
constexpr std::string_view payer_words[] = {"all_dinosaurs", "attacker_only"};

void looked_at_by_begin(State&, int) {}

std::span<const std::string_view> kingdom_ids(const Content& c) { return c.kingdom_ids; }

}  // namespace

struct Lexicon : LexiconOf<Rules> {
  using enum Question;

  static constexpr Refusal no_such_choice = refuse(Clause::none, Fact::other_question);
  static std::string_view seat_name(const Content&, const State&, int seat) {
    return seat_names[static_cast<std::size_t>(seat)];
  }

  static constexpr std::span<const std::string_view> places = place_paths;

  static constexpr std::array kinds = {
      Kind{.name = "number", .bare = true},
      Kind{.name = "seat"},
      Kind{.name = "card",
           .below = 256,
           .tables = card_tables,
           .record = record_of_card,
           .form = card_form,
           .values = all_cards,
           .also_as = "printed_card"},
      Kind{.name = "printed_card", .below = 256, .tables = card_tables, .row = row_of_card},
      Kind{.name = "hand_card",
           .below = kind_count,
           .tables = card_tables,
           .record = record_of_card,
           .form = as_card,
           .place = place_of_hand_card,
           .values = all_kinds},
      Kind{.name = "stock",
           .below = kind_count,
           .tables = card_tables,
           .row = row_of_card,
           .place = place_of_stock,
           .values = all_kinds},
      Kind{.name = "handle",
           .tables = card_tables,
           .record = record_of_handle,
           .form = handle_form,
           .place = place_of_handle,
           .values = all_handles},
      Kind{.name = "dino", .table = "dinosaurs"},
      Kind{.name = "spot",
           .tables = card_tables,
           .record = record_of_spot,
           .form = spot_form,
           .place = place_of_spot,
           .values = all_spots,
           .also_as = "occupant"},
      Kind{.name = "occupant", .tables = card_tables, .record = record_of_spot},
      Kind{.name = "targets", .of = "spot", .parts = spots_of, .whole = targets_at},
      Kind{.name = "named_spot",
           .tables = card_tables,
           .record = record_of_named_spot,
           .form = named_spot_form,
           .place = place_of_named_spot},
      Kind{.name = "target", .of = "named_spot", .parts = named_spots_of},
      Kind{.name = "letter", .below = combat_kinds, .table = "combat", .form = letter_form},
      Kind{.name = "payment", .of = "letter", .parts = cards_of_payment, .whole = payment_of},
      Kind{.name = "slot", .below = max_slots, .words = slot_names, .place = place_of_own_slot},
      Kind{.name = "sources", .of = "slot", .parts = slots_of, .whole = sources_of},
      Kind{.name = "attack", .record = record_of_attack, .place = place_of_attack, .values = all_attacks},
      Kind{.name = "assist", .record = record_of_assist},
      Kind{.name = "dino_assist", .record = record_of_dino_assist},
      Kind{.name = "power",
           .tables = card_tables,
           .record = record_of_tech,
           .form = power_form,
           .place = place_of_power,
           .values = all_powers,
           .also_as = "power_name"},
      Kind{.name = "power_name", .tables = card_tables, .record = record_of_power},
      Kind{.name = "offer",
           .record = record_of_offer,
           .form = offer_form,
           .place = place_of_offer,
           .values = all_offers,
           .also_as = "offered"},
      Kind{.name = "offered", .record = record_of_offer},
      Kind{.name = "pick", .tables = pick_tables, .row = row_of_pick, .values = all_picks},
      Kind{.name = "item",
           .tables = card_tables,
           .record = record_of_choice,
           .form = item_form,
           .place = place_of_item,
           .values = all_items,
           .also_as = "open_item"},
      Kind{.name = "open_item", .tables = card_tables, .record = record_in_the_open},
      Kind{.name = "thing", .tables = card_tables, .record = record_of_thing, .form = thing_form},
      Kind{.name = "phase", .below = Phase_count, .words = Phase_names},
      Kind{.name = "lasts", .below = Lasts_count, .words = Lasts_names},
      Kind{.name = "bonus", .below = Bonus_count, .words = Bonus_names},
      Kind{.name = "mode", .below = SetupMode_count, .words = SetupMode_names},
  };

  // In the order in which the choices of a question are listed.
  static constexpr VerbRow verb_rows[] = {
      {.verb = Verb::draft,
       .pattern = "pick {a:pick}",
       .questions = at(draft_stack, draft_dinosaur),
       .list = list_draft,
       .judge = judge_draft,
       .act = draft,
       .otherwise = refuse(Clause::DNB_SET_17, Fact::other_question)},
      {.verb = Verb::play_strategy,
       .pattern = "play {a:hand_card}{d? from {d:handle}}{b? at {b:targets}}",
       .questions = at(Question::main),
       .list = list_strategies,
       .judge = judge_strategy,
       .act = play_strategy,
       .from = 3},
      {.verb = Verb::attach,
       .pattern = "attach {a:hand_card} to {b:targets}",
       .questions = at(Question::main),
       .list = list_attachments,
       .judge = judge_attach,
       .act = attach},
      {.verb = Verb::attack,
       .pattern = "attack {b:attack} -> {a:targets}{c? paid by {c:sources}}",
       .questions = at(Question::main),
       .list = list_combat_moves,
       .judge = judge_attack,
       .act = declare_attack},
      {.verb = Verb::retreat,
       .pattern = "retreat to {a:targets}{b? paying {b:payment} from hand}",
       .questions = at(Question::main),
       .list = list_combat_moves,
       .judge = judge_retreat,
       .act = declare_retreat},
      {.verb = Verb::pass_move,
       .pattern = "pass move",
       .questions = at(Question::main),
       .list = list_combat_moves,
       .judge = judge_pass_move,
       .act = pass_move},
      {.verb = Verb::assist,
       .pattern = "assist {a:targets}{b? at {b:targets}}{c? paying {c:payment}}",
       .questions = at(Question::main),
       .list = list_assists,
       .judge = judge_assist,
       .act = use_assist},
      {.verb = Verb::buy,
       .pattern = "buy {a:stock}{c? paying {c:payment}}",
       .questions = at(Question::buy),
       .list = list_purchases,
       .judge = judge_buy,
       .act = dino_battles::buy,
       .otherwise = refuse(Clause::DNB_BUY_01, Fact::other_question)},
      {.verb = Verb::buy_dinosaur,
       .pattern = "buy {a:offer}{c? paying {c:payment}}",
       .questions = at(Question::buy),
       .list = list_purchases,
       .judge = judge_buy_dinosaur,
       .act = buy_dinosaur,
       .otherwise = refuse(Clause::DNB_BUY_01, Fact::other_question)},
      // DNB-TIM-08: not while something resolves.
      {.verb = Verb::play_tech,
       .pattern = "play {a:power}{d? from {d:handle}}{b? at {b:targets}}{c? paying {c:payment}}",
       .questions = at(window, Question::main, Question::buy),
       .list = list_techs,
       .judge = judge_tech,
       .act = play_tech,
       .otherwise = refuse(Clause::DNB_TIM_08, Fact::other_question),
       .from = 3},
      {.verb = Verb::end_main,
       .pattern = "end main",
       .questions = at(Question::main),
       .act = end_phase,
       .otherwise = refuse(Clause::DNB_TRN_01, Fact::other_question)},
      {.verb = Verb::end_buy,
       .pattern = "end buy",
       .questions = at(Question::buy),
       .act = end_phase,
       .otherwise = refuse(Clause::DNB_TRN_01, Fact::other_question)},
      {.verb = Verb::evade,
       .pattern = "evade",
       .questions = at(Question::answer),
       .list = list_answers,
       .judge = judge_answer,
       .act = dino_battles::answer,
       .otherwise = refuse(Clause::DNB_DEF_14, Fact::other_question)},
      {.verb = Verb::defend,
       .pattern = "defend",
       .questions = at(Question::answer),
       .list = list_answers,
       .judge = judge_answer,
       .act = dino_battles::answer,
       .otherwise = refuse(Clause::DNB_DEF_14, Fact::other_question)},
      {.verb = Verb::pass,
       .pattern = "pass",
       .questions = at(window),
       .act = pass,
       .otherwise = refuse(Clause::DNB_GEN_20, Fact::other_question)},
      {.verb = Verb::pass,
       .pattern = "pass",
       .questions = at(Question::answer),
       .list = list_answers,
       .act = dino_battles::answer},
      {.verb = Verb::choose,
       .pattern = "choose {a:item}",
       .questions = at(choose),
       .list = list_items,
       .judge = judge_choose,
       .act = choose_item,
       .otherwise = refuse(Clause::DNB_GEN_20, Fact::other_question)},
      {.verb = Verb::done,
       .pattern = "done",
       .questions = at(choose),
       .list = list_items,
       .judge = judge_done,
       .act = stop_choosing,
       .otherwise = refuse(Clause::DNB_GEN_20, Fact::other_question)},
      {.verb = Verb::promote,
       .pattern = "promote {a:targets}",
       .questions = at(Question::promote),
       .list = list_promotions,
       .judge = judge_promote,
       .act = choose_promotion,
       .otherwise = refuse(Clause::DNB_GEN_20, Fact::other_question)},
  };

  static Refusal not_asked(const Content&, const State&, Seat, Choice choice) {
    const bool answering = verb_of(choice) == Verb::evade || verb_of(choice) == Verb::defend;
    return refuse(answering ? Clause::DNB_DEF_14 : Clause::DNB_GEN_20, Fact::not_asked);
  }

  static Refusal elsewhere(const Content&, const State& s, Seat seat, Choice choice) {
    const auto question = static_cast<Question>(s.decision.kind);
    if (question == draft_stack || question == draft_dinosaur)
      return refuse(Clause::DNB_SET_17, Fact::other_question);
    switch (verb_of(choice)) {
      case Verb::play_strategy: return outside_main(s, seat, Clause::DNB_STR_09, Clause::DNB_STR_10);
      case Verb::attach: return outside_main(s, seat, Clause::DNB_ATT_09);
      case Verb::attack:
      case Verb::retreat: return outside_main(s, seat, Clause::DNB_CMB_08);
      case Verb::pass_move: return outside_main(s, seat, Clause::DNB_CMB_09);
      case Verb::assist: return outside_main(s, seat, Clause::DNB_AST_06, Clause::DNB_AST_06, Clause::DNB_AST_01);
      default: return legal;
    }
  }

  // What each action says itself (`own`), DNB-TRN-07, DNB-TRN-08: only in the own Main with an empty stack.
  static Refusal outside_main(const State& s, Seat seat, Clause own, Clause others_turn = Clause::none,
                              Clause later = Clause::DNB_TRN_08) {
    if (seat != s.turn) return refuse(others_turn == Clause::none ? own : others_turn, Fact::not_your_turn);
    if (s.phase == Phase::main) return refuse(Clause::DNB_TRN_07, Fact::stack_not_empty);
    if (s.phase == Phase::main_end) return refuse(Clause::DNB_TRN_07, Fact::not_main);
    return refuse(s.phase == Phase::start ? own : later, Fact::not_main);
  }

  static constexpr Option options[] = {
      {.name = "setup",
       .type = core::OptionType::word,
       .clause = by(Clause::DNB_SET_15),
       .usual = "preset",
       .words = SetupMode_names,
       .write = looked_at_by_begin},
      {.name = "kingdom",
       .type = core::OptionType::record,
       .clause = by(Clause::DNB_SET_18),
       .ids = kingdom_ids,
       .write = looked_at_by_begin},
      {.name = "stacks", .type = core::OptionType::text, .clause = by(Clause::DNB_SET_18), .read = read_stacks},
      {.name = "dinosaurs",
       .type = core::OptionType::text,
       .clause = by(Clause::DNB_SET_18),
       .read = read_dinosaurs},
      {.name = "start_player",
       .type = core::OptionType::seat,
       .clause = by(Clause::DNB_SET_12),
       .usual = "random",
       .write = [](State& s, int seat) { s.first = seat < 0 ? core::no_seat : core::seat(seat); }},
      {.name = "round_limit",
       .type = core::OptionType::number,
       .clause = by(Clause::DNB_OPT_01),
       .usual = "30",
       .low = 10,
       .high = 60,
       .write = [](State& s, int rounds) { s.round_limit = byte(rounds); }},
      {.name = "reserve_limit",
       .type = core::OptionType::number,
       .clause = by(Clause::DNB_OPT_01),
       .usual = "3",
       .low = 1,
       .high = 5,
       .write = [](State& s, int dinosaurs) { s.reserve_limit = byte(dinosaurs); }},
      {.name = "knock_outs",
       .type = core::OptionType::number,
       .clause = by(Clause::DNB_OPT_01),
       .usual = "3",
       .low = 1,
       .high = 5,
       .write = [](State& s, int knock_outs) { s.knock_outs = byte(knock_outs); }},
      {.name = "first_hand_compensation",
       .clause = by(Clause::DNB_SET_13),
       .write = [](State& s, int on) { s.compensation = byte(on); }},
      {.name = "poison_credit",
       .type = core::OptionType::word,
       .clause = by(Clause::DNB_OPT_01),
       .usual = "inflicter",
       .words = poison_words,
       .write = [](State& s, int nobody) { s.poison_uncredited = byte(nobody); }},
      {.name = "attack_payment",
       .type = core::OptionType::word,
       .clause = by(Clause::DNB_OPT_01),
       .usual = "all_dinosaurs",
       .words = payer_words,
       .write = [](State& s, int attacker_only) { s.attacker_pays = byte(attacker_only); }},
  };

  static constexpr Step steps[Step_count] = {nullptr, step_draft, step_turn, step_window, run_program, step_check};
  static const ability::Vocabulary& vocabulary() { return dino_battles::vocabulary(); }
};

const Game& game() { return the_game<Rules, Lexicon>(); }

}  // namespace rw::dino_battles

template struct rw::RulesByTable<rw::dino_battles::Lexicon, rw::dino_battles::Terms>;
