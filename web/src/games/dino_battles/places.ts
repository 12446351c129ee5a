// Where the things of a Dino Battles choice lie: hand, supply, offering, slots, the attacks of the Active Dinosaur.
import type { Thing } from "../../net/protocol";
import type { Sight } from "../../table/sight.svelte";

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

// Combat Cards are attached to the Active Dinosaur, other hand cards played, what is for sale bought.
export function meant_by(place: string, sight: Sight): string {
  const zone = place.slice(0, place.indexOf(":"));
  const what = place.slice(zone.length + 1);
  const named = sight.cards.get(what)?.name.en ?? what;
  if (zone === "hand" && ["attack", "evade", "defend"].includes(what))
    return sight.mine ? `attach "${named}" to "${sight.mine.word} active"` : "";
  if (zone === "hand") return `play "${named}"`;
  if (zone === "supply") return `buy "${named}"`;
  if (zone !== "offering") return "";
  const offered = Object.values(sight.group("offering"))[Number(what) - 1];
  const dinosaur = sight.record("dinosaurs", String(offered))?.name as { en: string } | undefined;
  return dinosaur ? `buy "${dinosaur.en}"` : "";
}
