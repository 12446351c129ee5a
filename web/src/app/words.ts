// Words that are made of data: strengths of the computer, options, phrases.
import { t, type Words } from "./texts.svelte";

export function bot_name(bot: string): string {
  if (bot === "random") return t("bot_random");
  if (bot === "greedy") return t("bot_greedy");
  if (bot === "beginner") return t("bot_beginner");
  if (bot === "casual") return t("bot_casual");
  if (bot === "skilled") return t("bot_skilled");
  if (bot === "strong") return t("bot_strong");
  if (bot === "expert") return t("bot_expert");
  const found = /^search:(\d+)$/.exec(bot);
  if (!found) return bot;
  const n = Number(found[1]);
  return n <= 300 ? t("bot_easy") : n <= 1500 ? t("bot_good") : n <= 5000 ? t("bot_strong") : t("bot_strongest");
}

const names = ["Tess", "Milo", "Ada", "Rex", "Juno", "Otto"];

// At the table a computer player has a name; how strong it is stands beside it.
export function bot_at_table(bot: string, seat: number): string {
  return `${names[(seat - 1) % names.length]} (${bot_name(bot)})`;
}

// Where the game calls its seats by letters, its players are called by their names.
export function called(seat: number, word: string, name: string): string | undefined {
  if (!/^[A-Z]$/.test(word)) return undefined;
  return /\(/.test(name) ? names[(seat - 1) % names.length] : name || undefined;
}

const colours: Readonly<Record<string, Words>> = {
  red: "army_red",
  yellow: "army_yellow",
  black: "army_black",
  blue: "army_blue",
  green: "army_green",
  purple: "army_purple",
};

// The letter on the badge of a seat that the view calls by a colour: "J" for yellow on a French page.
export function initial_of(word: string): string {
  const colour = colours[word];
  return (colour ? t(colour) : word).slice(0, 1).toUpperCase();
}

// "deal_zones" -> "deal zones"
export function spaced(word: string): string {
  return word.replaceAll("_", " ");
}

// How many letters the longest word of a text has: what decides how narrow it can be set.
export const longest_word = (text: string): number => Math.max(1, ...text.split(/[\s-]+/).map((word) => word.length));

// A name without and with what stands behind its comma: "Optimus Prime", "Autobot Leader".
export function in_two(text: string): [string, string] {
  const [first = "", rest = ""] = text.split(/, (.*)/);
  return [first, rest];
}
