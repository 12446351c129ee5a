// Draws and discards in the log: one line for each player, with names where they can be seen.
import { describe, expect, it } from "vitest";
import type { Event, Thing } from "../../src/net/protocol";
import { lines_of } from "../../src/table/lines";

const card = (name: string): Thing => ({ role: "a", kind: "card", value: 1, name, id: name.toLowerCase(), path: "" });
const event = (kind: string, actor: number, text: string, things: Thing[] = [], clauses: string[] = []): Event => ({
  at: 1,
  kind,
  actor,
  text,
  things,
  clauses,
});

describe("lines of the log", () => {
  it("name all cards of one draw that can be seen", () => {
    const lines = lines_of([
      event("card_drawn", 1, "red draws Attack", [card("Attack")], ["DNB-CLN-03"]),
      event("card_drawn", 1, "red draws Evade", [card("Evade")], ["DNB-CLN-03"]),
      event("drew", 1, "red draws 2 cards", [], ["DNB-CLN-04"]),
      event("turn_begins", 2, "blue's turn"),
    ]);
    expect(lines.map((line) => line.text)).toEqual(["red draws Attack, Evade", "blue's turn"]);
    expect(lines[0]?.clauses).toEqual(["DNB-CLN-03", "DNB-CLN-04"]);
    expect(lines[0]?.events.length).toBe(3);
  });
  it("count cards that cannot be seen", () => {
    const hidden = event("card_drawn", 2, "blue draws a card");
    const lines = lines_of([hidden, hidden, event("drew", 2, "blue draws 2 cards"), hidden]);
    expect(lines.map((line) => line.text)).toEqual(["blue draws 2 cards", "blue draws a card"]);
  });
  it("count what is told card by card and cannot be seen", () => {
    const hidden = event("drew", 2, "blue draws a card");
    const seen = event("drew", 1, "red draws Zap", [card("Zap")]);
    const lines = lines_of([hidden, hidden, hidden, seen, event("drew", 1, "red draws Medic!", [card("Medic!")])]);
    expect(lines.map((line) => line.text)).toEqual(["blue draws a card × 3", "red draws Zap, Medic!"]);
    expect(lines[0]?.events.length).toBe(3);
  });
  it("name cards discarded one after another, where the line ends with the card", () => {
    const lines = lines_of([
      event("discarded", 1, "red discards Attack", [card("Attack")]),
      event("discarded", 1, "red discards Evade", [card("Evade")]),
      event("discarded", 1, "Charge! of red is discarded", [card("Charge!")]),
    ]);
    expect(lines.map((line) => line.text)).toEqual(["red discards Attack, Evade", "Charge! of red is discarded"]);
  });
  it("count equal cards, each with its article", () => {
    const discards = (words: string, name: string) => event("discarded", 1, `Red discards ${words}`, [card(name)]);
    const drawn = event("card_drawn", 1, "Red draws Evade", [card("Evade")]);
    const lines = lines_of([
      discards("a Wound", "Wound"),
      discards("Rapid Refit", "Rapid Refit"),
      discards("a Wound", "Wound"),
      discards("an Attack", "Attack"),
      drawn,
      drawn,
      event("drew", 1, "Red draws 2 cards"),
    ]);
    expect(lines.map((line) => line.text)).toEqual([
      "Red discards a Wound × 2, Rapid Refit, an Attack",
      "Red draws Evade × 2",
    ]);
  });
  it("keep players apart", () => {
    const lines = lines_of([
      event("card_drawn", 1, "red draws Attack", [card("Attack")]),
      event("card_drawn", 2, "blue draws a card"),
    ]);
    expect(lines.map((line) => line.text)).toEqual(["red draws Attack", "blue draws a card"]);
  });
});
