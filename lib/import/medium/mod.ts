/** Reads posts of Medium exports. */
export { readMedium } from "./read_medium.ts";
