// One socket to a table that opens itself again: after 0.3, 0.6, 1.2 seconds and so on up to 10, half of each by chance,
// so that not everybody comes back to a server at once.
import { type ClientMessage, read_message, type ServerMessage, version, type Words } from "./protocol";
import { Reader } from "./telling";
import type { SocketLike } from "./transport";

export const waits = [300, 600, 1200, 2500, 5000, 10_000] as const;

export function wait_before(attempt: number, chance: number): number {
  const wait = waits[Math.min(attempt, waits.length - 1)]!;
  return Math.round(wait / 2 + (wait / 2) * chance);
}

export interface Line {
  address: () => string; // asked anew for every attempt, since `seen` grows
  words: () => Words | null; // what messages name by number
  called?: (seat: number) => string | undefined; // players by name, where the game's own word is a mere letter
  stale?: () => void; // the server has other words than ours: it was renewed
  heard: (message: ServerMessage) => void;
  changed: (state: "connecting" | "open" | "lost" | "closed") => void;
  open: (address: string) => SocketLike;
}

// Coming back would not help: the seat is open elsewhere, is not ours any more, or the server shuts us out.
export const is_final = (code: string) => ["elsewhere", "sent_away", "banned"].includes(code);

export class TableSocket {
  #line: Line;
  #socket: SocketLike | null = null;
  #attempt = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #beat: ReturnType<typeof setInterval> | undefined;
  #heard_at = 0;
  #ref = 0;
  #done = false;

  constructor(line: Line) {
    this.#line = line;
  }

  connect() {
    if (this.#done) return;
    clearTimeout(this.#timer);
    this.#line.changed("connecting");
    const socket = this.#line.open(this.#line.address());
    const words = this.#line.words();
    const reader = words && new Reader(words, "en", this.#line.called);
    this.#socket = socket;
    socket.onopen = () => {
      this.#attempt = 0;
      this.#heard_at = Date.now();
      this.#line.changed("open");
      clearInterval(this.#beat);
      this.#beat = setInterval(() => this.#listen_for_life(), 5000);
    };
    socket.onmessage = (event) => {
      this.#heard_at = Date.now();
      const message = typeof event.data === "string" ? read_message(event.data, reader) : null;
      if (!message) return;
      if (message.type === "state" && message.content && message.content !== words?.content)
        return this.#line.stale?.();
      if (message.type === "bye" && is_final(message.code)) this.close();
      this.#line.heard(message);
    };
    socket.onclose = () => this.#lost(socket);
    socket.onerror = () => {};
  }

  // A line that stays silent although we ask is dead, whatever the browser thinks of it.
  #listen_for_life() {
    const silent = Date.now() - this.#heard_at;
    if (silent > 30_000) this.#socket?.close();
    else if (silent > 12_000) this.send({ type: "ping" });
  }

  #lost(socket: SocketLike) {
    if (socket !== this.#socket) return;
    clearInterval(this.#beat);
    this.#socket = null;
    if (this.#done) return;
    this.#line.changed("lost");
    this.#timer = setTimeout(() => this.connect(), wait_before(this.#attempt++, Math.random()));
  }

  // Opens another socket in place of this one, with new words.
  renew() {
    const old = this.#socket;
    this.#socket = null;
    old?.close(1000);
    this.connect();
  }

  // Tries at once: the browser is online again, or the player says so.
  reconnect_now() {
    if (this.#socket || this.#done) return;
    this.#attempt = 0;
    this.connect();
  }

  // Returns the message's number, or 0 if the line is down.
  send(message: ClientMessage): number {
    if (this.#socket?.readyState !== 1) return 0;
    const ref = ++this.#ref;
    this.#socket.send(JSON.stringify({ v: version, ref, ...message }));
    return ref;
  }

  close() {
    this.#done = true;
    clearTimeout(this.#timer);
    clearInterval(this.#beat);
    this.#socket?.close(1000);
    this.#socket = null;
    this.#line.changed("closed");
  }
}
