import * as vitest from "vitest";
import {
  describeDriver as describeDriverIn,
  type ManualClock,
  type OpenEngine,
} from "../lib/store/testing/mod.ts";
import { describeItems } from "./_items_suite.ts";

/** The storage contract as tests of vitest, and the methods that unstorage calls. */
export function describeDriver(name: string, openEngine: (clock: ManualClock) => Promise<OpenEngine>): void {
  describeDriverIn(name, openEngine, vitest);
  describeItems(name, openEngine);
}
