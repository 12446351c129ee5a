// Builds the page into dist/. Nothing inline: the server's content security policy allows only its own files.
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";
import { site } from "./vite.site";

const server = process.env.RULEWRIGHT_SERVER ?? "http://127.0.0.1:8080";

export default defineConfig({
  base: "./",
  plugins: [svelte(), site()],
  worker: { format: "es" },
  build: { target: "es2022", assetsInlineLimit: 0, modulePreload: { polyfill: false }, reportCompressedSize: true },
  server: { proxy: { "/api": server, "/faces": server, "/ws": { target: server, ws: true } } },
});
