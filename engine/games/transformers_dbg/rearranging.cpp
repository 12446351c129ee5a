// Picking up cards of the Matrix and putting them back in another order (DBG-CRD-12).
#include <algorithm>

#include "engine/games/transformers_dbg/turn.h"

namespace rw::transformers_dbg {

// count: how many cards.
inline constexpr int most_rearranged = 3;
struct RearrangeFrame {
  std::int16_t spaces[most_rearranged] = {};  // 1 + those picked; sorted when there are enough
  std::int16_t from[most_rearranged] = {};  // for each of them 1 + the place among them whose card goes there
  std::int16_t spare[2] = {};

  Space space(int i) const { return core::make<Space>(spaces[i] - 1); }
};

namespace {

int picked(const core::Frame& f) {
  const RearrangeFrame cards = f.as<RearrangeFrame>();
  int n = 0;
  while (n < f.count && cards.spaces[n] != 0) ++n;
  return n;
}
int arranged(const core::Frame& f) {
  const RearrangeFrame cards = f.as<RearrangeFrame>();
  int n = 0;
  while (n < f.count && cards.from[n] != 0) ++n;
  return n;
}
bool may_pick_up(const Content& c, const State& s, Space space) {
  return !is_empty(s, space) && !(is_faceup(s, space) && card_def(c, s.matrix.card[space]).kind == CardKind::boss);
}
bool is_picked(const core::Frame& f, Space space) {
  const RearrangeFrame cards = f.as<RearrangeFrame>();
  return std::find(cards.spaces, cards.spaces + f.count, core::index(space) + 1) != cards.spaces + f.count;
}
bool is_arranged(const core::Frame& f, int which) {
  const RearrangeFrame cards = f.as<RearrangeFrame>();
  return std::find(cards.from, cards.from + f.count, which + 1) != cards.from + f.count;
}

// DBG-CRD-12, DBG-HID-05: all facedown; only the player who placed them knows them.
void put_all_back(Table& t, const core::Frame& f) {
  State& s = t.s;
  const RearrangeFrame cards = f.as<RearrangeFrame>();
  CardByte lay[most_rearranged] = {};
  for (int i = 0; i < f.count; ++i) lay[i] = s.matrix.card[cards.space(i)];
  for (int i = 0; i < f.count; ++i) {
    const Space space = cards.space(i);
    s.matrix.card[space] = lay[cards.from[i] - 1];
    s.matrix.known_by[space] = core::only(f.controller);
    s.matrix.origin[space] = mixed_origin;
    emit_secret(t, Clause::DBG_HID_05, EventKind::put_back, f.controller, core::only(f.controller),
                s.matrix.card[space], space);
  }
  cite(t, Clause::DBG_CRD_12, f.controller);
}

void pick_all_up(Table& t, const core::Frame& f) {
  State& s = t.s;
  for (int i = 0; i < f.count; ++i) {
    const Space space = f.as<RearrangeFrame>().space(i);
    if (is_faceup(s, space)) {
      cite(t, Clause::DBG_MTX_06, f.controller);
      leave_faceup(s, space);
      s.matrix.known_by[space] = all_seats(s);
    }
    s.matrix.known_by[space] |= core::only(f.controller);
    emit_secret(t, Clause::DBG_CRD_12, EventKind::picked_up, f.controller, s.matrix.known_by[space],
                s.matrix.card[space], space);
  }
}

}  // namespace

void step_rearrange(Table& t, core::Frame& f) {
  const int n = f.count;
  if (picked(f) < n) return ask(t, Question::pick_up, f.controller);
  if (f.stage < n) {  // DBG-CRD-18: others may look along, space by space
    if (f.stage == 0) pick_all_up(t, f);
    const Space space = f.as<RearrangeFrame>().space(f.stage++);
    return push_event(t, Moment::peeked, f.controller, no_card, space);
  }
  if (arranged(f) < n - 1) return ask(t, Question::put_back, f.controller);
  int rest = 0;
  while (is_arranged(f, rest)) ++rest;
  RearrangeFrame cards = f.as<RearrangeFrame>();
  cards.from[n - 1] = static_cast<std::int16_t>(rest + 1);
  f.put(cards);
  put_all_back(t, f);
  t.s.agenda.pop();
}

namespace {

// Calls fn(choice) for everything that may be picked up next.
template <class Fn>
void each_pick_up(const Content& c, const State& s, Fn&& fn) {
  for (const Space space : spaces_of(s))
    if (may_pick_up(c, s, space) && !is_picked(s.agenda.back(), space)) fn(choice(Verb::choose, item_of(space)));
}

// And for everything that may be put back next.
template <class Fn>
void each_put_back(const State& s, Fn&& fn) {
  const core::Frame& f = s.agenda.back();
  const RearrangeFrame cards = f.as<RearrangeFrame>();
  for (int i = 0; i < f.count; ++i)
    if (!is_arranged(f, i)) fn(choice(Verb::put, cards.space(i), cards.space(arranged(f))));
}

}  // namespace

bool can_rearrange(const Content& c, const State& s, int n) {
  int eligible = 0;
  for (const Space space : spaces_of(s)) eligible += may_pick_up(c, s, space);
  return eligible >= n;
}

void list_pick_ups(const Content& c, const State& s, ChoiceList& out) {
  each_pick_up(c, s, [&](Choice ch) { out.add(ch); });
}

void list_put_backs(const Content&, const State& s, ChoiceList& out) {
  each_put_back(s, [&](Choice ch) { out.add(ch); });
}

void gather_rearranged(const Content& c, const State& s, core::Gathering& out) {
  const core::Frame& f = s.agenda.back();
  const int have = picked(f);
  out.picks.clear();
  each_pick_up(c, s, [&](Choice ch) { out.picks.push({ch, 1}); });
  out.least = out.most = f.count - have;
  out.effect = static_cast<std::uint32_t>(Question::pick_up);
  out.stop = {};
  out.last = have == 0 ? Choice{} : choice(Verb::choose, item_of(f.as<RearrangeFrame>().space(have - 1)));
}

Refusal judge_pick_up(const Content& c, const State& s, Seat, Choice ch) {
  bool found = false;
  each_pick_up(c, s, [&](Choice listed) { found = found || listed == ch; });
  return found ? legal : refuse(Clause::DBG_CRD_12, Fact::not_among);
}

Refusal judge_put_back(const Content&, const State& s, Seat, Choice ch) {
  bool found = false;
  each_put_back(s, [&](Choice listed) { found = found || listed == ch; });
  return found ? legal : refuse(Clause::DBG_CRD_12, Fact::not_among);
}

void pick_up(Table& t, Seat, Choice ch) {
  core::Frame& f = t.s.agenda.back();
  RearrangeFrame cards = f.as<RearrangeFrame>();
  const int n = picked(f);
  cards.spaces[n] = static_cast<std::int16_t>(ch.a() + 1);
  if (n + 1 == f.count) std::sort(cards.spaces, cards.spaces + f.count);  // the order of picking means nothing
  f.put(cards);
}

void put_back(Table& t, Seat, Choice ch) {
  core::Frame& f = t.s.agenda.back();
  RearrangeFrame cards = f.as<RearrangeFrame>();
  const auto* const found = std::find(cards.spaces, cards.spaces + f.count, ch.a() + 1);
  cards.from[arranged(f)] = static_cast<std::int16_t>(found - cards.spaces + 1);
  f.put(cards);
}

}  // namespace rw::transformers_dbg
