// Around the table: titles, the skip link, addresses that lead nowhere, what is clicked without a connection; cards that
// are looked at, piles, settings, sound, clocks.
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { dice, look, open_browser, open_page, picture, play_on } from "./browser";
import { short_game } from "./games";
import { Server } from "./server";
import { sit_down } from "./tables";
import { kept } from "./without_server";

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

it("every page has a title of its own", async () => {
  const { context, page } = await open_page(browser, server.address);
  const titles = new Set<string>();
  const pages = [
    "/",
    "/lobby",
    "/account",
    "/rules/dino_battles",
    "/cards/dino_battles",
    "/games/dino_battles",
    "/no/such/place",
  ];
  for (const address of pages) {
    const answer = await page.goto(address);
    expect(answer?.status(), address).toBe(address === "/no/such/place" ? 404 : 200);
    await page.locator("main").waitFor();
    if (address.includes("dino")) await expect.poll(() => page.title()).toContain("Dino Battles");
    titles.add(await page.title());
  }
  expect(titles.size).toBe(pages.length);
  // The service worker, which answers for the page's own addresses, knows no such places either.
  await kept(page);
  for (const address of ["/rules/no_such_game", "/games/no_such_game", "/cards/", "/table"])
    expect((await page.goto(address))?.status(), address).toBe(404);
  await context.close();
});

it("a replay that does not exist says so", async () => {
  const { context, page } = await open_page(browser, server.address);
  await page.goto("/replay/nothing_here");
  await page.getByRole("heading", { name: "No such replay" }).waitFor({ timeout: 5000 });
  expect(await page.getByTestId("step-on").count()).toBe(0);
  // It is not said to be missing where nobody could be asked, nor in the browser's words.
  await page.route("**/api/tables/**", (route) => route.abort());
  for (const address of ["/replay/nothing_here", "/table/nothing_here"]) {
    await page.goto(address);
    await page.getByRole("heading", { name: "No connection" }).waitFor({ timeout: 5000 });
    expect(await page.locator(".error").textContent()).toContain("The server cannot be reached");
  }
  await context.close();
});

it("the table's skip link leads to the table, and an answer without a connection is said to be unsent", async () => {
  const { context, page } = await open_page(browser, server.address);
  await page.goto("/");
  await page.getByTestId("play-risk_cybertron").click();
  await page.getByTestId("question").waitFor({ timeout: 20_000 });
  await page.keyboard.press("Tab");
  await page.locator("a.skip").focus();
  await page.keyboard.press("Enter");
  expect(await page.evaluate(() => document.activeElement?.id)).toBe("content");

  await expect.poll(async () => (await look(page)).places.length, { timeout: 10_000 }).toBeGreaterThan(0);
  const place = (await look(page)).places[0]!;
  await server.kill();
  await page.locator("main.table:not([data-connection='open'])").waitFor({ timeout: 10_000 });
  await page.locator(`.board [data-place="${place}"]`).first().focus();
  await page.keyboard.press("Enter");
  await page.locator(".notice", { hasText: "Not sent" }).waitFor({ timeout: 5000 });
  await server.run();
  await page.locator("main.table[data-connection='open']").waitFor({ timeout: 10_000 });
  await context.close();
});

it("a rule of the log is read beside the table, a card of the log is looked at, and the game is found again from the first page", async () => {
  const { context, page, problems } = await open_page(browser, server.address);
  await page.goto("/");
  await page.getByTestId("play-transformers_tcg").click();
  await page.getByTestId("question").waitFor({ timeout: 20_000 });
  const table = page.url();
  await play_on(page, dice(14), { limit: 12 });
  await page.locator("[role=log] a.clause:not(.further)").last().click();
  await page.getByTestId("clause-note").locator("p").waitFor({ timeout: 5000 });
  const rule = (await page.getByTestId("clause-note").locator("p").textContent()) ?? "";
  expect(rule).toMatch(/^[A-Z].{15,}\.$/s); // a sentence of the rules
  expect(rule).not.toContain("object");
  expect(page.url()).toBe(table);
  await page.keyboard.press("Escape");
  expect(await page.getByTestId("clause-note").count()).toBe(0);
  const line = page.locator("[role=log] [data-card]").last();
  if (await line.count()) {
    await line.hover();
    await page.locator(".zoom .card").waitFor({ timeout: 5000 });
  }
  await page.goto("/");
  await page.getByTestId("resume").getByRole("link").first().click();
  await page.waitForURL(table);
  expect(problems).toEqual([]);
  await context.close();
}, 120_000);

