// The designers' workbench: a card is changed, its text changes in both languages, a mistake is told with its place, the
// change is tried in games, played against the computer, and handed on as a file.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { open_browser, open_page, picture } from "./browser";
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

const text_in = (page: Page, language: "en" | "fr") => page.getByTestId(`text-${language}`).textContent();
async function write(page: Page, old: string, now: string) {
  const box = page.getByTestId("record");
  const text = await box.inputValue();
  expect(text).toContain(old);
  await box.fill(text.replace(old, now));
}

describe("the workbench", () => {
  it("shows what becomes of a card, tries it, plays it and hands it on", async () => {
    const { context, page, problems } = await open_page(browser, server.address);
    page.setDefaultTimeout(60_000);
    await page.goto("/workbench/transformers_tcg#zap");
    await expect.poll(() => page.getByTestId("record").inputValue(), { timeout: 20_000 }).toContain("id: zap");
    await expect.poll(() => text_in(page, "en"), { timeout: 20_000 }).toContain("1 damage");
    expect(await text_in(page, "fr")).toContain("1 dégât");
    expect(await page.getByTestId("play-it").isDisabled(), "nothing is changed yet").toBe(true);

    // A change shows in both languages; the face is there, and what the rules say.
    await write(page, "n: 1", "n: 3");
    await expect.poll(() => text_in(page, "en"), { timeout: 20_000 }).toContain("3 damage");
    expect(await text_in(page, "fr")).toContain("3 dégâts");
    expect(await page.locator(".drawing svg").count()).toBeGreaterThan(0);
    expect(await page.getByTestId("legality").textContent()).toContain("15 of 15");

    // A mistake is told with its place, in the language of the page, and nothing can be begun with it.
    await write(page, "rarity: common", "rarity: comon");
    await expect
      .poll(() => page.getByTestId("problems").textContent(), { timeout: 20_000 })
      .toContain("battle_cards.zap:6:9");
    expect(await page.getByTestId("problems").textContent()).toContain("did you mean 'common'");
    expect(await page.getByTestId("start-what-if").isDisabled()).toBe(true);
    await picture(page, "workbench-mistake");
    await page.getByRole("button", { name: "Français" }).click();
    await expect
      .poll(() => page.getByTestId("problems").textContent(), { timeout: 20_000 })
      .toContain("vouliez-vous dire");
    await page.getByRole("button", { name: "English" }).click();
    await page.getByTestId("problems").getByRole("button").click();
    expect(await page.evaluate(() => document.activeElement?.getAttribute("data-testid"))).toBe("record");
    await write(page, "rarity: comon", "rarity: common");
    await expect.poll(() => page.getByTestId("play-it").isEnabled(), { timeout: 20_000 }).toBe(true);

    // What if?
    await page.getByTestId("pairs").selectOption("250");
    await page.getByTestId("start-what-if").click();
    await expect
      .poll(() => page.getByTestId("what-if-state").textContent(), { timeout: 60_000 })
      .toMatch(/played|clear|over|Time is up/);
    expect(await page.getByTestId("bar").first().textContent()).toMatch(/Zap[\s\S]*%[\s\S]*to/);
    await picture(page, "workbench");

    // The file, opened elsewhere.
    const saved = page.waitForEvent("download");
    await page.getByTestId("save-patch").click();
    const file = join(server.data, "zap.yaml");
    writeFileSync(file, readFileSync(await (await saved).path()));
    expect(readFileSync(file, "utf8")).toMatch(/^patch: transformers_tcg\nbattle_cards:\n {2}- id: zap\n/);
    const other = await open_page(browser, server.address);
    await other.page.goto("/workbench/dino_battles");
    await other.page.getByTestId("open-patch").setInputFiles(file);
    await expect
      .poll(() => new URL(other.page.url()).pathname, { timeout: 20_000 })
      .toBe("/workbench/transformers_tcg");
    await expect
      .poll(() => other.page.getByTestId("changes").textContent(), { timeout: 20_000 })
      .toContain("battle_cards.zap");
    expect(other.problems).toEqual([]);
    await other.context.close();

    // At a table everybody is told, and the card has its new text there.
    await page.getByTestId("play-it").click();
    await expect.poll(() => page.getByTestId("own-content").textContent(), { timeout: 60_000 }).toContain("Zap");
    expect(await page.getByTestId("own-content").textContent()).toContain("never rated");
    expect(await page.getByTestId("changed-content").isVisible()).toBe(true);
    await expect
      .poll(() => page.locator("main.table").getAttribute("data-connection"), { timeout: 20_000 })
      .toBe("open");
    await picture(page, "workbench-table");
    expect(problems).toEqual([]);
    await context.close();
  }, 240_000);
});
