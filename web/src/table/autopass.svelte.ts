// Answers for the player what has one answer only. The wait is always the same, so that it tells the others nothing;
// the player can stop it, and say at which questions nothing shall be passed.
import { settings } from "../app/settings.svelte";
import type { Choice } from "../net/protocol";
import { label_of } from "./selection.svelte";
import type { Table } from "./table.svelte";

export const pass_delay = 400; // milliseconds

export class AutoPass {
  pending = $state.raw<Choice | null>(null);
  passed = -1; // the decision that was last answered for the player
  said = $state(""); // what was last done for the player
  #table: Table;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #stopped = -1; // the decision at which the player said stop

  constructor(table: Table) {
    this.#table = table;
  }

  // The kind of the open question, as stops name it.
  get kind(): string {
    return `${this.#table.game} ${this.#table.decision?.question ?? ""}`;
  }
  get stops_here(): boolean {
    return settings.now.stops.includes(this.kind);
  }
  get on(): boolean {
    const { auto_pass } = settings.now;
    if (auto_pass !== "bots") return auto_pass === "always";
    const { info, seat } = this.#table;
    return info?.seats.every((one) => one.kind === "bot" || one.seat === seat) ?? false;
  }

  // The one answer that there is, if the player has nothing to choose.
  get only(): Choice | null {
    const decision = this.#table.decision;
    const choice = decision?.choices[0];
    if (!decision || !choice || decision.choices.length !== 1 || decision.gather) return null;
    return choice.amounts && choice.amounts.from !== choice.amounts.to ? null : choice;
  }

  // To be called for every question that comes. `later`: what led to it is still being played out.
  look(later = false) {
    clearTimeout(this.#timer);
    this.pending = null;
    const { decision, sending } = this.#table;
    if (!decision || sending) return;
    const only = this.only;
    if (!only) {
      this.said = "";
      return;
    }
    if (!this.on || this.stops_here || decision.number === this.#stopped) return;
    this.pending = only;
    if (later) return;
    this.#timer = setTimeout(() => {
      this.pending = null;
      if (this.#table.decision?.number !== decision.number) return;
      this.said = label_of(only);
      this.passed = decision.number;
      this.#table.choose(only);
    }, pass_delay);
  }

  // The player wants to look: this question waits, and all of its kind from now on.
  stop_here() {
    clearTimeout(this.#timer);
    this.pending = null;
    this.#stopped = this.#table.decision?.number ?? -1;
    if (!this.stops_here) settings.set({ stops: [...settings.now.stops, this.kind] });
  }
  pass_again() {
    settings.set({ stops: settings.now.stops.filter((one) => one !== this.kind) });
    this.#stopped = -1;
    this.look();
  }
  end() {
    clearTimeout(this.#timer);
  }
}
