// The sizes at which every table must fit, and what of it does not.
import type { Page } from "playwright-core";

export const sizes = [
  { width: 1366, height: 768 },
  { width: 1440, height: 900 },
  { width: 1920, height: 1080 },
  { width: 390, height: 844 },
  { width: 360, height: 740 },
];
export const is_phone = (size: { width: number }) => size.width < 700;

// What does not fit, in words.
export async function misfits(page: Page, phone: boolean): Promise<string[]> {
  return page.evaluate((small) => {
    const found: string[] = [];
    const board = document.querySelector<HTMLElement>(".board")!;
    const root = document.scrollingElement!;
    const over = (name: string, have: number, room: number) => {
      if (have > room + 1) found.push(`${name}: ${Math.round(have)} in ${Math.round(room)}`);
    };
    over("the page is too high", root.scrollHeight, innerHeight);
    over("the page is too wide", root.scrollWidth, innerWidth);
    over("the board is too high", board.scrollHeight, board.clientHeight);
    over("the board is too wide", board.scrollWidth, board.clientWidth * (small ? 2 : 1));
    // The answers scroll by themselves; that they lie within the bar is seen here.
    const bar = document.querySelector<HTMLElement>("[data-testid='decision-bar'] .bar")!;
    over("what stands in the bar is too high", bar.scrollHeight, bar.clientHeight);
    // Nothing on the board hides a part of itself below its edge, but what may be long by its nature.
    for (const box of board.querySelectorAll<HTMLElement>("[data-fits]"))
      over(`${box.dataset.fits} is too high`, box.scrollHeight, box.clientHeight);
    const name = (text: Text) =>
      `"${(text.textContent ?? "").trim().slice(0, 40)}" in ${text.parentElement?.className}`;
    const walk = document.createTreeWalker(board, NodeFilter.SHOW_TEXT);
    for (let text = walk.nextNode() as Text | null; text; text = walk.nextNode() as Text | null) {
      const parent = text.parentElement!;
      if (!text.textContent?.trim() || parent.closest(".unseen") || parent.getClientRects().length === 0) continue;
      const drawn = parent instanceof SVGGraphicsElement ? (parent.getScreenCTM()?.d ?? 1) : 1; // how high, not how wide
      const size = Number.parseFloat(getComputedStyle(parent).fontSize) * drawn;
      if (size < 11.99 && parent.closest("[data-card], [data-place], .names, .token, .odds, .legend"))
        found.push(`${size.toFixed(1)} px: ${name(text)}`);
      for (const word of text.textContent.matchAll(/[\p{L}\d]{2,}/gu)) {
        const range = document.createRange();
        range.setStart(text, word.index);
        range.setEnd(text, word.index + word[0].length);
        const lines = new Set([...range.getClientRects()].map((rect) => Math.round(rect.top)));
        if (lines.size > 1) found.push(`the word ${word[0]} is broken: ${name(text)}`);
      }
    }
    found.push(...cut_words(), ...covered_words());
    // No card of a hand lies over the words of another one.
    for (const card of board.querySelectorAll<HTMLElement>(".fan .at:not(:hover, :focus-within)")) {
      const next = card.nextElementSibling?.getBoundingClientRect();
      if (!next || !card.checkVisibility()) continue;
      for (const words of card.querySelectorAll<HTMLElement>(".name, .line, .pip, .corner")) {
        if (!words.checkVisibility() || words.getBoundingClientRect().right <= next.left + 2) continue;
        found.push(`under another card: "${words.textContent?.trim().slice(0, 40)}"`);
      }
    }
    // Words for programs, and one of a thing counted as many.
    const odd = /\br\dc\d\b|with character|\b1 (?:cards|units|robots|points|Wounds|players|cartes|unités|joueurs)\b/g;
    const all = document.querySelector("main.table")!.textContent ?? "";
    for (const [words] of all.matchAll(odd)) found.push(`odd words: ${words}`);
    // English pieces in French sentences: names of seats and of places.
    const foreign = /\b(?:Seat \d|(?:red|blue|black|yellow|green|purple)(?: active| reserve|['’]s)?\b)/g;
    if (document.documentElement.lang === "fr")
      for (const [words] of all.matchAll(foreign)) found.push(`English in French: ${words}`);
    return [...new Set(found)];

    // Nothing lies over the end of what is written. Cards of a hand lie over each other, and are looked at below.
    function covered_words(): string[] {
      const covered: string[] = [];
      const seen = document.createTreeWalker(board, NodeFilter.SHOW_TEXT);
      for (let text = seen.nextNode() as Text | null; text; text = seen.nextNode() as Text | null) {
        const parent = text.parentElement!;
        if (!text.textContent?.trim() || parent.closest(".unseen, svg, .fan, .kind, [data-may-be-cut]")) continue;
        const range = document.createRange();
        range.selectNodeContents(text);
        const line = [...range.getClientRects()].at(-1);
        if (!line || line.width < 4) continue;
        const [x, y] = [line.right - 3, line.top + line.height / 2];
        const top = document.elementFromPoint(x, y);
        if (!top || !board.contains(top) || top.contains(parent) || parent.contains(top)) continue;
        if (!out_of_sight(parent, x, y)) covered.push(`covered by ${top.getAttribute("class")}: ${name(text)}`);
      }
      return covered;
    }
    // Beyond the edge of a box that shows only a part of what is in it.
    function out_of_sight(element: Element, x: number, y: number): boolean {
      for (let box: Element | null = element; box && box !== board; box = box.parentElement) {
        if (getComputedStyle(box).overflowX === "visible") continue;
        const edge = box.getBoundingClientRect();
        if (x < edge.left || x > edge.right || y < edge.top || y > edge.bottom) return true;
      }
      return false;
    }

    // What is written is seen whole: no line is cut by the edge of its box, nothing ends in dots. Texts of cards may end
    // where their card does, at the end of a line: the whole card is a look away.
    function cut_words(): string[] {
      const cut: string[] = [];
      const seen = document.createTreeWalker(document.querySelector("main.table")!, NodeFilter.SHOW_TEXT);
      for (let text = seen.nextNode() as Text | null; text; text = seen.nextNode() as Text | null) {
        const parent = text.parentElement!;
        if (!text.textContent?.trim() || parent.getClientRects().length === 0) continue;
        if (parent.closest(".unseen, aside.side, .stage, svg, .kind, [data-may-be-cut]")) continue;
        const range = document.createRange();
        range.selectNodeContents(text);
        let lines = [...range.getClientRects()];
        for (let box: HTMLElement | null = parent; box && box !== document.body; box = box.parentElement) {
          const style = getComputedStyle(box);
          if (style.display === "contents" || style.overflowX === "visible") continue;
          if (style.overflowX === "auto" || style.overflowX === "scroll") break;
          const dots = style.textOverflow === "ellipsis" && box.scrollWidth > box.clientWidth + 1;
          const edge = box.getBoundingClientRect();
          const partly = lines.some((line) => {
            const out = style.overflowY === "auto" ? 0 : Math.max(edge.top - line.top, line.bottom - edge.bottom);
            const aside = Math.max(edge.left - line.left, line.right - edge.right);
            return (out > 4 && out < line.height - 4) || aside > 3;
          });
          const below = style.overflowY !== "auto" && lines.some((line) => line.top > edge.bottom - 4);
          const gone = below && !parent.closest(".text, .says");
          if (dots || partly || gone) {
            cut.push(`cut: ${name(text)}`);
            break;
          }
          lines = lines.filter((line) => line.top < edge.bottom - 4); // the others are out of sight by now
        }
      }
      return cut;
    }
  }, phone);
}
