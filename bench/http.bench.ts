// Measures the server's responses per second, compared with a bare server and Hono that send the same bytes.
// `npm run bench:http` prints the table and writes it to bench/results/http.md. bench/README.md explains the method.
//   ROUNDS=3 SECONDS=2   Number of rounds, and length of a round.
//   ONLY='node/lmdb/.*'  A regular expression for RUNTIME/STORE/REQUEST. The table is then only printed.
//   SITEMAP_POSTS=50000  Number of posts in the sitemap.
//   REALTIME=1           For a machine with other load.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { openStorageDriver } from "../storage-drivers/open_storage_driver.ts";
import { freePort } from "../test/free_port.ts";
import { type RedisServer, startRedis } from "../test/storage-drivers/_redis_server.ts";
import { askForAnswer } from "./ask_for_answer.ts";
import { type Endpoint, endpoints } from "./http_endpoints.ts";
import { type Measurement, type Row, toReport } from "./http_report.ts";
import { seedForServing, type ServingKeys } from "./seed_for_serving.ts";
import {
  cpuMicroseconds,
  type MeasuredProcess,
  prioritize,
  residentMegabytes,
  spawnMeasured,
} from "./spawn_measured.ts";
import { keepReport } from "./report.ts";
import { type Load, loadWithWrk } from "./wrk.ts";

const rounds = Number(process.env["ROUNDS"] ?? 3);
const seconds = Number(process.env["SECONDS"] ?? 2);
const sitemapPosts = Number(process.env["SITEMAP_POSTS"] ?? 50_000);
const only = process.env["ONLY"];
/** Seconds before a measurement, for the compilation of hot code. */
const warmUp = 1;
const selected = new RegExp(only ?? "");

const runtimes = { node: process.execPath, bun: "test/runtimes/programs/node_modules/.bin/bun" } as const;
type Runtime = keyof typeof runtimes;
const stores = ["memory", "lmdb", "fs", "redis"] as const;
type StoreName = (typeof stores)[number];

const command = "dist/adapters/cli/main.js";
const contenderScript = fileURLToPath(new URL("http_contender.mjs", import.meta.url));

interface Contender {
  name: string;
  process: MeasuredProcess;
  port: number;
}

const folder = mkdtempSync(join(tmpdir(), "postern-bench-"));
const scriptPath = join(folder, "wrk.lua");
let redis: RedisServer | undefined;
try {
  await run();
} finally {
  await redis?.stop();
  rmSync(folder, { recursive: true, force: true });
}

async function run(): Promise<void> {
  const rows: Row[] = [];
  for (const store of stores) {
    const chosen = Object.keys(runtimes).flatMap((runtime) =>
      endpoints
        .filter(({ name }) => selected.test(`${runtime}/${store}/${name}`))
        .map((endpoint) => ({ runtime: runtime as Runtime, endpoint })),
    );
    if (chosen.length === 0) continue;
    const { setting, keys } = await openSeeded(store);
    for (const { runtime, endpoint } of chosen) {
      console.error(`${runtime}/${store}/${endpoint.name}`);
      const contenders = new Map<string, Measurement[]>();
      await race({ runtime, endpoint, setting, keys }, contenders);
      rows.push({ runtime, store, endpoint: endpoint.name, contenders });
      const report = toReport(rows, { rounds, seconds, sitemapPosts });
      if (only === undefined) keepReport("http", report);
    }
  }
  console.log(toReport(rows, { rounds, seconds, sitemapPosts }));
}

/** Opens a store with all requested records. A memory store is filled by the server itself. */
async function openSeeded(store: StoreName): Promise<{ setting: string; keys: ServingKeys | undefined }> {
  if (store === "memory") return { setting: "memory:", keys: undefined };
  if (store === "redis") {
    redis = await startRedis();
    prioritize(redis.process.pid ?? 0);
  }
  const setting = redis === undefined || store !== "redis" ? `${store}:${join(folder, store)}` : redis.url;
  const storage = await openStorageDriver(setting);
  const keys = await seedForServing(storage, sitemapPosts);
  await storage.dispose?.();
  return { setting, keys };
}

