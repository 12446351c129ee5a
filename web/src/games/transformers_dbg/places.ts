// Where the things of a DBG choice are drawn, by their paths in the view: spaces of the Matrix, stacks, standees, and my
// own hand and play area. What lies in the piles of others is not drawn.
import type { Choice, Thing } from "../../net/protocol";
import type { Sight } from "../../table/sight.svelte";

export function place_of(thing: Thing, _choice: Choice, sight: Sight): string | null {
  if (thing.kind === "character") return `character:${thing.id}`;
  const [group, name, pile] = thing.path.split(".");
  if (group === "matrix") return `space:${name}`;
  if (group === "basics") return `basic:${name}`;
  if (group !== "players") return null;
  if (!pile) return `standee:${name}`;
  if (name !== (sight.mine ?? sight.players[0])?.word) return null;
  if (pile === "hand" || pile === "play") return `${pile}:${thing.id}`;
  return pile === "character" ? `play:${thing.id}` : null;
}
