// Playing on this device: what the tests without a server share.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { look } from "./browser";
import { short_game } from "./games";
import { program } from "./server";

export const built = join(import.meta.dirname, "../../dist");
// A page that was built where WebAssembly cannot be (no clang for it) has no engine inside.
export const engine = readdirSync(join(built, "assets")).some((name) => name.endsWith(".wasm"));
export const work = mkdtempSync(join(tmpdir(), "rulewright-site-"));

// The service worker has everything.
export async function kept(page: Page) {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    while (!navigator.serviceWorker.controller) await new Promise((done) => setTimeout(done, 50));
  });
}

// `start` is what stands before the addresses of the page.
export async function set_up(page: Page, start: string, game: string) {
  await page.goto(`${start}games/${game}`);
  await page.getByTestId("start").waitFor();
  await page.getByLabel("Seat 2").selectOption("random");
  const options = Object.entries(short_game[game] ?? {});
  if (options.length > 0) await page.getByText("Options of the game").click();
  for (const [name, value] of options) await page.getByTestId(`option-${name}`).selectOption(value);
}

export async function question(page: Page) {
  await page.locator("main.table[data-busy='no'] [data-testid='question']").waitFor({ timeout: 30_000 });
  return {
    at: Number(await page.locator("main.table").getAttribute("data-at")),
    question: (await page.getByTestId("question").getAttribute("title")) ?? "",
    places: (await look(page)).places.sort(),
  };
}

export async function save_and_verify(page: Page, name: string): Promise<string> {
  await page.getByText("Was the luck fair?").click();
  const [file] = await Promise.all([page.waitForEvent("download"), page.getByTestId("download-replay").click()]);
  const path = join(work, name);
  await file.saveAs(path);
  const told = spawnSync(program, ["verify", path], { encoding: "utf8" });
  return told.stdout + told.stderr;
}
