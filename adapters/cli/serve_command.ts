import cluster from "node:cluster";
import { adminApiAddress } from "../../lib/api_address.ts";
import { defaultDashboardPath } from "../../lib/base_path.ts";
import { onDrain, workerNumber } from "../standalone/workers/worker_messages.ts";
import { addressArguments, adminAddressArguments } from "./address_arguments.ts";
import { type CliCommand, serverCommand } from "./cli_command.ts";
import { withoutPassword } from "./open_storage.ts";
import { openIdConnectArguments } from "./openid_connect_arguments.ts";
import { serveByWorkers } from "./serve_by_workers.ts";
import { serveHere, type Serving } from "./serve_here.ts";
import { type ServeSettings, serveSettingsOf } from "./serve_settings.ts";
import { serverArguments } from "./server_arguments.ts";
import { asSettings } from "./settings.ts";
import { startMessages } from "./start_messages.ts";
import { stopOnSignal } from "./stop_on_signal.ts";
import { storeArguments } from "./store_arguments.ts";
import { webhookArguments } from "./webhook_arguments.ts";

/** `postern serve`: serves the posts of a store. */
export const serveCommand: CliCommand = serverCommand({
  meta: { name: "serve", description: "Serve the public content API from a store" },
  args: {
    ...addressArguments,
    ...storeArguments,
    ...adminAddressArguments,
    ...asSettings({
      deployment: {
        type: "string",
        description:
          "process, host or cluster: processes that share the store; a store that supports less is refused",
        default: "process",
      },
      "read-access": {
        type: "string",
        description: "public, or key if reads need a key",
        default: "public",
      },
      "admin-api": {
        type: "string",
        description: "on or off: admin API, where keys can write posts and manage the organization",
        default: "on",
      },
      dashboard: {
        type: "string",
        description: "on or off: pages at /dashboard for managing organizations",
        default: "on",
      },
      insight: {
        type: "string",
        description: "on or off: counts of requests by endpoint, status, key and post, for 30 days",
        default: "on",
      },
      mcp: {
        type: "string",
        description: "on or off: Model Context Protocol, by which assistants search and read posts",
        default: "off",
      },
      origin: {
        type: "string",
        description:
          "Origin of the server in a browser, behind a proxy that ends TLS (default: the request's origin)",
      },
      "api-origin": {
        type: "string",
        description:
          "Origin of the public API, for the links of llms.txt and the dashboard (the dashboard's default: --origin, or the public port's address)",
      },
      workers: {
        type: "string",
        description:
          "Worker processes, 1 to 1000; SIGHUP replaces them (default: no workers, a single process)",
      },
      "idle-interval": {
        type: "string",
        description:
          "Seconds between two looks for events of other processes while no event waits, 1 to 3600",
        default: "5",
      },
      "keep-alive-timeout": {
        type: "string",
        description:
          "Seconds for which an idle connection stays open, 1 to 86400; longer than the load balancer's",
        default: "65",
      },
      "shutdown-timeout": {
        type: "string",
        description: "Seconds that a stop waits for pending requests, 0 to 3600",
        default: "10",
      },
    }),
    ...openIdConnectArguments,
    ...webhookArguments,
    ...serverArguments,
  },
  examples: [
    {
      line: "postern serve --storage lmdb:./data --port 8080 --workers 2",
      does: "serve a store with two processes",
    },
    {
      line: "POSTERN_STORAGE=redis://127.0.0.1:6379 postern serve --deployment cluster",
      does: "serve on many hosts",
    },
  ],
  async run({ args }) {
    const settings = serveSettingsOf(args);
    if (cluster.isWorker) return serveAsWorker(settings);
    const { workers } = settings;
    const serving = await (workers === undefined ? serveHere(settings) : serveByWorkers(settings, workers));
    stopOnSignal(serving);
    logStart(serving, settings);
  },
});

/** Serves as a worker. It stops when the primary process says so or ends, or on a signal to all processes. */
async function serveAsWorker(settings: ServeSettings): Promise<void> {
  process.on("SIGHUP", () => undefined);
  const serving = await serveHere(settings, process.env[workerNumber]);
  onDrain(stopOnSignal(serving));
}

function logStart({ url, adminUrl, metricsUrl, log }: Serving, settings: ServeSettings): void {
  const { format } = settings.log;
  const { api, dashboard, workers } = settings;
  const { basePath = "" } = api;
  const parts = [
    ...(api.adminApi === true ? [adminApiAddress({ basePath })] : []),
    ...(dashboard ? [dashboard.basePath ?? defaultDashboardPath] : []),
  ];
  const admin = adminUrl === undefined ? undefined : { url: adminUrl, parts };
  const facts = { url, basePath, admin, metricsUrl, storage: withoutPassword(settings.storage), workers };
  for (const line of startMessages(facts, format === "text")) log.message("info", line);
  log.flush();
}
