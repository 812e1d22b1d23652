import { defineConfig, type ViteUserConfig } from "vitest/config";
import { RuntimeTable } from "./test/runtimes/runtime_table.ts";

/** Tests that count the steps of code. They turn off V8's optimization in their process, which would slow all other tests. */
const counted = ["test/time_bounds/**/*.test.ts"];
/** Tests that replace a module of Node, or load modules that may not be loaded already. Each has a process. */
const isolated = [
  "test/faults/fs_recovery.test.ts",
  "test/examples/hosts.test.ts",
  "test/docs/hosts.test.ts",
];

/**
 * Files of the projects `shared` and `counted` share their modules: a process loads `lib/` once. Each project runs after the one before, because
 * vitest ends a process when the next file belongs to another project.
 */
const config: ViteUserConfig = defineConfig({
  test: {
    reporters: ["default", new RuntimeTable()],
    runner: "./test/servers/sampling_runner.ts",
    globalSetup: ["./test/servers/broker.ts"],
    setupFiles: ["./test/servers/each_file.ts"],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // The default is one worker fewer, which is a single one on two cores.
    maxWorkers: "100%",
    projects: [
      {
        extends: true,
        test: {
          name: "shared",
          isolate: false,
          include: ["test/**/*.test.ts"],
          exclude: [...counted, ...isolated, "**/node_modules/**"],
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: { name: "counted", isolate: false, include: counted, sequence: { groupOrder: 1 } },
      },
      { extends: true, test: { name: "isolated", include: isolated, sequence: { groupOrder: 2 } } },
    ],
  },
});
export default config;
