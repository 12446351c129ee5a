// Who owns each game, in French. The game's own record says it in English alone; names stay as they are written there.
export const owners_in_french: Readonly<Record<string, string>> = {
  risk_cybertron: "Hasbro ; Transformers et RISK sont des marques de Hasbro",
  transformers_tcg: "Hasbro et Wizards of the Coast ; Transformers est une marque de Hasbro",
  transformers_dbg: "Renegade Game Studios et Hasbro ; Transformers est une marque de Hasbro",
  dragon_booster: "The Story Hat Properties et Alliance Atlantis ; le jeu de cartes est de Score (2005)",
  dino_battles: "PMGames",
};
