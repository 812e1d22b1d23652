import type { DashboardOptions } from "../../lib/dashboard/mod.ts";
import type { AtomicScope, PublicApiOptions } from "../../lib/mod.ts";
import type { LogOptions } from "../standalone/log/log.ts";
import { type AddressFlags, addressOf, adminAddressOf } from "./address_arguments.ts";
import { CliError } from "./cli_error.ts";
import type { Address } from "./listen.ts";
import { type OpenIdConnectFlags, openIdConnectOf } from "./openid_connect_arguments.ts";
import { apiOptionsOf, logOptionsOf, metricsAddressOf, type ServerFlags } from "./server_arguments.ts";

/** What `postern serve` is to do, checked. */
export interface ServeSettings {
  /** The storage setting. */
  storage: string;
  api: Omit<PublicApiOptions, "storage" | "hooks" | "onError">;
  /** Undefined for no dashboard. */
  dashboard: DashboardOptions | undefined;
  address: Address;
  /** The listener of the admin API and the dashboard alone; undefined where they share the public one. */
  adminAddress: Address | undefined;
  /** Undefined for no metrics. */
  metricsAddress: Address | undefined;
  log: LogOptions;
  compression: boolean;
  serverTiming: boolean;
  /** How many processes serve; undefined for this one alone. */
  workers: number | undefined;
  /** Milliseconds after which a stop cuts off what is still under way. */
  shutdownTimeout: number;
}

/** The flags of `postern serve` as they were given. */
export interface ServeFlags extends ServerFlags, OpenIdConnectFlags, AddressFlags {
  storage: string;
  deployment: string;
  "read-access": string;
  "admin-api": string;
  dashboard: string;
  origin?: string | undefined;
  "api-origin"?: string | undefined;
  workers?: string | undefined;
  "shutdown-timeout": string;
  "server-timing"?: boolean | undefined;
}

/**
 * Checks the flags.
 *
 * @throws {CliError} that names the flag, what is allowed, and the value
 */
export function serveSettingsOf(flags: ServeFlags): ServeSettings {
  const { storage, deployment, workers } = flags;
  const count = workers === undefined ? undefined : wholeNumber("--workers", workers, 1, 1000);
  const adminAddress = adminAddressOf(flags);
  const adminApi = isOn("--admin-api", flags["admin-api"]);
  const dashboard = isOn("--dashboard", flags.dashboard) ? dashboardOf(flags) : undefined;
  if (adminAddress !== undefined && !adminApi && dashboard === undefined) {
    throw new CliError(
      "Cannot serve: --admin-port has nothing to serve while --admin-api and --dashboard are off",
    );
  }
  const isShared = count !== undefined && count > 1 && deployment === "process";
  return {
    storage,
    api: {
      ...apiOptionsOf(flags),
      ...(flags["api-origin"] === undefined ? {} : { apiOrigin: flags["api-origin"] }),
      readAccess: flags["read-access"] as "public" | "key",
      adminApi,
      deployment: isShared ? "host" : (deployment as AtomicScope),
    },
    dashboard,
    address: addressOf(flags),
    adminAddress,
    metricsAddress: metricsAddressOf(flags),
    log: logOptionsOf(flags),
    compression: isOn("--compression", flags.compression ?? "on"),
    serverTiming: flags["server-timing"] === true,
    workers: count,
    shutdownTimeout: wholeNumber("--shutdown-timeout", flags["shutdown-timeout"], 0, 3600) * 1000,
  };
}

function dashboardOf(flags: ServeFlags): DashboardOptions {
  const { origin, "api-origin": apiOrigin } = flags;
  const openIdConnect = openIdConnectOf(flags);
  return {
    ...(origin === undefined ? {} : { origin }),
    ...(apiOrigin === undefined ? {} : { apiOrigin }),
    ...(openIdConnect === undefined ? {} : { openIdConnect }),
  };
}

function isOn(flag: string, setting: string): boolean {
  if (setting === "on" || setting === "off") return setting === "on";
  throw new CliError(`Cannot serve: ${flag} must be on or off, and is "${setting}"`);
}

function wholeNumber(flag: string, text: string, least: number, most: number): number {
  const value = Number(text);
  if (/^\d+$/.test(text) && value >= least && value <= most) return value;
  throw new CliError(`Cannot serve: ${flag} must be a whole number from ${least} to ${most}, and is ${text}`);
}
