// Which face of a card with several modes is shown when nothing else is said: the robot.
export function usual_mode(modes: readonly string[]): string {
  return modes.find((mode) => mode === "bot" || mode === "robot") ?? modes[0] ?? "";
}
