// Who has won, by name where the game's own word is a letter.
import { describe, expect, it } from "vitest";
import { outcome_text } from "../../src/table/outcome";

const over = (winners: number[], text: string) => ({ how: "rules", winners, ranks: [], scores: [], clause: "", text });
const named = (seat: number) => ["Ada Fox", "Milo"][seat - 1];

describe("the outcome of a game", () => {
  it("names the winners", () => {
    expect(outcome_text(over([2], "B wins."), named)).toBe("Milo wins.");
    expect(outcome_text(over([1, 2], "A, B win."), named)).toBe("Ada Fox and Milo win.");
  });
  it("is told in the words of the game where those say more, or nobody has won", () => {
    expect(outcome_text(over([2], "Blue wins."), () => undefined)).toBe("Blue wins.");
    expect(outcome_text(over([], "The game is drawn."), named)).toBe("The game is drawn.");
  });
});
