import "fake-indexeddb/auto";
import { IDBFactory } from "fake-indexeddb";
import { beforeEach, describe, expect, it } from "vitest";
import { TableSocket } from "../../src/net/socket";
import { DeviceTransport, type Port, type SocketLike, type Transport } from "../../src/net/transport";
import { answers_anywhere, type Server, Way } from "../../src/net/way.svelte";
import { Device, type Others, type Told } from "../../src/offline/device";
import type { Answer, House, Line, SavedTable, Setup } from "../../src/offline/module";
import { Store } from "../../src/offline/store";

const json = (status: number, body: unknown): Answer => ({
  status,
  type: "application/json",
  body: JSON.stringify(body),
});

// An engine that keeps tables in which every message is a choice: enough to see what is written, and when.
class FakeHouse {
  static opened = 0;
  static falls = false;
  readonly tables = new Map<string, string[]>();
  readonly setup: Setup;
  constructor(setup: Setup) {
    ++FakeHouse.opened;
    this.setup = setup;
    for (const { id, entries } of setup.saved ?? []) this.tables.set(id, [...entries]);
  }
  async request(method: string, path: string): Promise<Answer> {
    if (FakeHouse.falls) {
      FakeHouse.falls = false;
      throw new Error("fallen");
    }
    if (method === "POST" && path === "/api/me") return json(200, { name: "Nova" });
    if (method === "POST" && path === "/api/tables") {
      const table = `t${this.tables.size + 1}`;
      this.tables.set(table, []);
      await this.setup.save?.({ table, record: "{}" });
      return json(201, { table });
    }
    if (path === "/api/tables?mine=1") return json(200, { tables: [...this.tables.keys()] });
    return json(200, { me: this.setup.me, entries: this.tables.get(path.split("/")[3]!) ?? null });
  }
  connect(path: string, heard: (text: string) => void): Line | Answer {
    const id = /tables\/(\w+)/.exec(path)![1]!;
    const entries = this.tables.get(id);
    if (!entries) return json(404, {});
    heard(JSON.stringify({ at: entries.length }));
    return {
      send: async (text) => {
        try {
          await this.setup.save?.({ table: id, from: entries.length + 1, entries: [text] });
          entries.push(text);
          heard(JSON.stringify({ at: entries.length }));
        } catch {
          heard(JSON.stringify({ refused: "storage" }));
        }
      },
      close: () => undefined,
    };
  }
  forget(table: string) {
    this.tables.delete(table);
  }
  close() {}
}

// Windows of one browser hear each other, not themselves.
const windows: { id: number; listener: (table: string) => void }[] = [];
function others(): Others {
  const id = windows.length;
  return {
    tell: (table) => {
      for (const one of windows) if (one.id !== id) one.listener(table);
    },
    heard: (listener) => void windows.push({ id, listener }),
  };
}

async function window_of_browser(): Promise<DeviceTransport> {
  const store = await Store.open();
  const port: Port = { postMessage: () => undefined, onmessage: null, onerror: null };
  const device = new Device(
    async (setup) => new FakeHouse(setup) as unknown as House,
    store,
    others(),
    (told: Told) => queueMicrotask(() => port.onmessage?.({ data: told })),
  );
  port.postMessage = (asked) => void device.hear(asked);
  return new DeviceTransport(() => port);
}

function listen(socket: SocketLike): { heard: Record<string, unknown>[]; open: Promise<void>; closed: Promise<void> } {
  const heard: Record<string, unknown>[] = [];
  socket.onmessage = ({ data }) => heard.push(JSON.parse(data as string) as Record<string, unknown>);
  return {
    heard,
    open: new Promise((done) => {
      socket.onopen = () => done();
    }),
    closed: new Promise((done) => {
      socket.onclose = () => done();
    }),
  };
}

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
  windows.length = 0;
  FakeHouse.opened = 0;
});

