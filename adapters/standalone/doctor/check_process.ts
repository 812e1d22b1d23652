import type { Finding } from "./finding.ts";

/** Minimum version of Node, from the package's `engines`. */
const leastNode = [20, 19] as const;

/** Earliest plausible time, because Postern is not older. An earlier time means that the clock is not set. */
const earliest = Date.parse("2026-01-01T00:00:00Z");

/** Latest plausible time, 50 years later. A clock beyond it would expire valid keys and publish scheduled posts. */
const latest = Date.parse("2076-01-01T00:00:00Z");

/** Checks the version of Node, in the form of `process.versions.node`. */
export function checkNode(version: string): Finding {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  const isEnough = major > leastNode[0] || (major === leastNode[0] && minor >= leastNode[1]);
  if (isEnough) return { check: "node", status: "ok", detail: `version ${version}` };
  const remedy = `install Node ${leastNode.join(".")} or later`;
  return { check: "node", status: "failed", detail: `version ${version} is too old`, remedy };
}

/** Checks the clock, which controls the expiry of keys, the reset of quotas and the publication of posts. */
export function checkClock(now: number): Finding {
  const time = Number.isFinite(now) && Math.abs(now) <= 8.64e15 ? new Date(now).toISOString() : String(now);
  if (now >= earliest && now < latest) return { check: "clock", status: "ok", detail: time };
  const remedy = "set the clock with NTP: it decides when keys expire and quotas reset";
  return { check: "clock", status: "failed", detail: `${time} cannot be the current time`, remedy };
}
