// Moving between things with the arrow keys: the nearest one in that direction, whatever the table looks like.

export interface Spot {
  x: number;
  y: number;
}
export type Direction = "ArrowLeft" | "ArrowRight" | "ArrowUp" | "ArrowDown";

export function is_direction(key: string): key is Direction {
  return key === "ArrowLeft" || key === "ArrowRight" || key === "ArrowUp" || key === "ArrowDown";
}

// The index of the nearest spot in that direction, or -1. Off-axis distance counts double.
export function nearest(from: Spot, spots: readonly Spot[], direction: Direction): number {
  let best = -1;
  let least = Number.POSITIVE_INFINITY;
  for (const [i, spot] of spots.entries()) {
    const dx = spot.x - from.x;
    const dy = spot.y - from.y;
    const sideways = direction === "ArrowLeft" || direction === "ArrowRight";
    const along = sideways ? (direction === "ArrowRight" ? dx : -dx) : direction === "ArrowDown" ? dy : -dy;
    const across = Math.abs(sideways ? dy : dx);
    if (along <= 1) continue;
    const distance = along + across * 2;
    if (distance < least) {
      least = distance;
      best = i;
    }
  }
  return best;
}

function middle(element: Element): Spot {
  const box = element.getBoundingClientRect();
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

// Moves the focus between the elements with data-place inside `root`.
export function move_focus(root: Element, direction: Direction): boolean {
  const here = document.activeElement;
  const others = [...root.querySelectorAll<HTMLElement | SVGElement>("[data-place]")].filter(
    (element) => element !== here && element.getClientRects().length > 0,
  );
  if (others.length === 0) return false;
  if (!here || !root.contains(here) || !here.hasAttribute("data-place")) {
    others[0]!.focus();
    return true;
  }
  const found = others[nearest(middle(here), others.map(middle), direction)];
  found?.focus();
  found?.scrollIntoView({ block: "nearest", inline: "nearest" });
  return found !== undefined;
}
