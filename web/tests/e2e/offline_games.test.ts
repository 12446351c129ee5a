// All five games while the server is away: guided, played with undo and a page that is loaded anew, to an end that
// `rulewright verify` accepts, seen again event by event, reviewed. Then the server is there again and takes them all.
import { rmSync } from "node:fs";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { dice, look, open_browser, open_page, picture, play_on, play_once, type Watched } from "./browser";
import { short_game } from "./games";
import { Server } from "./server";
import { engine, kept, question, save_and_verify, set_up, work } from "./without_server";

const games = Object.keys(short_game);
const own_actions = 45; // then a long game is given up
let server: Server;
let browser: Browser;
let watched: Watched;
beforeAll(async () => {
  if (!engine) return;
  server = await Server.start();
  browser = await open_browser();
  watched = await open_page(browser, server.address);
  await watched.page.goto("/");
  await watched.page.getByTestId("play-dino_battles").waitFor();
  await kept(watched.page);
  await server.kill();
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
  rmSync(work, { recursive: true, force: true });
});

// Makes choices until one can be taken back, and takes it back: the question before is put again.
async function undo(page: Page, roll: (n: number) => number) {
  const button = page.getByRole("button", { name: /^Undo/ });
  for (let before = await question(page), i = 0; i < 200; ++i) {
    await play_once(page, roll);
    const now = await question(page);
    if (now.at === before.at) continue; // half a choice
    if (await button.isEnabled()) {
      await button.click();
      await expect.poll(async () => (await question(page)).at).toBeGreaterThan(now.at); // undoing is recorded too
      expect((await question(page)).question).toBe(before.question);
      return;
    }
    before = now;
  }
  throw new Error("nothing could be taken back");
}

async function to_the_end(page: Page, roll: (n: number) => number) {
  await play_on(page, roll, { limit: own_actions, minutes: 3 });
  if (!(await look(page)).over) {
    await page.getByRole("button", { name: "Resign" }).click();
    await page.getByRole("button", { name: "Really resign" }).click();
  }
  await page.getByTestId("end-screen").waitFor();
}

it.skipIf(!engine).each(games)(
  "%s is played without a server",
  async (game) => {
    const { page, problems } = watched;
    await page.goto(`/guide/${game}`);
    await page.getByTestId("begin-guide").click();
    await page.getByTestId("hint").waitFor();

    await set_up(page, "/", game);
    await page.getByTestId("start").click();
    await question(page);
    expect(await page.getByTestId("board-plain").count(), "a board of its own").toBe(0);
    const roll = dice(5);
    await undo(page, roll);
    const before = await question(page);
    await page.reload();
    const after = await question(page);
    expect([after.at, after.question]).toEqual([before.at, before.question]);
    await to_the_end(page, roll);
    await picture(page, `offline-end-${game}`);
    expect(await save_and_verify(page, `${game}.rwreplay`)).toContain(": verified");

    await page.getByTestId("see-replay").click();
    await page.getByTestId("eyes").waitFor();
    await expect
      .poll(async () => {
        await page.getByTestId("frame-on").click();
        return page.getByTestId("replay-frame").count();
      })
      .toBe(1);
    await page.getByTestId("open-review").click();
    await page.getByTestId("start-review").click();
    await page.getByTestId("curve").waitFor({ timeout: 240_000 });
    await picture(page, `offline-review-${game}`);
    expect(problems).toEqual([]);
  },
  400_000,
);

it.skipIf(!engine)("the server takes all of them", async () => {
  const { page, problems, foreign } = watched;
  await server.run();
  for (const game of games) {
    await page.goto("/");
    const all = page.getByRole("button", { name: /^Show all/ });
    await page.getByTestId("device-tables").waitFor();
    if (await all.count()) await all.click();
    const finished = page.locator(`[data-testid='device-tables'] li[data-game='${game}']`, { hasText: "over" });
    await finished.getByTestId("take-to-server").click();
    await page.waitForURL(/\/replay\//);
    await page.getByTestId("eyes").waitFor();
    const table = page.url().split("/").at(-1)!;
    const known = (await (await fetch(`${server.address}/api/tables/${table}`)).json()) as { game: string };
    expect(known.game).toBe(game);
  }
  expect(problems).toEqual([]);
  expect(foreign).toEqual([]);
});
