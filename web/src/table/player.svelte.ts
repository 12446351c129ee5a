// Plays out what happened, frame by frame. It never stands in the way: an answer, a click on Skip or the space bar
// brings the table to where it is.
import { tick } from "svelte";
import { settings } from "../app/settings.svelte";
import { sound } from "../app/sounds";
import type { Told } from "../net/frames";
import { type Look, type Looks, look_of, paces, speeds } from "./looks";
import type { Table } from "./table.svelte";

export interface Scene {
  told: Told;
  look: Look;
  ms: number;
}
// What moves on the stage; drawn by Stage.svelte.
export interface Machinery {
  prepare(told: Told): void; // before the view changes: where things lie now
  show(scene: Scene): void; // after it
  clear(): void;
}

const hidden = () => typeof document !== "undefined" && document.hidden; // nobody looks at another tab
const recap_length = 60;
const too_many = 400; // frames that nobody would sit through (after a long time away)

export class FramePlayer {
  now = $state.raw<Scene | null>(null);
  recap = $state.raw<readonly Told[]>([]); // what others did since the player last acted
  looks: Looks = {};
  machinery: Machinery | null = null;
  #table: Table;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #leave: (() => void) | undefined;
  #busy = false;

  constructor(table: Table) {
    this.#table = table;
  }

  start() {
    this.#leave = this.#table.queue.subscribe(() => this.#came());
  }
  stop() {
    this.#leave?.();
    this.skip();
  }

  get playing(): boolean {
    return this.now !== null;
  }

  #came() {
    const { queue, seat } = this.#table;
    const theirs = queue.waiting.filter(
      (told) => told.event?.text && told.event.actor !== seat && !this.recap.includes(told),
    );
    if (theirs.length > 0) this.recap = [...this.recap, ...theirs].slice(-recap_length);
    if (speeds[settings.now.speed] === 0 || queue.waiting.length > too_many || hidden()) this.skip();
    else if (!this.#busy) void this.#next();
  }

  // The player has answered: what was still on its way is shown at once, and the recap has been read.
  acted() {
    this.recap = [];
    this.skip();
  }

  skip() {
    clearTimeout(this.#timer);
    this.#busy = false;
    this.now = null;
    this.machinery?.clear();
    this.#table.show_all();
  }

  async #next() {
    const told = this.#table.queue.waiting[0];
    if (!told) {
      this.#busy = false;
      this.now = null;
      return;
    }
    this.#busy = true;
    this.machinery?.prepare(told);
    this.#table.show_next();
    const ms = this.#present(told);
    await tick();
    if (this.now?.told === told) this.machinery?.show(this.now);
    this.#timer = setTimeout(() => void this.#next(), ms);
  }

  #present(told: Told): number {
    const look = look_of(this.looks, told.event?.kind ?? "", told.moved.length);
    // A change without words takes no time of its own.
    const ms = told.event?.text ? paces[look] * speeds[settings.now.speed] : told.moved.length > 0 ? paces.card : 0;
    this.now = { told, look, ms };
    sound(look);
    return ms;
  }

  // A line of the recap once more: the table goes back to where it was, and then on to where it is.
  async replay(told: Told) {
    this.skip();
    const table = this.#table;
    const { view, before, events } = table;
    table.view = told.before;
    await tick();
    this.#busy = true;
    this.machinery?.prepare(told);
    table.before = told.before;
    table.view = told.view;
    table.events = told.event ? [told.event] : [];
    const ms = Math.max(700, this.#present(told));
    await tick();
    if (this.now) this.machinery?.show(this.now);
    this.#timer = setTimeout(() => {
      if (this.now?.told !== told) return;
      table.view = view;
      table.before = before;
      table.events = events;
      this.#busy = false;
      this.now = null;
      if (table.queue.waiting.length > 0) this.#came();
    }, ms + 300);
  }
}
