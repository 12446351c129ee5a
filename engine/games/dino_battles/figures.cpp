// Figures that effects change, computed on read, and the effects that last.
#include <algorithm>

#include "engine/games/dino_battles/turn.h"
#include "engine/games/dino_battles/where.h"

namespace rw::dino_battles {

int modifier(const State& s, Ref ref, Lasts what) {
  int n = 0;
  for (const Effect& effect : s.effects)
    if (effect.dino == ref && effect.what == what) n += effect.n;
  return n;
}
// DNB-DMG-05: never below 0.
int atk_of(const Content& c, const State& s, Ref ref) {
  return std::max(0, dino_card(c, s, ref).atk + modifier(s, ref, Lasts::atk));
}
int eva_of(const Content& c, const State& s, Ref ref) {
  return std::max(0, dino_card(c, s, ref).eva + modifier(s, ref, Lasts::eva));
}
int def_of(const Content& c, const State& s, Ref ref) {
  return std::max(0, dino_card(c, s, ref).def + modifier(s, ref, Lasts::def));
}
bool has_trait(const Content& c, const State& s, Ref ref, Lasts what) {
  const bool printed =
      ((dino_card(c, s, ref).traits >> static_cast<int>(what)) & 1) != 0 &&
      where_texts_act.may(spot_of_slot(dino_at(s, ref).slot), CardKind::trait, ability::act_modify);
  return printed || modifier(s, ref, what) != 0;
}

// Equal effects are added up. Shields keep their age (DNB-DMG-03): only the youngest one grows.
void add_effect(Table& t, Ref ref, Lasts what, int n, int until) {
  for (int i = t.s.effects.size() - 1; i >= 0; --i) {
    Effect& effect = t.s.effects[i];
    if (effect.dino != ref || effect.what != what) continue;
    if (effect.until == until) {
      effect.n = static_cast<std::int16_t>(effect.n + n);
      return;
    }
    if (what == Lasts::shield) break;
  }
  Effect effect{};
  effect.dino = ref;
  effect.until = static_cast<std::uint8_t>(until & 7);
  effect.what = what;
  effect.n = static_cast<std::int16_t>(n);
  t.s.effects.push(effect);
}

void end_effects(Table& t, int until, Clause clause) {
  for (int i = t.s.effects.size() - 1; i >= 0; --i) {
    const Effect& effect = t.s.effects[i];
    if (effect.until != until) continue;
    if (effect.n != 0)  // +2 and -2 have left nothing that could end
      emit(t, clause, EventKind::effect_ends, owner_of(effect.dino), told_as(t.s, effect.dino), effect.what,
           effect.n);
    t.s.effects.remove(i);
  }
}

void drop_effects(State& s, Ref ref) {
  for (int i = s.effects.size() - 1; i >= 0; --i)
    if (s.effects[i].dino == ref) s.effects.remove(i);
}

}  // namespace rw::dino_battles