it.each(Object.keys(short_game))(
  "every open pile of %s is spread out",
  async (game) => {
    const { context, page, problems } = await open_page(browser, server.address);
    await sit_down(page, { game, seed: "piles", options: game === "risk_cybertron" ? { deal_zones: "on" } : {} });
    const open = page.locator("button[data-testid='pile']");
    const wanted = game === "risk_cybertron" ? 1 : 2; // the pile of played Upgrades is the only one
    await play_on(page, dice(15), { enough: async () => (await open.count()) >= wanted, minutes: 2 });
    expect(await open.count()).toBeGreaterThanOrEqual(wanted);
    for (let i = 0; i < (await open.count()); ++i) {
      const label = (await open.nth(i).getAttribute("title")) ?? "";
      await open.nth(i).click();
      const dialog = page.getByTestId("pile-dialog");
      await dialog.locator(".card").first().waitFor({ timeout: 5000 });
      expect(await dialog.locator("h2").textContent()).toContain(label);
      await page.keyboard.press("Escape");
      await expect.poll(() => dialog.count()).toBe(0);
    }
    // Piles that everybody may look through, besides those of the players.
    const shared: Record<string, string> = { transformers_dbg: "destroyed" };
    if (shared[game]) expect(await page.locator(`[data-path='${shared[game]}']`).count()).toBe(1);
    expect(problems).toEqual([]);
    await context.close();
  },
  120_000,
);

it("a card is looked at from the question, its answers and the replay", async () => {
  const { context, page, problems } = await open_page(browser, server.address);
  await sit_down(page, { game: "transformers_tcg", seed: "looked at" });
  const asking = page.locator("[data-testid='question'] [data-card]");
  const answer = page.locator("[data-testid='decision-bar'] .answers [data-card]");
  const named = page.locator(".zoom .card .name");
  const kinds = { question: false, answers: false };
  await play_on(page, dice(19), {
    minutes: 1.5,
    enough: async () => {
      for (const [kind, cards] of [
        ["question", asking],
        ["answers", answer],
      ] as const) {
        if (kinds[kind] || (await cards.count()) === 0) continue;
        await page.mouse.move(5, 5);
        await cards.first().hover();
        const shown = ((await named.first().textContent({ timeout: 2000 })) ?? "").split(",")[0]!;
        kinds[kind] = ((await cards.first().textContent()) ?? "").includes(shown);
      }
      return kinds.question && kinds.answers;
    },
  });
  expect(kinds).toEqual({ question: true, answers: true });
  await page.getByRole("button", { name: "Resign" }).click();
  await page.getByRole("button", { name: "Really resign" }).click();
  await page.getByTestId("see-replay").click();
  await page.getByTestId("step-on").click();
  const card = page.locator(".board .character").first();
  const name = (await card.locator("strong").textContent()) ?? "";
  await card.hover();
  await expect.poll(() => page.locator(".zoom .card .name").textContent()).toContain(name.split(",")[0]);
  expect(problems).toEqual([]);
  await context.close();
}, 180_000);

