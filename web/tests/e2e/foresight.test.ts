// Beside a table of a server: hints, reasons, previews and odds come from the engine in the page, not from the server.
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { dice, look, open_browser, open_page, play_once } from "./browser";
import { short_game } from "./games";
import { Server } from "./server";
import { sit_down } from "./tables";
import { engine } from "./without_server";

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

const step = (page: Page) => page.getByTestId("step").getAttribute("title");

// What is said about the choices of the list, until it is what is wanted; null if none of them is.
async function foreseen(page: Page, wanted: RegExp): Promise<string | null> {
  await page.getByTestId("all-choices").click();
  const choices = page.locator("button.choice");
  await choices.first().waitFor();
  let found: string | null = null;
  for (let i = 0; !found && i < Math.min(8, await choices.count()); ++i) {
    await choices.nth(i).hover();
    await expect
      .poll(() => step(page), { timeout: 2000 })
      .toMatch(wanted)
      .then(
        async () => {
          found = await step(page);
        },
        () => undefined,
      );
  }
  await page.getByTestId("all-choices").click();
  return found;
}

it.skipIf(!engine).each(Object.keys(short_game))(
  "%s: a hint, a reason and a preview without asking the server",
  async (game) => {
    const { context, page, problems } = await open_page(browser, server.address);
    const asked: string[] = [];
    await page.route("**/api/tables/*/hint*", (route) => {
      asked.push("hint");
      return route.abort();
    });
    page.on("websocket", (socket) =>
      socket.on("framesent", ({ payload }) => {
        if (String(payload).includes('"why"')) asked.push("why");
      }),
    );
    await sit_down(page, { game, seed: "foresight", options: short_game[game]! });
    const roll = dice(3);
    let told: string | null = null;
    for (let i = 0; !told && i < 12; ++i) {
      await expect.poll(async () => (await look(page)).asked, { timeout: 30_000 }).toBe(true);
      told = await foreseen(page, /^(Then: |What follows)/);
      if (!told) await play_once(page, roll);
    }
    expect(told).toMatch(/^(Then: |What follows)/);
    await page.keyboard.press("Escape");
    await page.getByTestId("ask-hint").click();
    await page.getByTestId("hinted").waitFor({ timeout: 60_000 });
    const closed = page.locator(".board [data-place]:not([data-mark])").first();
    if (await closed.count()) {
      await closed.focus();
      await page.keyboard.press("Enter");
      await page.locator(".notice").waitFor();
    }
    expect(asked).toEqual([]);
    expect(problems).toEqual([]);
    await context.close();
  },
);
