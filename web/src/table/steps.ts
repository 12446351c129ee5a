// A choice in parts, in words: what is chosen already and what is still to be pointed at.
import type { Choice, Thing } from "../net/protocol";
import { label_of } from "./selection.svelte";

// The one sentence that all these choices make when what is not picked yet is left open: "Attack … with Ironhide".
// Null if they are not of one kind, or do not name what they are about.
export function open_sentence(choices: readonly Choice[], is_open: (thing: Thing, choice: Choice) => boolean) {
  const sentences = new Set(
    choices.map((choice) =>
      choice.things
        .filter((thing) => thing.name && is_open(thing, choice))
        .reduce((words, thing) => words.replace(thing.name, "…"), label_of(choice)),
    ),
  );
  const [only] = sentences;
  return sentences.size === 1 && only?.includes("…") ? only : null;
}
