// The REST API: who I am, the games with their rules and cards, tables, decks, replays.
import * as v from "valibot";
import { refused } from "../app/refused";
import type { Language } from "../app/settings.svelte";
import { type Words as TextKey, t } from "../app/texts.svelte";
import { bot_at_table, called } from "../app/words";
import {
  type CardRecord,
  Cards,
  type Clause,
  Content,
  DeckCheck,
  Decks,
  ErrorAnswer,
  type Example,
  Examples,
  type FaceRecord,
  Faces,
  type GameRecord,
  Games,
  HintTold,
  Me,
  OneDeck,
  PatchCheck,
  Person,
  Ratings,
  Replay,
  ReviewState,
  Rules,
  Seated,
  Sources,
  type TableInfo,
  TableRecord,
  Tables,
  WhatIfStarted,
  WhatIfState,
  Words,
} from "./protocol";
import { Reader } from "./telling";
import { way } from "./way.svelte";

export class Refusal extends Error {
  constructor(
    readonly code: string,
    text: string,
    readonly clause = "",
  ) {
    super(text);
  }
}

// What a browser says of a server that it cannot reach is English, whatever the page's language.
function unreached(why: unknown): never {
  throw why instanceof TypeError ? new Refusal("unreached", t("server_unreached")) : why;
}

// The heading of a page that shows nothing: there is no such thing, or nobody who could be asked.
export const missing = (why: Error, thing: TextKey): TextKey =>
  why instanceof Refusal && why.code === "unreached" ? "no_connection" : thing;

type Shape = v.BaseSchema<unknown, unknown, v.BaseIssue<unknown>>;

async function read<S extends Shape>(answer: Response, shape: S): Promise<v.InferOutput<S>> {
  const body: unknown = await answer.json().catch(() => null);
  if (!answer.ok) {
    const error = v.safeParse(ErrorAnswer, body);
    if (error.success) {
      const { code, text, clause } = error.output.error;
      throw new Refusal(code, refused(text), clause);
    }
    throw new Refusal(String(answer.status), t("server_answered", { n: answer.status }));
  }
  const good = v.safeParse(shape, body);
  if (!good.success)
    throw new Refusal("malformed", `The server's answer is not understood: ${v.flatten(good.issues).root ?? ""}`);
  return good.output;
}

// On a first visit everything waits for the answer that makes us a guest, so that we do not become several.
async function get<S extends Shape>(path: string, shape: S): Promise<v.InferOutput<S>> {
  if (path !== "/api/me") await identity.ask().catch(() => undefined);
  return read(await way.request("GET", path, undefined, { Accept: "application/json" }).catch(unreached), shape);
}

class Identity {
  me = $state<Me | null>(null);
  #asked: Promise<Me> | null = null;

  ask(): Promise<Me> {
    this.#asked ??= get("/api/me", Me).then(
      (me) => {
        this.me = me;
        return me;
      },
      (problem) => {
        this.#asked = null;
        throw problem;
      },
    );
    return this.#asked;
  }

  forget() {
    this.#asked = null;
  }

  now(me: Me): Me {
    this.me = me;
    this.#asked = Promise.resolve(me);
    return me;
  }
}

export const identity = new Identity();

async function post(path: string, body: unknown, method: string): Promise<Response> {
  const me = await identity.ask();
  const text = typeof body === "string";
  return way
    .request(method, path, text ? body : JSON.stringify(body), {
      "Content-Type": text ? "text/plain" : "application/json",
      "X-CSRF": me.csrf,
      Accept: "application/json",
    })
    .catch(unreached);
}

async function send<S extends Shape>(
  path: string,
  body: unknown,
  shape: S,
  method = "POST",
): Promise<v.InferOutput<S>> {
  let answer = await post(path, body, method);
  if (answer.status === 403) {
    // Another window may have become someone else meanwhile: ask who we are, and try once more.
    identity.forget();
    answer = await post(path, body, method);
  }
  return read(answer, shape);
}

// What does not change while the page is open is asked for once: of whoever keeps the table that it is wanted for.
function once<T>(shape_of: (id: string, ask: Ask) => Promise<T>): (id: string, table?: string) => Promise<T> {
  const kept = new Map<string, Promise<T>>();
  return (id, table = "") => {
    const key = `${way.on_device(table) ? "device" : way.server} ${id}`;
    let found = kept.get(key);
    if (!found) {
      found = shape_of(id, asker(table));
      kept.set(key, found);
      found.catch(() => kept.delete(key));
    }
    return found;
  };
}
type Ask = <S extends Shape>(path: string, shape: S) => Promise<v.InferOutput<S>>;
const from_device: Ask = async (path, shape) => read(await way.ask_device("GET", path), shape);
const asker = (table: string): Ask => (way.on_device(table) ? from_device : get);

