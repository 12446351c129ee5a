// Quick beginnings, hints in every game, and the review of a finished game with its replay.
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { dice, look, open_browser, open_page, picture, play_on } from "./browser";
import { short_game } from "./games";
import { Server } from "./server";
import { sit_down } from "./tables";

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

const question = async (page: Page) => (await page.getByTestId("question").textContent({ timeout: 20_000 })) ?? "";
const asked = (page: Page) => expect.poll(async () => (await look(page)).asked, { timeout: 30_000 }).toBe(true);

describe("the beginning of RISK", () => {
  it.each(["quick", "play"])("%s: the computer places the rest", async (kind) => {
    const { context, page, problems } = await open_page(browser, server.address);
    await page.goto("/");
    await page.getByTestId(`${kind}-risk_cybertron`).click();
    await asked(page);
    expect(await page.getByTestId("settle").count()).toBe(0);
    await page.locator(".board [data-mark='pick']").first().click();
    await page.getByTestId("settle").waitFor({ timeout: 20_000 });
    // Zones are dealt in a quick game, and claimed one by one by the book.
    expect(/claim/i.test(await question(page))).toBe(kind === "play");
    await page.getByTestId("settle").click();
    await expect.poll(async () => page.getByTestId("stop-settling").count(), { timeout: 60_000 }).toBe(0);
    await asked(page);
    expect(await page.getByTestId("settle").count()).toBe(0);
    expect(await page.locator(".board").textContent()).toContain("Day 1");
    await picture(page, `beginning-${kind}`);
    expect(problems).toEqual([]);
    await context.close();
  });
});

it.each(Object.keys(short_game))("a hint in %s marks what the computer would do", async (game) => {
  const { context, page, problems } = await open_page(browser, server.address);
  await sit_down(page, { game, seed: "a hint" });
  await play_on(page, dice(3), { limit: 4, minutes: 1 });
  await page.keyboard.press("Escape");
  await asked(page);
  await page.getByTestId("ask-hint").click();
  await page.getByTestId("hinted").waitFor({ timeout: 20_000 });
  expect(await page.getByTestId("hinted").textContent()).toMatch(/^The computer would: ./);
  const pointed = page.locator(".board [data-pointed], [data-testid='decision-bar'] [data-pointed]");
  const listed = (await look(page)).buttons.length > 9; // a long list has no buttons in the bar
  if (!listed) expect(await pointed.count()).toBeGreaterThan(0);
  await picture(page, `hint-${game}`);
  const { at } = await look(page);
  const several = (await look(page)).gathering;
  await page.getByTestId("hinted").click();
  if (!several) await expect.poll(async () => (await look(page)).at, { timeout: 20_000 }).not.toBe(at);
  expect(problems).toEqual([]);
  await context.close();
});

it("a finished game is replayed event by event with all hands, reviewed, and gone on from", async () => {
  const { context, page, problems } = await open_page(browser, server.address, { size: { width: 1366, height: 768 } });
  const link = await sit_down(page, { game: "dino_battles", seed: "a review" });
  await play_on(page, dice(8), { limit: 60, minutes: 2 });
  if (!(await look(page)).over) {
    await page.getByRole("button", { name: "Resign" }).click();
    await page.getByRole("button", { name: "Really resign" }).click();
  }
  await page.getByTestId("end-screen").waitFor({ timeout: 20_000 });
  await page.getByTestId("see-replay").click();
  await page.getByTestId("step-on").waitFor();

  // The controls stay in sight, and the board follows each event of a choice.
  await page.getByTestId("all-hands").waitFor();
  expect(await page.getByTestId("all-hands").locator("[data-card]").count()).toBeGreaterThan(2);
  expect(await page.getByTestId("all-hands").textContent()).not.toContain("?");
  let frames = 0;
  for (let i = 0; i < 40; ++i) {
    await page.getByTestId("frame-on").click();
    frames += await page.getByTestId("replay-frame").count();
  }
  expect(frames).toBeGreaterThan(5);
  const controls = await page.locator(".controls").boundingBox();
  expect(controls!.y + controls!.height).toBeLessThanOrEqual(768);

  await page.getByTestId("open-review").click();
  await page.getByTestId("start-review").click();
  await page.getByTestId("curve").waitFor({ timeout: 120_000 });
  await page.getByTestId("curve").click({ position: { x: 5, y: 20 } });
  const at = async () => Number(await page.getByTestId("replay").getAttribute("data-at"));
  const early = await at();
  const box = (await page.getByTestId("curve").boundingBox())!;
  await page.getByTestId("curve").click({ position: { x: box.width - 5, y: 20 } });
  expect(await at()).toBeGreaterThan(early + 20);
  const dear = page.getByTestId("dear");
  expect(await dear.count()).toBeGreaterThan(0);
  await dear.first().click();
  await page.getByTestId("try-it").waitFor();
  const beyond = await page.locator(".review .wide").evaluate((table) => table.scrollWidth - table.clientWidth);
  expect(beyond, "points that the review's table is too wide by").toBeLessThanOrEqual(0);
  await picture(page, "review");
  await page.getByTestId("try-it").click();
  await page.waitForURL((url) => /\/table\//.test(url.href) && !url.href.endsWith(link), { timeout: 20_000 });
  await asked(page);
  expect(problems).toEqual([]);
  await context.close();
}, 300_000);
