import { parseHttpDate } from "./http_date.ts";

/**
 * Returns the milliseconds that a `Retry-After` header demands, as seconds or as a date (RFC 9110, section 10.2.3). Returns undefined for other
 * text.
 */
export function readRetryAfter(value: string, now: number): number | undefined {
  if (/^\d+$/.test(value)) return Number(value) * 1000;
  const time = parseHttpDate(value, now);
  return time === undefined ? undefined : Math.max(0, time - now);
}
