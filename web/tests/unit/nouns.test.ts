import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { agreeing, formed } from "../../src/net/nouns";
import type { Words } from "../../src/net/protocol";
import { Reader } from "../../src/net/telling";

// The same answers as the engine gives (tests/sentences_test.cpp).
describe("the form of a name", () => {
  const rows = readFileSync(new URL("../../../tests/data/nouns.txt", import.meta.url), "utf8")
    .split("\n")
    .filter((line) => line && !line.startsWith("#"));
  it.each(rows)("%s", (row) => {
    const [language, text, grammar, form, said] = row.split("; ") as ["en" | "fr", string, string, string, string];
    const noun = { text, grammar };
    expect(form.includes("|") ? agreeing(noun, form) : formed(noun, form, language)).toBe(said);
  });
});

describe("a name in a sentence", () => {
  const words = {
    game: "risk_cybertron",
    content: "c",
    clauses: [""],
    bare: ["number"],
    hidden: { en: "a card", fr: "une carte" },
    verbs: {},
    events: {
      "7": {
        event: "jumped",
        text: {
          en: "{actor}'s leader jumps to {a:zone:the}",
          fr: "Le chef {actor:de} saute {a:zone:de} : {a:zone|ouvert|ouverte}, {b:number} {b|unité|unités}",
        },
        values: "b",
        named: [
          ["actor", "seat"],
          ["a", "zone"],
        ],
        operands: [["a", "zone"]],
      },
    },
    questions: [],
  } as unknown as Words;
  const told = (called: () => string | undefined) => {
    const reader = new Reader(words, "fr", called);
    reader.learn({
      words: [1, "seat", "rouge", "zone", "Aire de lancement"],
      nouns: [4, "la"],
      lines: [1, [7]],
      things: [1, [1, 0, 2], [3, 5, 4]],
    });
    return reader;
  };
  it("has the form that the pattern asks for", () => {
    expect(told(() => undefined).event(1, [1, 1, 0, 1, 2]).text).toBe(
      "Le chef de rouge saute de l'Aire de lancement : ouverte, 0 unité",
    );
  });
  it("may be that of a person", () => {
    expect(told(() => "Anna").event(1, [1, 1, 2, 1, 2]).text).toBe(
      "Le chef d'Anna saute de l'Aire de lancement : ouverte, 2 unités",
    );
  });
  it("is learned anew with its word", () => {
    const reader = told(() => undefined);
    reader.learn({ words: [4, "Praxus"], things: [2, [3, 6, 4]] });
    expect(reader.event(1, [1, 1, 1, 1, 2]).text).toBe("Le chef de rouge saute de Praxus : ouvert, 1 unité");
  });
});
