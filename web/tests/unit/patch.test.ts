import { describe, expect, it } from "vitest";
import { patch_of, place_in, read_patch } from "../../src/workbench/patch";

const zap = "id: zap\nname: { en: Zap, fr: Zap }\nabilities:\n  - when: played\n    do: [ { draw: 1 } ]\n";
const drafts = {
  records: new Map([
    ["battle_cards.zap", zap],
    ["decks.starter", "id: starter\n\nteam: [a]\n"],
    ["battle_cards.medic", "{ id: medic, attack: 1 }\n"],
  ]),
  rest: ["game:\n  hand: 4"],
};

describe("a patch", () => {
  it("has the records list by list, and what else it held", () => {
    expect(patch_of("transformers_tcg", drafts).text).toBe(
      [
        "patch: transformers_tcg",
        "battle_cards:",
        "  - id: zap",
        "    name: { en: Zap, fr: Zap }",
        "    abilities:",
        "      - when: played",
        "        do: [ { draw: 1 } ]",
        "  - { id: medic, attack: 1 }",
        "decks:",
        "  - id: starter",
        "",
        "    team: [a]",
        "game:",
        "  hand: 4",
        "",
      ].join("\n"),
    );
  });
  it("knows the place of each line in its record", () => {
    const patch = patch_of("transformers_tcg", drafts);
    expect(place_in(patch, 3, 5)).toEqual({ key: "battle_cards.zap", line: 1, column: 1 });
    expect(place_in(patch, 7, 15)).toEqual({ key: "battle_cards.zap", line: 5, column: 11 });
    expect(place_in(patch, 8, 7)).toEqual({ key: "battle_cards.medic", line: 1, column: 3 });
    expect(place_in(patch, 12, 5)).toEqual({ key: "decks.starter", line: 3, column: 1 });
    expect(place_in(patch, 14, 3)).toBeNull();
    expect(place_in(patch, 1, 1)).toBeNull();
  });
  it("is read back as it was written", () => {
    const { text } = patch_of("transformers_tcg", drafts);
    const read = read_patch(text);
    expect(read?.game).toBe("transformers_tcg");
    expect([...read!.drafts.records.keys()].sort()).toEqual([...drafts.records.keys()].sort());
    expect(read?.drafts.records.get("battle_cards.zap")).toBe(zap);
    expect(patch_of("transformers_tcg", read!.drafts).text).toBe(text);
  });
  it("is read with remarks and other margins too", () => {
    const read = read_patch("# mine\npatch: dino_battles # the game\ncards:\n- id: wound\n  cost: 3\n# end\n");
    expect(read?.drafts.records.get("cards.wound")).toBe("id: wound\ncost: 3\n# end\n");
  });
  it("that is none is refused", () => {
    for (const text of ["", "hello\n", "patch: x\n", "cards:\n  - id: a\n", "patch: x\ncards:\n  - name: a\n"])
      expect(read_patch(text), text).toBeNull();
  });
});
