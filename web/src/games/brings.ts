// Games whose decks are brought in a way of their own.
import type { CardRecord } from "../net/protocol";
import { brings as dragon_booster } from "./dragon_booster/brings";

export type Brings = (
  deck: ReadonlyMap<string, number>,
  cards: ReadonlyMap<string, CardRecord>,
) => Record<string, string>;

export const own_brings: Record<string, Brings | undefined> = { dragon_booster };
