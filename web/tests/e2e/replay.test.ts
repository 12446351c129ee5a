// After the game: the replay is scrubbed, seen through other eyes, shared, and played on from the middle.
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { dice, open_browser, open_page, picture, play_on } from "./browser";
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
