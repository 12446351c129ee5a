// Several things for one question: pointed at in any order, the last one first, and confirmed together.
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { WebSocket } from "ws";
import { dice, look, open_browser, open_page, picture } from "./browser";
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

interface Choice {
  id: string;
  amounts?: [number, number];
}
interface State {
  type: string;
  over?: unknown;
  decision?: { number: number; choices: Choice[]; gather?: { least: number; most: number; picks: Choice[] } };
}

// Plays at random without a page until several things are asked for.
const game = "transformers_tcg";
const options = { decks: "dreadwing_sky_destroyer,dreadwing_sky_destroyer" }; // its cards often ask for two things
async function table_that_gathers(): Promise<{ table: string; cookie: string }> {
  const me = await fetch(`${server.address}/api/me`);
  const cookie = me.headers.getSetCookie()[0]!.split(";")[0]!;
  const { csrf } = (await me.json()) as { csrf: string };
  const headers = { Cookie: cookie, "X-CSRF": csrf, "Content-Type": "application/json" };
  const roll = dice(12);
  for (let attempt = 0; attempt < 20; ++attempt) {
    const seats = [{ kind: "me" }, { kind: "bot", bot: "random" }];
    const body = JSON.stringify({ game, options, seats, seed: `several things ${attempt}` });
    const made = await fetch(`${server.address}/api/tables`, { method: "POST", headers, body });
    const { table } = (await made.json()) as { table: string };
    const socket = new WebSocket(`${server.address.replace("http", "ws")}/ws/tables/${table}?seat=1`, {
      headers: { Cookie: cookie },
    });
    const found = await new Promise<boolean>((done) => {
      socket.on("close", () => done(false));
      socket.on("message", (text) => {
        const state = JSON.parse(String(text)) as State;
        if (state.type !== "state") return;
        if (state.over) done(false);
        if (!state.decision) return;
        const { number, choices, gather } = state.decision;
        if (gather && gather.picks.length > 1) return done(true);
        const choice = choices[roll(choices.length)]!;
        const amount = choice.amounts ? { amount: choice.amounts[0] } : {};
        socket.send(JSON.stringify({ v: 2, type: "choose", decision: number, choice: choice.id, ...amount }));
      });
    });
    socket.close();
    if (found) return { table, cookie };
  }
  throw new Error(`${game} never asked for several things`);
}

it("several things are chosen in any order", async () => {
  const { table, cookie } = await table_that_gathers();
  const { context, page, problems } = await open_page(browser, server.address);
  const [name, value] = cookie.split("=") as [string, string];
  await context.addCookies([{ name, value, url: server.address }]);
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
