// The messages of the server, checked as they come in. docs/protocol.md explains them.
import * as v from "valibot";

export const version = 1;

const Seat = v.number();
const Thing = v.object({
  role: v.string(),
  kind: v.string(),
  value: v.number(),
  name: v.optional(v.string(), ""),
  id: v.optional(v.string(), ""),
  path: v.optional(v.string(), ""),
});
const Event = v.object({
  at: v.number(),
  text: v.string(),
  clauses: v.array(v.string()),
  actor: Seat,
  kind: v.string(),
  things: v.array(Thing),
});
const Choice = v.object({
  id: v.string(),
  verb: v.string(),
  notation: v.string(),
  label: v.string(),
  one: v.optional(v.string()),
  copies: v.optional(v.number(), 1),
  things: v.array(Thing),
  amounts: v.optional(v.object({ role: v.string(), from: v.number(), to: v.number() })),
  odds: v.optional(v.object({ win: v.number(), units: v.optional(v.array(v.number())) })),
});
const Decision = v.object({
  number: v.number(),
  question: v.string(),
  text: v.string(),
  choices: v.array(Choice),
  gather: v.optional(v.object({ least: v.number(), most: v.number(), picks: v.array(Choice) })),
});
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

const State = v.object({
  type: v.literal("state"),
  at: v.number(),
  cause: v.string(),
  seat: Seat,
  view: View,
  events: v.array(Event),
  since: v.optional(v.array(Event), []),
  decision: v.nullable(Decision),
  waiting: v.array(Seat),
  over: v.nullable(Over),
  undo: v.string(),
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
  rules: v.number(),
  content: v.string(),
  choices: v.optional(v.number(), 0),
  read_only: v.optional(v.object({ rules: v.number(), beyond: v.number() })),
  offers: v.array(Offer),
  rematch: v.nullable(v.string()),
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

const ServerMessage = v.variant("type", [State, Table, Refused, Why, Said, Bye, Pong]);

export type Thing = v.InferOutput<typeof Thing>;
export type Event = v.InferOutput<typeof Event>;
export type Choice = v.InferOutput<typeof Choice>;
export type Decision = v.InferOutput<typeof Decision>;
export type Over = v.InferOutput<typeof Over>;
export type State = v.InferOutput<typeof State>;
export type TableInfo = v.InferOutput<typeof TableRecord>;
export type TableSeat = v.InferOutput<typeof TableSeat>;
export type ServerMessage = v.InferOutput<typeof ServerMessage>;
export type View = v.InferOutput<typeof View>;

export type ClientMessage =
  | { type: "choose"; decision: number; choice: string; amount?: number }
  | { type: "choose"; decision: number; notation: string }
  | { type: "choose"; decision: number; picks: string[] }
  | { type: "why"; notation: string }
  | { type: "why"; things: { kind: string; value: number }[] }
  | { type: "undo" | "draw" | "resign" | "rematch" | "sync" | "ping" }
  | { type: "answer"; offer: "draw" | "undo" | "rematch"; yes: boolean }
  | { type: "answer"; offer: "out_of_time"; what: "wait" | "computer" | "end" }
  | { type: "say"; phrase: string }
  | { type: "say"; text: string }
  | { type: "language"; lang: string };

// A message of the server, or null for what this page does not understand (a newer server, a damaged line).
export function read_message(text: string): ServerMessage | null {
  let raw: unknown;
  try {
    raw = JSON.parse(text);
  } catch {
    return null;
  }
  const read = v.safeParse(ServerMessage, raw);
  return read.success ? read.output : null;
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
  owners: v.string(),
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
const Figure = v.object({ name: v.string(), value: v.string() });
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
const Frame = v.object({
  at: v.number(),
  seat: v.number(),
  notation: v.optional(v.string(), ""),
  label: v.optional(v.string(), ""),
  view: View,
  events: v.array(Event),
  waiting: v.array(v.number()),
  question: v.optional(v.string(), ""),
});
export const Replay = v.object({
  table: v.string(),
  game: v.string(),
  as: v.string(),
  choices: v.number(),
  over: v.nullish(Over),
  setup: TableRecord,
  frames: v.array(Frame),
});
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
export type Frame = v.InferOutput<typeof Frame>;
export type Replay = v.InferOutput<typeof Replay>;
export type Rating = v.InferOutput<typeof Rating>;
