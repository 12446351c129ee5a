// Choosing by pointing. The server sends every legal choice with the things it concerns; each click on a thing
// keeps the choices that name it, until one is left. Nothing here knows a rule.
import type { Choice, Decision } from "../net/protocol";
import { Gathering } from "./gathering.svelte";
import { type PlaceOf, place_in_view } from "./places";
import type { Sight } from "./sight.svelte";

export type Mark = "pick" | "also" | "picked";

export class Selection {
  decision = $state.raw(0);
  choices = $state.raw<readonly Choice[]>([]);
  picks = $state.raw<readonly string[]>([]);
  gathering = $state.raw<Gathering | null>(null); // instead of one choice: several things
  place_of: PlaceOf = place_in_view;
  #places = new Map<string, readonly string[]>();

  // A new question: half-made choices are forgotten. The same question sent again keeps them.
  ask(decision: number, choices: readonly Choice[], place_of: PlaceOf, sight: Sight, gather?: Decision["gather"]) {
    const same = decision === this.decision && choices.length === this.choices.length && place_of === this.place_of;
    this.place_of = place_of;
    this.#places = new Map(
      [...choices, ...(gather?.picks ?? [])].map((choice) => [
        choice.id,
        choice.things.map((thing) => place_of(thing, choice, sight)).filter((key): key is string => key !== null),
      ]),
    );
    this.decision = decision;
    this.choices = choices;
    if (same && !gather === !this.gathering) return;
    this.picks = [];
    this.gathering = gather ? new Gathering(gather, (pick) => this.places(pick)) : null;
  }

  clear() {
    this.picks = [];
    this.gathering?.clear();
  }

  places(choice: Choice): readonly string[] {
    return this.#places.get(choice.id) ?? [];
  }

  #fits(choice: Choice, picks: readonly string[]): boolean {
    const places = this.places(choice);
    return picks.every((pick) => places.includes(pick));
  }

  #in_order(choice: Choice, picks: readonly string[]): boolean {
    const places = this.places(choice);
    return picks.every((pick, i) => places[i] === pick);
  }

  // The choices that are still possible: those that name the picks in order, or else in any order.
  candidates = $derived.by(() => this.#candidates_for(this.picks));

  #candidates_for(picks: readonly string[]): readonly Choice[] {
    if (picks.length === 0) return this.choices;
    const ordered = this.choices.filter((choice) => this.#in_order(choice, picks));
    return ordered.length > 0 ? ordered : this.choices.filter((choice) => this.#fits(choice, picks));
  }

  // How each place is marked: the next one to pick, one that may be picked too, or picked already.
  marks = $derived.by((): ReadonlyMap<string, Mark> => {
    if (this.gathering) return this.gathering.marks;
    const marks = new Map<string, Mark>();
    for (const choice of this.candidates) {
      const open = this.places(choice).filter((place) => !this.picks.includes(place));
      for (const [i, place] of open.entries())
        if (i === 0) marks.set(place, "pick");
        else if (!marks.has(place)) marks.set(place, "also");
    }
    for (const pick of this.picks) marks.set(pick, "picked");
    return marks;
  });

  // What can be said now with a button: choices whose places are all picked.
  offers = $derived.by(() => this.candidates.filter((choice) => this.places(choice).length <= this.picks.length));

  // Picks a place. Returns the choice if that settles it, or "refused" if no choice names the place.
  pick(place: string): Choice | "more" | "refused" {
    if (this.picks.includes(place)) {
      this.picks = this.picks.slice(0, this.picks.indexOf(place));
      return "more";
    }
    let picks = [...this.picks, place];
    let left = this.#candidates_for(picks);
    if (left.length === 0) {
      picks = [place]; // a change of mind
      left = this.#candidates_for(picks);
    }
    if (left.length === 0) return "refused";
    this.picks = picks;
    const only = left.length === 1 ? left[0] : undefined;
    if (only && !only.amounts && this.places(only).length <= picks.length) return only;
    return "more";
  }

  // Dragging from one place to another is two picks.
  drag(from: string, to: string): Choice | "more" | "refused" {
    this.picks = [];
    if (from === to) return this.pick(from);
    const first = this.#candidates_for([from]);
    const both = first.filter((choice) => this.places(choice).includes(to));
    if (both.length === 0) return "refused";
    this.picks = [from, to];
    const only = both.length === 1 ? both[0] : undefined;
    return only && !only.amounts && this.places(only).length <= 2 ? only : "more";
  }
}

// The words of a choice for one amount: "Place {amount} robots on Iacon".
export function label_of(choice: Choice, amount?: number): string {
  if (!choice.amounts) return choice.label;
  const { from, to } = choice.amounts;
  if (amount === undefined) return choice.label.replace("{amount}", from === to ? String(from) : `${from}–${to}`);
  if (amount === from && choice.one) return choice.one;
  return choice.label.replace("{amount}", String(amount));
}
