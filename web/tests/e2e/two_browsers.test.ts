// Two people at one table, each in a browser of their own; a third one watches and cannot act.
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { dice, look, open_browser, open_page, picture, play_once } from "./browser";
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

it("two browsers play a whole game against each other", async () => {
  const host = await open_page(browser, server.address);
  const guest = await open_page(browser, server.address);
  await host.page.goto("/games/risk_cybertron");
  await host.page.getByLabel("Seat 2").selectOption("open");
  await host.page.getByText("Options of the game").click();
  await host.page.getByTestId("option-deal_zones").selectOption("on");
  await host.page.getByTestId("option-days").selectOption("1");
  await host.page.getByTestId("start").click();
  await host.page.getByRole("heading", { name: "Waiting for players" }).waitFor();
  await picture(host.page, "waiting-room");

  await guest.page.goto(host.page.url());
  await guest.page.getByTestId("take-seat").click();
  await host.page.getByTestId("decision-bar").waitFor({ timeout: 10_000 });
  await guest.page.getByTestId("decision-bar").waitFor({ timeout: 10_000 });

  const watcher = await open_page(browser, server.address);
  await watcher.page.goto(host.page.url());
  await watcher.page.getByTestId("decision-bar").waitFor();

  const roll = dice(5);
  const late = Date.now() + 240_000;
  while (Date.now() < late) {
    if (await host.page.getByTestId("end-screen").count()) break;
    const acted = [await play_once(host.page, roll), await play_once(guest.page, roll)];
    if (!acted.includes(true)) await host.page.waitForTimeout(30);
  }
  await guest.page.getByTestId("end-screen").waitFor({ timeout: 5000 });
  await watcher.page.getByTestId("end-screen").waitFor({ timeout: 5000 });
  expect((await look(watcher.page)).buttons).toEqual([]);
  await picture(guest.page, "two-browsers-end");

  // A rematch with the seats moved on by one.
  const first = host.page.url();
  await host.page.getByRole("button", { name: "Rematch" }).click();
  await guest.page.getByRole("status").getByRole("button", { name: "Yes" }).click();
  await host.page.waitForURL((url) => url.href !== first, { timeout: 10_000 });
  await guest.page.waitForURL((url) => url.href === host.page.url(), { timeout: 10_000 });
  await guest.page.getByTestId("decision-bar").waitFor();
  expect([...host.problems, ...guest.problems, ...watcher.problems]).toEqual([]);
  for (const one of [host, guest, watcher]) await one.context.close();
});
