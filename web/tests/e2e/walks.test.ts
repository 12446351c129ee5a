// One hash: whole games lead in a browser where they lead natively (tests/walk_test.cpp), in Python and in Node. The module is
// the one that the page loads, in a worker as there.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { open_browser } from "./browser";

const root = join(import.meta.dirname, "../../..");
const assets = join(root, "web/dist/assets");
const module = readdirSync(assets).find((name) => name.endsWith(".wasm"));
const recorded = readFileSync(join(root, "tests/walks.txt"), "utf8")
  .split("\n")
  .filter((line) => line && !line.startsWith("#"))
  .map((line) => line.split(" ") as [game: string, opening: string, whole: string, positions: string]);
const games = 200;

const walker = `
  import { compile, Instance } from "./module.js";
  const instance = fetch("rulewright.wasm").then(compile).then((code) => Instance.start(code));
  onmessage = async ({ data: [game, games, most] }) => postMessage((await instance).ask("walk", [games, most], game));
`;

it.skipIf(!module)(`${games} games of each game are the same in Chromium`, async () => {
  const files: Record<string, { contentType: string; body: string | Buffer }> = {
    "/": { contentType: "text/html", body: "<!doctype html><title>walks</title>" },
    "/walker.js": { contentType: "text/javascript", body: walker },
    "/module.js": {
      contentType: "text/javascript",
      body: readFileSync(join(root, "web/src/offline/module.js")),
    },
    "/rulewright.wasm": { contentType: "application/wasm", body: readFileSync(join(assets, module!)) },
  };
  const browser = await open_browser();
  try {
    const page = await browser.newPage();
    await page.route("http://localhost/**", (route) => {
      const file = files[new URL(route.request().url()).pathname];
      return file ? route.fulfill(file) : route.abort();
    });
    await page.goto("http://localhost/");
    const walk = (game: string, most: number) =>
      page.evaluate(
        async ([game, games, most]) => {
          const here = globalThis as unknown as { walker?: Worker };
          here.walker ??= new Worker("walker.js", { type: "module" });
          const { walker } = here;
          return new Promise<string>((done, fail) => {
            walker.onmessage = ({ data }) => done(data);
            walker.onerror = (event) => fail(new Error(event.message));
            walker.postMessage([game, games, most]);
          });
        },
        [game, games, most] as const,
      );
    expect(recorded.length).toBe(5);
    for (const [game, , whole, positions] of recorded)
      expect(await walk(game, 1_000_000), game).toBe(`${whole} ${positions}`);
  } finally {
    await browser.close();
  }
});
