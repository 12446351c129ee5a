// Games with a long beginning: the options of a quick one, and the questions that the computer may settle for a player.
// In the other games nobody answers more than two questions before the first turn.
export interface Beginning {
  quick: Readonly<Record<string, string>>;
  settled: readonly string[];
}

export const beginnings: Readonly<Record<string, Beginning>> = {
  risk_cybertron: { quick: { deal_zones: "on", first_day_truce: "on" }, settled: ["claim", "deploy"] },
};
