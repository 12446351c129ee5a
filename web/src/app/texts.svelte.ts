// The page's own words in the language of the settings. What the rules say comes from the server.
import { en } from "./en";
import { fr } from "./fr";
import { settings } from "./settings.svelte";

export type Words = keyof typeof en;

export function t(key: Words, values: Record<string, string | number> = {}): string {
  const text: string = (settings.language === "fr" ? fr[key] : en[key]) ?? en[key] ?? key.replaceAll("_", " ");
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}
