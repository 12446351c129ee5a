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
