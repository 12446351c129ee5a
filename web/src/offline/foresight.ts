// Beside a table: what would happen, why not, and what the computer would do, out of what the player's own seat knows.
// The questions come as requests: POST /sight/TABLE/preview, /why and /hint, with what the seat was told last.
import type { Answer, Sight } from "./module";

export interface Seen {
  seat: number;
  decision: number;
  position: string;
}
export interface Looked {
  game: string;
  seen: Seen;
  language: "en" | "fr";
  choice?: string;
  message?: object;
  bot?: string;
}

const json = (status: number, body: unknown): Answer => ({
  status,
  type: "application/json",
  body: JSON.stringify(body),
});
const nothing = json(404, { error: { code: "not_found", text: "" } });

export class Foresight {
  readonly #open: () => Promise<Sight>;
  #sight: Promise<Sight> | null = null;
  #about = ""; // the table and the decision that the engine was shown last

  constructor(open: () => Promise<Sight>) {
    this.#open = open;
  }

  async answer(path: string, body: string): Promise<Answer> {
    const [, , table, what] = path.split("/");
    const asked = JSON.parse(body) as Looked;
    try {
      const sight = await this.#shown(`${table} ${asked.seen.decision}`, asked);
      if (!sight) return nothing;
      const found = await told(sight, what ?? "", asked);
      return found ? json(200, found) : nothing;
    } catch {
      this.#sight = null; // the engine has fallen; the next question opens another one
      this.#about = "";
      return nothing;
    }
  }

  async #shown(about: string, { game, seen }: Looked): Promise<Sight | null> {
    this.#sight ??= this.#open();
    const sight = await this.#sight;
    if (about !== this.#about) this.#about = sight.see(game, seen) ? about : "";
    return this.#about === about ? sight : null;
  }
}

async function told(sight: Sight, what: string, asked: Looked): Promise<unknown> {
  if (what === "preview") return sight.preview(asked.choice ?? "", asked.language);
  if (what === "why") return sight.why(asked.message ?? {}, asked.language);
  if (what === "hint") return sight.hint(asked.bot ?? "", asked.language);
  return null;
}
