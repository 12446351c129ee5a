// A race deck and a dragon deck, which the table tells apart.
import type { CardRecord } from "../../net/protocol";

export function brings(deck: ReadonlyMap<string, number>, cards: ReadonlyMap<string, CardRecord>) {
  const races = (card: string) => ["maneuvers", "events"].includes(String(cards.get(card)?.record.table));
  const part = (race: boolean) =>
    [...deck]
      .filter(([card]) => races(card) === race)
      .map(([card, count]) => `${count} ${card}`)
      .join(",");
  return { deck: `${part(true)}|${part(false)}` };
}
