// The pictures of every game: all of them load, in light and dark, no two look the same small, and a card shows its own.
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { open_browser, open_page, picture } from "./browser";
import { games_of, Server } from "./server";

let server: Server;
let browser: Browser;
let games: { id: string }[] = [];
beforeAll(async () => {
  server = await Server.start();
  browser = await open_browser();
  games = await games_of(server);
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

interface Face {
  id: string;
  mode: string;
  picture: string;
}

// All faces drawn side by side, 16 by 16 pixels each; the colors of its pixels in steps of 16 are a face's hash.
async function coarse(page: Page, faces: Face[]): Promise<string[]> {
  return page.evaluate(async (list) => {
    const side = 16;
    const canvas = document.createElement("canvas");
    canvas.width = side;
    canvas.height = side * list.length;
    const pen = canvas.getContext("2d", { willReadFrequently: true });
    if (!pen) throw new Error("no canvas");
    const drawn = list.map(async (face, i) => {
      const image = new Image(side, side);
      image.src = `${face.picture}&theme=dark&mode=${face.mode}`;
      await image.decode();
      pen.drawImage(image, 0, i * side, side, side);
    });
    await Promise.all(drawn);
    const pixels = pen.getImageData(0, 0, side, side * list.length).data;
    return list.map((_, i) =>
      [...pixels.subarray(i * side * side * 4, (i + 1) * side * side * 4)].map((value) => value >> 4).join(),
    );
  }, faces);
}

describe("the gallery", () => {
  it("has a picture for every face of every game, and no two look alike when they are small", async () => {
    const { context, page, problems } = await open_page(browser, server.address);
    await page.goto("/gallery");
    for (const { id } of games) {
      const { faces } = (await (await page.request.get(`/api/games/${id}/faces`)).json()) as { faces: Face[] };
      expect(faces.length, id).toBeGreaterThan(40);
      const seen = new Map<string, string>();
      for (const [i, hash] of (await coarse(page, faces)).entries()) {
        const name = `${faces[i]?.id} ${faces[i]?.mode}`;
        expect(seen.get(hash), `${id}: ${name}`).toBeUndefined();
        seen.set(hash, name);
      }
    }
    expect(problems).toEqual([]);
    await context.close();
  }, 240_000);

  for (const scheme of ["light", "dark"] as const)
    it(`shows the faces of a game and one of them large (${scheme})`, async () => {
      const { context, page, problems } = await open_page(browser, server.address, { scheme });
      page.setDefaultTimeout(120_000);
      await page.goto("/gallery/dragon_booster");
      const faces = page.getByTestId("faces").locator("img");
      await expect.poll(() => faces.count()).toBeGreaterThan(150);
      const loaded = () =>
        faces.evaluateAll((all) => all.slice(0, 12).every((one) => (one as HTMLImageElement).naturalWidth > 0));
      await expect.poll(loaded).toBe(true);
      expect(await faces.first().getAttribute("src")).toContain(`theme=${scheme}`);
      await picture(page, `gallery-${scheme}`);
      await faces.first().click();
      await page.getByRole("dialog").locator("img").waitFor();
      await page.getByRole("dialog").getByRole("button").click();
      await page.getByRole("combobox").selectOption("transformers_tcg");
      await expect.poll(() => new URL(page.url()).pathname).toBe("/gallery/transformers_tcg");
      await page.getByRole("searchbox").fill("bumblebee");
      await expect.poll(() => faces.count()).toBe(11);
      expect(problems).toEqual([]);
      await context.close();
    }, 240_000);

  it("gives each card of the cards page its picture", async () => {
    const { context, page } = await open_page(browser, server.address);
    await page.goto("/cards/dino_battles");
    const art = page.locator(".card .art img");
    await expect.poll(() => art.count()).toBeGreaterThan(20);
    await expect.poll(() => art.first().evaluate((one) => (one as HTMLImageElement).naturalWidth > 0)).toBe(true);
    await picture(page, "cards-with-pictures");
    await context.close();
  });
});
