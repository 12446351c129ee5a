// Several things for one question, pointed at in any order and confirmed together: "2 of 3 chosen".
import type { Choice, Decision } from "../net/protocol";

export class Gathering {
  readonly least: number;
  readonly most: number;
  readonly picks: readonly Choice[];
  counts = $state.raw<ReadonlyMap<string, number>>(new Map()); // by the pick's id
  #places: (pick: Choice) => readonly string[];

  constructor(gather: NonNullable<Decision["gather"]>, places: (pick: Choice) => readonly string[]) {
    this.least = gather.least;
    this.most = gather.most;
    this.picks = gather.picks;
    this.#places = places;
  }

  total = $derived.by(() => [...this.counts.values()].reduce((sum, count) => sum + count, 0));
  get ready(): boolean {
    return this.total >= this.least && this.total <= this.most;
  }
  count(pick: Choice): number {
    return this.counts.get(pick.id) ?? 0;
  }
  // The ids to send, one for each copy.
  get chosen(): string[] {
    return this.picks.flatMap((pick) => Array.from({ length: this.count(pick) }, () => pick.id));
  }

  // One more of it while there is room; then none of it again.
  toggle(pick: Choice) {
    const now = this.count(pick);
    const room = this.total < this.most && now < pick.copies;
    if (!room && now === 0) return;
    const next = new Map(this.counts);
    if (room) next.set(pick.id, now + 1);
    else next.delete(pick.id);
    this.counts = next;
  }

  clear() {
    this.counts = new Map();
  }

  // Pointing at the table. False if nothing there is among the picks.
  point(place: string): boolean {
    const there = this.picks.filter((pick) => this.#places(pick).includes(place));
    const next = there.find((pick) => this.count(pick) < pick.copies && this.total < this.most);
    if (next) this.toggle(next);
    else for (const pick of there) if (this.count(pick) > 0) this.toggle(pick);
    return there.length > 0;
  }

  marks = $derived.by(() => {
    const marks = new Map<string, "pick" | "picked">();
    for (const pick of this.picks)
      for (const place of this.#places(pick))
        if (this.count(pick) > 0) marks.set(place, "picked");
        else if (!marks.has(place)) marks.set(place, "pick");
    return marks;
  });
}
