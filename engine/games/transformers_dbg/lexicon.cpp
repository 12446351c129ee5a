// The words of the Transformers Deck-Building Game: what choices and events name, what a seat can do, what a table
// can agree on.
#include "engine/edge.h"
#include "engine/games/transformers_dbg/describe.h"
#include "engine/games/transformers_dbg/rules.h"
#include "engine/games/transformers_dbg/things.h"

namespace rw::transformers_dbg {
namespace {

using core::alone, core::always, core::as_above, core::at, core::looked_at_by_begin, core::typed, core::write,
    core::write_seat;

// ---- words ---------------------------------------------------------------------------------------------------

constexpr std::string_view source_words[] = {"cards", "character", "flight"};  // by MoveSource
constexpr std::string_view regroup_words[] = {"", "recharge", "repair"};  // by RegroupWay
constexpr std::string_view place_words[] = {"", "deck", "hand", "deck_top", "discard_pile", "vault"};

// ---- options -------------------------------------------------------------------------------------------------

constexpr std::string_view faction_words[] = {"autobot", "decepticon"};
constexpr std::string_view mix_words[] = {"swap_random", "swap_list", "add_all", "none"};
constexpr std::string_view swap_words[] = {"strict", "cost_plus_minus_1"};
constexpr std::string_view control_words[] = {"possession", "in_play"};
constexpr std::string_view refill_words[] = {"end_of_turn", "immediate"};
constexpr std::string_view difficulty_words[] = {"easy", "normal", "hard"};

// For rules that hold unless they are switched off.
template <std::uint8_t State::* field>
constexpr auto write_off = [](State& s, int on) { s.*field = static_cast<std::uint8_t>(1 - on); };

std::span<const std::string_view> mode_ids(const Content& c) { return c.mode_ids; }

void nothing(Table&, Seat, Choice) {}

}  // namespace

struct Lexicon : LexiconOf<Rules> {
  static constexpr std::span<const std::string_view> seats = seat_names;

  static constexpr std::span<const std::string_view> places = place_paths;
  static std::string holder_name(const Content&, const State&, int space) {
    return std::string(space_names[static_cast<std::size_t>(space)]);
  }

  static constexpr auto kinds = kinds_of({
      {.name = "card", .tables = card_tables, .row = typed<card_row>, .values = all_cards},
      {.name = "own_card",
       .tables = card_tables,
       .row = typed<card_row>,
       .place = typed<place_of_own_card>,
       .values = all_cards},
      {.name = "basic",
       .tables = card_tables,
       .row = typed<card_row>,
       .place = typed<place_of_basic>,
       .values = all_cards},
      {.name = "card_kind", .below = CardKind_count, .words = CardKind_names},
      {.name = "character", .table = "characters"},
      {.name = "mode", .table = "modes"},
      {.name = "space",
       .below = max_spaces,
       .record = typed<space_record>,
       .form = typed<space_form>,
       .place = typed<place_of_space>,
       .values = all_spaces,
       .also = typed<lies_there>},
      {.name = "spot", .below = max_spaces, .form = typed<spot_form>, .place = typed<place_of_space>},
      {.name = "ground", .below = max_spaces, .form = typed<spot_form>, .place = typed<place_of_space>},
      {.name = "source", .below = 3, .words = source_words},
      {.name = "regroup", .below = 3, .words = regroup_words},
      {.name = "pile", .below = core::index(CardZone::destroyed) + 1, .words = pile_words},
      {.name = "place", .below = 6, .words = place_words},
      {.name = "phase", .below = Phase_count, .words = Phase_names},
      {.name = "side", .below = SideUp_count, .words = SideUp_names},
      {.name = "pool",
       .below = first_move_pool + slot_count,
       .tables = card_tables,
       .row = typed<row_of_pool>,
       .form = typed<pool_form>,
       .place = typed<place_of_pool>,
       .values = all_pools,
       .also = typed<pool_called>},
      {.name = "text",
       .below = (first_text_relic + relic_room) * max_texts,
       .tables = card_tables,
       .row = typed<row_of_text>,
       .form = typed<text_form>,
       .place = typed<place_of_text>,
       .values = all_texts,
       .also = typed<called_by_card>},
      {.name = "trigger",
       .tables = card_tables,
       .row = row_of_trigger,
       .form = trigger_form,
       .place = place_of_trigger,
       .values = all_triggers,
       .also = trigger_called},
      {.name = "damage",
       .below = repair_zones << 8,
       .tables = card_tables,
       .row = typed<row_of_damage>,
       .form = typed<damage_form>,
       .place = typed<place_of_damage>,
       .values = all_damage_cards,
       .also = typed<damage_called>},
      {.name = "item",
       .tables = card_tables,
       .row = typed<row_of_item>,
       .form = typed<item_form>,
       .is = typed<item_is>,
       .place = typed<place_of_item>,
       .values = all_items,
       .also = typed<item_called>},
      {.name = "way", .text = way_text, .values = all_ways, .also = is_number_of_way},
      {.name = "modifiers", .text = modifiers_text},
  });

