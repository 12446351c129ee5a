// For every game: from the first page to the end screen through the page's own controls, against the computer.
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { dice, open_browser, open_page, picture, play_on } from "./browser";
import { Server } from "./server";

let server: Server;
let browser: Browser;
let games: string[] = [];

beforeAll(async () => {
  server = await Server.start();
  browser = await open_browser();
  const answer = (await (await fetch(`${server.address}/api/games`)).json()) as { games: { id: string }[] };
  games = answer.games.map((game) => game.id);
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

describe("every game", () => {
  it("runs after one click on the first page", async () => {
    expect(games.length).toBeGreaterThan(0);
    const { context, page, problems, foreign } = await open_page(browser, server.address);
    for (const game of games) {
      await page.goto("/");
      await page.getByTestId(`play-${game}`).click();
      await page.getByTestId("decision-bar").waitFor({ timeout: 20_000 });
      await page.waitForTimeout(500);
      await picture(page, `begin-${game}`);
      expect(await page.getByTestId("board-plain").count(), `${game} has a table of its own`).toBe(0);
    }
    expect(problems).toEqual([]);
    expect(foreign).toEqual([]);
    await context.close();
  });

  it("is played to its end screen", async () => {
    const short: Record<string, Record<string, string>> = { risk_cybertron: { deal_zones: "on", days: "2" } };
    for (const game of games) {
      const { context, page, problems } = await open_page(browser, server.address);
      await page.goto("/");
      await page.locator(`[data-game='${game}'] h2 a`).click();
      await page.getByTestId("start").waitFor();
      for (const select of await page.locator("select[aria-label^='Seat ']").all())
        if ((await select.inputValue()) !== "me") await select.selectOption("greedy");
      if (short[game]) {
        await page.getByText("Options of the game").click();
        for (const [name, value] of Object.entries(short[game]))
          await page
            .locator(`.grid label:has(strong:text-is("${name.replaceAll("_", " ")}")) select`)
            .selectOption(value);
      }
      await page.getByTestId("start").click();
      await page.getByTestId("decision-bar").waitFor({ timeout: 20_000 });
      await play_on(page, dice(7), { limit: 25 });
      await picture(page, `middle-${game}`);
      const acted = await play_on(page, dice(11), { minutes: 8 });
      await picture(page, `end-${game}`);
      expect(acted, game).toBeGreaterThan(0);
      expect(await page.getByTestId("end-screen").count(), game).toBe(1);
      expect(problems, game).toEqual([]);
      await context.close();
    }
  }, 1_800_000);
});
