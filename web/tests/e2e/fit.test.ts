// Boards that fit: at five sizes nothing of the table has to be scrolled, nothing jumps when a question comes, no card
// is too small to be read, and the bar keeps its height.
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { dice, look, open_browser, open_page, picture, play_once } from "./browser";
import { is_phone, misfits, sizes } from "./misfits";
import { games_of, Server } from "./server";
import { enter } from "./tables";

const decisions = 40;

let server: Server;
let browser: Browser;
let games: string[] = [];
beforeAll(async () => {
  server = await Server.start();
  browser = await open_browser();
  games = (await games_of(server)).map((game) => game.id);
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

// A table against the weakest computer player, with a seed, so that every size sees the same game.
async function begin(page: Page, game: string, seed: string) {
  await enter(page);
  const link = await page.evaluate(
    async ([id, luck]) => {
      const me = await (await fetch("/api/me")).json();
      const answer = await fetch("/api/tables", {
        method: "POST",
        headers: { "content-type": "application/json", "x-csrf": me.csrf },
        body: JSON.stringify({ game: id, seats: [{ kind: "me" }, { kind: "bot", bot: "greedy" }], seed: luck }),
      });
      return (await answer.json()).link as string;
    },
    [game, seed] as const,
  );
  await page.goto(link);
  await page.getByTestId("question").waitFor({ timeout: 20_000 });
  await page.locator(".board [data-testid]").first().waitFor();
  await page.waitForTimeout(300);
  await watch_shifts(page);
}

const told_shifts = (page: Page) => page.evaluate(() => (window as unknown as { shifts: Shift[] }).shifts);

// Cumulative layout shift as browsers define it: the worst five seconds.
function worst_window(shifts: Shift[]): number {
  return Math.max(
    0,
    ...shifts.map((first) =>
      shifts.filter((one) => one.at >= first.at && one.at < first.at + 5000).reduce((sum, one) => sum + one.value, 0),
    ),
  );
}

interface Shift {
  at: number;
  value: number;
  own: boolean; // right after a click or a key
  what: string;
}
async function watch_shifts(page: Page) {
  await page.evaluate(() => {
    const shifts: Shift[] = [];
    const pauses: [number, number][] = [];
    Object.assign(window, { shifts, pauses });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number;
        hadRecentInput: boolean;
        sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
      })[]) {
        if (pauses.some(([from, to]) => entry.startTime >= from && entry.startTime <= to)) continue;
        shifts.push({
          at: entry.startTime,
          value: entry.value,
          own: entry.hadRecentInput,
          what: entry.sources
            .map(({ node, previousRect: a, currentRect: b }) => {
              const element = node instanceof Element ? node : (node?.parentElement ?? null);
              return `${element?.tagName}.${element?.getAttribute("class")} ${a.x},${a.y} ${a.width}x${a.height} -> ${b.x},${b.y} ${b.width}x${b.height}`;
            })
            .join("; "),
        });
      }
    }).observe({ type: "layout-shift" });
  });
}

const seen_games = ["risk_cybertron", "transformers_tcg", "transformers_dbg", "dragon_booster", "dino_battles"];
// Played at one size; now and then the same position is looked at in the others.
const wide = sizes.filter((size) => !is_phone(size));
const narrow = sizes.filter(is_phone);
const often = 5; // decisions from one look at the others to the next

// What moves because the window changes its size is not counted; it is over when some frames have been drawn.
async function set_watching(page: Page, on: boolean) {
  await page.evaluate(async (yes) => {
    const { pauses } = window as unknown as { pauses: [number, number][] };
    if (!yes) {
      pauses.push([performance.now(), Number.POSITIVE_INFINITY]);
      return;
    }
    for (let i = 0; i < 6; ++i) await new Promise((drawn) => requestAnimationFrame(drawn));
    pauses.at(-1)![1] = performance.now();
  }, on);
}

describe.each(seen_games)("%s", (game) => {
  it.each([
    { size: wide[0]!, others: wide.slice(1) },
    { size: narrow[0]!, others: narrow.slice(1) },
  ])(
    "fits $size.width × $size.height and the sizes like it",
    async ({ size, others }) => {
      if (!games.includes(game)) return;
      const { context, page, problems } = await open_page(browser, server.address, { phone: is_phone(size), size });
      let seed = 1;
      await begin(page, game, "a fitting game");
      const shifts: Shift[] = [];
      const name = `fit-${game}-${size.width}`;
      const heights = new Map(sizes.map((one) => [one.width, new Set<number>()]));
      const faults = new Set<string>();
      const roll = dice(77);
      const late = Date.now() + 240_000;
      let answered = 0;
      const judge = async (one: { width: number }) => {
        const bar = await page.locator("[data-testid='decision-bar'] .bar").boundingBox();
        heights.get(one.width)!.add(Math.round(bar?.height ?? 0));
        for (const fault of await misfits(page, is_phone(one))) faults.add(`${one.width}: ${fault}`);
        if ([1, 25, decisions].includes(answered)) await picture(page, `fit-${game}-${one.width}-${answered}`);
      };
      for (let at = ""; answered < decisions && Date.now() < late; ) {
        const table = await look(page);
        if (table.over) {
          shifts.push(...(await told_shifts(page)).map((shift) => ({ ...shift, at: shift.at + seed * 1e7 })));
          await begin(page, game, `a fitting game ${++seed}`);
          at = "";
          continue;
        }
        if (table.asked && table.at !== at) {
          at = table.at;
          ++answered;
          await judge(size);
          if (answered === 1 || answered % often === 0) {
            await set_watching(page, false);
            for (const other of others) {
              await page.setViewportSize(other);
              await page.waitForTimeout(100);
              await judge(other);
            }
            await page.setViewportSize(size);
            await page.waitForTimeout(200);
            await set_watching(page, true);
          }
        }
        if (!(await play_once(page, roll))) await page.waitForTimeout(20);
      }
      shifts.push(...(await told_shifts(page)));
      const by_itself = shifts.filter((shift) => !shift.own);
      const sum = (list: Shift[]) => list.reduce((total, shift) => total + shift.value, 0);
      const worst = [...shifts].sort((a, b) => b.value - a.value).slice(0, 6);
      console.log(
        `${name}: ${answered} decisions, CLS ${worst_window(by_itself).toFixed(4)} (${sum(by_itself).toFixed(4)} in all; with what follows a click ${worst_window(shifts).toFixed(4)} and ${sum(shifts).toFixed(4)})`,
      );
      if (process.env.E2E_SHIFTS) for (const shift of worst) console.log(`  ${shift.value.toFixed(4)} ${shift.what}`);
      expect([...faults]).toEqual([]);
      for (const one of [size, ...others]) expect(heights.get(one.width)!.size, `${one.width}`).toBe(1);
      expect(answered).toBe(decisions);
      // What follows one's own click counts as well: a hand that closes up glides, and the log keeps its lines.
      expect(worst_window(shifts)).toBeLessThan(0.05);
      expect(problems).toEqual([]);
      await context.close();
    },
    300_000,
  );
});
