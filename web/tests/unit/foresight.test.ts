import { describe, expect, it } from "vitest";
import { Foresight } from "../../src/offline/foresight";
import type { Sight } from "../../src/offline/module";

// An engine that knows positions "good…" and falls at "fall".
class FakeSight {
  shown: string[] = [];
  see(_game: string, { position }: { position: string }) {
    if (position === "fall") throw new Error("fallen");
    this.shown.push(position);
    return position.startsWith("good");
  }
  preview(choice: string) {
    return { frames: [], certain: choice === "1" };
  }
  why() {
    return null;
  }
  async hint(bot: string) {
    return { decision: 7, choice: bot };
  }
}

function beside() {
  const opened: FakeSight[] = [];
  const foresight = new Foresight(async () => {
    opened.push(new FakeSight());
    return opened.at(-1) as unknown as Sight;
  });
  const ask = (what: string, decision: number, position: string, more: object = {}) =>
    foresight.answer(
      `/sight/t/${what}`,
      JSON.stringify({ game: "g", language: "en", seen: { seat: 1, decision, position }, ...more }),
    );
  return { opened, ask };
}

describe("the engine beside a table", () => {
  it("is shown each decision once, and asked about it", async () => {
    const { opened, ask } = beside();
    expect(JSON.parse((await ask("preview", 7, "good 1", { choice: "1" })).body)).toEqual({
      frames: [],
      certain: true,
    });
    expect(JSON.parse((await ask("hint", 7, "good 1", { bot: "search:2000" })).body).choice).toBe("search:2000");
    await ask("preview", 8, "good 2", { choice: "2" });
    expect(opened.map((one) => one.shown)).toEqual([["good 1", "good 2"]]);
  });
  it("says nothing about what it cannot read, so that the table is asked", async () => {
    const { ask } = beside();
    expect((await ask("preview", 7, "odd")).status).toBe(404);
    expect((await ask("why", 8, "good")).status).toBe(404);
    expect((await ask("frobnicate", 8, "good")).status).toBe(404);
  });
  it("is opened anew after a fall", async () => {
    const { opened, ask } = beside();
    expect((await ask("preview", 7, "fall")).status).toBe(404);
    expect((await ask("preview", 7, "good", { choice: "1" })).status).toBe(200);
    expect(opened.length).toBe(2);
  });
});
