import type { JsonObject } from "../lib/store/mod.ts";

/** A copy of a value that no one can change: it is shared with every reader. */
export function frozenCopy(value: JsonObject): JsonObject {
  return freezeWhole(JSON.parse(JSON.stringify(value)) as JsonObject);
}

/** Freezes an object and all in it. `JSON.parse` could by a function, and would take half as long again. */
export function freezeWhole<Whole extends object>(whole: Whole): Whole {
  for (const part of Object.values<unknown>(whole as Record<string, unknown>)) {
    if (typeof part === "object" && part !== null) freezeWhole(part);
  }
  return Object.freeze(whole);
}
