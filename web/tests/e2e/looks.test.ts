// What happens has a look of its own: seen as it plays, with a picture of each under build/e2e. Nothing of it takes a
// click away from the table.
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { dice, open_browser, open_page, picture, play_once } from "./browser";
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

// By game: looks that come up in every one of its games, and what must be drawn for them.
const wanted: Record<string, readonly string[]> = {
  risk_cybertron: ["turn", "attack", "dice", "hit", "gain"],
  transformers_tcg: ["turn", "play", "attack", "flip", "hit"],
  transformers_dbg: ["turn", "play", "card", "flip"],
  dragon_booster: ["turn", "play", "attack", "gain"],
  dino_battles: ["turn", "buy", "card"],
};
const drawn: Record<string, string> = {
  turn: ".stage .banner",
  play: ".zoom-part[data-acts] .card",
  buy: ".zoom-part[data-acts] .card, .board [data-shown='buy'], .stage .ghost",
  attack: ".stage .arrow line, .board [data-shown='lunge']",
  dice: ".board .die.rolled",
  hit: ".board [data-shown='hit'], .stage .bubble",
  out: ".board [data-shown='out']",
  gain: ".board [data-shown='gain'], .stage .bubble",
  flip: ".board [data-shown='flip'], .board .flip, .board .turned",
  card: ".stage .ghost, .board [data-shown='fresh'], .stage .bubble",
};

interface Seen {
  look: string;
  drawn: boolean;
  blocked: boolean;
}
// Notes every look as it is shown, a moment after it began.
async function watch(page: Page) {
  await page.evaluate((selectors) => {
    const seen: Seen[] = [];
    (window as unknown as { seen: Seen[] }).seen = seen;
    const note = (stage: HTMLElement) => {
      const look = stage.dataset.look ?? "";
      if (!look || look === "quiet") return;
      setTimeout(() => {
        if (stage.dataset.look !== look) return;
        const found = selectors[look] === undefined || document.querySelector(selectors[look]) !== null;
        const box = document.querySelector(".board")!.getBoundingClientRect();
        const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
        seen.push({ look, drawn: found, blocked: top?.closest(".stage") != null });
      }, 60);
    };
    new MutationObserver((list) => {
      for (const { target } of list) note(target as HTMLElement);
    }).observe(document.querySelector("[data-testid='stage']")!, { attributes: true, attributeFilter: ["data-look"] });
  }, drawn);
}

describe.each(Object.keys(wanted))("%s", (game) => {
  it("shows turns, attacks, dice, flips, damage, gains and purchases as what they are", async () => {
    const { context, page, problems } = await open_page(browser, server.address, { motion: true });
    await page.addInitScript(() => {
      localStorage.setItem("rulewright.settings", JSON.stringify({ speed: "normal", auto_pass: "always" }));
    });
    await sit_down(page, {
      game,
      seed: "looks",
      options: game === "risk_cybertron" ? { deal_zones: "on" } : {},
    });
    if (await page.getByTestId("settle").count()) await page.getByTestId("settle").click();
    await watch(page);
    const stage = page.getByTestId("stage");
    const roll = dice(4);
    const pictured = new Set<string>();
    const late = Date.now() + 100_000;
    const noticed = new Set<string>(); // on a busy machine a look may be over before its picture is taken
    const missing = () => wanted[game]!.filter((look) => !pictured.has(look) && !noticed.has(look));
    while (missing().length > 0 && Date.now() < late) {
      for (const one of await page.evaluate(() => (window as unknown as { seen: Seen[] }).seen)) noticed.add(one.look);
      const look = (await stage.getAttribute("data-look").catch(() => null)) ?? "";
      if (look) {
        // Whoever answers now does not see the rest.
        if (look !== "quiet" && !pictured.has(look)) await picture(page, `look-${game}-${look}`);
        if (look !== "quiet") pictured.add(look);
        await page.waitForTimeout(30);
        continue;
      }
      if (await page.getByTestId("settle").count())
        await page
          .getByTestId("settle")
          .click({ timeout: 1000 })
          .catch(() => undefined);
      else if (!(await play_once(page, roll))) await page.waitForTimeout(25);
      if (await page.getByTestId("end-screen").count()) break;
    }
    const seen = await page.evaluate(() => (window as unknown as { seen: Seen[] }).seen);
    const shown = new Set(seen.filter((one) => one.drawn).map((one) => one.look));
    console.log(`${game}: ${[...pictured].join(" ")}; drawn ${[...shown].join(" ")}`);
    expect(missing()).toEqual([]);
    expect(wanted[game]!.filter((look) => drawn[look] !== undefined && !shown.has(look))).toEqual([]);
    expect(seen.filter((one) => one.blocked)).toEqual([]);
    expect(problems).toEqual([]);
    await context.close();
  }, 150_000);
});
