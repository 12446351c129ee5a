// One real Chromium for a file of tests, and a player who only uses what the page shows.
import { join } from "node:path";
import { type Browser, type BrowserContext, chromium, type Locator, type Page } from "playwright-core";
import { pictures } from "./server";

export async function open_browser(): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-dev-shm-usage"],
  });
}

export interface Watched {
  context: BrowserContext;
  page: Page;
  problems: string[]; // errors of the page, refusals of the content security policy
  foreign: string[]; // requests that left the server's origin
}

export async function open_page(
  browser: Browser,
  base: string,
  more: {
    phone?: boolean;
    scheme?: "light" | "dark";
    locale?: string;
    size?: { width: number; height: number };
    motion?: boolean;
    played_out?: boolean;
  } = {},
): Promise<Watched> {
  const context = await browser.newContext({
    baseURL: base,
    viewport: more.size ?? (more.phone ? { width: 390, height: 844 } : { width: 1400, height: 900 }),
    hasTouch: more.phone ?? false,
    isMobile: more.phone ?? false,
    colorScheme: more.scheme ?? "dark",
    reducedMotion: more.motion ? "no-preference" : "reduce",
    locale: more.locale ?? "en-GB",
  });
  // What is played out, and what is passed for the player, has tests of its own; all others see the table at once.
  if (!more.motion && !more.played_out)
    await context.addInitScript(() => {
      if (!localStorage.getItem("rulewright.settings"))
        localStorage.setItem("rulewright.settings", JSON.stringify({ speed: "off", auto_pass: "never" }));
    });
  const page = await context.newPage();
  const watched: Watched = { context, page, problems: [], foreign: [] };
  page.on("pageerror", (error) => watched.problems.push(error.message));
  page.on("console", (message) => {
    if (message.type() === "error" && !message.text().includes("WebSocket") && !message.text().includes("ERR_"))
      watched.problems.push(message.text());
  });
  page.on("request", (request) => {
    const address = request.url();
    const own = [base, base.replace("http", "ws"), `blob:${new URL(base).origin}/`]; // what the page has made itself
    if (!own.some((beginning) => address.startsWith(beginning))) watched.foreign.push(address);
  });
  return watched;
}

export async function picture(page: Page, name: string) {
  await page.screenshot({ path: join(pictures, `${name}.png`) });
}

// A small generator, so that a test plays the same way every time.
export function dice(seed: number): (n: number) => number {
  let state = seed >>> 0 || 1;
  return (n) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 4294967296) * n);
  };
}

interface Table {
  over: boolean;
  asked: boolean;
  at: string;
  places: string[]; // what is outlined
  picked: number;
  buttons: { verb: string; text: string }[];
  gathering: boolean; // several things are to be chosen
  picks: number; // those of them that may still be pressed
}

export async function look(page: Page): Promise<Table> {
  return page.evaluate(() => {
    const bar = document.querySelector("[data-testid='decision-bar']");
    const seen = (element: Element) => element.getClientRects().length > 0 && !(element as HTMLButtonElement).disabled;
    return {
      over: document.querySelector("[data-testid='end-screen']") !== null,
      asked:
        bar?.querySelector("[data-testid='question']") != null &&
        document.querySelector("main.table")?.getAttribute("data-busy") === "no",
      at: document.querySelector("main.table")?.getAttribute("data-at") ?? "",
      places: [...document.querySelectorAll(".board [data-mark='pick']")].map(
        (one) => one.getAttribute("data-place") ?? "",
      ),
      picked: document.querySelectorAll(".board [data-mark='picked']").length,
      buttons: [...(bar?.querySelectorAll("button[data-verb]") ?? [])]
        .filter(seen)
        .map((one) => ({ verb: one.getAttribute("data-verb") ?? "", text: (one.textContent ?? "").trim() })),
      gathering: bar?.querySelector("[data-verb='gather']") != null,
      picks: [...(bar?.querySelectorAll("button[data-pick][aria-pressed='false']") ?? [])].filter(seen).length,
    };
  });
}

