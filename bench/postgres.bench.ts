// Measures the server and the library on PostgreSQL with `synchronous_commit=on`, through a Unix socket, as ratios within one run.
// `npm run bench:postgres` prints the tables and writes them to bench/results/postgres_PART.md. bench/README.md explains the method.
//   PARTS=requests,checks,sizes,imports   Parts to measure.
//   ROUNDS=5 SECONDS=2                    Number of rounds, and length of a round.
//   SIZES=1000,1000000                    Posts.
//   POSTS=10000                           Imported posts.
//   REALTIME=1                            For a machine with other load.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { keepReport } from "./report.ts";
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
const chosen = process.env["PARTS"]?.split(",") ?? Object.keys(parts);
const rounds = Number(process.env["ROUNDS"] ?? 5);
const seconds = Number(process.env["SECONDS"] ?? 2);

const folder = mkdtempSync(join(tmpdir(), "postern-bench-"));
try {
  for (const name of chosen) {
    const measure = parts[name];
    if (measure === undefined) throw new Error(`Cannot measure: there is no part "${name}"`);
    console.error(name);
    const lines = await measure({ folder, rounds, seconds });
    const report = ["# PostgreSQL", "", ...lines, ""].join("\n");
    console.log(report);
    keepReport(`postgres_${name}`, report);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
