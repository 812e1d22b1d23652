/**
 * Tests for storage drivers.
 *
 * @module
 */
export type { OpenEngine, Expectation, TestFramework } from "./contract.ts";
export { describeDriver } from "./describe_driver.ts";
export { ManualClock } from "./manual_clock.ts";
export { slowDriver } from "./slow_driver.ts";
