// The words of RISK Cybertron: what choices and events name, what a seat can do, what a table can agree on.
#include "engine/core/text.h"
#include "engine/edge.h"
#include "engine/games/risk_cybertron/describe.h"
#include "engine/games/risk_cybertron/rules.h"

namespace rw::risk_cybertron {
namespace {

using core::at;
using core::by;
using core::Form;
using core::Place;

// ---- kinds: where they lie, how they are said ------------------------------------------------------

enum PlaceRow : std::uint8_t { zone_place, hand_place, leader_place };
constexpr std::string_view place_paths[] = {"zones.{zones}", "players.{seat}.hand.{n}", "players.{seat}.leader"};

Place place_of_zone(const Content&, const State&, Viewer, int zone) {
  return {zone_place, -1, static_cast<std::int16_t>(zone)};
}

Place place_of_leader(const Content&, const State& s, Viewer, int leader) {
  for (int i = 0; i < s.seats; ++i)
    if (s.leader[i].who == leader) return {leader_place, static_cast<std::int16_t>(i), -1};
  return {};
}

// A hand lists first what the viewer knows.
Place place_of_card(const Content&, const State& s, Viewer viewer, int card) {
  if (!viewer.sees(s.known_by[card])) return {};
  for (int i = 0; i < s.seats; ++i) {
    if (!core::contains(s.hand[i], card)) continue;
    std::int16_t before = 0;
    for (int other : core::bits(s.hand[i] & (core::bit(card) - 1)))
      before = static_cast<std::int16_t>(before + (viewer.sees(s.known_by[other]) ? 1 : 0));
    return {hand_place, static_cast<std::int16_t>(i), before};
  }
  return {};
}

int upgrade_of(const Content& c, const State&, int card) { return c.cards[card].upgrade; }

// A card may be called by its upgrade; several cards of one upgrade are told apart by their ids.
bool called_by_upgrade(const Content& c, const State&, int card, std::string_view text) {
  const Upgrade& upgrade = c.upgrades[static_cast<std::size_t>(c.cards[card].upgrade)];
  return text == upgrade.id || text == core::folded(upgrade.name_en) || text == core::folded(upgrade.name_fr);
}

// What an effect lets a seat choose: zones by number, then dice.
Form item_form(const Content&, const State&, int item) {
  if (item >= die_item) return {"die", {item - die_item + 1}};
  return {"zone", {item}};
}
Place place_of_item(const Content& c, const State& s, Viewer viewer, int item) {
  return item < all_zones ? place_of_zone(c, s, viewer, item) : Place{};
}
int zone_of_item(const Content&, const State&, int item) { return item < all_zones ? item : -1; }
void all_items(const Content&, const State&, std::vector<int>& out) {
  for (int zone = 0; zone < all_zones; ++zone) out.push_back(zone);
  for (int die = 0; die < max_attack_dice; ++die) out.push_back(die_item + die);
}

// ---- options ---------------------------------------------------------------------------------------

constexpr std::string_view pivot_words[] = {"closed", "open"};

}  // namespace

std::string_view seat_name(const Content& c, const State& s, int seat) {
  constexpr std::string_view numbers[] = {"seat 1", "seat 2", "seat 3", "seat 4"};
  if (s.leader[seat].who == no_leader) return numbers[seat];
  return c.leaders[s.leader[seat].who].colour;
}

struct Lexicon : LexiconOf<Rules> {
  using enum Question;

  static constexpr Refusal no_such_choice = refuse(Clause::none, Fact::other_question);
  static std::string_view seat_name(const Content& c, const State& s, int seat) {
    return risk_cybertron::seat_name(c, s, seat);
  }

  static constexpr std::span<const std::string_view> places = place_paths;