  // In the order in which the choices of a question are listed.
  static constexpr VerbRow verb_rows[] = {
      // before the first turn and at its start
      {Verb::be, "be {a:character}", at(Question::character), list_characters, judge_character, choose_character,
       refuse(Clause::DBG_TRN_04, Fact::other_question)},
      {Verb::arrive, "arrive at {a:space}", at(Question::arrive), list_arrivals, judge_arrival, arrive,
       refuse(Clause::DBG_TRN_04, Fact::other_question)},
      // actions; elsewhere() tells why there is none now
      {Verb::play, "play {a:own_card}", at(Question::must_play, Question::action), list_plays, judge_play, play,
       refuse(Clause::DBG_PLY_02, Fact::other_question)},
      {Verb::move, "move to {a:space}{b? with {b:source}}", at(Question::action), list_move_and_search, judge_move,
       move, refuse(Clause::DBG_MOV_04, Fact::other_question)},
      {Verb::search, "search{b? with {b:source}}", at(Question::action), list_move_and_search, judge_search,
       search, refuse(Clause::DBG_SRC_02, Fact::other_question)},
      {Verb::buy, "buy {a:space}{b? by hand}", at(Question::action), list_purchases_and_battles, judge_buy, buy,
       refuse(Clause::DBG_TRN_04, Fact::other_question)},
      {Verb::buy_basic, "buy basic {a:basic}{b? by hand}", at(Question::action), list_purchases_and_battles,
       judge_buy_basic, buy_basic, refuse(Clause::DBG_TRN_04, Fact::other_question)},
      {Verb::battle, "battle {a:space}{b? with {b:number}}{c? by hand}", at(Question::action),
       list_purchases_and_battles, judge_battle, declare_battle, refuse(Clause::DBG_CNF_15, Fact::other_question)},
      {Verb::confront, "confront {a:space}{b? with {b:number}}{c? by hand}", at(Question::action),
       list_purchases_and_battles, judge_battle, declare_battle, refuse(Clause::DBG_CNF_15, Fact::other_question)},
      {Verb::thwart, "thwart {a:space}{b? with {b:number}}{c? by hand}", at(Question::action),
       list_purchases_and_battles, judge_thwart, thwart, refuse(Clause::DBG_TRN_04, Fact::other_question)},
      {Verb::convert, "convert", at(Question::action), alone, judge_convert, convert_for_energon,
       refuse(Clause::DBG_CVT_06, Fact::other_question)},
      // Attacks
      {Verb::block, "block with {a:own_card}", at(Question::block), list_blocks, judge_block, block,
       refuse(Clause::DBG_ATK_09, Fact::not_now)},
      {Verb::use, "use {a:text}", at(Question::action), list_texts, judge_use, use_as_action,
       refuse(Clause::DBG_TIM_04, Fact::other_question)},
      {Verb::use, as_above, at(Question::after_encounter, Question::confront, Question::block), list_texts,
       judge_use, use},
      {Verb::regroup, "regroup {a:regroup}", at(Question::action), list_regroups, judge_regroup, regroup,
       refuse(Clause::DBG_TRN_05, Fact::other_question)},
      {Verb::end, "end", at(Question::action), alone, always, end_actions,
       refuse(Clause::DBG_TRN_04, Fact::other_question)},
      {Verb::spend, "spend {a:number} from {b:pool}", at(Question::spend), list_spending, judge_spend, spend,
       refuse(Clause::DBG_TRN_04, Fact::other_question)},
      // battles
      {Verb::assist, "assist {a:own_card}", at(Question::assist), list_assists, judge_assist, assist,
       refuse(Clause::DBG_TIM_10, Fact::other_question)},
      {Verb::defend, "defend {a:own_card}", at(Question::assist), list_assists, judge_assist, assist,
       refuse(Clause::DBG_TIM_10, Fact::other_question)},
      {Verb::accept, "accept {a:seat}", at(Question::accept), list_acceptance, judge_acceptance, accept_assist,
       refuse(Clause::DBG_AST_06, Fact::other_question)},
      {Verb::refuse, "refuse {a:seat}", at(Question::accept), list_acceptance, judge_acceptance, refuse_assist,
       refuse(Clause::DBG_AST_06, Fact::other_question)},
      // what texts ask
      {Verb::yes, "yes", at(Question::offer), alone, always, accept_offer,
       refuse(Clause::DBG_GEN_24, Fact::other_question)},
      {Verb::yes, as_above, at(Question::choose), list_offer, judge_offer, answer_yes},
      {Verb::no, "no", at(Question::offer), alone, always, decline_offer,
       refuse(Clause::DBG_GEN_24, Fact::other_question)},
      {Verb::no, as_above, at(Question::choose), list_offer, judge_offer, answer_no},
      {Verb::choose, "choose {a:item}", at(Question::choose), list_offer, judge_offer, choose,
       refuse(Clause::DBG_GEN_24, Fact::other_question)},
      {Verb::choose, as_above, at(Question::target), list_targets, judge_target, choose_target},
      {Verb::choose, as_above, at(Question::pick_up), list_pick_ups, judge_pick_up, pick_up},
      {Verb::option, "option {a:way}", at(Question::choose), list_offer, judge_offer, choose_option,
       refuse(Clause::DBG_TRN_04, Fact::other_question)},
      {Verb::discard, "discard {a:own_card}", at(Question::discard), list_discards, judge_discard, discard,
       refuse(Clause::DBG_GEN_24, Fact::other_question)},
      {Verb::discard, as_above, at(Question::sift), list_sifting, judge_looked_at, sift},
      {Verb::repair, "repair {a:damage}", at(Question::repair), list_repairs, judge_repair, repair,
       refuse(Clause::DBG_TRN_04, Fact::other_question)},
      {Verb::step, "step to {a:space}", at(Question::step), list_steps, judge_step, march,
       refuse(Clause::DBG_TRN_04, Fact::other_question)},
      {Verb::place, "place at {a:space}", at(Question::place), list_places, judge_place, place_boss,
       refuse(Clause::DBG_TRN_04, Fact::other_question)},
      {Verb::reveal, "reveal {a:number}", at(Question::reveal), list_reveals, judge_reveal, reveal,
       refuse(Clause::DBG_TRN_04, Fact::other_question)},
      {Verb::resolve, "resolve {a:trigger}", at(Question::order), list_orders, judge_order, resolve_trigger,
       refuse(Clause::DBG_TRN_04, Fact::other_question)},
      {Verb::stack, "stack {a:own_card}", at(Question::stack), list_stacking, judge_looked_at, stack,
       refuse(Clause::DBG_TRN_04, Fact::other_question)},
      {Verb::put, "return {a:space} to {b:space}", at(Question::put_back), list_put_backs, judge_put_back,
       put_back, refuse(Clause::DBG_TRN_04, Fact::other_question)},
      // DBG-CRD-08: a search is taken back before its Ambush only.
      {Verb::undo, "undo", at(Question::undo), alone, always, undo,
       refuse(Clause::DBG_CRD_08, Fact::other_question)},
      // enough
      {Verb::pass, "pass", at(Question::assist), alone, always, pass_assist,
       refuse(Clause::DBG_TIM_10, Fact::other_question)},
      {Verb::pass, as_above, at(Question::after_encounter), alone, always, nothing},
      {Verb::pass, as_above, at(Question::block), alone, always, pass_block},
      {Verb::pass, as_above, at(Question::undo), alone, always, keep_flip},
      {Verb::done, "done", at(Question::confront), alone, always, end_confront_texts,
       refuse(Clause::DBG_GEN_24, Fact::other_question)},
      {Verb::done, as_above, at(Question::choose), list_offer, judge_offer, stop_choosing},
      {Verb::done, as_above, at(Question::spend), alone, judge_stop_spending, stop_spending},
      {Verb::done, as_above, at(Question::step), alone, judge_stop_marching, stop_marching},
      {Verb::done, as_above, at(Question::sift), alone, always, stop_sifting},
      {Verb::done, as_above, at(Question::repair), alone, judge_stop_repairing, stop_repairing},
  };

