import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

/** Files that wait for a time: they poll a condition, choose the moment of a fault, or show that nothing happens meanwhile. */
const waiting = [
  "adapters/cli_transfer.test.ts",
  "away_from_midnight.ts",
  "dashboard/pages_in_browser.test.ts",
  "examples/_created_app.ts",
  "examples/_started_blog.ts",
  "examples/blog.test.ts",
  "examples/next_site.test.ts",
  "faults/_server_faults.ts",
  "faults/fs_store.ts",
  "faults/kill.test.ts",
  "faults/postgres_faults.test.ts",
  "faults/power_cut/counting_writer.mjs",
  "faults/promotion.ts",
  "faults/webhooks/flaky_receiver.ts",
  "faults/webhooks/storm.ts",
  "proxies/_started_proxy.ts",
  "runtimes/_event_streams_suite.ts",
  "runtimes/alarm.test.ts",
  "storage-drivers/_quota_worker.mjs",
  "storage-drivers/_redis_server.ts",
  "storage-drivers/exact_quota.test.ts",
  "storage-drivers/postgres_driver.test.ts",
  "trace/tracer.mjs",
];

/** Ways to let a test depend on luck, and the files that may use each. */
const rules: [name: string, pattern: RegExp, instead: string, allowed: readonly string[]][] = [
  ["Math.random", /Math\.random\(/, "randomOf(testSeed)", []],
  ["a seed by the clock", /seed\w* = .*Date\.now/i, "testSeed", []],
  ["another seed of fast-check", /\bseed\b.*\bnumRuns\b|\bnumRuns\b.*\bseed\b/, "testSeed", ["faq/fuzz.ts"]],
  ["the search for a free port", /function freePort/, "test/free_port.ts", ["free_port.ts"]],
  [
    "a fixed wait",
    /from "node:timers\/promises"|setTimeout\((?:resolve|\(\) => resolve\(\w*\)), [^0]/,
    "until, untilIdle or PendingCalls",
    waiting,
  ],
  ["a measured time", /(?:now\(\) - \w+|elapsed|duration)\)\.toBeLess/, "a count of steps", []],
];

const sources = readdirSync(import.meta.dirname, { recursive: true, encoding: "utf8" })
  .filter((path) => /\.(?:ts|mjs)$/.test(path) && !/node_modules|fixtures/.test(path))
  .filter((path) => path !== "repeatable.test.ts");

it.each(rules)("the tests do not use %s", (_name, pattern, instead, allowed) => {
  const found = sources.filter((path) => pattern.test(readFileSync(join(import.meta.dirname, path), "utf8")));
  expect(found.toSorted(), `Use ${instead}`).toEqual(allowed);
});
