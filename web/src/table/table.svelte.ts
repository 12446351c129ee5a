// One live table as the server tells it: who sits there, what this seat sees, the open decision, the log.
import { refused } from "../app/refused";
import { type Language, settings } from "../app/settings.svelte";
import { type Words as TextKey, t } from "../app/texts.svelte";
import { bot_at_table, called } from "../app/words";
import * as api from "../net/api.svelte";
import { Foresight } from "../net/foresight";
import { told_from } from "../net/frames";
import type {
  Choice,
  ClientMessage,
  Decision,
  Event,
  Over,
  ServerMessage,
  State,
  TableInfo,
  View,
  Words,
} from "../net/protocol";
import { is_final, type Line, TableSocket } from "../net/socket";
import { Reader } from "../net/telling";
import { way } from "../net/way.svelte";
import { outcome_text } from "./outcome";
import { type PlaceOf, place_in_view, thing_at } from "./places";
import { FrameQueue } from "./queue.svelte";
import { type Mark, Selection } from "./selection.svelte";
import { Sight } from "./sight.svelte";

export type Connection = "connecting" | "open" | "lost" | "closed";
export interface Notice {
  text: string;
  clause: string;
  kind: "refused" | "why" | "note";
}
// What a choice would bring about for sure; not certain: chance or hidden cards decide how it goes on.
export interface Foreseen {
  key: string;
  lines: readonly string[];
  certain: boolean;
  win?: number; // the chance that it succeeds, where the game can tell
}
// What the computer would answer.
export interface Hinted {
  decision: number;
  choice: Choice;
  amount?: number;
}
export interface Said {
  seat: number;
  name: string;
  text: string;
  when: number;
}

const log_length = 2000;

// "RSK-SET-06: the zone is occupied": the clause stands beside it as a link.
function without_clause(text: string, clause: string): string {
  const bare = clause && text.startsWith(`${clause}: `) ? text.slice(clause.length + 2) : text;
  return bare.charAt(0).toUpperCase() + bare.slice(1);
}

// The choice with this amount: its number with another operand (docs/protocol.md).
const operand_bits = { d: 8n, a: 16n, b: 32n, c: 48n } as const;
function with_amount({ id, amounts }: Choice, amount?: number): string {
  if (!amounts || amount === undefined) return id;
  const shift = operand_bits[amounts.role as keyof typeof operand_bits];
  return String(BigInt(id) + (BigInt(amount - amounts.from) << shift));
}

// Why the server lets nobody back to this table, in the page's language.
const farewells: Readonly<Record<string, TextKey>> = {
  elsewhere: "open_elsewhere",
  sent_away: "no_longer_here",
  banned: "shut_out",
};

export class Table extends Sight {
  readonly id: string;
  connection = $state<Connection>("connecting");
  info = $state.raw<TableInfo | null>(null);
  decision = $state.raw<Decision | null>(null);
  over = $state.raw<Over | null>(null);
  undo = $state("no");
  clocks = $state.raw<readonly { seat: number; left: number; running: boolean }[]>([]);
  clocks_at = $state(0); // when the clocks were told, by this browser's clock
  log = $state.raw<readonly Event[]>([]);
  since = $state.raw<readonly Event[]>([]); // what happened while the player was away
  said = $state.raw<readonly Said[]>([]);
  notice = $state.raw<Notice | null>(null);
  hinted = $state.raw<Hinted | null>(null);
  foreseen = $state.raw<Foreseen | null>(null);
  chosen = $state.raw<{ decision: number; verb: string } | null>(null); // the answer that was last given
  guided = $state.raw<ReadonlySet<string>>(new Set()); // the places that the guide points at
  guided_verbs = $state.raw<readonly string[]>([]); // and the buttons
  sending = $state(false);
  farewell = $state("");
  spoken = $state(""); // what the live region says
  recorded = 0; // the `at` of the last state
  latest = $state.raw<View>({}); // the view of the server; what is drawn may still be on its way there
  readonly queue = new FrameQueue();
  readonly foresight: Foresight;
  words_of_game: Words | null = null;
  told_in = ""; // the language that the server was asked for
  override selection: Selection = new Selection();
  place_of: PlaceOf = place_in_view;
  #socket: TableSocket | null = null;
  #wanted_seat: number;
  #foreseeing = ""; // the choice that was asked about last

