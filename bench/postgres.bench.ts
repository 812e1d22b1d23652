// Measures the server and the library on PostgreSQL with `synchronous_commit=on`, through a Unix socket, as ratios within one run.
// `npm run bench:postgres` prints the tables and writes them to bench/results/postgres.md. bench/README.md explains the method.
//   PARTS=requests,checks,sizes,imports   parts to measure. With fewer, the tables are only printed
//   ROUNDS=5 SECONDS=2                    number of rounds, and length of a round
//   SIZES=1000,1000000                    posts
//   POSTS=10000                           imported posts
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { keepReport, measuredOn } from "./report.ts";
import { measureChecks } from "./postgres_checks.ts";
import { measureImports } from "./postgres_imports.ts";
import { measureRequests } from "./postgres_requests.ts";
import { measureSizes } from "./postgres_sizes.ts";

/** A part of the benchmark. It returns its lines. */
type Part = (settings: PartSettings) => Promise<string[]>;

/** Settings of all parts. */
export interface PartSettings {
  /** Folder for files of the run. */
  folder: string;
  rounds: number;
  seconds: number;
}

const parts: Readonly<Record<string, Part>> = {
  requests: measureRequests,
  checks: measureChecks,
  sizes: measureSizes,
  imports: measureImports,
};
const all = Object.keys(parts);
const chosen = process.env["PARTS"]?.split(",") ?? all;
const rounds = Number(process.env["ROUNDS"] ?? 5);
const seconds = Number(process.env["SECONDS"] ?? 2);

const folder = mkdtempSync(join(tmpdir(), "postern-bench-"));
try {
  const lines = [
    "# PostgreSQL",
    "",
    `Medians of ${rounds} rounds of ${seconds} s, in turns. \`fsync\` and \`synchronous_commit\` are on. ${measuredOn()}`,
  ];
  for (const name of chosen) {
    console.error(name);
    lines.push("", ...((await parts[name]?.({ folder, rounds, seconds })) ?? []));
  }
  const report = `${lines.join("\n")}\n`;
  console.log(report);
  if (chosen.length === all.length) keepReport("postgres", report);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
