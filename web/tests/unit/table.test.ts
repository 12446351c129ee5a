import { describe, expect, it } from "vitest";
import { read_message, type ServerMessage } from "../../src/net/protocol";
import { Table } from "../../src/table/table.svelte";

const state = (more: object): ServerMessage => {
  const message = read_message(
    JSON.stringify({
      v: 1,
      type: "state",
      at: 1,
      cause: "joined",
      seat: 1,
      view: { players: { red: { seat: 1, hand: ["uc01"] }, black: { seat: 2, hand: ["?"] } }, day: 1 },
      events: [],
      decision: null,
      waiting: [2],
      over: null,
      undo: "no",
      ...more,
    }),
  );
  if (!message) throw new Error("the message of the test is not one");
  return message;
};
const event = (text: string, at = 1) => ({ at, text, clauses: ["RSK-ATK-01"], actor: 1, kind: "attack", things: [] });

describe("a table", () => {
  it("mirrors the state that it is sent, its own side first", () => {
    const table = new Table("t");
    table.hear(state({ seat: 2 }));
    expect(table.players.map((player) => player.word)).toEqual(["black", "red"]);
    expect(table.number("day")).toBe(1);
    expect(table.list("players.black.hand")).toEqual(["?"]);
  });

  it("keeps one log through choices and coming back", () => {
    const table = new Table("t");
    table.hear(state({ events: [event("one"), event("two")] }));
    table.hear(state({ at: 2, cause: "choice", events: [event("three", 2)] }));
    expect(table.log.map((line) => line.text)).toEqual(["one", "two", "three"]);
    table.hear(
      state({ at: 4, cause: "joined", events: [event("three", 2), event("four", 4)], since: [event("four", 4)] }),
    );
    expect(table.log.map((line) => line.text)).toEqual(["one", "two", "three", "four"]);
    expect(table.since.map((line) => line.text)).toEqual(["four"]);
  });

  it("says what happened and what is asked", () => {
    const table = new Table("t");
    table.hear(state({}));
    table.hear(
      state({
        at: 2,
        cause: "choice",
        events: [event("black attacks")],
        decision: {
          number: 3,
          question: "go_on",
          text: "Go on?",
          choices: [{ id: "1", verb: "pass", notation: "pass", label: "Pass", things: [] }],
        },
        waiting: [1],
      }),
    );
    expect(table.spoken).toBe("black attacks. Go on?");
    expect(table.selection.offers.map((choice) => choice.label)).toEqual(["Pass"]);
  });

  it("shows a refusal with its clause and changes nothing", () => {
    const table = new Table("t");
    table.hear(state({}));
    const view = table.view;
    table.hear({ type: "refused", code: "illegal", text: "RSK-ATK-02: only 1 of 2 units", clause: "RSK-ATK-02" });
    expect(table.notice).toEqual({ text: "Only 1 of 2 units", clause: "RSK-ATK-02", kind: "refused" });
    expect(table.view).toBe(view);
  });
});

describe("messages", () => {
  it("refuses what it does not understand", () => {
    expect(read_message("not json")).toBeNull();
    expect(read_message('{"v":1,"type":"surprise"}')).toBeNull();
    expect(read_message('{"v":1,"type":"state","at":"one"}')).toBeNull();
    expect(read_message('{"v":1,"type":"pong","extra":1}')).toEqual({ type: "pong" });
  });
});
