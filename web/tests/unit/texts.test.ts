import { afterEach, describe, expect, it } from "vitest";
import { settings } from "../../src/app/settings.svelte";
import { t } from "../../src/app/texts.svelte";
import { initial_of } from "../../src/app/words";

afterEach(() => {
  settings.now = { ...settings.now, language: "en" };
});

describe("counted words", () => {
  it("are one or many in English", () => {
    expect(t("n_units", { n: 1 })).toBe("1 unit");
    expect(t("n_units", { n: 0 })).toBe("0 units");
    expect(t("n_attached", { n: 1 })).toBe("1 card attached");
    expect(t("n_attached", { n: 4 })).toBe("4 cards attached");
  });
  it("are one up to one in French", () => {
    settings.now = { ...settings.now, language: "fr" };
    expect(t("n_units", { n: 0 })).toBe("0 unité");
    expect(t("n_attached", { n: 2 })).toBe("2 cartes attachées");
  });
});

it("a seat's badge has the letter of its colour in the page's language", () => {
  expect(["yellow", "black", "red", "A"].map(initial_of).join("")).toBe("YBRA");
  settings.now = { ...settings.now, language: "fr" };
  expect(["yellow", "black", "red", "A"].map(initial_of).join("")).toBe("JNRA");
});
