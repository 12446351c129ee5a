// Frames: what happened, event by event, and how each event changed the view (docs/protocol.md).
import type { Event, View } from "./protocol";
import { apply_changes } from "./telling";

// A value of the view that is now another one, that is gone, or a list in which cards were taken away and put.
export type Change =
  | { path: string; value: unknown }
  | { path: string; gone: true }
  | { path: string; at: number; drop: number; put: readonly string[] };

// A card that left one list and came into another. `from` and `to` are paths of lists ("players.red.hand") with the
// card's place in it behind ("players.red.hand.2") where the viewer saw it there.
export interface Moved {
  id: string;
  from: string;
  to: string;
}

export interface Frame {
  event: Event | null; // null: something changed that nobody needs words for
  changes: readonly Change[];
  moved: readonly Moved[];
}

// A frame with the view before and after it.
export interface Told extends Frame {
  at: number; // of the record that brought it about
  before: View;
  view: View;
}

// Frames one after the other from this view on.
export function told_from(view: View, frames: readonly Frame[], at: number): Told[] {
  let now = view;
  return frames.map((frame) => {
    const before = now;
    now = apply_changes(before, frame.changes);
    return { ...frame, at, before, view: now };
  });
}
