import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { settings } from "../../src/app/settings.svelte";
import type { Choice } from "../../src/net/protocol";
import { AutoPass, pass_delay } from "../../src/table/autopass.svelte";
import { Table } from "../../src/table/table.svelte";

const pass: Choice = { id: "1", verb: "pass", notation: "pass", label: "Pass", copies: 1, things: [] };
const play: Choice = { ...pass, id: "2", verb: "play", label: "Play" };

function asked(choices: Choice[], kinds: ("person" | "bot")[] = ["person", "bot"]) {
  const table = new Table("t");
  table.game = "risk_cybertron";
  table.seat = 1;
  table.info = { seats: kinds.map((kind, i) => ({ seat: i + 1, kind })) } as never;
  table.decision = { number: 7, question: "card_window", text: "Play a card?", choices };
  const chosen: string[] = [];
  table.choose = (choice: Choice) => {
    chosen.push(choice.id);
  };
  return { table, chosen, auto: new AutoPass(table) };
}

beforeEach(() => {
  settings.apply = () => undefined; // there is no page here
  vi.useFakeTimers();
  settings.now = { ...settings.now, auto_pass: "bots", stops: [] };
});
afterEach(() => {
  vi.useRealTimers();
});

describe("auto-pass", () => {
  it("answers the only answer after a wait that is always the same", () => {
    const { chosen, auto } = asked([pass]);
    auto.look();
    vi.advanceTimersByTime(pass_delay - 1);
    expect(chosen).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(chosen).toEqual(["1"]);
    expect(auto.said).toBe("Pass");
  });
  it("waits until what led to it has been played out", () => {
    const { chosen, auto } = asked([pass]);
    auto.look(true);
    vi.advanceTimersByTime(10 * pass_delay);
    expect(chosen).toEqual([]);
    expect(auto.pending).toBe(pass);
    auto.look();
    vi.advanceTimersByTime(pass_delay);
    expect(chosen).toEqual(["1"]);
  });
  it("leaves every choice to the player", () => {
    const { chosen, auto } = asked([pass, play]);
    auto.look();
    vi.advanceTimersByTime(10 * pass_delay);
    expect(chosen).toEqual([]);
  });
  it("is off between people, unless they want it", () => {
    const { chosen, auto } = asked([pass], ["person", "person"]);
    auto.look();
    vi.advanceTimersByTime(10 * pass_delay);
    expect(chosen).toEqual([]);
    settings.now = { ...settings.now, auto_pass: "always" };
    auto.look();
    vi.advanceTimersByTime(pass_delay);
    expect(chosen).toEqual(["1"]);
  });
  it("stops where the player said so, and passes again when asked to", () => {
    const { chosen, auto } = asked([pass]);
    auto.look();
    auto.stop_here();
    auto.look();
    vi.advanceTimersByTime(10 * pass_delay);
    expect(chosen).toEqual([]);
    expect(settings.now.stops).toEqual(["risk_cybertron card_window"]);
    auto.pass_again();
    vi.advanceTimersByTime(pass_delay);
    expect(chosen).toEqual(["1"]);
  });
});
