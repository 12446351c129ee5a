// The opponent's moves are played out: step by step, without standing in the way, and to be read again.
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { dice, look, open_browser, open_page, picture, play_on, play_once } from "./browser";
import { Server } from "./server";

let server: Server;
let browser: Browser;
beforeAll(async () => {
  server = await Server.start();
  browser = await open_browser();
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

async function sit_down(page: Page, game: string) {
  await page.goto("/");
  await page.getByTestId(`play-${game}`).click();
  await page.getByTestId("question").waitFor({ timeout: 30_000 });
}
const playing = (page: Page) => page.locator("[data-testid='stage'][data-playing='yes']");

// Plays until others have done so much that it stands in the recap.
async function until_recap(page: Page, lines: number) {
  const roll = dice(12);
  const late = Date.now() + 120_000;
  while (Date.now() < late) {
    if ((await page.getByTestId("replay-line").count()) >= lines) return;
    if (await page.getByTestId("end-screen").count()) break;
    if (!(await play_once(page, roll))) await page.waitForTimeout(20);
  }
  throw new Error("nothing of others came into the recap");
}

it("the computer's turn is played out with motion, can be skipped, and is read again line by line", async () => {
  const { context, page, problems } = await open_page(browser, server.address, { motion: true });
  await sit_down(page, "transformers_tcg");
  await until_recap(page, 3);
  await playing(page).waitFor({ timeout: 20_000 });
  await picture(page, "stage-playing");
  await page.locator("main.table").focus();
  await page.keyboard.press(" ");
  await expect.poll(() => playing(page).count(), { timeout: 5000 }).toBe(0);
  await page.getByTestId("recap").waitFor();
  // What was shown is told in the live region as well.
  const lines = await page.locator("[role=log] li.fresh .text").allTextContents();
  const spoken = (await page.getByTestId("live").textContent()) ?? "";
  expect(lines.filter((line) => spoken.includes(line)).length).toBeGreaterThan(0);
  await page.getByTestId("replay-line").first().click();
  await playing(page).waitFor({ timeout: 5000 });
  await picture(page, "stage-replayed");
  await expect.poll(() => playing(page).count(), { timeout: 10_000 }).toBe(0);

  // The recap goes as soon as the player acts.
  const roll = dice(2);
  const at = (await look(page)).at;
  for (let i = 0; i < 400 && (await look(page)).at === at; ++i)
    if (!(await play_once(page, roll))) await page.waitForTimeout(20);
  expect((await look(page)).at).not.toBe(at);
  expect(problems).toEqual([]);
  await context.close();
}, 240_000);

it("what happens is heard, unless the table is muted", async () => {
  const { context, page, problems } = await open_page(browser, server.address, { motion: true });
  await page.addInitScript(() => {
    const heard = { sounds: 0 };
    Object.assign(window, { heard });
    const start = AudioScheduledSourceNode.prototype.start;
    AudioScheduledSourceNode.prototype.start = function (when?: number) {
      ++heard.sounds;
      start.call(this, when);
    };
  });
  await sit_down(page, "transformers_tcg");
  const heard = () => page.evaluate(() => (window as unknown as { heard: { sounds: number } }).heard.sounds);
  // How much of a turn is heard depends on what the computer does in it.
  const roll = dice(12);
  const late = Date.now() + 120_000;
  while ((await heard()) <= 2 && Date.now() < late) if (!(await play_once(page, roll))) await page.waitForTimeout(20);
  expect(await heard()).toBeGreaterThan(2);
  await until_recap(page, 3);
  await page.keyboard.press(" ");
  await page.getByRole("button", { name: "Mute the table" }).click();
  await page.waitForTimeout(300);
  const before = await heard();
  await page.getByTestId("replay-line").first().click();
  await playing(page).waitFor({ timeout: 5000 });
  await expect.poll(() => playing(page).count(), { timeout: 10_000 }).toBe(0);
  expect(await heard()).toBe(before);
  expect(problems).toEqual([]);
  await context.close();
}, 180_000);

it("an answer that is possible is never blocked by what is still playing", async () => {
  const { context, page } = await open_page(browser, server.address, { motion: true });
  await page.addInitScript(() => {
    localStorage.setItem("rulewright.settings", JSON.stringify({ speed: "slow", language: "en" }));
  });
  await sit_down(page, "risk_cybertron");
  const roll = dice(6);
  const late = Date.now() + 60_000;
  let answered = 0;
  while (answered < 3 && Date.now() < late) {
    const table = await look(page);
    const at = table.at;
    if (!table.asked || (await playing(page).count()) === 0) {
      if (!(await play_once(page, roll))) await page.waitForTimeout(20);
      continue;
    }
    await play_once(page, roll);
    if ((await look(page)).at !== at) ++answered;
  }
  expect(answered).toBe(3);
  await context.close();
}, 120_000);

it("at speed 'at once' and for those who want no motion nothing flies", async () => {
  const { context, page } = await open_page(browser, server.address, { played_out: true }); // asks for reduced motion
  await sit_down(page, "transformers_dbg");
  await page.evaluate(() => {
    const seen = { ghosts: 0, captions: 0 };
    (window as unknown as { seen: typeof seen }).seen = seen;
    new MutationObserver(() => {
      if (document.querySelector(".stage .ghost")) ++seen.ghosts;
      if (document.querySelector(".stage .caption")) ++seen.captions;
    }).observe(document.body, { childList: true, subtree: true });
  });
  await until_recap(page, 2);
  await expect
    .poll(() => page.evaluate(() => (window as unknown as { seen: { captions: number } }).seen.captions))
    .toBeGreaterThan(0);
  expect(await page.evaluate(() => (window as unknown as { seen: { ghosts: number } }).seen.ghosts)).toBe(0);
  await page.getByTestId("table-settings").click();
  await page.getByTestId("speed-off").click();
  await page.keyboard.press("Escape");
  await expect.poll(() => playing(page).count(), { timeout: 30_000 }).toBe(0);
  const roll = dice(3);
  for (let i = 0; i < 30; ++i) {
    await play_once(page, roll);
    expect(await playing(page).count()).toBe(0);
  }
  await context.close();
}, 240_000);

it("the end of the game is shown after the last blow", async () => {
  const { context, page, problems } = await open_page(browser, server.address, { motion: true });
  await sit_down(page, "transformers_tcg");
  await page.evaluate(() => {
    const seen = { waited: false, early: false };
    Object.assign(window, { seen });
    new MutationObserver(() => {
      if (!document.querySelector("[data-testid='stage'][data-playing='yes']")) return;
      if (document.querySelector("header.status")?.textContent?.includes("The game is over")) seen.waited = true;
      if (document.querySelector("[data-testid='end-screen']")) seen.early = true;
    }).observe(document.body, { childList: true, subtree: true, attributes: true, characterData: true });
  });
  await play_on(page, dice(5), { minutes: 2 });
  await page.getByTestId("end-screen").waitFor();
  expect(await page.evaluate(() => (window as unknown as { seen: object }).seen)).toEqual({
    waited: true,
    early: false,
  });
  expect(problems).toEqual([]);
  await context.close();
}, 180_000);
