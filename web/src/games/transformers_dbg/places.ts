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

// A hand card is played, a Basic bought; a card that lies open is bought, any other space moved to.
export function meant_by(place: string, sight: Sight): string {
  const zone = place.slice(0, place.indexOf(":"));
  const what = place.slice(zone.length + 1);
  const named = sight.cards.get(what)?.name.en ?? what;
  if (zone === "hand") return `play "${named}"`;
  if (zone === "basic") return `buy basic "${named}"`;
  if (zone === "play") return `use "${named}"`;
  if (zone !== "space") return "";
  return sight.flag(`matrix.${what}.faceup`) ? `buy ${what}` : `move to ${what}`;
}
