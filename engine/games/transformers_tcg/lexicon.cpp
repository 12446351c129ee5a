// The words of the Transformers TCG: what choices and events name, what a seat can do, what a table can agree on.
#include "engine/edge.h"
#include "engine/games/transformers_tcg/kinds.h"
#include "engine/games/transformers_tcg/rules.h"

namespace rw::transformers_tcg {
namespace {

using core::at;
using core::by;
using core::byte;
using namespace transformers_tcg::kinds;

// ---- options ---------------------------------------------------------------------------------------

constexpr std::string_view early_limits[] = {"all", "from_hand"};
constexpr std::string_view ko_combines[] = {"ko_area", "battlefield"};
constexpr std::string_view pools[] = {"full", "declared", "sideboard"};
constexpr std::string_view unfinished_words[] = {"tie_break", "draw"};
constexpr std::string_view matches[] = {"one", "single", "best_of_three"};
constexpr std::string_view variants[] = {"standard", "basic"};
constexpr std::string_view clocks[] = {"running", "called"};

}  // namespace

struct Lexicon : LexiconOf<Rules> {
  using enum Question;

  static constexpr Refusal no_such_choice = refuse(Clause::none, Fact::no_such_item);
  static std::string_view seat_name(const Content&, const State&, int seat) {
    return seat_names[static_cast<std::size_t>(seat)];
  }
  static std::string holder_name(const Content& c, const State& s, int who) { return character_id(c, s, who); }

  static constexpr std::span<const std::string_view> places = place_paths;

  static constexpr std::array kinds = {
      Kind{.name = "number", .bare = true},
      Kind{.name = "seat"},
      Kind{.name = "record", .table = "battle_cards"},
      Kind{.name = "character", .table = "characters"},
      Kind{.name = "card",
           .below = card_count,
           .table = "battle_cards",
           .row = record_of_card,
           .place = place_of_card},
      Kind{.name = "who",
           .below = character_count,
           .table = "characters",
           .row = record_of_character,
           .form = who_form,
           .place = place_of_character,
           .values = all_characters,
           .also = is_character_called},
      Kind{.name = "bearer", .below = character_count + 1, .is = bearer_is, .values = all_bearers},
      Kind{.name = "user", .below = character_count, .form = user_form, .is = user_is, .values = all_users},
      Kind{.name = "playable", .is = playable_is, .values = all_records},
      Kind{.name = "flipped", .is = flipped_is, .values = all_records},
      Kind{.name = "slot", .below = Slot_count + 1, .words = Slot_names, .row = one_less, .values = one_to_three},
      Kind{.name = "mode", .below = max_modes + 1, .words = mode_words, .row = one_less, .values = one_to_three},
      Kind{.name = "color", .below = Color_count, .words = Color_names},
      Kind{.name = "phase", .below = Phase_count, .words = Phase_names},
      Kind{.name = "item", .form = item_form, .is = item_is, .values = all_items, .also = borne_by},
      Kind{.name = "offered", .form = offered_form, .is = item_is},
      Kind{.name = "way", .text = way_text},
      Kind{.name = "source",
           .words = rule_words,
           .row = rule_of,
           .form = source_form,
           .is = source_is,
           .also = source_borne_by},
      Kind{.name = "replacement", .form = replacement_form, .is = replacement_is, .values = all_replacements},
      Kind{.name = "waiting",
           .below = pending_capacity,
           .form = waiting_form,
           .is = waiting_is,
           .values = all_waiting,
           .also = is_that_number},
      Kind{.name = "side", .below = sideboard_size, .is = side_is, .values = all_sides},
      Kind{.name = "listed", .is = listed_is, .values = all_listed},
  };

