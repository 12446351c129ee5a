// From the words of a thing to the card that is meant: "Arcee, Skilled Fighter", "red Arcee, Skilled Fighter #2",
// "Mag Kick in hand". Games name things for people; the longest card name in the words wins.
import type { Thing } from "../net/protocol";
import type { Sight } from "../table/sight.svelte";

const kept = new WeakMap<object, Map<string, string>>();

function names(sight: Sight): Map<string, string> {
  let found = kept.get(sight.cards);
  if (!found) {
    found = new Map();
    for (const card of sight.cards.values())
      for (const name of [card.name.en, card.name.fr]) if (!found.has(name)) found.set(name, card.id);
    kept.set(sight.cards, found);
  }
  return found;
}

export function card_meant(sight: Sight, thing: Thing): string {
  if (thing.id && sight.cards.has(thing.id)) return thing.id;
  const all = names(sight);
  const exact = all.get(thing.name);
  if (exact) return exact;
  let best = "";
  let longest = 0;
  for (const [name, id] of all)
    if (name.length > longest && thing.name.includes(name)) {
      best = id;
      longest = name.length;
    }
  return best;
}
