// The messages of the server, checked as they come in. docs/protocol.md explains them.
import * as v from "valibot";
import type { Frame } from "./frames";
import type { Reader } from "./telling";

export const version = 2;

// ---- what the page works with: told by number on the wire, read back by telling.js ---------------------------------

export interface Thing {
  role: string;
  kind: string;
  value: number;
  name: string;
  id: string;
  path: string;
}
export interface Event {
  at: number;
  text: string;
  clauses: readonly string[];
  actor: number;
  kind: string;
  things: readonly Thing[];
}
export interface Choice {
  id: string;
  verb: string;
  notation: string;
  label: string;
  one?: string;
  copies: number;
  things: readonly Thing[];
  amounts?: { role: string; from: number; to: number };
  odds?: { win: number; units?: number[] };
  leaving_open?(roles: ReadonlySet<string>): string; // the label with "…" for these operands
}
export interface Decision {
  number: number;
  question: string;
  text: string;
  choices: Choice[];
  gather?: { least: number; most: number; picks: Choice[] };
}
export interface State {
  type: "state";
  at: number;
  cause: string;
  content: string; // only of a whole state, as seat, view and log: what content the server's words are of
  seat: number | null;
  view: View | null;
  frames: readonly Frame[];
  log: readonly Event[];
  since: readonly Event[];
  decision: Decision | null;
  waiting: readonly number[];
  over: Over | null;
  undo: string;
  clocks: readonly { seat: number; left: number; running: boolean }[];
}
// A choice of a replay with what it brought about.
export interface ReplayStep {
  at: number;
  seat: number;
  notation: string;
  label: string;
  frames: readonly Frame[];
  waiting: readonly number[];
  question: string;
}

// ---- on the wire ----------------------------------------------------------------------------------------------------

const Seat = v.number();
// What is new to this socket: the first number, then what it and those behind it mean.
const Fresh = v.optional(v.array(v.unknown()));
export const Told = { words: Fresh, nouns: Fresh, paths: Fresh, lines: Fresh, things: Fresh };
const EventTold = v.array(v.unknown());
const ChoiceMore = v.object({
  amounts: v.optional(v.tuple([v.number(), v.number()])),
  copies: v.optional(v.number()),
  odds: v.optional(v.object({ win: v.number(), units: v.optional(v.array(v.number())) })),
});
const ChoiceTold = v.tupleWithRest([v.union([v.string(), v.number()])], v.union([v.number(), ChoiceMore]));
// [number, question, choices, [least, most, picks]]; a question in words of its own is [question, text]
const DecisionTold = v.tupleWithRest(
  [v.number(), v.union([v.number(), v.tuple([v.number(), v.string()])]), v.array(ChoiceTold)],
  v.tuple([v.number(), v.number(), v.array(ChoiceTold)]),
);
export const FrameTold = v.tupleWithRest([v.union([v.literal(0), EventTold])], v.array(v.array(v.unknown())));
const LineTold = v.tuple([v.number(), EventTold]);
const Over = v.object({
  how: v.string(),
  winners: v.array(Seat),
  ranks: v.optional(v.array(v.number()), []),
  scores: v.optional(v.array(v.number()), []),
  clause: v.optional(v.string(), ""),
  text: v.string(),
});
const Clock = v.object({ seat: Seat, left: v.number(), running: v.boolean() });
const View = v.record(v.string(), v.unknown());

