// A choice in parts as one sentence with a gap.
import { describe, expect, it } from "vitest";
import type { Choice, Thing } from "../../src/net/protocol";
import { open_sentence } from "../../src/table/steps";

const thing = (name: string) => ({ kind: "card", id: name, name }) as unknown as Thing;
const choice = (label: string, ...names: string[]) =>
  ({ id: label, verb: "", notation: "", label, copies: 1, things: names.map(thing) }) as Choice;
const open_but =
  (...picked: string[]) =>
  (one: Thing) =>
    picked.includes(one.name) ? "picked" : "open";

describe("what a half-made choice will be", () => {
  it("leaves open what is still to be pointed at", () => {
    const choices = [
      choice("Attack Torox with Ironhide", "Torox", "Ironhide"),
      choice("Attack Divebomb with Ironhide", "Divebomb", "Ironhide"),
    ];
    expect(open_sentence(choices, open_but("Ironhide"))).toBe("Attack … with Ironhide");
  });
  it("says nothing where several kinds of choice are left", () => {
    const choices = [choice("Attack Torox with Ironhide", "Torox", "Ironhide"), choice("Guard Torox", "Torox")];
    expect(open_sentence(choices, open_but("Ironhide"))).toBeNull();
  });
  it("says nothing where the words do not name what is open", () => {
    expect(open_sentence([choice("Play it", "Zap")], open_but())).toBeNull();
  });
});
