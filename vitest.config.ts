import { availableParallelism } from "node:os";
import { resolve } from "node:path";
import { defineConfig, mergeConfig, type ViteUserConfig } from "vitest/config";
import { isFullRun } from "./test/full_run.ts";
import { RuntimeTable } from "./test/runtimes/runtime_table.ts";

/** Tests that count the steps of code. They turn off V8's optimization in their process, which would slow all other tests. */
const counted = "test/**/*.counted.test.ts";
/** Tests that replace a module of Node, or load a module that must not be loaded already. Each has its own process. */
const own = "test/**/*.own.test.ts";
const installed = "**/node_modules/**";

/** Settings of all runs. */
export const shared: ViteUserConfig = defineConfig({
  test: {
    reporters: ["default", new RuntimeTable()],
    runner: "./test/servers/sampling_runner.ts",
    globalSetup: ["./test/servers/broker.ts"],
    setupFiles: ["./test/servers/each_file.ts"],
    // These limits end tests that hang. No test proves with them that something is fast.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
    // Many tests wait for a server, a browser or a process.
    maxWorkers: Math.ceil(1.5 * availableParallelism()),
  },
});

/** Tests of background work, which `npm test` also runs over a store that takes time to answer. */
const slowSample = [
  "test/events/{access_events,post_events,worker}.test.ts",
  "test/insight/insight.test.ts",
  "test/search/missed_queries.test.ts",
  "test/webhooks/{abandoned,delivery,delivery_log,order}.test.ts",
];

/** Gives tests a driver in memory that takes time to answer. */
const slowMemory: NonNullable<ViteUserConfig["plugins"]>[number] = {
  name: "slow-memory",
  enforce: "pre",
  resolveId: (source: string, importer = "") =>
    source.endsWith("/storage-drivers/memory.ts") && !importer.endsWith("/slow_memory.ts")
      ? resolve("test/slow_memory.ts")
      : null,
};

/**
 * Files of the projects `shared` and `counted` share their modules: a process loads `lib/` once. A project runs after the project before it,
 * because vitest ends a process when the next file belongs to another project.
 */
const config: ViteUserConfig = mergeConfig(
  shared,
  defineConfig({
    test: {
      projects: [
        {
          extends: true,
          test: {
            name: "shared",
            isolate: false,
            include: ["test/**/*.test.ts"],
            exclude: [counted, own, installed],
            sequence: { groupOrder: 0, shuffle: isFullRun },
          },
        },
        {
          extends: true,
          test: { name: "counted", isolate: false, include: [counted], sequence: { groupOrder: 1 } },
        },
        { extends: true, test: { name: "own", include: [own], sequence: { groupOrder: 2 } } },
        {
          extends: true,
          plugins: [slowMemory],
          test: {
            name: "slow",
            isolate: false,
            include: isFullRun ? ["test/{events,insight,search,webhooks}/**/*.test.ts"] : slowSample,
            exclude: [counted, own],
            env: { POSTERN_TEST_QUICK: "1" },
            sequence: { groupOrder: 3 },
          },
        },
      ],
    },
  }),
);
export default config;
