import * as vitest from "vitest";
import { describeDriver as describeDriverIn, type ManualClock, type OpenEngine } from "../lib/testing/mod.ts";

/** The storage contract as tests of vitest. */
export function describeDriver(name: string, openEngine: (clock: ManualClock) => Promise<OpenEngine>): void {
  describeDriverIn(name, openEngine, vitest);
}
