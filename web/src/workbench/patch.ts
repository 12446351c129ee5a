// A patch: the records that somebody changed, as one YAML file of the shape of the content (docs/laboratory.md). Here it
// is only put together and taken apart by its lines; what is in them the server checks.

export interface Drafts {
  records: ReadonlyMap<string, string>; // by "table.id": the record as YAML
  rest: readonly string[]; // parts of an opened patch that are no lists of records, as they were written
}
export const no_drafts: Drafts = { records: new Map(), rest: [] };

// Where the text of a record stands in the patch: its first line, counted from 1, and how many there are.
export interface Stretch {
  key: string;
  line: number;
  lines: number;
}
export interface Patch {
  text: string;
  stretches: Stretch[];
}

const lines_of = (text: string) => text.replace(/\n+$/, "").split("\n");
const margin = 4; // columns before the text of a record

export function patch_of(game: string, drafts: Drafts): Patch {
  const out = [`patch: ${game}`];
  const stretches: Stretch[] = [];
  const tables = [...new Set([...drafts.records.keys()].map((key) => key.split(".")[0]!))];
  for (const table of tables) {
    out.push(`${table}:`);
    for (const [key, text] of drafts.records) {
      if (key.split(".")[0] !== table) continue;
      const lines = lines_of(text);
      stretches.push({ key, line: out.length + 1, lines: lines.length });
      out.push(...lines.map((line, i) => (i === 0 ? `  - ${line}` : line ? `    ${line}` : "")));
    }
  }
  for (const part of drafts.rest) out.push(...lines_of(part));
  return { text: `${out.join("\n")}\n`, stretches };
}

// A place of the patch as a place in the text of a record; null if it is in none.
export function place_in(patch: Patch, line: number, column: number) {
  const found = patch.stretches.find((one) => line >= one.line && line < one.line + one.lines);
  return found ? { key: found.key, line: line - found.line + 1, column: Math.max(1, column - margin) } : null;
}

// The parts of a patch that was opened from a file. Null: it is not written line by line as patches are.
export function read_patch(text: string): { game: string; drafts: Drafts } | null {
  const parts: { key: string; lines: string[] }[] = [];
  let game = "";
  for (const line of text.replace(/\r/g, "").split("\n")) {
    const heading = /^([a-z_]+):(.*)$/.exec(line);
    if (heading?.[1] === "patch") game = heading[2]!.replace(/#.*/, "").trim();
    else if (heading) parts.push({ key: heading[1]!, lines: [line] });
    else if (parts.length > 0) parts.at(-1)!.lines.push(line);
    else if (line.trim() && !line.startsWith("#") && line !== "---") return null;
  }
  const records = new Map<string, string>();
  const rest: string[] = [];
  for (const { key, lines } of parts) {
    const found = lines[0] === `${key}:` ? records_in(lines.slice(1)) : [];
    if (found === null) return null;
    if (found.length === 0) rest.push(lines.join("\n"));
    for (const [id, record] of found) records.set(`${key}.${id}`, record);
  }
  return game && parts.length > 0 ? { game, drafts: { records, rest } } : null;
}

function records_in(lines: string[]): [string, string][] | null {
  const first = lines.find((line) => line.trim() && !line.trim().startsWith("#")) ?? "";
  const dash = /^( *)- +/.exec(first);
  if (!dash) return [];
  const before = dash[1]!.length;
  const width = dash[0].length;
  const records: string[][] = [];
  for (const line of lines) {
    if (line.slice(before).startsWith("- ") && !line.slice(0, before).trim()) records.push([line.slice(width)]);
    else if (records.length > 0) records.at(-1)!.push(line.slice(Math.min(width, line.search(/\S|$/))));
    else if (line.trim() && !line.trim().startsWith("#")) return null;
  }
  const named: [string, string][] = [];
  for (const record of records) {
    const id = record.map((line) => /^(?:\{ *)?id: *([\w]+)/.exec(line)?.[1]).find(Boolean);
    if (!id) return null;
    named.push([id, `${record.join("\n").trimEnd()}\n`]);
  }
  return named;
}
