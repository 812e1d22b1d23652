import type { Quota } from "../access/mod.ts";

/**
 * Reads the quota that an answer to a key tells in `RateLimit` and `RateLimit-Policy`
 * (IETF draft-ietf-httpapi-ratelimit-headers); undefined where there is none.
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

/** A parameter of a limit: of `"daily";r=1999;t=43210` the `r` of "daily" is 1999. Not a number where it is missing. */
function numberOf(text: string, name: string, parameter: string): number {
  return Number(new RegExp(`"${name}"[^,]*;\\s*${parameter}=(\\d+)`).exec(text)?.[1]);
}
