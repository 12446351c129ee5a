// Dragon Booster beyond what every game is tested for: each card of the set is played and its effect seen.
#include <algorithm>

#include "engine/games/dragon_booster/rules.h"
#include "engine/games/dragon_booster/turn.h"
#include "tests/expected.h"
#include "tests/table.h"

namespace rw::dragon_booster {
namespace {

const Edition& edition() {
  static const auto loaded = test::edition_of(*find_game("dragon_booster"));
  return *loaded;
}
const Content& content() { return *static_cast<const Content*>(edition().content()); }

Record card_named(std::string_view id) { return core::make<Record>(core::find_name(content().card_ids, id)); }

std::vector<Record> dragons() {
  std::vector<Record> found;
  for (int i = content().first_of[2]; i < content().first_of[3]; ++i) found.push_back(core::make<Record>(i));
  return found;
}

// ---- a table with something of everything ---------------------------------------------------------------

// Where the card under test lies, and what else its effect may ask for.
struct Situation {
  Phase phase = Phase::main;
  Record dragon{};        // A's dragon
  bool leads = true;      // A leads the turn, and started the battle
  int points = 10;        // of A; B has 12
  bool rushing = true;    // the card rushes if it is a maneuver in the zone
  bool full_zone = true;  // A has more in the zone
};

struct Table4 {
  State s{};
  Card card = no_card;  // the card under test, A's
};

Card add_race(State& s, int seat, Record card, std::uint64_t Player::* place) {
  Player& p = s.players[seat];
  const Slot slot = core::make<Slot>(p.race_count++);
  p.race[slot] = card;
  p.known[slot] = core::everyone;
  if (place != nullptr)
    p.*place |= core::bit(slot);
  else
    p.deck[p.deck_size++] = slot;
  return card_of(core::seat(seat), slot);
}

Crystal add_crystal(State& s, int seat, Record card) {
  Player& p = s.players[seat];
  const Crystal crystal = core::make<Crystal>(p.crystal_count++);
  p.crystals[crystal] = card;
  p.known[slot_of(crystal)] = core::everyone;
  return crystal;
}

void add_gear(State& s, int seat, Cap cap, Record card, Stat stat) {
  Player& p = s.players[seat];
  put_under(p, cap, add_crystal(s, seat, card));
  p.symbol[cap] = stat;
}

// Without constants of their own, so that what is seen comes from the card under test.
void furnish(State& s, int seat) {
  Player& p = s.players[seat];
  for (const char* id : {"sidewinder", "quick_step", "open_throttle"})
    add_race(s, seat, card_named(id), &Player::track);
  for (const char* id : {"quick_step", "sidewinder", "mag_kick", "charge"})
    add_race(s, seat, card_named(id), &Player::hand);
  for (const char* id : {"quick_step", "sidewinder", "charge", "charge"})
    add_race(s, seat, card_named(id), &Player::discards);
  for (int i = 0; i < 12; ++i) add_race(s, seat, card_named(i % 2 == 0 ? "quick_step" : "charge"), nullptr);
  add_gear(s, seat, Cap{3}, card_named("blue_balance_gear_l2"), Stat::agility);
  core::include(p.crew, add_crystal(s, seat, card_named("drummond_signal_corps")));
  core::include(p.damaged, add_crystal(s, seat, card_named("signal_gear_l1")));
  for (const char* id : {"parachute_gear_l1", "kitt_wonn_street_racer"})
    core::include(p.dragon_deck, add_crystal(s, seat, card_named(id)));
}

Table4 set_table(const Situation& situation) {
  Table4 table;
  State& s = table.s;
  s.random = core::Random::start(core::seed_from(3));
  s.seats = 2;
  s.format =
      static_cast<std::uint8_t>(core::find_name(content().format_ids, "booster_draft"));  // any team, any boxes
  s.turn = 9;
  s.turn_limit = 60;
  s.action_limit = 100;
  s.shown = 1;
  s.phase = situation.phase;
  s.leader = s.starter = core::seat(situation.leads ? 0 : 1);
  s.acting = core::seat(0);
  for (Player& p : s.players) {
    p.dragon = no_crystal;
    p.rushing = no_slot;
  }
  for (int seat = 0; seat < 2; ++seat) furnish(s, seat);
  Player& a = s.players[0];
  a.dragon = add_crystal(s, 0, situation.dragon);
  // A spare dragon of the same team, if there is one.
  for (const Record card : dragons())
    if (card != situation.dragon && face(content(), card).team == face(content(), situation.dragon).team) {
      core::include(a.dragon_deck, add_crystal(s, 0, card));
      break;
    }
  s.players[1].dragon = add_crystal(s, 1, card_named("coershun_with_cain"));
  a.points = static_cast<std::int16_t>(situation.points);
  s.players[1].points = 12;
  a.energy = s.players[1].energy = 9;
  if (situation.full_zone)
    for (const char* id : {"quick_step", "sidewinder"}) add_race(s, 0, card_named(id), &Player::zone);
  for (const char* id : {"sidewinder", "mag_kick"}) add_race(s, 1, card_named(id), &Player::zone);
  core::Frame turn{};
  turn.step = static_cast<std::uint8_t>(Step::turn);
  turn.stage = situation.phase == Phase::main ? main_stage : battles_stage;
  turn.controller = s.leader;
  s.agenda.push(turn);
  if (situation.phase != Phase::battle) {
    s.finished = core::only(core::seat(1));
    return table;
  }
  for (int seat = 0; seat < 2; ++seat) {
    Player& p = s.players[seat];
    const int last = 63 - std::countl_zero(p.zone);
    if (p.zone != 0) p.rushing = core::make<Slot>(situation.full_zone ? last : std::countr_zero(p.zone));
  }
  core::Frame battle{};
  battle.step = static_cast<std::uint8_t>(Step::battle);
  battle.stage = acting_stage;
  battle.controller = s.starter;
  s.agenda.push(battle);
  return table;
}

enum class Where : std::uint8_t { hand, play };
// Puts the card where its abilities work: race cards into the hand or into play, the others into the mag pit.
void lay_card(Table4& table, const Situation& situation, Record card, Where where) {
  State& s = table.s;
  Player& a = s.players[0];
  switch (face(content(), card).kind) {
    case Kind::maneuver:
      if (where == Where::hand) {
        table.card = add_race(s, 0, card, &Player::hand);
        return;
      }
      table.card = add_race(s, 0, card, situation.rushing ? &Player::zone : &Player::track);
      if (situation.rushing && situation.phase == Phase::battle) a.rushing = slot_of(table.card);
      return;
    case Kind::event: table.card = add_race(s, 0, card, &Player::hand); return;
    case Kind::dragon:
      a.crystals[a.dragon] = card;
      table.card = card_of(core::seat(0), a.dragon);
      return;
    case Kind::gear:
      add_gear(s, 0, Cap{0}, card, Stat::speed);
      table.card = card_of(core::seat(0), gear_under(a, Cap{0}));
      return;
    case Kind::crew: {
      const Crystal i = add_crystal(s, 0, card);
      core::include(a.crew, i);
      table.card = card_of(core::seat(0), i);
    }
  }
}

void lay(Table4& table, const Situation& situation, Record card, Where where) {
  lay_card(table, situation, card, where);
  for (Player& p : table.s.players) note_cards_in_play(content(), p);
}

// ---- seeing an effect ------------------------------------------------------------------------------------

bool is_effect(const core::Event& event, Card card) {
  switch (static_cast<EventKind>(event.kind)) {
    case EventKind::points:
    case EventKind::energy:
    case EventKind::sprint_changed:
    case EventKind::protected_:
    case EventKind::effect_made:
    case EventKind::damaged:
    case EventKind::put:
    case EventKind::shown:
    case EventKind::looked:
    case EventKind::searched:
    case EventKind::swapped:
    case EventKind::rush_swapped:
    case EventKind::magged:
    case EventKind::recruited: return true;
    case EventKind::drew:
    case EventKind::shuffled: return event.operands[0] > 0;
    case EventKind::discarded: return event.operands[0] != core::index(card);
    default: return false;
  }
}

// Takes the first choice that does something until the table is quiet again, or for a while.
void play_out(State& s, core::Log& log, int depth) {
  static ChoiceList list;
  dragon_booster::Table t{s, content(), &log, nullptr};
  for (int i = 0; i < 12 && s.phase != Phase::over && s.agenda.size() > depth; ++i) {
    list.clear();
    Rules::choices(content(), s, list);
    Rules::apply(t, list[0]);
  }
}

// A does `choice`; is an effect to be seen?
bool shows_effect(Table4 table, Choice choice) {
  core::Log log;
  dragon_booster::Table t{table.s, content(), &log, nullptr};
  Rules::run(t);
  if (table.s.decision.asked != core::seat(0) || Rules::judge(content(), table.s, core::seat(0), choice).refused())
    return false;
  const int depth = table.s.agenda.size();
  log.clear();
  Rules::apply(t, choice);
  play_out(table.s, log, depth);
  int discards = 0;  // the card that was paid with
  for (const core::Event& event : log.events) {
    const bool paid =
        static_cast<EventKind>(event.kind) == EventKind::discarded && event.operands[0] == choice.c();
    if (paid && choice.c() != 0 && discards++ == 0) continue;
    if (is_effect(event, table.card)) return true;
  }
  return false;
}

template <class Fn>
bool in_some_situation(Phase phase, Fn&& fn) {
  for (const Record dragon : dragons())
    for (const int points : {10, 25, 12})
      for (int bits = 0; bits < 8; ++bits)
        if (fn(Situation{phase, dragon, (bits & 1) != 0, points, (bits & 2) != 0, (bits & 4) != 0})) return true;
  return false;
}

// An equal card in the hand would be played first.
void drop_equal(Player& p, Record card) {
  for (const Slot slot : core::bits<Slot>(p.hand))
    if (p.race[slot] == card) {
      p.hand &= ~core::bit(slot);
      p.discards |= core::bit(slot);
    }
}

bool plays(Record card, Phase phase) {
  return in_some_situation(phase, [&](const Situation& situation) {
    Table4 table = set_table(situation);
    // Every burst can be met, with a zap cap to spare: this is about effects, not about stats.
    Player& a = table.s.players[0];
    add_gear(table.s, 0, Cap{0}, card_named("dragbox_l2"), face(content(), card).burst_stat);
    add_gear(table.s, 0, Cap{1}, card_named("blocking_staff_l1"), face(content(), card).burst_stat);
    a.symbol[Cap{3}] = face(content(), card).burst_stat;
    drop_equal(a, card);
    lay(table, situation, card, Where::hand);
    return shows_effect(table, choice(Verb::play, table.card));
  });
}

bool is_used(Record card, int ability) {
  const CardFace& used = face(content(), card);
  int k = 0;
  while (used.keyword[k] != ability) ++k;
  const bool main = used.keyword_moment[k] == static_cast<int>(Moment::main);
  return in_some_situation(main ? Phase::main : Phase::battle, [&](const Situation& situation) {
    if (used.kind == Kind::dragon && situation.dragon != card) return false;
    Table4 table = set_table(situation);
    table.s.players[0].events_this_battle = 2;
    lay(table, situation, card, Where::play);
    const Player& a = table.s.players[0];
    const Card paid = card_of(core::seat(0), core::make<Slot>(std::countr_zero(a.hand)));
    return shows_effect(table, choice(Verb::use, table.card, k == 0 ? 0 : k + 1, paid));
  });
}

// Makes the thing happen that sets the ability off.
bool is_set_off(Record card, Moment moment) {
  const bool battle = moment == Moment::battle_won || moment == Moment::battle_lost;
  return in_some_situation(battle ? Phase::battle : Phase::main, [&](const Situation& situation) {
    Table4 table = set_table(situation);
    lay(table, situation, card, Where::play);
    State& s = table.s;
    core::Log log;
    dragon_booster::Table t{s, content(), &log, nullptr};
    if (battle) {
      Player& b = s.players[1];
      for (int i = 0; i < 2; ++i) {
        for (const Slot slot : core::bits<Slot>(s.players[i].hand)) s.players[i].discards |= core::bit(slot);
        s.players[i].hand = 0;
      }
      b.raised[this_battle][b.rushing] = moment == Moment::battle_won ? -50 : 50;
      b.hand = b.discards & (~b.discards + 1);  // something to choose from
      b.discards &= ~b.hand;
      Rules::run(t);
      for (int i = 0; i < 6 && s.phase != Phase::over && s.decision.open(); ++i) {
        static ChoiceList list;
        list.clear();
        Rules::choices(content(), s, list);
        Rules::apply(t, list[list.size() - 1]);
      }
    } else {
      Rules::run(t);
      log.clear();
      if (moment == Moment::event_played) {
        Rules::apply(t, choice(Verb::play, card_of(core::seat(0), Slot{6})));  // Charge!
      } else if (moment == Moment::crew_recruited) {
        push_after(t);
        for (const Crystal i : core::bits<Crystal>(s.players[0].dragon_deck))
          if (face(content(), s.players[0], i).kind == Kind::crew) {
            recruit(t, core::seat(0), choice(Verb::recruit, card_of(core::seat(0), i)));
            break;
          }
        s.decision = {};
        Rules::run(t);
      } else {
        const int by = moment == Moment::your_card_damaged ? 1 : 0;
        push_after(t);
        damage(t, card_of(core::seat(1 - by), gear_under(s.players[1 - by], Cap{3})), core::seat(by));
        s.decision = {};
        Rules::run(t);
      }
    }
    bool due = false;
    for (const core::Event& event : log.events) {
      due = due || (static_cast<EventKind>(event.kind) == EventKind::trigger &&
                    event.operands[0] == core::index(table.card));
      if (due && is_effect(event, table.card)) return true;
    }
    return false;
  });
}

// A constant changes a figure that somebody asks for.
bool holds_constantly(Record card, WordOp word) {
  const auto seen = [&](const State& s, Card it) {
    const Content& c = content();
    const Seat a = core::seat(0), b = core::seat(1);
    const Player& p = s.players[0];
    bool found = false;
    switch (word) {
      case WordOp::sprint:
        for (int seat = 0; seat < 2; ++seat)
          for (const Slot slot : core::bits<Slot>(s.players[seat].track | s.players[seat].zone))
            found =
                found || sprint_of(c, s, card_of(core::seat(seat), slot)) != face(c, s.players[seat], slot).sprint;
        return found;
      case WordOp::protection:
        for (const Slot slot : core::bits<Slot>(p.track | p.zone))
          found = found || is_shielded(c, s, card_of(a, slot));
        for (const Crystal i : core::bits<Crystal>(mag_pit(p))) found = found || is_guarded(c, s, card_of(a, i));
        return found;
      case WordOp::cost_less:
        for (const Slot slot : core::bits<Slot>(p.hand))
          found = found || cost_of(c, s, a, slot) < face(c, p, slot).cost;
        return found;
      case WordOp::event_bonus: {
        const CardFace& charge = face(c, card_named("charge"));
        return event_value(c, s, a, charge) > stat_of(c, s, a, charge.burst_stat);
      }
      case WordOp::gain_cap: return gain_cap_bonus(c, s, a) > 0 || gain_limit(c, s) < 100;
      case WordOp::sprint_without_card: {
        State without = s;
        without.players[0].rushing = no_slot;
        return battle_sprint(c, without, a) > 0;
      }
      case WordOp::rushing_card_goes:
        for (const Result result : {Result::win, Result::loss, Result::tie})
          found = found || ways_home(c, s, a, result) != 0;
        return found;
      case WordOp::can: return wins_ties(c, s, a) || fits_all_boxes(c, s, a);
      case WordOp::no_events: return events_forbidden(c, s, b);
      case WordOp::free_use:
        for (const Kind kind : {Kind::gear, Kind::crew})
          found = found || free_use(c, s, a, Moment::main).of(kind) || free_use(c, s, a, Moment::battle).of(kind);
        return found;
      default: return it == no_card;
    }
  };
  for (const Phase phase : {Phase::main, Phase::battle})
    for (const Where where : {Where::play, Where::hand})
      if (in_some_situation(phase, [&](const Situation& situation) {
            if (face(content(), card).kind == Kind::dragon && situation.dragon != card) return false;
            Table4 table = set_table(situation);
            for (const Cap cap : core::first<Cap>(3))  // stats that some constants ask for
              if (face(content(), card).kind != Kind::gear)
                add_gear(table.s, 0, cap, card_named("blue_balance_gear_l2"),
                         core::make<Stat>(core::index(situation.dragon) % stat_count));
            if (face(content(), card).kind == Kind::dragon) table.s.players[0].damaged_rival = 1;
            if (face(content(), card).kind == Kind::crew)  // a small hand, many in the zone
              while (core::population(table.s.players[0].hand) > 2) {
                const int slot = std::countr_zero(table.s.players[0].hand);
                table.s.players[0].hand &= ~core::bit(slot);
                table.s.players[0].discards |= core::bit(slot);
              }
            for (const char* id : {"mag_kick", "quick_step"}) add_race(table.s, 0, card_named(id), &Player::zone);
            // What is seen without the card is not its doing.
            if (seen(table.s, no_card) && face(content(), card).kind != Kind::dragon) return false;
            lay(table, situation, card, where);
            return seen(table.s, table.card);
          }))
        return true;
  return false;
}

TEST(DragonBoosterCards, EveryAbilityOfEveryCardIsSeenToWork) {
  int abilities = 0;
  for (const Record card : core::first<Record>(static_cast<int>(content().cards.size()))) {
    const CardFace& it = face(content(), card);
    for (int i = 0; i < it.ability_count; ++i, ++abilities) {
      const int index = it.first_ability + i;
      const AbilityInfo& info = content().abilities[static_cast<std::size_t>(index)];
      const ability::Ability& a = info.program.ability();
      const auto moment = static_cast<Moment>(a.moment);
      switch (static_cast<ability::Kind>(a.kind)) {
        case ability::Kind::activated: EXPECT_TRUE(is_used(card, index)) << it.id; break;
        case ability::Kind::always:
          for (int word = static_cast<int>(WordOp::sprint); word <= static_cast<int>(WordOp::free_use); ++word)
            if ((info.modifiers & modifier_bit(static_cast<WordOp>(word))) != 0) {
              EXPECT_TRUE(holds_constantly(card, static_cast<WordOp>(word))) << it.id;
            }
          break;
        case ability::Kind::triggered:
          if (moment <= Moment::played_in_battle) {
            EXPECT_TRUE(plays(card, moment == Moment::played_in_battle ? Phase::battle : Phase::main)) << it.id;
          } else {
            EXPECT_TRUE(is_set_off(card, moment)) << it.id;
          }
          break;
        case ability::Kind::replacement: ADD_FAILURE() << it.id; break;
      }
    }
  }
  EXPECT_GE(abilities, 190);
}

TEST(DragonBoosterCards, ACardWithoutAnAbilityIsPlayedToo) {
  for (const Record card : core::first<Record>(content().race_cards)) {
    if (face(content(), card).ability_count != 0) continue;
    Situation situation;
    situation.dragon = card_named("wyldfyr_with_kitt_wonn");
    Table4 table = set_table(situation);
    drop_equal(table.s.players[0], card);
    lay(table, situation, card, Where::hand);
    dragon_booster::Table t{table.s, content(), nullptr, nullptr};
    Rules::run(t);
    ASSERT_FALSE(Rules::judge(content(), table.s, core::seat(0), choice(Verb::play, table.card)).refused())
        << face(content(), card).id;
    Rules::apply(t, choice(Verb::play, table.card));
    EXPECT_TRUE(core::contains(table.s.players[0].track, slot_of(table.card))) << face(content(), card).id;
  }
}

}  // namespace
}  // namespace rw::dragon_booster
