// Where the things of a Dragon Booster choice lie: any card on the table by its id, packs in a draft, rivals.
// A card that lies there twice is marked twice; the bar then asks which one is meant.
import type { Choice, Thing } from "../../net/protocol";
import type { Sight } from "../../table/sight.svelte";
import { card_meant } from "../naming";

export function place_of(thing: Thing, choice: Choice, sight: Sight): string | null {
  switch (thing.kind) {
    case "card":
    case "copy":
    case "item": {
      if (thing.role !== "a" && thing.value === 0) return null;
      const card = card_meant(sight, thing);
      if (!card) return null;
      return choice.verb === "pick" ? `pack:${card}` : `card:${card}`;
    }
    case "cap":
      return thing.value > 0 ? `cap:${thing.value}` : null;
    case "seat":
      return thing.name ? `rival:${thing.name}` : null;
    case "deck":
      return null;
    default:
      return null;
  }
}

// A card is played from the hand, mags or is recruited from the dragon deck, and is used on the table.
export function meant_by(place: string, sight: Sight): string {
  if (!place.startsWith("card:") || !sight.mine) return "";
  const id = place.slice(5);
  const named = sight.cards.get(id)?.name.en ?? "";
  if (sight.list(`players.${sight.mine.word}.hand`).includes(id)) return `play "${named}"`;
  if (sight.list(`players.${sight.mine.word}.dragon_deck`).includes(id))
    return sight.cards.get(id)?.record.table === "crew" ? `recruit "${named}"` : `mag "${named}"`;
  return `use "${named}"`;
}
