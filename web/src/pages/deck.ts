// A deck as text, one card a line: "3 fire_trail". Lines that begin with # are notes.

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

// A starter deck of the content: lists of ids, and lists of cards with copies.
export function deck_of_record(record: Record<string, unknown>): Deck {
  const deck: Deck = new Map();
  const add = (card: string, count: number) => deck.set(card, (deck.get(card) ?? 0) + count);
  for (const [name, value] of Object.entries(record)) {
    if (!Array.isArray(value) || name.startsWith("outside")) continue;
    for (const item of value) {
      if (typeof item === "string") add(item, 1);
      else if (typeof item === "object" && item !== null && "card" in item) {
        const entry = item as { card: string; copies?: number; count?: number };
        add(entry.card, entry.copies ?? entry.count ?? 1);
      }
    }
  }
  return deck;
}