it("a card that is looked at is seen whole, with the figures of both modes", async () => {
  const { context, page, problems } = await open_page(browser, server.address, { size: { width: 1366, height: 768 } });
  const panel = page.locator("#panel-zoom");
  const card = panel.locator(".card");
  const seen_whole = async (things: string) => {
    const all = page.locator(things);
    expect(await all.count()).toBeGreaterThan(3);
    for (const thing of await all.all()) {
      await thing.hover();
      await expect.poll(() => card.locator(".name").textContent()).not.toBe("");
      const [room, box] = [(await panel.boundingBox())!, (await card.boundingBox())!];
      const name = (await card.locator(".name").textContent()) ?? "";
      expect(box.y + box.height, name).toBeLessThanOrEqual(room.y + room.height);
      const cut = await card.evaluate((one) => one.scrollHeight - one.clientHeight);
      expect(cut, name).toBeLessThanOrEqual(0);
    }
  };
  await sit_down(page, { game: "transformers_tcg", seed: "looked at" });
  await seen_whole(".board .character, .board .fan [data-card]");
  await page.locator(".board .character").first().hover();
  await expect.poll(() => card.locator(".pips").textContent()).toMatch(/\d\D+\d\D+\d\D+\d/); // attack and defense, twice
  await sit_down(page, { game: "dragon_booster", seed: "looked at" });
  await play_on(page, dice(3), { enough: async () => (await page.locator(".board .fan [data-card]").count()) > 3 });
  await seen_whole(".board .fan [data-card]");
  expect(problems).toEqual([]);
  await context.close();
}, 90_000);

// Each card in the panel where it is looked at: how far it reaches beyond the panel's edge or its own, in pixels, and how
// small its letters get.
async function looked_at(page: Page, cards: string[]) {
  return page.evaluate(async (ids) => {
    const board = document.querySelector(".board")!;
    const panel = document.querySelector("#panel-zoom")!;
    const found: { id: string; name: string; beyond: number; letters: number }[] = [];
    for (const id of ids) {
      const thing = document.createElement("span");
      thing.dataset.card = id;
      board.append(thing);
      thing.dispatchEvent(new PointerEvent("pointerover", { bubbles: true }));
      thing.remove();
      for (let i = 0; i < 60; ++i) await Promise.resolve(); // the panel is set anew before the next picture is drawn
      const card = panel.querySelector(".card")!;
      const words = [...card.querySelectorAll(".name, .kind, .line, .pip, .pip-label, .corner")];
      const below = card.getBoundingClientRect().bottom - panel.getBoundingClientRect().bottom;
      found.push({
        id,
        name: card.querySelector(".name")!.textContent ?? "",
        beyond: Math.round(Math.max(below, card.scrollHeight - card.clientHeight)),
        letters: Math.min(...words.map((one) => Number.parseFloat(getComputedStyle(one).fontSize))),
      });
    }
    return found;
  }, cards);
}

it.each(["en", "fr"] as const)(
  "every card of every game is read without scrolling where it is looked at (%s)",
  async (language) => {
    const { context, page, problems } = await open_page(browser, server.address, {
      size: { width: 1366, height: 768 },
      locale: language === "en" ? "en-GB" : "fr-FR",
    });
    for (const game of Object.keys(short_game)) {
      await sit_down(page, { game, seed: "looked at" });
      const { cards } = (await (await page.request.get(`/api/games/${game}/cards`)).json()) as {
        cards: { id: string; name: Record<string, string>; texts: Record<string, string[]> }[];
      };
      const found = await looked_at(
        page,
        cards.map((card) => card.id),
      );
      expect(found.map((one) => one.name)).toEqual(cards.map((card) => card.name[language]));
      expect(found.filter((one) => one.beyond > 0 || one.letters < 12)).toEqual([]);
      // A picture of the card that has most to say.
      const words = (card: (typeof cards)[number]) => card.texts[language]!.join("").length;
      await looked_at(page, [cards.reduce((one, other) => (words(other) > words(one) ? other : one)).id]);
      await page
        .locator("#panel-zoom img")
        .first()
        .evaluate((drawn) => (drawn as HTMLImageElement).decode());
      await picture(page, `looked-at-${game}-${language}`);
    }
    expect(problems).toEqual([]);
    await context.close();
  },
  240_000,
);

it("a seat that is opened in another window says so in the page's language", async () => {
  const { context, page } = await open_page(browser, server.address, { locale: "fr-FR" });
  await sit_down(page, { game: "dino_battles", seed: "twice" });
  const other = await context.newPage();
  await other.goto(page.url());
  await other.getByTestId("question").waitFor({ timeout: 20_000 });
  await page.locator(".lost", { hasText: "ouverte dans une autre fenêtre" }).waitFor({ timeout: 5000 });
  await context.close();
}, 60_000);

