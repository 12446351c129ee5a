// The lines of the log: cards that one player draws or discards one after another, and how many they were, make one line.
// It names the cards where they can be seen, and their number where they cannot. Where a game tells each card and no sum,
// the same line again is counted.
import type { Event } from "../net/protocol";

export interface Line {
  event: Event; // the first of those that it tells
  events: readonly Event[];
  text: string;
  clauses: readonly string[];
}

const card_of = (event: Event) => event.things.find((thing) => thing.id && thing.kind !== "seat");

// "Blue discards Attack": further cards can follow.
const ends_with_card = (event: Event) => event.text.endsWith(card_of(event)?.name ?? "?");

function kind_of(event: Event): string {
  if (event.kind === "discarded") return event.kind;
  return event.kind === "drew" && event.things.some((thing) => thing.kind === "card") ? "drew" : "card_drawn";
}

function joined(drawn: readonly Event[], sum: Event | undefined): Line {
  const first = drawn[0] as Event;
  const events = sum ? [...drawn, sum] : drawn;
  const names = drawn.map((event) => card_of(event)?.name);
  const seen = names.every((name) => name !== undefined);
  const text = seen ? [first.text, ...names.slice(1)].join(", ") : (sum ?? first).text;
  return { event: first, events, text, clauses: [...new Set(events.flatMap((event) => event.clauses))] };
}

// "Blue draws a card × 3"
function counted(drawn: readonly Event[]): Line[] {
  const out: Line[] = [];
  for (const event of drawn) {
    const last = out.at(-1);
    if (last?.event.text !== event.text) out.push(joined([event], undefined));
    else
      out[out.length - 1] = {
        ...joined([...last.events, event], undefined),
        text: `${event.text} × ${last.events.length + 1}`,
      };
  }
  return out;
}

export function lines_of(events: readonly Event[]): Line[] {
  const out: Line[] = [];
  for (let i = 0; i < events.length; ) {
    const event = events[i] as Event;
    let end = i;
    const drawn = (kind: string) => events[end]?.kind === kind && events[end]?.actor === event.actor;
    const kind = kind_of(event);
    while (drawn(kind) && (kind !== "discarded" || ends_with_card(events[end] as Event))) end++;
    if (end === i) {
      out.push({ event, events: [event], text: event.text, clauses: event.clauses });
      i++;
      continue;
    }
    const sum = kind === "card_drawn" && drawn("drew") ? events[end] : undefined;
    const cards = events.slice(i, end);
    if (sum || cards.every(card_of)) out.push(joined(cards, sum));
    else out.push(...counted(cards));
    i = end + (sum ? 1 : 0);
  }
  return out;
}