const StateTold = v.object({
  type: v.literal("state"),
  at: v.number(),
  cause: v.optional(v.string(), "choice"),
  seat: v.optional(Seat),
  lang: v.optional(v.string()),
  content: v.optional(v.string()),
  view: v.optional(View),
  ...Told,
  frames: v.optional(v.array(FrameTold), []),
  log: v.optional(v.array(LineTold), []),
  since: v.optional(v.array(LineTold), []),
  decision: v.optional(DecisionTold),
  waiting: v.optional(v.array(Seat), []),
  over: v.optional(Over),
  undo: v.optional(v.string(), "no"),
  clocks: v.optional(v.array(Clock), []),
});
const TableSeat = v.object({
  seat: Seat,
  kind: v.picklist(["person", "bot", "open"]),
  name: v.optional(v.string(), ""),
  bot: v.optional(v.string(), ""),
  word: v.optional(v.string(), ""),
  rating: v.optional(v.number()),
  present: v.optional(v.boolean(), true),
  away: v.optional(v.number()),
  resigned: v.optional(v.boolean(), false),
});
const Offer = v.object({
  kind: v.string(),
  seat: Seat,
  yes: v.array(Seat),
  no: v.array(Seat),
  of: v.array(Seat),
});
const table_fields = {
  table: v.string(),
  game: v.string(),
  status: v.picklist(["waiting", "playing", "over"]),
  host: v.string(),
  you: v.optional(v.object({ seat: Seat, host: v.boolean(), seats: v.optional(v.array(Seat), []) })),
  seats: v.array(TableSeat),
  listed: v.boolean(),
  rated: v.boolean(),
  spectators: v.object({ see: v.string(), delay: v.number(), count: v.number() }),
  clock: v.object({
    kind: v.string(),
    seconds: v.optional(v.number()),
    bonus: v.optional(v.number()),
    days: v.optional(v.number()),
  }),
  chat: v.string(),
  undo: v.string(),
  options: v.record(v.string(), v.string()),
  commitment: v.string(),
  seed: v.nullable(v.string()),
  seed_chosen: v.optional(v.boolean(), false),
  rules: v.number(),
  content: v.string(),
  own_content: v.optional(v.array(v.string())), // what content of somebody's own changes: "cards.wound"
  choices: v.optional(v.number(), 0),
  read_only: v.optional(v.object({ rules: v.number(), beyond: v.number(), content: v.optional(v.boolean(), false) })),
  offers: v.array(Offer),
  rematch: v.nullable(v.string()),
  ranks: v.optional(v.array(v.number()), []), // by seat, once the game is over
  changed: v.optional(v.number(), 0),
  origin: v.nullable(v.object({ table: v.string(), at: v.number(), deal: v.string() })),
};
export const TableRecord = v.object(table_fields);
const Table = v.object({ type: v.literal("table"), ...table_fields });
const Refused = v.object({
  type: v.literal("refused"),
  ref: v.optional(v.number()),
  code: v.string(),
  text: v.string(),
  clause: v.optional(v.string(), ""),
});
const Why = v.object({
  type: v.literal("why"),
  ref: v.optional(v.number()),
  legal: v.boolean(),
  text: v.string(),
  clause: v.optional(v.string(), ""),
});
const Said = v.object({
  type: v.literal("said"),
  seat: Seat,
  name: v.string(),
  phrase: v.optional(v.string()),
  text: v.string(),
  when: v.number(),
});
const Bye = v.object({
  type: v.literal("bye"),
  code: v.string(),
  text: v.string(),
  retry: v.optional(v.number(), 500),
});
const Pong = v.object({ type: v.literal("pong") });

// What this seat knows, for the engine in this browser.
const Sight = v.object({
  type: v.literal("sight"),
  seat: Seat,
  decision: v.number(),
  position: v.string(),
});

const MessageTold = v.variant("type", [StateTold, Table, Refused, Why, Said, Bye, Pong, Sight]);

export type WireState = v.InferOutput<typeof StateTold>;
export type Over = v.InferOutput<typeof Over>;
export type TableInfo = v.InferOutput<typeof TableRecord>;
export type TableSeat = v.InferOutput<typeof TableSeat>;
export type ServerMessage = State | Exclude<v.InferOutput<typeof MessageTold>, WireState>;
export type View = v.InferOutput<typeof View>;

// What lies at a path of the view, or is known by its kind.
export type ThingMeant = { path: string } | { kind: string; id: string } | { kind: string; value: number };
export type ClientMessage =
  | { type: "choose"; decision: number; choice: string; amount?: number }
  | { type: "choose"; decision: number; notation: string }
  | { type: "choose"; decision: number; picks: string[] }
  | { type: "why"; notation: string }
  | { type: "why"; things: ThingMeant[] }
  | { type: "undo" | "draw" | "resign" | "rematch" | "sync" | "ping" }
  | { type: "answer"; offer: "draw" | "undo" | "rematch"; yes: boolean }
  | { type: "answer"; offer: "out_of_time"; what: "wait" | "computer" | "end" }
  | { type: "say"; phrase: string }
  | { type: "say"; text: string }
  | { type: "language"; lang: string };

// A message of the server, or null for what this page does not understand (a newer server, a damaged line). The reader
// knows what was said on this socket before.
export function read_message(text: string, reader: Reader | null): ServerMessage | null {
  let raw: unknown;
  try {
    raw = JSON.parse(text);
  } catch {
    return null;
  }
  const read = v.safeParse(MessageTold, raw);
  if (!read.success) return null;
  if (read.output.type !== "state") return read.output;
  return reader?.state(read.output) ?? null;
}

// ---- what the REST API answers -----------------------------------------------------------------------------------

