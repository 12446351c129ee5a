// Whole games with the keyboard alone, and on a phone with fingers: RISK and card games.
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

// Chooses an entry of a list by typing its beginning, as the keyboard does.
async function type_into(page: Page, select: ReturnType<Page["locator"]>, text: string) {
  await select.focus();
  await page.keyboard.type(text);
}

describe("with the keyboard alone", () => {
  it.each(Object.keys(short_game))(
    "a whole game of %s is played",
    async (game) => {
      const { context, page, problems } = await open_page(browser, server.address);
      await page.goto(`/games/${game}`);
      await page.getByTestId("start").waitFor();
      await type_into(page, page.getByLabel("Seat 2"), "Computer: Dabbler");
      if (Object.keys(short_game[game]!).length > 0) {
        await page.getByText("Options of the game").focus();
        await page.keyboard.press("Enter");
      }
      for (const [name, value] of Object.entries(short_game[game]!))
        await type_into(page, page.getByTestId(`option-${name}`), value);
      await page.getByTestId("start").focus();
      await page.keyboard.press("Enter");
      await page.getByTestId("decision-bar").waitFor();

      // The arrows move between things, "b" goes to the first one that can be picked, "o" reads the choices.
      await play_on(page, dice(1), { hand: "keys", limit: 3 });
      await expect.poll(async () => (await look(page)).asked, { timeout: 20_000 }).toBe(true);
      const focused = () => page.evaluate(() => document.activeElement?.getAttribute("data-place"));
      if ((await look(page)).places.length > 0) {
        await page.keyboard.press("b");
        const first = await focused();
        expect(first).toBeTruthy();
        const seen = new Set([first]);
        for (const key of ["ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp"]) {
          await page.keyboard.press(key);
          seen.add(await focused());
        }
        expect(seen.size).toBeGreaterThan(1);
      }
      await page.keyboard.press("o");
      expect(((await page.getByTestId("live").textContent()) ?? "").length).toBeGreaterThan(3);
      await page.keyboard.press("?");
      await page.getByRole("dialog").waitFor();
      await page.keyboard.press("Escape");

      const acted = await play_on(page, dice(2), { hand: "keys", minutes: 8 });
      expect(acted).toBeGreaterThan(5);
      await page.getByTestId("end-screen").waitFor();
      expect(problems).toEqual([]);
      await context.close();
    },
    600_000,
  );
});

describe("on a phone", () => {
  it.each(["risk_cybertron", "transformers_tcg", "dragon_booster"])(
    "a whole game of %s is played",
    async (game) => {
      const { context, page, problems } = await open_page(browser, server.address, { phone: true });
      await page.goto("/");
      await picture(page, "phone-first-page");
      await page.goto(`/games/${game}`);
      await page.getByLabel("Seat 2").selectOption("random");
      await page.getByText("Options of the game").tap();
      for (const [name, value] of Object.entries(short_game[game]!))
        await page.getByTestId(`option-${name}`).selectOption(value);
      await page.getByTestId("start").tap();
      await page.getByTestId("decision-bar").waitFor();
      await play_on(page, dice(4), { hand: "touch", limit: 12 });
      await picture(page, `phone-table-${game}`);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
      await play_on(page, dice(6), { hand: "touch", minutes: 4 });
      await page.getByTestId("end-screen").waitFor();
      await picture(page, `phone-end-${game}`);
      expect(problems).toEqual([]);
      await context.close();
    },
    300_000,
  );

  it("both answers to 'Resign?' are in sight, and the table stays where it is", async () => {
    const size = { width: 360, height: 740 };
    const { context, page } = await open_page(browser, server.address, { phone: true, size, locale: "fr-FR" });
    await sit_down(page, { game: "dino_battles", seed: "resign" });
    const board = await page.locator(".board").boundingBox();
    await page.getByRole("button", { name: "Abandonner" }).tap();
    for (const answer of await page.locator(".tools .answer").all()) {
      const box = (await answer.boundingBox())!;
      expect(box.x + box.width).toBeLessThanOrEqual(size.width);
    }
    expect(await page.locator(".tools .answer").count()).toBe(2);
    expect(await page.locator(".board").boundingBox()).toEqual(board);
    await context.close();
  });

  it("the half where something can be picked comes into sight", async () => {
    const { context, page, problems } = await open_page(browser, server.address, { phone: true });
    await sit_down(page, { game: "transformers_tcg", seed: "two halves" });
    const half = page.locator(".dots button[aria-pressed='true']");
    const mine = page.locator("[data-side='ours'] .character[data-mark='pick']");
    const theirs = page.locator("[data-side='theirs'] .character[data-mark='pick']");
    const in_sight = (what: typeof mine) =>
      expect.poll(async () => {
        const box = await what.first().boundingBox();
        return box !== null && box.x >= 0 && box.x + box.width <= 390;
      });
    expect(await half.getAttribute("aria-label")).toContain("Second half");
    await in_sight(mine).toBe(true);
    for (let i = 0; i < (await mine.count()) && (await theirs.count()) === 0; ++i) {
      await page.keyboard.press("Escape");
      await mine.nth(i).tap();
    }
    await in_sight(theirs).toBe(true);
    await page.keyboard.press("Escape");
    await in_sight(mine).toBe(true);
    // Whoever turns back stays there.
    await page.locator(".dots button").first().tap();
    await page.waitForTimeout(400);
    expect(await half.getAttribute("aria-label")).toContain("First half");
    expect(problems).toEqual([]);
    await context.close();
  });
});
