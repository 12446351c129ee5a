import type { Change, Frame } from "./frames";
import type { Noun } from "./nouns";
import type { Choice, Decision, Event, ReplayStep, State, View, WireReplay, WireState, Words } from "./protocol";

export function fill(
  pattern: string,
  noun: (role: string, kind: string) => Noun,
  value: (role: string) => number,
  language?: "en" | "fr",
): string;
// The view after these changes. What did not change is the same object as before.
export function apply_changes(view: View, changes: readonly Change[]): View;
export function choice_parts(id: string): { verb: number; a: number; b: number; c: number; d: number };

// One for each socket: the numbers are told to it.
export class Reader {
  constructor(words: Words, language?: "en" | "fr", called?: (seat: number) => string | undefined);
  learn(message: {
    words?: unknown[];
    nouns?: unknown[];
    paths?: unknown[];
    lines?: unknown[];
    things?: unknown[];
  }): void;
  path(number: number): string;
  event(at: number, told: readonly unknown[]): Event;
  choice(told: readonly [string | number, ...unknown[]]): Choice;
  decision(told: NonNullable<WireState["decision"]>): Decision;
  change(told: readonly unknown[]): Change;
  frame(at: number, told: WireState["frames"][number]): Frame;
  state(message: WireState): State;
  steps(answer: WireReplay): ReplayStep[];
}
