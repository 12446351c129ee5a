// The service worker as the build makes it, run against a network and caches of this test.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { beforeEach, describe, expect, it } from "vitest";
import { for_folder, for_server, service_worker } from "../../vite.site";

const base = "https://play.example.org/games/";
const hash = (text: string) => createHash("sha256").update(text).digest("hex").slice(0, 32);
const source = readFileSync(new URL("../../src/offline/service.js", import.meta.url), "utf8");

let network: Map<string, string>;
let fetched: string[];
let stores: Map<string, Map<string, Response>>;
let open_windows: number;
let online: boolean;

const path_of = (what: URL | string) => new URL(what, base).pathname;
const caches = {
  open: async (name: string) => {
    const store = stores.get(name) ?? new Map<string, Response>();
    stores.set(name, store);
    return {
      put: async (what: URL, answer: Response) => void store.set(path_of(what), answer),
      match: async (what: URL) => store.get(path_of(what))?.clone(),
    };
  },
  match: async (what: URL) => [...stores.values()].map((store) => store.get(path_of(what))?.clone()).find(Boolean),
  keys: async () => [...stores.keys()],
  delete: async (name: string) => stores.delete(name),
};
async function network_fetch(asked: URL | { url: string }) {
  const what = "url" in asked ? asked.url : asked;
  fetched.push(path_of(what));
  if (!online) throw new TypeError("no network");
  const text = network.get(path_of(what));
  return text === undefined ? new Response("", { status: 404 }) : new Response(text);
}

class Service {
  readonly handlers = new Map<string, (event: never) => void>();
  readonly registration = { scope: base, waiting: null as null | { postMessage: (text: string) => void } };
  readonly clients = {
    matchAll: async () => Array.from({ length: open_windows }),
    claim: async () => undefined,
  };
  skipped = false;
  constructor(files: readonly (readonly string[])[]) {
    new Function("self", "caches", "fetch", service_worker(source, files, ["dino_battles"]))(
      this,
      caches,
      network_fetch,
    );
  }
  addEventListener(kind: string, handler: (event: never) => void) {
    this.handlers.set(kind, handler);
  }
  skipWaiting() {
    this.skipped = true;
  }
  async happen(kind: string) {
    let work: Promise<unknown> = Promise.resolve();
    this.handlers.get(kind)!({
      waitUntil: (promise: Promise<unknown>) => {
        work = promise;
      },
    } as never);
    await work;
  }
  // What a request is answered by; undefined: it goes to the network as if nobody were there.
  async ask(address: string, mode = "cors", method = "GET"): Promise<string | undefined> {
    const answer = await this.answer(address, mode, method);
    return answer?.text();
  }
  async answer(address: string, mode = "cors", method = "GET"): Promise<Response | undefined> {
    let answer: Promise<Response> | undefined;
    this.handlers.get("fetch")!({
      request: { url: new URL(address, base).href, method, mode },
      respondWith: (promise: Promise<Response>) => {
        answer = promise;
      },
    } as never);
    return answer;
  }
}

const files_of = (page: string, script: string) => [
  ["./", hash(page), hash("another page")],
  [`./assets/app-${script}.js`, hash(script)],
  ["./manifest.webmanifest", hash("m")],
];
function publish(page: string, script: string) {
  network.set("/games/", page);
  network.set(`/games/assets/app-${script}.js`, script);
  network.set("/games/manifest.webmanifest", "m");
}

beforeEach(() => {
  network = new Map();
  stores = new Map();
  fetched = [];
  open_windows = 0;
  online = true;
});

