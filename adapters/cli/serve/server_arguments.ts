import type { PublicApiOptions, RateLimitOptions, TrustProxy } from "../../../lib/mod.ts";
import type { LogOptions } from "../../standalone/log/log.ts";
import { logLevels } from "../../standalone/log/json_lines.ts";
import { CliError } from "../frame/exit/cli_error.ts";
import { type Address, checkPort } from "./listen.ts";
import { asSettings } from "../frame/arguments/settings.ts";
import { type SwitchArgument, switchArgument, switchValue } from "../frame/arguments/switch_value.ts";
import {
  text,
  type TextFlag,
  type OptionalToggle,
  optionalToggle,
} from "../frame/arguments/argument_definition.ts";
import { given } from "../../../lib/base/given.ts";

type ServerFlag =
  | "trust-proxy"
  | "rate-limit-per-day"
  | "rate-limit-per-second"
  | "rate-limit-failures-attempts"
  | "rate-limit-failures-window-seconds"
  | "key-retention-days"
  | "limits-search-bytes"
  | "base-path"
  | "cors-origins"
  | "cors-allowed-headers"
  | "stale-if-error"
  | "log"
  | "log-level"
  | "metrics";

/** Arguments about a server's proxies, limits, log and metrics. */
export const serverArguments: Record<ServerFlag, TextFlag & { default?: string }> &
  Record<"server-timing" | "cache-tags", OptionalToggle> &
  Record<"compression", SwitchArgument> = asSettings({
  "trust-proxy": text("Number of proxies in front, or their networks, separated by commas (default: none)"),
  "rate-limit-per-day": text("Requests per key and UTC day (default: 2000)"),
  "rate-limit-per-second": text("Requests per key and second, or off (default: off)"),
  "rate-limit-failures-attempts": text(
    "Invalid keys a client may send before it is blocked, or off (default: 30)",
  ),
  "rate-limit-failures-window-seconds": text("Seconds for which an invalid key counts (default: 60)"),
  "key-retention-days": text("Days for which a revoked or expired key is kept after its end (default: 90)"),
  "limits-search-bytes": text(
    "Bytes of search indexes in the memory of each process, not with PostgreSQL (default: 268435456)",
  ),
  "base-path": text("Prefix of the API's paths: /content (default: none)"),
  "cors-origins": text("Origins whose pages may call the API, separated by commas (default: *)"),
  "cors-allowed-headers": text(
    "Further request headers that pages may send, separated by commas (default: none)",
  ),
  "stale-if-error": text(
    "Seconds to serve stale posts without a key while the store is unreachable (default: 0)",
  ),
  "cache-tags": optionalToggle(
    "Send Cache-Tag and Surrogate-Key, so that a shared cache can remove the responses of a post",
  ),
  log: text("json, text or none: format of the request log (default: text on a terminal, else json)"),
  "log-level": text("debug, info, warn or error: lowest level to log", "info"),
  metrics: text("PORT or HOST:PORT for Prometheus metrics (default: no metrics)"),
  compression: switchArgument("gzip and Brotli", "on"),
  "server-timing": optionalToggle("Add a Server-Timing header to every response"),
});

/** The given values of {@link serverArguments}. */
export type ServerFlags = { [Name in ServerFlag | "compression"]?: string | undefined } & {
  "cache-tags"?: boolean | undefined;
};

/** Returns options of the API. The API validates their values. */
export function apiOptionsOf(
  flags: ServerFlags,
): Pick<
  PublicApiOptions,
  "trustProxy" | "rateLimit" | "keyRetentionDays" | "limits" | "basePath" | "cors" | "cache"
