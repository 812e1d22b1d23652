import { readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { defineConfig, mergeConfig, type ViteUserConfig } from "vitest/config";
import { programsOf } from "./test/servers/programs_of.ts";
import { shared } from "./vitest.config.ts";

/** Tests that start nothing and take more than 3 seconds of CPU time. */
const long = new Set([
  "test/access/states.test.ts",
  "test/adapters/cli_reopening_storage.test.ts",
  "test/api.test.ts",
  "test/docs/front_ends.test.ts",
  "test/faq/hostile_input.test.ts",
  "test/faq/scanner_equals_tree.test.ts",
  "test/http/changing_lists.test.ts",
  "test/http/changing_sitemaps.test.ts",
  "test/http/large_sitemaps.test.ts",
  "test/http/rendered_collections.test.ts",
  "test/search/exactness.test.ts",
  "test/search/saved/faults.test.ts",
  "test/storage-drivers/fs.test.ts",
  "test/uploads/hostile_zips.test.ts",
]);

const files = readdirSync("test", { recursive: true, encoding: "utf8" })
  .map((file) => join("test", file))
  .filter((file) => /(?<!\.(?:counted|own))\.test\.ts$/.test(file) && !file.includes("node_modules"))
  .filter((file) => !long.has(file) && startsNothing(resolve(file)));

/** True if a test file starts no server, no browser and no other process. */
function startsNothing(file: string): boolean {
  return !Object.values(programsOf(file)).includes(true);
}

// The tests of a storage skip the storages whose server they would start.
process.env["POSTERN_TEST_QUICK"] = "1";

/** The tests of `npm run test:quick`: those that start no server and no browser, and need no build. */
const config: ViteUserConfig = mergeConfig(
  shared,
  defineConfig({ test: { include: files, isolate: false } }),
);
export default config;