describe("the service worker", () => {
  it("starts the page and its files without a network", async () => {
    publish("page 1", "one");
    const service = new Service(files_of("page 1", "one"));
    await service.happen("install");
    network.clear();
    expect(await service.ask("./", "navigate")).toBe("page 1");
    expect(await service.ask("table/k3v?guide=1", "navigate")).toBe("page 1");
    expect(await service.ask("assets/app-one.js")).toBe("one");
  });

  it("leaves what a server answers alone", async () => {
    publish("page 1", "one");
    const service = new Service(files_of("page 1", "one"));
    await service.happen("install");
    for (const [address, mode] of [
      ["api/me", "cors"],
      ["api/tables/x/replay.rwreplay", "navigate"],
      ["faces/x/y.svg", "no-cors"],
      ["healthz", "cors"],
      ["/elsewhere", "navigate"],
      ["https://other.example.org/", "cors"],
    ] as const)
      expect(await service.ask(address, mode), address).toBeUndefined();
    expect(await service.ask("manifest.webmanifest", "cors", "POST")).toBeUndefined();
  });

  it("asks the server whether there is a game that it does not know", async () => {
    publish("page 1", "one");
    const service = new Service(files_of("page 1", "one"));
    await service.happen("install");
    network.clear();
    expect(await service.ask("games/dino_battles", "navigate")).toBe("page 1");
    expect((await service.answer("games/no_such_game", "navigate"))?.status).toBe(404);
    network.set("/games/cards/one_of_ours", "page 2");
    expect(await service.ask("cards/one_of_ours", "navigate")).toBe("page 2");
    online = false;
    expect(await service.ask("cards/one_of_ours", "navigate")).toBe("page 1");
  });

  it("takes a version whole or not at all", async () => {
    publish("page 1", "one");
    const first = new Service(files_of("page 1", "one"));
    await first.happen("install");
    const kept = [...stores.keys()];
    // The host is in the middle of being renewed: the list is new, the page is still the old one.
    network.set("/games/assets/app-two.js", "two");
    await expect(new Service(files_of("page 2", "two")).happen("install")).rejects.toThrow("another version");
    expect([...stores.keys()]).toEqual(kept);
    network.delete("/games/assets/app-two.js");
    network.set("/games/", "page 2");
    await expect(new Service(files_of("page 2", "two")).happen("install")).rejects.toThrow("404");
    expect([...stores.keys()]).toEqual(kept);
    expect(await first.ask("./", "navigate")).toBe("page 1");
  });

  it("gives way to the next version when the page is started anew, and not under an open page", async () => {
    publish("page 1", "one");
    const first = new Service(files_of("page 1", "one"));
    await first.happen("install");
    publish("page 2", "two");
    const second = new Service(files_of("page 2", "two"));
    await second.happen("install");
    first.registration.waiting = {
      postMessage: (text) => second.handlers.get("message")!({ data: text } as never),
    };
    open_windows = 2;
    expect(await first.ask("./", "navigate")).toBe("page 1");
    expect(await first.ask("assets/app-one.js")).toBe("one");
    expect(second.skipped).toBe(false);
    open_windows = 1;
    expect(await first.ask("./", "navigate")).toBe("");
    expect(second.skipped).toBe(true);
    await second.happen("activate");
    expect(stores.size).toBe(1);
    expect(await second.ask("./", "navigate")).toBe("page 2");
    expect(await second.ask("assets/app-two.js")).toBe("two");
  });

  it("does not fetch again what the version before has by the same name", async () => {
    publish("page 1", "one");
    await new Service(files_of("page 1", "one")).happen("install");
    fetched = [];
    publish("page 2", "one");
    await new Service(files_of("page 2", "one")).happen("install");
    expect(fetched.sort()).toEqual(["/games/", "/games/manifest.webmanifest"]);
  });
});

describe("the two pages of a build", () => {
  const page = '<meta name="viewport" content="w" /><link href="./a.css" /><script src="./assets/x.js"></script>';
  it("name their files from the root, or beside them", () => {
    expect(for_server(page)).toContain('src="/assets/x.js"');
    expect(for_server(page)).not.toContain("rulewright-site");
    expect(for_folder(page)).toContain('src="./assets/x.js"');
    expect(for_folder(page)).toContain('name="rulewright-site"');
    expect(for_folder(page)).toContain("'wasm-unsafe-eval'");
  });
});
