import type { DashboardOptions } from "../../../lib/dashboard/mod.ts";
import { authorizePage, type McpOptions } from "../../../lib/api/mod.ts";
import { defaultDashboardPath } from "../../../lib/base/base_path.ts";
import type { OpenTelemetryOptions } from "../../../lib/api/opentelemetry/mod.ts";
import type { AtomicScope, PublicApiOptions } from "../../../lib/mod.ts";
import type { LogOptions } from "../../standalone/log/log.ts";
import { type AddressFlags, addressOf, adminAddressOf } from "./address_arguments.ts";
import { CliError } from "../frame/exit/cli_error.ts";
import type { Address } from "./listen.ts";
import { ownHosts } from "../mcp/own_hosts.ts";
import { type MailFlags, smtpSettingsOf, type SmtpSettings } from "./mail_arguments.ts";
import { type OpenIdConnectFlags, openIdConnectOf } from "./openid_connect_arguments.ts";
import { type OtelFlags, otelOptionsOf } from "./otel_arguments.ts";
import {
  apiOptionsOf,
  logOptionsOf,
  metricsAddressOf,
  oneOf,
  type ServerFlags,
  wholeNumber,
} from "./server_arguments.ts";
import type { MediaFlags } from "../store/media_arguments.ts";
import { type WebhookFlags, webhookOptionsOf } from "../store/webhook_arguments.ts";
import { given } from "../../../lib/base/given.ts";

/** The validated settings of `postern serve`. */
export interface ServeSettings {
  storage: string;
  api: Omit<PublicApiOptions, "storage" | "hooks" | "onError">;
  /** Undefined if assistants cannot connect. */
  mcp: McpOptions | undefined;
  /** Undefined if no mail is sent. */
  smtp: SmtpSettings | undefined;
  media: MediaFlags;
  /** Undefined without a dashboard. */
  dashboard: DashboardOptions | undefined;
  address: Address;
  /** Separate address of the admin API and the dashboard, or undefined if they share the public listener. */
  adminAddress: Address | undefined;
  /** Undefined without metrics. */
  metricsAddress: Address | undefined;
  /** Undefined without OpenTelemetry. */
  otel: OpenTelemetryOptions | undefined;
  log: LogOptions;
  compression: boolean;
  serverTiming: boolean;
  /** Number of worker processes, or undefined to serve in this process. */
  workers: number | undefined;
  /** Milliseconds between two looks for events of other processes. */
  idleInterval: number;
  /** Seconds for which an idle connection stays open. */
  keepAliveSeconds: number;
  /** Milliseconds that a stop waits for pending requests. */
  shutdownTimeout: number;
  /** Milliseconds that a start waits for the server of the store. */
  storeWait: number;
}

/** The given flags of `postern serve`. */
export interface ServeFlags
  extends ServerFlags, OpenIdConnectFlags, AddressFlags, WebhookFlags, MailFlags, MediaFlags, OtelFlags {
  storage: string;
  deployment: string;
  "read-access": string;
  "admin-api": string;
  dashboard: string;
  insight: string;
  mcp: string;
  "mcp-sign-in": string;
  "allow-new-organizations": string;
  origin?: string | undefined;
  "api-origin"?: string | undefined;
  workers?: string | undefined;
  "idle-interval": string;
  "keep-alive-timeout": string;
  "shutdown-timeout": string;
  "store-wait": string;
  "server-timing"?: boolean | undefined;
}

/**
 * Validates the flags.
 *
 * @throws {CliError} when a value is invalid; the message has the flag, the value and the allowed values
 */
