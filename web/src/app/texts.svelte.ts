// The page's own words in the language of the settings. What the rules say comes from the server.
import { en } from "./en";
import { fr } from "./fr";
import { settings } from "./settings.svelte";

export type Words = keyof typeof en;

// "{n|card|cards}": one or many. French counts 0 among the one.
function counted(text: string, values: Record<string, string | number>, language: string): string {
  return text.replace(/\{(\w+)\|([^|}]*)\|([^}]*)\}/g, (_, name: string, one: string, many: string) => {
    const n = Number(values[name]);
    return n === 1 || (language === "fr" && n === 0) ? one : many;
  });
}

export function t(key: Words, values: Record<string, string | number> = {}, language = settings.language): string {
  const text: string = (language === "fr" ? fr[key] : en[key]) ?? en[key] ?? key.replaceAll("_", " ");
  return counted(text, values, language).replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}
