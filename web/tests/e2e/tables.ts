// A table set up through the API, so that a test begins where it matters.
import type { Page } from "playwright-core";

export interface Wanted {
  game: string;
  bot?: string;
  seed?: string;
  options?: Record<string, string>;
  clock?: { kind: string; seconds: number };
}

// Becomes a guest before the page is opened. If page and test asked at the same time who they are, they would be two guests.
export async function enter(page: Page) {
  await page.request.get("/api/me");
  await page.goto("/");
}

// Opens a table against one computer player and waits for the first question.
export async function sit_down(page: Page, wanted: Wanted): Promise<string> {
  await enter(page);
  const link = await page.evaluate(async ({ game, bot, seed, options, clock }) => {
    const me = await (await fetch("/api/me")).json();
    const answer = await fetch("/api/tables", {
      method: "POST",
      headers: { "content-type": "application/json", "x-csrf": me.csrf },
      body: JSON.stringify({
        game,
        seats: [{ kind: "me" }, { kind: "bot", bot: bot ?? "greedy" }],
        seed,
        options: options ?? {},
        clock: clock ?? { kind: "none" },
      }),
    });
    if (!answer.ok) throw new Error(`no table: ${answer.status} ${await answer.text()}`);
    return (await answer.json()).link as string;
  }, wanted);
  await page.goto(link);
  await page.getByTestId("question").waitFor({ timeout: 20_000 });
  await page.locator(".board [data-testid]").first().waitFor();
  return link;
}
