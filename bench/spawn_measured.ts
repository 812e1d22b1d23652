import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";

/**
 * `REALTIME=1` runs the measured and the measuring processes with real-time priority (`chrt`, as root), for a machine with other load. Keep
 * these runs short, because they starve other processes.
 */
const isRealtime = Boolean(process.env["REALTIME"]);
const priority = ["-r", "50"];

/** Clock ticks per second, Linux's unit of processor time. */
const ticks = Number(execFileSync("getconf", ["CLK_TCK"], { encoding: "utf8" }));

/** Returns a command with the priority for measured processes. */
export function measuredCommand(command: string, args: readonly string[]): [string, string[]] {
  return isRealtime ? ["chrt", [...priority, command, ...args]] : [command, [...args]];
}

/** A measured process. */
export interface MeasuredProcess {
  pid: number;
  /** The first line of its output. */
  firstLine: string;
  stop(): Promise<void>;
}

/** Starts a process, and waits until it has printed a line. */
export async function spawnMeasured(command: string, args: readonly string[]): Promise<MeasuredProcess> {
  const child = spawn(...measuredCommand(command, args), { stdio: ["ignore", "pipe", "inherit"] });
  const firstLine = await readLine(child, `${command} ${args.join(" ")}`);
  return { pid: child.pid ?? 0, firstLine, stop: () => stop(child) };
}

/** Gives a running process the priority of measured processes. */
export function prioritize(pid: number): void {
  if (isRealtime) execFileSync("chrt", ["-a", "-p", ...priority, String(pid)]);
}

/** Returns the processor time of a process and all its threads in microseconds. */
export function cpuMicroseconds(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  // The command's name is in parentheses and can contain spaces. User and system time are the 12th and 13th fields after it.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return ((Number(fields[11]) + Number(fields[12])) * 1_000_000) / ticks;
}

/** Returns the resident memory of a process in MB: current, peak, and current without mapped files. */
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
