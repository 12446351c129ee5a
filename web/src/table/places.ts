// Where a thing is drawn: there where it lies. A place is the path of a field of the view ("zones.iacon"), a pile and a
// card in it ("players.red.hand:uc03"; equal cards of one pile lie on each other), or, of what lies nowhere yet, its kind
// and its id ("leader:megatron") or number ("attack:5"). Names are for people and never looked at.
import type { Choice, Thing, ThingMeant } from "../net/protocol";
import type { Sight } from "./sight.svelte";

// The place of a thing of a choice; null if it is not drawn (an amount, a way to pay).
export type PlaceOf = (thing: Thing, choice: Choice, sight: Sight) => string | null;

export function place_in_view({ kind, id, path }: Thing): string | null {
  if (!path) return id ? `${kind}:${id}` : null;
  const pile = /^(.+)\.\d+$/.exec(path)?.[1];
  return pile ? `${pile}:${id}` : path;
}

// What a board draws, as patterns of paths without the card: `*` is any part, `me` the player whose side is below.
// A word without a dot may also be a kind.
export function drawn_at(patterns: readonly string[]): PlaceOf {
  const all = patterns.map((pattern) => pattern.split("."));
  return (thing, _choice, sight) => {
    const place = place_in_view(thing);
    if (place === null) return null;
    const me = (sight.mine ?? sight.players[0])?.word;
    const parts = place.split(":")[0]!.split(".");
    const fits = (pattern: readonly string[]) =>
      pattern.length === parts.length &&
      pattern.every((part, i) => part === "*" || (part === "me" ? parts[i] === me : parts[i] === part));
    return all.some(fits) ? place : null;
  };
}

// The thing at a place, as the server is asked about it.
export function thing_at(place: string, sight: Sight): ThingMeant {
  const colon = place.indexOf(":");
  if (colon < 0) return { path: place };
  const pile = place.slice(0, colon);
  const id = place.slice(colon + 1);
  if (pile.includes(".")) return { path: `${pile}.${sight.list(pile).indexOf(id)}` };
  return /^\d+$/.test(id) ? { kind: pile, value: Number(id) } : { kind: pile, id };
}
