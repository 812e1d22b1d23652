import { toIsoString } from "../../base/time/timestamp.ts";
import { toInstant } from "../values/to_instant.ts";

/**
 * Converts a date in a Ghost export to RFC 3339. Accepts milliseconds since the epoch, as number or text, and the dates of
 * {@link toInstant}. Returns undefined for other values.
 */
export function ghostInstant(value: unknown): string | undefined {
  if (typeof value === "number") return toIsoString(new Date(value));
  if (typeof value === "string" && /^-?\d{9,15}$/.test(value.trim()))
    return toIsoString(new Date(Number(value)));
  return toInstant(value);
}
