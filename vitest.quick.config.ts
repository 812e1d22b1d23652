import { readFileSync } from "node:fs";
import { defineConfig, type ViteUserConfig } from "vitest/config";

/** The files of `npm run test:quick`: they start no browser and no program but the shared PostgreSQL, and take less than 3 CPU-seconds each. */
const files = readFileSync(new URL("./test/quick_files.txt", import.meta.url), "utf8")
  .split("\n")
  .filter(Boolean);

const config: ViteUserConfig = defineConfig({
  test: {
    include: files,
    isolate: false,
    runner: "./test/servers/sampling_runner.ts",
    globalSetup: ["./test/servers/broker.ts"],
    setupFiles: ["./test/servers/each_file.ts"],
    // These limits end tests that hang. No test proves with them that something is fast.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
    maxWorkers: "100%",
  },
});
export default config;
