// Playing what goes on the response stack: targets, Strategies, Techs, Assist Powers.
#include "engine/games/dino_battles/turn.h"
#include "engine/games/dino_battles/where.h"

namespace rw::dino_battles {

// ---- targets ------------------------------------------------------------------------------------------------

namespace {

bool legal_target(const State& s, Seat seat, const TargetSpec& spec, Target target) {
  switch (spec.type) {
    case TargetType::none: return false;
    case TargetType::dinosaur: {
      const Ref ref = dino_named(s, target);
      if (ref == no_dino || !in_zone(s, ref, spec.zone)) return false;
      return spec.whose == Whose::any || (owner_of(ref) == seat) == (spec.whose == Whose::own);
    }
    case TargetType::player: {
      const Seat other = seat_of(target);
      return target != no_target && !is_item(target) && slot_of(target) == player_slot &&
             core::index(other) < s.seats && other != seat && in_game(s, other);
    }
    case TargetType::item: {
      const int at = item_of(target);
      if (at < 0 || at >= s.stack.size() || s.stack[at].controller == seat) return false;
      const ItemKind kind = s.stack[at].kind;
      return spec.item == ItemWord::tech ? is_tech(s.stack[at])
                                         : kind == ItemKind::strategy || kind == ItemKind::assist;
    }
  }
  return false;
}

// All ways to name the targets of something, as operands.
struct TargetLists {
  std::uint16_t items[400];
  int count = 0;
  void add(int operand) { items[count++] = static_cast<std::uint16_t>(operand); }
};

enum class Needed : std::uint8_t { if_there_is_one, always };  // an attack is made on something (DNB-TEC-08)
Needed needed_by(const PowerCard& power) { return power.attack ? Needed::always : Needed::if_there_is_one; }

void list_targets(const State& s, Seat seat, const TargetSpec& spec, Needed needed, TargetLists& out) {
  out.count = 0;
  if (spec.type == TargetType::none) return out.add(0);
  Target single[128];  // things on the stack, or Dinosaurs
  int n = 0;
  if (spec.type == TargetType::item) {
    for (int i = 0; i < s.stack.size(); ++i)
      if (legal_target(s, seat, spec, target_of_item(i))) single[n++] = target_of_item(i);
  } else {
    for (int i = 0; i < s.seats; ++i) {
      const bool own = core::seat(i) == seat;
      if (spec.type == TargetType::player) {
        if (!own && in_game(s, core::seat(i))) single[n++] = target_of(core::seat(i), player_slot);
      } else if (spec.whose == Whose::any || own == (spec.whose == Whose::own)) {
        for (const Slot slot : all_slots)
          if (s.players[i].at_slot[slot] != 0 && is_in(slot, spec.zone))
            single[n++] = target_of(core::seat(i), slot);
      }
    }
  }
  if (spec.up_to || (n == 0 && needed != Needed::always)) out.add(0);  // DNB-GEN-19
  for (int i = 0; i < n; ++i) out.add(core::index(single[i]));
  for (int i = 0; i < n && spec.most > 1; ++i)
    for (int k = i + 1; k < n; ++k) out.add(core::index(single[i]) | (core::index(single[k]) << 8));
}

// DNB-GEN-08: too few, too many, or as many of other kinds.
Refusal refuse_payment(const Cost& cost, Payment offered) {
  const bool other_kinds = cards_in(offered) == cost.size();
  return refuse(Clause::DNB_GEN_08, other_kinds ? Fact::cost_not_covered : Fact::wrong_payment, cards_in(offered),
                cost.size());
}

Refusal judge_targets(const State& s, Seat seat, const TargetSpec& spec, Needed needed, int operand) {
  const Target first = first_of(operand), second = second_of(operand);
  const bool attack = needed == Needed::always;
  const Clause clause = attack ? Clause::DNB_TEC_08 : Clause::DNB_GEN_19;
  if (operand == 0) {
    TargetLists all;
    list_targets(s, seat, spec, needed, all);
    if (all.count > 0 && all.items[0] == 0) return legal;
    if (attack && all.count == 0) return refuse(Clause::DNB_TEC_14, Fact::target_missing);
    return refuse(clause, Fact::target_needed);
  }
  if (attack && slot_of(first) == player_slot) return refuse(Clause::DNB_DIR_08, Fact::illegal_target);
  if (!legal_target(s, seat, spec, first)) return refuse(clause, Fact::illegal_target);
  if (second != no_target && (spec.most < 2 || second <= first || !legal_target(s, seat, spec, second)))
    return refuse(clause, Fact::illegal_target);
  return legal;
}

// Writes what was aimed at into the item (DNB-GEN-15).
void aim(Table& t, Item& item, const TargetSpec& spec, int operand) {
  const Target first = first_of(operand), second = second_of(operand);
  if (operand == 0) {
    if (spec.type != TargetType::none) cite(t, Clause::DNB_GEN_19, item.controller);
    return;
  }
  cite(t, Clause::DNB_GEN_15, item.controller);
  if (spec.type == TargetType::dinosaur) {
    item.subject = number_of(dino_named(t.s, first));
    if (second != no_target) item.object = number_of(dino_named(t.s, second));
  } else if (spec.type == TargetType::player) {
    item.subject = static_cast<std::int8_t>(seat_of(first));
  } else {
    item.subject = static_cast<std::int8_t>(item_of(first));
    item.flags |= aims_at_item;
  }
}

// Where a choice finds the card: 0 in the hand, 1 + its handle under a Dinosaur.
Handle handle_of(int where) { return core::make<Handle>(where - 1); }

bool has_card(const State& s, Seat seat, Kind kind, int where) {
  const Player& p = player(s, seat);
  if (kind >= Kind::end) return false;
  if (where == 0) return p.hand[kind] != 0;
  const Attached* card = attached_at(s, seat, handle_of(where));
  return card != nullptr && card->kind == kind;
}

// DNB-STR-07: it lies in the Play Area until Cleanup.
void put_into_play(Table& t, Seat seat, Kind kind, int where) {
  if (where == 0) {
    leave_hand(t.s, seat, kind);
  } else {
    release(t.s, seat, handle_of(where));
    emit(t, is_tech(t.content, t.s, kind) ? Clause::DNB_TEC_04 : Clause::DNB_STR_02, EventKind::revealed, seat,
         kind, where);
  }
  ++player(t.s, seat).play[kind];
  cite(t, Clause::DNB_STR_07, seat);
}

// Calls fn(kind, where) for each card of the wanted sort that the player can play.
template <class Fn>
void each_playable(const Content& c, const State& s, Seat seat, CardKind sort, Fn&& fn) {
  const Player& p = player(s, seat);
  const auto wanted = [&](Stack stack) { return is_tech(c, s.stacks[stack]) == (sort == CardKind::tech); };
  if (where_texts_act.may(Spot::hand, sort, ability::act_use))
    for (const Stack stack : core::first<Stack>(stack_count))
      if (p.hand[kind_of(stack)] != 0 && wanted(stack)) fn(kind_of(stack), 0);
  if (!where_texts_act.may(Spot::under, sort, ability::act_use)) return;
  for (const Attached& card : attached_cards(s, seat))
    if (is_stack_card(card.kind) && wanted(stack_of(card.kind))) fn(card.kind, core::index(card.handle) + 1);
}

}  // namespace

// ---- Strategies --------------------------------------------------------------------------------------------

void list_strategies(const Content& c, const State& s, ChoiceList& out) {
  if (s.strategies == 0) return;
  const Seat seat = s.decision.asked;
  TargetLists targets;
  each_playable(c, s, seat, CardKind::strategy, [&](Kind kind, int where) {
    list_targets(s, seat, stack_card(c, s, kind).target, Needed::if_there_is_one, targets);
    for (int i = 0; i < targets.count; ++i) out.add(choice(Verb::play_strategy, kind, targets.items[i], 0, where));
  });
}

Refusal judge_strategy(const Content& c, const State& s, Seat seat, Choice ch) {
  const Kind kind = ch.a<Kind>();
  if (is_status(kind)) return refuse(Clause::DNB_STA_12, Fact::status_card);
  if (!is_strategy(c, s, kind)) return refuse(Clause::DNB_STR_09, Fact::card_not_there);
  if (!has_card(s, seat, kind, ch.d())) return refuse(Clause::DNB_STR_09, Fact::card_not_there);
  if (s.strategies == 0) return refuse(Clause::DNB_STR_09, Fact::no_strategies_left);
  return judge_targets(s, seat, stack_card(c, s, kind).target, Needed::if_there_is_one, ch.b());
}

void play_strategy(Table& t, Seat seat, Choice ch) {
  const Kind kind = ch.a<Kind>();
  --t.s.strategies;
  emit(t, Clause::DNB_STR_01, EventKind::strategy_played, seat, kind, told_targets(t.s, ch.b()));
  cite(t, Clause::DNB_STR_03, seat);
  put_into_play(t, seat, kind, ch.d());
  const StackCard& card = stack_card(t.content, t.s, kind);
  Item& item = push_item(t, ItemKind::strategy, seat, kind);
  aim(t, item, card.target, ch.b());
}

// ---- Techs -----------------------------------------------------------------------------------------------------

namespace {

bool waits(const State& s, Seat seat, auto&& wanted) {
  for (int i = s.stack.size() - 1; i >= 0; --i)
    if (wanted(s.stack[i], s.stack[i].controller == seat)) return true;
  return false;
}

bool timing_holds(const State& s, Seat seat, Moment moment) {
  switch (moment) {
    case Moment::own_turn: return seat == s.turn;
    case Moment::own_main: return seat == s.turn && s.phase == Phase::main;
    case Moment::own_attack_declared:
      return waits(s, seat, [](const Item& item, bool own) {
        return own && item.kind == ItemKind::attack && item.stage == ItemStage::waiting;
      });
    case Moment::attack_on_own_dino:
      return waits(s, seat, [seat](const Item& item, bool own) {
        return !own && item.kind == ItemKind::attack && owner_of(subject_of(item)) == seat;
      });
    case Moment::tech_waiting:
      return waits(s, seat, [](const Item& item, bool own) { return !own && is_tech(item); });
    case Moment::strategy_or_assist_waiting:
      return waits(s, seat, [](const Item& item, bool own) {
        return !own && (item.kind == ItemKind::strategy || item.kind == ItemKind::assist);
      });
    case Moment::own_reserve: return active_of(s, seat) != no_dino && has_reserve(s, seat);
    default: return true;
  }
}

}  // namespace

namespace {

int combat_cards_in(const Pile& hand) { return hand[Kind::attack] + hand[Kind::evade] + hand[Kind::defend]; }

bool affordable(const Cost& cost, const Player& p) {
  for (const Kind k : combat_cards)
    if (cost.of[k] > p.hand[k]) return false;
  return cost.size() <= combat_cards_in(p.hand);
}

}  // namespace

void list_techs(const Content& c, const State& s, ChoiceList& out) {
  const Seat seat = s.decision.asked;
  const Player& p = player(s, seat);
  if (combat_cards_in(p.hand) == 0) return;
  TargetLists targets;
  each_playable(c, s, seat, CardKind::tech, [&](Kind kind, int where) {
    const StackCard& card = stack_card(c, s, kind);
    for (int which = 0; which < card.power_count; ++which) {
      const PowerCard& power = card.powers[which];
      if (!affordable(power.cost, p) || !timing_holds(s, seat, static_cast<Moment>(power.moment))) continue;
      list_targets(s, seat, power.target, needed_by(power), targets);
      each_payment(power.cost, p.hand, [&](Payment offered) {
        for (int i = 0; i < targets.count; ++i)
          out.add(choice(Verb::play_tech, core::index(kind) | (which << 8), targets.items[i], offered, where));
      });
    }
  });
}

Refusal judge_tech(const Content& c, const State& s, Seat seat, Choice ch) {
  const Kind kind = core::make<Kind>(ch.a() & 0xFF);
  const int which = ch.a() >> 8;
  if (!is_tech(c, s, kind)) return refuse(Clause::DNB_TEC_14, Fact::card_not_there);
  if (!has_card(s, seat, kind, ch.d())) return refuse(Clause::DNB_TEC_14, Fact::card_not_there);
  const StackCard& card = stack_card(c, s, kind);
  if (which >= card.power_count) return refuse(Clause::DNB_TEC_01, Fact::no_such_item);
  const PowerCard& power = card.powers[which];
  if (!timing_holds(s, seat, static_cast<Moment>(power.moment))) return refuse(Clause::DNB_TEC_11, Fact::timing);
  const Payment offered = core::make<Payment>(ch.c());
  if (!meets(power.cost, offered)) return refuse_payment(power.cost, offered);
  if (!hand_covers(player(s, seat), offered))
    return refuse(ch.d() != 0 ? Clause::DNB_TEC_04 : Clause::DNB_TEC_14, Fact::cost_not_covered);
  return judge_targets(s, seat, power.target, needed_by(power), ch.b());
}

void play_tech(Table& t, Seat seat, Choice ch) {
  const Kind kind = core::make<Kind>(ch.a() & 0xFF);
  const int which = ch.a() >> 8;
  const StackCard& card = stack_card(t.content, t.s, kind);
  const PowerCard& power = card.powers[which];
  emit(t, Clause::DNB_TEC_06, EventKind::tech_played, seat, ch.a(), told_targets(t.s, ch.b()));
  cite(t, Clause::DNB_TEC_05, seat);
  if (seat != t.s.turn) cite(t, Clause::DNB_TEC_03, seat);
  if (t.s.strategies == 0 && seat == t.s.turn) cite(t, Clause::DNB_TEC_13, seat);
  put_into_play(t, seat, kind, ch.d());
  pay_from_hand(t, seat, core::make<Payment>(ch.c()), power.cost, Clause::DNB_TEC_01);
  if (card.cost.size() > 0) cite(t, Clause::DNB_TEC_02, seat);
  Item& item = push_item(t, power.attack ? ItemKind::tech_attack : ItemKind::tech, seat, kind);
  item.which = static_cast<std::uint8_t>(which & 15);
  item.flags = static_cast<std::uint8_t>(power.flags);
  aim(t, item, power.target, ch.b());
  if (power.attack) cite(t, Clause::DNB_TEC_08, seat);
  if (power.attack && (seat != t.s.turn || !has_dinosaur(t.s, seat))) cite(t, Clause::DNB_TEC_09, seat);
}

// ---- Assist Powers ---------------------------------------------------------------------------------------------

namespace {

using CombatCards = core::Indexed<Kind, std::uint8_t, combat_kinds>;
CombatCards combat_cards_under(const State& s, Ref ref) {
  CombatCards have{};
  for (const Attached& card : attached_cards(s, owner_of(ref)))
    if (card.place == place_of(ref) && is_combat(card.kind)) ++have[card.kind];
  return have;
}

}  // namespace

void list_assists(const Content& c, const State& s, ChoiceList& out) {
  const Seat seat = s.decision.asked;
  TargetLists targets;
  for (const Slot slot : all_slots) {
    if (!where_texts_act.may(spot_of_slot(slot), CardKind::assist, ability::act_use)) continue;
    const Ref ref = dino_in(s, seat, slot);
    if (ref == no_dino || dino_at(s, ref).assisted != 0) continue;
    const AssistCard& assist = dino_card(c, s, ref).assist;
    if (assist.ability < 0) continue;
    list_targets(s, seat, assist.target, Needed::if_there_is_one, targets);
    each_payment(assist.cost, combat_cards_under(s, ref), [&](Payment offered) {
      for (int i = 0; i < targets.count; ++i)
        out.add(choice(Verb::assist, target_of(seat, slot), targets.items[i], offered));
    });
  }
}

Refusal judge_assist(const Content& c, const State& s, Seat seat, Choice ch) {
  const Ref ref = dino_named(s, ch.a<Target>());
  if (ref == no_dino || owner_of(ref) != seat) return refuse(Clause::DNB_AST_06, Fact::not_your_dinosaur);
  if (!where_texts_act.may(spot_of_slot(dino_at(s, ref).slot), CardKind::assist, ability::act_use))
    return refuse(Clause::DNB_AST_02, Fact::assist_from_reserve);
  const AssistCard& assist = dino_card(c, s, ref).assist;
  if (assist.ability < 0) return refuse(Clause::DNB_AST_06, Fact::no_assist);
  if (dino_at(s, ref).assisted != 0) return refuse(Clause::DNB_AST_01, Fact::assist_used);
  const Payment offered = core::make<Payment>(ch.c());
  if (!meets(assist.cost, offered)) return refuse_payment(assist.cost, offered);
  const CombatCards have = combat_cards_under(s, ref);
  for (const Kind k : combat_cards)
    if (paid_of(offered, k) > have[k])
      return refuse(Clause::DNB_AST_06, Fact::cost_not_covered, have[k], paid_of(offered, k));
  return judge_targets(s, seat, assist.target, Needed::if_there_is_one, ch.b());
}

void use_assist(Table& t, Seat seat, Choice ch) {
  const Ref ref = dino_named(t.s, ch.a<Target>());
  const AssistCard& assist = dino_card(t.content, t.s, ref).assist;
  dino_at(t.s, ref).assisted = 1;
  const DinoRecord which = dino_record(t.s, ref);
  const Payment paid = core::make<Payment>(ch.c());
  emit(t, Clause::DNB_AST_04, EventKind::assist_used, seat, which, told_targets(t.s, ch.b()));
  cite(t, Clause::DNB_AST_01, seat);
  cite(t, Clause::DNB_AST_02, seat);
  for (const Kind k : combat_cards)
    for (int i = 0; i < paid_of(paid, k); ++i) discard_attached(t, ref, k, Clause::DNB_AST_03);
  if (ch.c() != 0) cite(t, Clause::DNB_GEN_10, seat);
  if (assist.cost.any != 0) cite(t, Clause::DNB_GEN_07, seat);
  Item& item = push_item(t, ItemKind::assist, seat, which);
  item.attacker = place_of(ref);
  aim(t, item, assist.target, ch.b());
}

}  // namespace rw::dino_battles
