// A choice in parts, in words: what is chosen already and what is still to be pointed at.
import type { Choice, Thing } from "../net/protocol";
import { label_of } from "./selection.svelte";

// One choice with what is not picked yet left open. An operand of which nothing is picked is left open with its article.
function with_gaps(choice: Choice, is_open: (thing: Thing) => boolean): string {
  const named = choice.things.filter((thing) => thing.name);
  const open = named.filter(is_open);
  const picked = new Set(named.filter((thing) => !open.includes(thing)).map(({ role }) => role));
  const whole = new Set(open.map(({ role }) => role).filter((role) => choice.leaving_open && !picked.has(role)));
  const label = choice.leaving_open?.(whole) ?? choice.label;
  return open
    .filter(({ role }) => !whole.has(role))
    .reduce((words, thing) => words.replace(thing.name, "…"), label_of({ ...choice, label }));
}

// The one sentence that all these choices make when what is not picked yet is left open: "Attack … with Ironhide".
// Null if they are not of one kind, or do not name what they are about.
export function open_sentence(choices: readonly Choice[], is_open: (thing: Thing, choice: Choice) => boolean) {
  const sentences = new Set(choices.map((choice) => with_gaps(choice, (thing) => is_open(thing, choice))));
  const [only] = sentences;
  return sentences.size === 1 && only?.includes("…") ? only : null;
}
