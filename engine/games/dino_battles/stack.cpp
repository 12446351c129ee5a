// The response stack: windows and priority, Strategies, Techs and Assist Powers, and how they resolve.
//
// While a window is open, Techs go onto the stack. When it has closed, the turn finds the stack filled and has the
// topmost thing resolve, then the next, until it is empty.
#include "engine/games/dino_battles/turn.h"
#include "engine/games/dino_battles/where.h"

namespace rw::dino_battles {

// ---- windows -------------------------------------------------------------------------------------------

// DNB-TIM-11: what a player owns is public, only its split over deck, hand and face-down cards is not.
// A player who owns no Tech there, or has no card in hand to pay with, passes without being asked. Everybody else
// is asked, whatever is really held.
bool might_play_tech(const Content& c, const State& s, Seat seat) {
  const Player& p = player(s, seat);
  int techs = 0;
  for (int i = stack_count - 1; i >= 0 && is_tech(c, s.stacks[core::make<Stack>(i)]); --i) {
    const Kind kind = kind_of(core::make<Stack>(i));
    techs += p.deck[kind] + p.hand[kind] + p.under[kind];
  }
  if (techs == 0 || core::has(s.conceded, seat)) return false;
  return total(p.hand) >= c.cheapest_power + (attached_cards(s, seat).empty() ? 1 : 0);
}

namespace {
bool is_base(WindowKind kind) {
  return kind == WindowKind::start || kind == WindowKind::main_end || kind == WindowKind::turn_end;
}
}  // namespace

void open_window(Table& t, WindowKind kind, Seat holder) {
  cite(t, kind == WindowKind::response ? Clause::DNB_TIM_03 : Clause::DNB_TIM_06, holder);
  bool anybody = false;
  for (int i = 0; i < t.s.seats && !anybody; ++i) anybody = might_play_tech(t.content, t.s, core::seat(i));
  if (anybody) {
    push_step(t, Step::window, holder, static_cast<int>(kind));
    return;
  }
  cite(t, Clause::DNB_TIM_11);
  if (is_base(kind)) ++turn_frame(t.s).stage;
}

// `controller` holds the window, `count` is the passes in a row (DNB-TIM-04).
void step_window(Table& t, core::Frame& f) {
  State& s = t.s;
  while (f.count < players_left(s)) {
    if (might_play_tech(t.content, s, f.controller)) return ask(t, Question::window, f.controller);
    cite(t, Clause::DNB_TIM_11, f.controller);
    ++f.count;
    f.controller = next_player(s, f.controller);
  }
  const auto kind = static_cast<WindowKind>(f.stage);
  s.agenda.pop();
  if (!s.stack.empty())
    cite(t, Clause::DNB_TIM_05);
  else if (is_base(kind))
    ++turn_frame(s).stage;
}

void pass(Table& t, Seat seat, Choice) {
  core::Frame& window = t.s.agenda.back();
  ++window.count;
  window.controller = next_player(t.s, seat);
  emit(t, Clause::DNB_TIM_04, EventKind::passed, seat);
}

bool in_zone(const State& s, Ref ref, ZoneWord zone) { return is_in(dino_at(s, ref).slot, zone); }

// ---- things on the stack ----------------------------------------------------------------------------------

Item& push_item(Table& t, ItemKind kind, Seat seat, core::Operand source) {
  State& s = t.s;
  Item item{};
  item.kind = kind;
  item.controller = seat;
  item.source = static_cast<std::uint8_t>(source.value);
  item.subject = item.object = -1;
  s.stack.push(item);
  cite(t, Clause::DNB_TIM_02, seat);
  core::Frame& window = s.agenda.back();
  if (window.step == static_cast<std::uint8_t>(Step::window)) {  // the count starts again from the next player
    window.count = 0;
    window.controller = next_player(s, seat);
    cite(t, Clause::DNB_TIM_04, seat);
    if (is_base(static_cast<WindowKind>(window.stage))) cite(t, Clause::DNB_TIM_07, seat);
  } else {
    open_window(t, WindowKind::response, next_player(s, seat));
  }
  return s.stack.back();
}

void finish_item(Table& t) {
  t.s.resolving = {};
  push_check(t, t.s.stack.pop().controller);
}

// Counters that wait aim at things below them, by number.
void remove_item(State& s, int at) {
  if (at + 1 == s.stack.size()) s.resolving = {};
  for (int i = at + 1; i < s.stack.size(); ++i) {
    Item& item = s.stack[i];
    if ((item.flags & aims_at_item) == 0) continue;
    if (item.subject == at) item.subject = -1;
    if (item.subject > at) --item.subject;
  }
  s.stack.remove(at);
}

const TargetSpec& target_spec(const Content& c, const State& s, const Item& item) {
  static const TargetSpec nothing{};
  switch (item.kind) {
    case ItemKind::strategy: return stack_card(c, s, card_of(item)).target;
    case ItemKind::tech:
    case ItemKind::tech_attack: return stack_card(c, s, card_of(item)).powers[item.which].target;
    case ItemKind::assist: return card_of(c, dino_of(item)).assist.target;
    default: return nothing;
  }
}

namespace {

// DNB-GEN-16: a target that is gone or has moved to where it may not be aimed at counts for nothing.
int still_legal(Table& t, const TargetSpec& spec, int subject) {
  if (subject < 0) return -1;
  bool stands = true;
  if (spec.type == TargetType::dinosaur) {
    const Ref ref = core::make<Ref>(subject);
    stands = in_play(t.s, ref) && in_zone(t.s, ref, spec.zone);
  }
  if (spec.type == TargetType::player) stands = in_game(t.s, core::seat(subject));
  if (stands) return subject;
  cite(t, Clause::DNB_GEN_16);
  return -1;
}

int ability_of(const Content& c, const State& s, const Item& item) {
  if (item.kind == ItemKind::assist) return card_of(c, dino_of(item)).assist.ability;
  const StackCard& card = stack_card(c, s, card_of(item));
  return item.kind == ItemKind::strategy ? card.ability : card.powers[item.which].abilities.first;
}

void resolve_effect(Table& t, Item& item) {
  const TargetSpec& spec = target_spec(t.content, t.s, item);
  // What it was to counter has gone.
  if ((item.flags & aims_at_item) != 0 && item.subject < 0) cite(t, Clause::DNB_GEN_16);
  const int subject = still_legal(t, spec, item.subject);
  const int object = spec.type == TargetType::dinosaur ? still_legal(t, spec, item.object) : -1;
  emit(t, Clause::DNB_TIM_01, EventKind::resolves, item.controller, thing_of(item));
  if (item.kind == ItemKind::strategy) cite(t, Clause::DNB_STR_04, item.controller);
  if (item.kind == ItemKind::tech) cite(t, Clause::DNB_TEC_07, item.controller);
  if (item.kind == ItemKind::assist && dino_at(t.s, attacker_of(item)).slot == active_slot)
    cite(t, Clause::DNB_AST_05, item.controller);
  item.stage = ItemStage::resolving;
  const int ability = ability_of(t.content, t.s, item);
  core::Frame frame = program_frame(item.controller, item.source, ability, subject, object);
  frame.position = static_cast<std::uint16_t>(Interpreter::start(Words::program(t.content, ability)));
  t.s.agenda.push(frame);
}

}  // namespace

void resolve_topmost(Table& t) {
  Item& item = t.s.stack.back();
  switch (item.kind) {
    case ItemKind::attack:
    case ItemKind::tech_attack: return resolve_attack(t, item);
    case ItemKind::direct: return resolve_direct(t, item);
    case ItemKind::retreat: return resolve_retreat(t, item);
    default:
      if (item.stage == ItemStage::resolving) return finish_item(t);
      return resolve_effect(t, item);
  }
}

}  // namespace rw::dino_battles
