// Cards of the DBG: tint by faction where they have one, icon by kind, cost in the corner, power and move as pips.

import type { IconName } from "../../app/icons";
import { t } from "../../app/texts.svelte";
import type { Frame, Pip } from "../../cards/CardFace.svelte";
import type { CardRecord } from "../../net/protocol";

const kinds: Record<string, { tint: string; icon: IconName }> = {
  robots: { tint: "#8c98b0", icon: "robot" },
  bosses: { tint: "#b03a5a", icon: "skull" },
  characters: { tint: "#c98a2e", icon: "star" },
  technologies: { tint: "#3f8fd0", icon: "gear" },
  maneuvers: { tint: "#c98a2e", icon: "bolt" },
  relics: { tint: "#d9b43a", icon: "gem" },
  allies: { tint: "#4fa36a", icon: "person" },
  sites: { tint: "#5f8f8a", icon: "map" },
  encounters: { tint: "#8a5bd6", icon: "door" },
  schemes: { tint: "#7a4a9a", icon: "lock" },
  starters: { tint: "#7d8ba8", icon: "cards" },
  basics: { tint: "#7d8ba8", icon: "coin" },
  damage: { tint: "#a33", icon: "heart" },
};

// The signs of the figures, on small cards and beside the sums of the turn.
export const signs = { power: "sword", range: "target", move: "right", vp: "star" } as const;

interface Side {
  mode: "alt" | "bot";
  move?: number;
  power?: number;
  range?: number;
}
// A character has figures for each of its modes.
function pips_of(side: Side): Pip[] {
  const figures = (["power", "range", "move"] as const)
    .filter((name) => side[name])
    .map((name) => ({ label: t(`figure_${name}`), icon: signs[name], text: String(side[name]), by_sign: true }));
  const mode = { label: t(`mode_${side.mode}`), icon: side.mode === "alt" ? "vehicle" : "robot", text: "" } as const;
  return [{ ...mode, by_sign: true }, ...figures];
}

export function dbg_frame(card: CardRecord): Frame {
  const record = card.record;
  const kind = kinds[String(record.table)] ?? { tint: "#8093b8", icon: "cards" as IconName };
  const faction = record.faction;
  const tint = faction === "autobot" ? "#c8413f" : faction === "decepticon" ? "#7a4fc0" : kind.tint;
  const pips: Pip[] = (["power", "range", "move", "vp"] as const)
    .filter((name) => typeof record[name] === "number" && record[name] !== 0)
    .map((name) => ({ label: t(`figure_${name}`), icon: signs[name], text: String(record[name]) }));
  for (const side of (record.sides as Side[] | undefined) ?? []) pips.push(...pips_of(side));
  return {
    tint,
    icon: kind.icon,
    kind: t(`dbg_${String(record.table)}` as "dbg_robots"),
    corner: record.cost !== undefined ? String(record.cost) : "",
    pips,
  };
}
