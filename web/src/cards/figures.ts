// The figures of a card that tell a player something: numbers of other records and of the set are left out.
import type { Language } from "../app/settings.svelte";
import type { CardRecord } from "../net/protocol";

const inner = new Set(["called", "set", "number", "title", "combines_into", "origin", "color", "team", "version"]);

export function telling_figures(card: CardRecord, language: Language): { name: string; value: string }[] {
  return card.figures[language].filter((figure) => !inner.has(figure.name));
}
