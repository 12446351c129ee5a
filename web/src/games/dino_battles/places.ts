// Where the things of a Dino Battles choice lie: hand, supply, offering, slots, the attacks of the Active Dinosaur.
import type { Thing } from "../../net/protocol";

export function place_of(thing: Thing): string | null {
  switch (thing.kind) {
    case "hand_card":
    case "power":
      return thing.path.includes(".hand.") ? `hand:${thing.id}` : null;
    case "stock":
      return `supply:${thing.id}`;
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

function slot_in(path: string): boolean {
  return /^players\.\w+\.(active|reserve_\d)$/.test(path);
}
