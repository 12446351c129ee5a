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

// A sum that follows no card stands for itself: some games tell each card as one.
const kind_of = ({ kind }: Event) => (kind === "discarded" || kind === "drew" ? kind : "card_drawn");

// The card of an event with its article, if the line has one: "a Wound".
function words_for(event: Event): string {
  const name = card_of(event)?.name ?? "";
  if (!event.text.endsWith(name)) return name;
  const article = /(?:^| )((?:an?|une?) )$/i.exec(event.text.slice(0, event.text.length - name.length))?.[1] ?? "";
  return article + name;
}

// "Red discards a Wound × 2, Rapid Refit": equal cards are counted where the first of them stands.
function listed(drawn: readonly Event[]): string {
  const first = drawn[0] as Event;
  const count = new Map<string, number>();
  for (const event of drawn) count.set(words_for(event), (count.get(words_for(event)) ?? 0) + 1);
  const [beginning = "", ...others] = [...count].map(([words, n]) => (n > 1 ? `${words} × ${n}` : words));
  return [first.text.replace(words_for(first), () => beginning), ...others].join(", ");
}

function joined(drawn: readonly Event[], sum: Event | undefined): Line {
  const first = drawn[0] as Event;
  const events = sum ? [...drawn, sum] : drawn;
  const text = drawn.every(card_of) ? listed(drawn) : (sum ?? first).text;
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