interface Race {
  runtime: Runtime;
  endpoint: Endpoint;
  setting: string;
  keys: ServingKeys | undefined;
}

/** Measures all contenders with one request, in turns, so that other load on the machine affects all of them. */
async function race(given: Race, measured: Map<string, Measurement[]>): Promise<void> {
  const { runtime, endpoint } = given;
  const { contender: postern, keys } = await startPostern(given);
  const contenders = [postern];
  try {
    const load = await loadOf(given, keys, postern.port);
    const file = join(folder, "answer.json");
    writeFileSync(file, JSON.stringify(await askForAnswer(load, endpoint.status)));
    for (const name of ["bare", "hono"]) {
      const child = await spawnMeasured(runtimes[runtime], [contenderScript, name, file]);
      contenders.push({ name, process: child, port: portOf(child) });
    }
    for (const contender of contenders) await measure(contender, endpoint, { ...load, seconds: warmUp });
    for (let round = 0; round < rounds; round++) {
      for (const contender of contenders) {
        const result = await measure(contender, endpoint, load);
        measured.set(contender.name, [...(measured.get(contender.name) ?? []), result]);
      }
    }
  } finally {
    for (const { process } of contenders) await process.stop();
  }
}

/** Starts Postern on a store. On Node this is the command, like a user's; other cases need a few lines of code. */
async function startPostern({ runtime, endpoint, setting, keys }: Race): Promise<{
  contender: Contender;
  keys: ServingKeys;
}> {
  if (runtime === "node" && keys !== undefined && endpoint.failures === undefined) {
    const port = await freePort();
    const args = [command, "serve", "--storage", setting, "--port", String(port), "--log", "none"];
    const process = await spawnMeasured(runtimes.node, args);
    return { contender: { name: "postern", process, port }, keys };
  }
  const args = [contenderScript, "postern", setting, String(sitemapPosts), endpoint.failures ?? ""];
  const process = await spawnMeasured(runtimes[runtime], args);
  const printed = JSON.parse(process.firstLine) as { port: number; keys?: ServingKeys };
  const known = printed.keys ?? keys;
  if (known === undefined) throw new Error(`Cannot measure ${setting}: its keys are not known`);
  return { contender: { name: "postern", process, port: printed.port }, keys: known };
}

function portOf({ firstLine }: MeasuredProcess): number {
  return (JSON.parse(firstLine) as { port: number }).port;
}

async function loadOf({ endpoint }: Race, keys: ServingKeys, port: number): Promise<Load> {
  const { path, method, body, status, connections, headers, leastSeconds = 0 } = endpoint;
  const url = urlOf(port, path);
  const etag = status === 304 ? (await askForAnswer({ url }, 200)).headers["etag"] : undefined;
  return {
    url,
    connections,
    seconds: Math.max(seconds, leastSeconds),
    headers: headers?.(keys, etag ?? "") ?? {},
    ...(method === undefined ? {} : { method }),
    ...(body === undefined ? {} : { body }),
  };
}

async function measure(
  { process, port }: Contender,
  { path, status }: Endpoint,
  load: Load,
): Promise<Measurement> {
  const pids = [process.pid, ...(redis === undefined ? [] : [redis.process.pid ?? 0])];
  const before = pids.map(cpuMicroseconds);
  const result = await loadWithWrk({ ...load, url: urlOf(port, path) }, scriptPath);
  const [cpu = NaN, storeCpu] = pids.map(
    (pid, index) => (cpuMicroseconds(pid) - (before[index] ?? 0)) / result.requests,
  );
  const refused = status >= 400 ? result.requests : 0;
  if (result.failures > 0 || result.refused !== refused) {
    throw new Error(`Cannot measure ${load.url}: not every answer was ${status}: ${JSON.stringify(result)}`);
  }
  return { ...result, cpu, storeCpu, peakMegabytes: residentMegabytes(process.pid).peak };
}

function urlOf(port: number, path: string): string {
  return `http://127.0.0.1:${port}${path}`;
}
