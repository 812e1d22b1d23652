// Keeps the figures of a release true.
//
// `npm run bench:release` measures all results again, and fills the tables of the docs. With `-- faq search`, it measures these.
// `npm run bench:docs` only fills the tables. `npm run release:check` refuses results and tables that are not of the present code.
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { argv, exit, stderr, stdout } from "node:process";
import { type Benchmark, benchmarks } from "./benchmarks.ts";
import { differentTables, fillTables } from "./fill_tables.ts";
import { git, measuredCode } from "./report.ts";

const [mode, ...names] = argv.slice(2);
if (mode === "fill") fillTables();
const faults = [
  ...(mode === "measure" ? measure(names) : []),
  ...(mode === "check" ? [...benchmarks.flatMap(outOfDate), ...differentTables()] : []),
];
stderr.write(faults.map((fault) => `${fault}\n`).join(""));
if (faults.length > 0) exit(1);
if (mode === "check") stdout.write("All results are of the present code.\n");

/** Runs benchmarks one after another. Returns those that failed. */
function measure(wanted: readonly string[]): string[] {
  const known = benchmarks.flatMap(({ results }) => results);
  const unknown = wanted.filter((name) => !known.includes(name));
  if (unknown.length > 0) return [`Unknown results: ${unknown.join(", ")}. Allowed: ${known.join(", ")}`];
  const selected = benchmarks.filter(
    ({ results }) => wanted.length === 0 || results.some((name) => wanted.includes(name)),
  );
  const failed = selected.filter(
    ({ script, env }) =>
      spawnSync("npm", ["run", "--silent", script], { stdio: "inherit", env: { ...process.env, ...env } })
        .status !== 0,
  );
  execFileSync("npm", ["run", "--silent", "bench:docs"], { stdio: "inherit" });
  return failed.map(({ script }) => `npm run ${script} failed`);
}

/** Returns a sentence for each result of a benchmark that is not of the present code. */
function outOfDate({ results, code }: Benchmark): string[] {
  return results.flatMap((name) => {
    const fault = faultOf(`bench/results/${name}.md`, code);
    return fault === undefined ? [] : [`${name}: ${fault}. Run: npm run bench:release -- ${name}`];
  });
}

function faultOf(file: string, code: readonly string[]): string | undefined {
  if (!existsSync(file)) return "not measured";
  const [, commit, changes] = measuredCode.exec(readFileSync(file, "utf8")) ?? [];
  if (commit === undefined) return "the results do not name their commit";
  if (changes !== undefined) return "measured with changes that were not committed";
  if (!isCommit(commit)) return `the commit ${commit} does not exist here`;
  const changed = git("diff", "--name-only", commit, "--", ...code)
    .split("\n")
    .filter(Boolean);
  return changed.length === 0
    ? undefined
    : `${changed.length} measured files have changed, such as ${changed[0]}`;
}

function isCommit(commit: string): boolean {
  try {
    execFileSync("git", ["cat-file", "-e", `${commit}^{commit}`], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}
