// The page without a server: the folder that `rulewright site` writes, on a plain host for static files. A whole game is
// played after the network is cut, loaded anew in the middle, saved as a file that `rulewright verify` accepts; and a game of
// this device is taken to a server. All games: offline_games.test.ts.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, rmSync, statSync } from "node:fs";
import { createServer, type Server as HttpServer } from "node:http";
import { extname, join, normalize } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { dice, look, open_browser, open_page, picture, play_on, play_once } from "./browser";
import { program, Server } from "./server";
import { built, engine, kept, question, save_and_verify, set_up, work } from "./without_server";

const folder = join(work, "site");
const types: Record<string, string> = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
  ".wasm": "application/wasm",
  ".webmanifest": "application/manifest+json",
};

// Files and nothing else, under a folder as hosts have it; no page for addresses that are not files.
class Host {
  #server: HttpServer | null = null;
  port = 0;
  get address() {
    return `http://127.0.0.1:${this.port}/somewhere/`;
  }
  async start() {
    this.#server = createServer((request, response) => {
      const path = decodeURIComponent(new URL(request.url ?? "/", "http://x").pathname);
      const name = path === "/somewhere/" ? "index.html" : normalize(path.replace(/^\/somewhere\//, ""));
      const file = join(folder, name);
      if (!path.startsWith("/somewhere/") || !existsSync(file) || !statSync(file).isFile()) {
        response.writeHead(404).end("not found");
        return;
      }
      response.writeHead(200, { "Content-Type": types[extname(file)] ?? "application/octet-stream" });
      response.end(readFileSync(file));
    });
    await new Promise<void>((done) => this.#server!.listen(this.port, "127.0.0.1", done));
    const address = this.#server.address();
    this.port = typeof address === "object" && address ? address.port : 0;
  }
  async stop() {
    const server = this.#server;
    this.#server = null;
    if (!server) return;
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  }
}

const host = new Host();
let browser: Browser;
beforeAll(async () => {
  if (!engine) return;
  execFileSync(program, ["site", folder, "--page", built]);
  await host.start();
  browser = await open_browser();
});
afterAll(async () => {
  await browser?.close();
  await host.stop();
  rmSync(work, { recursive: true, force: true });
});

// The engine says what would come of some choice of the list.
async function foresees(page: Page) {
  await page.getByTestId("all-choices").click();
  const choices = page.locator("button.choice");
  await choices.first().waitFor();
  await expect
    .poll(
      async () => {
        for (let i = 0; i < Math.min(4, await choices.count()); ++i) {
          await choices.nth(i).hover();
          await page.waitForTimeout(300);
          const told = await page.getByTestId("step").getAttribute("title");
          if (told?.match(/^(Then: |What follows)/)) return told;
        }
        return "";
      },
      { timeout: 20_000 },
    )
    .toMatch(/^(Then: |What follows)/);
  await page.getByTestId("all-choices").click();
}
it.skipIf(!engine)("a game is played to its end with the network cut", async () => {
  const { context, page, problems, foreign } = await open_page(browser, host.address);
  await page.goto(host.address);
  await page.getByTestId("without-server").waitFor();
  await kept(page);
  await host.stop();

  await set_up(page, `${host.address}#/`, "dino_battles");
  await page.getByTestId("start").click();
  const roll = dice(5);
  await play_on(page, roll, { limit: 8 });
  const before = await question(page);
  await page.reload();
  const after = await question(page);
  expect([after.at, after.question]).toEqual([before.at, before.question]); // a choice half made is begun anew
  await page.getByTestId("ask-hint").click();
  await page.getByTestId("hinted").waitFor({ timeout: 30_000 });
  await foresees(page);
  await play_on(page, roll);
  await page.getByTestId("end-screen").waitFor();
  await picture(page, "offline-end");
  expect(await save_and_verify(page, "dino.rwreplay")).toContain(": verified");

  await page.getByTestId("see-replay").click();
  await page.getByTestId("eyes").waitFor();
  await page.getByTestId("step-on").click();
  await expect.poll(() => page.getByTestId("replay").getAttribute("data-at")).toBe("1");

  // It is kept until it is deleted.
  await page.goto(`${host.address}#/`);
  await page.getByTestId("delete-game").waitFor();
  await picture(page, "offline-first");
  await page.getByTestId("delete-game").click();
  await page.getByTestId("delete-sure").click();
  await expect.poll(() => page.locator("[data-testid='device-tables'] li[data-table]").count()).toBe(0);
  expect(problems).toEqual([]);
  expect(foreign).toEqual([]);
  await context.close();
  await host.start();
});

// Plays until the computer thinks; false if the game ended before.
async function computer_thinks(page: Page, roll: (n: number) => number): Promise<boolean> {
  for (let i = 0; i < 400; ++i) {
    const table = await look(page);
    if (table.over) return false;
    if (table.asked) await play_once(page, roll);
    else if (await page.getByTestId("question").count()) await page.waitForTimeout(20);
    else return true;
  }
  throw new Error("the computer is never asked");
}

it.skipIf(!engine)("a computer that thinks holds nothing up, and a page closed meanwhile loses nothing", async () => {
  const { context, page, problems } = await open_page(browser, host.address);
  await page.goto(host.address);
  await set_up(page, `${host.address}#/`, "dino_battles");
  await page.getByLabel("Seat 2").selectOption("expert");
  await page.getByTestId("start").click();
  await question(page);
  const roll = dice(9);

  // The page draws many pictures while one move is thought about.
  let drawn = 0;
  for (let turn = 0; turn < 30 && drawn < 10; ++turn) {
    if (!(await computer_thinks(page, roll))) break;
    const { at } = await look(page);
    drawn = await page.evaluate(
      (at) =>
        new Promise<number>((done) => {
          let pictures = 0;
          const draw = () => {
            const table = document.querySelector("main.table");
            if (pictures === 10 || table?.getAttribute("data-at") !== at) done(pictures);
            else requestAnimationFrame(draw);
            ++pictures;
          };
          requestAnimationFrame(draw);
        }),
      at,
    );
  }
  expect(drawn).toBe(10);

  // Killed in the middle of the computer's move: it moves when the page is there again.
  expect(await computer_thinks(page, roll)).toBe(true);
  await page.reload();
  const { at } = await question(page);
  expect(at).toBeGreaterThan(0);

  // A second window plays on; the first one says so instead of writing over it.
  const second = await context.newPage();
  await second.goto(page.url());
  await question(second);
  await expect
    .poll(async () => {
      await play_once(second, roll);
      return Number((await look(second)).at);
    })
    .toBeGreaterThan(at);
  await page.getByText("This table is open in another window.").first().waitFor();
  await second.close();
  await page.reload();
  expect((await question(page)).at).toBeGreaterThan(at);
  expect(problems).toEqual([]);
  await context.close();
});

it.skipIf(!engine)("rules, cards, pictures and the guided game come out of the engine", async () => {
  const { context, page, problems } = await open_page(browser, host.address);
  await page.goto(`${host.address}#/rules/risk_cybertron#RSK-ATK-01`);
  await page.locator("#RSK-ATK-01").waitFor();
  await page.goto(`${host.address}#/gallery/dino_battles`);
  await expect
    .poll(() =>
      page
        .locator("[data-testid='faces'] img")
        .first()
        .evaluate((one: HTMLImageElement) => one.naturalWidth),
    )
    .toBeGreaterThan(0);
  await page.goto(`${host.address}#/guide/dino_battles`);
  await page.getByTestId("begin-guide").click();
  await page.locator(".guide").waitFor();
  await question(page);
  expect(problems).toEqual([]);
  await context.close();
});

it.skipIf(!engine)(
  "a server's page plays on this device while the server is away, and takes the game there later",
  async () => {
    const server = await Server.start();
    const { context, page, problems } = await open_page(browser, server.address);
    try {
      await page.goto("/");
      await page.getByTestId("play-dino_battles").waitFor();
      await kept(page);
      await server.kill();
      await page.goto("/lobby");
      await page.getByTestId("needs-server").waitFor();
      await page.goto("/");
      await page.getByTestId("play-dino_battles").click();
      await play_on(page, dice(11), { limit: 5 });
      const { question: asked } = await question(page);
      await server.run();
      await page.goto("/");
      await page.getByTestId("take-to-server").click();
      await page.waitForURL(/\/table\//);
      expect((await question(page)).question).toBe(asked);
      const table = page.url().split("/").at(-1)!;
      const known = await fetch(`${server.address}/api/tables/${table}`);
      expect(known.status).toBe(200);
      expect(problems).toEqual([]);
    } finally {
      await context.close();
      await server.stop();
    }
  },
);
