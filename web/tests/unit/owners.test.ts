// The owners' line in French names whom the game's own record names.
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { owners_in_french } from "../../src/games/owners";

it.each(Object.entries(owners_in_french))("the owners of %s are the same in French", (game, french) => {
  const record = readFileSync(new URL(`../../../content/${game}/game.yaml`, import.meta.url), "utf8");
  const english = /^ {2}owners: "(.*)"$/m.exec(record)?.[1] ?? "";
  const names = english.match(/\p{Lu}[\p{L}]*|\d+/gu) ?? [];
  expect(names.length).toBeGreaterThan(0);
  expect(french.match(/\p{Lu}[\p{L}]*|\d+/gu)).toEqual(names);
});
