// The race draws what lies before each racer, my hand, my decks, and in a draft the pack.
import { drawn_at } from "../../table/places";

export const place_of = drawn_at([
  "deck",
  "cap",
  "players.*",
  "players.me.hand",
  "players.me.dragon_deck",
  "players.me.pile",
  "players.me.pack",
  "players.*.dragon",
  "players.*.upper_left",
  "players.*.upper_right",
  "players.*.lower_left",
  "players.*.lower_right",
  "players.*.crew",
  "players.*.track",
  "players.*.zone",
]);
