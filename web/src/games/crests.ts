// A small picture of each game.
import type { Component } from "svelte";
import dino_battles from "./dino_battles/Crest.svelte";
import dragon_booster from "./dragon_booster/Crest.svelte";
import risk_cybertron from "./risk_cybertron/Crest.svelte";
import transformers_dbg from "./transformers_dbg/Crest.svelte";
import transformers_tcg from "./transformers_tcg/Crest.svelte";

export const crests: Record<string, Component | undefined> = {
  dino_battles,
  dragon_booster,
  risk_cybertron,
  transformers_dbg,
  transformers_tcg,
};
