// Measures the server's latency, memory and start by the size of the store.
// `npm run bench:scale` prints the table and writes it to bench/results/scale.md. bench/README.md explains the method.
//   SIZES=1000,100000,1000000   posts
//   ORGANIZATIONS=1,10000       organizations, at most as many as posts
//   KEYS=100000                 keys
//   STORES=lmdb,redis
//   SECONDS=3                   for each request
//   REALTIME=1                  for a machine with other load
import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { redisDriver } from "../storage-drivers/redis.ts";
import { openStorageDriver } from "../storage-drivers/open_storage_driver.ts";
import { freePort } from "../test/free_port.ts";
import { type RedisServer, startRedis } from "../test/storage-drivers/_redis_server.ts";
import { keepReport } from "./report.ts";
import { type Latencies, type ScaleResult, toScaleReport } from "./scale_report.ts";
import { type ScaleRequest, scaleRequests, toScript } from "./scale_requests.ts";
import { importRate, seedForScale, type ReadPost, type ScaleSize } from "./seed_for_scale.ts";
import { prioritize, residentMegabytes, spawnMeasured } from "./spawn_measured.ts";
import { loadWithWrk } from "./wrk.ts";

const numbers = (name: string, otherwise: string): number[] =>
  (process.env[name] ?? otherwise).split(",").map(Number);
const sizes = numbers("SIZES", "1000,100000,1000000");
const organizationCounts = numbers("ORGANIZATIONS", "1,10000");
const [keys = 0] = numbers("KEYS", "100000");
const [seconds = 0] = numbers("SECONDS", "3");
const stores = (process.env["STORES"] ?? "lmdb,redis").split(",");

const imported = 2000;
const connections = 2;
const command = "dist/adapters/cli/main.js";

const settings = { keys, connections, seconds };
const folder = mkdtempSync(join(tmpdir(), "postern-bench-"));
const results: ScaleResult[] = [];
try {
  for (const store of stores) {
    for (const organizations of organizationCounts) {
      for (const posts of sizes) {
        const size = { posts, organizations: Math.min(organizations, posts), keys };
        results.push(await measure(store, size));
        keepReport("scale", toScaleReport(results, settings));
      }
    }
  }
  console.log(toScaleReport(results, settings));
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function measure(store: string, size: ScaleSize): Promise<ScaleResult> {
  const path = mkdtempSync(join(folder, "store-"));
  const redis = store === "redis" ? await startRedis() : undefined;
  const setting = redis?.url ?? `${store}:${path}`;
  try {
    const begun = performance.now();
    // Hundreds of concurrent large commits take longer than the timeout of a request.
    const storage =
      redis === undefined
        ? await openStorageDriver(setting)
        : redisDriver({ url: redis.url, commandTimeoutMs: 600_000 });
    const read = await seedForScale(storage, size);
    const filled = Math.round((performance.now() - begun) / 1000);
    console.error(`${store}: ${size.posts} posts of ${size.organizations} organizations, in ${filled} s`);
    if (redis !== undefined) prioritize(redis.process.pid ?? 0);
    const rate = await importRate(storage, imported);
    await storage.dispose?.();
    const storeMegabytes = redis === undefined ? diskMegabytes(path) : await memoryMegabytes(redis);
    return { store, size, importRate: rate, storeMegabytes, ...(await serve(setting, size, read)) };
  } finally {
    await redis?.stop();
    rmSync(path, { recursive: true, force: true });
  }
}

async function serve(
  setting: string,
  size: ScaleSize,
  read: readonly ReadPost[],
): Promise<Pick<ScaleResult, "start" | "megabytes" | "latencies">> {
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  // Created before the measurement, so that it does not count toward the first request.
  const requests = scaleRequests(size, read);
  const begun = performance.now();
  const args = [command, "serve", "--storage", setting, "--port", String(port), "--log", "none"];
  const server = await spawnMeasured(process.execPath, args);
  try {
    await fetch(`${origin}/api/public/v1/post/${read[0]?.organizationSlug}?limit=1`);
    const start = performance.now() - begun;
    const started = residentMegabytes(server.pid).now;
    const latencies = new Map<string, Latencies>();
    const load = { url: origin, connections, seconds };
    for (const request of requests) {
      const { name } = request;
      const first = await timeFirst(origin, request);
      const script = toScript(request, join(folder, "lines.txt"));
      await loadWithWrk({ ...load, script, seconds: 1 }, join(folder, "wrk.lua"));
      const result = await loadWithWrk({ ...load, script }, join(folder, "wrk.lua"));
      const wrong = result.failures + result.refused;
      if (wrong > 0 || result.requests === 0)
        throw new Error(`Cannot measure ${name}: ${wrong} of ${result.requests} failed`);
      latencies.set(name, { first, ...result });
    }
    const { now: served, unmapped } = residentMegabytes(server.pid);
    return { start, latencies, megabytes: { started, served, unmapped } };
  } finally {
    await server.stop();
  }
}

/** Measures the first request in microseconds. */
async function timeFirst(origin: string, { lines, body }: ScaleRequest): Promise<number> {
  const [{ path, key } = { path: "" }] = lines;
  const headers = {
    ...(key === undefined ? {} : { "x-api-key": key }),
    ...(body === undefined ? {} : { "content-type": "application/json" }),
  };
  const begun = performance.now();
  const response = await fetch(origin + path, {
    method: body === undefined ? "GET" : "POST",
    headers,
    body: body ?? null,
  });
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`Cannot measure ${path}: the status is ${response.status}`);
  return (performance.now() - begun) * 1000;
}

function diskMegabytes(path: string): number {
  const sizes = readdirSync(path).map((name) => statSync(join(path, name)).size);
  return sizes.reduce((sum, size) => sum + size, 0) / 2 ** 20;
}

async function memoryMegabytes(redis: RedisServer): Promise<number> {
  const info = String(await redis.command("INFO", "memory"));
  return Number(/^used_memory:(\d+)/m.exec(info)?.[1]) / 2 ** 20;
}
