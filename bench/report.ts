import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { benchmarks } from "./benchmarks.ts";

/** The sentence about machine and date of every report. */
function measuredOn(): string {
  const machine = `${cpus().length} x ${cpus()[0]?.model ?? "unknown"}`;
  const isBusy = process.env["REALTIME"]
    ? " The machine was busy; what was measured had real-time priority."
    : "";
  return `Node ${process.version}, ${machine}, on ${new Date().toISOString().slice(0, 10)}.${isBusy}`;
}

/** Writes a report to `bench/results/<name>.md`, with the machine, the date and the commit of the measured code. */
export function keepReport(name: string, report: string): void {
  const code = benchmarks.find(({ results }) => results.includes(name))?.code;
  if (code === undefined)
    throw new Error(`Cannot keep the report ${name}: bench/benchmarks.ts does not have it`);
  mkdirSync("bench/results", { recursive: true });
  writeFileSync(`bench/results/${name}.md`, `${report.trimEnd()}\n\n${measuredAt(code)}\n`);
}

/** The sentence about the measured code at the end of a report. */
export const measuredCode: RegExp = /^Measured at commit ([0-9a-f]{40})( with changes)?: (.+)\.$/m;

function measuredAt(code: readonly string[]): string {
  const commit = git("rev-parse", "HEAD");
  const changes = git("status", "--porcelain", "--", ...code) === "" ? "" : " with changes";
  return `Measured at commit ${commit}${changes}: ${code.map((path) => `\`${path}\``).join(", ")}. ${measuredOn()}`;
}

/** Runs git, and returns its output without the line break at its end. */
export function git(...parameters: readonly string[]): string {
  return execFileSync("git", parameters, { encoding: "utf8" }).trimEnd();
}
