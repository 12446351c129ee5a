// Dragging, giving up a half-made choice, the guided game, settings, the deck builder.
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { dice, look, open_browser, open_page, picture, play_on } from "./browser";
import { games_of, Server } from "./server";

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

it("an attack is declared by dragging, and Escape gives up a half-made choice", async () => {
  const { context, page, problems } = await open_page(browser, server.address);
  await page.goto("/guide/risk_cybertron");
  await page.getByTestId("begin-guide").click();
  await page.getByTestId("hint").waitFor({ timeout: 20_000 });
  await picture(page, "guide-hint");
  await page.getByTestId("hint").getByRole("button").first().click(); // the step waits for its zone; skipped here
  const attacking = async () =>
    (await look(page)).asked && ((await page.getByTestId("question").textContent()) ?? "").startsWith("Phase 3");
  await play_on(page, dice(8), { enough: attacking, minutes: 3 });
  expect(await attacking()).toBe(true);

  const before = await look(page);
  const middle = async (place: string) => {
    const zone = place.replace("zones.", "");
    return page.evaluate((id) => {
      const shape = document.querySelector<SVGPolygonElement>(`[data-zone="${id}"] .land`)!;
      const numbers = shape.getAttribute("points")!.split(/[ ,]+/).map(Number);
      const xs = numbers.filter((_, i) => i % 2 === 0);
      const ys = numbers.filter((_, i) => i % 2 === 1);
      const point = new DOMPoint(xs.reduce((a, b) => a + b) / xs.length, ys.reduce((a, b) => a + b) / ys.length);
      const there = point.matrixTransform(shape.getScreenCTM()!);
      return { x: there.x, y: there.y };
    }, zone);
  };
  const from = before.places[0]!;
  await page.locator(`.board [data-place="${from}"]`).first().focus();
  await page.keyboard.press("Enter");
  const reach = (await look(page)).places;
  expect(reach.length).toBeGreaterThan(0);
  await picture(page, "odds-shown");
  await page.keyboard.press("Escape");
  expect((await look(page)).picked).toBe(0);

  const start = await middle(from);
  const goal = await middle(reach[0]!);
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  await page.mouse.move((start.x + goal.x) / 2, (start.y + goal.y) / 2, { steps: 4 });
  await page.mouse.move(goal.x, goal.y, { steps: 4 });
  await picture(page, "dragging");
  await page.mouse.up();
  await expect
    .poll(async () => (await page.getByTestId("question").textContent()) ?? "", { timeout: 10_000 })
    .not.toMatch(/^Phase 3/);
  expect(problems).toEqual([]);
  await context.close();
}, 300_000);

it("settings hold: colours, text size, motion", async () => {
  const { context, page } = await open_page(browser, server.address, { scheme: "dark" });
  await page.goto("/");
  await page.getByRole("button", { name: "Settings" }).click();
  await page.getByRole("button", { name: "light", exact: true }).click();
  await page.getByRole("button", { name: "huge" }).click();
  await page.reload();
  expect(await page.locator("html").getAttribute("data-theme")).toBe("light");
  expect(await page.locator("html").getAttribute("data-motion")).toBe("none"); // the system asks for it
  expect(await page.evaluate(() => document.documentElement.style.getPropertyValue("--text-scale"))).toBe("1.45");
  await picture(page, "huge-text");
  await context.close();
});

it("a deck is built from a starter deck and judged by the server", async () => {
  const { context, page, problems } = await open_page(browser, server.address);
  for (const game of (await games_of(server)).filter((one) => one.decks)) {
    await page.goto(`/decks/${game.id}`);
    await expect.poll(() => page.getByTestId("starter").locator("option").count()).toBeGreaterThan(1);
    await page.getByTestId("starter").selectOption({ index: 1 });
    await page.locator(".verdict.legal").waitFor({ timeout: 10_000 });
    await picture(page, `deck-${game.id}`);
    await page.getByTestId("play-deck").click();
    await page.getByTestId("decision-bar").waitFor({ timeout: 20_000 });
    await page.goBack();
    await expect.poll(() => page.getByTestId("starter").locator("option").count()).toBeGreaterThan(1);
    await page.getByTestId("starter").selectOption({ index: 1 });
    await page.locator(".verdict.legal").waitFor({ timeout: 10_000 });
    // More copies of one card than any format allows.
    for (let i = 0; i < 5; ++i) await page.locator(".deck .lines button[aria-label^='One more']").last().click();
    await page.locator(".verdict:not(.legal)").waitFor({ timeout: 10_000 });
    await page.locator(".problems .clause").first().waitFor();
    await page.getByRole("button", { name: "As text" }).click();
    expect((await page.locator("textarea").inputValue()).split("\n").length).toBeGreaterThan(5);
  }
  expect(problems).toEqual([]);
  await context.close();
});

it("two people bring their own decks to a table", async () => {
  const host = await open_page(browser, server.address);
  const guest = await open_page(browser, server.address);
  for (const game of (await games_of(server)).filter((one) => one.decks)) {
    await host.page.goto(`/games/${game.id}`);
    const starter = host.page.getByTestId("my-deck").locator("option");
    await expect.poll(() => starter.count()).toBeGreaterThan(3);
    await host.page.getByTestId("my-deck").selectOption({ index: 1 });
    await host.page.getByLabel("Seat 2").selectOption("open");
    await host.page.getByTestId("start").click();
    await host.page.getByRole("heading", { name: "Waiting for players" }).waitFor();
    await guest.page.goto(host.page.url());
    await expect.poll(() => guest.page.getByTestId("my-deck").locator("option").count()).toBeGreaterThan(3);
    await guest.page.getByTestId("my-deck").selectOption({ index: 2 });
    await picture(guest.page, `join-with-deck-${game.id}`);
    await guest.page.getByTestId("take-seat").click();
    await guest.page.getByTestId("decision-bar").waitFor({ timeout: 10_000 });
    await host.page.getByTestId("decision-bar").waitFor({ timeout: 10_000 });
    expect(await guest.page.getByText("Which deck do you bring?").count()).toBe(0);
  }
  expect([...host.problems, ...guest.problems]).toEqual([]);
  await host.context.close();
  await guest.context.close();
});
