// The page without a server: the folder that `rulewright site` writes, on a plain host for static files. Whole games are
// played after the network is cut, loaded anew in the middle, saved as files that `rulewright verify` accepts; and a game of
// this device is taken to a server.
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { createServer, type Server as HttpServer } from "node:http";
import { tmpdir } from "node:os";
import { extname, join, normalize } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { dice, look, open_browser, open_page, picture, play_on } from "./browser";
import { short_game } from "./games";
import { program, Server } from "./server";

const built = join(import.meta.dirname, "../../dist");
// A page that was built where WebAssembly cannot be (no clang for it) has no engine inside.
const engine = readdirSync(join(built, "assets")).some((name) => name.endsWith(".wasm"));
const work = mkdtempSync(join(tmpdir(), "rulewright-site-"));
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

// The service worker has everything.
async function kept(page: Page) {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    while (!navigator.serviceWorker.controller) await new Promise((done) => setTimeout(done, 50));
  });
}
async function set_up(page: Page, start: string, game: string) {
  await page.goto(`${start}games/${game}`);
  await page.getByTestId("start").waitFor();
  await page.getByLabel("Seat 2").selectOption("random");
  const options = Object.entries(short_game[game] ?? {});
  if (options.length > 0) await page.getByText("Options of the game").click();
  for (const [name, value] of options) await page.getByTestId(`option-${name}`).selectOption(value);
}
async function question(page: Page) {
  await page.locator("main.table[data-busy='no'] [data-testid='question']").waitFor({ timeout: 30_000 });
  return {
    at: await page.locator("main.table").getAttribute("data-at"),
    question: (await page.getByTestId("question").getAttribute("title")) ?? "",
    places: (await look(page)).places.sort(),
  };
}
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
          if (told) return told;
        }
        return "";
      },
      { timeout: 20_000 },
    )
    .toMatch(/^(Then: |What follows)/);
  await page.getByTestId("all-choices").click();
}
async function save_and_verify(page: Page, name: string): Promise<string> {
  await page.getByText("Was the luck fair?").click();
  const [file] = await Promise.all([page.waitForEvent("download"), page.getByTestId("download-replay").click()]);
  const path = join(work, name);
  await file.saveAs(path);
  const told = spawnSync(program, ["verify", path], { encoding: "utf8" });
  return told.stdout + told.stderr;
}

it.skipIf(!engine)("two games are played to the end with the network cut", async () => {
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
  expect(await question(page)).toEqual(before);
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

  await set_up(page, `${host.address}#/`, "risk_cybertron");
  await page.getByTestId("start").click();
  await play_on(page, dice(7));
  await page.getByTestId("end-screen").waitFor();
  expect(await save_and_verify(page, "risk.rwreplay")).toContain(": verified");

  // Both are kept, and one is deleted.
  await page.goto(`${host.address}#/`);
  await page.locator("[data-testid='device-tables'] li").nth(1).waitFor();
  await picture(page, "offline-first");
  await page.getByTestId("delete-game").first().click();
  await page.getByTestId("delete-sure").click();
  await expect.poll(() => page.locator("[data-testid='device-tables'] li").count()).toBe(1);
  expect(problems).toEqual([]);
  expect(foreign).toEqual([]);
  await context.close();
  await host.start();
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
