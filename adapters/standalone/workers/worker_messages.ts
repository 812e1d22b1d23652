import cluster from "node:cluster";

/** The message that makes a worker finish its pending requests and end. */
const drain = "postern:drain";

/** The environment variable with the worker's number, from 1. A replacement gets the number of the worker that it replaces. */
export const workerNumber = "POSTERN_WORKER_NUMBER";

/** Makes a worker finish its pending requests and end. */
export function drainWorker(worker: { isConnected(): boolean; send(message: string): boolean }): void {
  if (worker.isConnected()) worker.send(drain);
}

/** In a worker: calls a listener when the worker must finish its pending requests and end. The end of the primary process counts, too. */
export function onDrain(listener: () => void): void {
  const { worker } = cluster;
  if (worker === undefined) return;
  worker.on("message", (message: unknown) => {
    if (message === drain) listener();
  });
  worker.on("disconnect", () => {
    // Otherwise Node ends the process here, although requests are pending.
    worker.exitedAfterDisconnect = true;
    listener();
  });
}