  constructor(id: string, seat = 0) {
    super();
    this.id = id;
    this.#wanted_seat = seat;
    this.foresight = new Foresight(id, () => this.game);
  }

  get started(): boolean {
    return this.info !== null && this.info.status !== "waiting" && Object.keys(this.view).length > 0;
  }
  get outcome(): string {
    return this.over ? outcome_text(this.over, (seat) => this.called(seat)) : "";
  }
  get asked(): boolean {
    return this.decision !== null;
  }

  connect(open: Line["open"] = (address) => way.connect(address)) {
    this.#socket = new TableSocket({
      address: () => this.address(),
      words: () => this.words_of_game,
      called: (seat) => this.called(seat),
      stale: () => void this.#renew_words(),
      heard: (message) => this.hear(message),
      changed: (state) => {
        this.connection = state;
        if (state !== "open") this.sending = false;
      },
      open,
    });
    this.#socket.connect();
  }
  called(seat: number): string | undefined {
    return called(seat, this.info?.seats[seat - 1]?.word ?? "", this.person(seat));
  }
  close() {
    this.#socket?.close();
  }
  reconnect_now() {
    this.#socket?.reconnect_now();
  }

  address(): string {
    this.told_in = settings.language;
    const seen = this.recorded > 0 ? `&seen=${this.recorded}` : "";
    const sight = way.playable && this.#wanted_seat > 0 ? "&sight=1" : "";
    return `/ws/tables/${this.id}?seat=${this.#wanted_seat}&lang=${settings.language}${seen}${sight}`;
  }

  tell_in(language: Language) {
    if (this.send({ type: "language", lang: language })) this.told_in = language;
  }

  // False if the line is down; the player is told that nothing went out.
  send(message: ClientMessage): boolean {
    const sent = (this.#socket?.send(message) ?? 0) > 0;
    if (!sent && this.#socket) this.notice = { text: t("not_sent"), clause: "", kind: "refused" };
    return sent;
  }

  // ---- what the server says --------------------------------------------------------------------------------------

  hear(message: ServerMessage) {
    switch (message.type) {
      case "state":
        return this.#hear_state(message);
      case "table":
        return this.#hear_table(message);
      case "refused":
        this.sending = false;
        this.notice = {
          text: without_clause(refused(message.text), message.clause),
          clause: message.clause,
          kind: "refused",
        };
        this.speak(refused(message.text));
        if (message.code === "stale") this.send({ type: "sync" });
        return;
      case "why":
        this.notice = {
          text: without_clause(message.text, message.clause),
          clause: message.clause,
          kind: message.legal ? "note" : "why",
        };
        this.speak(message.text);
        return;
      case "said":
        this.said = [...this.said.slice(-99), message];
        this.speak(`${message.name}: ${message.text}`);
        return;
      case "bye":
        this.farewell = is_final(message.code) ? t(farewells[message.code] ?? "open_elsewhere") : "";
        return;
      case "sight":
        this.foresight.seen = message;
        return;
      case "pong":
        return;
    }
  }

  #hear_table(info: TableInfo) {
    this.info = info;
    this.game = info.game;
    this.names = new Map(
      info.seats.map((seat) => [
        seat.seat,
        seat.kind === "bot" ? bot_at_table(seat.bot || seat.name, seat.seat) : seat.name,
      ]),
    );
  }

  // The server was renewed while the page was open.
  async #renew_words() {
    if (this.info) this.words_of_game = await api.words_at_now(this.info);
    this.#socket?.renew();
  }

  #hear_state(state: State) {
    this.waiting = state.waiting;
    this.over = state.over;
    this.undo = state.undo;
    this.clocks = state.clocks;
    this.clocks_at = Date.now();
    this.sending = false;
    this.foreseen = null;
    if (state.view) this.#hear_whole(state, state.view);
    else this.#hear_frames(state);
    this.recorded = state.at;
    this.#show_played(state);
    this.decision = state.decision;
    this.#ask();
    this.#tell(state);
  }

  #hear_whole(state: State, view: View) {
    this.queue.clear();
    this.before = this.recorded === 0 ? view : this.view;
    this.seat = state.seat ?? 0;
    this.latest = view;
    this.view = view;
    this.events = state.log;
    if (!(state.cause === "joined" && this.log.length > 0 && state.since.length > 0)) this.log = state.log;
    if (state.since.length === 0 || state.cause !== "joined") return;
    this.since = state.since;
    if (this.log !== state.log) this.log = [...this.log, ...state.since].slice(-log_length);
  }

  #hear_frames(state: State) {
    const told = told_from(this.latest, state.frames, state.at);
    const lines = told.flatMap((frame) => (frame.event ? [frame.event] : []));
    this.latest = told.at(-1)?.view ?? this.latest;
    this.log = [...this.log, ...lines.filter((line) => line.text)].slice(-log_length);
    this.notice = null;
    this.queue.push(told);
    if (!this.queue.played) this.show_all();
  }

  // The next frame becomes the view that is drawn. False if none is waiting.
  show_next(): boolean {
    const told = this.queue.next();
    if (!told) return false;
    this.before = told.before;
    this.view = told.view;
    this.events = told.event ? [told.event] : [];
    return true;
  }

  // Everything that is waiting, at once.
  show_all() {
    const told = this.queue.waiting;
    if (told.length === 0) return;
    this.queue.clear();
    this.before = told[0]!.before;
    this.view = told.at(-1)!.view;
    this.events = told.flatMap((frame) => (frame.event ? [frame.event] : []));
  }

  // What another player has just played lies large beside the table.
  #show_played(state: State) {
    if (state.cause !== "choice") return;
    for (const { event } of state.frames) {
      if (!event || event.actor === this.seat || !/play/.test(event.kind)) continue;
      const card = event.things.find((thing) => thing.id && this.cards.has(thing.id));
      if (card) this.zoomed = card.id;
    }
  }

  #tell(state: State) {
    const told = state.frames.map((frame) => frame.event?.text ?? "");
    if (state.decision) told.push(state.decision.text);
    if (state.over) told.push(this.outcome);
    this.speak(told.filter(Boolean).slice(-12).join(". "));
  }

  speak(text: string) {
    // The same words twice are only heard twice if they differ.
    this.spoken = text === this.spoken ? `${text}\u00a0` : text;
  }

  // ---- what the player does --------------------------------------------------------------------------------------

  override mark(place: string): Mark | undefined {
    return this.sending ? undefined : this.selection.marks.get(place);
  }

  // Places that a hint or the guide points at.
  override pointed(place: string): boolean {
    const hinted = this.hinted?.decision === this.decision?.number ? this.hinted : null;
    return (hinted !== null && this.selection.places(hinted.choice).includes(place)) || this.guided.has(place);
  }

  // Asks what the computer would do in this seat, knowing what the seat knows.
  async ask_hint() {
    const decision = this.decision;
    if (!decision) return;
    this.hinted = null;
    try {
      const here = this.foresight.can(decision.number) ? await this.foresight.hint(settings.language) : null;
      const told = here ?? (await api.hint(this.id, settings.language));
      const all = [...decision.choices, ...(decision.gather?.picks ?? [])];
      const choice = all.find((one) => one.id === told.choice);
      if (this.decision?.number !== decision.number || told.decision !== decision.number || !choice) return;
      this.hinted = { decision: decision.number, choice, amount: choice.amounts ? told.amount : undefined };
      this.speak(t("computer_would", { what: told.text }));
    } catch (why) {
      this.notice = { text: (why as Error).message, clause: "", kind: "refused" };
    }
  }

  use_places(place_of: PlaceOf) {
    this.place_of = place_of;
    this.#ask();
  }

  #ask() {
    const { number = 0, choices = [], gather } = this.decision ?? {};
    this.selection.ask(number, choices, this.place_of, this, gather);
  }

  // Confirms what was gathered.
  gather() {
    const gathering = this.selection.gathering;
    if (!this.decision || !gathering?.ready || this.sending) return;
    this.notice = null;
    this.sending = this.send({ type: "choose", decision: this.decision.number, picks: gathering.chosen });
    if (this.sending) this.chosen = { decision: this.decision.number, verb: gathering.picks[0]?.verb ?? "" };
  }

  choose(choice: Choice, amount?: number) {
    if (!this.decision || this.sending) return;
    this.notice = null;
    const message: ClientMessage = { type: "choose", decision: this.decision.number, choice: choice.id };
    if (choice.amounts) message.amount = amount ?? choice.amounts.from;
    this.sending = this.send(message);
    if (this.sending) this.chosen = { decision: this.decision.number, verb: choice.verb };
    if (this.sending) this.selection.clear();
  }

  pick(place: string) {
    if (this.sending) return;
    if (!this.decision) return this.ask_why([place]);
    this.notice = null;
    if (this.selection.gathering) {
      if (!this.selection.gathering.point(place)) this.ask_why([place]);
      return;
    }
    const before = this.selection.picks;
    const found = this.selection.pick(place);
    if (found === "refused") {
      this.selection.clear();
      this.ask_why([...before, place]);
    } else if (found !== "more") this.choose(found);
  }

  drag(from: string, to: string) {
    if (!this.decision || this.sending || this.selection.gathering) return;
    const found = this.selection.drag(from, to);
    if (found === "refused") {
      this.selection.clear();
      this.ask_why([from, to]);
    } else if (found !== "more") this.choose(found);
  }

  // What stands in the way of doing something with what lies at these places.
  async ask_why(places: readonly string[]) {
    const message = { type: "why" as const, things: places.slice(-4).map((place) => thing_at(place, this)) };
    const asked = this.decision?.number;
    const why = this.foresight.can(asked) ? await this.foresight.why(message, settings.language) : null;
    if (!why) this.send(message);
    else if (this.decision?.number === asked) this.hear({ type: "why", ...why });
  }

  // What would happen after this choice, as far as it is certain; shown while the player thinks about it.
  async foresee(choice: Choice | null, amount?: number) {
    const number = this.decision?.number;
    const key = choice ? `${number} ${with_amount(choice, amount)}` : "";
    if (this.foreseen?.key === key) return;
    this.foreseen = null;
    this.#foreseeing = key;
    if (!choice || !this.words_of_game || !this.foresight.can(number)) return;
    const told = await this.foresight.preview(with_amount(choice, amount), settings.language);
    if (!told || this.#foreseeing !== key || this.decision?.number !== number) return;
    const reader = new Reader(this.words_of_game, settings.language, (seat) => this.called(seat));
    reader.learn(told);
    const lines = told.frames.flatMap((frame) => reader.frame(this.recorded, frame).event?.text || []);
    this.foreseen = { key, lines, certain: told.certain, win: told.odds?.win };
  }

  // ---- opening ---------------------------------------------------------------------------------------------------

  // Finds my seat and what the game is made of, then opens the socket.
  static async open(id: string): Promise<Table> {
    await api.identity.ask();
    const info = await api.table(id);
    const table = new Table(id, info.you?.seat ?? 0);
    table.#hear_table(info);
    await table.load();
    return table;
  }

  async load() {
    const place = this.info ?? { table: this.id, game: this.game };
    const [content, cards, words] = await Promise.all([
      api.content_at(place),
      api.cards_at(place),
      api.words_at(place),
    ]);
    this.content = content;
    this.words_of_game = words;
    this.cards = new Map(cards.map((card) => [card.id, card]));
  }

  // After taking a seat the same table is looked at through other eyes.
  reseat(seat: number) {
    this.#wanted_seat = seat;
    this.recorded = 0;
    this.#socket?.close();
    this.connect();
  }
}
