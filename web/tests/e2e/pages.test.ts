// Every page: no serious accessibility violation in light and dark, nothing from other origins, a small first load.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { dice, look, open_browser, open_page, picture, play_on } from "./browser";
import { games_of, Server } from "./server";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
let server: Server;
let browser: Browser;
let games: { id: string; decks: boolean }[] = [];
beforeAll(async () => {
  server = await Server.start();
  browser = await open_browser();
  games = await games_of(server);
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

interface Found {
  id: string;
  impact: string;
  help: string;
  nodes: { html: string; failureSummary: string }[];
}

// Only colors depend on the theme: one look at everything, another one at contrasts.
async function serious(page: Page, what: "all" | "colors"): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe);
  const found = await page.evaluate(
    async (rules) => {
      const { axe: judge } = window as unknown as { axe: { run(options: object): Promise<{ violations: Found[] }> } };
      const result = await judge.run({ resultTypes: ["violations"], ...rules });
      return result.violations.map(({ id, impact, help, nodes }) => ({
        id,
        impact,
        help,
        nodes: nodes.slice(0, 3).map(({ html, failureSummary }) => ({ html: html.slice(0, 200), failureSummary })),
      }));
    },
    what === "colors" ? { runOnly: ["color-contrast"] } : {},
  );
  return found
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(
      ({ id, help, nodes }) =>
        `${id}: ${help}\n${nodes.map((node) => `${node.html}\n${node.failureSummary}`).join("\n")}`,
    );
}

// What is wrong with the page as it is now, dark and light, with a picture of each.
async function faults_of(page: Page, name: string): Promise<string[]> {
  const faults: string[] = [];
  for (const scheme of ["dark", "light"] as const) {
    await page.emulateMedia({ colorScheme: scheme });
    await expect.poll(() => page.locator("html").getAttribute("data-theme")).toBe(scheme);
    await page.waitForTimeout(200); // colors change gently
    await picture(page, `page-${name}-${scheme}`);
    for (const fault of await serious(page, scheme === "dark" ? "all" : "colors"))
      faults.push(`${name}, ${scheme}: ${fault}`);
  }
  await page.emulateMedia({ colorScheme: "dark" });
  return faults;
}

