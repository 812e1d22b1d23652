import type { JsonObject } from "../../lib/store/mod.ts";

/** Returns an immutable copy of a value, which all readers share. */
export function frozenCopy(value: JsonObject): JsonObject {
  return freezeWhole(JSON.parse(JSON.stringify(value)) as JsonObject);
}

/** Freezes an object and all its parts. This is faster than a reviver function for `JSON.parse`. */
export function freezeWhole<Whole extends object>(whole: Whole): Whole {
  for (const part of Object.values<unknown>(whole as Record<string, unknown>)) {
    if (typeof part === "object" && part !== null) freezeWhole(part);
  }
  return Object.freeze(whole);
}