  static bool is_action(Choice choice) {
    return core::verb_index<Lexicon>.row[choice.verb()][static_cast<int>(Question::action)] != 0;
  }
  static Clause clause_of_action(Choice choice) {
    if (!is_action(choice)) return Clause::DBG_TRN_04;
    return static_cast<Clause>(verb_rows[core::verb_index<Lexicon>.first[choice.verb()] - 1].otherwise.clause);
  }

  static Refusal not_asked(const Content& c, const State& s, Seat seat, Choice choice) {
    switch (verb_of(choice)) {
      case Verb::assist:
      case Verb::defend:
        if (const Refusal refusal = judge_assist(c, s, seat, choice); refusal.refused()) return refusal;
        return refuse(Clause::DBG_TIM_10, Fact::not_asked);
      case Verb::block:
        return refuse(attack_frame(s) < 0 ? Clause::DBG_ATK_09 : Clause::DBG_ATK_03, Fact::not_asked);
      default: return refuse(clause_of_action(choice), Fact::not_asked);
    }
  }

  // DBG-TRN-03, DBG-TRN-04, DBG-PLY-02: actions are for one's own Action phase, outside battles, after special
  // Damage.
  static Refusal elsewhere(const Content& c, const State& s, Seat seat, Choice choice) {
    const Verb verb = verb_of(choice);
    if (is_action(choice)) {
      if (question_of(s) == Question::must_play) return refuse(Clause::DBG_TRN_03, Fact::damage_first);
      if (seat != s.turn) return refuse(clause_of_action(choice), Fact::not_your_turn);
      if (!in_battle(s)) return legal;
      // A text knows better why it cannot be used now.
      return verb == Verb::use ? judge_use(c, s, seat, choice) : refuse(clause_of_action(choice), Fact::in_battle);
    }
    if (verb == Verb::assist || verb == Verb::defend) return judge_assist(c, s, seat, choice);
    return verb == Verb::refuse ? judge_forced(c, s, choice) : legal;
  }

