import { describe, expect, it } from "vitest";
import { place_in_view } from "../../src/table/places";
import { label_of, Selection } from "../../src/table/selection.svelte";
import { Sight } from "../../src/table/sight.svelte";
import { choice, number, zone } from "./thing";

function asked(choices: ReturnType<typeof choice>[]): Selection {
  const selection = new Selection();
  selection.ask(1, choices, place_in_view, new Sight());
  return selection;
}

describe("choosing by pointing", () => {
  const attack = choice("attack", [zone("iacon", "a"), zone("kaon", "b")]);
  const other = choice("attack", [zone("iacon", "a"), zone("tarn", "b")]);
  const third = choice("attack", [zone("vos", "a"), zone("tarn", "b")]);
  const end = choice("end_phase", []);

  it("marks the sources first, and offers what names nothing as a button", () => {
    const selection = asked([attack, other, third, end]);
    expect(selection.marks.get("zones.iacon")).toBe("pick");
    expect(selection.marks.get("zones.vos")).toBe("pick");
    expect(selection.marks.get("zones.kaon")).toBe("also");
    expect(selection.offers).toEqual([end]);
  });

  it("settles a choice when the last place is picked", () => {
    const selection = asked([attack, other, third, end]);
    expect(selection.pick("zones.iacon")).toBe("more");
    expect(selection.marks.get("zones.iacon")).toBe("picked");
    expect(selection.marks.get("zones.kaon")).toBe("pick");
    expect(selection.marks.has("zones.vos")).toBe(false);
    expect(selection.pick("zones.kaon")).toBe(attack);
  });

  it("takes the target first as well", () => {
    const selection = asked([attack, other, third]);
    expect(selection.pick("zones.tarn")).toBe("more");
    expect([...selection.marks.keys()].sort()).toEqual(["zones.iacon", "zones.tarn", "zones.vos"]);
    expect(selection.pick("zones.vos")).toBe(third);
  });

  it("prefers the order of the notation where a zone can be both", () => {
    const there = choice("reinforce", [zone("a"), zone("b")]);
    const back = choice("reinforce", [zone("b"), zone("a")]);
    const selection = asked([there, back]);
    selection.pick("zones.b");
    expect(selection.candidates).toEqual([back]);
  });

  it("lets the player change his mind, and refuses what no choice names", () => {
    const selection = asked([attack, third]);
    selection.pick("zones.iacon");
    expect(selection.pick("zones.vos")).toBe("more");
    expect(selection.picks).toEqual(["zones.vos"]);
    expect(selection.pick("zones.nowhere")).toBe("refused");
    expect(selection.pick("zones.vos")).toBe("more"); // picked again: let go
    expect(selection.picks).toEqual([]);
  });

  it("asks for the amount before it answers", () => {
    const place = choice("place", [number(1), zone("iacon")], { amounts: { role: "b", from: 1, to: 7 } });
    const selection = asked([place]);
    expect(selection.pick("zones.iacon")).toBe("more");
    expect(selection.offers).toEqual([place]);
  });

  it("drags from one place to another", () => {
    const selection = asked([attack, other, third]);
    expect(selection.drag("zones.iacon", "zones.tarn")).toBe(other);
    expect(selection.drag("zones.vos", "zones.kaon")).toBe("refused");
  });

  it("forgets half-made choices with the next question and keeps them with the same", () => {
    const selection = asked([attack, other]);
    selection.pick("zones.iacon");
    selection.ask(1, [attack, other], place_in_view, new Sight());
    expect(selection.picks).toEqual(["zones.iacon"]);
    selection.ask(2, [attack, other], place_in_view, new Sight());
    expect(selection.picks).toEqual([]);
  });
});

describe("the words of an amount", () => {
  const place = choice("place", [], {
    label: "Place {amount} robots",
    one: "Place 1 robot",
    amounts: { role: "b", from: 1, to: 3 },
  });
  it("names the range, the one, and the many", () => {
    expect(label_of(place)).toBe("Place 1–3 robots");
    expect(label_of(place, 1)).toBe("Place 1 robot");
    expect(label_of(place, 2)).toBe("Place 2 robots");
  });
});

describe("gathering several things", () => {
  const picks = ["a", "b", "c"].map((id) => choice("choose", [zone(id)]));
  const gathered = (least: number, most: number, all = picks) => {
    const selection = new Selection();
    selection.ask(1, all.slice(0, 2), place_in_view, new Sight(), { least, most, picks: all });
    return selection.gathering!;
  };

  it("takes them in any order, the last one first", () => {
    const gathering = gathered(2, 2);
    expect(gathering.marks.get("zones.c")).toBe("pick"); // although it is no legal first choice
    expect(gathering.point("zones.c")).toBe(true);
    expect(gathering.ready).toBe(false);
    gathering.point("zones.a");
    expect(gathering.ready).toBe(true);
    expect(gathering.chosen).toEqual([picks[0]!.id, picks[2]!.id]);
    gathering.point("zones.b"); // no room
    expect(gathering.total).toBe(2);
    gathering.point("zones.c"); // let go
    expect(gathering.marks.get("zones.c")).toBe("pick");
    expect(gathering.point("zones.nowhere")).toBe(false);
  });

  it("takes equal things several times, and none where that is allowed", () => {
    const gathering = gathered(0, 3, [choice("choose", [zone("w")], { copies: 2 }), picks[0]!]);
    expect(gathering.ready).toBe(true);
    gathering.point("zones.w");
    gathering.point("zones.w");
    expect(gathering.total).toBe(2);
    gathering.point("zones.w");
    expect(gathering.total).toBe(0);
  });
});
