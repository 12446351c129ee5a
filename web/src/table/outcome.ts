// Who has won, in words: by the players' names where the game calls its seats by letters.
import { settings } from "../app/settings.svelte";
import { t } from "../app/texts.svelte";
import type { Over } from "../net/protocol";

export function outcome_text(over: Over, called: (seat: number) => string | undefined): string {
  const names = over.winners.flatMap((seat) => called(seat) ?? []);
  if (names.length === 0 || names.length < over.winners.length) return over.text;
  const who = new Intl.ListFormat(settings.language, { type: "conjunction" }).format(names);
  return t("who_wins", { who, n: names.length });
}
