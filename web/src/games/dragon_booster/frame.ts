// Cards of Dragon Booster: tint by draconium color where the card has one, icon by kind.
import { t } from "../../app/texts.svelte";
import type { Frame } from "../../cards/CardFace.svelte";
import type { CardRecord } from "../../net/protocol";

const paint: Record<string, string> = {
  gold: "#d9a521",
  black: "#4a4a58",
  red: "#c8342c",
  green: "#2f8f3e",
  blue: "#2f5fc4",
  purple: "#7a3fa8",
  orange: "#e07b26",
  brown: "#7b5434",
  white: "#c9c6bb",
  grey: "#8a8f98",
  light_blue: "#67b7e1",
  light_green: "#8fcf6a",
};
const numbered = Object.keys(paint);

function color_of(value: unknown): string | undefined {
  if (typeof value === "number") return paint[numbered[value] ?? ""];
  return typeof value === "string" ? paint[value] : undefined;
}

export function drb_frame(card: CardRecord): Frame {
  const record = card.record;
  const stats = record.stats as Record<string, number> | undefined;
  switch (record.table) {
    case "dragons":
      return {
        tint: color_of(record.color) ?? "#d9a521",
        icon: "wing",
        kind: t("dragon"),
        pips: stats
          ? (["speed", "agility", "power"] as const).map((stat) => ({
              label: t(`stat_${stat}`),
              text: String(stats[stat] ?? 0),
            }))
          : [],
      };
    case "gear": {
      const boxes = record.color_boxes as unknown[] | undefined;
      return {
        tint: color_of(boxes?.[0]) ?? "#7d8ba8",
        icon: "gear",
        kind: t("gear"),
        corner: record.level ? `L${record.level}` : "",
      };
    }
    case "crew":
      return { tint: "#5a8f8a", icon: "person", kind: t("crew") };
    case "maneuvers":
      return {
        tint: color_of(record.color) ?? "#c98a2e",
        icon: "bolt",
        kind: t("maneuver"),
        corner: record.cost !== undefined ? String(record.cost) : "",
        pips: record.sprint !== undefined ? [{ label: t("sprint"), text: String(record.sprint) }] : [],
      };
    default: {
      // The burst: what a stat of the dragon must come to (DRB-EVT-02).
      const burst = record.burst as { stat: "speed" | "agility" | "power"; value: number } | undefined;
      return {
        tint: color_of(record.color) ?? "#a5527a",
        icon: "star",
        kind: t("event_card"),
        corner: record.cost !== undefined ? String(record.cost) : "",
        pips: burst ? [{ label: t(`stat_${burst.stat}`), text: `≥ ${burst.value}` }] : [],
      };
    }
  }
}
