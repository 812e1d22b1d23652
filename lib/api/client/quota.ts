import type { Quota } from "../../access/mod.ts";

/**
 * Reads a key's quota from the headers `RateLimit` and `RateLimit-Policy`
 * (IETF draft-ietf-httpapi-ratelimit-headers). Returns undefined if they are missing.
 */
export function readQuota(headers: Headers, now: number): Quota | undefined {
  const text = `${headers.get("ratelimit-policy")},${headers.get("ratelimit")}`;
  const daily = readLimit(text, "daily");
  const burst = readLimit(text, "burst");
  const resetsAt = now + numberOf(text, "daily", "t") * 1000;
  return daily && { ...daily, resetsAt, ...(burst && { burst }) };
}

function readLimit(text: string, name: string): Quota["burst"] {
  const [limit, remaining] = [numberOf(text, name, "q"), numberOf(text, name, "r")];
  return Number.isNaN(limit + remaining) ? undefined : { limit, remaining };
}

/** Returns a parameter of a limit, or NaN if it is missing. In `"daily";r=1999;t=43210`, the `r` of "daily" is 1999. */
function numberOf(text: string, name: string, parameter: string): number {
  return Number(new RegExp(`"${name}"[^,]*;\\s*${parameter}=(\\d+)`).exec(text)?.[1]);
}
