import { mkdirSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";

/** Returns the sentence about machine and date of every report. */
export function measuredOn(): string {
  const machine = `${cpus().length} x ${cpus()[0]?.model ?? "unknown"}`;
  const isBusy = process.env["REALTIME"]
    ? " The machine was busy; what was measured had real-time priority."
    : "";
  return `Node ${process.version}, ${machine}, on ${new Date().toISOString().slice(0, 10)}.${isBusy}`;
}

/** Writes a report to `bench/results/<name>.md`. */
export function keepReport(name: string, report: string): void {
  mkdirSync("bench/results", { recursive: true });
  writeFileSync(`bench/results/${name}.md`, report);
}
