// Only choices reach a person, each says its next step, and what cannot be done is explained in every game.
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { dice, look, open_browser, open_page, picture, play_on, play_once } from "./browser";
import { short_game } from "./games";
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

async function sit_down(page: Page, game: string) {
  await page.addInitScript(() => {
    localStorage.setItem("rulewright.settings", JSON.stringify({ speed: "off", language: "en" }));
  });
  await enter(page);
  const link = await page.evaluate(
    async ([id, options]) => {
      const me = await (await fetch("/api/me")).json();
      const answer = await fetch("/api/tables", {
        method: "POST",
        headers: { "content-type": "application/json", "x-csrf": me.csrf },
        body: JSON.stringify({
          game: id,
          seats: [{ kind: "me" }, { kind: "bot", bot: "greedy" }],
          seed: "only choices",
          options,
        }),
      });
      return (await answer.json()).link as string;
    },
    [game, game === "risk_cybertron" ? { deal_zones: "on" } : {}] as const,
  );
  await page.goto(link);
  await page.getByTestId("question").waitFor({ timeout: 20_000 });
  await page.locator(".board [data-testid]").first().waitFor();
}

const my_choices = async (page: Page) => Number(await page.locator("main.table").getAttribute("data-choices"));

describe.each(Object.keys(short_game))("%s", (game) => {
  it("asks what is a choice, says the next step, and explains what cannot be done", async () => {
    const { context, page, problems } = await open_page(browser, server.address);
    await sit_down(page, game);
    const roll = dice(5);
    const late = Date.now() + 150_000;
    let questions = 0;
    let alone = 0;
    let steps = 0;
    let why = "";
    for (let at = ""; questions < 40 && Date.now() < late; ) {
      const table = await look(page);
      if (table.over) break;
      if (table.asked && table.at !== at) {
        at = table.at;
        ++questions;
        if ((await my_choices(page)) === 1) ++alone;
        // A card that asks says what for.
        expect(await page.getByTestId("question").textContent()).not.toMatch(
          /^Choose what the (text|effect|ability) is for/,
        );
        if (!why && questions > 3) {
          // Something that cannot be done now: a click on it says why, with its rule.
          const idle = page.locator(".board [data-place]:not([data-mark])");
          for (let i = 0; i < Math.min(8, await idle.count()) && !why; ++i) {
            await idle.nth(i).focus();
            await page.keyboard.press("Enter");
            await page
              .locator(".notice .clause")
              .waitFor({ timeout: 700 })
              .then(
                async () => {
                  why = (await page.locator(".notice").textContent()) ?? "";
                  await picture(page, `why-not-${game}`);
                },
                () => undefined,
              );
          }
          await page.keyboard.press("Escape");
        }
      }
      const half = await look(page);
      if (half.asked && half.picked > 0 && !half.gathering) {
        ++steps;
        expect(((await page.getByTestId("step").textContent()) ?? "").length).toBeGreaterThan(5);
        expect(await page.getByTestId("back").isEnabled()).toBe(true);
      }
      if (!(await play_once(page, roll))) await page.waitForTimeout(20);
    }
    console.log(`${game}: ${questions} questions, ${alone} with one answer, ${steps} in parts; ${why}`);
    expect(questions).toBeGreaterThan(15);
    expect(alone).toBeLessThanOrEqual(questions * 0.05);
    expect(why).not.toBe("");
    expect(problems).toEqual([]);
    await context.close();
  }, 200_000);
});

it("Back takes the last pick of a half-made choice away", async () => {
  const { context, page } = await open_page(browser, server.address);
  await sit_down(page, "transformers_tcg");
  const in_parts = async () => {
    const table = await look(page);
    return table.asked && table.picked > 0 && !table.gathering;
  };
  await play_on(page, dice(3), { enough: in_parts, minutes: 1 });
  await page.getByTestId("back").click();
  expect((await look(page)).picked).toBe(0);
  expect(await page.getByTestId("back").isEnabled()).toBe(false);
  await context.close();
});
