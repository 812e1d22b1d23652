// Measures admitted requests per second and their latency. Compares Postern's verification and quota with a rate limiter, which only
// counts, and with another verification of API keys. `npm run bench:access` prints the table and writes it to
// bench/results/access.md. bench/README.md explains the method.
//   ROUNDS=5 SECONDS=1   number of rounds, and length of a round
//   ONLY='memory'        a regular expression for names; the table is then only printed
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startRedis } from "../test/storage-drivers/_redis_server.ts";
import type { Measurement } from "./access_contestant.ts";
import { accessContestants } from "./access_contestants.ts";
import { ContestantProcess } from "./contestant_process.ts";
import { median } from "./median.ts";
import { keepReport } from "./report.ts";
import { prioritize } from "./spawn_measured.ts";
import { startDurablePostgres } from "./start_durable_postgres.ts";

const rounds = Number(process.env["ROUNDS"] ?? 5);
const seconds = Number(process.env["SECONDS"] ?? 1);
const only = process.env["ONLY"];
const concurrencies = [1, 64];

const folder = mkdtempSync(join(tmpdir(), "postern-bench-"));
const redis = await startRedis();
prioritize(redis.process.pid ?? 0);
const postgres = await startDurablePostgres();
postgres.prioritize();
try {
  await compare();
} finally {
  await postgres.stop();
  await redis.stop();
  rmSync(folder, { recursive: true, force: true });
}

/** Runs each contestant in a separate process, so that the heap and the compiled code of one do not slow down the next. */
async function compare(): Promise<void> {
  const names = Object.keys(accessContestants).filter((name) => new RegExp(only ?? "").test(name));
  const all: { name: string; contestant: ContestantProcess; measured: Map<number, Measurement[]> }[] = [];
  const place = { folder, redisPort: redis.port, postgresUrl: postgres.url };
  for (const name of names) {
    all.push({ name, contestant: await ContestantProcess.start(name, place), measured: new Map() });
  }
  // The first round lets the engine compile hot code.
  for (let round = 0; round <= rounds; round++) {
    for (const { contestant, measured } of all) {
      for (const concurrency of concurrencies) {
        const result = await contestant.measure({ concurrency, seconds });
        if (round > 0) measured.set(concurrency, [...(measured.get(concurrency) ?? []), result]);
      }
    }
  }
  for (const { contestant } of all) await contestant.stop();
  const report = toReport(all);
  console.log(report);
  if (only !== undefined) return;
  keepReport("access", report);
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
    `Medians of ${rounds} rounds of ${seconds} s, in turns, each in a process of its own; 100 keys.`,
    "",
    "| | at once | checks/s | p50 us | p99 us |",
    "| --- | ---: | ---: | ---: | ---: |",
    ...lines,
    "",
  ].join("\n");
}
