// Equal cards of a pile lie on each other.
export function piled(cards: readonly string[]): { id: string; count: number }[] {
  const piles = new Map<string, number>();
  for (const card of cards) piles.set(card, (piles.get(card) ?? 0) + 1);
  return [...piles].map(([id, count]) => ({ id, count }));
}
