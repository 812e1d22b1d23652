import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";

/**
 * `REALTIME=1` gives what is measured, and what measures it, real-time priority (`chrt`, as root): for a machine that others
 * use at the same time. Runs should then be short, since they starve the others.
 */
const isRealtime = Boolean(process.env["REALTIME"]);
const priority = ["-r", "50"];

/** Clock ticks a second, in which Linux counts the time of processes. */
const ticks = Number(execFileSync("getconf", ["CLK_TCK"], { encoding: "utf8" }));

/** A command as it has to be run to be measured. */
export function measuredCommand(command: string, args: readonly string[]): [string, string[]] {
  return isRealtime ? ["chrt", [...priority, command, ...args]] : [command, [...args]];
}

/** A process that is measured. */
export interface MeasuredProcess {
  pid: number;
  /** What it printed first. */
  firstLine: string;
  stop(): Promise<void>;
}

/** Starts a process, and waits until it has printed a line. */
export async function spawnMeasured(command: string, args: readonly string[]): Promise<MeasuredProcess> {
  const child = spawn(...measuredCommand(command, args), { stdio: ["ignore", "pipe", "inherit"] });
  const firstLine = await readLine(child, `${command} ${args.join(" ")}`);
  return { pid: child.pid ?? 0, firstLine, stop: () => stop(child) };
}

/** Gives a process that runs already the priority of what is measured. */
export function prioritize(pid: number): void {
  if (isRealtime) execFileSync("chrt", ["-a", "-p", ...priority, String(pid)]);
}

/** The time that a process, with all its threads, has had of the processors, in microseconds. */
export function cpuMicroseconds(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  // The name of the command, in parentheses, may hold spaces. After it, user and system time are the 12th and 13th fields.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return ((Number(fields[11]) + Number(fields[12])) * 1_000_000) / ticks;
}

/** The resident memory of a process in MB: now, at its peak, and now without the files that it has mapped. */
export function residentMegabytes(pid: number): { now: number; peak: number; unmapped: number } {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  const read = (name: string): number =>
    Number(new RegExp(`^${name}:\\s+(\\d+) kB`, "m").exec(status)?.[1] ?? NaN) / 1024;
  return { now: read("VmRSS"), peak: read("VmHWM"), unmapped: read("RssAnon") };
}

async function readLine(child: ChildProcess, command: string): Promise<string> {
  let text = "";
  for await (const chunk of child.stdout?.iterator({ destroyOnReturn: false }) ?? []) {
    text += String(chunk);
    if (text.includes("\n")) break;
  }
  if (text.includes("\n")) {
    child.stdout?.resume();
    return text.slice(0, text.indexOf("\n"));
  }
  throw new Error(`Cannot measure: "${command}" ended before it printed a line`);
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, "exit");
  child.kill("SIGKILL");
  await exited;
}
