// Ambushes: the top half of an Encounter.
#include <algorithm>
#include <span>

#include "engine/games/transformers_dbg/turn.h"

namespace rw::transformers_dbg {
namespace {

enum AmbushStage : std::uint8_t { drawing, hitting, revealing, ending };
struct AmbushFrame {
  std::uint16_t deck = 0;  // of the Encounter: its set
  std::uint16_t hit = 0;  // who is still to be hit, a bit each
  std::int16_t boss = 0;  // 1: a Boss turned faceup
  std::int16_t spare[5] = {};
};

Card encounter_of(const core::Frame& f) { return Card{f.source}; }

// DBG-AMB-05.
bool hits_all(const Content& c, const State& s, const core::Frame& f) {
  const CardDef& encounter = card_def(c, encounter_of(f));
  if ((modifiers_at(c, Spot::drawn, encounter_of(f)) & modifier_bit(WordOp::ambush_hits_all)) == 0) return false;
  const ability::Scope scope = scope_at(f.controller, source_of(encounter_of(f)), subject_of(f));
  for (int i = 0; i < encounter.texts; ++i) {
    const ability::Program p = Words::program(c, encounter.first + i);
    bool found = false;
    if (p.ability().kind == static_cast<int>(ability::Kind::always) &&
        condition_holds(c, s, scope, encounter.first + i))
      Interpreter::each_modifier(c, s, p, p.ability().effects, scope, static_cast<int>(WordOp::ambush_hits_all),
                                 [&](ability::Program, int, const ability::Scope&) { found = true; });
    if (found) return true;
  }
  return false;
}

// DBG-AMB-07: as soon as the deck is empty and there is something to shuffle.
void reshuffle_encounters(Table& t, CardSet deck) {
  State& s = t.s;
  if (!s.encounters[deck].empty() || s.encounter_discards[deck].empty()) return;
  s.encounters[deck] = s.encounter_discards[deck];
  s.encounter_discards[deck].clear();
  std::sort(s.encounters[deck].begin(), s.encounters[deck].end());
  core::shuffle(s.random, t.chance, std::span(s.encounters[deck].items, s.encounters[deck].count));
  cite(t, Clause::DBG_AMB_07);
}

}  // namespace

// DBG-AMB-08.
Card draw_encounter(Table& t, Card card, CardSet& deck) {
  State& s = t.s;
  const bool autobot = card_def(t.content, card).faction == Faction::autobot;
  deck = base_set_of(t.content, s, autobot ? Faction::decepticon : Faction::autobot);
  const Card encounter = s.encounters[deck].pop();
  reshuffle_encounters(t, deck);
  return encounter;
}

void discard_encounter(Table& t, Card encounter, CardSet deck) {
  t.s.encounter_discards[deck].push(encounter);
  cite(t, Clause::DBG_AMB_07);
  reshuffle_encounters(t, deck);
}

void push_ambush(Table& t, Seat seat, Card card, Space space, AmbushBy by) {
  if (holds(t.content, t.s, Licence::ignore_ambushes, seat))
    return emit(t, Clause::DBG_GEN_23, EventKind::ambush_ignored, seat, card, space);
  core::Frame& f = push_step(t, Step::ambush, seat, drawing, 0, subject_of(card, space));
  const bool boss = by == AmbushBy::card_turned_up && card_def(t.content, card).kind == CardKind::boss;
  f.put(AmbushFrame{.boss = static_cast<std::int16_t>(boss)});
}

void step_ambush(Table& t, core::Frame& f) {
  State& s = t.s;
  const Seat seat = f.controller;
  switch (f.stage) {
    case drawing: {
      const Card card = card_of(subject_of(f));
      emit(t, Clause::DBG_AMB_02, EventKind::ambushed, seat, card, space_of(subject_of(f)));
      CardSet deck{};
      f.source = static_cast<std::uint16_t>(draw_encounter(t, card, deck));
      AmbushFrame ambush = f.as<AmbushFrame>();
      ambush.deck = static_cast<std::uint16_t>(deck);
      emit(t, Clause::DBG_AMB_01, EventKind::encounter, seat, encounter_of(f));
      cite(t, Clause::DBG_AMB_08, seat);
      cite(t, Clause::DBG_GEN_02, seat);
      f.stage = hitting;
      const bool all = hits_all(t.content, s, f);
      for (int i = 0; i < s.seats; ++i)
        if (core::seat(i) == seat || (all && is_adversary(t.content, s, core::seat(i), card)))
          ambush.hit |= core::only(core::seat(i));
      f.put(ambush);
      if (all) cite(t, Clause::DBG_AMB_05, seat);
      return;
    }
    case hitting: {
      for (int i = 0; i < s.seats; ++i) {
        const Seat hit = next_seat(s, seat, i);
        AmbushFrame ambush = f.as<AmbushFrame>();
        if (!core::contains(ambush.hit, core::index(hit))) continue;
        ambush.hit = static_cast<std::uint16_t>(ambush.hit & ~core::only(hit));
        f.put(ambush);
        return push_texts(t, hit, source_of(encounter_of(f)), encounter_of(f), Moment::ambush, subject_of(f));
      }
      f.stage = revealing;
      return;
    }
    case revealing:
      f.stage = ending;
      if (f.as<AmbushFrame>().boss != 0) {
        cite(t, Clause::DBG_AMB_03, seat);
        push_texts(t, seat, source_of(encounter_of(f)), encounter_of(f), Moment::boss_reveal, subject_of(f));
      }
      return;
    default: {
      const core::Frame done = s.agenda.pop();
      discard_encounter(t, encounter_of(done), core::make<CardSet>(done.as<AmbushFrame>().deck));
    }
  }
}

// ---- what an Encounter asks: has a Boss just turned faceup? ------------------------------------------------

bool boss_just_revealed(const State& s) {
  for (int i = s.agenda.size() - 1; i >= 0; --i)
    if (s.agenda[i].step == static_cast<std::uint8_t>(Step::ambush))
      return s.agenda[i].as<AmbushFrame>().boss != 0;
  return false;
}

}  // namespace rw::transformers_dbg
