// Measures imports of a large WordPress export and of many Markdown files: time, memory, and the state after Ctrl-C and kill -9.
// `npm run bench:import` prints the table and writes it to bench/results/import.md. bench/README.md explains the method.
//   MEGABYTES=1000       size of the WordPress export
//   FILES=50000          number of Markdown files
//   STORES=lmdb,fs,redis
//   SOURCES=wordpress,markdown
//   SHARE=10             fs and redis get 1/SHARE of the megabytes and files
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { startRedis } from "../test/storage-drivers/_redis_server.ts";
import { keepReport } from "./report.ts";
import { type ImportRun, runImport } from "./run_import.ts";
import { writeMarkdownFiles, writeWordPressExport } from "./write_import_files.ts";

const megabytes = Number(process.env["MEGABYTES"] ?? 1000);
const files = Number(process.env["FILES"] ?? 50_000);
const stores = (process.env["STORES"] ?? "lmdb,fs,redis").split(",");
const sources = (process.env["SOURCES"] ?? "wordpress,markdown").split(",");
const share = Number(process.env["SHARE"] ?? 10);
const postern = resolve("dist/adapters/cli/main.js");

interface Source {
  name: string;
  path: string;
  bytes: number;
}

const folder = mkdtempSync(join(tmpdir(), "postern-import-"));
try {
  const whole = await writeSources("whole", 1);
  const part = stores.every((store) => store === "lmdb") ? [] : await writeSources("part", share);
  const rows: string[] = [];
  for (const store of stores) {
    for (const source of store === "lmdb" ? whole : part) rows.push(...(await measure(store, source)));
  }
  const report = toReport(rows);
  console.log(report);
  keepReport("import", report);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function writeSources(name: string, divisor: number): Promise<Source[]> {
  const written: Source[] = [];
  if (sources.includes("wordpress")) {
    const path = join(folder, `${name}.xml`);
    const bytes = await writeWordPressExport(path, megabytes / divisor);
    written.push({ name: "WordPress", path, bytes });
  }
  if (sources.includes("markdown")) {
    const path = join(folder, `${name}-markdown`);
    written.push({ name: "Markdown", path, bytes: writeMarkdownFiles(path, Math.ceil(files / divisor)) });
  }
  return written;
}

/** Stops an import with Ctrl-C, continues it, kills it, finishes it, and runs it once more. */
async function measure(store: string, source: Source): Promise<string[]> {
  const redis = store === "redis" ? await startRedis() : undefined;
  const setting = redis?.url ?? `${store}:${join(folder, `${store}-${source.name}`)}`;
  try {
    const create = ["org", "create", "acme", "--name", "Acme", "--site-url", "https://acme.example"];
    execFileSync(process.execPath, [postern, ...create, "--storage", setting]);
    const args = [postern, "post", "import", source.path, "--storage", setting];
    const atSeconds = store === "lmdb" ? Infinity : 4;
    const first = await runImport(args, { signal: "SIGINT", atShare: 0.25, atSeconds });
    const second = await runImport(args, { signal: "SIGKILL", atShare: 0.5, atSeconds });
    const third = await runImport(args);
    const last = await runImport(args);
    return [
      toRow(store, source, "Ctrl-C at a quarter", first),
      toRow(store, source, "kill -9 at a half", second),
      toRow(store, source, "to the end", third),
      toRow(store, source, "once more", last),
    ];
  } finally {
    await redis?.stop();
    if (redis === undefined) rmSync(setting.slice(store.length + 1), { recursive: true, force: true });
  }
}

function toRow(store: string, { name, bytes }: Source, what: string, run: ImportRun): string {
  const { seconds, posts, peakMegabytes, halves, end, says } = run;
  const isWhole = end === "0";
  console.error(
    `${store}, ${name}, ${what}: ${seconds.toFixed(0)} s, ${peakMegabytes.toFixed(0)} MB, ${says}`,
  );
  const cells = [
    `${name}, ${(bytes / 1e6).toFixed(0)} MB, ${store}`,
    what,
    seconds.toFixed(0),
    posts === undefined ? "" : (posts / seconds).toFixed(0),
    isWhole ? (bytes / 1e6 / seconds).toFixed(1) : "",
    peakMegabytes.toFixed(0),
    halves.map((half) => half.toFixed(0)).join(", "),
    end,
    says,
  ];
  return `| ${cells.join(" | ")} |`;
}

function toReport(rows: readonly string[]): string {
  return [
    "# Imports",
    "",
    `A WordPress export of ${megabytes} MB and ${files} Markdown files into LMDB, one of ${share} of each into the others.`,
    "",
    "| import | run | s | posts/s | MB/s | peak RSS MB | median RSS MB by half | ends with | says |",
    "| --- | --- | ---: | ---: | ---: | ---: | --- | --- | --- |",
    ...rows,
    "",
  ].join("\n");
}
