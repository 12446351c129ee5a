import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { settings } from "../../src/app/settings.svelte";
import type { Told } from "../../src/net/frames";
import { paces } from "../../src/table/looks";
import { FramePlayer } from "../../src/table/player.svelte";
import { Table } from "../../src/table/table.svelte";

const told = (n: number, actor = 2, kind = "card_drawn"): Told => ({
  event: { at: 1, text: `line ${n}`, clauses: [], actor, kind, things: [] },
  changes: [{ path: "n", value: n }],
  moved: [],
  at: 1,
  before: { n: n - 1 },
  view: { n },
});

function stage() {
  const table = new Table("t");
  table.seat = 1;
  table.view = { n: 0 };
  const player = new FramePlayer(table);
  player.looks = { card_drawn: "card", turn_begins: "turn" };
  player.start();
  return { table, player };
}
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

beforeEach(() => {
  vi.useFakeTimers();
  settings.apply = () => undefined;
  settings.now = { ...settings.now, speed: "normal", muted: true };
});
afterEach(() => {
  vi.useRealTimers();
});

describe("what happened is played out", () => {
  it("frame by frame, each as long as its kind of event", async () => {
    const { table, player } = stage();
    table.queue.push([told(1, 2, "turn_begins"), told(2), told(3)]);
    await pass(0);
    expect(table.view.n).toBe(1);
    expect(player.now?.look).toBe("turn");
    await pass(paces.turn - 1);
    expect(table.view.n).toBe(1);
    await pass(1);
    expect(table.view.n).toBe(2);
    await pass(paces.card);
    expect(table.view.n).toBe(3);
    await pass(paces.card);
    expect(player.playing).toBe(false);
  });

  it("twice as slowly, faster, or at once", async () => {
    settings.now = { ...settings.now, speed: "slow" };
    const slow = stage();
    slow.table.queue.push([told(1), told(2)]);
    await pass(paces.card * 2 - 1);
    expect(slow.table.view.n).toBe(1);
    await pass(1);
    expect(slow.table.view.n).toBe(2);
    settings.now = { ...settings.now, speed: "off" };
    const off = stage();
    off.table.queue.push([told(1), told(2), told(3)]);
    expect(off.table.view.n).toBe(3);
    expect(off.player.playing).toBe(false);
  });

  it("until it is skipped; what comes later is played again", async () => {
    const { table, player } = stage();
    table.queue.push([told(1), told(2), told(3)]);
    await pass(0);
    player.skip();
    expect(table.view.n).toBe(3);
    expect(player.playing).toBe(false);
    table.queue.push([told(4), told(5)]);
    await pass(0);
    expect(table.view.n).toBe(4);
    await pass(paces.card);
    expect(table.view.n).toBe(5);
  });

  it("and stays to be read until the player acts", async () => {
    const { table, player } = stage();
    table.queue.push([told(1, 1), told(2, 2), told(3, 2)]);
    expect(player.recap.map((one) => one.event?.text)).toEqual(["line 2", "line 3"]);
    await pass(2000);
    expect(player.recap).toHaveLength(2);
    player.acted();
    expect(player.recap).toEqual([]);
  });

  it("a line once more, and then the table is where it was", async () => {
    const { table, player } = stage();
    table.queue.push([told(1), told(2), told(3)]);
    await pass(3000);
    const first = player.recap[0]!;
    void player.replay(first);
    await pass(0);
    expect(table.view.n).toBe(1);
    await pass(2000);
    expect(table.view.n).toBe(3);
    expect(player.playing).toBe(false);
  });
});
