// The words of the Transformers Deck-Building Game: what choices and events name, what a seat can do, what a table
// can agree on.
#include "engine/edge.h"
#include "engine/games/transformers_dbg/describe.h"
#include "engine/games/transformers_dbg/rules.h"
#include "engine/games/transformers_dbg/things.h"

namespace rw::transformers_dbg {
namespace {

using core::at;
using core::by;

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

template <std::uint8_t State::* field>
constexpr auto write = [](State& s, int value) { s.*field = static_cast<std::uint8_t>(value); };
// For what is played unless it is switched off.
template <std::uint8_t State::* field>
constexpr auto write_off = [](State& s, int on) { s.*field = static_cast<std::uint8_t>(1 - on); };

void nothing(Table&, Seat, Choice) {}

}  // namespace

struct Lexicon : LexiconOf<Rules> {
  static constexpr Refusal no_such_choice = refuse(Clause::none, Fact::other_question);
  static std::string_view seat_name(const Content&, const State&, int seat) {
    return seat_names[static_cast<std::size_t>(seat)];
  }

  static constexpr std::span<const std::string_view> places = place_paths;
  static std::string holder_name(const Content&, const State&, int space) {
    return std::string(space_names[static_cast<std::size_t>(space)]);
  }

  static constexpr std::array kinds = {
      Kind{.name = "number", .bare = true},
      Kind{.name = "seat"},
      Kind{.name = "card", .tables = card_tables, .row = card_row, .values = all_cards},
      Kind{.name = "own_card",
           .tables = card_tables,
           .row = card_row,
           .place = place_of_own_card,
           .values = all_cards},
      Kind{.name = "basic", .tables = card_tables, .row = card_row, .place = place_of_basic, .values = all_cards},
      Kind{.name = "card_kind", .below = CardKind_count, .words = CardKind_names},
      Kind{.name = "character", .table = "characters"},
      Kind{.name = "mode", .table = "modes"},
      Kind{.name = "space",
           .below = max_spaces,
           .record = space_record,
           .form = space_form,
           .place = place_of_space,
           .values = all_spaces,
           .also = lies_there},
      Kind{.name = "spot", .below = max_spaces, .form = spot_form, .place = place_of_space},
      Kind{.name = "ground", .below = max_spaces, .form = spot_form, .place = place_of_space},
      Kind{.name = "source", .below = 3, .words = source_words},
      Kind{.name = "regroup", .below = 3, .words = regroup_words},
      Kind{.name = "pile", .below = destroyed_zone + 1, .words = pile_words},
      Kind{.name = "place", .below = 6, .words = place_words},
      Kind{.name = "phase", .below = Phase_count, .words = Phase_names},
      Kind{.name = "side", .below = SideUp_count, .words = SideUp_names},
      Kind{.name = "pool",
           .below = move_pool + slot_count,
           .tables = card_tables,
           .row = row_of_pool,
           .form = pool_form,
           .place = place_of_pool,
           .values = all_pools,
           .also = pool_called},
      Kind{.name = "text",
           .below = (text_relics + 16) << 3,
           .tables = card_tables,
           .row = row_of_text,
           .form = text_form,
           .place = place_of_text,
           .values = all_texts,
           .also = called_by_card},
      Kind{.name = "trigger",
           .tables = card_tables,
           .row = row_of_trigger,
           .form = trigger_form,
           .place = place_of_trigger,
           .values = all_triggers,
           .also = trigger_called},
      Kind{.name = "damage",
           .below = (discard_repair + 1) << 8,
           .tables = card_tables,
           .row = row_of_damage,
           .form = damage_form,
           .place = place_of_damage,
           .values = all_damage_cards,
           .also = damage_called},
      Kind{.name = "item",
           .tables = card_tables,
           .row = row_of_item,
           .form = item_form,
           .is = item_is,
           .place = place_of_item,
           .values = all_items,
           .also = item_called},
      Kind{.name = "way", .text = way_text, .values = all_ways, .also = is_number_of_way},
  };

