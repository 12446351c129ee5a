// The words of the Transformers TCG: what choices and events name, what a seat can do, what a table can agree on.
#include "engine/edge.h"
#include "engine/games/transformers_tcg/kinds.h"
#include "engine/games/transformers_tcg/rules.h"

namespace rw::transformers_tcg {
namespace {

using core::alone, core::always, core::as_above, core::at, core::byte, core::typed, core::write_seat;
using namespace transformers_tcg::kinds;

// ---- options ---------------------------------------------------------------------------------------

constexpr std::string_view early_limits[] = {"all", "from_hand"};
constexpr std::string_view ko_combines[] = {"ko_area", "battlefield"};
constexpr std::string_view pools[] = {"full", "declared", "sideboard"};
constexpr std::string_view unfinished_words[] = {"tie_break", "draw"};
constexpr std::string_view matches[] = {"one", "single", "best_of_three"};
constexpr std::string_view variants[] = {"standard", "basic"};
constexpr std::string_view clocks[] = {"running", "called"};

template <std::uint8_t Options::* field>
void write_option(State& s, int value) {
  s.options.*field = byte(value);
}
std::span<const std::string_view> format_ids(const Content& c) { return c.format_ids; }

}  // namespace

struct Lexicon : LexiconOf<Rules> {
  using enum Question;

  static constexpr Refusal no_such_choice = refuse(Clause::none, Fact::no_such_item);
  static constexpr std::span<const std::string_view> seats = seat_names;
  static std::string holder_name(const Content& c, const State& s, int who) {
    return character_id(c, s, core::make<Character>(who));
  }

  static constexpr std::span<const std::string_view> places = place_paths;

  static constexpr auto kinds = kinds_of({
      {.name = "record", .table = "battle_cards"},
      {.name = "character", .table = "characters", .also = typed<is_record_called>},
      {.name = "card",
       .below = card_count,
       .table = "battle_cards",
       .row = typed<record_of_card>,
       .place = typed<place_of_card>},
      {.name = "who",
       .below = character_count,
       .table = "characters",
       .row = typed<record_of_character>,
       .form = typed<who_form>,
       .place = typed<place_of_character>,
       .values = all_characters,
       .also = typed<is_character_called>},
      {.name = "bearer", .below = character_count + 1, .is = bearer_is, .values = all_bearers},
      {.name = "user", .below = character_count, .form = user_form, .is = typed<user_is>, .values = all_users},
      {.name = "playable", .is = typed<playable_is>, .values = all_records},
      {.name = "flipped", .is = typed<flipped_is>, .values = all_records},
      {.name = "slot",
       .below = SlotKind_count + 1,
       .words = SlotKind_names,
       .row = one_less,
       .values = one_to_three},
      {.name = "mode", .below = max_modes + 1, .words = mode_words, .row = one_less, .values = one_to_three},
      {.name = "color", .below = Color_count, .words = Color_names},
      {.name = "phase", .below = Phase_count, .words = Phase_names},
      {.name = "item",
       .form = typed<item_form>,
       .is = typed<item_is>,
       .values = all_items,
       .also = typed<borne_by>},
      {.name = "offered", .form = typed<offered_form>, .is = typed<item_is>},
      {.name = "way", .text = way_text},
      {.name = "modifiers", .text = modifiers_text},
      {.name = "source",
       .words = rule_words,
       .row = typed<rule_of>,
       .form = typed<source_form>,
       .is = typed<source_is>,
       .also = typed<source_borne_by>},
      {.name = "replacement",
       .form = typed<replacement_form>,
       .is = typed<replacement_is>,
       .values = all_replacements},
      {.name = "waiting",
       .below = pending_capacity,
       .form = waiting_form,
       .is = waiting_is,
       .values = all_waiting,
       .also = is_that_number},
      {.name = "side", .below = sideboard_size, .is = side_is, .values = all_sides},
      {.name = "listed", .is = listed_is, .values = all_listed},
  });

