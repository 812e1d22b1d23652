// Measures the cost of counting requests: two servers on one store, one with `--insight on` and one with `--insight off`, in turns.
// `npm run bench:insight` prints the table and writes it to bench/results/insight.md. bench/README.md explains the method.
//   ROUNDS=9 SECONDS=2   Number of pairs, and length of a round.
//   REALTIME=1           For a machine with other load.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openStorageDriver } from "../storage-drivers/open_storage_driver.ts";
import { freePort } from "../test/free_port.ts";
import { askForAnswer } from "./ask_for_answer.ts";
import { type Endpoint, endpoints } from "./http_endpoints.ts";
import { median } from "./median.ts";
import { keepReport, measuredOn } from "./report.ts";
import { seedForServing, type ServingKeys } from "./seed_for_serving.ts";
import { cpuMicroseconds, type MeasuredProcess, spawnMeasured } from "./spawn_measured.ts";
import { type Load, loadWithWrk } from "./wrk.ts";

const rounds = Number(process.env["ROUNDS"] ?? 9);
const seconds = Number(process.env["SECONDS"] ?? 2);
const settings = ["on", "off"] as const;
type Setting = (typeof settings)[number];
const measured = new Set(["post, with key", "post, without key", "304, with key", "429, used up"]);

/** Requests per second and processor time per request, in microseconds. */
type Speed = Record<"perSecond" | "cpu", number>;

const folder = mkdtempSync(join(tmpdir(), "postern-bench-"));
try {
  await run();
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function run(): Promise<void> {
  const storage = `lmdb:${join(folder, "lmdb")}`;
  const driver = await openStorageDriver(storage);
  const keys = await seedForServing(driver, 1);
  await driver.dispose?.();
  const servers = { on: await start(storage, "on"), off: await start(storage, "off") };
  const lines: string[] = [];
  try {
    for (const endpoint of endpoints.filter(({ name }) => measured.has(name))) {
      console.error(endpoint.name);
      lines.push(await compare(endpoint, keys, servers));
    }
  } finally {
    for (const { process } of Object.values(servers)) await process.stop();
  }
  const report = toReport(lines);
  console.log(report);
  keepReport("insight", report);
}

interface Server {
  process: MeasuredProcess;
  port: number;
}

async function start(storage: string, insight: Setting): Promise<Server> {
  const port = await freePort();
  const args = ["serve", "--storage", storage, "--port", String(port), "--log", "none", "--insight", insight];
  return { process: await spawnMeasured(process.execPath, ["dist/adapters/cli/main.js", ...args]), port };
}

/** Measures pairs of rounds. Each pair begins with the other server, so that a slow moment affects both. */
async function compare(
  endpoint: Endpoint,
  keys: ServingKeys,
  servers: Record<Setting, Server>,
): Promise<string> {
  const results: Record<Setting, Speed[]> = { on: [], off: [] };
  for (let round = 0; round <= rounds; round++) {
    for (const setting of round % 2 === 0 ? settings : settings.toReversed()) {
      const speed = await measure(endpoint, keys, servers[setting]);
      // The first pair lets the engine compile hot code.
      if (round > 0) results[setting].push(speed);
    }
  }
  const middle = (setting: Setting, field: keyof Speed): number =>
    median(results[setting].map((one) => one[field]));
  const ratio = median(
    results.on.map(({ perSecond }, index) => perSecond / (results.off[index]?.perSecond ?? NaN)),
  );
  const cells = [
    endpoint.name,
    ...settings.map((setting) => middle(setting, "perSecond").toFixed(0)),
    ratio.toFixed(3),
    ...settings.map((setting) => middle(setting, "cpu").toFixed(1)),
  ];
  return `| ${cells.join(" | ")} |`;
}

async function measure(endpoint: Endpoint, keys: ServingKeys, { process, port }: Server): Promise<Speed> {
  const { path, connections, headers, status } = endpoint;
  const url = `http://127.0.0.1:${port}${path}`;
  const etag = status === 304 ? (await askForAnswer({ url }, 200)).headers["etag"] : undefined;
  const load: Load = { url, connections, seconds, headers: headers?.(keys, etag ?? "") ?? {} };
  const before = cpuMicroseconds(process.pid);
  const result = await loadWithWrk(load, join(folder, "wrk.lua"));
  if (result.failures > 0) throw new Error(`Cannot measure ${url}: ${JSON.stringify(result)}`);
  return {
    perSecond: result.perSecond,
    cpu: (cpuMicroseconds(process.pid) - before) / result.requests,
  };
}

function toReport(lines: readonly string[]): string {
  return [
    "# Counting requests",
    "",
    `Medians of ${rounds} pairs of rounds of ${seconds} s, on LMDB. The ratio is the median of the pairs. ${measuredOn()}`,
    "",
    "| request | requests/s, on | requests/s, off | ratio | CPU us/request, on | CPU us/request, off |",
    "| --- | ---: | ---: | ---: | ---: | ---: |",
    ...lines,
    "",
  ].join("\n");
}