describe("the store", () => {
  it("keeps tables entry by entry, and the player", async () => {
    const store = await Store.open();
    await store.save({ table: "a", record: "one" });
    await store.save({ table: "a", from: 1, entries: ["x", "y"] });
    await store.save({ table: "b", record: "two", from: 1, entries: ["z"] });
    await store.save({ table: "a", record: "three", from: 3, entries: ["w"] });
    const saved: SavedTable[] = await store.saved();
    expect(saved).toEqual([
      { id: "a", record: "three", entries: ["x", "y", "w"] },
      { id: "b", record: "two", entries: ["z"] },
    ]);
    await store.drop("a");
    expect(await store.ids()).toEqual(["b"]);
    expect(await store.saved()).toEqual([{ id: "b", record: "two", entries: ["z"] }]);
    expect(await store.player()).toBeUndefined();
    await store.keep_player({ id: "me", name: "Nova" });
    expect(await store.player()).toEqual({ id: "me", name: "Nova" });
  });
  it("writes a change whole or not at all", async () => {
    const store = await Store.open();
    await store.save({ table: "a", record: "one", from: 1, entries: ["x"] });
    await expect(store.save({ table: "a", record: "two", from: 1, entries: ["other"] })).rejects.toBeTruthy();
    expect(await store.saved()).toEqual([{ id: "a", record: "one", entries: ["x"] }]);
  });
});

describe("the tables of a device", () => {
  it("are there again after loading anew, with the same player", async () => {
    const first = await window_of_browser();
    expect((await first.request("POST", "/api/tables", "{}")).status).toBe(201);
    const line = first.connect("/ws/tables/t1?seat=1");
    const { heard, open } = listen(line);
    await open;
    line.send("choice 1");
    await expect.poll(() => heard.at(-1)).toEqual({ at: 1 });
    line.send("choice 2");
    await expect.poll(() => heard.at(-1)).toEqual({ at: 2 });
    await first.request("POST", "/api/me", "{}");
    const again = await window_of_browser();
    const told = (await (await again.request("GET", "/api/tables/t1")).json()) as Record<string, unknown>;
    expect(told.entries).toEqual(["choice 1", "choice 2"]);
    expect(told.me).toMatchObject({ name: "Nova" });
  });

  it("are played in one window at a time", async () => {
    const first = await window_of_browser();
    await first.request("POST", "/api/tables", "{}");
    const one = first.connect("/ws/tables/t1");
    const in_first = listen(one);
    await in_first.open;
    const second = await window_of_browser();
    const other = second.connect("/ws/tables/t1");
    const in_second = listen(other);
    await in_second.open;
    other.send("choice 1");
    await in_first.closed;
    expect(in_first.heard.at(-1)).toMatchObject({ type: "bye", code: "elsewhere" });
    await expect.poll(() => in_second.heard.at(-1)).toEqual({ at: 1 });
    // Whoever comes back sees what was written there.
    const back = listen(first.connect("/ws/tables/t1"));
    await back.open;
    await expect.poll(() => back.heard).toEqual([{ at: 1 }]);
  });

  it("outlive an engine that has fallen", async () => {
    const here = await window_of_browser();
    await here.request("POST", "/api/tables", "{}");
    FakeHouse.falls = true;
    const answer = await here.request("GET", "/api/tables?mine=1");
    expect(await answer.json()).toEqual({ tables: ["t1"] });
    expect(FakeHouse.opened).toBe(2);
  });

  it("are deleted for good", async () => {
    const here = await window_of_browser();
    await here.request("POST", "/api/tables", "{}");
    await here.drop("t1");
    expect(await (await here.request("GET", "/api/tables?mine=1")).json()).toEqual({ tables: [] });
    expect(await (await Store.open()).ids()).toEqual([]);
  });

  it("refuse a line to a table that is not there", async () => {
    const here = await window_of_browser();
    const states: string[] = [];
    const line = new TableSocket({
      address: () => "/ws/tables/none",
      words: () => null,
      heard: () => undefined,
      changed: (state) => states.push(state),
      open: (path) => here.connect(path),
    });
    line.connect();
    await expect.poll(() => states).toEqual(["connecting", "lost"]);
    line.close();
  });
});

