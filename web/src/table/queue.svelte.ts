// Frames that have been told and not been shown yet. Whoever plays them out subscribes and takes them one by one; as long
// as nobody does, the table shows them at once.
import type { Told } from "../net/frames";

export class FrameQueue {
  waiting = $state.raw<readonly Told[]>([]);
  #players = new Set<() => void>();

  get played(): boolean {
    return this.#players.size > 0;
  }

  // `came` is called whenever frames have come. Returns how to stop.
  subscribe(came: () => void): () => void {
    this.#players.add(came);
    return () => this.#players.delete(came);
  }

  push(told: readonly Told[]) {
    if (told.length === 0) return;
    this.waiting = [...this.waiting, ...told];
    for (const came of [...this.#players]) came();
  }

  next(): Told | undefined {
    const [first, ...rest] = this.waiting;
    if (first) this.waiting = rest;
    return first;
  }

  clear() {
    this.waiting = [];
  }
}
