import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { TableSocket, wait_before, waits } from "../../src/net/socket";
import type { SocketLike } from "../../src/net/transport";

class Fake implements SocketLike {
  static all: Fake[] = [];
  readyState = 0;
  sent: string[] = [];
  onopen: SocketLike["onopen"] = null;
  onmessage: SocketLike["onmessage"] = null;
  onclose: SocketLike["onclose"] = null;
  onerror: SocketLike["onerror"] = null;
  constructor(readonly address: string) {
    Fake.all.push(this);
  }
  send(text: string) {
    this.sent.push(text);
  }
  close() {
    this.readyState = 3;
    this.onclose?.({});
  }
  open() {
    this.readyState = 1;
    this.onopen?.({});
  }
}

beforeEach(() => {
  vi.useFakeTimers();
  Fake.all = [];
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

function line(seen = { n: 0 }) {
  const states: string[] = [];
  const socket = new TableSocket({
    address: () => `ws://here/ws?seen=${seen.n}`,
    words: () => null,
    heard: () => undefined,
    changed: (state) => states.push(state),
    open: (address) => new Fake(address),
  });
  return { socket, states };
}

describe("the socket of a table", () => {
  it("opens itself again, later each time, with what it has seen", () => {
    vi.spyOn(Math, "random").mockReturnValue(1);
    const seen = { n: 0 };
    const { socket } = line(seen);
    socket.connect();
    Fake.all[0]!.open();
    seen.n = 7;
    Fake.all[0]!.close();
    for (const [i, wait] of [...waits, waits.at(-1)!].entries()) {
      vi.advanceTimersByTime(wait - 1);
      expect(Fake.all.length).toBe(i + 1);
      vi.advanceTimersByTime(1);
      expect(Fake.all.length).toBe(i + 2);
      Fake.all.at(-1)!.close();
    }
    expect(Fake.all.at(-1)!.address).toContain("seen=7");
  });

  it("does not come back together with everybody else", () => {
    expect(wait_before(2, 0)).toBe(600);
    expect(wait_before(2, 1)).toBe(1200);
    expect(wait_before(99, 0.5)).toBe(7500);
  });

  it("numbers its messages and sends nothing on a dead line", () => {
    const { socket } = line();
    socket.connect();
    expect(socket.send({ type: "undo" })).toBe(0);
    Fake.all[0]!.open();
    expect(socket.send({ type: "undo" })).toBe(1);
    expect(JSON.parse(Fake.all[0]!.sent[0]!)).toEqual({ v: 2, ref: 1, type: "undo" });
  });

  it("stays away when the seat was opened elsewhere", () => {
    const { socket, states } = line();
    socket.connect();
    Fake.all[0]!.open();
    Fake.all[0]!.onmessage?.({ data: '{"v":3,"type":"bye","code":"elsewhere","text":"opened elsewhere"}' });
    vi.advanceTimersByTime(10_000);
    expect(Fake.all.length).toBe(1);
    expect(states.at(-1)).toBe("closed");
  });
});