it("a question of two lines leaves the hint below it whole, and the bar as high as before", async () => {
  const { context, page } = await open_page(browser, server.address, {
    size: { width: 1366, height: 768 },
    locale: "fr-FR",
  });
  await sit_down(page, { game: "transformers_tcg", seed: "looked at" });
  const measure = () =>
    page.evaluate(() => {
      const question = document.querySelector<HTMLElement>("[data-testid='question']")!;
      const step = document.querySelector<HTMLElement>("[data-testid='step']")!;
      const line = Number.parseFloat(getComputedStyle(question).lineHeight);
      return {
        lines: Math.round(question.clientHeight / line),
        cut: [question, step].map((one) => one.scrollHeight - one.clientHeight),
        below: step.getBoundingClientRect().bottom - question.closest(".question")!.getBoundingClientRect().bottom,
        bar: question.closest(".bar")!.getBoundingClientRect().height,
      };
    });
  const two = await measure();
  expect(two).toMatchObject({ lines: 2, cut: [0, 0] });
  expect(two.below).toBeLessThanOrEqual(0);
  await picture(page, "question-of-two-lines-fr");
  await page.setViewportSize({ width: 1920, height: 768 });
  const one = await measure();
  expect(one).toMatchObject({ lines: 1, cut: [0, 0] });
  expect(two.bar).toBe(one.bar);
  await context.close();
}, 60_000);

it("settings and sound are at the table, whose move it is stands in one place, and a clock is red only when short", async () => {
  const { context, page, problems } = await open_page(browser, server.address);
  await sit_down(page, { game: "dino_battles", seed: "settings", clock: { kind: "decision", seconds: 90 } });
  await page.getByTestId("table-settings").click();
  await page.getByRole("dialog").getByRole("button", { name: "light", exact: true }).click();
  expect(await page.locator("html").getAttribute("data-theme")).toBe("light");
  expect(await page.getByRole("dialog").locator("input[type=range]").count()).toBe(1); // the volume
  await page.keyboard.press("Escape");
  const mute = page.getByRole("button", { name: "Mute the table" });
  await mute.click();
  expect(await mute.getAttribute("aria-pressed")).toBe("true");
  await picture(page, "settings-at-the-table");

  const words = await page.locator("header.status, [data-testid='decision-bar'], aside.side").allTextContents();
  expect(words.join().match(/Your move/g)?.length).toBe(1);
  expect(await page.locator("#panel-players").textContent()).toMatch(/Milo \(Hasty\)/); // a name, and how strong
  expect(await page.locator(".clock").count()).toBeGreaterThan(0);
  expect(await page.locator(".clock.short").count()).toBe(0);
  await sit_down(page, { game: "dino_battles", seed: "short", clock: { kind: "decision", seconds: 15 } });
  await page.locator(".clock.short").waitFor({ timeout: 5000 });
  expect(problems).toEqual([]);
  await context.close();
}, 120_000);

it("on a phone a tap never plays by surprise, and a long press shows the card", async () => {
  const { context, page } = await open_page(browser, server.address, { phone: true });
  await page.goto("/");
  await page.getByTestId("play-transformers_dbg").tap();
  await page.getByTestId("question").waitFor({ timeout: 20_000 });
  const card = page.locator(".board .hand [data-mark='pick'][data-card]");
  await play_on(page, dice(16), {
    hand: "touch",
    enough: async () => (await look(page)).asked && (await card.count()) > 0,
    minutes: 1.5,
  });
  const before = (await look(page)).at;
  await card.first().tap();
  await page.waitForTimeout(600);
  expect((await look(page)).at).toBe(before);
  expect((await look(page)).picked).toBe(1);
  const box = (await page.locator(".board [data-mark='picked']").first().boundingBox())!;
  const touch = await context.newCDPSession(page);
  const points = [{ x: box.x + box.width / 2, y: box.y + 20 }];
  await touch.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: points });
  await page.waitForTimeout(700);
  await touch.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  await page.locator("#panel-zoom.shown .card").waitFor({ timeout: 5000 });
  expect((await look(page)).at).toBe(before);
  await context.close();
}, 120_000);
