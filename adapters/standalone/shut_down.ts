import { performance } from "node:perf_hooks";
import { setTimeout as pause } from "node:timers/promises";
import type { AtomicDriver } from "../../lib/store/mod.ts";
import type { ListeningServer } from "../node/start_listening.ts";
import type { Standalone } from "./create_standalone.ts";
import type { Log } from "./log/log.ts";

export interface ServingParts {
  standalone: Standalone;
  /** The public listener, and the admin API's listener if separate. */
  servers: readonly ListeningServer[];
  storage: AtomicDriver;
  log: Log;
  /** Ends the work on events, and waits for mail that is being sent. */
  stopEvents: () => Promise<void>;
  /** Returns the number of mails that are being sent. Undefined if no mail is sent. */
  pendingMails: (() => number) | undefined;
  /** Undefined if this process serves no metrics. */
  metricsServer: ListeningServer | undefined;
  /** Exports the traces and metrics that wait. Undefined without OpenTelemetry. */
  flushTelemetry?: (() => Promise<void>) | undefined;
}

/** Least milliseconds for the end of the work on events and of mail, also after the deadline. */
const leastForEvents = 1000;

/**
 * Stops the server: refuses new connections, finishes pending requests, and ends the work on events and mail. Then it lets the store finish
 * its writes, and flushes the log. The store is closed in every case.
 *
 * @param deadline milliseconds after which pending requests are cut off
 */
export async function shutDown(parts: ServingParts, deadline: number): Promise<void> {
  const { standalone, servers, storage, log, stopEvents, pendingMails, metricsServer, flushTelemetry } =
    parts;
  const end = performance.now() + deadline;
  const left = (): number => Math.max(0, end - performance.now());
  standalone.drain();
  try {
    const counts = await Promise.all(servers.map((server) => server.drain(deadline)));
    warnOfCutOff(
      counts.reduce((sum, count) => sum + count, 0),
      deadline,
      log,
    );
    await metricsServer?.close(left());
    await inTime(stopEvents(), Math.max(leastForEvents, left()));
    warnOfUnsent(pendingMails?.() ?? 0, log);
    if (flushTelemetry !== undefined) await inTime(flushTelemetry(), Math.max(leastForEvents, left()));
  } finally {
    try {
      await storage.dispose?.();
    } finally {
      log.flush();
    }
  }
}

function warnOfCutOff(cutOff: number, deadline: number, log: Log): void {
  if (cutOff === 0) return;
  const count = cutOff === 1 ? "1 connection" : `${cutOff} connections`;
  log.message("warn", `Cut off ${count} with pending requests after ${deadline / 1000} seconds`);
}

/** The outcome of these mails is unknown: the server for mail may have accepted them. */
function warnOfUnsent(count: number, log: Log): void {
  if (count === 0) return;
  const mails = count === 1 ? "1 mail was" : `${count} mails were`;
  const advice =
    "Sign-in links and invitations may be lost: request them again. Notices of keys are sent again";
  log.message("warn", `Stopped while ${mails} being sent. ${advice}`);
}

/** Waits for work, at most some milliseconds. */
async function inTime(work: Promise<void>, milliseconds: number): Promise<void> {
  const timer = new AbortController();
  const late = pause(milliseconds, undefined, { signal: timer.signal }).catch(() => undefined);
  await Promise.race([work, late]).finally(() => timer.abort());
}

/**
 * Writes the log and ends this process immediately. `process.exit` would wait for LMDB's thread, which in the middle of a commit waits for
 * this thread. The process would then keep the lock that every other process needs.
 */
export function killProcess(log: Log): void {
  log.flush();
  process.kill(process.pid, "SIGKILL");
  // Process 1 of a container cannot kill itself with a signal.
  process.abort();
}
