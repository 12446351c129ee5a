// Around the table: titles, the skip link, addresses that lead nowhere, what is clicked without a connection.
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { dice, look, open_browser, open_page, play_on } from "./browser";
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
    const answer = await page.goto(address);
    expect(answer?.status(), address).toBe(address === "/no/such/place" ? 404 : 200);
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

it("a rule of the log is read beside the table, a card of the log is looked at, and the game is found again from the first page", async () => {
  const { context, page, problems } = await open_page(browser, server.address);
  await page.goto("/");
  await page.getByTestId("play-transformers_tcg").click();
  await page.getByTestId("question").waitFor({ timeout: 20_000 });
  const table = page.url();
  await play_on(page, dice(14), { limit: 12 });
  await page.locator("[role=log] a.clause:not(.further)").last().click();
  await page.getByTestId("clause-note").locator("p").waitFor({ timeout: 5000 });
  const rule = (await page.getByTestId("clause-note").locator("p").textContent()) ?? "";
  expect(rule).toMatch(/^[A-Z].{15,}\.$/s); // a sentence of the rules
  expect(rule).not.toContain("object");
  expect(page.url()).toBe(table);
  await page.keyboard.press("Escape");
  expect(await page.getByTestId("clause-note").count()).toBe(0);
  const line = page.locator("[role=log] [data-card]").last();
  if (await line.count()) {
    await line.hover();
    await page.locator(".zoom .card").waitFor({ timeout: 5000 });
  }
  await page.goto("/");
  await page.getByTestId("resume").getByRole("link").first().click();
  await page.waitForURL(table);
  expect(problems).toEqual([]);
  await context.close();
}, 120_000);

it("an open pile is spread out", async () => {
  const { context, page } = await open_page(browser, server.address);
  await page.goto("/");
  await page.getByTestId("play-transformers_tcg").click();
  await page.getByTestId("question").waitFor({ timeout: 20_000 });
  const open = page.locator("button[data-testid='pile']");
  await play_on(page, dice(15), { enough: async () => (await open.count()) > 0, minutes: 1.5 });
  await open.first().click();
  await page.getByTestId("pile-dialog").locator(".card").first().waitFor({ timeout: 5000 });
  await page.keyboard.press("Escape");
  await expect.poll(() => page.getByTestId("pile-dialog").count()).toBe(0);
  await context.close();
}, 120_000);

it("on a phone a tap never plays by surprise, and a long press shows the card", async () => {
  const { context, page } = await open_page(browser, server.address, { phone: true });
  await page.goto("/");
  await page.getByTestId("play-transformers_dbg").tap();
  await page.getByTestId("question").waitFor({ timeout: 20_000 });
  const card = page.locator(".board .hand [data-mark='pick'][data-card]");
  await play_on(page, dice(16), {
    hand: "touch",
    enough: async () => (await look(page)).asked && (await card.count()) > 0,
    minutes: 1.5,
  });
  const before = (await look(page)).at;
  await card.first().tap();
  await page.waitForTimeout(600);
  expect((await look(page)).at).toBe(before);
  expect((await look(page)).picked).toBe(1);
  const box = (await page.locator(".board [data-mark='picked']").first().boundingBox())!;
  const touch = await context.newCDPSession(page);
  const points = [{ x: box.x + box.width / 2, y: box.y + 20 }];
  await touch.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: points });
  await page.waitForTimeout(700);
  await touch.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  await page.locator("#panel-zoom.shown .card").waitFor({ timeout: 5000 });
  expect((await look(page)).at).toBe(before);
  await context.close();
}, 120_000);
