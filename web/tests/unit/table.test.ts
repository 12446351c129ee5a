import { beforeEach, describe, expect, it } from "vitest";
import { read_message, type ServerMessage, type Words } from "../../src/net/protocol";
import { Reader } from "../../src/net/telling";
import { Table } from "../../src/table/table.svelte";

const words: Words = {
  game: "risk_cybertron",
  content: "c",
  clauses: ["", "RSK-ATK-01"],
  bare: ["number"],
  hidden: { en: "a card", fr: "une carte" },
  verbs: {
    "1": {
      verb: "place",
      notation: "place {b:number} on {a:zone}",
      text: { en: "Place {b:number} {b|robot|robots} on {a:zone}", fr: "Poser {b:number} sur {a:zone}" },
      named: [["a", "zone"]],
      operands: [
        ["b", "number"],
        ["a", "zone"],
      ],
      amount: "b",
    },
    "2": { verb: "pass", notation: "pass", text: { en: "Pass", fr: "Passer" }, named: [], operands: [], amount: "" },
  },
  events: {
    "4": {
      event: "told",
      text: { en: "{actor} draws {a:card}{d? again}", fr: "{actor} pioche {a:card}" },
      values: "d",
      named: [
        ["actor", "seat"],
        ["a", "card"],
      ],
      operands: [["a", "card"]],
    },
  },
  questions: [{ question: "go_on", text: { en: "Go on?", fr: "Continuer ?" } }],
};
const view = { players: { red: { seat: 1, hand: ["uc01"] }, black: { seat: 2, hand: ["?"] } }, day: 1 };
let reader = new Reader(words);
const read = (message: object): ServerMessage => {
  const told = read_message(JSON.stringify({ v: 3, type: "state", ...message }), reader);
  if (!told) throw new Error("the message of the test is not one");
  return told;
};
// A whole state, and one that tells what happened.
const whole = (more: object = {}) =>
  read({ at: 1, cause: "joined", seat: 1, lang: "en", content: "c", view, log: [], waiting: [2], ...more });
const told = (more: object) => read({ at: 2, cause: "choice", ...more });
const notice = (text: string) => ["undo", 1, text];
beforeEach(() => {
  reader = new Reader(words);
});

