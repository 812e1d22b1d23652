import type { Finding } from "./finding.ts";

/** The least version of Node: that of the package's `engines`. */
const leastNode = [20, 19] as const;

/** No machine that is set has an earlier time: Postern is not older. */
const earliest = Date.parse("2026-01-01T00:00:00Z");

/** 50 years on, keys would have expired and posts be old that are neither. */
const latest = Date.parse("2076-01-01T00:00:00Z");

/** Looks at the version of Node, as `process.versions.node` has it. */
export function checkNode(version: string): Finding {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  const isEnough = major > leastNode[0] || (major === leastNode[0] && minor >= leastNode[1]);
  if (isEnough) return { check: "node", status: "ok", detail: `version ${version}` };
  const remedy = `install Node ${leastNode.join(".")} or later`;
  return { check: "node", status: "failed", detail: `version ${version} is too old`, remedy };
}

/** Looks at the clock: keys expire, quotas begin anew and posts appear by it. */
export function checkClock(now: number): Finding {
  const time = Number.isFinite(now) && Math.abs(now) <= 8.64e15 ? new Date(now).toISOString() : String(now);
  if (now >= earliest && now < latest) return { check: "clock", status: "ok", detail: time };
  const remedy = "set the clock, by NTP: keys expire and quotas begin anew by it";
  return { check: "clock", status: "failed", detail: `${time} cannot be the time of now`, remedy };
}