  // In the order in which the choices of a question are listed.
  static constexpr VerbRow verb_rows[] = {
      // before the first turn and at its start
      {.verb = Verb::be,
       .pattern = "be {a:character}",
       .questions = at(Question::character),
       .list = list_characters,
       .judge = judge_character,
       .act = choose_character,
       .otherwise = refuse(Clause::DBG_TRN_04, Fact::other_question)},
      {.verb = Verb::arrive,
       .pattern = "arrive at {a:space}",
       .questions = at(Question::arrive),
       .list = list_arrivals,
       .judge = judge_arrival,
       .act = arrive,
       .otherwise = refuse(Clause::DBG_TRN_04, Fact::other_question)},
      // actions; elsewhere() tells why there is none now
      {.verb = Verb::play,
       .pattern = "play {a:own_card}",
       .questions = at(Question::must_play, Question::action),
       .list = list_plays,
       .judge = judge_play,
       .act = play,
       .otherwise = refuse(Clause::DBG_PLY_02, Fact::other_question)},
      {.verb = Verb::move,
       .pattern = "move to {a:space}{b? with {b:source}}",
       .questions = at(Question::action),
       .list = list_move_and_search,
       .judge = judge_move,
       .act = move,
       .otherwise = refuse(Clause::DBG_MOV_04, Fact::other_question)},
      {.verb = Verb::search,
       .pattern = "search{b? with {b:source}}",
       .questions = at(Question::action),
       .list = list_move_and_search,
       .judge = judge_search,
       .act = search,
       .otherwise = refuse(Clause::DBG_SRC_02, Fact::other_question)},
      {.verb = Verb::buy,
       .pattern = "buy {a:space}{b? by hand}",
       .questions = at(Question::action),
       .list = list_purchases_and_battles,
       .judge = judge_buy,
       .act = buy,
       .otherwise = refuse(Clause::DBG_TRN_04, Fact::other_question)},
      {.verb = Verb::buy_basic,
       .pattern = "buy basic {a:basic}{b? by hand}",
       .questions = at(Question::action),
       .list = list_purchases_and_battles,
       .judge = judge_buy_basic,
       .act = buy_basic,
       .otherwise = refuse(Clause::DBG_TRN_04, Fact::other_question)},
      {.verb = Verb::battle,
       .pattern = "battle {a:space}{b? with {b:number}}{c? by hand}",
       .questions = at(Question::action),
       .list = list_purchases_and_battles,
       .judge = judge_battle,
       .act = declare_battle,
       .otherwise = refuse(Clause::DBG_CNF_15, Fact::other_question)},
      {.verb = Verb::confront,
       .pattern = "confront {a:space}{b? with {b:number}}{c? by hand}",
       .questions = at(Question::action),
       .list = list_purchases_and_battles,
       .judge = judge_battle,
       .act = declare_battle,
       .otherwise = refuse(Clause::DBG_CNF_15, Fact::other_question)},
      {.verb = Verb::thwart,
       .pattern = "thwart {a:space}{b? with {b:number}}{c? by hand}",
       .questions = at(Question::action),
       .list = list_purchases_and_battles,
       .judge = judge_thwart,
       .act = thwart,
       .otherwise = refuse(Clause::DBG_TRN_04, Fact::other_question)},
      {.verb = Verb::convert,
       .pattern = "convert",
       .questions = at(Question::action),
       .judge = judge_convert,
       .act = convert_for_energon,
       .otherwise = refuse(Clause::DBG_CVT_06, Fact::other_question)},
      // Attacks
      {.verb = Verb::block,
       .pattern = "block with {a:own_card}",
       .questions = at(Question::block),
       .list = list_blocks,
       .judge = judge_block,
       .act = block,
       .otherwise = refuse(Clause::DBG_ATK_09, Fact::not_now)},
      {.verb = Verb::use,
       .pattern = "use {a:text}",
       .questions = at(Question::action),
       .list = list_texts,
       .judge = judge_use,
       .act = use_as_action,
       .otherwise = refuse(Clause::DBG_TIM_04, Fact::other_question)},
      {.verb = Verb::use,
       .questions = at(Question::after_encounter, Question::confront, Question::block),
       .list = list_texts,
       .judge = judge_use,
       .act = use},
      {.verb = Verb::regroup,
       .pattern = "regroup {a:regroup}",
       .questions = at(Question::action),
       .list = list_regroups,
       .judge = judge_regroup,
       .act = regroup,
       .otherwise = refuse(Clause::DBG_TRN_05, Fact::other_question)},
      {.verb = Verb::end,
       .pattern = "end",
       .questions = at(Question::action),
       .act = end_actions,
       .otherwise = refuse(Clause::DBG_TRN_04, Fact::other_question)},
      {.verb = Verb::spend,
       .pattern = "spend {a:number} from {b:pool}",
       .questions = at(Question::spend),
       .list = list_spending,
       .judge = judge_spend,
       .act = spend,
       .otherwise = refuse(Clause::DBG_TRN_04, Fact::other_question)},
      // battles
      {.verb = Verb::assist,
       .pattern = "assist {a:own_card}",
       .questions = at(Question::assist),
       .list = list_assists,
       .judge = judge_assist,
       .act = assist,
       .otherwise = refuse(Clause::DBG_TIM_10, Fact::other_question)},
      {.verb = Verb::defend,
       .pattern = "defend {a:own_card}",
       .questions = at(Question::assist),
       .list = list_assists,
       .judge = judge_assist,
       .act = assist,
       .otherwise = refuse(Clause::DBG_TIM_10, Fact::other_question)},
      {.verb = Verb::accept,
       .pattern = "accept {a:seat}",
       .questions = at(Question::accept),
       .list = list_acceptance,
       .judge = judge_acceptance,
       .act = accept_assist,
       .otherwise = refuse(Clause::DBG_AST_06, Fact::other_question)},
      {.verb = Verb::refuse,
       .pattern = "refuse {a:seat}",
       .questions = at(Question::accept),
       .list = list_acceptance,
       .judge = judge_acceptance,
       .act = refuse_assist,
       .otherwise = refuse(Clause::DBG_AST_06, Fact::other_question)},
      // what texts ask
      {.verb = Verb::yes,
       .pattern = "yes",
       .questions = at(Question::offer),
       .act = accept_offer,
       .otherwise = refuse(Clause::DBG_GEN_24, Fact::other_question)},
      {.verb = Verb::yes,
       .questions = at(Question::choose),
       .list = list_offer,
       .judge = judge_offer,
       .act = answer_yes},
      {.verb = Verb::no,
       .pattern = "no",
       .questions = at(Question::offer),
       .act = decline_offer,
       .otherwise = refuse(Clause::DBG_GEN_24, Fact::other_question)},
      {.verb = Verb::no,
       .questions = at(Question::choose),
       .list = list_offer,
       .judge = judge_offer,
       .act = answer_no},
      {.verb = Verb::choose,
       .pattern = "choose {a:item}",
       .questions = at(Question::choose),
       .list = list_offer,
       .judge = judge_offer,
       .act = choose,
       .otherwise = refuse(Clause::DBG_GEN_24, Fact::other_question)},
      {.verb = Verb::choose,
       .questions = at(Question::target),
       .list = list_targets,
       .judge = judge_target,
       .act = choose_target},
      {.verb = Verb::choose,
       .questions = at(Question::pick_up),
       .list = list_pick_ups,
       .judge = judge_pick_up,
       .act = pick_up},
      {.verb = Verb::option,
       .pattern = "option {a:way}",
       .questions = at(Question::choose),
       .list = list_offer,
       .judge = judge_offer,
       .act = choose_option,
       .otherwise = refuse(Clause::DBG_TRN_04, Fact::other_question)},
      {.verb = Verb::discard,
       .pattern = "discard {a:own_card}",
       .questions = at(Question::discard),
       .list = list_discards,
       .judge = judge_discard,
       .act = discard,
       .otherwise = refuse(Clause::DBG_GEN_24, Fact::other_question)},
      {.verb = Verb::discard,
       .questions = at(Question::sift),
       .list = list_sifting,
       .judge = judge_looked_at,
       .act = sift},
      {.verb = Verb::repair,
       .pattern = "repair {a:damage}",
       .questions = at(Question::repair),
       .list = list_repairs,
       .judge = judge_repair,
       .act = repair,
       .otherwise = refuse(Clause::DBG_TRN_04, Fact::other_question)},
      {.verb = Verb::step,
       .pattern = "step to {a:space}",
       .questions = at(Question::step),
       .list = list_steps,
       .judge = judge_step,
       .act = march,
       .otherwise = refuse(Clause::DBG_TRN_04, Fact::other_question)},
      {.verb = Verb::place,
       .pattern = "place at {a:space}",
       .questions = at(Question::place),
       .list = list_places,
       .judge = judge_place,
       .act = place_boss,
       .otherwise = refuse(Clause::DBG_TRN_04, Fact::other_question)},
      {.verb = Verb::reveal,
       .pattern = "reveal {a:number}",
       .questions = at(Question::reveal),
       .list = list_reveals,
       .judge = judge_reveal,
       .act = reveal,
       .otherwise = refuse(Clause::DBG_TRN_04, Fact::other_question)},
      {.verb = Verb::resolve,
       .pattern = "resolve {a:trigger}",
       .questions = at(Question::order),
       .list = list_orders,
       .judge = judge_order,
       .act = resolve_trigger,
       .otherwise = refuse(Clause::DBG_TRN_04, Fact::other_question)},
      {.verb = Verb::stack,
       .pattern = "stack {a:own_card}",
       .questions = at(Question::stack),
       .list = list_stacking,
       .judge = judge_looked_at,
       .act = stack,
       .otherwise = refuse(Clause::DBG_TRN_04, Fact::other_question)},
      {.verb = Verb::put,
       .pattern = "return {a:space} to {b:space}",
       .questions = at(Question::put_back),
       .list = list_put_backs,
       .judge = judge_put_back,
       .act = put_back,
       .otherwise = refuse(Clause::DBG_TRN_04, Fact::other_question)},
      // DBG-CRD-08: a search is taken back before its Ambush only.
      {.verb = Verb::undo,
       .pattern = "undo",
       .questions = at(Question::undo),
       .act = undo,
       .otherwise = refuse(Clause::DBG_CRD_08, Fact::other_question)},
      // enough
      {.verb = Verb::pass,
       .pattern = "pass",
       .questions = at(Question::assist),
       .act = pass_assist,
       .otherwise = refuse(Clause::DBG_TIM_10, Fact::other_question)},
      {.verb = Verb::pass, .questions = at(Question::after_encounter), .act = nothing},
      {.verb = Verb::pass, .questions = at(Question::block), .act = pass_block},
      {.verb = Verb::pass, .questions = at(Question::undo), .act = keep_flip},
      {.verb = Verb::done,
       .pattern = "done",
       .questions = at(Question::confront),
       .act = end_confront_texts,
       .otherwise = refuse(Clause::DBG_GEN_24, Fact::other_question)},
      {.verb = Verb::done,
       .questions = at(Question::choose),
       .list = list_offer,
       .judge = judge_offer,
       .act = stop_choosing},
      {.verb = Verb::done, .questions = at(Question::spend), .judge = judge_stop_spending, .act = stop_spending},
      {.verb = Verb::done, .questions = at(Question::step), .judge = judge_stop_marching, .act = stop_marching},
      {.verb = Verb::done, .questions = at(Question::sift), .act = stop_sifting},
      {.verb = Verb::done,
       .questions = at(Question::repair),
       .judge = judge_stop_repairing,
       .act = stop_repairing},
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

  // DBG-TRN-03, DBG-TRN-04, DBG-PLY-02: actions are for the own Action phase, outside battles, after special
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
      {.name = "mode",
       .type = core::OptionType::record,
       .clause = by(Clause::DBG_SET_01),
       .ids = [](const Content& c) { return std::span<const std::string_view>(c.mode_ids); },
       .write = write<&State::mode>},
      {.name = "sets", .type = core::OptionType::text, .clause = by(Clause::DBG_CUS_01), .read = read_sets},
      // Read when the teams are known (setup.cpp).
      {.name = "characters", .type = core::OptionType::text, .clause = by(Clause::DBG_SET_15)},
      {.name = "first_faction",
       .type = core::OptionType::word,
       .clause = by(Clause::DBG_TVT_06),
       .usual = "autobot",
       .words = faction_words,
       .write = [](State& s, int faction) { s.players[0].faction = static_cast<Faction>(faction); }},
      {.name = "first_player",
       .type = core::OptionType::seat,
       .clause = by(Clause::DBG_SET_21),
       .usual = "random",
       .write = [](State& s, int seat) { s.first = seat < 0 ? core::no_seat : core::seat(seat); }},
      // Both are read when the box is filled (customizing.cpp).
      {.name = "expansion_mix",
       .type = core::OptionType::word,
       .clause = by(Clause::DBG_CUS_10),
       .usual = "swap_random",
       .words = mix_words,
       .write = [](State&, int) {}},
      {.name = "swaps", .type = core::OptionType::text, .clause = by(Clause::DBG_CUS_06)},
      {.name = "swap_rule",
       .type = core::OptionType::word,
       .clause = by(Clause::DBG_CUS_03),
       .usual = "strict",
       .words = swap_words,
       .write = write<&State::plus_minus>},
      {.name = "schemes",
       .clause = by(Clause::DBG_SET_04),
       .usual = "on",
       .write = write_off<&State::schemes_out>},
      {.name = "damage_control",
       .type = core::OptionType::word,
       .clause = by(Clause::DBG_GEN_10),
       .usual = "possession",
       .words = control_words,
       .write = write<&State::damage_in_play_only>},
      {.name = "refill",
       .type = core::OptionType::word,
       .clause = by(Clause::DBG_MTX_03),
       .usual = "end_of_turn",
       .words = refill_words,
       .write = write<&State::refill_at_once>},
      {.name = "regroup", .clause = by(Clause::DBG_TRN_05), .usual = "on", .write = write_off<&State::no_regroup>},
      {.name = "ovm_score",
       .type = core::OptionType::word,
       .clause = by(Clause::DBG_OVM_09),
       .usual = "head_start",
       .words = OvmScore_names,
       .write = write<&State::ovm_score>},
      {.name = "coop_difficulty",
       .type = core::OptionType::word,
       .clause = by(Clause::DBG_COP_10),
       .usual = "normal",
       .words = difficulty_words,
       .write = write<&State::difficulty>},
      {.name = "stall_clock",
       .clause = by(Clause::DBG_END_06),
       .usual = "on",
       .write = write_off<&State::no_clock>},
  };

  static constexpr Step steps[Step_count] = {
      nullptr,    step_characters, step_turn,   step_program, step_texts,     step_offer,   step_event,
      step_spend, step_battle,     step_attack, step_ambush,  step_flip,      step_discard, step_repair,
      step_march, step_place_boss, step_sift,   step_reveal,  step_rearrange,
  };
  static const ability::Vocabulary& vocabulary() { return transformers_dbg::vocabulary(); }
};

const Game& game() { return the_game<Rules, Lexicon>(); }

}  // namespace rw::transformers_dbg

template struct rw::RulesByTable<rw::transformers_dbg::Lexicon, rw::transformers_dbg::Terms>;
