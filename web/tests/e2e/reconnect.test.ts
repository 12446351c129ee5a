// The line breaks, the server is killed: the page comes back by itself to the exact question.
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { dice, open_browser, open_page, picture, play_on } from "./browser";
import { short_game } from "./games";
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

async function my_question(page: Page): Promise<{ at: string | null; question: string; log: string }> {
  await page.locator("main.table[data-busy='no'] [data-testid='question']").waitFor({ timeout: 20_000 });
  return {
    at: await page.locator("main.table").getAttribute("data-at"),
    question: (await page.getByTestId("question").getAttribute("title")) ?? "", // the card before it is from the log
    log: ((await page.locator("[role=log] li").last().textContent()) ?? "").replace(/\s+/g, " "),
  };
}

it("a server killed with kill -9 in mid-game and started again gives the same question", async () => {
  const { context, page, problems } = await open_page(browser, server.address);
  await page.goto("/");
  await page.getByTestId("play-risk_cybertron").click();
  await page.getByTestId("decision-bar").waitFor();
  const roll = dice(3);
  for (let round = 0; round < 3; ++round) {
    await play_on(page, roll, { limit: 6 });
    const before = await my_question(page);
    await server.kill();
    await page
      .locator("main.table[data-connection='lost'], main.table[data-connection='connecting']")
      .waitFor({ timeout: 10_000 });
    if (round === 0) await picture(page, "connection-lost");
    await server.run();
    await page.locator("main.table[data-connection='open']").waitFor({ timeout: 20_000 });
    await expect.poll(() => my_question(page), { timeout: 5000 }).toEqual(before);
  }
  await play_on(page, roll, { limit: 6 }); // and the game goes on
  expect(problems).toEqual([]);
  await context.close();
});

it.each(Object.keys(short_game))(
  "a page of %s that is loaded anew in mid-game is at the same question",
  async (game) => {
    const { context, page } = await open_page(browser, server.address);
    await page.goto("/");
    await page.getByTestId(`play-${game}`).click();
    await page.getByTestId("decision-bar").waitFor();
    await play_on(page, dice(9), { limit: 8 });
    const before = await my_question(page);
    await page.reload();
    const after = await my_question(page);
    expect(after.question).toBe(before.question);
    expect(after.at).toBe(before.at);
    await play_on(page, dice(10), { limit: 2 });
    await context.close();
  },
);
