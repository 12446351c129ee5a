// The planet's zones, my cards and, at the beginning, the leaders. Amounts, modes and dice are asked for in the bar.
import { drawn_at } from "../../table/places";

export const place_of = drawn_at(["zones.*", "players.me.hand", "leader"]);
