// The words of RISK Cybertron: what choices and events name, what a seat can do, what a table can agree on.
#include "engine/core/text.h"
#include "engine/edge.h"
#include "engine/games/risk_cybertron/describe.h"
#include "engine/games/risk_cybertron/rules.h"

namespace rw::risk_cybertron {
namespace {

using core::alone, core::always, core::as_above, core::at, core::write, core::write_seat;
using core::Form;
using core::Place, core::typed;

// ---- kinds: where they lie, how they are said ------------------------------------------------------

enum PlaceRow : std::uint8_t { zone_place, hand_place, leader_place };
constexpr std::string_view place_paths[] = {"zones.{zones}", "players.{seat}.hand.{n}", "players.{seat}.leader"};

Place place_of_zone(const Content&, const State&, Viewer, Zone zone) {
  return {zone_place, -1, static_cast<std::int16_t>(zone)};
}

Place place_of_leader(const Content&, const State& s, Viewer, LeaderId leader) {
  for (int i = 0; i < s.seats; ++i)
    if (s.leader[i].who == leader) return {leader_place, static_cast<std::int16_t>(i), -1};
  return {};
}

// A hand lists first what the viewer knows.
Place place_of_card(const Content&, const State& s, Viewer viewer, Card card) {
  if (!viewer.sees(s.known_by[card])) return {};
  for (int i = 0; i < s.seats; ++i) {
    if (!core::contains(s.hand[i], card)) continue;
    std::int16_t before = 0;
    for (const Card other : core::bits<Card>(s.hand[i] & (core::bit(card) - 1)))
      before = static_cast<std::int16_t>(before + (viewer.sees(s.known_by[other]) ? 1 : 0));
    return {hand_place, static_cast<std::int16_t>(i), before};
  }
  return {};
}

int row_of_upgrade(const Content& c, const State&, Card card) { return core::index(c.cards[card].upgrade); }

// A card may be called by its upgrade; several cards of one upgrade are told apart by their ids.
bool called_by_upgrade(const Content& c, const State&, Card card, std::string_view text) {
  const Upgrade& upgrade = upgrade_of(c, card);
  return text == upgrade.id || text == core::folded(upgrade.name_en) || text == core::folded(upgrade.name_fr);
}

// What an effect lets a seat choose.
Form item_form(const Content&, const State&, Item item) {
  return is_die(item) ? Form{"die", {rank_of(item) + 1}} : Form{"zone", {core::index(item)}};
}
Place place_of_item(const Content& c, const State& s, Viewer viewer, Item item) {
  return is_zone(item) ? place_of_zone(c, s, viewer, zone_of(item)) : Place{};
}
int row_of_item(const Content&, const State&, Item item) {
  return is_zone(item) ? core::index(zone_of(item)) : -1;
}
void all_items(const Content&, const State&, std::vector<int>& out) {
  for (const Zone zone : core::first<Zone>(all_zones)) out.push_back(core::index(item_of(zone)));
  for (int rank = 0; rank < max_attack_dice; ++rank) out.push_back(core::index(item_of_die(rank)));
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

  static std::string_view seat_name(const Content& c, const State& s, int seat) {
    return risk_cybertron::seat_name(c, s, seat);
  }

  static constexpr std::span<const std::string_view> places = place_paths;

  static constexpr auto kinds = kinds_of({
      {.name = "zone", .below = all_zones, .table = "zones", .place = typed<place_of_zone>},
      {.name = "sector", .below = sector_count, .table = "sectors"},
      {.name = "leader", .below = leader_count, .table = "leaders", .place = typed<place_of_leader>},
      {.name = "card",
       .below = card_count,
       .table = "cards",
       .place = typed<place_of_card>,
       .also = typed<called_by_upgrade>},
      {.name = "upgrade",
       .below = card_count,
       .table = "upgrades",
       .row = typed<row_of_upgrade>,
       .place = typed<place_of_card>},
      {.name = "mode", .below = Mode_count, .words = Mode_names, .bare = true},
      {.name = "phase", .below = Phase_count, .words = Phase_names},
      {.name = "item",
       .table = "zones",
       .row = typed<row_of_item>,
       .form = typed<item_form>,
       .place = typed<place_of_item>,
       .values = all_items},
  });

  // In the order in which the choices of a question are listed.
  static constexpr VerbRow verb_rows[] = {
      {Verb::lead, "lead {a:leader}", at(choose_leader), list_leaders, judge_lead, lead,
       refuse(Clause::RSK_TRN_01, Fact::other_question)},
      {Verb::claim, "claim {a:zone}", at(claim), list_claims, judge_claim, risk_cybertron::claim,
       refuse(Clause::RSK_SET_06, Fact::other_question)},
      {Verb::place, "place {b:number} on {a:zone}", at(deploy), list_deployments, judge_deploy,
       risk_cybertron::deploy, refuse(Clause::RSK_P1_01, Fact::too_early)},
      {Verb::place, as_above, at(Question::place), list_placements, judge_place, risk_cybertron::place},
      {Verb::revive, "revive {b:mode} on {a:zone}", at(Question::place), list_revivals, judge_revive, revive,
       refuse(Clause::RSK_P1_17, Fact::other_question)},
      {Verb::flip_leader, "flip leader", at(Question::transform), alone, judge_flip, turn_leader,
       refuse(Clause::RSK_TRN_01, Fact::too_early)},
      {Verb::transform, "transform {b:zone} with {a:card}", at(Question::transform), list_transformations,
       judge_transform, risk_cybertron::transform, refuse(Clause::RSK_P2_20, Fact::other_question)},
      {Verb::play, "play {a:card}", at(play_cards, card_window, Question::transform), list_cards, judge_play,
       play_card},
      {Verb::attack, "attack {a:zone} -> {b:zone}", at(Question::attack), list_attacks, judge_attack,
       declare_attack, refuse(Clause::RSK_TRN_01, Fact::other_question)},
      {Verb::use, "use {a:number}{d? with leader}", at(commit_attack, commit_defence), list_commitments, judge_use,
       announce, refuse(Clause::RSK_ATK_11, Fact::other_question)},
      {Verb::add_bonus, "add 1 to die {a:number}", at(Question::add_bonus), list_bonuses, judge_bonus,
       risk_cybertron::add_bonus, refuse(Clause::RSK_DIC_10, Fact::other_question)},
      {Verb::choose, "choose {a:item}", at(choose), list_items, judge_choose, choose_item,
       refuse(Clause::RSK_TRN_01, Fact::other_question)},
      {Verb::done, "done", at(choose), alone, judge_done, stop_choosing,
       refuse(Clause::RSK_TRN_01, Fact::other_question)},
      {Verb::continue_, "continue", at(go_on), alone, always, continue_attack,
       refuse(Clause::RSK_RES_04, Fact::roll_first)},
      // RSK-ATK-15: a declared attack cannot be taken back before it has been rolled for.
      {Verb::end_attack, "end attack", at(go_on), alone, always, break_off_attack,
       refuse(Clause::RSK_ATK_15, Fact::roll_first)},
      {Verb::move_in, "move in {a:number}{d? with leader}", at(Question::move_in), list_move_ins, judge_move_in,
       occupy, refuse(Clause::RSK_RES_02, Fact::other_question)},
      {Verb::reinforce, "reinforce {a:zone} -> {b:zone}", at(Question::reinforce), list_reinforcements,
       judge_reinforce, risk_cybertron::reinforce, refuse(Clause::RSK_TRN_01, Fact::other_question)},
      {Verb::move, "move {a:number}{d? with leader}", at(Question::move_units), list_moves, judge_move, move,
       refuse(Clause::RSK_P4_01, Fact::other_question)},
      {Verb::jump, "jump to {a:zone}", at(Question::reinforce), list_jumps, judge_jump, jump,
       refuse(Clause::RSK_LDR_08, Fact::other_question)},
      {Verb::give, "give {a:zone}", at(Question::reinforce), list_gifts, judge_give, give,
       refuse(Clause::RSK_TEAM_05, Fact::give_not_possible)},
      {Verb::pass, "pass", at(play_cards, card_window, Question::add_bonus), alone, always, pass,
       refuse(Clause::RSK_TRN_01, Fact::other_question)},
      {Verb::pass, as_above, at(Question::reinforce), alone, judge_pass, pass},
      {Verb::end_phase, "end phase", at(Question::transform, Question::attack), alone, always, end_phase,
       refuse(Clause::RSK_TRN_01, Fact::other_question)},
      {Verb::end_phase, as_above, at(Question::place, Question::reinforce), alone, judge_end_phase, end_phase},
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
      case Verb::attack:
        if (under_truce(s, seat) && s.turn == seat) return refuse(Clause::RSK_OPT_01, Fact::truce);
        return out_of_phase(Phase::attack);
      case Verb::reinforce: return out_of_phase(Phase::reinforce);
      case Verb::flip_leader: return late(Phase::transform);
      case Verb::place:
        // RSK-SET-06: zones are claimed before robots are deployed.
        if (static_cast<Question>(s.decision.kind) == claim)
          return refuse(Clause::RSK_SET_06, Fact::other_question);
        return late(Phase::place);
      case Verb::continue_:
      case Verb::end_attack: return s.attack.open != 0 ? legal : refuse(Clause::RSK_RES_04, Fact::other_question);
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
      flag("deal_zones", Clause::RSK_SET_13, "off", write<&State::deal_zones>),
      number("days", Clause::RSK_OPT_02, "6", {1, 12}, write<&State::days>),
      text("leaders", Clause::RSK_MOD_06, "", read_leaders),
      seat("first_player", Clause::RSK_MOD_08, "random", write_seat<&State::first>),
      flag("first_day_truce", Clause::RSK_OPT_01, "off", write<&State::truce>),
      word("pivot_start", Clause::RSK_SET_02, "open", pivot_words, write<&State::pivots_start_open>),
      flag("megatron_lands_alone", Clause::RSK_OPT_04, "off", write<&State::megatron_lands_alone>),
      text("supply_limit", Clause::RSK_GEN_08, "0", read_supply_limit),
  };

  static constexpr Step steps[Step_count] = {
      nullptr,     step_leaders, step_claim,  step_deploy,     step_turn,
      step_attack, step_window,  run_program, step_move_units, step_end_of_day,
  };
  static constexpr const auto& where = whereabouts;
  static const ability::Vocabulary& vocabulary() { return risk_cybertron::vocabulary(); }
};

const Game& game() { return the_game<Rules, Lexicon>(); }

}  // namespace rw::risk_cybertron

template struct rw::RulesByTable<rw::risk_cybertron::Lexicon, rw::risk_cybertron::Rules::Terms>;
