// Where things are drawn, from where they lie; two equal cards in two piles are two things.
import { describe, expect, it } from "vitest";
import { place_of as dino } from "../../src/games/dino_battles/places";
import { place_of as dragon } from "../../src/games/dragon_booster/places";
import type { Thing } from "../../src/net/protocol";
import { drawn_at, place_in_view, thing_at } from "../../src/table/places";
import { Sight } from "../../src/table/sight.svelte";
import { choice } from "./thing";

const thing = (kind: string, id: string, path: string, name = "Sidewinder"): Thing => ({
  role: "a",
  kind,
  value: 7,
  name,
  id,
  path,
});
function race(): Sight {
  const sight = new Sight();
  sight.seat = 2;
  sight.view = {
    players: {
      A: { seat: 1, hand: ["?"], track: ["sidewinder"] },
      B: { seat: 2, hand: ["charge", "sidewinder"], track: [] },
    },
  };
  return sight;
}

describe("places", () => {
  it("are paths, piles with a card, or kinds with an id", () => {
    expect(place_in_view(thing("zone", "iacon", "zones.iacon"))).toBe("zones.iacon");
    expect(place_in_view(thing("copy", "sidewinder", "players.B.hand.1"))).toBe("players.B.hand:sidewinder");
    expect(place_in_view(thing("leader", "megatron", ""))).toBe("leader:megatron");
    expect(place_in_view(thing("number", "", ""))).toBeNull();
  });
  it("are two for two equal cards in two piles, whatever their names", () => {
    const sight = race();
    const play = choice("play", []);
    const mine = dragon(thing("copy", "sidewinder", "players.B.hand.1"), play, sight);
    const theirs = dragon(thing("item", "sidewinder", "players.A.track.0"), play, sight);
    expect(mine).toBe("players.B.hand:sidewinder");
    expect(theirs).toBe("players.A.track:sidewinder");
    expect(dragon(thing("copy", "sidewinder", "players.B.hand.1", "Another name"), play, sight)).toBe(mine);
  });
  it("are only those that the board draws", () => {
    const sight = race();
    const use = choice("use", []);
    expect(dragon(thing("copy", "sidewinder", "players.A.hand.0"), use, sight)).toBeNull();
    expect(dragon(thing("copy", "sidewinder", "players.A.discards.0"), use, sight)).toBeNull();
    expect(dragon(thing("seat", "A", "players.A"), use, sight)).toBe("players.A");
    expect(drawn_at(["leader"])(thing("payment", "defend", ""), use, sight)).toBeNull();
    expect(dino(thing("attack", "velociraptor", "players.red.active"), use, sight)).toBe("attack:7");
  });
  it("lead back to the thing that lies there", () => {
    const sight = race();
    expect(thing_at("players.B.hand:sidewinder", sight)).toEqual({ path: "players.B.hand.1" });
    expect(thing_at("zones.iacon", sight)).toEqual({ path: "zones.iacon" });
    expect(thing_at("leader:megatron", sight)).toEqual({ kind: "leader", id: "megatron" });
    expect(thing_at("attack:5", sight)).toEqual({ kind: "attack", value: 5 });
  });
});
