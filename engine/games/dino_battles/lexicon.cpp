// The words of Biomechanic Dino Battles: what choices and events name, what a seat can do, what a table can agree
// on.
#include "engine/edge.h"
#include "engine/games/dino_battles/kinds.h"
#include "engine/games/dino_battles/rules.h"

namespace rw::dino_battles {
namespace {

using core::alone, core::always, core::as_above, core::at, core::by_d, core::looked_at_by_begin, core::typed,
    core::write, core::write_seat;
using namespace dino_battles::kinds;

// ---- options -----------------------------------------------------------------------------------------------

constexpr std::string_view poison_words[] = {"inflicter", "nobody"};
constexpr std::string_view payer_words[] = {"all_dinosaurs", "attacker_only"};

std::span<const std::string_view> kingdom_ids(const Content& c) { return c.kingdom_ids; }

}  // namespace

struct Lexicon : LexiconOf<Rules> {
  using enum Question;

  static constexpr std::span<const std::string_view> seats = seat_names;

  static constexpr std::span<const std::string_view> places = place_paths;

  static constexpr auto kinds = kinds_of({
      {.name = "card",
       .below = 256,
       .tables = card_tables,
       .record = record_of_card,
       .form = card_form,
       .values = all_cards,
       .also_as = "printed_card"},
      {.name = "printed_card", .below = 256, .tables = card_tables, .row = row_of_card},
      {.name = "hand_card",
       .below = kind_count,
       .tables = card_tables,
       .record = record_of_card,
       .form = as_card,
       .place = place_of_hand_card,
       .values = all_kinds},
      {.name = "stock",
       .below = kind_count,
       .tables = card_tables,
       .row = row_of_card,
       .place = place_of_stock,
       .values = all_kinds},
      {.name = "handle",
       .tables = card_tables,
       .record = record_of_handle,
       .form = handle_form,
       .place = place_of_handle,
       .values = all_handles},
      {.name = "dino", .table = "dinosaurs"},
      {.name = "spot",
       .tables = card_tables,
       .record = typed<record_of_spot>,
       .form = typed<spot_form>,
       .place = typed<place_of_spot>,
       .values = all_spots,
       .also_as = "occupant"},
      {.name = "occupant", .tables = card_tables, .record = typed<record_of_spot>},
      {.name = "targets", .of = "spot", .parts = spots_of, .whole = targets_at},
      {.name = "named_spot",
       .tables = card_tables,
       .record = record_of_named_spot,
       .form = named_spot_form,
       .place = place_of_named_spot},
      {.name = "target", .of = "named_spot", .parts = named_spots_of},
      {.name = "letter", .below = combat_kinds, .table = "combat", .form = letter_form},
      {.name = "payment", .of = "letter", .parts = cards_of_payment, .whole = payment_of},
      {.name = "slot", .below = max_slots, .words = slot_names, .place = place_of_own_slot},
      {.name = "sources", .of = "slot", .parts = slots_of, .whole = sources_of},
      {.name = "attack", .record = record_of_attack, .place = place_of_attack, .values = all_attacks},
      {.name = "assist", .record = record_of_assist},
      {.name = "dino_assist", .record = record_of_dino_assist},
      {.name = "power",
       .tables = card_tables,
       .record = record_of_tech,
       .form = power_form,
       .place = place_of_power,
       .values = all_powers,
       .also_as = "power_name"},
      {.name = "power_name", .tables = card_tables, .record = record_of_power},
      {.name = "offer",
       .record = record_of_offer,
       .form = offer_form,
       .place = place_of_offer,
       .values = all_offers,
       .also_as = "offered"},
      {.name = "offered", .record = record_of_offer},
      {.name = "pick", .tables = pick_tables, .row = row_of_pick, .values = all_picks},
      {.name = "item",
       .tables = card_tables,
       .record = typed<record_of_candidate>,
       .form = typed<candidate_form>,
       .place = typed<place_of_candidate>,
       .values = all_candidates,
       .also_as = "open_item"},
      {.name = "open_item", .tables = card_tables, .record = typed<record_in_the_open>},
      {.name = "thing", .tables = card_tables, .record = record_of_thing, .form = thing_form},
      {.name = "phase", .below = Phase_count, .words = Phase_names},
      {.name = "lasts", .below = Lasts_count, .words = Lasts_names},
      {.name = "bonus", .below = Bonus_count, .words = Bonus_names},
      {.name = "mode", .below = SetupMode_count, .words = SetupMode_names},
  });