  static constexpr Option options[] = {
      record("mode", Clause::DBG_SET_01, "", mode_ids, write<&State::mode>),
      text("sets", Clause::DBG_CUS_01, "", read_sets),
      // Read when the teams are known (setup.cpp).
      text("characters", Clause::DBG_SET_15),
      word("first_faction", Clause::DBG_TVT_06, "autobot", faction_words,
           [](State& s, int faction) { s.players[0].faction = static_cast<Faction>(faction); }),
      seat("first_player", Clause::DBG_SET_21, "random", write_seat<&State::first>),
      // Both are read when the box is filled (customizing.cpp).
      word("expansion_mix", Clause::DBG_CUS_10, "swap_random", mix_words, looked_at_by_begin),
      text("swaps", Clause::DBG_CUS_06),
      word("swap_rule", Clause::DBG_CUS_03, "strict", swap_words, write<&State::plus_minus>),
      flag("schemes", Clause::DBG_SET_04, "on", write_off<&State::schemes_out>),
      word("damage_control", Clause::DBG_GEN_10, "possession", control_words, write<&State::damage_in_play_only>),
      word("refill", Clause::DBG_MTX_03, "end_of_turn", refill_words, write<&State::refill_at_once>),
      flag("regroup", Clause::DBG_TRN_05, "on", write_off<&State::no_regroup>),
      word("ovm_score", Clause::DBG_OVM_09, "head_start", OvmScore_names, write<&State::ovm_score>),
      word("coop_difficulty", Clause::DBG_COP_10, "normal", difficulty_words, write<&State::difficulty>),
      flag("stall_clock", Clause::DBG_END_06, "on", write_off<&State::no_clock>),
  };

  static constexpr Step steps[Step_count] = {
      nullptr,    step_characters, step_turn,   step_program, step_texts,     step_offer,   step_event,
      step_spend, step_battle,     step_attack, step_ambush,  step_flip,      step_discard, step_repair,
      step_march, step_place_boss, step_sift,   step_reveal,  step_rearrange,
  };
  static constexpr const auto& where = whereabouts;
  static const ability::Vocabulary& vocabulary() { return transformers_dbg::vocabulary(); }
};

const Game& game() { return the_game<Rules, Lexicon>(); }

}  // namespace rw::transformers_dbg

template struct rw::RulesByTable<rw::transformers_dbg::Lexicon, rw::transformers_dbg::Rules::Terms>;
