// Games with a long beginning: the options of a quick one, and the questions that the computer may settle for a player.
// In the other games nobody answers more than two questions before the first turn.
export interface Beginning {
  quick: Readonly<Record<string, string>>;
  settled: readonly string[];
  // By number of players, where turn order decides much: how many games of 100 the place that is best off wins between
  // equals, and options that make it matter less (docs/reports).
  uneven: Readonly<
    Record<
      number,
      { place: "first" | "last"; usual: number; fairer?: { options: Readonly<Record<string, string>>; wins: number } }
    >
  >;
}

export const beginnings: Readonly<Record<string, Beginning>> = {
  risk_cybertron: {
    quick: { deal_zones: "on", first_day_truce: "on" },
    settled: ["claim", "deploy"],
    uneven: {
      2: { place: "first", usual: 76, fairer: { options: { first_day_truce: "on" }, wins: 54 } },
      3: { place: "last", usual: 60, fairer: { options: { days: "8" }, wins: 45 } },
    },
  },
};
