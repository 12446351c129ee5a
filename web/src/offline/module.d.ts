// The engine in the browser: what module.js offers.

// What HTTP would have answered.
export interface Answer {
  status: number;
  type: string;
  body: string;
}

// A table as it is kept; the texts are the module's own.
export interface SavedTable {
  id: string;
  record: string;
  entries: string[];
}

// One change of a table, to be written down whole or not at all.
export interface Change {
  table: string;
  record?: string; // as it is now, if it changed
  from?: number; // the number of the first of `entries`, counted from 1
  entries?: string[];
}

export interface Thinker {
  think(question: string, progress?: (done: number, of: number) => void): Promise<string>;
}

export interface Setup {
  me?: { id: string; name: string };
  saved?: SavedTable[];
  // A table tells a change when this is done. Broken promises are told as "it could not be written".
  save?(change: Change): Promise<void> | void;
  thinker?: Thinker; // absent: a second instance in this thread, which waits meanwhile
  reviewer?: Thinker; // for reviews; usually the thinker
}

// A socket at a table, as protocol 2 has it.
export interface Line {
  send(text: string): void;
  close(): void;
}

// The module itself went wrong; open another one from what was saved.
export class Fallen extends Error {}

export function compile(source: BufferSource | Response): Promise<WebAssembly.Module>;

export class House {
  static open(code: WebAssembly.Module, setup?: Setup): Promise<House>;
  readonly unreadable: string[]; // saved tables that could not be read
  request(method: string, path: string, body?: string): Promise<Answer>;
  connect(path: string, heard: (text: string) => void, closed: () => void): Line | Answer;
  forget(table: string): void;
  close(): void;
}

export function thinker_here(
  code: WebAssembly.Module,
  net?: (name: string) => Promise<Uint8Array | null>,
): Promise<Thinker>;
export function thinker_in(worker: Worker, code: WebAssembly.Module, nets?: Record<string, string>): Thinker;
export function serve_thinking(scope: unknown): void;

// What would happen for sure after a choice, in numbers as a state has them: a Reader that has learned it reads its
// frames. Not `certain`: chance or hidden cards decide how it goes on from there.
export interface Preview {
  frames?: unknown[];
  certain?: boolean;
  words?: unknown[];
  paths?: unknown[];
  lines?: unknown[];
  things?: unknown[];
  refused?: string;
  clause?: string;
}

// The engine beside a table of a server, for a socket with `&sight=1`. It holds what its viewer knows, nothing else.
export class Sight {
  static open(code: WebAssembly.Module, thinker?: Thinker): Promise<Sight>;
  readonly decision: number; // that it can speak about; 0: none
  see(game: string, message: { seat: number; decision: number; position: string }): boolean;
  preview(choice: string, language: "en" | "fr"): Preview;
  // `message` as docs/protocol.md has it, with type "why"; the answer too.
  why(message: object, language: "en" | "fr"): { legal: boolean; text: string; clause?: string } | null;
  // As POST /api/tables/{table}/hint answers.
  hint(
    bot: string,
    language: "en" | "fr",
  ): Promise<{ decision: number; choice: string; amount?: number; notation: string; text: string } | null>;
  readonly memory: WebAssembly.Memory;
}

// One instance: doors take numbers and a text or bytes, and may give a text back.
export class Instance {
  static start(code: WebAssembly.Module, host?: object): Promise<Instance>;
  call(door: string, numbers?: number[], last?: string | Uint8Array): number;
  ask(door: string, numbers?: number[], last?: string | Uint8Array): string;
  readonly memory: WebAssembly.Memory;
}
