// How an event looks and sounds: a few looks that all games share. Which event has which look is a table in the game's
// folder (looks.ts).
export type Look =
  | "turn" // a turn, a day, a round begins
  | "card" // a card goes from one place to another
  | "play" // a card is played or used: it is shown large
  | "attack" // an arrow joins attacker and target
  | "flip" // a card or a mode turns over
  | "dice"
  | "hit" // damage, a loss
  | "out" // a knock-out, a capture
  | "gain" // energy, points, repairs, robots
  | "buy"
  | "quiet" // told in the log only
  | "end";

// How long each stays in sight at normal speed, in milliseconds.
export const paces: Record<Look, number> = {
  turn: 450,
  card: 220,
  play: 500,
  attack: 500,
  flip: 260,
  dice: 500,
  hit: 420,
  out: 500,
  gain: 260,
  buy: 400,
  quiet: 120,
  end: 500,
};

export const speeds = { slow: 2, normal: 1, fast: 0.45, off: 0 } as const;
export type Speed = keyof typeof speeds;

export type Looks = Readonly<Record<string, Look>>;

// An event that the game's table does not name is a card's way if cards moved, and otherwise told quietly.
export function look_of(looks: Looks, kind: string, moved: number): Look {
  return looks[kind] ?? (moved > 0 ? "card" : "quiet");
}
