// Several things for one question: pointed at in any order, the last one first, and confirmed together.
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { look, open_browser, open_page, picture } from "./browser";
import { Server } from "./server";
import { table_where } from "./without_page";

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

// Its cards often ask for two things.
const options = { decks: "dreadwing_sky_destroyer,dreadwing_sky_destroyer" };

it("several things are chosen in any order", async () => {
  const { table, cookie } = await table_where(
    server,
    "transformers_tcg",
    options,
    ({ decision }) => (decision?.gather?.picks.length ?? 0) > 1,
  );
  const { context, page, problems } = await open_page(browser, server.address);
  await context.addCookies([cookie]);
  await page.goto(`/table/${table}`);
  const confirm = page.locator("[data-testid='decision-bar'] [data-verb='gather']");
  await confirm.waitFor({ timeout: 20_000 });
  const at = Number((await look(page)).at);
  const picks = page.locator("[data-testid='decision-bar'] button[data-pick]");
  const last = (await picks.count()) - 1;

  await picks.nth(last).click();
  expect(await picks.nth(last).getAttribute("aria-pressed")).toBe("true");
  await page.keyboard.press("Escape"); // all of it is given up
  expect(await picks.nth(last).getAttribute("aria-pressed")).toBe("false");
  await picks.nth(last).click();
  await page.keyboard.press("1"); // and the first one after it
  expect(await picks.first().getAttribute("aria-pressed")).toBe("true");
  expect(await page.getByTestId("decision-bar").getByRole("status").textContent()).toMatch(/^2 of \d+ chosen$/);
  await picture(page, "gather");
  for (let i = 1; i < last && !(await confirm.isEnabled()); ++i) await picks.nth(i).click();
  await page.keyboard.press("c");
  await expect.poll(async () => Number((await look(page)).at), { timeout: 10_000 }).toBeGreaterThan(at);
  expect(problems).toEqual([]);
  await context.close();
}, 120_000);
