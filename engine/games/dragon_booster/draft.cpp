// Drafts: packs, picks, passing on, and the race deck that is built from what was drafted.
#include <algorithm>

#include "engine/games/dragon_booster/turn.h"

namespace rw::dragon_booster {
namespace {

// ---- packs (DRB-PCK-01 to 08) ----------------------------------------------------------------------------------

// One of `weights`, drawn by weight; without a draw where only one is possible.
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
const std::vector<std::uint8_t>& pool_of(const Content& c, bool race, int kind, int rarity) {
  const std::vector<std::uint8_t>* pools = race ? c.race_pool : c.pool[kind];
  while (rarity > 0 && pools[rarity].empty()) --rarity;
  return pools[rarity];
}

// A card of the slot that the pack may still hold (DRB-PCK-04, 06, 08), each equally likely.
int draw_card(const Content& c, core::Random& random, core::Chance* chance, const PackSlot& slot, int copies,
              const std::uint8_t* pack, int size) {
  const bool race = slot.race != 0;
  const int kind = race ? 0 : draw_weighted(random, chance, slot.kinds, Kind_count);
  const int rarity = draw_weighted(random, chance, slot.rarities, Rarity_count);
  std::uint8_t open[256];
  std::uint32_t count = 0;
  for (const std::uint8_t card : pool_of(c, race, kind, rarity))
    if (std::count(pack, pack + size, card) < copies) open[count++] = card;
  return open[core::draw(random, chance, 1, count) - 1];
}

void make_pack(Table& t, Player& p, const Pack& pack) {
  for (const PackSlot& slot : pack.slots)
    for (int i = 0; i < slot.count; ++i) {
      p.pack[p.pack_size] = static_cast<std::uint8_t>(
          draw_card(t.content, t.s.random, t.chance, slot, pack.copies, p.pack, p.pack_size));
      ++p.pack_size;
    }
  std::sort(p.pack, p.pack + p.pack_size);
}

void add_to_pile(const Content& c, Player& p, Seat seat, int card) {
  const bool race = is_race_card(c, card);
  const int slot = race ? p.race_count : race_slots + p.crystal_count;
  if (race) {
    p.race[p.race_count++] = static_cast<std::uint8_t>(card);
    p.pile |= core::bit(slot);
  } else {
    p.crystals[p.crystal_count] = static_cast<std::uint8_t>(card);
    p.dragon_deck = static_cast<std::uint16_t>(p.dragon_deck | (1u << p.crystal_count++));
  }
  p.known[slot] = core::only(seat);
}

void out_of_pack(Player& p, int at) {
  std::copy(p.pack + at + 1, p.pack + p.pack_size, p.pack + at);
  p.pack[--p.pack_size] = 0;
}

// DRB-DRF-02, DRB-SLD-03: what the opener keeps at once.
void keep_own(Table& t, Seat seat, Keep keep) {
  Player& p = player(t.s, seat);
  for (int i = p.pack_size - 1; i >= 0; --i) {
    const int card = p.pack[i];
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
  std::uint8_t packs[max_players][pack_room];
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
  const bool there = std::find(p.pack, p.pack + p.pack_size, ch.a()) != p.pack + p.pack_size;
  return there ? legal : refuse(Clause::DRB_DRF_03, Fact::not_in_pack);
}

void pick(Table& t, Seat seat, Choice ch) {
  Player& p = player(t.s, seat);
  out_of_pack(p, static_cast<int>(std::find(p.pack, p.pack + p.pack_size, ch.a()) - p.pack));
  add_to_pile(t.content, p, seat, ch.a());
  t.s.chosen = static_cast<SeatMask>(t.s.chosen | core::only(seat));
  emit_secret(t, Clause::DRB_DRF_03, EventKind::picked, seat, core::only(seat), ch.a());
}

// ---- building the race deck --------------------------------------------------------------------------

int in_pile(const Player& p, int card) {
  for (const int slot : core::bits(p.pile))
    if (p.race[slot] == card) return slot;
  return -1;
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
  for (const int slot : core::bits(p.pile))
    if (in_pile(p, p.race[slot]) == slot) out.add(choice(Verb::leave_out, p.race[slot]));
}

Refusal judge_ready(const Content& c, const State& s, Seat seat, Choice) {
  return judge_size(format_of(c, s), core::population(player(s, seat).pile));
}

Refusal judge_leave_out(const Content& c, const State& s, Seat seat, Choice ch) {
  const Player& p = player(s, seat);
  const Format& format = format_of(c, s);
  const int size = core::population(p.pile);
  if (in_pile(p, ch.a()) < 0) return refuse(Clause::DRB_DRF_13, Fact::not_there);
  return size > format.race_least ? legal : judge_size(format, size - 1);
}

void leave_out(Table& t, Seat seat, Choice ch) {
  Player& p = player(t.s, seat);
  const int slot = in_pile(p, ch.a());
  p.pile &= ~core::bit(slot);
  p.aside |= core::bit(slot);
  emit_secret(t, Clause::DRB_DRF_13, EventKind::chosen, seat, core::only(seat), card_of(seat, slot));
}

// DRB-DRF-06, DRB-SLD-08; DRB-DRF-07: the crystal draconium cards are the dragon deck already.
void finish_building(Table& t, Seat seat, Choice) {
  Player& p = player(t.s, seat);
  for (const int slot : core::bits(p.pile)) {
    p.deck[p.deck_size++] = static_cast<std::uint8_t>(slot);
    p.known[slot] = core::nobody;
  }
  p.pile = 0;
  t.s.chosen = static_cast<SeatMask>(t.s.chosen | core::only(seat));
  const bool exact = format_of(t.content, t.s).race_most != 0;
  emit(t, exact ? Clause::DRB_DRF_06 : Clause::DRB_SLD_08, EventKind::deck_built, seat, p.deck_size);
  cite(t, Clause::DRB_DRF_07, seat);
}

// ---- cards that nobody has seen ----------------------------------------------------------------------

int random_race_card(const Content& c, core::Random& random) {
  const auto roll = random.below(9);  // as in a booster: 6 common, 2 uncommon, 1 rare
  const auto& pool = pool_of(c, true, 0, roll < 6 ? 0 : roll < 8 ? 1 : 2);
  return pool[random.below(static_cast<std::uint32_t>(pool.size()))];
}

int random_crystal(const Content& c, core::Random& random, Kind kind) {
  const auto roll = random.below(10);
  const auto& pool = pool_of(c, false, static_cast<int>(kind), roll < 6 ? 0 : roll < 9 ? 1 : 2);
  return pool[random.below(static_cast<std::uint32_t>(pool.size()))];
}

}  // namespace rw::dragon_booster
