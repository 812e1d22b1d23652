// Measures admitted requests per second and their latency. Compares Postern's verification and quota with a rate limiter, which only
// counts, and with another verification of API keys. `npm run bench:access` prints the table and writes it to
// bench/results/access.md. bench/README.md explains the method.
//   ROUNDS=5 SECONDS=1   number of rounds, and length of a round
//   ONLY='memory'        a regular expression for names; the table is then only printed
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { startRedis } from "../test/storage-drivers/_redis_server.ts";
import type { Measurement, Task } from "./access_contestant.ts";
import { accessContestants } from "./access_contestants.ts";
import { median } from "./median.ts";
import { keepReport, measuredOn } from "./report.ts";
import { prioritize } from "./spawn_measured.ts";

const rounds = Number(process.env["ROUNDS"] ?? 5);
const seconds = Number(process.env["SECONDS"] ?? 1);
const only = process.env["ONLY"];
const concurrencies = [1, 64];
const script = fileURLToPath(new URL("access_contestant.mjs", import.meta.url));

const folder = mkdtempSync(join(tmpdir(), "postern-bench-"));
const redis = await startRedis();
prioritize(redis.process.pid ?? 0);
try {
  await compare();
} finally {
  await redis.stop();
  rmSync(folder, { recursive: true, force: true });
}

/** A contestant's process. */
interface Contestant {
  child: ChildProcess;
  /** The reason of its end. */
  ended: Promise<Error>;
}

/** Runs each contestant in a separate process, so that the heap and the compiled code of one do not slow down the next. */
async function compare(): Promise<void> {
  const names = Object.keys(accessContestants).filter((name) => new RegExp(only ?? "").test(name));
  const all: { name: string; contestant: Contestant; measured: Map<number, Measurement[]> }[] = [];
  for (const name of names) all.push({ name, contestant: await start(name), measured: new Map() });
  // The first round lets the engine compile hot code.
  for (let round = 0; round <= rounds; round++) {
    for (const { contestant, measured } of all) {
      for (const concurrency of concurrencies) {
        const result = await measure(contestant, { concurrency, seconds });
        if (round > 0) measured.set(concurrency, [...(measured.get(concurrency) ?? []), result]);
      }
    }
  }
  for (const { contestant } of all) await stop(contestant);
  const report = toReport(all);
  console.log(report);
  if (only !== undefined) return;
  keepReport("access", report);
}

async function start(name: string): Promise<Contestant> {
  const child = fork(script, [name, folder, String(redis.port)]);
  const ended = once(child, "exit").then(
    ([code]) => new Error(`Cannot measure ${name}: it ended with ${code}`),
  );
  const contestant = { child, ended };
  await hear(contestant);
  prioritize(child.pid ?? 0);
  return contestant;
}

async function measure(contestant: Contestant, task: Task): Promise<Measurement> {
  contestant.child.send(task);
  return (await hear(contestant)) as Measurement;
}

async function hear({ child, ended }: Contestant): Promise<unknown> {
  const heard = await Promise.race([once(child, "message"), ended]);
  if (heard instanceof Error) throw heard;
  return heard[0];
}

async function stop({ child, ended }: Contestant): Promise<void> {
  child.disconnect();
  await ended;
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
    `Medians of ${rounds} rounds of ${seconds} s, in turns, each in a process of its own; 100 keys. ${measuredOn()}`,
    "",
    "| | at once | checks/s | p50 us | p99 us |",
    "| --- | ---: | ---: | ---: | ---: |",
    ...lines,
    "",
  ].join("\n");
}
