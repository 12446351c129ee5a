// Words that are made of data: strengths of the computer, options, phrases.
import { t } from "./texts.svelte";

export function bot_name(bot: string): string {
  if (bot === "random") return t("bot_random");
  if (bot === "greedy") return t("bot_greedy");
  const found = /^search:(\d+)$/.exec(bot);
  if (!found) return bot;
  const n = Number(found[1]);
  return n <= 300 ? t("bot_easy") : n <= 1500 ? t("bot_good") : n <= 5000 ? t("bot_strong") : t("bot_strongest");
}

// "deal_zones" -> "deal zones"
export function spaced(word: string): string {
  return word.replaceAll("_", " ");
}
