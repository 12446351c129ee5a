// What a player set for this browser: language, theme, text size, motion, sound. Kept in local storage.

import type { Speed } from "../table/looks";

export type Language = "en" | "fr";
export type Theme = "system" | "dark" | "light";
export type Motion = "system" | "full" | "fast" | "none";
export type AutoPass = "bots" | "always" | "never";
export type TextSize = "small" | "normal" | "large" | "huge";

export const text_scales: Record<TextSize, number> = { small: 0.9, normal: 1, large: 1.2, huge: 1.45 };
const kept_as = "rulewright.settings";

interface Kept {
  language: Language;
  theme: Theme;
  motion: Motion;
  text_size: TextSize;
  sound: boolean;
  speed: Speed; // of what is played out
  volume: number; // of the table's sounds, 0 to 1
  muted: boolean;
  auto_pass: AutoPass;
  stops: string[]; // "GAME card_window": questions at which nothing is passed for the player
}

function first_settings(): Kept {
  const french = typeof navigator !== "undefined" && navigator.language.toLowerCase().startsWith("fr");
  return {
    language: french ? "fr" : "en",
    theme: "system",
    motion: "system",
    text_size: "normal",
    sound: false,
    speed: "normal",
    volume: 0.3,
    muted: false,
    auto_pass: "bots",
    stops: [],
  };
}

function read_kept(): Kept {
  const first = first_settings();
  try {
    const text = localStorage.getItem(kept_as);
    return text ? { ...first, ...(JSON.parse(text) as Partial<Kept>) } : first;
  } catch {
    return first; // private browsing, or text of another version
  }
}

class Settings {
  now = $state<Kept>(read_kept());

  get language(): Language {
    return this.now.language;
  }

  set(change: Partial<Kept>) {
    this.now = { ...this.now, ...change };
    try {
      localStorage.setItem(kept_as, JSON.stringify(this.now));
    } catch {
      // nothing can be kept here; the choice holds until the page is closed
    }
    this.apply();
  }

  // Writes the settings where the style sheets look for them.
  apply() {
    const root = document.documentElement;
    const dark = matchMedia("(prefers-color-scheme: dark)").matches;
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    root.lang = this.now.language;
    root.dataset.theme = this.now.theme === "system" ? (dark ? "dark" : "light") : this.now.theme;
    root.dataset.motion = this.now.motion === "system" ? (still ? "none" : "full") : this.now.motion;
    root.style.setProperty("--text-scale", String(text_scales[this.now.text_size]));
  }

  // How long an animation may take, in milliseconds: 120 / 250 / 500 or nothing.
  pace(normal: number): number {
    const motion = document.documentElement.dataset.motion;
    return motion === "none" ? 0 : motion === "fast" ? normal / 2 : normal;
  }
}

export const settings = new Settings();

if (typeof matchMedia !== "undefined") {
  for (const query of ["(prefers-color-scheme: dark)", "(prefers-reduced-motion: reduce)"])
    matchMedia(query).addEventListener("change", () => settings.apply());
}
