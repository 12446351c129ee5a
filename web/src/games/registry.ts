// The tables of the games. Each is fetched when it is needed; a game without one gets the plain table.
import type { Component } from "svelte";
import type { Looks } from "../table/looks";
import { type PlaceOf, place_in_view } from "../table/places";
import type { Sight } from "../table/sight.svelte";

export interface GameTable {
  default: Component<{ sight: Sight }>; // the board
  place_of?: PlaceOf;
  looks?: Looks; // how its events look when they are played out
}

const tables: Record<string, () => Promise<GameTable>> = {
  transformers_tcg: () => import("./transformers_tcg/Board.svelte") as unknown as Promise<GameTable>,
  dragon_booster: () => import("./dragon_booster/Board.svelte") as unknown as Promise<GameTable>,
  transformers_dbg: () => import("./transformers_dbg/Board.svelte") as unknown as Promise<GameTable>,
  dino_battles: () => import("./dino_battles/Board.svelte") as unknown as Promise<GameTable>,
  risk_cybertron: () => import("./risk_cybertron/Board.svelte") as unknown as Promise<GameTable>,
};

export async function game_table(
  game: string,
): Promise<{ board: GameTable["default"]; place_of: PlaceOf; looks: Looks }> {
  const found = await (tables[game] ?? (() => import("./plain/Board.svelte") as unknown as Promise<GameTable>))();
  return {
    board: found.default,
    place_of: found.place_of ?? place_in_view,
    looks: found.looks ?? {},
  };
}