describe("every page", () => {
  it("has no serious accessibility violation, dark and light", async () => {
    const { context, page, problems, foreign } = await open_page(browser, server.address);
    const faults: string[] = [];
    const visit = async (address: string, name: string) => {
      await page.goto(address);
      await page.locator("main").waitFor();
      await page.waitForTimeout(400);
      faults.push(...(await faults_of(page, name)));
    };
    await visit("/", "first");
    await visit("/lobby", "lobby");
    await visit("/account", "account");
    await visit("/nowhere", "lost");
    for (const { id, decks } of games) {
      await visit(`/games/${id}`, `set-up-${id}`);
      await visit(`/guide/${id}`, `guide-${id}`);
      await visit(`/rules/${id}`, `rules-${id}`);
      await visit(`/cards/${id}`, `cards-${id}`);
      await visit(`/gallery/${id}`, `gallery-${id}`);
      if (decks) await visit(`/decks/${id}`, `decks-${id}`);
      if (id === "dragon_booster") await visit(`/draft/${id}`, `draft-${id}`);
      await page.goto("/");
      await page.getByTestId(`play-${id}`).click();
      await page.getByTestId("decision-bar").waitFor({ timeout: 20_000 });
      await play_on(page, dice(13), { limit: 12 });
      const table = page.url();
      await page.waitForTimeout(400);
      faults.push(...(await faults_of(page, `table-${id}`)));
      // A card that is looked at in a low and in a narrow window: what does not fit is within reach of the keyboard.
      for (const [shape, width, height] of [
        ["low", 1400, 420],
        ["narrow", 390, 500],
      ] as const) {
        await page.setViewportSize({ width, height });
        await page.evaluate(() => {
          const card = document.querySelector(".board [data-card]:not([data-card='?'])");
          card?.dispatchEvent(new PointerEvent("pointerover", { bubbles: true }));
        });
        await page.waitForTimeout(200);
        faults.push(...(await faults_of(page, `${shape}-${id}`)));
      }
      await page.setViewportSize({ width: 1400, height: 900 });
      await visit(`/replay/${table.split("/").at(-1)}`, `replay-${id}`);
    }
    expect(faults).toEqual([]);
    expect(foreign).toEqual([]);
    expect(problems.filter((text) => !text.includes("404"))).toEqual([]);
    await context.close();
  }, 900_000);

  it.each(["en-GB", "fr-FR"])(
    "is no wider than a small phone (%s)",
    async (locale) => {
      const size = { width: 360, height: 740 };
      const { context, page } = await open_page(browser, server.address, { phone: true, size, locale });
      const wide: string[] = [];
      const of_games = games.flatMap(({ id, decks }) =>
        ["games", "guide", "rules", "cards", "gallery", ...(decks ? ["decks"] : [])].map((kind) => `/${kind}/${id}`),
      );
      for (const address of ["/", "/lobby", "/account", "/workbench", "/draft/dragon_booster", ...of_games]) {
        await page.goto(address);
        await page.locator("main").waitFor();
        await page.waitForTimeout(250);
        const width = await page.evaluate(() => document.documentElement.scrollWidth);
        if (width > size.width) wide.push(`${address}: ${width}`);
      }
      expect(wide).toEqual([]);
      await context.close();
    },
    120_000,
  );

  it("shows French everywhere after one click", async () => {
    const { context, page } = await open_page(browser, server.address);
    await page.goto("/");
    await page.getByRole("button", { name: "Français" }).click();
    await page.getByRole("heading", { name: /jeux épuisés/ }).waitFor();
    await page.getByTestId("play-risk_cybertron").click();
    await page.getByTestId("question").waitFor({ timeout: 20_000 });
    expect(await page.locator("html").getAttribute("lang")).toBe("fr");
    await picture(page, "french-table");
    await context.close();
  });

  it("draws the first page with less than 120 kB, and asks no other origin", async () => {
    const { context, page, foreign } = await open_page(browser, server.address);
    let bytes = 0;
    const session = await context.newCDPSession(page);
    await session.send("Network.enable");
    session.on("Network.loadingFinished", (event: { encodedDataLength: number }) => {
      bytes += event.encodedDataLength;
    });
    await page.goto("/");
    await page.getByTestId("play-risk_cybertron").waitFor();
    await page.waitForTimeout(500);
    const first = await page.evaluate(() => performance.getEntriesByName("first-contentful-paint")[0]?.startTime);
    console.log(`first page: ${bytes} bytes, first picture after ${Math.round(first ?? 0)} ms`);
    expect(bytes).toBeGreaterThan(10_000);
    expect(bytes).toBeLessThan(120_000);
    expect(foreign).toEqual([]);
    await context.close();
  });

  it("tells what stands in the way, with its rule", async () => {
    const { context, page } = await open_page(browser, server.address);
    await page.goto("/");
    await page.getByTestId("play-risk_cybertron").click();
    await page.getByTestId("question").waitFor({ timeout: 20_000 });
    await play_on(page, dice(17), { limit: 6 });
    await page.keyboard.press("Escape");
    await page.locator("main.table[data-busy='no'] [data-testid='question']").waitFor({ timeout: 20_000 });
    await expect.poll(async () => (await look(page)).asked, { timeout: 20_000 }).toBe(true);
    const other = page.locator(".board [data-place]:not([data-mark])").first();
    await other.focus();
    await page.keyboard.press("Enter");
    await page.locator(".notice .clause").waitFor({ timeout: 5000 });
    await picture(page, "why-not");
    const href = await page.locator(".notice .clause").getAttribute("href");
    await page.goto(href!);
    await page.locator("article.wanted").waitFor();
    await context.close();
  });
});
