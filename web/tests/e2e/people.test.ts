// People find each other: pairing, rated games, talk, profiles with results, clocks, a rematch against the computer.
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { open_browser, open_page, picture } from "./browser";
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

async function sign_up(page: Page, name: string) {
  await page.goto("/account");
  await page.getByLabel("Name", { exact: true }).last().fill(name);
  await page.getByLabel("Password").fill("a long password");
  await page.getByRole("button", { name: "Create an account" }).click();
  await page.getByText(`You are logged in as ${name}.`).waitFor({ timeout: 20_000 });
}
async function find_opponent(page: Page) {
  await page.goto("/lobby");
  await page.getByTestId("pair-game").selectOption("dino_battles");
  await page.getByTestId("pair-rated").check();
  await page.getByTestId("pair").click();
  await page.waitForURL(/\/table\//, { timeout: 20_000 });
}
async function resign(page: Page) {
  await page.getByRole("button", { name: "Resign" }).click();
  await page.getByRole("button", { name: "Really resign" }).click();
}

it("two accounts are paired for a rated game, and their profiles tell of it", async () => {
  const one = await open_page(browser, server.address);
  const other = await open_page(browser, server.address);
  await sign_up(one.page, "Anna Pair");
  await sign_up(other.page, "Bert Pair");
  await find_opponent(one.page);
  await one.page.getByRole("heading", { name: "Waiting for players" }).waitFor();
  await find_opponent(other.page);
  expect(other.page.url()).toBe(one.page.url());
  await one.page.getByTestId("decision-bar").waitFor({ timeout: 20_000 });
  // Nobody is advised against a person, and everybody reads what happens at 0:00.
  expect(await one.page.getByTestId("ask-hint").count()).toBe(0);
  expect(await one.page.getByTestId("clock-zero").textContent()).toContain("At 0:00 the others decide");
  expect(await one.page.locator(".clock.short").count()).toBe(0);
  // What one says the other reads.
  await one.page.getByText("Say something").click();
  await one.page.getByRole("button", { name: "Hello!" }).click();
  await other.page.locator(".said li", { hasText: "Hello!" }).waitFor({ timeout: 5000 });
  expect(await other.page.locator(".said li").textContent()).toContain("Anna Pair");
  await picture(one.page, "rated-table");
  await resign(other.page);
  await one.page.getByTestId("end-screen").waitFor({ timeout: 20_000 });

  await one.page.goto("/account");
  await one.page.getByTestId("history").waitFor({ timeout: 20_000 });
  expect(await one.page.getByTestId("history").textContent()).toMatch(/Bert Pair.*won/);
  expect(await one.page.getByTestId("profile").textContent()).toMatch(/1\d\d\d ±/);
  await picture(one.page, "profile");
  await one.page.goto("/people/Bert%20Pair");
  await one.page.getByTestId("history").waitFor({ timeout: 20_000 });
  expect(await one.page.getByTestId("history").textContent()).toMatch(/Anna Pair.*lost/);
  await one.page.goto("/people/Nobody");
  await one.page.getByRole("alert").waitFor();
  expect([...one.problems.filter((text) => !/404/.test(text)), ...other.problems]).toEqual([]);
  await one.context.close();
  await other.context.close();
});

it("a rematch against the computer begins at once", async () => {
  const { context, page, problems } = await open_page(browser, server.address);
  const link = await sit_down(page, { game: "transformers_tcg", clock: { kind: "decision", seconds: 90 } });
  expect(await page.getByTestId("clock-zero").textContent()).toContain("the clock starts again");
  await resign(page);
  await page.getByTestId("end-screen").waitFor({ timeout: 20_000 });
  await page.getByRole("button", { name: "Rematch" }).click();
  await page.waitForURL((url) => !url.href.endsWith(link), { timeout: 20_000 });
  await page.getByTestId("question").waitFor({ timeout: 20_000 });
  await page.locator("[data-testid='board-tcg']").waitFor();
  expect(problems).toEqual([]);
  await context.close();
});
