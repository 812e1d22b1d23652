import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { postgresDriver } from "../storage-drivers/postgres.ts";
import { freePort } from "../test/free_port.ts";
import { askForAnswer } from "./ask_for_answer.ts";
import { median } from "./median.ts";
import type { PartSettings } from "./postgres.bench.ts";
import { toScript } from "./scale_requests.ts";
import { seedForServing } from "./seed_for_serving.ts";
import { type MeasuredProcess, spawnMeasured } from "./spawn_measured.ts";
import { startDurablePostgres } from "./start_durable_postgres.ts";
import { type LoadResult, loadWithWrk } from "./wrk.ts";

const path = "/api/public/v1/post/acme/hello";
const connections = 32;
const contenderScript = fileURLToPath(new URL("http_contender.mjs", import.meta.url));

/** A server with its requests. */
interface Runner {
  name: string;
  port: number;
  script: string;
  results: LoadResult[];
}

/** Measures a post with one key and with a hundred keys, beside a bare server with the same bytes. */
export async function measureRequests({ folder, rounds, seconds }: PartSettings): Promise<string[]> {
  const postgres = await startDurablePostgres();
  const servers: MeasuredProcess[] = [];
  const scriptPath = join(folder, "wrk.lua");
  try {
    const storage = postgresDriver({ url: postgres.url, commandTimeoutMs: 60_000 });
    const { live, hundred } = await seedForServing(storage, 10);
    await storage.dispose?.();
    postgres.prioritize();
    const port = await freePort();
    const serve = ["dist/adapters/cli/main.js", "serve", "--storage", postgres.url];
    servers.push(await spawnMeasured(process.execPath, [...serve, "--port", String(port), "--log", "none"]));
    const file = join(folder, "answer.json");
    const request = { url: `http://127.0.0.1:${port}${path}`, headers: { "x-api-key": live } };
    writeFileSync(file, JSON.stringify(await askForAnswer(request, 200)));
    const bare = await spawnMeasured(process.execPath, [contenderScript, "bare", file]);
    servers.push(bare);
    const barePort = (JSON.parse(bare.firstLine) as { port: number }).port;
    const scriptOf = (name: string, keys: readonly string[]): string =>
      toScript({ name, lines: keys.map((key) => ({ path, key })) }, join(folder, `${name}.txt`));
    const runners: Runner[] = [
      { name: "bare `node:http`", port: barePort, script: scriptOf("bare", [live]), results: [] },
      { name: "Postern, one key", port, script: scriptOf("one", [live]), results: [] },
      { name: "Postern, 100 keys", port, script: scriptOf("hundred", hundred), results: [] },
    ];
    for (let round = 0; round <= rounds; round++) {
      for (const runner of runners) {
        const load = { url: `http://127.0.0.1:${runner.port}`, connections, seconds, script: runner.script };
        const result = await loadWithWrk(load, scriptPath);
        if (result.refused + result.failures > 0)
          throw new Error(`Cannot measure ${runner.name}: not every response was 200`);
        // The first round lets the engine compile hot code.
        if (round > 0) runner.results.push(result);
      }
    }
    return toTable(runners, `medians of ${rounds} rounds of ${seconds} s, in turns`);
  } finally {
    for (const server of servers) await server.stop();
    await postgres.stop();
  }
}

function toTable(runners: readonly Runner[], method: string): string[] {
  const rows = runners.map(({ name, results }) => {
    const of = (field: keyof LoadResult): number => median(results.map((result) => result[field]));
    const share = median(
      results.map(({ perSecond }, round) => perSecond / (runners[0]?.results[round]?.perSecond ?? NaN)),
    );
    const cells = [
      name,
      of("perSecond").toFixed(0),
      share.toFixed(2),
      (of("p50") / 1000).toFixed(2),
      (of("p99") / 1000).toFixed(2),
    ];
    return `| ${cells.join(" | ")} |`;
  });
  return [
    `A post of 12 KB with a key, ${connections} connections; ${method}:`,
    "",
    "| server | requests/s | of bare | p50 ms | p99 ms |",
    "| --- | ---: | ---: | ---: | ---: |",
    ...rows,
  ];
}
