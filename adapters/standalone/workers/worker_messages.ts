import cluster from "node:cluster";

/** What the primary process tells a worker to do: answer what is under way, and end. */
const drain = "postern:drain";

/** The environment variable that numbers the workers, from 1. A worker that takes another's place takes its number. */
export const workerNumber = "POSTERN_WORKER_NUMBER";

/** Tells a worker to answer what is under way, and to end. */
export function tellToDrain(worker: { isConnected(): boolean; send(message: string): boolean }): void {
  if (worker.isConnected()) worker.send(drain);
}

/** In a worker: is called when it is to answer what is under way, and to end, also since the primary process has ended. */
export function onDrain(listener: () => void): void {
  const { worker } = cluster;
  if (worker === undefined) return;
  worker.on("message", (message: unknown) => {
    if (message === drain) listener();
  });
  worker.on("disconnect", () => {
    // Otherwise Node ends the process here, with requests under way.
    worker.exitedAfterDisconnect = true;
    listener();
  });
}
