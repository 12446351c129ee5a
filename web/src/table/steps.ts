// A choice in parts, in words: what is chosen already and what is still to be pointed at.
import type { Choice, Thing } from "../net/protocol";
import { label_of } from "./selection.svelte";

// What becomes of a thing of a choice: it is still to be pointed at, is picked already, or is not on the table at all.
export type Standing = "open" | "picked" | "undrawn";

// One choice with what is not picked yet left open. An operand of which nothing is picked is left open as a whole, with
// its article and what is said beside its name.
function with_gaps(choice: Choice, stands: (thing: Thing) => Standing): string {
  const named = choice.things.filter((thing) => thing.name);
  const roles = (wanted: Standing) =>
    new Set(named.filter((thing) => stands(thing) === wanted).map(({ role }) => role));
  const picked = roles("picked");
  const whole = new Set([...roles("open")].filter((role) => choice.leaving_open && !picked.has(role)));
  const label = choice.leaving_open?.(whole) ?? choice.label;
  return named
    .filter((thing) => stands(thing) === "open" && !whole.has(thing.role))
    .reduce((words, thing) => words.replace(thing.name, "…"), label_of({ ...choice, label }));
}

// The one sentence that all these choices make when what is not picked yet is left open: "Attack … with Ironhide".
// Null if they are not of one kind, or do not name what they are about.
export function open_sentence(choices: readonly Choice[], stands: (thing: Thing, choice: Choice) => Standing) {
  const sentences = new Set(choices.map((choice) => with_gaps(choice, (thing) => stands(thing, choice))));
  const [only] = sentences;
  return sentences.size === 1 && only?.includes("…") ? only : null;
}
