// The planet as data: zones, sectors and links of the content, made ready for drawing.
import type { Text } from "../../net/protocol";
import type { Sight } from "../../table/sight.svelte";

export interface Zone {
  index: number;
  id: string;
  name: string;
  lines: string[]; // the name on one or two lines
  sector: string;
  special: string;
  under: string;
  center: [number, number];
  label: [number, number];
  token: [number, number];
  points: string;
}
export interface Link {
  key: string;
  a: Zone;
  b: Zone;
  kind: string;
  path: string;
  gate: string; // the zone whose opening makes this link
}
export interface Sector {
  id: string;
  name: string;
  color: string;
  bonus: number;
}

// A long name is broken so that its longest line is as short as it can be: on two lines, or on three if they help.
export function broken(name: string): string[] {
  const words = name.split(" ");
  if (name.length < 11 || words.length === 1) return [name];
  const longest = (lines: string[]) => Math.max(...lines.map((line) => line.length));
  const ways: string[][] = [];
  for (let i = 1; i < words.length; ++i) {
    ways.push([words.slice(0, i).join(" "), words.slice(i).join(" ")]);
    for (let k = i + 1; k < words.length; ++k)
      ways.push([words.slice(0, i).join(" "), words.slice(i, k).join(" "), words.slice(k).join(" ")]);
  }
  const cost = (lines: string[]) => Math.max(longest(lines), 9) + lines.length * 1.5 + longest(lines) / 100;
  return ways.reduce((best, way) => (cost(way) < cost(best) ? way : best));
}

// A content record names another by id or, in the bundle, by its number.
function named(records: Record<string, unknown>[], value: unknown): string {
  if (typeof value === "number") return String(records[value]?.id ?? "");
  return typeof value === "string" ? value : "";
}

export function zones_of(sight: Sight): Zone[] {
  const records = sight.records("zones");
  const sectors = sight.records("sectors");
  return records.map((record, index) => {
    const name = sight.say(record.name as Text);
    return {
      index,
      id: String(record.id),
      name,
      lines: broken(name),
      sector: named(sectors, record.sector),
      special: typeof record.special === "string" ? record.special : "",
      under: named(records, record.under),
      center: record.center as [number, number],
      label: record.label as [number, number],
      token: record.token as [number, number],
      points: String(record.polygon),
    };
  });
}

export function sectors_of(sight: Sight): Sector[] {
  return sight.records("sectors").map((record) => ({
    id: String(record.id),
    name: sight.say(record.name as Text),
    color: String(record.color),
    bonus: Number(record.bonus),
  }));
}

// Links that are more than a shared border: hyperlinks, gates, hatches. Those that wrap leave the board on both sides.
export function links_of(sight: Sight, zones: Zone[]): Link[] {
  const records = sight.records("zones");
  const by_id = new Map(zones.map((zone) => [zone.id, zone]));
  const links: Link[] = [];
  for (const record of sight.records("links")) {
    const kind = String(record.kind);
    if (kind === "border") continue;
    const a = by_id.get(named(records, record.a));
    const b = by_id.get(named(records, record.b));
    if (!a || !b) continue;
    const gate = named(records, record.pivot ?? record.gate ?? record.slide);
    links.push({
      key: `${a.id}-${b.id}`,
      a,
      b,
      kind,
      path: line(a, b, Number(record.round_the_planet ?? 0) > 0),
      gate,
    });
  }
  return links;
}

function line(a: Zone, b: Zone, wraps: boolean): string {
  const [ax, ay] = a.center;
  const [bx, by] = b.center;
  if (wraps) {
    const left = ax < bx ? a : b;
    const right = left === a ? b : a;
    return `M${left.center[0]},${left.center[1]} L0,${left.center[1]} M${right.center[0]},${right.center[1]} L3000,${right.center[1]}`;
  }
  const mx = (ax + bx) / 2 + (by - ay) * 0.12;
  const my = (ay + by) / 2 - (bx - ax) * 0.12;
  return `M${ax},${ay} Q${mx},${my} ${bx},${by}`;
}

// An arrow from one zone to another that stops short of the tokens.
export function arrow(from: Zone, to: Zone): string {
  const [ax, ay] = from.token;
  const [bx, by] = to.token;
  const length = Math.hypot(bx - ax, by - ay) || 1;
  const ux = (bx - ax) / length;
  const uy = (by - ay) / length;
  const mx = (ax + bx) / 2 + uy * length * 0.16;
  const my = (ay + by) / 2 - ux * length * 0.16;
  return `M${ax + ux * 26},${ay + uy * 26} Q${mx},${my} ${bx - ux * 34},${by - uy * 34}`;
}

// Stars that are always the same: a small generator of its own, since beauty needs no luck.
export function stars(count: number): { x: number; y: number; r: number }[] {
  let seed = 42;
  const next = () => {
    seed = (seed * 1664525 + 1013904223) % 4294967296;
    return seed / 4294967296;
  };
  return Array.from({ length: count }, () => ({ x: next() * 1600, y: next() * 1000, r: 0.5 + next() * 1.3 }));
}

// The shape of an army's token, so that nobody needs the colour to tell the owner.
export const army_shapes: Record<string, string> = {
  red: "M0,-24 20.8,-12 20.8,12 0,24 -20.8,12 -20.8,-12Z",
  yellow: "M-23,0A23,23 0 1 1 23,0A23,23 0 1 1 -23,0Z",
  black: "M-20,-20 20,-20 20,20 -20,20Z",
  blue: "M0,-25 25,0 0,25 -25,0Z",
};
export const army_colors: Record<string, { paper: string; ink: string; edge: string }> = {
  red: { paper: "#c8313a", ink: "#ffffff", edge: "#ffc9c9" },
  yellow: { paper: "#f2cb3c", ink: "#201800", edge: "#5b4700" },
  black: { paper: "#1b1e27", ink: "#ffffff", edge: "#c9d2e6" },
  blue: { paper: "#2467c9", ink: "#ffffff", edge: "#cfe2ff" },
};
export const no_army = { paper: "#77809a", ink: "#ffffff", edge: "#dfe5f3" };
export function army_color(word: string) {
  return army_colors[word] ?? no_army;
}
export function army_shape(word: string): string {
  return army_shapes[word] ?? "M-20,-14 -14,-20 14,-20 20,-14 20,14 14,20 -14,20 -20,14Z";
}
