// For every game: from the first page to the end screen through the page's own controls, against the computer.
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { dice, open_browser, open_page, picture, play_on } from "./browser";
import { short_game } from "./games";
import { games_of, Server } from "./server";

let server: Server;
let browser: Browser;
let there: string[] = [];

beforeAll(async () => {
  server = await Server.start();
  browser = await open_browser();
  there = (await games_of(server)).map((game) => game.id);
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

describe.each(Object.entries(short_game))("%s", (game, options) => {
  it("runs after one click on the first page", async ({ skip }) => {
    if (!there.includes(game)) skip("this server does not have it");
    const { context, page, problems, foreign } = await open_page(browser, server.address);
    await page.goto("/");
    await page.getByTestId(`play-${game}`).click();
    await page.getByTestId("decision-bar").waitFor({ timeout: 30_000 });
    await page.waitForTimeout(500);
    await picture(page, `begin-${game}`);
    expect(await page.getByTestId("board-plain").count(), "a table of its own").toBe(0);
    expect(problems).toEqual([]);
    expect(foreign).toEqual([]);
    await context.close();
  });

  it("is played to its end screen", async ({ skip }) => {
    if (!there.includes(game)) skip("this server does not have it");
    const { context, page, problems } = await open_page(browser, server.address);
    await page.goto("/");
    await page.locator(`[data-game='${game}'] h2 a`).click();
    await page.getByTestId("start").waitFor();
    for (const select of await page.locator("select[aria-label^='Seat ']").all())
      if ((await select.inputValue()) !== "me") await select.selectOption("greedy");
    if (Object.keys(options).length > 0) {
      await page.getByText("Options of the game").click();
      for (const [name, value] of Object.entries(options)) await page.getByTestId(`option-${name}`).selectOption(value);
    }
    await page.getByTestId("start").click();
    await page.getByTestId("decision-bar").waitFor({ timeout: 30_000 });
    const begun = await play_on(page, dice(7), { limit: 25 });
    await picture(page, `middle-${game}`);
    const acted = begun + (await play_on(page, dice(11), { minutes: 6 }));
    await page.getByTestId("end-screen").waitFor();
    await picture(page, `end-${game}`);
    expect(acted).toBeGreaterThan(5);
    expect(problems).toEqual([]);
    await context.close();
  }, 500_000);
});