const all_games = once(async (_, ask) => (await ask("/api/games", Games)).games);
export const games = (): Promise<GameRecord[]> => all_games("");
export const game = async (id: string): Promise<GameRecord> => {
  const found = (await games()).find((one) => one.id === id);
  if (!found) throw new Refusal("not_found", `There is no game "${id}" here.`);
  return found;
};
export const rules = once(async (id, ask): Promise<Clause[]> => (await ask(`/api/games/${id}/rules`, Rules)).clauses);
export const cards = once(async (id, ask): Promise<CardRecord[]> => (await ask(`/api/games/${id}/cards`, Cards)).cards);
export const faces = once(async (id, ask): Promise<FaceRecord[]> => (await ask(`/api/games/${id}/faces`, Faces)).faces);
export const examples = once(
  async (id, ask): Promise<ReadonlyMap<string, Example>> =>
    new Map((await ask(`/api/games/${id}/examples`, Examples)).examples.map((one) => [one.card, one])),
);
export const content = once((id, ask) => ask(`/api/games/${id}/content`, Content));
export const words_now = (id: string, table = "") => asker(table)(`/api/games/${id}/words`, Words);
export const words = once((id, ask) => ask(`/api/games/${id}/words`, Words));
// At a table: what its game is made of, or what somebody's own content makes of it. Only a server has such tables.
type Place = Pick<TableInfo, "table" | "game" | "own_content">;
const own_cards = once(
  async (table, ask): Promise<CardRecord[]> =>
    (await ask(`/api/tables/${table}/cards`, Cards)).cards.map((card) => ({
      ...card,
      picture: card.picture.replace(/^\/faces\/[^/]+\//, `/api/tables/${table}/faces/`),
    })),
);
const own_content = once((table, ask) => ask(`/api/tables/${table}/content`, Content));
const own_words_now = (table: string) => asker(table)(`/api/tables/${table}/words`, Words);
const own_words = once((table, ask) => ask(`/api/tables/${table}/words`, Words));
export const cards_at = (place: Place) =>
  place.own_content ? own_cards(place.table, place.table) : cards(place.game, place.table);
export const content_at = (place: Place) =>
  place.own_content ? own_content(place.table, place.table) : content(place.game, place.table);
export const words_at = (place: Place) =>
  place.own_content ? own_words(place.table, place.table) : words(place.game, place.table);
export const words_at_now = (place: Place) =>
  place.own_content ? own_words_now(place.table) : words_now(place.game, place.table);

// The address of a picture: the server's own, or one that the engine has drawn.
const drawn = new Map<string, Promise<string>>();
export function picture(address: string): string | Promise<string> {
  if (way.server === "there") return address;
  let found = drawn.get(address);
  if (!found) {
    found = way
      .request("GET", address)
      .then(async (answer) => URL.createObjectURL(new Blob([await answer.text()], { type: "image/svg+xml" })));
    drawn.set(address, found);
    found.catch(() => drawn.delete(address));
  }
  return found;
}

export interface NewSeat {
  kind: "me" | "open" | "bot";
  bot?: string;
}
export interface NewTable {
  game: string;
  seats?: NewSeat[];
  options?: Record<string, string>;
  listed?: boolean;
  rated?: boolean;
  spectators?: { see: string; delay?: number };
  clock?: { kind: string; seconds?: number; bonus?: number; days?: number };
  chat?: string;
  undo?: string;
  seed?: string;
  content?: string; // a patch
}

export const new_table = async (table: NewTable, where: "usual" | "device" = "usual") =>
  where === "device"
    ? read(await way.ask_device("POST", "/api/tables", JSON.stringify(table)), Seated)
    : send("/api/tables", table, Seated);
export const tables = async (query = "") => (await get(`/api/tables${query}`, Tables)).tables;
export const table = (id: string) => get(`/api/tables/${id}`, TableRecord);
export const join = (id: string, seat: number, brings: Record<string, string> = {}) =>
  send(`/api/tables/${id}/join`, { seat, brings }, Seated);
export const leave = (id: string) => send(`/api/tables/${id}/leave`, {}, TableRecord);
export const change_seat = (id: string, seat: number, kind: "open" | "bot", bot?: string) =>
  send(`/api/tables/${id}/seats`, bot ? { seat, kind, bot } : { seat, kind }, TableRecord);
// The steps of a game told again, and what was seen before the first of them.
export async function replay(id: string, as: string, lang: Language, from: number, count: number) {
  const told = await get(`/api/tables/${id}/replay?as=${as}&lang=${lang}&from=${from}&count=${count}`, Replay);
  const reader = new Reader(await words_at(told.setup), lang, (seat) => {
    const one = told.setup.seats[seat - 1];
    return one && called(seat, one.word, one.kind === "bot" ? bot_at_table(one.bot || one.name, seat) : one.name);
  });
  return { ...told, steps: reader.steps(told) };
}
// A replay as a file: of a game that is over, or, where this device keeps the table, of one that is not.
export async function replay_file(id: string): Promise<string> {
  const answer = await way.request("GET", `/api/tables/${id}/replay.rwreplay${way.on_device(id) ? "?open=1" : ""}`);
  if (!answer.ok) await read(answer, v.unknown());
  return answer.text();
}
export const take_over = (id: string, at: number, seat: number, deal: "same" | "fresh") =>
  send(`/api/tables/${id}/take-over`, { at, seat, deal }, Seated);
export const hint = (id: string, lang: Language) => send(`/api/tables/${id}/hint?lang=${lang}`, {}, HintTold);
export const start_review = (id: string, lang: Language) =>
  send(`/api/tables/${id}/review?lang=${lang}`, {}, ReviewState);
export const review = (id: string, lang: Language) => get(`/api/tables/${id}/review?lang=${lang}`, ReviewState);
export const source_records = async (id: string) => (await get(`/api/workbench/${id}`, Sources)).records;
export const check_patch = (id: string, patch: string) => send(`/api/workbench/${id}/check`, { patch }, PatchCheck);
export const start_what_if = (id: string, patch: string, pairs: number) =>
  send(`/api/workbench/${id}/what-if`, { patch, pairs }, WhatIfStarted);
export const what_if = (run: string) => get(`/api/what-ifs/${run}`, WhatIfState);
export const stop_what_if = (run: string) => send(`/api/what-ifs/${run}`, {}, WhatIfState, "DELETE");
export const pair = (game_id: string, rated: boolean) => send("/api/pairing", { game: game_id, rated }, Seated);
export const person = (name: string) => get(`/api/people/${encodeURIComponent(name)}`, Person);
export const bring_replay = (text: string) => send("/api/replays", text, Seated);
export const check_deck = (id: string, deck: string, format?: string) =>
  send(`/api/games/${id}/decks/check`, format ? { deck, format } : { deck }, DeckCheck);
// Decks are kept for accounts; a guest has none, and need not ask.
export const decks = async () => ((await identity.ask()).account ? (await get("/api/decks", Decks)).decks : []);
export const keep_deck = (game_id: string, name: string, deck: string) =>
  send("/api/decks", { game: game_id, name, deck }, OneDeck);
export const drop_deck = (id: string) => send(`/api/decks/${id}`, {}, v.unknown(), "DELETE");
export const ratings = async (id: string) => (await get(`/api/games/${id}/ratings`, Ratings)).ratings;
export const rename = async (name: string) => identity.now(await send("/api/me", { name }, Me));
export const sign_up = async (name: string, password: string) =>
  identity.now(await send("/api/accounts", { name, password }, Me));
export const log_in = async (name: string, password: string) =>
  identity.now(await send("/api/login", { name, password }, Me));
// What those in charge have to say today; empty if nothing.
export const message_of_the_day = () => get("/api/message", v.object({ en: v.string(), fr: v.string() }));
export const change_password = async (password: string, next: string) =>
  identity.now(await send("/api/me/password", { password, new: next }, Me));
export const delete_account = async (password: string) => identity.now(await send("/api/me/delete", { password }, Me));
export const log_out = async () => identity.now(await send("/api/logout", {}, Me));

// ---- tables of this device -----------------------------------------------------------------------------------------

export async function tables_of_device(): Promise<TableInfo[]> {
  way.look_again();
  if ((await way.ids()).size === 0) return [];
  return (await from_device("/api/tables?mine=1", Tables)).tables;
}
export const drop_table = (id: string) => way.drop(id);
// Takes a game of this device to the server: as a replay, or, if it is not over, as a table at which it goes on.
export async function take_to_server(id: string): Promise<{ table: string; over: boolean }> {
  const info = await table(id);
  const there = await bring_replay(await replay_file(id));
  if (info.status === "over") return { table: there.table, over: true };
  const { choices } = await table(there.table);
  const gone_on = await take_over(there.table, choices, info.you?.seat ?? 1, "same");
  return { table: gone_on.table, over: false };
}
