// The browser tests: two files at a time, each with a server and a Chromium of its own.
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["tests/e2e/**/*.test.ts"],
    environment: "node",
    maxWorkers: 2,
    sequence: { concurrent: false },
    testTimeout: 120_000,
    hookTimeout: 120_000,
    bail: 0,
  },
});
