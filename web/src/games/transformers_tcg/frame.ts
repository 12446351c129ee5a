// Cards of the TCG: characters by faction, battle cards by type, with their icons as pips.
import type { IconName } from "../../app/icons";
import { t } from "../../app/texts.svelte";
import type { Frame, Pip } from "../../cards/CardFace.svelte";
import type { CardRecord } from "../../net/protocol";

export const icon_colors: Record<string, string> = {
  orange: "#ff9233",
  blue: "#4ea3ff",
  white: "#f2f4fa",
  green: "#53c26b",
  black: "#4b4f5c",
};

// What an icon does when it is flipped, beside its colour: attack, defense, two more cards, a swap, Pierce.
export const icon_signs: Record<string, IconName> = {
  orange: "sword",
  blue: "shield",
  white: "plus",
  green: "swap",
  black: "target",
};

const figures_colors = { attack: "#ff9b4a", defense: "#66b4ff" };
const signed = (n: number) => (n < 0 ? `−${-n}` : `+${n}`);

function listed(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : [];
}

interface Mode {
  mode: string;
  attack: number;
  defense: number;
}
// A character has figures for each of its modes, with the signs that they have on the table.
function pips_of({ mode, attack, defense }: Mode): Pip[] {
  const icon = mode.startsWith("alt") ? "vehicle" : mode === "combiner" ? "star" : "robot";
  return [
    { label: t(`mode_${mode}` as "mode_bot"), icon, text: "", by_sign: true },
    { label: t("attack"), icon: "sword", text: String(attack), tint: figures_colors.attack, by_sign: true },
    { label: t("defense"), icon: "shield", text: String(defense), tint: figures_colors.defense, by_sign: true },
  ];
}

export function tcg_frame(card: CardRecord): Frame {
  const record = card.record;
  if (record.table === "characters" || record.health !== undefined) {
    const autobot = record.faction === "autobot" || record.faction === 0;
    return {
      tint: autobot ? "#d04a4a" : record.faction === "decepticon" || record.faction === 1 ? "#8a5bd6" : "#8c98b0",
      icon: "robot",
      kind: t("character"),
      corner: record.stars ? `★${record.stars}` : "",
      pips: [
        ...((record.modes as Mode[] | undefined) ?? []).flatMap(pips_of),
        ...(record.health ? [{ label: t("health"), text: String(record.health), tint: "#e2574c" }] : []),
      ],
    };
  }
  const upgrade = record.type === "upgrade";
  const added = (["attack", "defense"] as const)
    .filter((figure) => Number(record[figure] ?? 0) !== 0)
    .map((figure) => ({ label: t(figure), text: signed(Number(record[figure])), tint: figures_colors[figure] }));
  const icons = listed(record.icons).map((icon) => ({
    label: "",
    text: t(`icon_short_${icon}` as "icon_short_orange"),
    tint: icon_colors[icon] ?? "#99a",
  }));
  return {
    tint: upgrade ? "#3f9ac4" : "#c98a2e",
    icon: upgrade
      ? record.kind === "weapon" || record.kind === 0
        ? "sword"
        : record.kind === "armor" || record.kind === 1
          ? "shield"
          : "gear"
      : "bolt",
    kind: upgrade
      ? `${t("upgrade")}${typeof record.kind === "string" ? ` · ${t(`slot_${record.kind}` as "slot_weapon")}` : ""}`
      : t("action"),
    corner: record.stars ? `★${record.stars}` : "",
    pips: [...added, ...icons],
  };
}
