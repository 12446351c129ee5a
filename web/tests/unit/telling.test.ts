import { describe, expect, it } from "vitest";
import type { Words } from "../../src/net/protocol";
import { Reader } from "../../src/net/telling";
import { open_sentence } from "../../src/table/steps";

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

const told = (language: "en" | "fr" = "en") => {
  const reader = new Reader(words, language);
  reader.learn({ lines: [1, [3, 1]] });
  return reader;
};

describe("a question", () => {
  it("is put in the words of the card that asks", () => {
    expect(told().decision([1, [0, "Choose an enemy: do 1 damage to it."], []]).text).toBe(
      "Choose an enemy: do 1 damage to it.",
    );
  });
  it("is otherwise put in the words of the game", () => {
    expect(told("fr").decision([1, 0, []]).text).toBe("Choisissez.");
  });
});

describe("what is no event of the rules", () => {
  const reader = new Reader(words, "en", (seat) => (seat === 1 ? "Dusty Newt" : undefined));

  it("names the player where the game says a letter", () => {
    expect(reader.event(1, ["undo", 1, "A takes back the last choice"]).text).toBe(
      "Dusty Newt takes back the last choice",
    );
    expect(reader.event(1, ["undo", 2, "Red takes back the last choice"]).text).toBe("Red takes back the last choice");
  });
  it("leaves the article of a draw alone", () => {
    expect(reader.event(1, ["ended", 1, "A draw is agreed"]).text).toBe("A draw is agreed");
  });
});

describe("a choice that is half made", () => {
  const verbs = {
    "7": {
      verb: "attack",
      text: { en: "Attack {b:zone:the} from {a:zone:the}", fr: "Attaquer {b:zone:le} depuis {a:zone:le}" },
      notation: "attack {a:zone} -> {b:zone}",
      values: "",
      named: [
        ["a", "zone"],
        ["b", "zone"],
      ],
      operands: [
        ["a", "zone"],
        ["b", "zone"],
      ],
    },
  };
  // From Tarn to a zone that takes an article, and to one that takes none.
  const attacks = (language: "en" | "fr") => {
    const reader = new Reader({ ...words, verbs, bare: [] } as unknown as Words, language);
    reader.learn({
      words: [1, "zone", "Tarn", language === "en" ? "Rad Zone" : "zone de radiations", "Helex"],
      nouns: [3, language === "en" ? "the" : "la"],
      things: [1, [1, 4, 2, 0, 0], [1, 5, 3, 0, 0], [1, 6, 4, 0, 0]],
    });
    return [2, 3].map((target) => reader.choice([String(7n), 1, target]));
  };
  const open_target = (thing: { role: string }) => (thing.role === "b" ? "open" : "picked");

  it("leaves the article open with its thing", () => {
    const [one, other] = attacks("en");
    expect([one!.label, other!.label]).toEqual(["Attack the Rad Zone from Tarn", "Attack Helex from Tarn"]);
    expect(open_sentence(attacks("en"), open_target)).toBe("Attack … from Tarn");
    expect(attacks("fr")[0]!.label).toBe("Attaquer la zone de radiations depuis Tarn");
    expect(open_sentence(attacks("fr"), open_target)).toBe("Attaquer … depuis Tarn");
  });
  it("leaves open what is said beside the name of a thing, if nothing of it is picked", () => {
    const [one] = attacks("en");
    const [from, target] = one!.things;
    const parts = [from!, { ...target!, name: "Zone" }, { ...target!, name: "Rad", path: "" }];
    const beside = { ...one!, leaving_open: one!.leaving_open!, things: parts };
    const stands = (thing: { role: string; name: string }) =>
      thing.role === "a" ? "picked" : thing.name === "Rad" ? "undrawn" : "open";
    expect(open_sentence([beside], stands)).toBe("Attack … from Tarn");
  });
  it("keeps what is picked, even if it has the same name", () => {
    const [one] = attacks("en");
    const same = {
      ...one!,
      leaving_open: one!.leaving_open!,
      things: one!.things.map((thing) => ({ ...thing, name: "Tarn" })),
    };
    expect(open_sentence([same], open_target)).toBe("Attack … from Tarn");
  });
});

describe("a line of the log", () => {
  it("tells a change with its sign and a sum without one", () => {
    expect(told().event(1, [1, 1, 4, 9]).text).toBe("+4 points, 9 in all");
    expect(told().event(1, [1, 1, -1, 8]).text).toBe("-1 point, 8 in all");
    expect(told("fr").event(1, [1, 1, 1, 2]).text).toBe("+1, 2 en tout");
    expect(told().event(1, [1, 1, 4, 9]).clauses).toEqual(["DRB-VIC-01"]);
  });
  it("does not tell a number that is hidden", () => {
    expect(told().event(1, [1, 1, null, 9]).text).toBe("A card points, 9 in all");
  });
});

describe("what is told by number", () => {
  const reader = new Reader(words);
  reader.learn({ words: [1, "dash", "flip", "bot"], paths: [1, "players", [1, "red"], [2, "hand"]] });

  it("is a word, a list of cards of which 0 is hidden, or a group of these", () => {
    expect(reader.change([2, { mode: "3", hand: [1, 0], dice: 4, up: true }])).toEqual({
      path: "players.red",
      value: { mode: "bot", hand: ["dash", "?"], dice: 4, up: true },
    });
    expect(reader.change([3, 1, 0, [2]])).toEqual({ path: "players.red.hand", at: 1, drop: 0, put: ["flip"] });
    expect(reader.change([3, 0, 2])).toEqual({ path: "players.red.hand", at: 0, drop: 2, put: [] });
    expect(reader.change([3])).toEqual({ path: "players.red.hand", gone: true });
  });
  it("means something else when a message says so", () => {
    const other = new Reader(words);
    other.learn({ words: [1, "dash"] });
    other.learn({ words: [1, "flip", "dash"] });
    expect(other.change([9, [1, 2]])).toEqual({ path: "", value: ["flip", "dash"] });
  });
});
