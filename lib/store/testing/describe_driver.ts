import { createContract, type OpenEngine, type TestFramework } from "./contract.ts";
import { ManualClock } from "./manual_clock.ts";
import { testAgainstModel } from "./test_against_model.ts";
import { testCommits } from "./test_commits.ts";
import { testHostileKeys } from "./test_hostile_keys.ts";
import { testLimits } from "./test_limits.ts";
import { testQueries } from "./test_queries.ts";
import { testRanges } from "./test_ranges.ts";
import { testRecords } from "./test_records.ts";
import { testRestart } from "./test_restart.ts";
import { testSignals } from "./test_signals.ts";
import { testSumsAndExpiry } from "./test_sums_and_expiry.ts";

/** Start time of every test. */
const noon = Date.UTC(2026, 5, 15, 12);

/**
 * Defines the tests of the storage contract. A new driver's test is one call.
 *
 * @param name name of the driver in the report
 * @param openEngine opens an empty engine that uses the given clock
 * @param framework the test framework's functions
 *
 * @example
 * ```ts ignore
 * import * as vitest from "vitest";
 * import { memoryDriver } from "postern/storage-drivers/memory";
 * import { describeDriver } from "postern/testing";
 *
 * describeDriver(
 *   "memory",
 *   async (clock) => ({ atomic: memoryDriver({ clock }).atomic, close: () => undefined }),
 *   vitest,
 * );
 * ```
 */
export function describeDriver(
  name: string,
  openEngine: (clock: ManualClock) => Promise<OpenEngine>,
  framework: TestFramework,
): void {
  framework.describe(`storage contract: ${name}`, () => {
    const clock = new ManualClock();
    let engine: OpenEngine;

    framework.beforeEach(async () => {
      clock.time = noon;
      engine = await openEngine(clock);
    });
    framework.afterEach(async () => {
      await engine.close();
    });

    const contract = createContract(framework, clock, () => engine);
    testRecords(contract);
    testHostileKeys(contract);
    testRanges(contract);
    testCommits(contract);
    testLimits(contract);
    testQueries(contract);
    testSumsAndExpiry(contract);
    testSignals(contract);
    testRestart(contract);
    testAgainstModel(contract);
  });
}
