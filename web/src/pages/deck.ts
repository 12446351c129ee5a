// A deck as text, one card a line: "3 fire_trail". Lines that begin with # are notes.
import { own_brings } from "../games/brings";
import type { CardRecord } from "../net/protocol";

export type Deck = Map<string, number>;

export function read_deck(text: string): { deck: Deck; odd: number[] } {
  const deck: Deck = new Map();
  const odd: number[] = [];
  for (const [i, raw] of text.split("\n").entries()) {
    const line = raw.trim();
    if (!line || line.startsWith("#")) continue;
    const found = /^(?:(\d{1,2})\s*[x×]?\s+)?(\S.*)$/.exec(line);
    const card = found?.[2]?.trim();
    const count = found?.[1] ? Number(found[1]) : 1;
    if (!card || count < 1) odd.push(i + 1);
    else deck.set(card, (deck.get(card) ?? 0) + count);
  }
  return { deck, odd };
}

export function deck_text(deck: Deck): string {
  return [...deck]
    .filter(([, count]) => count > 0)
    .map(([card, count]) => `${count} ${card}`)
    .join("\n");
}

// Which table of the content a list of a starter deck names cards of, where it is not called like the table.
const tables: Record<string, string> = { team: "characters", cards: "battle_cards" };

// A starter deck of the content: lists of cards, and lists of cards with copies. Cards are named by id or, in the
// bundle, by their number in their table.
export function deck_of_record(record: Record<string, unknown>, content: Record<string, unknown>): Deck {
  const deck: Deck = new Map();
  for (const [name, list] of Object.entries(record)) {
    if (!Array.isArray(list) || name.startsWith("outside")) continue;
    const table = content[tables[name] ?? name];
    const id_of = (card: unknown): string =>
      typeof card === "number" && Array.isArray(table)
        ? String((table[card] as { id?: string })?.id ?? "")
        : String(card);
    for (const item of list) {
      const entry =
        typeof item === "object" && item !== null
          ? (item as { card?: unknown; copies?: number; count?: number })
          : { card: item as unknown };
      if (entry.card === undefined) continue;
      const id = id_of(entry.card);
      if (id) deck.set(id, (deck.get(id) ?? 0) + (entry.copies ?? entry.count ?? 1));
    }
  }
  return deck;
}

// What a player brings to the table with this deck: options without the number of the seat.
export function brings(game: string, deck: Deck, cards: ReadonlyMap<string, CardRecord>): Record<string, string> {
  return own_brings[game]?.(deck, cards) ?? { list: deck_text(deck) };
}

// The same as options of the table, for a seat.
export function options_of(brought: Record<string, string>, seat: number): Record<string, string> {
  return Object.fromEntries(Object.entries(brought).map(([name, value]) => [`${name}_${seat}`, value]));
}
