// Frames: what happened, event by event, and how each event changed the view (docs/protocol.md).
import type { Event, View } from "./protocol";

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

function changed_in(view: View, parts: readonly string[], change: Change): View {
  const [first = "", ...rest] = parts;
  const here = view[first];
  if (rest.length > 0) {
    const group = typeof here === "object" && here !== null ? (here as View) : {};
    return { ...view, [first]: changed_in(group, rest, change) };
  }
  if ("gone" in change) {
    const { [first]: _, ...others } = view;
    return others;
  }
  if ("value" in change) return { ...view, [first]: change.value };
  const list = Array.isArray(here) ? (here as string[]) : [];
  return { ...view, [first]: list.toSpliced(change.at, change.drop, ...change.put) };
}

// The view after these changes. What did not change is the same object as before.
export function apply_changes(view: View, changes: readonly Change[]): View {
  return changes.reduce((now, change) => changed_in(now, change.path.split("."), change), view);
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
