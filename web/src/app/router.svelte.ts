// Where the player is: the address bar, read into a page and its parts.

export type Place =
  | { page: "first" }
  | { page: "lobby" }
  | { page: "game"; game: string }
  | { page: "table"; table: string }
  | { page: "replay"; replay: string }
  | { page: "rules"; game: string; clause: string }
  | { page: "cards"; game: string }
  | { page: "decks"; game: string }
  | { page: "gallery"; game: string } // without a game: the first one
  | { page: "workbench"; game: string } // without a game: the first one
  | { page: "draft"; game: string }
  | { page: "guide"; game: string }
  | { page: "account" }
  | { page: "person"; person: string }
  | { page: "lost" };

export function place_of(path: string, hash = ""): Place {
  const parts = path.split("/").filter(Boolean).map(decodeURIComponent);
  const [first, second] = parts;
  if (parts.length === 0) return { page: "first" };
  if (parts.length === 1) {
    if (first === "lobby" || first === "account") return { page: first };
    if (first === "gallery" || first === "workbench") return { page: first, game: "" };
    return { page: "lost" };
  }
  if (parts.length > 2 || second === undefined) return { page: "lost" };
  switch (first) {
    case "games":
      return { page: "game", game: second };
    case "table":
      return { page: "table", table: second };
    case "replay":
      return { page: "replay", replay: second };
    case "rules":
      return { page: "rules", game: second, clause: decodeURIComponent(hash.replace(/^#/, "")) };
    case "cards":
      return { page: "cards", game: second };
    case "decks":
      return { page: "decks", game: second };
    case "gallery":
      return { page: "gallery", game: second };
    case "workbench":
      return { page: "workbench", game: second };
    case "draft":
      return { page: "draft", game: second };
    case "guide":
      return { page: "guide", game: second };
    case "people":
      return { page: "person", person: second };
    default:
      return { page: "lost" };
  }
}

// The page is a folder of static files: nobody answers for each address, so they stand behind a "#".
export const folder =
  typeof document !== "undefined" && document.querySelector("meta[name='rulewright-site']") !== null;

export const link = (address: string): string => (folder ? `#${address}` : address);

// The address that a URL of the page means, as "/replay/k3v?at=10".
export function address_of(url: URL, hashed = folder): URL {
  return hashed ? new URL(url.hash.slice(1) || "/", url.origin) : url;
}

class Router {
  place = $state<Place>({ page: "first" });

  start() {
    this.read();
    addEventListener("popstate", () => this.read());
    document.addEventListener("click", (event) => {
      const link = (event.target as Element | null)?.closest?.("a[href]");
      if (!(link instanceof HTMLAnchorElement) || link.target || link.hasAttribute("download")) return;
      if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
      if (link.origin !== location.origin || /^\/(api|faces)\//.test(link.pathname)) return;
      event.preventDefault();
      const meant = address_of(new URL(link.href));
      this.go(meant.pathname + meant.search + meant.hash);
    });
  }

  go(address: string, instead = false) {
    if (instead) history.replaceState(null, "", link(address));
    else history.pushState(null, "", link(address));
    this.read();
    if (!this.here.hash) scrollTo(0, 0);
  }

  read() {
    const { pathname, hash } = this.here;
    this.place = place_of(pathname, hash);
  }

  get here(): URL {
    return address_of(new URL(location.href));
  }
  get query(): URLSearchParams {
    return this.here.searchParams;
  }
}

export const router = new Router();
