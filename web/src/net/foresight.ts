// The engine in this browser beside a live table: it answers at once, out of what the player's own seat knows. Null where it
// cannot; then the table itself is asked.
import * as v from "valibot";
import type { Language } from "../app/settings.svelte";
import type { Seen } from "../offline/foresight";
import { FrameTold, HintTold, Told } from "./protocol";
import { way } from "./way.svelte";

const Preview = v.object({
  frames: v.optional(v.array(FrameTold), []),
  certain: v.optional(v.boolean(), false),
  odds: v.optional(v.object({ win: v.number() })),
  ...Told,
});
export type Preview = v.InferOutput<typeof Preview>;
const Why = v.object({ legal: v.boolean(), text: v.string(), clause: v.optional(v.string(), "") });
export type Why = v.InferOutput<typeof Why>;
const hint_strength = "search:2000"; // as the server's own

type Shape = v.BaseSchema<unknown, unknown, v.BaseIssue<unknown>>;

export class Foresight {
  seen: Seen | null = null; // what the seat knew when it was last asked

  constructor(
    readonly table: string,
    readonly game: () => string,
  ) {}

  can(decision: number | undefined): boolean {
    return way.playable && this.seen !== null && this.seen.decision === decision;
  }

  preview(choice: string, language: Language): Promise<Preview | null> {
    return this.#ask("preview", { choice, language }, Preview);
  }
  why(message: object, language: Language): Promise<Why | null> {
    return this.#ask("why", { message, language }, Why);
  }
  hint(language: Language): Promise<v.InferOutput<typeof HintTold> | null> {
    return this.#ask("hint", { bot: hint_strength, language }, HintTold);
  }

  async #ask<S extends Shape>(what: string, more: object, shape: S): Promise<v.InferOutput<S> | null> {
    if (!this.seen) return null;
    const { seat, decision, position } = this.seen;
    const body = JSON.stringify({ game: this.game(), seen: { seat, decision, position }, ...more });
    try {
      const answer = await way.ask_device("POST", `/sight/${this.table}/${what}`, body);
      const read = v.safeParse(shape, answer.ok ? await answer.json() : null);
      return read.success ? read.output : null;
    } catch {
      return null;
    }
  }
}
