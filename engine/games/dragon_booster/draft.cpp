// Drafts: packs, picks, passing on, and the race deck that is built from what was drafted.
#include <algorithm>

#include "engine/games/dragon_booster/turn.h"

namespace rw::dragon_booster {
namespace {

// ---- packs (DRB-PCK-01 to 08) ----------------------------------------------------------------------------------

// One of `weights`, drawn by weight. Nothing is drawn if only one is possible.
int draw_weighted(core::Random& random, core::Chance* chance, const int* weights, int count) {
  int sum = 0, possible = 0, only = 0;
  for (int i = 0; i < count; ++i) {
    sum += weights[i];
    if (weights[i] != 0) ++possible, only = i;
  }
  if (possible <= 1) return only;
  auto left = static_cast<int>(core::draw(random, chance, 1, static_cast<std::uint32_t>(sum))) - 1;
  int i = 0;
  while (left >= weights[i]) left -= weights[i++];
  return i;
}

// DRB-PCK-03: where there is no such card the next lower rarity is used.
const std::vector<Record>& pool_of(const std::vector<Record> (&pools)[Rarity_count], int rarity) {
  while (rarity > 0 && pools[rarity].empty()) --rarity;
  return pools[rarity];
}

// A card of the slot that the pack may still hold (DRB-PCK-04, 06, 08), each equally likely.
Record draw_card(const Content& c, core::Random& random, core::Chance* chance, const PackSlot& slot, int copies,
                 const Record* pack, int size) {
  const auto& pools = slot.race != 0 ? c.race_pool : c.pool[draw_weighted(random, chance, slot.kinds, Kind_count)];
  const int rarity = draw_weighted(random, chance, slot.rarities, Rarity_count);
  Record open[256];
  std::uint32_t count = 0;
  for (const Record card : pool_of(pools, rarity))
    if (std::count(pack, pack + size, card) < copies) open[count++] = card;
  return open[core::draw(random, chance, 1, count) - 1];
}

void make_pack(Table& t, Player& p, const Pack& pack) {
  for (const PackSlot& slot : pack.slots)
    for (int i = 0; i < slot.count; ++i) {
      p.pack[p.pack_size] = draw_card(t.content, t.s.random, t.chance, slot, pack.copies, p.pack, p.pack_size);
      ++p.pack_size;
    }
  std::sort(p.pack, p.pack + p.pack_size);
}

void add_to_pile(const Content& c, Player& p, Seat seat, Record card) {
  if (is_race_card(c, card)) {
    const Slot slot = core::make<Slot>(p.race_count++);
    p.race[slot] = card;
    p.pile |= core::bit(slot);
    p.known[slot] = core::only(seat);
  } else {
    const Crystal crystal = core::make<Crystal>(p.crystal_count++);
    p.crystals[crystal] = card;
    core::include(p.dragon_deck, crystal);
    p.known[slot_of(crystal)] = core::only(seat);
  }
}

void out_of_pack(Player& p, int at) {
  std::copy(p.pack + at + 1, p.pack + p.pack_size, p.pack + at);
  p.pack[--p.pack_size] = Record{};
}

// DRB-DRF-02, DRB-SLD-03: what the opener keeps at once.
void keep_own(Table& t, Seat seat, Keep keep) {
  Player& p = player(t.s, seat);
  for (int i = p.pack_size - 1; i >= 0; --i) {
    const Record card = p.pack[i];
    const bool kept = keep == Keep::crystal ? !is_race_card(t.content, card)
                                            : keep == Keep::dragon && face(t.content, card).kind == Kind::dragon;
    if (!kept) continue;
    add_to_pile(t.content, p, seat, card);
    out_of_pack(p, i);
    emit_secret(t, keep == Keep::dragon ? Clause::DRB_SLD_03 : Clause::DRB_DRF_02, EventKind::kept, seat,
                core::only(seat), card);
  }
}

void tell_opening(Table& t, const Format& format, const Round& round) {
  if (t.log == nullptr) return;
  const Pack& pack = t.content.packs[static_cast<std::size_t>(round.pack)];
  const bool starter = format.rounds[0].keep == Keep::dragon;
  emit(t, starter ? (round.keep == Keep::dragon ? Clause::DRB_SLD_02 : Clause::DRB_SLD_05) : Clause::DRB_DRF_01,
       EventKind::pack_opened, core::no_seat, t.s.round + 1, pack.size());
  cite(t, Clause::DRB_PCK_07);
  if (t.s.round > 0) cite(t, Clause::DRB_DRF_05);
  if (round.keep == Keep::crystal)
    for (const Clause clause : {Clause::DRB_PCK_01, Clause::DRB_PCK_02, Clause::DRB_PCK_03, Clause::DRB_PCK_04})
      cite(t, clause);
  if (starter) cite(t, Clause::DRB_PCK_05);
  if (starter) cite(t, round.keep == Keep::dragon ? Clause::DRB_PCK_08 : Clause::DRB_PCK_06);
}

const Round& round_of(const Content& c, const State& s) { return format_of(c, s).rounds[s.round]; }

}  // namespace

void open_packs(Table& t) {
  const Format& format = format_of(t.content, t.s);
  const Round& round = round_of(t.content, t.s);
  tell_opening(t, format, round);
  for (int i = 0; i < t.s.seats; ++i) {
    make_pack(t, t.s.players[i], t.content.packs[static_cast<std::size_t>(round.pack)]);
    keep_own(t, core::seat(i), round.keep);
  }
}

// DRB-DRF-04, DRB-SLD-07.
void pass_packs(Table& t) {
  State& s = t.s;
  const Round& round = round_of(t.content, s);
  const bool starter = format_of(t.content, s).rounds[0].keep == Keep::dragon;
  Record packs[max_players][pack_room];
  for (int i = 0; i < s.seats; ++i) std::copy_n(s.players[i].pack, pack_room, packs[i]);
  for (int i = 0; i < s.seats; ++i) {
    const int to = (i + (round.left ? 1 : s.seats - 1)) % s.seats;
    std::copy_n(packs[i], pack_room, s.players[to].pack);
  }
  emit(t, starter ? Clause::DRB_SLD_07 : Clause::DRB_DRF_04, EventKind::passed_on, core::no_seat,
       round.left ? 1 : 0, s.players[0].pack_size);
  if (round.keep == Keep::dragon) cite(t, Clause::DRB_SLD_04);
}

// ---- picks -----------------------------------------------------------------------------------------------------

// The packs lie sorted, so equal cards lie side by side.
void list_picks(const Content&, const State& s, ChoiceList& out) {
  const Player& p = player(s, s.decision.asked);
  for (int i = 0; i < p.pack_size; ++i)
    if (i == 0 || p.pack[i] != p.pack[i - 1]) out.add(choice(Verb::pick, p.pack[i]));
}

Refusal judge_pick(const Content&, const State& s, Seat seat, Choice ch) {
  const Player& p = player(s, seat);
  const bool there = std::find(p.pack, p.pack + p.pack_size, ch.a<Record>()) != p.pack + p.pack_size;
  return there ? legal : refuse(Clause::DRB_DRF_03, Fact::not_in_pack);
}

void pick(Table& t, Seat seat, Choice ch) {
  Player& p = player(t.s, seat);
  out_of_pack(p, static_cast<int>(std::find(p.pack, p.pack + p.pack_size, ch.a<Record>()) - p.pack));
  add_to_pile(t.content, p, seat, ch.a<Record>());
  core::include(t.s.chosen, seat);
  emit_secret(t, Clause::DRB_DRF_03, EventKind::picked, seat, core::only(seat), ch.a());
}

// ---- building the race deck --------------------------------------------------------------------------

Slot in_pile(const Player& p, Record card) {
  for (const Slot slot : core::bits<Slot>(p.pile))
    if (p.race[slot] == card) return slot;
  return no_slot;
}

namespace {

Refusal judge_size(const Format& format, int size) {
  if (format.race_most != 0 && size > format.race_most)
    return refuse(Clause::DRB_DRF_06, Fact::deck_size, size, format.race_most);
  if (size < format.race_least)
    return refuse(format.race_most != 0 ? Clause::DRB_DRF_06 : Clause::DRB_SLD_08, Fact::deck_size, size,
                  format.race_least);
  return legal;
}

}  // namespace

void list_building(const Content& c, const State& s, ChoiceList& out) {
  const Player& p = player(s, s.decision.asked);
  if (core::population(p.pile) <= format_of(c, s).race_least) return;
  for (const Slot slot : core::bits<Slot>(p.pile))
    if (in_pile(p, p.race[slot]) == slot) out.add(choice(Verb::leave_out, p.race[slot]));
}

Refusal judge_ready(const Content& c, const State& s, Seat seat, Choice) {
  return judge_size(format_of(c, s), core::population(player(s, seat).pile));
}

Refusal judge_leave_out(const Content& c, const State& s, Seat seat, Choice ch) {
  const Player& p = player(s, seat);
  const Format& format = format_of(c, s);
  const int size = core::population(p.pile);
  if (in_pile(p, ch.a<Record>()) == no_slot) return refuse(Clause::DRB_DRF_13, Fact::not_there);
  return size > format.race_least ? legal : judge_size(format, size - 1);
}

void leave_out(Table& t, Seat seat, Choice ch) {
  Player& p = player(t.s, seat);
  const Slot slot = in_pile(p, ch.a<Record>());
  p.pile &= ~core::bit(slot);
  p.aside |= core::bit(slot);
  emit_secret(t, Clause::DRB_DRF_13, EventKind::chosen, seat, core::only(seat), card_of(seat, slot));
}

// DRB-DRF-06, DRB-SLD-08; DRB-DRF-07: the crystal draconium cards are the dragon deck already.
void finish_building(Table& t, Seat seat, Choice) {
  Player& p = player(t.s, seat);
  for (const Slot slot : core::bits<Slot>(p.pile)) {
    p.deck[p.deck_size++] = slot;
    p.known[slot] = core::nobody;
  }
  p.pile = 0;
  core::include(t.s.chosen, seat);
  const bool exact = format_of(t.content, t.s).race_most != 0;
  emit(t, exact ? Clause::DRB_DRF_06 : Clause::DRB_SLD_08, EventKind::deck_built, seat, p.deck_size);
  cite(t, Clause::DRB_DRF_07, seat);
}

// ---- cards that nobody has seen ----------------------------------------------------------------------

Record random_race_card(const Content& c, core::Random& random) {
  const auto roll = random.below(9);  // as in a booster: 6 common, 2 uncommon, 1 rare
  const auto& pool = pool_of(c.race_pool, roll < 6 ? 0 : roll < 8 ? 1 : 2);
  return pool[random.below(static_cast<std::uint32_t>(pool.size()))];
}

Record random_crystal(const Content& c, core::Random& random, Kind kind) {
  const auto roll = random.below(10);
  const auto& pool = pool_of(c.pool[core::index(kind)], roll < 6 ? 0 : roll < 9 ? 1 : 2);
  return pool[random.below(static_cast<std::uint32_t>(pool.size()))];
}

}  // namespace rw::dragon_booster
