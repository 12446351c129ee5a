// What the build adds to the bundle: the page for a folder of static files (site.html) beside the page for the server
// (index.html), and the service worker with the list of the build's files.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import type { Plugin } from "vite";

// As the server's (server/site.cpp), less what only a header can say.
export const static_policy =
  "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' blob:; connect-src 'self'; " +
  "font-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'";

const hash_of = (bytes: Uint8Array | string) => createHash("sha256").update(bytes).digest("hex").slice(0, 32);

// The bundle names its files relative to the page. The server answers with the page for every address, so there they are
// named from the root.
export const for_server = (page: string) => page.replace(/(src|href)="\.\//g, '$1="/');
export const for_folder = (page: string) =>
  page.replace(
    /<meta name="viewport"/,
    `<meta name="rulewright-site" content="static" />\n    <meta http-equiv="Content-Security-Policy" content="${static_policy}" />\n    <meta name="viewport"`,
  );

function files_in(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? files_in(path) : [path];
  });
}

export function service_worker(
  source: string,
  files: readonly (readonly string[])[],
  games: readonly string[],
): string {
  const version = hash_of(JSON.stringify([source, files, games]));
  return source
    .replace("GAMES_OF_THE_BUILD", () => JSON.stringify(games))
    .replace("FILES_OF_THE_BUILD", () => JSON.stringify(files))
    .replace("VERSION_OF_THE_BUILD", () => JSON.stringify(version));
}

export function site(): Plugin {
  let out = "";
  return {
    name: "rulewright-site",
    apply: "build",
    configResolved(config) {
      out = join(config.root, config.build.outDir);
    },
    closeBundle() {
      const page = readFileSync(join(out, "index.html"), "utf8");
      const pages = [for_server(page), for_folder(page)] as const;
      rmSync(join(out, "sw.js"), { force: true });
      rmSync(join(out, "site.html"), { force: true });
      const files = files_in(out)
        .map((path) => relative(out, path).replaceAll("\\", "/"))
        .filter((name) => name !== "index.html" && !name.endsWith(".map"))
        .sort()
        .map((name) => [`./${name}`, hash_of(readFileSync(join(out, name)))]);
      files.unshift(["./", ...pages.map((one) => hash_of(one))]);
      writeFileSync(join(out, "index.html"), pages[0]);
      writeFileSync(join(out, "site.html"), pages[1]);
      const source = readFileSync(join(import.meta.dirname, "src/offline/service.js"), "utf8");
      const games = readdirSync(join(import.meta.dirname, "src/games"), { withFileTypes: true })
        .filter((entry) => entry.isDirectory() && entry.name !== "plain")
        .map((entry) => entry.name);
      writeFileSync(join(out, "sw.js"), service_worker(source, files, games));
    },
  };
}
