// Two equal cards in two places are two things: only the one that can be played is outlined and clickable.
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { View } from "../../src/net/protocol";
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

const card = "sidewinder";
const pile = (view: View, seat: string, name: string) =>
  ((view.players as Record<string, View>)[seat]?.[name] as string[] | undefined) ?? [];

it("Sidewinder in my hand is mine, and the rival's on the track is not", async () => {
  const { table, cookie } = await table_where(
    server,
    "dragon_booster",
    { decks: "street_fire,iron_grip" },
    ({ decision }, view) =>
      pile(view, "A", "hand").includes(card) &&
      pile(view, "B", "track").includes(card) &&
      !pile(view, "A", "track").includes(card) &&
      (decision?.choices.some((one) => one.verb === "play" && one.things[0]?.id === card) ?? false),
  );
  const { context, page, problems } = await open_page(browser, server.address);
  await context.addCookies([cookie]);
  await page.goto(`/table/${table}`);
  await page.getByTestId("question").waitFor({ timeout: 20_000 });
  const mine = page.locator(`.board [data-place="players.A.hand:${card}"]`);
  const theirs = page.locator(`.board [data-place="players.B.track:${card}"]`);
  await mine.waitFor();
  expect(await theirs.count()).toBeGreaterThan(0);
  expect(await mine.getAttribute("data-mark")).toBe("pick");
  expect(await theirs.first().getAttribute("data-mark")).toBeNull();
  expect(await theirs.first().getAttribute("aria-disabled")).toBe("true");
  await picture(page, "same-card");

  // A click on the rival's card plays nothing and says why.
  const at = Number((await look(page)).at);
  await theirs.first().focus();
  await page.keyboard.press("Enter");
  await page.locator(".notice").waitFor({ timeout: 5000 });
  expect(Number((await look(page)).at)).toBe(at);
  expect(await page.locator(".board [data-mark='picked']").count()).toBe(0);

  await mine.click();
  if (Number((await look(page)).at) === at) {
    const play = page.locator("[data-testid='decision-bar'] button[data-verb='play']");
    if (await play.count()) await play.first().click();
  }
  await expect.poll(async () => Number((await look(page)).at), { timeout: 10_000 }).toBeGreaterThan(at);
  expect(problems).toEqual([]);
  await context.close();
}, 120_000);
