// Where the things of a DBG choice lie: spaces of the Matrix, my hand, cards in play, stacks, standees.
import type { Choice, Thing } from "../../net/protocol";
import type { Sight } from "../../table/sight.svelte";
import { card_meant } from "../naming";

export function place_of(thing: Thing, choice: Choice, sight: Sight): string | null {
  const space = /\br\dc\d\b/.exec(thing.name)?.[0];
  switch (thing.kind) {
    case "space":
      return space ? `space:${space}` : null;
    case "card": {
      const card = card_meant(sight, thing);
      if (!card) return null;
      return choice.verb === "buy_basic" ? `basic:${card}` : `hand:${card}`;
    }
    case "character": {
      const character = thing.id || card_meant(sight, thing);
      return character ? `character:${character}` : null;
    }
    case "text":
    case "trigger": {
      const card = card_meant(sight, thing);
      return card ? `play:${card}` : null;
    }
    case "seat":
      return `standee:${thing.id || thing.name}`;
    case "item": {
      if (space) return `space:${space}`;
      if (sight.at(`players.${thing.id || thing.name}`)) return `standee:${thing.id || thing.name}`;
      const card = card_meant(sight, thing);
      if (!card) return null;
      if (sight.mine && sight.list(`players.${sight.mine.word}.hand`).includes(card)) return `hand:${card}`;
      if (sight.mine && sight.list(`players.${sight.mine.word}.play`).includes(card)) return `play:${card}`;
      return null;
    }
    default:
      return null;
  }
}

// A hand card is played, a Basic bought; a card that lies open is bought, any other space moved to.
export function meant_by(place: string, sight: Sight): string {
  const zone = place.slice(0, place.indexOf(":"));
  const what = place.slice(zone.length + 1);
  const named = sight.cards.get(what)?.name.en ?? what;
  if (zone === "hand") return `play "${named}"`;
  if (zone === "basic") return `buy basic "${named}"`;
  if (zone === "play") return `use "${named}"`;
  if (zone !== "space") return "";
  return sight.flag(`matrix.${what}.faceup`) ? `buy ${what}` : `move to ${what}`;
}
