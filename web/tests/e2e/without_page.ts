// Plays a seat at random without a page, until the table stands as a test wants it.
import { WebSocket } from "ws";
import type { State, View, WireState, Words } from "../../src/net/protocol";
import { apply_changes, Reader } from "../../src/net/telling.js";
import { dice } from "./browser";
import type { Server } from "./server";

export interface Found {
  table: string;
  cookie: { name: string; value: string; url: string };
}

export async function table_where(
  server: Server,
  game: string,
  options: Record<string, string>,
  wanted: (state: State, view: View) => boolean,
): Promise<Found> {
  const me = await fetch(`${server.address}/api/me`);
  const cookie = me.headers.getSetCookie()[0]!.split(";")[0]!;
  const [name, value] = cookie.split("=") as [string, string];
  const { csrf } = (await me.json()) as { csrf: string };
  const headers = { Cookie: cookie, "X-CSRF": csrf, "Content-Type": "application/json" };
  const words = (await (await fetch(`${server.address}/api/games/${game}/words`)).json()) as Words;
  const roll = dice(12);
  for (let attempt = 0; attempt < 40; ++attempt) {
    const seats = [{ kind: "me" }, { kind: "bot", bot: "random" }];
    const body = JSON.stringify({ game, options, seats, seed: `as wanted ${attempt}` });
    const made = await fetch(`${server.address}/api/tables`, { method: "POST", headers, body });
    const { table } = (await made.json()) as { table: string };
    const socket = new WebSocket(`${server.address.replace("http", "ws")}/ws/tables/${table}?seat=1`, { headers });
    const reader = new Reader(words);
    let view: View = {};
    const found = await new Promise<boolean>((done) => {
      socket.on("close", () => done(false));
      socket.on("message", (text) => {
        const message = JSON.parse(String(text)) as WireState;
        if (message.type !== "state") return;
        const state = reader.state({ ...message, frames: message.frames ?? [] });
        view = state.view ?? state.frames.reduce((seen, frame) => apply_changes(seen, frame.changes), view);
        if (state.over) return done(false);
        if (!state.decision) return;
        if (wanted(state, view)) return done(true);
        const { number, choices } = state.decision;
        const choice = choices[roll(choices.length)]!;
        const amount = choice.amounts ? { amount: choice.amounts.from } : {};
        socket.send(JSON.stringify({ v: 2, type: "choose", decision: number, choice: choice.id, ...amount }));
      });
    });
    socket.close();
    if (found) return { table, cookie: { name, value, url: server.address } };
  }
  throw new Error(`${game} never came to what was wanted`);
}
