import type { PublicApiOptions, TrustProxy } from "../../lib/mod.ts";
import type { LogOptions } from "../standalone/log/log.ts";
import { logLevels } from "../standalone/log/log_level.ts";
import { CliError } from "./cli_error.ts";
import type { Address } from "./listen.ts";
import { asSettings } from "./settings.ts";

interface StringArgument {
  type: "string";
  description: string;
  default?: string;
}

interface BooleanArgument {
  type: "boolean";
  description: string;
}

type ServerFlag =
  | "trust-proxy"
  | "daily-request-limit"
  | "base-path"
  | "cors-origins"
  | "stale-if-error"
  | "log"
  | "log-level"
  | "metrics"
  | "compression";

/** The arguments of a server for operators: what stands before it, what it tells. */
export const serverArguments: Record<ServerFlag, StringArgument> & { "server-timing": BooleanArgument } =
  asSettings({
    "trust-proxy": {
      type: "string",
      description: "How many proxies are in front, or their networks, separated by commas (default: none)",
    },
    "daily-request-limit": {
      type: "string",
      description: "Requests per key and UTC day (default: 2000)",
    },
    "base-path": {
      type: "string",
      description: "What stands before the API's paths: /content (default: nothing)",
    },
    "cors-origins": {
      type: "string",
      description: "Origins whose pages may call the API, separated by commas (default: *)",
    },
    "stale-if-error": {
      type: "string",
      description:
        "Seconds for which posts may be served stale while the store is unreachable, without a key (default: 0)",
    },
    log: {
      type: "string",
      description: "json, text or none: lines of requests (default: text on a terminal, else json)",
    },
    "log-level": {
      type: "string",
      description: "debug, info, warn or error: the least that is logged",
      default: "info",
    },
    metrics: {
      type: "string",
      description: "PORT or HOST:PORT to serve metrics for Prometheus at (default: nowhere)",
    },
    compression: { type: "string", description: "on or off: gzip and Brotli", default: "on" },
    "server-timing": { type: "boolean", description: "Say in every answer how long it took" },
  });

/** The flags of {@link serverArguments} as they were given. */
export type ServerFlags = { [Name in ServerFlag]?: string | undefined };

/** Options of the API; what is wrong with a value the API itself says. */
export function apiOptionsOf(
  flags: ServerFlags,
): Pick<PublicApiOptions, "trustProxy" | "dailyRequestLimit" | "basePath" | "cors" | "cache"> {
  const { "daily-request-limit": limit, "base-path": basePath, "cors-origins": origins } = flags;
  const { "trust-proxy": trustProxy, "stale-if-error": staleIfError } = flags;
  return {
    ...(trustProxy === undefined ? {} : { trustProxy: toTrustProxy(trustProxy) }),
    ...(limit === undefined ? {} : { dailyRequestLimit: Number(limit) }),
    ...(basePath === undefined ? {} : { basePath }),
    ...(origins === undefined || origins === "*" ? {} : { cors: { origins: split(origins) } }),
    ...(staleIfError === undefined ? {} : { cache: { staleIfError: Number(staleIfError) } }),
  };
}

/** What is logged, and how. */
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

/** Where metrics are served; undefined for nowhere. A port alone is one of this machine only. */
export function metricsAddressOf({ metrics }: ServerFlags): Address | undefined {
  if (metrics === undefined) return undefined;
  const [, host = "127.0.0.1", port = metrics] = /^(?:\[?([^\]]+)\]?:)?(\d+)$/.exec(metrics) ?? [];
  return { host, port, flag: "--metrics" };
}

function toTrustProxy(text: string): TrustProxy {
  return /^\d+$/.test(text) ? Number(text) : split(text);
}

function split(list: string): string[] {
  return list.split(",").map((one) => one.trim());
}

function oneOf<Choice extends string>(flag: string, value: string, choices: readonly Choice[]): Choice {
  const choice = choices.find((one) => one === value);
  if (choice !== undefined) return choice;
  throw new CliError(`Cannot serve: ${flag} must be one of ${choices.join(", ")}, and is ${value}`);
}
