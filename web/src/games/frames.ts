// How the cards of each game are framed.
import type { Frame } from "../cards/CardFace.svelte";
import type { CardRecord } from "../net/protocol";
import { dino_frame } from "./dino_battles/frame";
import { drb_frame } from "./dragon_booster/frame";
import { risk_frame } from "./risk_cybertron/frame";
import { dbg_frame } from "./transformers_dbg/frame";
import { tcg_frame } from "./transformers_tcg/frame";

const plain: (card: CardRecord) => Frame = (card) => ({
  tint: "#8093b8",
  icon: "cards",
  kind: String(card.record.kind ?? ""),
});

const frames: Record<string, (card: CardRecord) => Frame> = {
  transformers_tcg: tcg_frame,
  dragon_booster: drb_frame,
  transformers_dbg: dbg_frame,
  dino_battles: dino_frame,
  risk_cybertron: risk_frame,
};

export function frame_of(game: string, card: CardRecord): Frame {
  return (frames[game] ?? plain)(card);
}
