// "Place the rest for me": the questions of the beginning are answered as the computer would, until the first turn.
import { beginnings } from "../games/beginnings";
import type { Decision } from "../net/protocol";
import type { Table } from "./table.svelte";

export class Settling {
  on = $state(false);
  #table: Table;
  #answered = -1;

  constructor(table: Table) {
    this.#table = table;
  }

  get possible(): boolean {
    return this.#settles(this.#table.decision);
  }
  #settles(decision: Decision | null): boolean {
    return decision !== null && (beginnings[this.#table.game]?.settled.includes(decision.question) ?? false);
  }

  begin() {
    this.on = true;
    this.look();
  }
  stop() {
    this.on = false;
  }

  // To be called for every question that comes.
  look() {
    const { decision } = this.#table;
    if (!this.on || !decision) return;
    if (!this.#settles(decision)) {
      this.on = false;
      return;
    }
    if (decision.number === this.#answered) return;
    this.#answered = decision.number;
    void this.#answer(decision);
  }

  async #answer(decision: Decision) {
    const table = this.#table;
    await table.ask_hint();
    if (!this.on || table.decision?.number !== decision.number) return;
    // Where the computer may not advise (people sit there), one zone is as good as another.
    const any = decision.choices[Math.floor(Math.random() * decision.choices.length)]!;
    const hinted = table.hinted;
    table.notice = null;
    if (hinted) table.choose(hinted.choice, hinted.amount);
    else table.choose(any);
  }
}
