// The tables of the games. Each is fetched when it is needed; a game without one gets the plain table.
import type { Component } from "svelte";
import { type PlaceOf, plain_place } from "../table/selection.svelte";
import type { Sight } from "../table/sight.svelte";

export interface GameTable {
  default: Component<{ sight: Sight }>; // the board
  place_of?: PlaceOf;
  meant_by?: MeantBy;
}
// The move, as its notation, that a click on a place would mean if the rules allowed it; "" if none comes to mind.
export type MeantBy = (place: string, sight: Sight) => string;

const tables: Record<string, () => Promise<GameTable>> = {
  transformers_tcg: () => import("./transformers_tcg/Board.svelte") as unknown as Promise<GameTable>,
  dragon_booster: () => import("./dragon_booster/Board.svelte") as unknown as Promise<GameTable>,
  transformers_dbg: () => import("./transformers_dbg/Board.svelte") as unknown as Promise<GameTable>,
  dino_battles: () => import("./dino_battles/Board.svelte") as unknown as Promise<GameTable>,
  risk_cybertron: () => import("./risk_cybertron/Board.svelte") as unknown as Promise<GameTable>,
};

export async function game_table(
  game: string,
): Promise<{ board: GameTable["default"]; place_of: PlaceOf; meant_by?: MeantBy }> {
  const found = await (tables[game] ?? (() => import("./plain/Board.svelte") as unknown as Promise<GameTable>))();
  return { board: found.default, place_of: found.place_of ?? plain_place, meant_by: found.meant_by };
}
