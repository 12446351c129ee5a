// The chance curves as drawn: a line per seat over the choices of the game.
export const width = 600;
export const height = 150;

export function x_of(at: number, last: number): number {
  return last > 0 ? (at / last) * width : 0;
}
export function y_of(chance: number): number {
  return (1 - Math.min(1, Math.max(0, chance))) * height;
}
export function line_of(chances: readonly number[]): string {
  const last = chances.length - 1;
  return chances.map((chance, at) => `${x_of(at, last).toFixed(1)},${y_of(chance).toFixed(1)}`).join(" ");
}
// The choice under a point of the drawing, `share` of its width from the left.
export function at_of(share: number, last: number): number {
  return Math.min(last, Math.max(0, Math.round(share * last)));
}
// "+12" points of the chance to win.
export function points(share: number): string {
  const whole = Math.round(share * 100);
  return `${whole > 0 ? "+" : whole < 0 ? "−" : ""}${Math.abs(whole)}`;
}
