// What somebody who never played a game has to see at its table, game by game, without opening anything.
import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { click_place, dice, look, open_browser, open_page, picture, play_on } from "./browser";
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

const question = async (page: Page) => (await page.getByTestId("question").textContent()) ?? "";
// Seen without scrolling.
async function in_sight(page: Page, one: Locator): Promise<boolean> {
  const box = await one.boundingBox();
  const size = page.viewportSize()!;
  return (
    box !== null && box.x >= 0 && box.y >= 0 && box.x + box.width <= size.width && box.y + box.height <= size.height
  );
}
const asked = (page: Page) => expect.poll(async () => (await look(page)).asked, { timeout: 20_000 }).toBe(true);

it("Transformers TCG: attack, defense and traits of both modes, of both teams at once", async () => {
  const { context, page, problems } = await open_page(browser, server.address, { size: { width: 1366, height: 768 } });
  await sit_down(page, { game: "transformers_tcg", seed: "a newcomer" });
  const characters = page.locator(".character");
  expect(await characters.count()).toBe(9); // of both teams
  const with_other_traits = [];
  for (const one of await characters.all()) {
    expect(await in_sight(page, one)).toBe(true);
    const now = (await one.locator(".numbers").textContent()) ?? "";
    expect(now.match(/\d+/g)?.length).toBe(4); // attack, health left and in all, defense
    expect((await one.locator(".traits").textContent()) ?? "").toMatch(/\p{L}{3,}/u);
    expect(await one.locator(".traits").isVisible()).toBe(true);
    // What flipping gives: the other mode by its name, with its attack and defense.
    expect((await one.locator(".others").textContent()) ?? "").toMatch(/mode.*\d+.*\d+/);
    expect(await one.locator(".others").isVisible()).toBe(true);
    if (await one.locator(".other-traits").count()) with_other_traits.push(one);
  }
  expect(with_other_traits.length).toBeGreaterThan(0); // those whose traits change with the mode
  // A flip gives what was announced.
  const mine = page.locator("[data-side='ours'] .character[data-mark='pick']").first();
  const announced = ((await mine.locator(".others").textContent()) ?? "").match(/\d+/g);
  const place = (await mine.getAttribute("data-place")) ?? "";
  await click_place(page, place, "mouse");
  await page.locator("[data-testid='decision-bar'] button[data-verb='flip']").click();
  const flipped = page.locator(`.character[data-place="${place}"]`);
  await expect
    .poll(async () => [await flipped.locator(".atk").textContent(), await flipped.locator(".def").textContent()])
    .toEqual(announced);
  await picture(page, "newcomer-tcg");
  expect(problems).toEqual([]);
  await context.close();
}, 120_000);

it("Deck-Building Game: characters told apart, texts in the Matrix, spaces in words, a peeked card that is read", async () => {
  const { context, page, problems } = await open_page(browser, server.address, { size: { width: 1440, height: 900 } });
  await sit_down(page, { game: "transformers_dbg", seed: "a newcomer" });
  const faces = page.locator(".choose .lying");
  expect(await faces.count()).toBeGreaterThan(5);
  const told = new Set<string>();
  for (const face of await faces.all()) {
    expect(await face.locator("img, svg.picture, .picture").count()).toBeGreaterThan(0);
    expect((await face.locator(".pips").textContent()) ?? "").toMatch(/\d/);
    told.add((await face.locator(".text").textContent()) ?? "");
  }
  expect(told.size).toBe(await faces.count());
  await picture(page, "newcomer-dbg-characters");
  await page.locator(".choose [data-card='ch_bumblebee']").click(); // it peeks at cards in Bot Mode
  await asked(page);
  const open = page.locator(".space:not(.down, .none, .peeked)");
  const peeked = page.locator(".space.peeked");
  const peek = page.locator("[data-testid='decision-bar'] button", { hasText: "Use Bumblebee" });
  let seen_open = false;
  let seen_figures = false; // what an open card gives: Power, Range, Move, VP
  await play_on(page, dice(6), {
    minutes: 1.5,
    enough: async () => {
      for (const space of seen_open ? [] : await open.all()) {
        expect(await space.getAttribute("data-says")).toMatch(/^row \d, column \d, ./);
        if (((await space.locator(".says").textContent()) ?? "").length > 20)
          seen_open = await space.locator(".says").isVisible();
      }
      if (!seen_figures) seen_figures = (await page.locator(".space .gives", { hasText: /\d/ }).count()) > 0;
      if ((await peek.count()) && (await peek.first().isEnabled())) await peek.first().click();
      return seen_open && seen_figures && (await peeked.count()) > 0;
    },
  });
  const card = peeked.first();
  expect((await card.locator(".title").textContent()) ?? "").toMatch(/\p{L}{3,}/u);
  expect((await card.locator(".second").textContent()) ?? "").toContain("facedown");
  expect(await card.getAttribute("data-says")).toMatch(/row \d, column \d, .+ \(facedown\)/);
  await picture(page, "newcomer-dbg-peeked");
  expect(problems).toEqual([]);
  await context.close();
}, 180_000);

