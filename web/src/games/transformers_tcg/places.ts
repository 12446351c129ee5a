// Characters on either side and the cards in my hand.
import { drawn_at } from "../../table/places";

export const place_of = drawn_at(["players.me.hand", "players.*.characters.*"]);
