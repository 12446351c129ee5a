// The pages, fetched when they are needed.
import type { Component } from "svelte";
import type { Place } from "../app/router.svelte";

export interface PageProps {
  place: Place;
  open_settings: () => void;
}
type Page = Component<PageProps>;

export async function page_of(place: Place): Promise<Page> {
  const found = await (() => {
    switch (place.page) {
      case "lobby":
        return import("./LobbyPage.svelte");
      case "game":
        return import("./GamePage.svelte");
      case "table":
        return import("./TablePlace.svelte");
      case "replay":
        return import("./ReplayPage.svelte");
      case "rules":
        return import("./RulesPage.svelte");
      case "cards":
        return import("./CardsPage.svelte");
      case "decks":
        return import("./DecksPage.svelte");
      case "gallery":
        return import("./GalleryPage.svelte");
      case "draft":
        return import("./DraftPage.svelte");
      case "guide":
        return import("./GuidePage.svelte");
      case "workbench":
        return import("./WorkbenchPage.svelte");
      case "person":
        return import("./PersonPage.svelte");
      default:
        return import("./AccountPage.svelte");
    }
  })();
  return found.default as unknown as Page;
}
