// Every sentence with which the server refuses something is said in French, but those that no page brings about.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, it } from "vitest";
import { refused } from "../../src/app/refused";
import { settings } from "../../src/app/settings.svelte";

const server = join(import.meta.dirname, "../../../server");
const of_programs = [
  "an address is text in UTF-8",
  "as: a seat, 0 or all",
  "its own content does not fit this server: ",
  "the body must be application/json",
  "the header X-CSRF must repeat what GET /api/me said",
  "there is no such frame",
  "there is no such socket",
  "this comes from another site",
  "this server does not know itself by that name; see --host and --origin",
];

afterEach(() => {
  settings.now = { ...settings.now, language: "en" };
});

it("refusals of the server are French on French pages", () => {
  const sentences = new Set<string>();
  for (const file of readdirSync(server).filter((name) => name.endsWith(".cpp")))
    for (const [, quoted] of readFileSync(join(server, file), "utf8").matchAll(
      /(?:refuse\(|\{)\s*[45]\d\d,\s*"[a-z_]+",\s*((?:"[^"]*"\s*)+)/g,
    ))
      sentences.add([...quoted!.matchAll(/"([^"]*)"/g)].map(([, part]) => part).join(""));
  expect(sentences.size).toBeGreaterThan(60);
  settings.now = { ...settings.now, language: "fr" };
  expect([...sentences].filter((text) => refused(text) === text).sort()).toEqual(of_programs);
  settings.now = { ...settings.now, language: "en" };
  expect(refused("there is no such table")).toBe("there is no such table");
});
