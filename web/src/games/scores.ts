// What the number beside each player at the end of a game counts.
import type { Words } from "../app/texts.svelte";

export const scores: Readonly<Record<string, Words | undefined>> = {
  dino_battles: "knock_outs",
  dragon_booster: "score_points",
  risk_cybertron: "zones_held",
  transformers_dbg: "victory_points",
  transformers_tcg: "health_left",
};
