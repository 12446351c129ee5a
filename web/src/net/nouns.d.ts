export interface Noun {
  text: string;
  grammar: string; // as the locale's `nouns` has it; empty: a proper name
}
export function formed(noun: Noun, form: string, language: "en" | "fr"): string;
export function agreeing(noun: Noun, texts: string): string;
export function is_one(figure: number, language: "en" | "fr"): boolean;
