// The Matrix and the stacks of Basics, the standees, my hand and my play area. What lies in the piles of others is not drawn.
import { drawn_at } from "../../table/places";

export const place_of = drawn_at([
  "character",
  "matrix.*",
  "basics.*",
  "players.*",
  "players.me.hand",
  "players.me.play",
  "players.me.character",
]);
