// The two ways to a table: over the network to the server, or to the engine in this browser. Both know the same paths and
// speak the same protocol (docs/protocol.md).
import type { Asked, Told } from "../offline/device";

export interface SocketLike {
  readyState: number;
  send(text: string): void;
  close(code?: number): void;
  onopen: ((event: unknown) => void) | null;
  onmessage: ((event: { data: unknown }) => void) | null;
  onclose: ((event: unknown) => void) | null;
  onerror: ((event: unknown) => void) | null;
}
export interface Transport {
  request(method: string, path: string, body?: string, headers?: Record<string, string>): Promise<Response>;
  connect(path: string): SocketLike;
}

export const server: Transport = {
  request: (method, path, body, headers) => fetch(path, { method, headers, body }),
  connect: (path) => {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    return new WebSocket(`${scheme}://${location.host}${path}`) as unknown as SocketLike;
  },
};

// A worker, or what stands for one in a test.
export interface Port {
  postMessage(asked: Asked): void;
  onmessage: ((event: { data: Told }) => void) | null;
  onerror: ((event: { message: string }) => void) | null;
}

class DeviceSocket implements SocketLike {
  readyState = 0;
  onopen: SocketLike["onopen"] = null;
  onmessage: SocketLike["onmessage"] = null;
  onclose: SocketLike["onclose"] = null;
  onerror: SocketLike["onerror"] = null;

  constructor(
    readonly say: (text: string) => void,
    readonly end: () => void,
  ) {}

  send(text: string) {
    this.say(text);
  }
  close() {
    if (this.readyState === 3) return;
    this.readyState = 3;
    this.end();
    queueMicrotask(() => this.onclose?.({}));
  }
}

// The engine in this browser, started when it is first asked.
export class DeviceTransport implements Transport {
  readonly #start: () => Port;
  #port: Port | null = null;
  #number = 0;
  readonly #asked = new Map<number, { done: (answer: Response) => void; fail: (problem: Error) => void }>();
  readonly #sockets = new Map<number, DeviceSocket>();

  constructor(start: () => Port) {
    this.#start = start;
  }

  request(method: string, path: string, body?: string): Promise<Response> {
    return this.#ask((n) => ({ kind: "request", n, method, path, body }));
  }

  drop(table: string): Promise<Response> {
    return this.#ask((n) => ({ kind: "drop", n, table }));
  }

  connect(path: string): SocketLike {
    const n = ++this.#number;
    const port = this.#opened();
    const socket = new DeviceSocket(
      (text) => port.postMessage({ kind: "send", n, text }),
      () => {
        this.#sockets.delete(n);
        port.postMessage({ kind: "close", n });
      },
    );
    this.#sockets.set(n, socket);
    port.postMessage({ kind: "connect", n, path });
    return socket;
  }

  #ask(question: (n: number) => Asked): Promise<Response> {
    const n = ++this.#number;
    return new Promise((done, fail) => {
      this.#asked.set(n, { done, fail });
      this.#opened().postMessage(question(n));
    });
  }

  #opened(): Port {
    if (this.#port) return this.#port;
    const port = this.#start();
    port.onmessage = (event) => this.#hear(event.data);
    port.onerror = (event) => this.#fell(event.message);
    this.#port = port;
    return port;
  }

  #hear(told: Told) {
    if (told.kind === "answer" || told.kind === "failed") {
      const waiting = this.#asked.get(told.n);
      this.#asked.delete(told.n);
      if (told.kind === "failed") waiting?.fail(new Error(told.text));
      else waiting?.done(new Response(told.body, { status: told.status, headers: { "Content-Type": told.type } }));
      return;
    }
    const socket = this.#sockets.get(told.n);
    if (!socket) return;
    if (told.kind === "opened") {
      socket.readyState = 1;
      socket.onopen?.({});
    } else if (told.kind === "heard") socket.onmessage?.({ data: told.text });
    else {
      this.#sockets.delete(told.n);
      socket.readyState = 3;
      socket.onclose?.({});
    }
  }

  // The worker itself has ended; the next question starts another one.
  #fell(text: string) {
    this.#port = null;
    for (const { fail } of this.#asked.values()) fail(new Error(text));
    this.#asked.clear();
    for (const socket of this.#sockets.values()) {
      socket.readyState = 3;
      socket.onclose?.({});
    }
    this.#sockets.clear();
  }
}