describe("the way of a request", () => {
  let asked: string[] = [];
  function way_with(first: Server, network: () => Response | Error, kept: string[] = [], playable = true): Way {
    asked = [];
    const server: Transport = {
      request: async (_, path) => {
        asked.push(`server ${path}`);
        const answer = network();
        if (answer instanceof Error) throw answer;
        return answer;
      },
      connect: (path) => {
        asked.push(`server ${path}`);
        return {} as SocketLike;
      },
    };
    const device = {
      request: async (_: string, path: string) => {
        asked.push(`device ${path}`);
        return new Response(JSON.stringify({ table: "new" }), { status: path === "/api/tables" ? 201 : 200 });
      },
      connect: (path: string) => {
        asked.push(`device ${path}`);
        return {} as SocketLike;
      },
    } as unknown as DeviceTransport;
    return new Way(server, device, async () => kept, first, playable);
  }
  const good = () => new Response("{}");
  const cut = () => new TypeError("Failed to fetch");

  it("is the server's, but for the tables that the device keeps", async () => {
    const way = way_with("there", good, ["mine"]);
    await way.request("GET", "/api/games");
    await way.request("GET", "/api/tables/mine");
    await way.request("GET", "/api/tables/other");
    way.connect("/ws/tables/mine?seat=1");
    way.connect("/ws/tables/other?seat=1");
    expect(asked).toEqual([
      "server /api/games",
      "device /api/tables/mine",
      "server /api/tables/other",
      "device /ws/tables/mine?seat=1",
      "server /ws/tables/other?seat=1",
    ]);
  });
  it("is the device's where there is no server", async () => {
    const way = way_with("none", good);
    await way.request("GET", "/api/me");
    await way.request("POST", "/api/pairing", "{}");
    way.connect("/ws/tables/any");
    expect(asked).toEqual(["device /api/me", "device /api/pairing", "device /ws/tables/any"]);
  });
  it("leads to the device while the server is away, and back", async () => {
    let network: () => Response | Error = cut;
    const way = way_with("there", () => network());
    expect((await way.request("GET", "/api/me")).status).toBe(200);
    expect(way.server).toBe("away");
    expect((await way.request("POST", "/api/tables", "{}")).status).toBe(201);
    await expect(way.request("POST", "/api/pairing", "{}")).rejects.toThrow("Failed to fetch");
    expect(asked).toEqual(["server /api/me", "device /api/me", "device /api/tables", "server /api/pairing"]);
    expect(way.on_device("new")).toBe(true);
    expect(await way.probe()).toBe(false);
    network = good;
    expect(await way.probe()).toBe(true);
    expect(way.server).toBe("there");
    // What was begun on the device stays there.
    expect(way.on_device("new")).toBe(true);
  });
  it("takes a proxy without a server for no server, and its own refusals for what they are", async () => {
    const way = way_with("there", () => new Response("", { status: 502 }));
    await way.request("GET", "/api/me");
    expect(way.server).toBe("away");
    const busy = way_with("there", () => new Response("{}", { status: 429 }));
    expect((await busy.request("GET", "/api/me")).status).toBe(429);
    expect(busy.server).toBe("there");
  });
  it("never leaves the server where the page has no engine", async () => {
    const way = way_with("there", cut, [], false);
    await expect(way.request("GET", "/api/me")).rejects.toThrow();
    expect(asked).toEqual(["server /api/me"]);
  });
  it("knows what only other people can answer", () => {
    for (const path of ["/api/me", "/api/games/x/cards", "/faces/x/y.svg?v=1", "/api/tables?mine=1"])
      expect(answers_anywhere("GET", path), path).toBe(true);
    for (const path of ["/api/tables", "/api/replays", "/api/games/x/decks/check"])
      expect(answers_anywhere("POST", path), path).toBe(true);
    for (const path of ["/api/login", "/api/accounts", "/api/pairing", "/api/decks"])
      expect(answers_anywhere("POST", path), path).toBe(false);
    expect(answers_anywhere("GET", "/api/people/Nova")).toBe(false);
  });
});