  static constexpr std::array kinds = {
      Kind{.name = "number", .bare = true},
      Kind{.name = "seat"},
      Kind{.name = "zone", .below = all_zones, .table = "zones", .place = place_of_zone},
      Kind{.name = "sector", .below = 6, .table = "sectors"},
      Kind{.name = "leader", .below = leader_count, .table = "leaders", .place = place_of_leader},
      Kind{.name = "card",
           .below = card_count,
           .table = "cards",
           .place = place_of_card,
           .also = called_by_upgrade},
      Kind{.name = "upgrade", .below = card_count, .table = "upgrades", .row = upgrade_of, .place = place_of_card},
      Kind{.name = "mode", .below = Mode_count, .words = Mode_names, .bare = true},
      Kind{.name = "phase", .below = Phase_count, .words = Phase_names},
      Kind{.name = "item",
           .table = "zones",
           .row = zone_of_item,
           .form = item_form,
           .place = place_of_item,
           .values = all_items},
  };

  // In the order in which the choices of a question are listed.
  static constexpr VerbRow verb_rows[] = {
      {.verb = Verb::lead,
       .pattern = "lead {a:leader}",
       .questions = at(choose_leader),
       .list = list_leaders,
       .judge = judge_lead,
       .act = lead,
       .otherwise = refuse(Clause::RSK_TRN_01, Fact::other_question)},
      {.verb = Verb::claim,
       .pattern = "claim {a:zone}",
       .questions = at(claim),
       .list = list_claims,
       .judge = judge_claim,
       .act = risk_cybertron::claim,
       .otherwise = refuse(Clause::RSK_SET_06, Fact::other_question)},
      {.verb = Verb::place,
       .pattern = "place {b:number} on {a:zone}",
       .questions = at(deploy),
       .list = list_deployments,
       .judge = judge_deploy,
       .act = risk_cybertron::deploy,
       .otherwise = refuse(Clause::RSK_P1_01, Fact::too_early)},
      {.verb = Verb::place,
       .pattern = "place {b:number} on {a:zone}",
       .questions = at(Question::place),
       .list = list_placements,
       .judge = judge_place,
       .act = risk_cybertron::place},
      {.verb = Verb::revive,
       .pattern = "revive {b:mode} on {a:zone}",
       .questions = at(Question::place),
       .list = list_revivals,
       .judge = judge_revive,
       .act = revive,
       .otherwise = refuse(Clause::RSK_P1_17, Fact::other_question)},
      {.verb = Verb::flip_leader,
       .pattern = "flip leader",
       .questions = at(Question::transform),
       .judge = judge_flip,
       .act = turn_leader,
       .otherwise = refuse(Clause::RSK_TRN_01, Fact::too_early)},
      {.verb = Verb::transform,
       .pattern = "transform {b:zone} with {a:card}",
       .questions = at(Question::transform),
       .list = list_transformations,
       .judge = judge_transform,
       .act = risk_cybertron::transform,
       .otherwise = refuse(Clause::RSK_P2_20, Fact::other_question)},
      {.verb = Verb::play,
       .pattern = "play {a:card}",
       .questions = at(play_cards, card_window, Question::transform),
       .list = list_cards,
       .judge = judge_play,
       .act = play_card},
      {.verb = Verb::attack,
       .pattern = "attack {a:zone} -> {b:zone}",
       .questions = at(Question::attack),
       .list = list_attacks,
       .judge = judge_attack,
       .act = declare_attack,
       .otherwise = refuse(Clause::RSK_TRN_01, Fact::other_question)},
      {.verb = Verb::use,
       .pattern = "use {a:number}{d? with leader}",
       .questions = at(commit_attack, commit_defence),
       .list = list_commitments,
       .judge = judge_use,
       .act = announce,
       .otherwise = refuse(Clause::RSK_ATK_11, Fact::other_question)},
      {.verb = Verb::add_bonus,
       .pattern = "add 1 to die {a:number}",
       .questions = at(Question::add_bonus),
       .list = list_bonuses,
       .judge = judge_bonus,
       .act = risk_cybertron::add_bonus,
       .otherwise = refuse(Clause::RSK_DIC_10, Fact::other_question)},
      {.verb = Verb::choose,
       .pattern = "choose {a:item}",
       .questions = at(choose),
       .list = list_items,
       .judge = judge_choose,
       .act = choose_item,
       .otherwise = refuse(Clause::RSK_TRN_01, Fact::other_question)},
      {.verb = Verb::done,
       .pattern = "done",
       .questions = at(choose),
       .judge = judge_done,
       .act = stop_choosing,
       .otherwise = refuse(Clause::RSK_TRN_01, Fact::other_question)},
      {.verb = Verb::continue_,
       .pattern = "continue",
       .questions = at(go_on),
       .act = continue_attack,
       .otherwise = refuse(Clause::RSK_RES_04, Fact::roll_first)},
      // RSK-ATK-15: a declared attack cannot be taken back before it has been rolled for.
      {.verb = Verb::end_attack,
       .pattern = "end attack",
       .questions = at(go_on),
       .act = break_off_attack,
       .otherwise = refuse(Clause::RSK_ATK_15, Fact::roll_first)},
      {.verb = Verb::move_in,
       .pattern = "move in {a:number}{d? with leader}",
       .questions = at(Question::move_in),
       .list = list_move_ins,
       .judge = judge_move_in,
       .act = occupy,
       .otherwise = refuse(Clause::RSK_RES_02, Fact::other_question)},
      {.verb = Verb::reinforce,
       .pattern = "reinforce {a:zone} -> {b:zone}",
       .questions = at(Question::reinforce),
       .list = list_reinforcements,
       .judge = judge_reinforce,
       .act = risk_cybertron::reinforce,
       .otherwise = refuse(Clause::RSK_TRN_01, Fact::other_question)},
      {.verb = Verb::move,
       .pattern = "move {a:number}{d? with leader}",
       .questions = at(Question::move_units),
       .list = list_moves,
       .judge = judge_move,
       .act = move,
       .otherwise = refuse(Clause::RSK_P4_01, Fact::other_question)},
      {.verb = Verb::jump,
       .pattern = "jump to {a:zone}",
       .questions = at(Question::reinforce),
       .list = list_jumps,
       .judge = judge_jump,
       .act = jump,
       .otherwise = refuse(Clause::RSK_LDR_08, Fact::other_question)},
      {.verb = Verb::give,
       .pattern = "give {a:zone}",
       .questions = at(Question::reinforce),
       .list = list_gifts,
       .judge = judge_give,
       .act = give,
       .otherwise = refuse(Clause::RSK_TEAM_05, Fact::give_not_possible)},
      {.verb = Verb::pass,
       .pattern = "pass",
       .questions = at(play_cards, card_window, Question::add_bonus),
       .act = pass,
       .otherwise = refuse(Clause::RSK_TRN_01, Fact::other_question)},
      {.verb = Verb::pass,
       .pattern = "pass",
       .questions = at(Question::reinforce),
       .judge = judge_pass,
       .act = pass},
      {.verb = Verb::end_phase,
       .pattern = "end phase",
       .questions = at(Question::transform, Question::attack),
       .act = end_phase,
       .otherwise = refuse(Clause::RSK_TRN_01, Fact::other_question)},
      {.verb = Verb::end_phase,
       .pattern = "end phase",
       .questions = at(Question::place, Question::reinforce),
       .judge = judge_end_phase,
       .act = end_phase},
  };