  // In the order in which the choices of a question are listed. The clause of a choice that is out of place stands
  // in `elsewhere`, or else here.
  static constexpr Refusal out_of_place = refuse(Clause::TCG_ACT_13, Fact::other_question);
  static constexpr VerbRow verb_rows[] = {
      {Verb::play, "play {a:playable}{b? on {b:bearer}}{c? in the {c:slot} slot}", at(main), list_main_plays,
       judge_main_play, play_in_main, refuse(Clause::TCG_ACT_09, Fact::other_question)},
      {Verb::play, as_above, at(Question::play), list_may_play, judge_offered_play, play_offered},
      {Verb::flip, "flip {a:who}{b? to {b:mode}}", at(main), list_flips, judge_flip, flip_in_main, out_of_place},
      {Verb::use, "use {a:user}", at(main), list_tap_abilities, judge_tap_ability, use_tap_ability, out_of_place},
      {Verb::use, as_above, at(Question::use), list_use, judge_listed, use_ability},
      {Verb::attack, "attack {a:who} -> {b:who}", at(main, Question::attack), list_attacks, judge_attack,
       declare_attack, out_of_place},
      {Verb::end, "end", at(main), alone, judge_end, end_main, out_of_place},
      {Verb::resolve, "resolve {a:waiting}", at(order), list_order, judge_listed, resolve, out_of_place},
      {Verb::apply, "apply {a:replacement}", at(replace), list_replacements, judge_listed, apply_replacement,
       out_of_place},
      {Verb::swap, "swap {a:playable} for {b:flipped}", at(Question::swap), list_swaps, judge_swap, swap_green,
       refuse(Clause::TCG_BAT_24, Fact::other_question)},
      {Verb::keep_upgrade, "keep {a:item}{b? in the {b:slot} slot}", at(Question::keep_upgrade),
       list_kept_upgrades, judge_listed, transformers_tcg::keep_upgrade, out_of_place},
      {Verb::exchange, "exchange {a:side} for {b:listed}", at(sideboard), list_exchanges, judge_exchange, exchange,
       out_of_place},
      {Verb::choose, "choose {a:item}", at(choose), list_offer, judge_listed, choose_item, out_of_place},
      {Verb::choose, as_above, at(first_player), list_first_players, judge_listed, choose_first},
      {Verb::choose, as_above, at(mode), list_modes, judge_listed, choose_mode},
      {Verb::choose, as_above, at(plan, focus, focus_order), list_plan, judge_listed, choose_for_plan},
      {Verb::choose, as_above, at(keep), list_keep, judge_listed, keep_in_hand},
      {Verb::choose, as_above, at(slot), list_slots, judge_listed, choose_slot},
      {Verb::choose, as_above, at(leave), list_leaving, judge_listed, choose_leaving},
      {Verb::choose, as_above, at(component), list_components, judge_listed, choose_component},
      {Verb::choose, as_above, at(amount), list_amounts, judge_listed, choose_amount},
      {Verb::done, "done", at(choose), list_offer, judge_listed, stop_choosing, out_of_place},
      {Verb::done, as_above, at(sideboard), alone, always, done_exchanging},
      {Verb::done, as_above, at(Question::attack), alone, judge_rest, rest},
      {Verb::done, as_above, at(Question::use), alone, always, decline_ability},
      {Verb::done, as_above, at(replace), list_replacements, judge_listed, decline_replacements},
      {Verb::done, as_above, at(plan, focus), alone, always, stop_planning},
      {Verb::done, as_above, at(Question::play), alone, always, decline_play},
      {Verb::done, as_above, at(Question::swap), alone, always, decline_swap},
  };

  static Refusal not_asked(const Content&, const State& s, Seat seat, Choice ch) {
    if (seat == s.turn) return refuse(Clause::TCG_ACT_13, Fact::not_asked);
    switch (verb_of(ch)) {
      case Verb::attack: return refuse(Clause::TCG_ATK_12, Fact::not_your_turn);
      case Verb::play: return refuse(Clause::TCG_ACT_09, Fact::not_your_turn);
      case Verb::flip: return refuse(Clause::TCG_TRN_04, Fact::not_your_turn);
      default: return refuse(Clause::TCG_ACT_13, Fact::not_asked);
    }
  }

  static Refusal elsewhere(const Content& c, const State& s, Seat seat, Choice ch) {
    const Verb verb = verb_of(ch);
    switch (static_cast<Question>(s.decision.kind)) {
      case main: return verb == Verb::swap ? legal : refuse(Clause::TCG_TRN_04, Fact::other_question);
      case sideboard: return refuse(Clause::TCG_VAR_02, Fact::other_question);
      case Question::attack:
        if (verb == Verb::end) return must_attack(s);
        break;
      case Question::swap:
      case Question::play: break;
      default:
        if (verb == Verb::choose || verb == Verb::done || verb == Verb::use || verb == Verb::keep_upgrade)
          return judge_listed(c, s, seat, ch);
    }
    // TCG-TRN-09: attacks come last.
    const bool main_verb = verb == Verb::play || verb == Verb::flip || verb == Verb::use || verb == Verb::end;
    return main_verb && s.phase == Phase::attack ? refuse(Clause::TCG_TRN_09, Fact::attack_begun) : legal;
  }

  static constexpr Option options[] = {
      text("decks", Clause::TCG_DECK_11, "", read_decks),
      text_for_each("list", Clause::TCG_DECK_11, read_list),
      record("format", Clause::TCG_DECK_12, "casual", format_ids, write_option<&Options::format>),
      seat("first_player", Clause::TCG_SET_04, "random", write_seat<&State::first>),
      word("match", Clause::TCG_VAR_01, "one", matches,
           [](State& s, int wins) { s.options.match = byte(std::max(1, wins)); }),
      flag("loser_chooses", Clause::TCG_SET_05, "off", write_option<&Options::loser_chooses>),
      word("variant", Clause::TCG_VAR_03, "standard", variants, write_option<&Options::basic>),
      word("unfinished", Clause::TCG_VAR_06, "tie_break", unfinished_words,
           write_option<&Options::unfinished_draw>),
      word("early_turn_limit", Clause::TCG_TRN_07, "all", early_limits, write_option<&Options::early_from_hand>),
      word("combine_all_from_ko", Clause::TCG_CMB_08, "ko_area", ko_combines, write_option<&Options::all_from_ko>),
      word("outside_pool", Clause::TCG_OUT_06, "full", pools, write_option<&Options::outside_pool>),
      word("clock", Clause::TCG_VAR_04, "running", clocks, write_option<&Options::time_called>),
  };

  static constexpr Step steps[Step_count] = {
      nullptr,
      step_match,
      at_rest<step_setup>,
      at_rest<step_turn>,
      at_rest<step_attack>,
      step_ordered_attack,
      at_rest<step_triggers>,
      step_program,
      step_play,
      step_flip,
      step_plan,
      step_keep,
      step_damage,
      step_scrap,
      step_put_on,
      step_combine,
      step_settle_upgrades,
      step_amount,
      step_tie_break,
  };
  static constexpr const auto& where = whereabouts;
  static const ability::Vocabulary& vocabulary() { return transformers_tcg::vocabulary(); }
};

const Game& game() { return the_game<Rules, Lexicon>(); }

}  // namespace rw::transformers_tcg

template struct rw::RulesByTable<rw::transformers_tcg::Lexicon, rw::transformers_tcg::Rules::Terms>;