> {
  const { "base-path": basePath, "cors-origins": origins, "cors-allowed-headers": allowedHeaders } = flags;
  const { "trust-proxy": trustProxy, "stale-if-error": staleIfError } = flags;
  const { "key-retention-days": keyRetentionDays } = flags;
  return {
    rateLimit: rateLimitOf(flags),
    limits: given({
      searchBytes: optionalNumber("--limits-search-bytes", flags["limits-search-bytes"]),
    }),
    cors: given({
      origins: origins === undefined || origins === "*" ? undefined : split(origins),
      allowedHeaders: allowedHeaders === undefined ? undefined : split(allowedHeaders),
    }),
    cache: given({
      staleIfErrorSeconds: optionalNumber("--stale-if-error", staleIfError),
      tags: flags["cache-tags"] === true ? true : undefined,
    }),
    ...given({
      trustProxy: trustProxy === undefined ? undefined : toTrustProxy(trustProxy),
      keyRetentionDays: optionalNumber("--key-retention-days", keyRetentionDays),
      basePath,
    }),
  };
}

function rateLimitOf(flags: ServerFlags): RateLimitOptions {
  const { "rate-limit-per-day": perDay, "rate-limit-per-second": perSecond } = flags;
  const { "rate-limit-failures-attempts": attempts, "rate-limit-failures-window-seconds": windowSeconds } =
    flags;
  const isLimited = attempts === undefined || !isOff(attempts);
  const failures = given({
    attempts: isLimited ? optionalNumber("--rate-limit-failures-attempts", attempts) : undefined,
    windowSeconds: optionalNumber("--rate-limit-failures-window-seconds", windowSeconds),
  });
  const isUnlimited = perSecond !== undefined && isOff(perSecond);
  return {
    ...given({
      perDay: optionalNumber("--rate-limit-per-day", perDay),
      perSecond: isUnlimited ? false : optionalNumber("--rate-limit-per-second", perSecond),
    }),
    failures: isLimited && failures,
  };
}

/** True for the words of a limit that is off. The digit 0 is a number here. */
function isOff(text: string): boolean {
  return text !== "0" && switchValue(text) === false;
}

function optionalNumber(flag: string, text: string | undefined): number | undefined {
  return text === undefined ? undefined : wholeNumber(flag, text);
}

/**
 * Parses a whole number. Without a range, the API checks it.
 *
 * @throws {CliError} if it is no whole number, or out of range
 */
export function wholeNumber(flag: string, text: string, least: number = 0, most: number = Infinity): number {
  const value = Number(text);
  if (/^\d+$/.test(text) && value >= least && value <= most) return value;
  const range = most === Infinity ? "" : ` from ${least} to ${most}`;
  throw new CliError(`Cannot serve: ${flag} must be a whole number${range}, and is ${text}`);
}

export function logOptionsOf(flags: ServerFlags): LogOptions {
  const format = flags.log ?? (process.stdout.isTTY ? "text" : "json");
  return {
    format: oneOf("--log", format, ["json", "text", "none"]),
    level: oneOf(
      "--log-level",
      flags["log-level"] ?? "info",
      Object.keys(logLevels) as (keyof typeof logLevels)[],
    ),
  };
}

/** Returns the address of the metrics, or undefined without metrics. A port without a host listens on 127.0.0.1. */
export function metricsAddressOf({ metrics }: ServerFlags): Address | undefined {
  if (metrics === undefined) return undefined;
  const [, host = "127.0.0.1", port = metrics] = /^(?:\[?([^\]]+)\]?:)?(\d+)$/.exec(metrics) ?? [];
  const address = { host, port, flag: "--metrics" };
  checkPort(address);
  return address;
}

function toTrustProxy(text: string): TrustProxy {
  return /^\d+$/.test(text) ? Number(text) : split(text);
}

function split(list: string): string[] {
  return list.split(",").map((one) => one.trim());
}

export function oneOf<Choice extends string>(
  flag: string,
  value: string,
  choices: readonly Choice[],
): Choice {
  const choice = choices.find((one) => one === value);
  if (choice !== undefined) return choice;
  throw new CliError(`Cannot serve: ${flag} must be one of ${choices.join(", ")}, and is ${value}`);
}
