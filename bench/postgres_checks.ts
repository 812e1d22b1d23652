import { ContestantProcess } from "./contestant_process.ts";
import type { Measurement } from "./access_contestant.ts";
import { median } from "./median.ts";
import type { PartSettings } from "./postgres.bench.ts";
import { startDurablePostgres } from "./start_durable_postgres.ts";

const postern = "postern, PostgreSQL";
const limiter = "rate-limiter-flexible, PostgreSQL: counts only";
const concurrencies = [1, 64];

/** Measures verifications with their counts, beside a rate limiter that only counts. */
export async function measureChecks({ folder, rounds, seconds }: PartSettings): Promise<string[]> {
  const postgres = await startDurablePostgres();
  postgres.prioritize();
  const place = { folder, redisPort: 0, postgresUrl: postgres.url };
  const contestants: [name: string, process: ContestantProcess][] = [];
  const measured = new Map<string, Measurement[]>();
  try {
    for (const name of [postern, limiter])
      contestants.push([name, await ContestantProcess.start(name, place)]);
    for (let round = 0; round <= rounds; round++) {
      for (const concurrency of concurrencies) {
        for (const [name, contestant] of contestants) {
          const result = await contestant.measure({ concurrency, seconds });
          const label = `${name} | ${concurrency}`;
          if (round > 0) measured.set(label, [...(measured.get(label) ?? []), result]);
        }
      }
    }
    for (const [, contestant] of contestants) await contestant.stop();
  } finally {
    await postgres.stop();
  }
  const rows = [...measured].map(([label, results]) => {
    const others = measured.get(label.replace(postern, limiter)) ?? [];
    const of = (field: keyof Measurement): number => median(results.map((result) => result[field]));
    const ratio = median(
      results.map(({ perSecond }, round) => perSecond / (others[round]?.perSecond ?? NaN)),
    );
    const cells = [
      label,
      of("perSecond").toFixed(0),
      ratio.toFixed(2),
      of("p50").toFixed(0),
      of("p99").toFixed(0),
    ];
    return `| ${cells.join(" | ")} |`;
  });
  return [
    `Verification and quota, 100 keys; medians of ${rounds} rounds of ${seconds} s, in turns, each in a process of its own:`,
    "",
    "| | at once | checks/s | of the rate limiter's | p50 us | p99 us |",
    "| --- | ---: | ---: | ---: | ---: | ---: |",
    ...rows,
  ];
}