const Text = v.object({ en: v.string(), fr: v.string() });
const Rating = v.object({
  name: v.string(),
  game: v.string(),
  rating: v.number(),
  deviation: v.number(),
  games: v.number(),
});
export const Me = v.object({ name: v.string(), account: v.boolean(), csrf: v.string(), ratings: v.array(Rating) });
export const GameRecord = v.object({
  id: v.string(),
  name: Text,
  about: Text,
  owners: Text,
  seats: v.array(v.number()),
  bots: v.array(v.string()),
  usual_bot: v.string(),
  options: v.array(
    v.object({
      name: v.string(),
      about: Text,
      values: v.optional(v.array(v.string())),
      usual: v.optional(v.string()),
    }),
  ),
  clauses: v.number(),
  cards: v.number(),
  decks: v.boolean(),
  drafts: v.boolean(),
  verbs: v.optional(v.array(v.object({ verb: v.string(), notation: v.string() })), []),
});
export const Games = v.object({ games: v.array(GameRecord) });
export const Rules = v.object({
  clauses: v.array(
    v.object({
      id: v.string(),
      section: Text,
      text: Text,
      sources: v.string(),
      definition: v.boolean(),
      by: v.array(v.string()),
    }),
  ),
});
const Figure = v.object({ key: v.string(), name: v.string(), value: v.string() });
export const CardRecord = v.object({
  id: v.string(),
  name: Text,
  figures: v.object({ en: v.array(Figure), fr: v.array(Figure) }),
  texts: v.object({ en: v.array(v.string()), fr: v.array(v.string()) }),
  record: v.record(v.string(), v.unknown()),
  picture: v.string(), // its address; theme and mode may be added
  modes: v.array(v.string()), // those that have a picture of their own
});
export const FaceRecord = v.object({
  table: v.string(),
  id: v.string(),
  mode: v.string(),
  name: Text,
  picture: v.string(),
});
export const Faces = v.object({ faces: v.array(FaceRecord) });
export const Cards = v.object({ cards: v.array(CardRecord) });
const Happened = v.object({
  choice: v.string(),
  lines: v.array(v.object({ text: v.string(), clause: v.string() })),
});
const Example = v.object({ card: v.string(), en: Happened, fr: Happened });
export const Examples = v.object({ examples: v.array(Example) });
export const Content = v.record(v.string(), v.unknown());
export const Tables = v.object({ tables: v.array(TableRecord) });
export const Seated = v.object({ table: v.string(), seat: v.number(), link: v.string() });
export const DeckCheck = v.object({
  legal: v.boolean(),
  problems: v.array(v.object({ text: v.string(), line: v.optional(v.number()), clause: v.optional(v.string(), "") })),
});
const Deck = v.object({ id: v.string(), game: v.string(), name: v.string(), deck: v.string() });
export const OneDeck = Deck;
export const Decks = v.object({ decks: v.array(Deck) });
export const Ratings = v.object({ ratings: v.array(Rating) });
export const Replay = v.object({
  table: v.string(),
  game: v.string(),
  as: v.string(),
  choices: v.number(),
  over: v.nullish(Over),
  setup: TableRecord,
  ...Told,
  view: View,
  steps: v.array(
    v.object({
      at: v.number(),
      seat: v.number(),
      choice: v.optional(ChoiceTold),
      frames: v.array(FrameTold),
      waiting: v.array(v.number()),
      question: v.optional(v.number()),
    }),
  ),
});
export const HintTold = v.object({
  decision: v.number(),
  choice: v.string(),
  amount: v.optional(v.number()),
  text: v.string(),
});
export const Person = v.object({ name: v.string(), ratings: v.array(Rating), games: v.array(TableRecord) });
const Limits = v.tuple([v.number(), v.number()]);
const Review = v.object({
  end: v.string(),
  seats: v.array(
    v.object({
      name: v.string(),
      colour: v.optional(v.string(), ""), // of its army, if it has one: "blue"
      deal_luck: v.number(),
      play_luck: v.number(),
      cost: v.number(),
      own_choices: v.optional(v.number(), 0),
      others_choices: v.optional(v.number(), 0),
      shown: v.optional(v.number(), 0), // by choices, to those who could not know it
      unexplained: v.optional(v.number(), 0),
      decisions: v.number(),
      clearly_not_the_best: v.number(),
      chances: v.array(v.number()),
    }),
  ),
  costliest: v.array(v.number()),
  luckiest: v.array(v.number()),
  choices: v.array(
    v.object({
      number: v.number(),
      seat: v.string(),
      better_text: v.optional(v.string()),
      cost: v.optional(v.number(), 0),
      cost_interval_95: v.optional(Limits),
      line: v.optional(v.array(v.string()), []),
      luck: v.optional(v.array(v.number()), []),
    }),
  ),
});
export const ReviewState = v.variant("status", [
  v.object({ status: v.literal("none") }),
  v.object({ status: v.literal("waiting"), ahead: v.number() }),
  v.object({ status: v.literal("working"), done: v.number(), of: v.number() }),
  v.object({ status: v.literal("failed"), text: v.string() }),
  v.object({ status: v.literal("done"), review: Review }),
]);
const Texts = v.object({ en: v.string(), fr: v.string() });
const Operands = v.array(v.tuple([v.string(), v.string()]));
// What messages name by number.
export const Words = v.object({
  game: v.string(),
  content: v.string(),
  clauses: v.array(v.string()),
  bare: v.array(v.string()),
  hidden: Texts,
  verbs: v.record(
    v.string(),
    v.object({
      verb: v.string(),
      notation: v.string(),
      text: Texts,
      named: Operands,
      operands: Operands,
      amount: v.string(),
    }),
  ),
  events: v.record(
    v.string(),
    v.object({ event: v.string(), text: Texts, values: v.string(), named: Operands, operands: Operands }),
  ),
  questions: v.array(v.object({ question: v.string(), text: Texts })),
});
// ---- the workbench ----------------------------------------------------------------------------------------------------

