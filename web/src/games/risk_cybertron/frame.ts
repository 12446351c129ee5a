// Upgrade cards of RISK: the tint is the sector of the zone that the Matrix reads on them.
import { settings } from "../../app/settings.svelte";
import { t } from "../../app/texts.svelte";
import type { Frame } from "../../cards/CardFace.svelte";
import type { CardRecord } from "../../net/protocol";

export function risk_frame(card: CardRecord): Frame {
  if (card.record.table === "leaders") return { tint: "#8a6be0", icon: "star", kind: t("leader") };
  const transforms = card.record.transform === true;
  const zone = card.figures[settings.language].find((figure) => figure.key === "zone");
  return {
    tint: transforms ? "#3fa7d6" : "#7c8fb5",
    icon: transforms ? "gate" : "bolt",
    kind: transforms ? t("upgrade_transforms") : t("risk_upgrade"),
    pips: zone ? [{ label: t("matrix"), icon: "map", text: zone.value }] : [],
  };
}
