// Tables kept in this browser (IndexedDB): each table's record and its entries, as the engine wrote them, and who plays.
import type { Change, SavedTable } from "./module";

export interface Player {
  id: string;
  name: string;
}

const layout = 1;

function done<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

function committed(work: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    work.oncomplete = () => resolve();
    work.onabort = () => reject(work.error ?? new Error("it could not be written"));
  });
}

export class Store {
  readonly #base: IDBDatabase;

  private constructor(base: IDBDatabase) {
    this.#base = base;
  }

  static async open(factory: IDBFactory = indexedDB, name = "rulewright"): Promise<Store> {
    const opening = factory.open(name, layout);
    opening.onupgradeneeded = () => {
      const base = opening.result;
      base.createObjectStore("tables", { keyPath: "id" });
      base.createObjectStore("entries", { keyPath: ["table", "number"] });
      base.createObjectStore("player");
    };
    const base = await done(opening);
    // A later page may have another layout: it must not wait for this window.
    base.onversionchange = () => base.close();
    return new Store(base);
  }

  async ids(): Promise<string[]> {
    const work = this.#base.transaction("tables");
    return (await done(work.objectStore("tables").getAllKeys())) as string[];
  }

  async saved(): Promise<SavedTable[]> {
    const work = this.#base.transaction(["tables", "entries"]);
    const [tables, entries] = await Promise.all([
      done(work.objectStore("tables").getAll() as IDBRequest<{ id: string; record: string }[]>),
      done(work.objectStore("entries").getAll() as IDBRequest<{ table: string; number: number; text: string }[]>),
    ]);
    const found = new Map(tables.map(({ id, record }) => [id, { id, record, entries: [] as string[] }]));
    for (const { table, number, text } of entries) {
      const one = found.get(table);
      if (one) one.entries[number - 1] = text;
    }
    return [...found.values()];
  }

  // Whole or not at all. An entry that is there already was written by another window, which is ahead of this one.
  async save(change: Change): Promise<void> {
    const work = this.#base.transaction(["tables", "entries"], "readwrite", { durability: "strict" });
    const kept = committed(work);
    if (change.record !== undefined) work.objectStore("tables").put({ id: change.table, record: change.record });
    const first = change.from ?? 1;
    for (const [i, text] of (change.entries ?? []).entries())
      work.objectStore("entries").add({ table: change.table, number: first + i, text });
    await kept;
  }

  async drop(table: string): Promise<void> {
    const work = this.#base.transaction(["tables", "entries"], "readwrite");
    const kept = committed(work);
    work.objectStore("tables").delete(table);
    work.objectStore("entries").delete(IDBKeyRange.bound([table, 0], [table, Number.MAX_SAFE_INTEGER]));
    await kept;
  }

  async player(): Promise<Player | undefined> {
    return done(this.#base.transaction("player").objectStore("player").get("me") as IDBRequest<Player | undefined>);
  }

  async keep_player(player: Player): Promise<void> {
    const work = this.#base.transaction("player", "readwrite");
    const kept = committed(work);
    work.objectStore("player").put(player, "me");
    await kept;
  }

  close() {
    this.#base.close();
  }
}
