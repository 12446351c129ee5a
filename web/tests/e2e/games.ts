// Options that make a whole game short, by the names that the page shows.
export const short_game: Record<string, Record<string, string>> = {
  risk_cybertron: { deal_zones: "on", days: "1" },
  dino_battles: { round_limit: "10", knock_outs: "1" },
  transformers_tcg: {},
  dragon_booster: {},
  transformers_dbg: {},
};
