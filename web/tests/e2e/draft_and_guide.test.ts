// A draft of Dragon Booster played in the browser, and the guided first games with their hints.
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { dice, look, open_browser, open_page, picture, play_on } from "./browser";
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

const enough = 4; // different hints; the others come with their questions

describe("the guided first game", () => {
  it.each(["risk_cybertron", "dino_battles", "transformers_tcg", "dragon_booster", "transformers_dbg"])(
    "of %s explains itself step by step",
    async (game) => {
      const { context, page, problems } = await open_page(browser, server.address);
      expect((await games_of(server)).map((one) => one.id)).toContain(game);
      await page.goto(`/guide/${game}`);
      await page.getByTestId("begin-guide").click();
      await page.getByTestId("hint").waitFor({ timeout: 20_000 });
      await picture(page, `guide-${game}`);
      const told = new Set<string>();
      const learned = async () => {
        const hint = page.getByTestId("hint");
        // The other may move between two looks, and a hint goes with its question.
        const text = (await hint.count())
          ? await hint
              .locator("p")
              .textContent({ timeout: 2000 })
              .catch(() => null)
          : null;
        if (text) {
          told.add(text.trim());
          await hint
            .getByRole("button", { name: "Got it" })
            .click({ timeout: 2000 })
            .catch(() => undefined);
        }
        return told.size >= enough;
      };
      await play_on(page, dice(41), { enough: learned, minutes: 2 });
      expect(told.size).toBe(enough);
      expect(problems).toEqual([]);
      await context.close();
    },
    180_000,
  );
});
