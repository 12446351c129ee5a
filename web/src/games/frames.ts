// How the cards of each game are framed.
import type { Frame } from "../cards/CardFace.svelte";
import type { CardRecord } from "../net/protocol";
import { dino_frame } from "./dino_battles/frame";
import { risk_frame } from "./risk_cybertron/frame";

const plain: (card: CardRecord) => Frame = (card) => ({
  tint: "#8093b8",
  icon: "cards",
  kind: String(card.record.kind ?? ""),
});

const frames: Record<string, (card: CardRecord) => Frame> = {
  dino_battles: dino_frame,
  risk_cybertron: risk_frame,
};

export function frame_of(game: string, card: CardRecord): Frame {
  return (frames[game] ?? plain)(card);
}
