// The arena draws the slots, my hand, the Offering, the Supply, and in a draft what can be picked. Of the Active Dinosaur
// each attack is a place of its own.
import { drawn_at, type PlaceOf } from "../../table/places";

const drawn = drawn_at([
  "players.*.active",
  "players.*.reserve_1",
  "players.*.reserve_2",
  "players.*.reserve_3",
  "players.*.reserve_4",
  "players.me.hand",
  "offering.*",
  "supply.*",
  "pick",
]);

export const place_of: PlaceOf = (thing, choice, sight) =>
  thing.kind === "attack" ? `attack:${thing.value}` : drawn(thing, choice, sight);