export function serveSettingsOf(flags: ServeFlags): ServeSettings {
  const { storage, deployment, workers } = flags;
  const count = workers === undefined ? undefined : wholeNumber("--workers", workers, 1, 1000);
  const adminAddress = adminAddressOf(flags);
  const adminApi = flags["admin-api"] === "on";
  const dashboard = flags.dashboard === "on" ? dashboardOf(flags) : undefined;
  if (adminAddress !== undefined && !adminApi && dashboard === undefined) {
    throw new CliError("Cannot serve: --admin-port needs --admin-api or --dashboard, and both are off");
  }
  refuseWithSocket(flags, { hasAdminPage: adminAddress !== undefined && dashboard !== undefined });
  const isShared = count !== undefined && count > 1 && deployment === "process";
  return {
    storage,
    api: {
      ...apiOptionsOf(flags),
      ...webhookOptionsOf(flags),
      ...(flags["api-origin"] === undefined ? {} : { apiOrigin: flags["api-origin"] }),
      ...oauthOf(flags),
      readAccess: flags["read-access"] as "public" | "key",
      adminApi,
      insight: flags.insight === "on",
      deployment: isShared ? "host" : (deployment as AtomicScope),
    },
    media: flags,
    mcp: flags.mcp === "on" ? mcpOptionsOf(flags) : undefined,
    smtp: smtpSettingsOf(flags),
    dashboard,
    address: addressOf(flags),
    adminAddress,
    metricsAddress: metricsAddressOf(flags),
    otel: otelOptionsOf(flags),
    log: logOptionsOf(flags),
    compression: flags.compression !== "off",
    serverTiming: flags["server-timing"] === true,
    workers: count,
    idleInterval: wholeNumber("--idle-interval", flags["idle-interval"], 1, 3600) * 1000,
    keepAliveSeconds: wholeNumber("--keep-alive-timeout", flags["keep-alive-timeout"], 1, 86_400),
    shutdownTimeout: wholeNumber("--shutdown-timeout", flags["shutdown-timeout"], 0, 3600) * 1000,
    storeWait: wholeNumber("--store-wait", flags["store-wait"], 0, 3600) * 1000,
  };
}

/** @throws {CliError} when a flag needs the address of a client or of the server, which a Unix socket does not have */
function refuseWithSocket(flags: ServeFlags, { hasAdminPage }: { hasAdminPage: boolean }): void {
  const { socket, "trust-proxy": trustProxy, "api-origin": apiOrigin } = flags;
  if (socket === undefined) return;
  if (socket === "") throw new CliError("Cannot serve: --socket must be a path, and is empty");
  if (trustProxy !== undefined && !/^\d+$/.test(trustProxy)) {
    throw new CliError(
      `Cannot serve: with --socket, --trust-proxy must be the number of proxies, and is ${trustProxy}. A proxy has no address at a Unix socket`,
    );
  }
  if (hasAdminPage && apiOrigin === undefined) {
    throw new CliError(
      "Cannot serve: with --socket and --admin-port, the dashboard needs --api-origin, the address of the public API",
    );
  }
}

function mcpOptionsOf(flags: ServeFlags): McpOptions {
  const { socket, origin, "api-origin": apiOrigin, "trust-proxy": trustProxy } = flags;
  // Browsers cannot reach a Unix socket.
  if (socket !== undefined) return {};
  const hosts = ownHosts({
    host: addressOf(flags).host,
    origins: [origin, apiOrigin],
    hasProxy: trustProxy !== undefined && trustProxy !== "0",
  });
  return hosts === undefined ? {} : { hosts };
}

/** @throws {CliError} if assistants would find no page where users approve them */
function oauthOf(flags: ServeFlags): Pick<PublicApiOptions, "oauth"> {
  const { origin, mcp, dashboard, "api-origin": apiOrigin } = flags;
  const wanted = oneOf("--mcp-sign-in", flags["mcp-sign-in"], ["off", "on", "registration"]);
  if (wanted === "off") return {};
  if (mcp !== "on" || dashboard !== "on" || apiOrigin === undefined) {
    throw new CliError("Cannot serve: --mcp-sign-in needs --mcp on, --dashboard on and --api-origin");
  }
  const registration = wanted === "registration";
  if (origin === undefined) return { oauth: { registration } };
  return { oauth: { registration, consentUrl: `${origin}${defaultDashboardPath}/${authorizePage}` } };
}

function dashboardOf(flags: ServeFlags): DashboardOptions {
  const { origin, "api-origin": apiOrigin } = flags;
  const openIdConnect = openIdConnectOf(flags);
  const allowNewOrganizations = flags["allow-new-organizations"] === "on" ? true : undefined;
  return given({ origin, apiOrigin, openIdConnect, allowNewOrganizations });
}