  // In the order in which the choices of a question are listed. The clause of a choice that is out of place stands
  // in `elsewhere`, or else here.
  static constexpr Refusal out_of_place = refuse(Clause::TCG_ACT_13, Fact::other_question);
  static constexpr VerbRow verb_rows[] = {
      {.verb = Verb::play,
       .pattern = "play {a:playable}{b? on {b:bearer}}{c? in the {c:slot} slot}",
       .questions = at(main),
       .list = list_main_plays,
       .judge = judge_main_play,
       .act = play_in_main,
       .otherwise = refuse(Clause::TCG_ACT_09, Fact::other_question)},
      {.verb = Verb::play,
       .questions = at(Question::play),
       .list = list_may_play,
       .judge = judge_offered_play,
       .act = play_offered},
      {.verb = Verb::flip,
       .pattern = "flip {a:who}{b? to {b:mode}}",
       .questions = at(main),
       .list = list_flips,
       .judge = judge_flip,
       .act = flip_in_main,
       .otherwise = out_of_place},
      {.verb = Verb::use,
       .pattern = "use {a:user}",
       .questions = at(main),
       .list = list_tap_abilities,
       .judge = judge_tap_ability,
       .act = use_tap_ability,
       .otherwise = out_of_place},
      {.verb = Verb::use,
       .questions = at(Question::use),
       .list = list_use,
       .judge = judge_listed,
       .act = use_ability},
      {.verb = Verb::attack,
       .pattern = "attack {a:who} -> {b:who}",
       .questions = at(main, Question::attack),
       .list = list_attacks,
       .judge = judge_attack,
       .act = declare_attack,
       .otherwise = out_of_place},
      {.verb = Verb::end,
       .pattern = "end",
       .questions = at(main),
       .judge = judge_end,
       .act = end_main,
       .otherwise = out_of_place},
      {.verb = Verb::resolve,
       .pattern = "resolve {a:waiting}",
       .questions = at(order),
       .list = list_order,
       .judge = judge_listed,
       .act = resolve,
       .otherwise = out_of_place},
      {.verb = Verb::apply,
       .pattern = "apply {a:replacement}",
       .questions = at(replace),
       .list = list_replacements,
       .judge = judge_listed,
       .act = apply_replacement,
       .otherwise = out_of_place},
      {.verb = Verb::swap,
       .pattern = "swap {a:playable} for {b:flipped}",
       .questions = at(Question::swap),
       .list = list_swaps,
       .judge = judge_swap,
       .act = swap_green,
       .otherwise = refuse(Clause::TCG_BAT_24, Fact::other_question)},
      {.verb = Verb::keep_upgrade,
       .pattern = "keep {a:item}{b? in the {b:slot} slot}",
       .questions = at(Question::keep_upgrade),
       .list = list_kept_upgrades,
       .judge = judge_listed,
       .act = transformers_tcg::keep_upgrade,
       .otherwise = out_of_place},
      {.verb = Verb::exchange,
       .pattern = "exchange {a:side} for {b:listed}",
       .questions = at(sideboard),
       .list = list_exchanges,
       .judge = judge_exchange,
       .act = exchange,
       .otherwise = out_of_place},
      {.verb = Verb::choose,
       .pattern = "choose {a:item}",
       .questions = at(choose),
       .list = list_offer,
       .judge = judge_listed,
       .act = choose_item,
       .otherwise = out_of_place},
      {.verb = Verb::choose,
       .questions = at(first_player),
       .list = list_first_players,
       .judge = judge_listed,
       .act = choose_first},
      {.verb = Verb::choose, .questions = at(mode), .list = list_modes, .judge = judge_listed, .act = choose_mode},
      {.verb = Verb::choose,
       .questions = at(plan, focus, focus_order),
       .list = list_plan,
       .judge = judge_listed,
       .act = choose_for_plan},
      {.verb = Verb::choose, .questions = at(keep), .list = list_keep, .judge = judge_listed, .act = keep_in_hand},
      {.verb = Verb::choose, .questions = at(slot), .list = list_slots, .judge = judge_listed, .act = choose_slot},
      {.verb = Verb::choose,
       .questions = at(leave),
       .list = list_leaving,
       .judge = judge_listed,
       .act = choose_leaving},
      {.verb = Verb::choose,
       .questions = at(component),
       .list = list_components,
       .judge = judge_listed,
       .act = choose_component},
      {.verb = Verb::choose,
       .questions = at(amount),
       .list = list_amounts,
       .judge = judge_listed,
       .act = choose_amount},
      {.verb = Verb::done,
       .pattern = "done",
       .questions = at(choose),
       .list = list_offer,
       .judge = judge_listed,
       .act = stop_choosing,
       .otherwise = out_of_place},
      {.verb = Verb::done, .questions = at(sideboard), .act = done_exchanging},
      {.verb = Verb::done, .questions = at(Question::attack), .judge = judge_rest, .act = rest},
      {.verb = Verb::done, .questions = at(Question::use), .act = decline_ability},
      {.verb = Verb::done,
       .questions = at(replace),
       .list = list_replacements,
       .judge = judge_listed,
       .act = decline_replacements},
      {.verb = Verb::done, .questions = at(plan, focus), .act = stop_planning},
      {.verb = Verb::done, .questions = at(Question::play), .act = decline_play},
      {.verb = Verb::done, .questions = at(Question::swap), .act = decline_swap},
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
      {.name = "decks", .type = core::OptionType::text, .clause = by(Clause::TCG_DECK_11), .read = read_decks},
      {.name = "list", .type = core::OptionType::text, .clause = by(Clause::TCG_DECK_11), .read_for = read_list},
      {.name = "format",
       .type = core::OptionType::record,
       .clause = by(Clause::TCG_DECK_12),
       .usual = "casual",
       .ids = [](const Content& c) -> std::span<const std::string_view> { return c.format_ids; },
       .write = [](State& s, int format) { s.options.format = byte(format); }},
      {.name = "first_player",
       .type = core::OptionType::seat,
       .clause = by(Clause::TCG_SET_04),
       .usual = "random",
       .write = [](State& s, int seat) { s.first = seat < 0 ? core::no_seat : core::seat(seat); }},
      {.name = "match",
       .type = core::OptionType::word,
       .clause = by(Clause::TCG_VAR_01),
       .usual = "one",
       .words = matches,
       .write = [](State& s, int wins) { s.options.match = byte(std::max(1, wins)); }},
      {.name = "loser_chooses",
       .clause = by(Clause::TCG_SET_05),
       .usual = "off",
       .write = [](State& s, int on) { s.options.loser_chooses = byte(on); }},
      {.name = "variant",
       .type = core::OptionType::word,
       .clause = by(Clause::TCG_VAR_03),
       .usual = "standard",
       .words = variants,
       .write = [](State& s, int basic) { s.options.basic = byte(basic); }},
      {.name = "unfinished",
       .type = core::OptionType::word,
       .clause = by(Clause::TCG_VAR_06),
       .usual = "tie_break",
       .words = unfinished_words,
       .write = [](State& s, int draw) { s.options.unfinished_draw = byte(draw); }},
      {.name = "early_turn_limit",
       .type = core::OptionType::word,
       .clause = by(Clause::TCG_TRN_07),
       .usual = "all",
       .words = early_limits,
       .write = [](State& s, int from_hand) { s.options.early_from_hand = byte(from_hand); }},
      {.name = "combine_all_from_ko",
       .type = core::OptionType::word,
       .clause = by(Clause::TCG_CMB_08),
       .usual = "ko_area",
       .words = ko_combines,
       .write = [](State& s, int battlefield) { s.options.all_from_ko = byte(battlefield); }},
      {.name = "outside_pool",
       .type = core::OptionType::word,
       .clause = by(Clause::TCG_OUT_06),
       .usual = "full",
       .words = pools,
       .write = [](State& s, int pool) { s.options.outside_pool = byte(pool); }},
      {.name = "clock",
       .type = core::OptionType::word,
       .clause = by(Clause::TCG_VAR_04),
       .usual = "running",
       .words = clocks,
       .write = [](State& s, int called) { s.options.time_called = byte(called); }},
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
  static const ability::Vocabulary& vocabulary() { return transformers_tcg::vocabulary(); }
};

const Game& game() { return the_game<Rules, Lexicon>(); }

}  // namespace rw::transformers_tcg

template struct rw::RulesByTable<rw::transformers_tcg::Lexicon, rw::transformers_tcg::Terms>;
