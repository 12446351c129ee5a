// Which way a request goes: to the server that the page came from, or to the engine in this browser. Tables that this
// device keeps are the engine's; so is everything it can answer where no server is, or none can be reached.
import { folder } from "../app/router.svelte";
import { module_address } from "../offline/engine";
import { Store } from "../offline/store";
import { DeviceTransport, type Port, type SocketLike, server, type Transport } from "./transport";

export type Server =
  | "there" // as far as is known
  | "away" // it cannot be reached at the moment
  | "none"; // the page is a folder of static files

const table_of = (path: string) => /^\/(?:api|ws)\/tables\/([^/?]+)/.exec(path)?.[1];

// What the engine can answer in a server's place. Whatever concerns other people it cannot.
export function answers_anywhere(method: string, path: string): boolean {
  const bare = path.split("?")[0]!;
  if (method === "GET")
    return (
      bare === "/api/me" ||
      bare === "/api/message" ||
      bare === "/api/tables" ||
      bare.startsWith("/api/games") ||
      bare.startsWith("/faces/")
    );
  return bare === "/api/tables" || bare === "/api/replays" || bare === "/api/me" || bare.endsWith("/decks/check");
}

export class Way {
  server = $state<Server>("there");
  readonly playable: boolean; // the engine is part of this page
  readonly #server: Transport;
  readonly #device: DeviceTransport;
  readonly #kept: () => Promise<string[]>;
  #ids: Promise<Set<string>> | null = null;
  #known: ReadonlySet<string> = new Set();

  constructor(
    to_server: Transport,
    device: DeviceTransport,
    kept: () => Promise<string[]>,
    first: Server,
    playable = true,
  ) {
    this.#server = to_server;
    this.#device = device;
    this.#kept = kept;
    this.server = first;
    this.playable = playable;
  }

  // The tables of this device. A browser that keeps nothing (a private window) has none.
  async ids(): Promise<ReadonlySet<string>> {
    if (!this.playable) return this.#known;
    this.#ids ??= this.#kept().then(
      (found) => new Set(found),
      () => new Set(),
    );
    const found = await this.#ids;
    this.#known = found;
    return found;
  }
  // Other windows may have set up tables meanwhile.
  look_again() {
    this.#ids = null;
  }
  on_device(table: string): boolean {
    return this.server === "none" || this.#known.has(table);
  }

  // The engine alone, whatever server is there.
  async ask_device(method: string, path: string, body?: string): Promise<Response> {
    const answer = await this.#device.request(method, path, body);
    if (method === "POST" && answer.status === 201) {
      const { table } = (await answer.clone().json()) as { table?: string };
      const ids = await this.ids();
      if (table) (ids as Set<string>).add(table);
    }
    return answer;
  }
  async drop(table: string): Promise<void> {
    await this.#device.drop(table);
    ((await this.ids()) as Set<string>).delete(table);
  }

  async request(method: string, path: string, body?: string, headers?: Record<string, string>): Promise<Response> {
    const table = table_of(path);
    if (table && !(await this.ids()).has(table)) this.look_again();
    const own = this.server === "none" || (table !== undefined && (await this.ids()).has(table));
    if (own) return this.ask_device(method, path, body);
    const fallback = this.playable && answers_anywhere(method, path);
    if (this.server === "away" && fallback) return this.ask_device(method, path, body);
    try {
      const answer = await this.#server.request(method, path, body, headers);
      // Something answers for a server that is not there: a proxy.
      const absent = path === "/api/me" && answer.status >= 502 && answer.status <= 504;
      if (!absent || !fallback) return this.#found(answer);
    } catch (problem) {
      if (!fallback) throw problem;
    }
    this.server = "away";
    return this.ask_device(method, path, body);
  }

  #found(answer: Response): Response {
    this.server = "there";
    return answer;
  }

  // Is it there again?
  async probe(): Promise<boolean> {
    if (this.server !== "away") return this.server === "there";
    const answer = await this.#server.request("GET", "/healthz").catch(() => null);
    if (answer?.ok) this.server = "there";
    return answer?.ok ?? false;
  }

  connect(path: string): SocketLike {
    return this.on_device(table_of(path) ?? "") ? this.#device.connect(path) : this.#server.connect(path);
  }
}

function start_worker(): Port {
  return new Worker(new URL("../offline/worker.ts", import.meta.url), { type: "module" }) as unknown as Port;
}
async function kept_ids(): Promise<string[]> {
  const store = await Store.open();
  const ids = await store.ids();
  store.close();
  return ids;
}

export const way = new Way(
  server,
  new DeviceTransport(start_worker),
  kept_ids,
  folder ? "none" : "there",
  module_address !== "",
);