  static Refusal not_asked(const Content&, const State& s, Seat seat, Choice choice) {
    const Verb verb = verb_of(choice);
    // RSK-CRD-04: in an attack cards are for the two sides alone.
    if (verb == Verb::play && s.attack.open != 0 && seat != force(s, Side::attacker).seat &&
        seat != force(s, Side::defender).seat)
      return refuse(Clause::RSK_CRD_04, Fact::not_asked);
    return refuse(verb == Verb::transform ? Clause::RSK_P2_20
                  : verb == Verb::play    ? Clause::RSK_CRD_11
                                          : Clause::RSK_TRN_01,
                  Fact::not_asked);
  }

  // "Too late" and "not yet" (RSK-TRN-03), and the refusals that depend on more than the verb.
  static Refusal elsewhere(const Content& c, const State& s, Seat seat, Choice choice) {
    const bool setup = s.phase < Phase::place;
    const auto late = [&](Phase home) {
      return home < s.phase && !setup ? refuse(Clause::RSK_TRN_03, Fact::too_late) : legal;
    };
    const auto out_of_phase = [&](Phase home) {
      return s.phase < home ? refuse(Clause::RSK_TRN_01, Fact::too_early) : late(home);
    };
    switch (verb_of(choice)) {
      case Verb::lead: return late(Phase::leaders);
      case Verb::claim: return late(Phase::claim);
      case Verb::attack: return out_of_phase(Phase::attack);
      case Verb::reinforce: return out_of_phase(Phase::reinforce);
      case Verb::flip_leader: return late(Phase::transform);
      case Verb::place:
        // RSK-SET-06: zones are claimed before robots are deployed.
        if (static_cast<Question>(s.decision.kind) == claim)
          return refuse(Clause::RSK_SET_06, Fact::other_question);
        return late(Phase::place);
      case Verb::transform: return s.turn == seat ? legal : refuse(Clause::RSK_CRD_17, Fact::other_question);
      case Verb::play: return judge_play(c, s, seat, choice);
      case Verb::pass:
        if (s.phase == Phase::leaders) return refuse(Clause::RSK_MOD_07, Fact::other_question);
        // RSK-SET-06: nobody passes while zones are claimed and robots deployed.
        return setup ? refuse(Clause::RSK_SET_06, Fact::other_question) : legal;
      default: return legal;
    }
  }

