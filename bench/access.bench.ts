// How many requests a second are let in, and how long one waits: Postern's verification and quota beside a rate limiter,
// which only counts, and another verification of API keys. `npm run bench:access` prints the table and keeps it in
// bench/results/access.md; bench/README.md says how it measures.
//   ROUNDS=5 SECONDS=1   how many rounds, and how long each
//   ONLY='memory'        a regular expression on the names; the table is then only printed
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { lmdbDriver } from "../storage-drivers/lmdb.ts";
import { memoryDriver } from "../storage-drivers/memory.ts";
import { redisDriver } from "../storage-drivers/redis.ts";
import { startRedis } from "../test/storage-drivers/_redis_server.ts";
import { accessContestants, type Checker } from "./access_contestants.ts";
import { median } from "./median.ts";
import { keepReport, measuredOn } from "./report.ts";
import { prioritize } from "./spawn_measured.ts";

const rounds = Number(process.env["ROUNDS"] ?? 5);
const seconds = Number(process.env["SECONDS"] ?? 1);
const only = process.env["ONLY"];
const concurrencies = [1, 64];
/** A contestant that answers at once would never let a timer run; so many calls are made between two looks at the clock. */
const callsBetweenPauses = 1000;

interface Measurement {
  perSecond: number;
  /** In microseconds. */
  p50: number;
  p99: number;
}

prioritize(process.pid);
const folder = mkdtempSync(join(tmpdir(), "postern-bench-"));
const redis = await startRedis();
prioritize(redis.process.pid ?? 0);
try {
  await compare();
} finally {
  await redis.stop();
  rmSync(folder, { recursive: true, force: true });
}

async function compare(): Promise<void> {
  const all = accessContestants({
    memory: () => memoryDriver(),
    lmdb: () => lmdbDriver({ path: join(folder, "lmdb") }),
    redis: () => redisDriver({ url: redis.url }),
    redisPort: redis.port,
    sqliteFile: join(folder, "auth.sqlite"),
  }).filter(({ name }) => new RegExp(only ?? "").test(name));
  const ready: { name: string; checker: Checker; measured: Map<number, Measurement[]> }[] = [];
  for (const { name, open } of all) ready.push({ name, checker: await open(), measured: new Map() });
  // The first round is for the engine to compile what it finds to be hot.
  for (let round = 0; round <= rounds; round++) {
    for (const { checker, measured } of ready) {
      for (const concurrency of concurrencies) {
        const result = await measure(checker, concurrency);
        if (round > 0) measured.set(concurrency, [...(measured.get(concurrency) ?? []), result]);
      }
    }
  }
  for (const { checker } of ready) await checker.close();
  const report = toReport(ready.map(({ name, measured }) => ({ name, measured })));
  console.log(report);
  if (only !== undefined) return;
  keepReport("access", report);
}

/** So many callers, each of which waits for its answer before it calls again. */
async function measure({ check }: Checker, concurrency: number): Promise<Measurement> {
  const times: number[] = [];
  const begun = performance.now();
  const end = begun + seconds * 1000;
  let index = 0;
  const call = async (): Promise<void> => {
    for (let started = performance.now(); started < end; started = performance.now()) {
      const answer = check(index++);
      if (answer instanceof Promise) await answer;
      times.push(performance.now() - started);
      if (times.length % callsBetweenPauses === 0) await new Promise(setImmediate);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, call));
  const sorted = Float64Array.from(times).toSorted();
  const quantile = (share: number): number => 1000 * (sorted[Math.floor((sorted.length - 1) * share)] ?? NaN);
  return {
    perSecond: (times.length * 1000) / (performance.now() - begun),
    p50: quantile(0.5),
    p99: quantile(0.99),
  };
}

function toReport(results: readonly { name: string; measured: Map<number, Measurement[]> }[]): string {
  const lines = results.flatMap(({ name, measured }) =>
    [...measured].map(([concurrency, all]) => {
      const of = (field: keyof Measurement): number => median(all.map((one) => one[field]));
      const cells = [
        name,
        concurrency,
        of("perSecond").toFixed(0),
        of("p50").toFixed(1),
        of("p99").toFixed(1),
      ];
      return `| ${cells.join(" | ")} |`;
    }),
  );
  return [
    "# Verification and quota",
    "",
    `Medians of ${rounds} rounds of ${seconds} s, in turns, in one process; 100 keys. ${measuredOn()}`,
    "",
    "| | at once | checks/s | p50 us | p99 us |",
    "| --- | ---: | ---: | ---: | ---: |",
    ...lines,
    "",
  ].join("\n");
}
