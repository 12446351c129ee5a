// After the game: the replay is scrubbed, seen through other eyes, shared, and played on from the middle.
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { dice, open_browser, open_page, picture, play_on } from "./browser";
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

it("a finished game is seen again and taken over", async () => {
  const { context, page, problems } = await open_page(browser, server.address);
  await page.goto("/");
  await page.getByTestId("play-risk_cybertron").click();
  await page.getByTestId("decision-bar").waitFor();
  await play_on(page, dice(21), { limit: 20 });
  await page.getByRole("button", { name: "Resign", exact: true }).click();
  await page.getByRole("button", { name: "Really resign" }).click();
  await page.getByTestId("end-screen").waitFor({ timeout: 10_000 });
  await picture(page, "end-resigned");
  expect(await page.locator(".ranking").textContent()).toMatch(/zones held/); // what the number counts

  await page.getByTestId("see-replay").click();
  await page.getByTestId("eyes").waitFor();
  const at = () => page.getByTestId("replay").getAttribute("data-at");
  await page.getByTestId("step-on").click();
  await page.getByTestId("step-on").click();
  await expect.poll(at).toBe("2");
  await page.keyboard.press("End");
  const last = Number(await at());
  expect(last).toBeGreaterThan(5);
  await page.keyboard.press("Home");
  expect(await at()).toBe("0");
  for (let i = 0; i < 10; ++i) await page.keyboard.press("ArrowRight");
  expect(await at()).toBe("10");
  await expect.poll(() => page.getByTestId("replay-label").textContent()).not.toBe("");
  await picture(page, "replay");
  // A rule is read beside the board, which stays where it is.
  await page.locator("[role=log] a.clause:not(.further)").last().click();
  await page.getByTestId("clause-note").locator("p").waitFor({ timeout: 5000 });
  expect([page.url().includes("/replay/"), await at()]).toEqual([true, "10"]);
  await page.keyboard.press("Escape");
  expect(await page.getByTestId("clause-note").count()).toBe(0);
  await page.getByTestId("eyes").selectOption("1");
  await page.waitForTimeout(500);
  expect(await at()).toBe("10");
  await page.getByRole("button", { name: "Share this moment" }).click();
  expect(page.url()).toContain("at=10");

  await page.getByTestId("take-over").click();
  await page.waitForURL(/\/table\//);
  await page.getByTestId("decision-bar").waitFor();
  expect(await play_on(page, dice(22), { limit: 5 })).toBe(5);
  await picture(page, "taken-over");
  expect(problems).toEqual([]);
  await context.close();
});

it("on a phone the board of a replay keeps its room; the log and a card are opened below it", async () => {
  const { context, page, problems } = await open_page(browser, server.address, { phone: true });
  const link = await sit_down(page, { game: "dino_battles", seed: "a small replay" });
  await play_on(page, dice(3), { limit: 12, minutes: 1 });
  await page.goto(link.replace("/table/", "/replay/"));
  await page.getByTestId("step-on").tap();
  const height = async (what: string) => (await page.locator(what).boundingBox())?.height ?? 0;
  await expect.poll(() => height(".board")).toBeGreaterThan(844 * 0.55);
  const low = async () => {
    const box = await page.locator(".controls").boundingBox();
    return box!.y + box!.height;
  };
  expect(await low()).toBeLessThanOrEqual(844);
  expect(await page.locator("[role=log]").isVisible()).toBe(false);
  await page.getByTestId("open-log").tap();
  expect(await page.locator("[role=log]").isVisible()).toBe(true);
  expect(await low()).toBeLessThanOrEqual(844);
  await page.getByTestId("open-log").tap();
  expect(await page.locator("[role=log]").isVisible()).toBe(false);
  expect(await page.getByTestId("take-over").isVisible()).toBe(false);
  await page.getByTestId("open-more").tap();
  expect(await page.getByTestId("take-over").isVisible()).toBe(true);
  await picture(page, "phone-replay");
  expect(problems).toEqual([]);
  await context.close();
});
