import type { ResultPlace } from "../../../search/mod.ts";
import { decodeCursor, encodeCursor } from "../posts/cursor.ts";

/** Name in the cursors of results, which distinguishes them from those of other lists. */
const list = "search";

/** Returns the cursor of the page after a result, or null on the last page. */
export function toResultCursor(place: ResultPlace | null): string | null {
  return place === null ? null : encodeCursor(JSON.stringify([place.score, place.key]), list);
}

/** Returns the result before a page, or undefined if the cursor is invalid. */
export function resultPlaceOf(cursor: string): ResultPlace | undefined {
  try {
    const parts: unknown = JSON.parse(decodeCursor(cursor, list) ?? "");
    if (Array.isArray(parts) && typeof parts[0] === "number" && typeof parts[1] === "string") {
      return { score: parts[0], key: parts[1] };
    }
  } catch {
    // The caller refuses an invalid cursor.
  }
  return undefined;
}
