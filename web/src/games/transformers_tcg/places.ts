// Where the things of a TCG choice lie: characters on either side, battle cards in my hand.
import type { Choice, Thing } from "../../net/protocol";
import type { Sight } from "../../table/sight.svelte";
import { card_meant } from "../naming";

const side_size = 24; // characters of one side are numbered before those of the other

export function place_of(thing: Thing, choice: Choice, sight: Sight): string | null {
  switch (thing.kind) {
    case "playable": {
      const card = card_meant(sight, thing);
      return card ? `hand:${card}` : null;
    }
    case "who":
    case "user":
      return character_place(thing, thing.value, sight);
    case "bearer":
      return thing.value > 0 ? character_place(thing, thing.value - 1, sight) : null;
    case "item": {
      if (choice.verb !== "choose") return null;
      if (thing.value < 2 * side_size) return character_place(thing, thing.value, sight);
      const card = card_meant(sight, thing);
      return card && in_hand(sight, card) ? `hand:${card}` : null;
    }
    default:
      return null;
  }
}

function character_place(thing: Thing, who: number, sight: Sight): string | null {
  const card = card_meant(sight, thing);
  const copy = / #(\d+)$/.exec(thing.name)?.[1]; // "Dinobot Swoop, Bombardier #2"
  return card ? `who:${who < side_size ? 1 : 2}:${card}${copy ? `#${copy}` : ""}` : null;
}

function in_hand(sight: Sight, card: string): boolean {
  return sight.mine !== undefined && sight.list(`players.${sight.mine.word}.hand`).includes(card);
}

// A hand card is played, an own character flips, an enemy is attacked by the first of my team.
export function meant_by(place: string, sight: Sight): string {
  const [zone, ...rest] = place.split(":");
  const named = (card: string) => sight.cards.get(card.replace(/#\d$/, ""))?.name.en ?? "";
  if (zone === "hand") return `play "${named(rest[0] ?? "")}"`;
  if (zone !== "who") return "";
  if (Number(rest[0]) === sight.seat) return `flip "${named(rest[1] ?? "")}"`;
  const first = sight.mine ? sight.list(`players.${sight.mine.word}.battlefield`)[0] : undefined;
  return first ? `attack "${named(first)}" -> "${named(rest[1] ?? "")}"` : "";
}
