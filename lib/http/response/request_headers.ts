import type { Quota } from "../../access/mod.ts";
import { decimal } from "../../base/decimal.ts";
import type { HeaderList } from "./header_list.ts";

/** Placeholders for the headers of {@link setRateLimitHeaders}, for responses that are completed before the quota is known. */
export const emptyRateLimit: Readonly<Record<string, string>> = { "ratelimit-policy": "", ratelimit: "" };

/** Sets the headers that send the client its quota (IETF draft-ietf-httpapi-ratelimit-headers). */
export function setRateLimitHeaders(headers: HeaderList, quota: Quota, now: number): void {
  const { limit, remaining, resetsAt, burst } = quota;
  const policy = `"daily";q=${limit};w=86400`;
  const left = `"daily";r=${decimal(remaining)};t=${secondsUntil(resetsAt, now)}`;
  headers.set("ratelimit-policy", burst === undefined ? policy : `${policy}, "burst";q=${burst.limit};w=1`);
  headers.set("ratelimit", burst === undefined ? left : `${left}, "burst";r=${burst.remaining};t=1`);
}

/** Returns the whole seconds until a time, at least 1. */
export function secondsUntil(time: number, now: number): number {
  return Math.max(1, Math.ceil((time - now) / 1000));
}
