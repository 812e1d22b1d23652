import cluster from "node:cluster";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { WorkerPool } from "../../adapters/standalone/workers/worker_pool.ts";
import { until } from "../storage-drivers/_redis_server.ts";
import { scratchDirectory } from "../servers/release_after_use.ts";

/** Listens, and ends when it is told to drain. */
const script = `
require("node:http").createServer().listen(0);
process.on("message", () => process.exit(0));
`;

let pool: WorkerPool;
/** Ends the pauses before workers are started again. */
let pauses: (() => void)[];

beforeEach(async () => {
  const exec = join(scratchDirectory(), "worker.cjs");
  writeFileSync(exec, script);
  cluster.setupPrimary({ exec, execArgv: [], silent: true });
  pauses = [];
  pool = new WorkerPool({
    size: 1,
    shutdownTimeout: 10_000,
    log: { message: () => undefined },
    pause: async () => new Promise((resolve) => pauses.push(resolve)),
  });
  await pool.start();
});
afterEach(() => pool.stop());

function workers(): number[] {
  return Object.values(cluster.workers ?? {}).flatMap((worker) => worker?.process.pid ?? []);
}

async function killWorker(): Promise<void> {
  const [worker] = Object.values(cluster.workers ?? {});
  const ended = worker && once(worker, "exit");
  worker?.process.kill("SIGKILL");
  await ended;
  await until(async () => pauses.length === 1);
}

it("replaces a worker that ended", async () => {
  const before = workers();
  await killWorker();
  pauses[0]?.();
  await until(async () => workers().length === 1);
  expect(workers()).not.toEqual(before);
});

it("does not replace a worker that a reload has already replaced", async () => {
  await killWorker();
  await pool.reload();
  const reloaded = workers();
  expect(reloaded).toHaveLength(1);
  pauses[0]?.();
  await new Promise((resolve) => void setImmediate(resolve));
  expect(workers()).toEqual(reloaded);
});
