// Around the table: titles, the skip link, addresses that lead nowhere, what is clicked without a connection.
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { look, open_browser, open_page } from "./browser";
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

it("every page has a title of its own", async () => {
  const { context, page } = await open_page(browser, server.address);
  const titles = new Set<string>();
  const pages = [
    "/",
    "/lobby",
    "/account",
    "/rules/dino_battles",
    "/cards/dino_battles",
    "/games/dino_battles",
    "/no/such/place",
  ];
  for (const address of pages) {
    await page.goto(address);
    await page.locator("main").waitFor();
    if (address.includes("dino")) await expect.poll(() => page.title()).toContain("Dino Battles");
    titles.add(await page.title());
  }
  expect(titles.size).toBe(pages.length);
  await context.close();
});

it("a replay that does not exist says so", async () => {
  const { context, page } = await open_page(browser, server.address);
  await page.goto("/replay/nothing_here");
  await page.getByRole("heading", { name: "No such replay" }).waitFor({ timeout: 5000 });
  expect(await page.getByTestId("step-on").count()).toBe(0);
  await context.close();
});

it("the table's skip link leads to the table, and an answer without a connection is said to be unsent", async () => {
  const { context, page } = await open_page(browser, server.address);
  await page.goto("/");
  await page.getByTestId("play-risk_cybertron").click();
  await page.getByTestId("question").waitFor({ timeout: 20_000 });
  await page.keyboard.press("Tab");
  await page.locator("a.skip").focus();
  await page.keyboard.press("Enter");
  expect(await page.evaluate(() => document.activeElement?.id)).toBe("content");

  await expect.poll(async () => (await look(page)).places.length, { timeout: 10_000 }).toBeGreaterThan(0);
  const place = (await look(page)).places[0]!;
  await server.kill();
  await page.locator("main.table:not([data-connection='open'])").waitFor({ timeout: 10_000 });
  await page.locator(`.board [data-place="${place}"]`).first().focus();
  await page.keyboard.press("Enter");
  await page.locator(".notice", { hasText: "Not sent" }).waitFor({ timeout: 5000 });
  await server.run();
  await page.locator("main.table[data-connection='open']").waitFor({ timeout: 10_000 });
  await context.close();
});
