import type { AtomicDriver } from "../../lib/store/mod.ts";
import type { ListeningServer } from "../node/start_listening.ts";
import type { RunningServer } from "../serve_options.ts";
import type { Standalone } from "./create_standalone.ts";
import type { Log } from "./log/log.ts";

/** The parts of a serving process. */
export interface ServingParts {
  standalone: Standalone;
  /** The public listener, and the admin API's listener if separate. */
  servers: readonly ListeningServer[];
  storage: AtomicDriver;
  log: Log;
  /** Ends the work on events. */
  stopEvents: () => Promise<void>;
  /** Undefined if this process serves no metrics. */
  metricsServer: RunningServer | undefined;
}

/**
 * Stops the server: refuses new connections, finishes pending requests, lets the store finish its writes, and flushes the log.
 *
 * @param deadline milliseconds after which pending requests are cut off
 */
export async function shutDown(parts: ServingParts, deadline: number): Promise<void> {
  const { standalone, servers, storage, log, stopEvents, metricsServer } = parts;
  standalone.drain();
  const counts = await Promise.all(servers.map((server) => server.drain(deadline)));
  const cutOff = counts.reduce((sum, count) => sum + count, 0);
  if (cutOff > 0) {
    const count = cutOff === 1 ? "1 connection" : `${cutOff} connections`;
    log.message("warn", `Cut off ${count} with pending requests after ${deadline / 1000} seconds`);
  }
  await metricsServer?.close();
  await stopEvents();
  try {
    await storage.dispose?.();
  } finally {
    log.flush();
  }
}
