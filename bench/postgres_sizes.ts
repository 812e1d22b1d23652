import { join } from "node:path";
import { postgresDriver } from "../storage-drivers/postgres.ts";
import { freePort } from "../test/free_port.ts";
import { median } from "./median.ts";
import type { PartSettings } from "./postgres.bench.ts";
import { scaleRequests, toScript } from "./scale_requests.ts";
import { seedForScale } from "./seed_for_scale.ts";
import { type MeasuredProcess, spawnMeasured } from "./spawn_measured.ts";
import { startDurablePostgres } from "./start_durable_postgres.ts";
import { type LoadResult, loadWithWrk } from "./wrk.ts";

const sizes = (process.env["SIZES"] ?? "1000,1000000").split(",").map(Number);
const keys = 1000;
/** Few, to measure latency rather than throughput. */
const connections = 2;

interface SizedServer {
  posts: number;
  server: MeasuredProcess;
  port: number;
  script: string;
  results: LoadResult[];
}

/** Measures the latency of a post with a key by the number of posts in the store. All stores are on one database server. */
export async function measureSizes({ folder, rounds, seconds }: PartSettings): Promise<string[]> {
  const postgres = await startDurablePostgres();
  const all: SizedServer[] = [];
  const scriptPath = join(folder, "wrk.lua");
  try {
    for (const posts of sizes) {
      const url = postgres.urlOf(`posts_${posts}`);
      all.push({ posts, results: [], ...(await openServer(url, posts, folder)) });
    }
    postgres.prioritize();
    for (let round = 0; round <= rounds; round++) {
      for (const { port, script, results } of all) {
        const result = await loadWithWrk(
          { url: `http://127.0.0.1:${port}`, connections, seconds, script },
          scriptPath,
        );
        if (result.refused + result.failures > 0)
          throw new Error("Cannot measure: not every response was 200");
        if (round > 0) results.push(result);
      }
    }
    return toTable(all, `medians of ${rounds} rounds of ${seconds} s, in turns`);
  } finally {
    for (const { server } of all) await server.stop();
    await postgres.stop();
  }
}

/** Fills a store, and starts its server. */
async function openServer(
  url: string,
  posts: number,
  folder: string,
): Promise<Pick<SizedServer, "server" | "port" | "script">> {
  const begun = performance.now();
  const storage = postgresDriver({ url, commandTimeoutMs: 600_000 });
  const size = { posts, organizations: 1, keys };
  const read = await seedForScale(storage, size);
  await storage.dispose?.();
  console.error(`  ${posts} posts in ${((performance.now() - begun) / 1000).toFixed(0)} s`);
  const request = scaleRequests(size, read).find(({ name }) => name === "post, with key");
  if (request === undefined) throw new Error("Cannot measure: there is no such request");
  const script = toScript(request, join(folder, `posts-${posts}.txt`));
  const port = await freePort();
  const serve = [
    "dist/adapters/cli/main.js",
    "serve",
    "--storage",
    url,
    "--port",
    String(port),
    "--log",
    "none",
  ];
  return { server: await spawnMeasured(process.execPath, serve), port, script };
}

function toTable(all: readonly SizedServer[], method: string): string[] {
  const [smallest] = all;
  const rows = all.map(({ posts, results }) => {
    const of = (field: keyof LoadResult): number => median(results.map((result) => result[field]));
    const ratio = median(results.map(({ p50 }, round) => p50 / (smallest?.results[round]?.p50 ?? NaN)));
    return `| ${[posts, of("p50").toFixed(0), ratio.toFixed(2), of("p99").toFixed(0)].join(" | ")} |`;
  });
  return [
    `A post with a key by the number of posts, ${connections} connections; ${method}:`,
    "",
    "| posts | p50 us | of the smallest's | p99 us |",
    "| ---: | ---: | ---: | ---: |",
    ...rows,
  ];
}
