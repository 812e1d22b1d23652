import type { Ended } from "../exchange.ts";
import type { LogLevel } from "./log_level.ts";

/** How much a request matters: what failed, what was refused, what was served, what only looked whether we live. */
export function levelOf({ status, exchange }: Ended): LogLevel {
  if (exchange.isProbe) return "debug";
  if (status >= 500) return "error";
  return status >= 400 ? "warn" : "info";
}
