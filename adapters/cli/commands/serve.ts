import cluster from "node:cluster";
import { adminApiAddress } from "../../../lib/base/api_address.ts";
import { defaultDashboardPath } from "../../../lib/base/base_path.ts";
import { onDrain, workerNumber } from "../../standalone/workers/worker_messages.ts";
import { claimSocket } from "../serve/claim_socket.ts";
import { type CliCommand, serverCommand } from "../frame/cli_command.ts";
import { UsageError } from "../frame/exit/cli_error.ts";
import { exitCodes } from "../frame/exit/exit_codes.ts";
import { withoutPassword } from "../store/open_storage.ts";
import { serveByWorkers } from "../serve/serve_by_workers.ts";
import { serveHere, type Serving } from "../serve/serve_here.ts";
import { type ServeSettings, serveSettingsOf } from "../serve/serve_settings.ts";
import { startMessages } from "../serve/start_messages.ts";
import { type Stoppable, stopOnSignal } from "../serve/stop_on_signal.ts";
import { switchArgument } from "../frame/arguments/switch_value.ts";
import { text } from "../frame/arguments/argument_definition.ts";
import {
  addressArguments,
  adminAddressArguments,
  apiOriginArgument,
  socketArguments,
} from "../serve/address_arguments.ts";
import { mailArguments } from "../serve/mail_arguments.ts";
import { openIdConnectArguments } from "../serve/openid_connect_arguments.ts";
import { otelArguments } from "../serve/otel_arguments.ts";
import { serverArguments } from "../serve/server_arguments.ts";
import { asSettings } from "../frame/arguments/settings.ts";
import { storeArguments } from "../store/store_arguments.ts";
import { mediaArguments } from "../store/media_arguments.ts";
import { webhookArguments } from "../store/webhook_arguments.ts";

/** `postern serve`: serves the posts of a store. */
export const serveCommand: CliCommand = serverCommand({
  description: "Serve the public content API from a store",
  args: {
    ...addressArguments,
    ...socketArguments,
    ...storeArguments,
    ...adminAddressArguments,
    ...asSettings({
      deployment: text(
        "process, host or cluster: processes that share the store; a store that supports less is refused",
        "process",
      ),
      "read-access": text("public, or key if reads need a key", "public"),
      "admin-api": switchArgument("Admin API, where keys can write posts and manage the organization", "on"),
      dashboard: switchArgument("Pages at /dashboard for managing organizations", "on"),
      "allow-new-organizations": switchArgument(
        "Every signed-in user can create organizations in the dashboard, at most 5 a day",
        "off",
      ),
      insight: switchArgument("Counts of requests by endpoint, status, key and post, for 30 days", "on"),
      mcp: switchArgument("Model Context Protocol, by which assistants search and read posts", "off"),
      "mcp-sign-in": text(
        "off, on, or registration if assistants may also register themselves: sign-in of assistants, with --api-origin",
        "off",
      ),
      origin: text(
        "Origin of the server in a browser, behind a proxy that ends TLS (default: the request's origin)",
      ),
      workers: text(
        "Worker processes, 1 to 1000; SIGHUP replaces them (default: no workers, a single process)",
      ),
      "idle-interval": text(
        "Seconds between two looks for events of other processes while no event waits, 1 to 3600",
        "5",
      ),
      "keep-alive-timeout": text(
        "Seconds for which an idle connection stays open, 1 to 86400; longer than the load balancer's",
        "65",
      ),
      "shutdown-timeout": text("Seconds that a stop waits for pending requests, 0 to 3600", "10"),
      "store-wait": text("Seconds that a start waits for PostgreSQL or Redis to start, 0 to 3600", "60"),
    }),
    ...apiOriginArgument,
    ...openIdConnectArguments,
    ...mailArguments,
    ...webhookArguments,
    ...mediaArguments,
    ...serverArguments,
    ...otelArguments,
  },
  examples: {
    "postern serve --storage lmdb:./data --port 8080 --workers 2": "serve a store with two processes",
    "POSTERN_STORAGE=redis://127.0.0.1:6379 postern serve --deployment cluster": "serve on many hosts",
  },
  async run({ args, flags }) {
    const settings = serveSettingsOf(args);
    // Otherwise a warning on a full disk ends the process.
    process.stderr.on("error", () => undefined);
    if (cluster.isWorker) return serveAsWorker(settings);
    const {
      workers,
      address: { socket },
    } = settings;
    if (socket !== undefined) {
      refuseBesideSocket(flags);
      await claimSocket(socket);
    }
    const stopping = new AbortController();
    const { signal } = stopping;
    const starting =
      workers === undefined
        ? serveHere(settings, { signal })
        : serveByWorkers(settings, { size: workers, signal });
    stopOnSignal(stoppable(starting, settings, stopping));
    const serving = await unlessStopped(starting, signal);
    await serving?.announce?.();
    if (serving !== undefined) logStart(serving, settings);
  },
});

/** Port and host of the environment or the configuration may be meant for other programs. A socket replaces these. */
function refuseBesideSocket(flags: ReadonlyMap<string, string | undefined>): void {
  const flag = ["port", "host"].find((name) => flags.has(name));
  if (flag === undefined) return;
  throw new UsageError(`--socket replaces --port and --host: leave out --${flag}, or the socket`);
}

/** Serves as a worker. It stops when the primary process says so or ends, or on a signal to all processes. */
async function serveAsWorker(settings: ServeSettings): Promise<void> {
  process.on("SIGHUP", () => undefined);
  const stopping = new AbortController();
  const { signal } = stopping;
  const starting = serveHere(settings, { worker: process.env[workerNumber], signal });
  const stop = stopOnSignal(stoppable(starting, settings, stopping));
  const serving = await unlessStopped(starting, signal);
  onDrain(stop);
  await serving?.announce?.();
}

/** Returns the server, or undefined if a stop has ended its wait for the store. */
async function unlessStopped(starting: Promise<Serving>, signal: AbortSignal): Promise<Serving | undefined> {
  try {
    return await starting;
  } catch (error) {
    if (signal.aborted && error === signal.reason) return undefined;
    throw error;
  }
}

/**
 * Returns the handlers of a server that may still be starting. A stop ends the wait for a store. Any other start that takes longer than the timeout
 * of a stop is given up.
 */
function stoppable(
  starting: Promise<Serving>,
  { shutdownTimeout }: ServeSettings,
  stopping: AbortController,
): Stoppable {
  let serving: Serving | undefined;
  starting.then(
    (started) => (serving = started),
    () => undefined,
  );
  const kill = (): void =>
    serving === undefined ? process.exit(exitCodes.interrupted.code) : serving.kill();
  const stop = async (): Promise<void> => {
    const late = setTimeout(kill, shutdownTimeout);
    stopping.abort();
    // A failed start ends the process with its own message.
    const started = await unlessStopped(starting, stopping.signal).catch(
      () => new Promise<never>(() => undefined),
    );
    clearTimeout(late);
    await started?.stop();
  };
  return { stop, kill };
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
