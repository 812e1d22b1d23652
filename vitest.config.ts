import { defineConfig, type ViteUserConfig } from "vitest/config";
import { RuntimeTable } from "./test/runtimes/runtime_table.ts";

const config: ViteUserConfig = defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    reporters: ["default", new RuntimeTable()],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // The default is one worker fewer, which is a single one on two cores.
    maxWorkers: "100%",
  },
});
export default config;
