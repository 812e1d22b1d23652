// Measures memory, errors and speed of the server under full load for minutes.
// `npm run soak` prints the table and writes it to bench/results/soak.md, or soak_postgres.md. bench/README.md explains the method.
//   MINUTES=10           length of the run
//   STORE=lmdb           lmdb, fs, redis or postgres
//   REALTIME=1           for a machine with other load
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openStorageDriver } from "../storage-drivers/open_storage_driver.ts";
import { freePort } from "../test/free_port.ts";
import { startRedis } from "../test/storage-drivers/_redis_server.ts";
import { keepReport } from "./report.ts";
import { seedForServing } from "./seed_for_serving.ts";
import { prioritize, residentMegabytes, spawnMeasured } from "./spawn_measured.ts";
import { startDurablePostgres } from "./start_durable_postgres.ts";
import { readTableState, type TableState, tableCells, tableHead } from "./table_state.ts";
import { type LoadResult, loadWithWrk, luaString } from "./wrk.ts";

const minutes = Number(process.env["MINUTES"] ?? 10);
const store = process.env["STORE"] ?? "lmdb";
const minute = 60;
const connections = 32;
const root = "/api/public/v1";
/** Number of posts in the listed organization. It is small, because its sitemap is one of the requests. */
const sitemapPosts = 1000;

interface Minute extends LoadResult {
  /** Resident memory at the end of the minute, in total and without mapped files. LMDB's mapped memory grows with the written data. */
  megabytes: number;
  unmapped: number;
  /** State of the table in PostgreSQL at the end of the minute. */
  table: TableState | undefined;
}

const folder = mkdtempSync(join(tmpdir(), "postern-soak-"));
const redis = store === "redis" ? await startRedis() : undefined;
const postgres = store === "postgres" ? await startDurablePostgres() : undefined;
try {
  const report = toReport(await soak(redis?.url ?? postgres?.url ?? `${store}:${join(folder, "data")}`));
  console.log(report);
  keepReport(postgres === undefined ? "soak" : "soak_postgres", report);
} finally {
  await redis?.stop();
  await postgres?.stop();
  rmSync(folder, { recursive: true, force: true });
}

async function soak(setting: string): Promise<Minute[]> {
  const storage = await openStorageDriver(setting);
  const { live } = await seedForServing(storage, sitemapPosts);
  await storage.dispose?.();
  if (redis !== undefined) prioritize(redis.process.pid ?? 0);
  postgres?.prioritize();
  const port = await freePort();
  const args = [
    "dist/adapters/cli/main.js",
    "serve",
    "--storage",
    setting,
    "--port",
    String(port),
    "--log",
    "none",
  ];
  const server = await spawnMeasured(process.execPath, args);
  try {
    const load = { url: `http://127.0.0.1:${port}`, script: mixScript(live), connections };
    const scriptPath = join(folder, "wrk.lua");
    await loadWithWrk({ ...load, seconds: 5 }, scriptPath);
    const measured: Minute[] = [];
    for (let index = 1; index <= minutes; index++) {
      const result = await loadWithWrk({ ...load, seconds: minute }, scriptPath);
      const { now: megabytes, unmapped } = residentMegabytes(server.pid);
      console.error(`minute ${index}: ${result.perSecond.toFixed(0)} requests/s, ${megabytes.toFixed(0)} MB`);
      const table = postgres === undefined ? undefined : await readTableState(postgres);
      measured.push({ ...result, megabytes, unmapped, table });
    }
    return measured;
  } finally {
    await server.stop();
  }
}

/** Returns a wrk script. A hundred requests are 80 posts with a key, 10 posts without, 5 lists, 4 new texts and 1 sitemap. */
function mixScript(key: string): string {
  return `
local requests = {}
init = function(args)
  local key = { ["x-api-key"] = ${luaString(key)} }
  local writing = { ["x-api-key"] = ${luaString(key)}, ["content-type"] = "application/json" }
  local function add(count, ...)
    for _ = 1, count do requests[#requests + 1] = wrk.format(...) end
  end
  add(80, "GET", "${root}/post/acme/hello", key)
  add(10, "GET", "${root}/post/acme/post-11", {})
  add(5, "GET", "${root}/post/acme", {})
  add(4, "POST", "${root}/knowledge-base", writing, ${luaString(JSON.stringify({ text: "Nine to five. ".repeat(30) }))})
  add(1, "GET", "${root}/sitemap/large", {})
end
request = function() return requests[math.random(#requests)] end
`;
}

function toReport(measured: readonly Minute[]): string {
  const firstRate = measured[0]?.perSecond ?? NaN;
  const lines = measured.map(
    ({ perSecond, p50, p99, refused, failures, megabytes, unmapped, table }, index) => {
      const cells = [
        index + 1,
        (perSecond / firstRate).toFixed(2),
        (p50 / 1000).toFixed(2),
        (p99 / 1000).toFixed(2),
      ];
      return `| ${[...cells, refused + failures, megabytes.toFixed(0), unmapped.toFixed(0), ...(table === undefined ? [] : tableCells(table))].join(" | ")} |`;
    },
  );
  const head = [
    "minute",
    "requests, of the first minute's",
    "p50 ms",
    "p99 ms",
    "errors",
    "RSS MB",
    "without mapped files",
  ];
  if (postgres !== undefined) head.push(...tableHead);
  const first = measured[0]?.p99 ?? NaN;
  const last = measured.at(-1)?.p99 ?? NaN;
  return [
    "# The server under full load",
    "",
    `${minutes} minutes on ${store}, ${connections} connections.`,
    "",
    `The last minute's p99 is ${(last / first).toFixed(2)} times the first's.`,
    "",
    `| ${head.join(" | ")} |`,
    `|${" ---: |".repeat(head.length)}`,
    ...lines,
    "",
  ].join("\n");
}
