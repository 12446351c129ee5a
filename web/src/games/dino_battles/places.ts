// Where the things of a Dino Battles choice lie: hand, supply, offering, slots, the attacks of the Active Dinosaur.
import type { Choice, Thing } from "../../net/protocol";
import type { Sight } from "../../table/sight.svelte";

export function place_of(thing: Thing, choice: Choice, sight: Sight): string | null {
  switch (thing.kind) {
    case "card":
      if (choice.verb === "buy") return `supply:${thing.id}`;
      return from_under(choice) ? null : `hand:${thing.id}`;
    case "power": {
      if (from_under(choice)) return null;
      const card = card_called(sight, thing.name.split(": ")[0] ?? "");
      return card ? `hand:${card}` : null;
    }
    case "attack":
      return `attack:${thing.value}`;
    case "offer":
      return `offering:${thing.value}`;
    case "pick":
      return thing.id ? `pick:${thing.id}` : null;
    case "targets":
    case "target":
    case "item":
      return slot_in(thing.path) ? thing.path : null;
    default:
      return null;
  }
}

// Played from under a Dinosaur, not from the hand.
function from_under(choice: Choice): boolean {
  return choice.things.some((thing) => thing.kind === "handle" && thing.value > 0);
}

function slot_in(path: string): boolean {
  return /^players\.\w+\.(active|reserve_\d)$/.test(path);
}

function card_called(sight: Sight, name: string): string {
  for (const card of sight.cards.values()) if (card.name[sight.language] === name) return card.id;
  return "";
}
