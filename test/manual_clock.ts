export { ManualClock } from "../lib/store/testing/mod.ts";