describe("a table", () => {
  it("mirrors the state that it is sent, its own side first", () => {
    const table = new Table("t");
    table.hear(whole({ seat: 2 }));
    expect(table.players.map((player) => player.word)).toEqual(["black", "red"]);
    expect(table.number("day")).toBe(1);
    expect(table.list("players.black.hand")).toEqual(["?"]);
  });

  it("keeps one log through choices and coming back", () => {
    const table = new Table("t");
    table.hear(
      whole({
        log: [
          [1, notice("one")],
          [1, notice("two")],
        ],
      }),
    );
    table.hear(told({ frames: [[notice("three")]] }));
    expect(table.log.map((line) => line.text)).toEqual(["one", "two", "three"]);
    table.hear(
      whole({
        at: 4,
        log: [
          [2, notice("three")],
          [4, notice("four")],
        ],
        since: [[4, notice("four")]],
      }),
    );
    expect(table.log.map((line) => line.text)).toEqual(["one", "two", "three", "four"]);
    expect(table.since.map((line) => line.text)).toEqual(["four"]);
  });

  it("says what happened and what is asked", () => {
    const table = new Table("t");
    table.hear(whole());
    table.hear(
      told({
        frames: [[notice("black attacks")]],
        decision: [3, 0, [[2]]],
        waiting: [1],
      }),
    );
    expect(table.spoken).toBe("black attacks. Go on?");
    expect(table.selection.offers.map((choice) => choice.label)).toEqual(["Pass"]);
  });

  const two_frames = () =>
    told({
      words: [1, "seat", "red", "card", "Blaster", "uc02"],
      paths: [1, "players", [1, "red"], [2, "hand"], "day", [1, "black"]],
      lines: [1, [4, 1], [4]],
      things: [1, [1, 0, 2, 2, 2], [3, 7, 4, 5]],
      frames: [
        [[1, 1, 1, 1, 2], [[3, 1, 0, [5]]], [[5, 5, -1, 3, 1]]],
        [
          [2, 1, 0, 1, 0],
          [[4, 2], [5]],
        ],
      ],
    });

  it("shows frames at once as long as nobody plays them out", () => {
    const table = new Table("t");
    table.hear(whole());
    const before = table.view;
    table.hear(two_frames());
    expect(table.view).toEqual({ players: { red: { seat: 1, hand: ["uc01", "uc02"] } }, day: 2 });
    expect(table.before).toBe(before);
    expect(table.events.map((event) => event.text)).toEqual(["Red draws Blaster again", "Red draws a card"]);
    expect(table.events[0]?.clauses).toEqual(["RSK-ATK-01"]);
    expect(table.events[0]?.things).toEqual([
      { role: "a", kind: "card", value: 7, name: "Blaster", id: "uc02", path: "" },
    ]);
    expect(table.events[1]?.things).toEqual([]);
  });

  it("lays frames into the queue for whoever plays them out", () => {
    const table = new Table("t");
    let came = 0;
    table.hear(whole());
    const stop = table.queue.subscribe(() => {
      came += 1;
    });
    table.hear(two_frames());
    expect(came).toBe(1);
    expect(table.number("day")).toBe(1);
    expect(table.latest.day).toBe(2);
    expect(table.log.length).toBe(2);
    expect(table.queue.waiting[0]?.moved).toEqual([{ id: "uc02", from: "players.black", to: "players.red.hand.1" }]);
    expect(table.show_next()).toBe(true);
    expect(table.list("players.red.hand")).toEqual(["uc01", "uc02"]);
    expect(table.number("day")).toBe(1);
    table.show_all();
    expect(table.number("day")).toBe(2);
    expect(table.show_next()).toBe(false);
    stop();
    table.hear(told({ at: 3, frames: [[0, [[4, 3]]]] }));
    expect(table.number("day")).toBe(3);
  });

  it("names what choices are about, and leaves a gap for amounts", () => {
    const table = new Table("t");
    table.hear(
      whole({
        words: [1, "zone", "Iacon", "iacon"],
        paths: [1, "zones", [1, "iacon"]],
        things: [3, [1, 5, 2, 3, 2]],
        decision: [1, 0, [[String(1n + (5n << 16n) + (1n << 32n)), 3, { amounts: [1, 4] }]]],
      }),
    );
    const [place] = table.decision?.choices ?? [];
    expect(place).toMatchObject({
      verb: "place",
      notation: 'place 1 on "Iacon"',
      label: "Place {amount} robots on Iacon",
      one: "Place 1 robot on Iacon",
      amounts: { role: "b", from: 1, to: 4 },
    });
    expect(place?.things.map((thing) => thing.value)).toEqual([1, 5]);
  });

  it("shows a refusal with its clause and changes nothing", () => {
    const table = new Table("t");
    table.hear(whole());
    const shown = table.view;
    table.hear({ type: "refused", code: "illegal", text: "RSK-ATK-02: only 1 of 2 units", clause: "RSK-ATK-02" });
    expect(table.notice).toEqual({ text: "Only 1 of 2 units", clause: "RSK-ATK-02", kind: "refused" });
    expect(table.view).toBe(shown);
  });
});

describe("messages", () => {
  it("refuses what it does not understand", () => {
    expect(read_message("not json", reader)).toBeNull();
    expect(read_message('{"v":3,"type":"surprise"}', reader)).toBeNull();
    expect(read_message('{"v":3,"type":"state","at":"one"}', reader)).toBeNull();
    expect(read_message('{"v":3,"type":"pong","extra":1}', reader)).toEqual({ type: "pong" });
  });
});
