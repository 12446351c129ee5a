import { describe, expect, it } from "vitest";
import { en } from "../../src/app/en";
import { fr } from "../../src/app/fr";
import { address_of, place_of } from "../../src/app/router.svelte";
import { broken } from "../../src/games/risk_cybertron/map";
import { guided } from "../../src/guide/hints";
import type { CardRecord } from "../../src/net/protocol";
import { brings, deck_of_record, deck_text, options_of, read_deck } from "../../src/pages/deck";
import { nearest } from "../../src/table/arrows";

describe("addresses", () => {
  it("name their pages", () => {
    expect(place_of("/")).toEqual({ page: "first" });
    expect(place_of("/table/k3v")).toEqual({ page: "table", table: "k3v" });
    expect(place_of("/rules/risk_cybertron", "#RSK-ATK-01")).toEqual({
      page: "rules",
      game: "risk_cybertron",
      clause: "RSK-ATK-01",
    });
    expect(place_of("/gallery")).toEqual({ page: "gallery", game: "" });
    expect(place_of("/gallery/dino_battles")).toEqual({ page: "gallery", game: "dino_battles" });
    expect(place_of("/nowhere")).toEqual({ page: "lost" });
    expect(place_of("/table/a/b")).toEqual({ page: "lost" });
  });
  it("stand behind a # in a folder of static files", () => {
    const there = address_of(new URL("https://host.example/some/where/#/replay/k3v?at=10&as=1"), true);
    expect([there.pathname, there.searchParams.get("at")]).toEqual(["/replay/k3v", "10"]);
    const rule = address_of(new URL("https://host.example/some/where/#/rules/risk_cybertron#RSK-ATK-01"), true);
    expect([rule.pathname, rule.hash]).toEqual(["/rules/risk_cybertron", "#RSK-ATK-01"]);
    expect(address_of(new URL("https://host.example/some/where/"), true).pathname).toBe("/");
    expect(address_of(new URL("https://host.example/rules/x#y"), false).hash).toBe("#y");
  });
});

describe("words", () => {
  it("stand in both languages with the same places", () => {
    for (const [key, text] of Object.entries(en)) {
      const other = fr[key as keyof typeof en];
      expect(other, key).toBeTruthy();
      expect((other.match(/\{\w+\}/g) ?? []).sort(), key).toEqual(((text as string).match(/\{\w+\}/g) ?? []).sort());
    }
    for (const guide of Object.values(guided)) for (const hint of guide.hints) expect(hint.text.fr).toBeTruthy();
  });
});

describe("decks", () => {
  it("are read and written as text", () => {
    const { deck, odd } = read_deck("# mine\n3 fire_trail\n2x Mag Kick\nflame_on\n0 nothing\n1 fire_trail");
    expect([...deck]).toEqual([
      ["fire_trail", 4],
      ["Mag Kick", 2],
      ["flame_on", 1],
    ]);
    expect(odd).toEqual([5]);
    expect(read_deck(deck_text(deck)).deck).toEqual(deck);
  });
  it("come from starter decks, by id or by number", () => {
    const named = {
      id: "x",
      team: ["a"],
      cards: [{ card: "b", copies: 3 }],
      events: [{ card: "c", count: 2 }],
      outside_cards: ["z"],
    };
    expect([...deck_of_record(named, {})]).toEqual([
      ["a", 1],
      ["b", 3],
      ["c", 2],
    ]);
    const numbered = { team: [1], cards: [{ card: 0, copies: 3 }] };
    const content = { characters: [{ id: "p" }, { id: "q" }], battle_cards: [{ id: "r" }] };
    expect([...deck_of_record(numbered, content)]).toEqual([
      ["q", 1],
      ["r", 3],
    ]);
  });
  it("go to a table as its game wants them", () => {
    const deck = new Map([
      ["mag_kick", 3],
      ["wyldfyr", 1],
    ]);
    const cards = new Map([["mag_kick", { record: { table: "maneuvers" } } as unknown as CardRecord]]);
    expect(options_of(brings("transformers_tcg", deck, cards), 2)).toEqual({ list_2: "3 mag_kick\n1 wyldfyr" });
    expect(brings("dragon_booster", deck, cards)).toEqual({ deck: "3 mag_kick|1 wyldfyr" });
  });
});

describe("arrow keys", () => {
  it("find the nearest thing in their direction", () => {
    const spots = [
      { x: 100, y: 0 },
      { x: 50, y: 80 },
      { x: -30, y: 0 },
      { x: 0, y: -90 },
    ];
    expect(nearest({ x: 0, y: 0 }, spots, "ArrowRight")).toBe(0);
    expect(nearest({ x: 0, y: 0 }, spots, "ArrowLeft")).toBe(2);
    expect(nearest({ x: 0, y: 0 }, spots, "ArrowUp")).toBe(3);
    expect(nearest({ x: 0, y: 0 }, spots, "ArrowDown")).toBe(1);
    expect(nearest({ x: 500, y: 0 }, spots, "ArrowRight")).toBe(-1);
  });
});

describe("the map", () => {
  it("breaks long names in the middle", () => {
    expect(broken("Iacon")).toEqual(["Iacon"]);
    expect(broken("Plasma Energy Chamber")).toEqual(["Plasma", "Energy", "Chamber"]);
  });
});
