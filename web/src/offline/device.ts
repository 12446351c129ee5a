// The tables of this device: the engine's house with its storage behind it. Runs in the worker; another window of the same
// browser may keep the same tables, and what it wrote last counts.
import type { Foresight } from "./foresight";
import type { Answer, House, Line, Setup } from "./module";
import type { Store } from "./store";

// What the page asks of the worker, and what it is told; `n` is the number of the question or of the line.
export type Asked =
  | { kind: "request"; n: number; method: string; path: string; body?: string }
  | { kind: "drop"; n: number; table: string }
  | { kind: "connect"; n: number; path: string }
  | { kind: "send"; n: number; text: string }
  | { kind: "close"; n: number };
export type Told =
  | { kind: "answer"; n: number; status: number; type: string; body: string }
  | { kind: "failed"; n: number; text: string }
  | { kind: "opened"; n: number }
  | { kind: "heard"; n: number; text: string }
  | { kind: "closed"; n: number };

// The other windows of this browser.
export interface Others {
  tell(table: string): void;
  heard(listener: (table: string) => void): void;
}
export type OpenHouse = (setup: Setup) => Promise<House>;

const table_of = (path: string) => /^\/(?:api|ws)\/tables\/([^/?]+)/.exec(path)?.[1] ?? "";
const is_refusal = (opened: Line | Answer): opened is Answer => "status" in opened;

export class Device {
  readonly #open: OpenHouse;
  readonly #store: Store;
  readonly #others: Others;
  readonly #foresight: Foresight | null;
  readonly #tell: (told: Told) => void;
  readonly #lines = new Map<number, { table: string; line: Line | null; waiting: string[] }>();
  readonly #stale = new Set<string>(); // tables that another window has written since the house was opened
  #house: Promise<House> | null = null;

  constructor(
    open: OpenHouse,
    store: Store,
    others: Others,
    tell: (told: Told) => void,
    foresight: Foresight | null = null,
  ) {
    this.#open = open;
    this.#store = store;
    this.#others = others;
    this.#tell = tell;
    this.#foresight = foresight;
    others.heard((table) => this.#outrun(table));
  }

  hear(asked: Asked): Promise<void> {
    switch (asked.kind) {
      case "request":
        return this.#answer(asked);
      case "drop":
        return this.#drop(asked.n, asked.table);
      case "connect":
        return this.#connect(asked.n, asked.path);
      case "send": {
        const open = this.#lines.get(asked.n);
        if (!open?.line) open?.waiting.push(asked.text);
        return open?.line ? this.#send(open.line, asked.text) : Promise.resolve();
      }
      case "close":
        this.#hang_up(asked.n, false);
        return Promise.resolve();
    }
  }

  // The house as it was saved last.
  #opened(): Promise<House> {
    this.#house ??= this.#open_house().catch((problem) => {
      this.#house = null;
      throw problem;
    });
    return this.#house;
  }

  async #open_house(): Promise<House> {
    const [saved, known] = await Promise.all([this.#store.saved(), this.#store.player()]);
    const me = known ?? first_player();
    if (!known) await this.#store.keep_player(me);
    return this.#open({
      me,
      saved,
      save: async (change) => {
        await this.#store.save(change);
        this.#others.tell(change.table);
      },
    });
  }

  async #answer(asked: { n: number; method: string; path: string; body?: string }) {
    try {
      const answer = await this.#request(asked.method, asked.path, asked.body);
      if (asked.method === "POST" && asked.path === "/api/me" && answer.status === 200) await this.#renamed(answer);
      this.#tell({ kind: "answer", n: asked.n, ...answer });
    } catch (problem) {
      this.#tell({ kind: "failed", n: asked.n, text: String((problem as Error).message ?? problem) });
    }
  }

  // An engine that has fallen is opened anew from what was saved, and asked once more.
  async #request(method: string, path: string, body?: string): Promise<Answer> {
    if (path.startsWith("/sight/") && this.#foresight) return this.#foresight.answer(path, body ?? "");
    const house = await this.#fresh(path);
    try {
      return await house.request(method, path, body);
    } catch {
      await this.#reopen();
      return (await this.#opened()).request(method, path, body);
    }
  }

  async #renamed(answer: Answer) {
    const { name } = JSON.parse(answer.body) as { name: string };
    const me = await this.#store.player();
    if (me) await this.#store.keep_player({ ...me, name });
  }

  async #drop(n: number, table: string) {
    try {
      await this.#store.drop(table);
      (await this.#opened()).forget(table);
      this.#others.tell(table);
      this.#tell({ kind: "answer", n, status: 200, type: "application/json", body: "{}" });
    } catch (problem) {
      this.#tell({ kind: "failed", n, text: String((problem as Error).message ?? problem) });
    }
  }

  async #connect(n: number, path: string) {
    const open = { table: table_of(path), line: null as Line | null, waiting: [] as string[] };
    try {
      const opening = this.#fresh(path);
      this.#lines.set(n, open);
      const house = await opening;
      if (!this.#lines.has(n)) return;
      const line = house.connect(
        path,
        (text) => this.#lines.has(n) && this.#tell({ kind: "heard", n, text }),
        () => this.#hang_up(n, true),
      );
      if (is_refusal(line)) return this.#hang_up(n, true);
      open.line = line;
      this.#tell({ kind: "opened", n });
      for (const text of open.waiting.splice(0)) line.send(text);
    } catch {
      await this.#reopen();
    }
  }

  // The lines of an engine that has fallen are cut; the page opens them again, and with them the house.
  async #send(line: Line, text: string) {
    try {
      line.send(text);
    } catch {
      await this.#reopen();
    }
  }

  #hang_up(n: number, tell: boolean) {
    const open = this.#lines.get(n);
    if (!open) return;
    this.#lines.delete(n);
    try {
      open.line?.close();
    } catch {
      // the engine has fallen, and its lines with it
    }
    if (tell) this.#tell({ kind: "closed", n });
  }

  // Another window has written this table: it is played there now, and what this house knows of it is old.
  #outrun(table: string) {
    for (const [n, open] of [...this.#lines]) {
      if (open.table !== table) continue;
      this.#tell({ kind: "heard", n, text: JSON.stringify({ v: 3, type: "bye", code: "elsewhere", text: "" }) });
      this.#hang_up(n, true);
    }
    this.#stale.add(table);
  }

  // The house with the table that a path is about as it was saved last. Opening it anew cuts the lines of other tables for
  // a moment, so lists of all tables are only renewed where nobody plays.
  async #fresh(path: string): Promise<House> {
    if (this.#stale.has(table_of(path)) || (this.#stale.size > 0 && this.#lines.size === 0)) await this.#reopen();
    return this.#opened();
  }

  async #reopen() {
    const old = this.#house;
    this.#house = null;
    this.#stale.clear();
    for (const n of [...this.#lines.keys()]) this.#hang_up(n, true);
    (await old?.catch(() => null))?.close();
  }
}

function first_player() {
  const french = typeof navigator !== "undefined" && navigator.language?.toLowerCase().startsWith("fr");
  return { id: crypto.randomUUID().replaceAll("-", ""), name: french ? "Moi" : "Me" };
}
