export { ManualClock } from "../lib/testing/mod.ts";