export type Hand = "mouse" | "keys" | "touch";

export async function click_place(page: Page, place: string, hand: Hand) {
  const element = page.locator(`.board [data-place="${place}"]`).first();
  if (hand === "mouse") {
    const clicked = await element.click({ timeout: 1500 }).then(
      () => true,
      () => false,
    );
    if (clicked) return;
  }
  if (hand === "touch") {
    const tapped = await element.tap({ timeout: 1500 }).then(
      () => true,
      () => false,
    );
    if (tapped) return;
  }
  await element.focus({ timeout: 3000 });
  await page.keyboard.press("Enter");
}

export async function press_button(page: Page, index: number, hand: Hand) {
  if (hand === "keys" && index < 9) {
    await page.keyboard.press(String(index + 1));
    return;
  }
  await press(page.locator("[data-testid='decision-bar'] button[data-verb]:enabled").nth(index), hand);
}

async function press(button: Locator, hand: Hand) {
  if (hand === "touch") await button.tap({ timeout: 4000 });
  else if (hand === "mouse") await button.click({ timeout: 4000 });
  else await button.press("Enter", { timeout: 4000 });
}

// Several things, the last one first: pointing at them in any order must do.
async function gather(page: Page, table: Table, hand: Hand) {
  if (table.buttons.length > 0 && (table.picks === 0 || table.picked > 0)) return press_button(page, 0, hand);
  const free = page.locator("[data-testid='decision-bar'] button[data-pick][aria-pressed='false']:enabled");
  if (table.places.length > 0) await click_place(page, table.places.at(-1)!, hand);
  else if (table.picks > 0) await press(free.last(), hand);
  else await page.keyboard.press("Escape");
}

const ending = /^(end|done|pass|stop|ready)/;

// Plays one choice the way a person would: points at what is outlined, or presses a button. False if nothing was asked.
export async function play_once(page: Page, roll: (n: number) => number, hand: Hand = "mouse"): Promise<boolean> {
  const table = await look(page);
  if (table.over || !table.asked) return false;
  const going_on = table.buttons.map((button, i) => ({ ...button, i })).filter((button) => !ending.test(button.verb));
  const stopping = table.buttons.map((button, i) => ({ ...button, i })).filter((button) => ending.test(button.verb));
  try {
    if (table.gathering) await gather(page, table, hand);
    else if (table.picked > 0 && table.buttons.length > 0) await press_button(page, roll(table.buttons.length), hand);
    else if (table.places.length > 0 && (stopping.length === 0 || roll(10) < 6 || table.picked > 0))
      await click_place(page, table.places[roll(table.places.length)]!, hand);
    else if (going_on.length > 0 && (stopping.length === 0 || roll(10) < 6))
      await press_button(page, going_on[roll(going_on.length)]!.i, hand);
    else if (stopping.length > 0) await press_button(page, stopping[roll(stopping.length)]!.i, hand);
    else if (table.picked > 0) await page.keyboard.press("Escape");
  } catch {
    // the table moved on between looking and acting; look again
  }
  return true;
}

// Plays on until the end screen, or until `enough` says so. Returns how many times it acted.
export async function play_on(
  page: Page,
  roll: (n: number) => number,
  more: { hand?: Hand; limit?: number; enough?: () => Promise<boolean>; minutes?: number } = {},
): Promise<number> {
  const late = Date.now() + (more.minutes ?? 4) * 60_000;
  let acted = 0;
  while (acted < (more.limit ?? 6000)) {
    if (Date.now() > late)
      throw new Error(`the game does not end: ${acted} actions, ${JSON.stringify(await look(page)).slice(0, 600)}`);
    if (more.enough && (await more.enough())) return acted;
    if (await play_once(page, roll, more.hand)) ++acted;
    else if (await page.locator("[data-testid='end-screen']").count()) return acted;
    else await page.waitForTimeout(20);
  }
  return acted;
}
