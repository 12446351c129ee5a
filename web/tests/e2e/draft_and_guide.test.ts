// A draft of Dragon Booster played in the browser, and the guided first games with their hints.
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { click_place, dice, look, open_browser, open_page, picture, play_on, play_once } from "./browser";
import { games_of, Server } from "./server";

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

it("a booster draft is drafted, built and raced", async () => {
  const { context, page, problems } = await open_page(browser, server.address);
  await page.goto("/draft/dragon_booster");
  await page.getByRole("button", { name: "Booster draft" }).click();
  await page.getByLabel("Drafters at the table").fill("2");
  await page.getByTestId("open-room").click();
  await page.getByTestId("decision-bar").waitFor({ timeout: 20_000 });
  const question = async () => (await page.getByTestId("question").textContent({ timeout: 5000 })) ?? "";
  const roll = dice(31);

  // Every pick is a card of the open pack, pointed at.
  let picked = 0;
  while (/pack/.test(await question())) {
    const before = (await look(page)).at;
    const cards = page.locator(".board [data-place*='.pack:'][data-mark='pick']");
    if (picked === 3) await picture(page, "draft-pack");
    await cards.nth(roll(await cards.count())).click();
    await expect
      .poll(async () => (await look(page)).asked && (await look(page)).at !== before, { timeout: 20_000 })
      .toBe(true);
    ++picked;
  }
  expect(picked).toBeGreaterThan(20);
  await picture(page, "draft-build");
  const racing = async () => (await look(page)).asked && /^(Gear Up|Main|Rush|Start a battle)/.test(await question());
  await play_on(page, roll, { enough: racing, minutes: 3 });
  expect(await racing()).toBe(true);
  await play_on(page, roll, { limit: 15 });
  await picture(page, "draft-race");
  expect(problems).toEqual([]);
  await context.close();
}, 300_000);

const enough = 4; // different steps; the others come with their questions

// Does what the step points at: clicks marked things and buttons until the step has gone. False if it does not go.
async function follow(page: Page, text: string): Promise<boolean> {
  const here = async () => {
    const hint = page.getByTestId("hint");
    return (await hint.count())
      ? (
          (await hint
            .locator("p")
            .textContent({ timeout: 2000 })
            .catch(() => "")) ?? ""
        ).trim()
      : "";
  };
  for (let i = 0; i < 12; ++i) {
    if ((await here()) !== text) return true;
    const button = page.locator("[data-testid='decision-bar'] button[data-pointed]:enabled");
    const place = page.locator(".board [data-pointed][data-place]");
    if (await button.count())
      await button
        .first()
        .click({ timeout: 3000 })
        .catch(() => undefined);
    else if (await place.count())
      await click_place(page, (await place.first().getAttribute("data-place")) ?? "", "mouse").catch(() => undefined);
    else await play_once(page, dice(i)); // an amount, or a target that the step leaves open
    await page.waitForTimeout(120);
  }
  return (await here()) !== text;
}

describe("the guided first game", () => {
  it.each(["risk_cybertron", "dino_battles", "transformers_tcg", "dragon_booster", "transformers_dbg"])(
    "of %s points at each step's thing and waits for it",
    async (game) => {
      const { context, page, problems } = await open_page(browser, server.address);
      expect((await games_of(server)).map((one) => one.id)).toContain(game);
      await page.goto(`/guide/${game}`);
      await page.getByTestId("begin-guide").click();
      await page.getByTestId("hint").waitFor({ timeout: 20_000 });
      await picture(page, `guide-${game}`);
      const told = new Set<string>();
      let followed = 0;
      const roll = dice(41);
      const late = Date.now() + 120_000;
      while ((told.size < enough || followed < 2) && Date.now() < late) {
        const hint = page.getByTestId("hint");
        const text = (await hint.count())
          ? (
              (await hint
                .locator("p")
                .textContent({ timeout: 2000 })
                .catch(() => "")) ?? ""
            ).trim()
          : "";
        if (!text) {
          if (!(await play_once(page, roll))) await page.waitForTimeout(25);
          continue;
        }
        const waits = (await hint.getAttribute("data-waits")) !== null;
        const pointed = page.locator(
          ".board [data-pointed], [data-testid='decision-bar'] [data-pointed], .sheet [data-verb]",
        );
        await expect.poll(() => pointed.count(), { timeout: 5000, message: text }).toBeGreaterThan(0);
        told.add(text);
        if (!waits) await hint.getByRole("button", { name: "Got it" }).click();
        else {
          await page.keyboard.press("Escape"); // nothing but its own click ends a step
          expect(((await hint.locator("p").textContent()) ?? "").trim()).toBe(text);
          expect(await follow(page, text), text).toBe(true);
          ++followed;
        }
      }
      expect(told.size).toBeGreaterThanOrEqual(enough);
      expect(followed).toBeGreaterThanOrEqual(2);
      expect(problems).toEqual([]);
      await context.close();
    },
    180_000,
  );
});