  static constexpr Option options[] = {
      {.name = "deal_zones",
       .clause = by(Clause::RSK_SET_13),
       .usual = "off",
       .write = [](State& s, int on) { s.deal_zones = static_cast<std::uint8_t>(on); }},
      {.name = "days",
       .type = core::OptionType::number,
       .clause = by(Clause::RSK_OPT_02),
       .usual = "6",
       .low = 1,
       .high = 12,
       .write = [](State& s, int days) { s.days = static_cast<std::uint8_t>(days); }},
      {.name = "leaders", .type = core::OptionType::text, .clause = by(Clause::RSK_MOD_06), .read = read_leaders},
      {.name = "first_player",
       .type = core::OptionType::seat,
       .clause = by(Clause::RSK_MOD_08),
       .usual = "random",
       .write = [](State& s, int seat) { s.first = seat < 0 ? core::no_seat : core::seat(seat); }},
      {.name = "first_day_truce",
       .clause = by(Clause::RSK_OPT_01),
       .usual = "off",
       .write = [](State& s, int on) { s.truce = static_cast<std::uint8_t>(on); }},
      {.name = "pivot_start",
       .type = core::OptionType::word,
       .clause = by(Clause::RSK_SET_02),
       .usual = "open",
       .words = pivot_words,
       .write = [](State& s, int open) { s.pivots_start_open = static_cast<std::uint8_t>(open); }},
      {.name = "megatron_lands_alone",
       .clause = by(Clause::RSK_OPT_04),
       .usual = "off",
       .write = [](State& s, int on) { s.megatron_lands_alone = static_cast<std::uint8_t>(on); }},
      {.name = "supply_limit",
       .type = core::OptionType::text,
       .clause = by(Clause::RSK_GEN_08),
       .usual = "0",
       .read = read_supply_limit},
  };

  static constexpr Step steps[Step_count] = {
      nullptr,     step_leaders, step_claim,  step_deploy,     step_turn,
      step_attack, step_window,  run_program, step_move_units, step_end_of_day,
  };
  static const ability::Vocabulary& vocabulary() { return risk_cybertron::vocabulary(); }
};

const Game& game() { return the_game<Rules, Lexicon>(); }

}  // namespace rw::risk_cybertron

template struct rw::RulesByTable<rw::risk_cybertron::Lexicon, rw::risk_cybertron::Terms>;
