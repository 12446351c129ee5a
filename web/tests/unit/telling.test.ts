import { describe, expect, it } from "vitest";
import type { Words } from "../../src/net/protocol";
import { Reader } from "../../src/net/telling";

const words = {
  game: "dragon_booster",
  content: "c",
  clauses: ["", "DRB-VIC-01"],
  bare: ["number"],
  hidden: { en: "a card", fr: "une carte" },
  verbs: {},
  events: {
    "3": {
      event: "points",
      text: { en: "{a:signed} {a|point|points}, {b:number} in all", fr: "{a:signed}, {b:number} en tout" },
      values: "ab",
      named: [],
      operands: [
        ["a", "signed"],
        ["b", "number"],
      ],
    },
  },
  questions: [{ question: "choose", text: { en: "Choose what it is for.", fr: "Choisissez." } }],
} as Words;

describe("a question", () => {
  const told = { number: 1, question: 0, choices: [] };
  it("is put in the words of the card that asks", () => {
    expect(new Reader(words).decision({ ...told, asks: "Choose an enemy: do 1 damage to it." }).text).toBe(
      "Choose an enemy: do 1 damage to it.",
    );
  });
  it("is otherwise put in the words of the game", () => {
    expect(new Reader(words, "fr").decision(told).text).toBe("Choisissez.");
  });
});

describe("a line of the log", () => {
  it("tells a change with its sign and a sum without one", () => {
    const reader = new Reader(words);
    expect(reader.event(1, [3, 1, [1], [4, 9]]).text).toBe("+4 points, 9 in all");
    expect(reader.event(1, [3, 1, [1], [-1, 8]]).text).toBe("-1 point, 8 in all");
    expect(new Reader(words, "fr").event(1, [3, 1, [1], [1, 2]]).text).toBe("+1, 2 en tout");
  });
  it("does not tell a number that is hidden", () => {
    expect(new Reader(words).event(1, [3, 1, [1], [null, 9]]).text).toBe("A card points, 9 in all");
  });
});
