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
  questions: [],
} as Words;

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
