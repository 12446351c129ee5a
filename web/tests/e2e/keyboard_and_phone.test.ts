// A whole game with the keyboard alone, and one on a phone with fingers.
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { dice, look, open_browser, open_page, picture, play_on } from "./browser";
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

it("a whole game is played with the keyboard alone", async () => {
  const { context, page, problems } = await open_page(browser, server.address);
  await page.goto("/games/risk_cybertron");
  await page.getByTestId("start").waitFor();
  await page.getByLabel("Seat 2").focus();
  await page.keyboard.type("Computer: Dabbler");
  await page.getByText("Options of the game").focus();
  await page.keyboard.press("Enter");
  await page.locator('.grid label:has(strong:text-is("deal zones")) select').focus();
  await page.keyboard.type("on");
  await page.locator('.grid label:has(strong:text-is("days")) select').focus();
  await page.keyboard.type("1");
  await page.getByTestId("start").focus();
  await page.keyboard.press("Enter");
  await page.getByTestId("decision-bar").waitFor();

  // The arrows move between zones, "b" goes to the first thing that can be picked, "o" reads the choices.
  await play_on(page, dice(1), { hand: "keys", limit: 3 });
  await expect.poll(async () => (await look(page)).asked, { timeout: 20_000 }).toBe(true);
  await page.keyboard.press("b");
  const first = await page.evaluate(() => document.activeElement?.getAttribute("data-place"));
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowDown");
  const moved = await page.evaluate(() => document.activeElement?.getAttribute("data-place"));
  expect(first).toBeTruthy();
  expect(moved).toBeTruthy();
  expect(moved).not.toBe(first);
  await page.keyboard.press("o");
  expect(((await page.getByTestId("live").textContent()) ?? "").length).toBeGreaterThan(3);
  await page.keyboard.press("?");
  await page.getByRole("dialog").waitFor();
  await page.keyboard.press("Escape");

  const acted = await play_on(page, dice(2), { hand: "keys", minutes: 8 });
  expect(acted).toBeGreaterThan(5);
  expect(await page.getByTestId("end-screen").count()).toBe(1);
  expect(problems).toEqual([]);
  await context.close();
}, 600_000);

it("a whole game is played on a phone", async () => {
  const { context, page, problems } = await open_page(browser, server.address, { phone: true });
  await page.goto("/");
  await picture(page, "phone-first-page");
  await page.goto("/games/risk_cybertron");
  await page.getByLabel("Seat 2").selectOption("random");
  await page.getByText("Options of the game").tap();
  await page.locator('.grid label:has(strong:text-is("deal zones")) select').selectOption("on");
  await page.locator('.grid label:has(strong:text-is("days")) select').selectOption("1");
  await page.getByTestId("start").tap();
  await page.getByTestId("decision-bar").waitFor();
  await play_on(page, dice(4), { hand: "touch", limit: 8 });
  await picture(page, "phone-table");
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(wide).toBeLessThanOrEqual(390);
  await play_on(page, dice(6), { hand: "touch", minutes: 8 });
  await picture(page, "phone-end");
  expect(await page.getByTestId("end-screen").count()).toBe(1);
  expect(problems).toEqual([]);
  await context.close();
}, 600_000);