const Source = v.object({
  table: v.string(),
  id: v.string(),
  name: Text,
  file: v.string(),
  line: v.number(),
  source: v.string(),
});
export const Sources = v.object({ records: v.array(Source) });
const Finding = v.object({ text: v.string(), clause: v.string() });
export const PatchCheck = v.object({
  good: v.boolean(),
  problems: v.array(v.object({ file: v.string(), line: v.number(), column: v.number(), path: v.string(), text: Text })),
  changed: v.optional(
    v.array(
      v.object({
        table: v.string(),
        id: v.string(),
        name: Text,
        pictures: v.array(v.object({ mode: v.string(), light: v.string(), dark: v.string() })),
        figures: v.optional(v.object({ en: v.array(Figure), fr: v.array(Figure) })),
        texts: v.optional(v.object({ en: v.array(v.string()), fr: v.array(v.string()) })),
      }),
    ),
  ),
  legality: v.optional(
    v.object({
      refusal: Text,
      decks: v.number(),
      broken: v.array(
        v.object({
          deck: v.string(),
          name: Text,
          findings: v.object({ en: v.array(Finding), fr: v.array(Finding) }),
        }),
      ),
    }),
  ),
});
const Bar = v.object({
  kind: v.picklist(["won_with", "used", "seat", "won_by", "ended"]),
  changed: v.optional(v.boolean(), false),
  id: v.optional(v.string()),
  name: v.optional(Text),
  event: v.optional(Text), // what a seat did with it, without who and what: "… plays …"
  seat: v.optional(v.number()),
  clause: v.optional(v.string()),
  a: v.number(),
  b: v.number(),
  difference: v.number(),
  low: v.number(),
  high: v.number(),
  clear: v.boolean(),
});
const WhatIfReport = v.object({
  pairs: v.number(),
  same_winner: v.number(),
  decisions: v.object({ a: v.number(), b: v.number(), difference: v.number(), low: v.number(), high: v.number() }),
  bars: v.array(Bar),
});
export const WhatIfStarted = v.object({ run: v.string() });
export const WhatIfState = v.variant("status", [
  v.object({ status: v.literal("waiting"), ahead: v.number() }),
  v.object({
    status: v.literal("working"),
    seconds: v.number(),
    of_seconds: v.number(),
    report: v.optional(WhatIfReport),
  }),
  v.object({
    status: v.literal("done"),
    why: v.picklist(["games", "settled", "stopped", "time"]),
    report: WhatIfReport,
  }),
  v.object({ status: v.literal("failed"), text: v.string() }),
]);

export const ErrorAnswer = v.object({
  error: v.object({ code: v.string(), text: v.string(), clause: v.optional(v.string(), "") }),
});

export type Text = v.InferOutput<typeof Text>;
export type Me = v.InferOutput<typeof Me>;
export type GameRecord = v.InferOutput<typeof GameRecord>;
export type Clause = v.InferOutput<typeof Rules>["clauses"][number];
export type CardRecord = v.InferOutput<typeof CardRecord>;
export type FaceRecord = v.InferOutput<typeof FaceRecord>;
export type Example = v.InferOutput<typeof Example>;
export type Content = v.InferOutput<typeof Content>;
export type Deck = v.InferOutput<typeof Deck>;
export type WireReplay = v.InferOutput<typeof Replay>;
export type Review = v.InferOutput<typeof Review>;
export type SourceRecord = v.InferOutput<typeof Source>;
export type PatchCheck = v.InferOutput<typeof PatchCheck>;
export type WhatIfBar = v.InferOutput<typeof Bar>;
export type WhatIfReport = v.InferOutput<typeof WhatIfReport>;
export type WhatIfState = v.InferOutput<typeof WhatIfState>;
export type ReviewState = v.InferOutput<typeof ReviewState>;
export type Person = v.InferOutput<typeof Person>;
export type Words = v.InferOutput<typeof Words>;
export type Rating = v.InferOutput<typeof Rating>;
