import { weightedItems } from "../http/mod.ts";

/** True if a script of the pages sent the request, and wants the result as JSON. */
export function wantsJson({ headers }: Request): boolean {
  return weightedItems(headers.get("accept") ?? "")[0]?.name === "application/json";
}