it("Deck-Building Game: who chooses a character is marked, whoever moves first", async () => {
  const { context, page, problems } = await open_page(browser, server.address);
  await sit_down(page, { game: "transformers_dbg", seed: "walk" });
  expect(await page.locator("[role=log]").textContent()).toContain("Blue starts");
  expect(await page.locator(".players li.turn").count()).toBe(1);
  expect(await page.locator(".players li.turn").textContent()).not.toContain("Milo");
  // A stack that has nothing left, or never had, is not offered.
  const face = page.locator(".choose .lying");
  await face.first().click();
  await asked(page);
  expect(await page.locator("[data-place^='basics.']").count()).toBe(1);
  expect(problems).toEqual([]);
  await context.close();
}, 60_000);

it("Dragon Booster: what a deck is about, players by name, what an event needs, what a card costs", async () => {
  const { context, page, problems } = await open_page(browser, server.address, { size: { width: 1366, height: 768 } });
  await sit_down(page, { game: "dragon_booster", seed: "a newcomer" });
  const decks = page.locator(".deck-offer");
  expect(await decks.count()).toBeGreaterThan(3);
  for (const deck of await decks.all())
    expect(((await deck.locator("p").textContent()) ?? "").length).toBeGreaterThan(30);
  await picture(page, "newcomer-drb-decks");
  await play_on(page, dice(4), {
    minutes: 1.5,
    enough: async () => (await page.locator(".fan .pip", { hasText: "≥" }).count()) > 0 && (await look(page)).asked,
  });
  const event = page.locator(".fan .lying", { has: page.locator(".pip", { hasText: "≥" }) }).first();
  expect(await event.locator(".pips").textContent()).toMatch(/(speed|agility|power)\s*≥ \d/);
  const maneuver = page.locator(".fan .lying", { has: page.locator(".pip", { hasText: "sprint" }) }).first();
  expect(await maneuver.locator(".corner").textContent()).toMatch(/^\d+$/);
  await play_on(page, dice(5), {
    minutes: 1.5,
    enough: async () => /plays .+ for \d+ energy/.test((await page.locator("[role=log]").textContent()) ?? ""),
  });
  const log = (await page.locator("[role=log]").textContent()) ?? "";
  expect(log).toMatch(/plays .+ for \d+ energy/);
  expect(log).not.toMatch(/\b[AB] (plays|passes|draws|uses)/);
  expect(await page.locator(".racer header strong").allTextContents()).toContain("Milo (Hasty)");
  await picture(page, "newcomer-drb-race");
  expect(problems).toEqual([]);
  await context.close();
}, 240_000);

it("Dino Battles: letters explained, what a Wound does, and a first turn that says what to do", async () => {
  const { context, page, problems } = await open_page(browser, server.address, { size: { width: 1440, height: 900 } });
  await sit_down(page, { game: "dino_battles", seed: "a newcomer" });
  expect((await page.locator(".legend").textContent())?.replace(/\s+/g, " ")).toMatch(/A Attack ?E Evade ?D Defend/);
  expect(await in_sight(page, page.locator(".legend"))).toBe(true);
  expect(await page.locator(".dino.empty.front").last().textContent()).toContain("Your first Dinosaur will fight here");
  await page.locator(".pile[data-card='wound']").hover();
  expect(await page.locator(".zoom .card").textContent()).toContain(
    "When no Wounds are left, whoever has the fewest wins",
  );
  await page.locator(".fan [data-card='attack']").first().hover();
  expect(await page.locator(".zoom .card").textContent()).toContain("it pays for attacks");
  expect(await question(page)).toMatch(/phase/);
  await picture(page, "newcomer-dino");
  expect(problems).toEqual([]);
  await context.close();
}, 120_000);

it("RISK: leaders' powers at the choice, and links round the planet leave the map on both sides", async () => {
  const { context, page, problems } = await open_page(browser, server.address, { size: { width: 1366, height: 768 } });
  await sit_down(page, { game: "risk_cybertron", seed: "a newcomer" });
  const leaders = page.locator(".candidate");
  expect(await leaders.count()).toBe(4);
  for (const leader of await leaders.all()) {
    const powers = await leader.locator(".power").allTextContents();
    expect(powers.map((power) => power.split(".")[0])).toEqual(["Robot mode", "Vehicle mode"]);
    expect(await in_sight(page, leader)).toBe(true);
  }
  await picture(page, "newcomer-risk");
  const paths = await page.locator("path.link").evaluateAll((all) => all.map((path) => path.getAttribute("d") ?? ""));
  const round = paths.filter((path) => / L0,/.test(path));
  expect(round.length).toBeGreaterThan(1);
  for (const path of round) expect(path).toMatch(/ L3000,/);
  expect(problems).toEqual([]);
  await context.close();
}, 120_000);