  // In the order in which the choices of a question are listed.
  static constexpr VerbRow verb_rows[] = {
      {Verb::draft, "pick {a:pick}", at(draft_stack, draft_dinosaur), list_draft, judge_draft, draft,
       refuse(Clause::DNB_SET_17, Fact::other_question)},
      {Verb::play_strategy, "play {a:hand_card}{d? from {d:handle}}{b? at {b:targets}}", at(Question::main),
       list_strategies, judge_strategy, play_strategy, legal, by_d},
      {Verb::attach, "attach {a:hand_card} to {b:targets}", at(Question::main), list_attachments, judge_attach,
       attach},
      {Verb::attack, "attack {b:attack} -> {a:targets}{c? paid by {c:sources}}", at(Question::main),
       list_combat_moves, judge_attack, declare_attack},
      {Verb::retreat, "retreat to {a:targets}{b? paying {b:payment} from hand}", at(Question::main),
       list_combat_moves, judge_retreat, declare_retreat},
      {Verb::pass_move, "pass move", at(Question::main), list_combat_moves, judge_pass_move, pass_move},
      {Verb::assist, "assist {a:targets}{b? at {b:targets}}{c? paying {c:payment}}", at(Question::main),
       list_assists, judge_assist, use_assist},
      {Verb::buy, "buy {a:stock}{c? paying {c:payment}}", at(Question::buy), list_purchases, judge_buy,
       dino_battles::buy, refuse(Clause::DNB_BUY_01, Fact::other_question)},
      {Verb::buy_dinosaur, "buy {a:offer}{c? paying {c:payment}}", at(Question::buy), list_purchases,
       judge_buy_dinosaur, buy_dinosaur, refuse(Clause::DNB_BUY_01, Fact::other_question)},
      // DNB-TIM-08: not while something resolves.
      {Verb::play_tech, "play {a:power}{d? from {d:handle}}{b? at {b:targets}}{c? paying {c:payment}}",
       at(window, Question::main, Question::buy), list_techs, judge_tech, play_tech,
       refuse(Clause::DNB_TIM_08, Fact::other_question), by_d},
      {Verb::end_main, "end main", at(Question::main), alone, always, end_phase,
       refuse(Clause::DNB_TRN_01, Fact::other_question)},
      {Verb::end_buy, "end buy", at(Question::buy), alone, always, end_phase,
       refuse(Clause::DNB_TRN_01, Fact::other_question)},
      {Verb::evade, "evade", at(Question::answer), list_answers, judge_answer, dino_battles::answer,
       refuse(Clause::DNB_DEF_14, Fact::other_question)},
      {Verb::defend, "defend", at(Question::answer), list_answers, judge_answer, dino_battles::answer,
       refuse(Clause::DNB_DEF_14, Fact::other_question)},
      {Verb::pass, "pass", at(window), alone, always, pass, refuse(Clause::DNB_GEN_20, Fact::other_question)},
      {Verb::pass, as_above, at(Question::answer), list_answers, always, dino_battles::answer},
      {Verb::choose, "choose {a:item}", at(choose), list_candidates, judge_choose, choose_candidate,
       refuse(Clause::DNB_GEN_20, Fact::other_question)},
      {Verb::done, "done", at(choose), list_candidates, judge_done, stop_choosing,
       refuse(Clause::DNB_GEN_20, Fact::other_question)},
      {Verb::promote, "promote {a:targets}", at(Question::promote), list_promotions, judge_promote,
       choose_promotion, refuse(Clause::DNB_GEN_20, Fact::other_question)},
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

  // What each action says itself (`own`), DNB-TRN-07, DNB-TRN-08: only in one's own Main, with an empty stack.
  static Refusal outside_main(const State& s, Seat seat, Clause own, Clause others_turn = Clause::none,
                              Clause later = Clause::DNB_TRN_08) {
    if (seat != s.turn) return refuse(others_turn == Clause::none ? own : others_turn, Fact::not_your_turn);
    // DNB-KO-08: nothing waits any more, but a Dinosaur has to come forward first.
    if (static_cast<Question>(s.decision.kind) == Question::promote && s.stack.empty())
      return refuse(Clause::DNB_KO_08, Fact::other_question);
    if (s.phase == Phase::main) return refuse(Clause::DNB_TRN_07, Fact::stack_not_empty);
    if (s.phase == Phase::main_end) return refuse(Clause::DNB_TRN_07, Fact::not_main);
    return refuse(s.phase == Phase::start ? own : later, Fact::not_main);
  }

  static constexpr Option options[] = {
      word("setup", Clause::DNB_SET_15, "preset", SetupMode_names, looked_at_by_begin),
      record("kingdom", Clause::DNB_SET_18, "", kingdom_ids, looked_at_by_begin),
      text("stacks", Clause::DNB_SET_18, "", read_stacks),
      text("dinosaurs", Clause::DNB_SET_18, "", read_dinosaurs),
      seat("start_player", Clause::DNB_SET_12, "random", write_seat<&State::first>),
      number("round_limit", Clause::DNB_OPT_01, "30", {10, 60}, write<&State::round_limit>),
      number("reserve_limit", Clause::DNB_OPT_01, "3", {1, 5}, write<&State::reserve_limit>),
      number("knock_outs", Clause::DNB_OPT_01, "3", {1, 5}, write<&State::knock_outs>),
      flag("first_hand_compensation", Clause::DNB_SET_13, "", write<&State::compensation>),
      word("poison_credit", Clause::DNB_OPT_01, "inflicter", poison_words, write<&State::poison_uncredited>),
      word("attack_payment", Clause::DNB_OPT_01, "all_dinosaurs", payer_words, write<&State::attacker_pays>),
  };

  static constexpr Step steps[Step_count] = {nullptr, step_draft, step_turn, step_window, run_program, step_check};
  static constexpr const auto& where = whereabouts;
  static const ability::Vocabulary& vocabulary() { return dino_battles::vocabulary(); }
};

const Game& game() { return the_game<Rules, Lexicon>(); }

}  // namespace rw::dino_battles

template struct rw::RulesByTable<rw::dino_battles::Lexicon, rw::dino_battles::Rules::Terms>;
