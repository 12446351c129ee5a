// Short ways to write choices in tests.
import type { Choice, Thing } from "../../src/net/protocol";

export const zone = (id: string, role = "a"): Thing => ({
  role,
  kind: "zone",
  value: 0,
  name: id,
  id,
  path: `zones.${id}`,
});
export const number = (value: number, role = "b"): Thing => ({
  role,
  kind: "number",
  value,
  name: "",
  id: "",
  path: "",
});

let last = 0;
export function choice(verb: string, things: Thing[], more: Partial<Choice> = {}): Choice {
  const label = `${verb} ${things.map((thing) => thing.id || thing.value).join(" ")}`.trim();
  return { id: String(++last), verb, notation: label, label, things, copies: 1, ...more };
}
