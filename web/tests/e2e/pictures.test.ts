// Every table at five sizes, in both themes and languages: kept under build/e2e to be looked at. Whatever is drawn fits
// in French too, where words are longer.
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { dice, look, open_browser, open_page, picture, play_on } from "./browser";
import { short_game } from "./games";
import { is_phone, misfits, sizes } from "./misfits";
import { Server } from "./server";
import { enter } from "./tables";

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

// A table in the middle of a game, at a question of ours.
async function middle_of(page: Page, game: string): Promise<string> {
  await enter(page);
  const link = await page.evaluate(async (id) => {
    const me = await (await fetch("/api/me")).json();
    const answer = await fetch("/api/tables", {
      method: "POST",
      headers: { "content-type": "application/json", "x-csrf": me.csrf },
      body: JSON.stringify({
        game: id,
        seats: [{ kind: "me" }, { kind: "bot", bot: "greedy" }],
        seed: "a picture",
        options: id === "risk_cybertron" ? { deal_zones: "on" } : {},
      }),
    });
    return (await answer.json()).link as string;
  }, game);
  await page.goto(link);
  await page.getByTestId("question").waitFor({ timeout: 20_000 });
  await play_on(page, dice(9), { limit: 18, minutes: 1 });
  await page.keyboard.press("Escape");
  await expect.poll(async () => (await look(page)).asked, { timeout: 20_000 }).toBe(true);
  return link;
}

const themes = ["light", "dark"] as const;
const languages = ["en", "fr"] as const;

describe.each(Object.keys(short_game))("%s", (game) => {
  it("is drawn at every size, in both themes and languages", async () => {
    const { context, page, problems } = await open_page(browser, server.address);
    const link = await middle_of(page, game);
    const questions = new Set<string>();
    const faults: string[] = [];
    for (const language of languages)
      for (const theme of themes) {
        await page.evaluate((kept) => localStorage.setItem("rulewright.settings", JSON.stringify(kept)), {
          speed: "off",
          auto_pass: "never",
          theme,
          language,
        });
        await page.goto(link);
        await page.locator(".board [data-testid]").first().waitFor();
        await page.getByTestId("question").waitFor();
        expect(
          await page.evaluate(() => [document.documentElement.lang, document.documentElement.dataset.theme]),
        ).toEqual([language, theme]);
        questions.add((await page.getByTestId("question").textContent()) ?? "");
        for (const size of sizes) {
          await page.setViewportSize(size);
          await page.waitForTimeout(120);
          await picture(page, `table-${game}-${size.width}-${theme}-${language}`);
          faults.push(
            ...(await misfits(page, is_phone(size))).map((one) => `${size.width} ${theme} ${language}: ${one}`),
          );
          // The other half of a phone's table, once in each language.
          const halves = page.locator(".dots button");
          if (theme === "light" && (await halves.count()) > 1) {
            await halves.nth(1).click();
            await page.waitForTimeout(300);
            await picture(page, `table-${game}-${size.width}-half-${language}`);
            await halves.nth(0).click();
            await page.waitForTimeout(300);
          }
        }
      }
    expect(faults).toEqual([]);
    expect(questions.size).toBe(languages.length);
    expect(problems).toEqual([]);
    await context.close();
  }, 180_000);
});
