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
