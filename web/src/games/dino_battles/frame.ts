// Cards of Dino Battles: Combat Cards by their letter, Strategies, Techs, Status Cards and Dinosaurs by kind.
import { t } from "../../app/texts.svelte";
import type { Frame } from "../../cards/CardFace.svelte";
import type { CardRecord } from "../../net/protocol";

const plain: Record<string, Frame> = {
  attack: { tint: "#e2574c", icon: "sword", kind: "" },
  evade: { tint: "#3fb6d8", icon: "wing", kind: "" },
  defend: { tint: "#e0a92e", icon: "shield", kind: "" },
  wound: { tint: "#8a5a5a", icon: "heart", kind: "" },
  poison: { tint: "#7fae2e", icon: "skull", kind: "" },
  paralyze: { tint: "#9a7bd8", icon: "snow", kind: "" },
};

function figure(card: CardRecord, name: string): string {
  const found = card.record[name];
  return typeof found === "string" || typeof found === "number" ? String(found) : "";
}

export function dino_frame(card: CardRecord): Frame {
  const id = card.id.replace(/_\d$/, "");
  const simple = plain[id];
  if (simple)
    return {
      ...simple,
      kind: ["attack", "evade", "defend"].includes(id) ? t("combat_card") : t("status_card"),
      note: t(`note_${id}` as "note_wound"),
    };
  const hp = figure(card, "hp");
  if (hp)
    return {
      tint: "#6fbf4a",
      icon: "claw",
      kind: t("dinosaur"),
      corner: figure(card, "cost"),
      pips: [
        { label: t("hit_points"), text: hp, tint: "#e2574c" },
        { label: "ATK", text: figure(card, "atk") },
        { label: "EVA", text: figure(card, "eva"), tint: "#3fb6d8" },
        { label: "DEF", text: figure(card, "def"), tint: "#e0a92e" },
      ],
    };
  return "powers" in card.record
    ? { tint: "#4f8fe0", icon: "gear", kind: t("tech"), corner: figure(card, "cost") }
    : { tint: "#c77b3a", icon: "flag", kind: t("strategy"), corner: figure(card, "cost") };
}
