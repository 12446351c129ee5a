// The service worker: keeps the files of one version of the page, and starts it without a network. The build writes the
// list of files with their hashes, the version and the games in place of the names below (vite.site.ts).
// A version is whole or not there at all: a file that does not have its hash stops the installation, and the version before
// stays. The next version takes over when the page is started anew, never under an open page. What a server answers
// (/api, /ws, /faces) is none of its business.
const files = FILES_OF_THE_BUILD; // [[address, hash, ...], ...]; "./" is the page itself
const version = VERSION_OF_THE_BUILD;
const games = GAMES_OF_THE_BUILD; // those with a table of their own
const kept = `rulewright ${version}`;
const at_once = 4;

const scope = new URL(self.registration.scope);
const listed = new Map(files.map(([address, ...hashes]) => [new URL(address, scope).pathname, hashes]));

async function hash_of(bytes) {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return [...digest.slice(0, 16)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

async function fetch_file(cache, path, hashes) {
  const answer = await fetch(new URL(path, scope), { cache: "no-cache", credentials: "same-origin" });
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  const bytes = await answer.arrayBuffer();
  if (!hashes.includes(await hash_of(bytes))) throw new Error(`${path} belongs to another version`);
  const type = answer.headers.get("Content-Type") ?? "application/octet-stream";
  const headers = { "Content-Type": type };
  // What the server allows this page (WebAssembly, its own files alone) holds for its copy too.
  const policy = answer.headers.get("Content-Security-Policy");
  if (policy) headers["Content-Security-Policy"] = policy;
  await cache.put(new URL(path, scope), new Response(bytes, { headers }));
}

// Files that the version before has with the same name and hash are not fetched again: their name says what is in them.
async function take_from_before(cache, path) {
  if (!path.includes("/assets/")) return false;
  const found = await caches.match(new URL(path, scope));
  if (!found) return false;
  await cache.put(new URL(path, scope), found);
  return true;
}

async function install() {
  const cache = await caches.open(kept);
  const waiting = [...listed];
  const work = async () => {
    for (let next = waiting.pop(); next; next = waiting.pop())
      if (!(await take_from_before(cache, next[0]))) await fetch_file(cache, next[0], next[1]);
  };
  try {
    await Promise.all(Array.from({ length: at_once }, work));
  } catch (problem) {
    await caches.delete(kept);
    throw problem;
  }
}

async function forget_old_versions() {
  const names = await caches.keys();
  await Promise.all(
    names.filter((name) => name.startsWith("rulewright ") && name !== kept).map((name) => caches.delete(name)),
  );
}

// The page is started: if another version waits and nobody else has the page open, it takes over now.
async function start_page() {
  const { waiting } = self.registration;
  if (waiting && (await self.clients.matchAll({ type: "window" })).length < 2) {
    waiting.postMessage("take over");
    return new Response("", { headers: { Refresh: "0", "Content-Type": "text/html" } });
  }
  return from_version(new URL("./", scope).pathname);
}

async function from_version(path) {
  const cache = await caches.open(kept);
  return (await cache.match(new URL(path, scope))) ?? fetch(new URL(path, scope));
}

// The addresses of the page (app/router.svelte.ts). Whatever else is asked for is a server's to answer, 404 among it.
const alone = /^(|lobby|account|gallery|workbench)$/;
const of_one = /^(table|replay|people)\/[^/.]+$/;
const of_game = /^(?:games|rules|cards|decks|gallery|workbench|draft|guide)\/([^/.]+)$/;
const inside = (url) =>
  url.pathname.startsWith(scope.pathname) ? url.pathname.slice(scope.pathname.length).replace(/\/$/, "") : ".";
const game_of = (url) => of_game.exec(inside(url))?.[1];
const is_page = (url) => alone.test(inside(url)) || of_one.test(inside(url)) || games.includes(game_of(url));

self.addEventListener("install", (event) => event.waitUntil(install()));
self.addEventListener("activate", (event) => event.waitUntil(forget_old_versions().then(() => self.clients.claim())));
self.addEventListener("message", (event) => {
  if (event.data === "take over") self.skipWaiting();
});
self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || url.origin !== scope.origin) return;
  if (event.request.mode === "navigate") {
    if (is_page(url) || url.pathname === new URL("./index.html", scope).pathname) event.respondWith(start_page());
    // Whether there is such a game the server knows.
    else if (game_of(url)) event.respondWith(fetch(event.request).catch(start_page));
  } else if (listed.has(url.pathname)) event.respondWith(from_version(url.pathname));
});
