import { readFileSync } from "node:fs";
import { hostname } from "node:os";
import { systemErrorCode } from "../directory/system_error_text.ts";
import { given } from "../../lib/base/given.ts";

/** A process, distinguishable from earlier and later processes with the same id. */
export interface ProcessIdentity {
  pid: number;
  host: string;
  /** Start of the process, in ticks since the machine booted. Linux only. */
  started?: string;
  /** Id of the machine's boot. Linux only. */
  boot?: string;
}

export function thisProcess(): ProcessIdentity {
  return { pid: process.pid, host: hostname(), ...linuxDetails(process.pid) };
}

/** Returns the state of a process; `unknown` if it belongs to another host. */
export function stateOf({ pid, host, started, boot }: ProcessIdentity): "alive" | "dead" | "unknown" {
  if (host !== hostname()) return "unknown";
  const now = linuxDetails(pid);
  if (boot !== undefined && now.boot !== undefined && boot !== now.boot) return "dead";
  if (!hasPid(pid)) return "dead";
  return started !== undefined && now.started !== undefined && started !== now.started ? "dead" : "alive";
}

function hasPid(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return systemErrorCode(error) !== "ESRCH";
  }
}

function linuxDetails(pid: number): { started?: string; boot?: string } {
  const boot = read("/proc/sys/kernel/random/boot_id")?.trim();
  // The second field is the program's name in parentheses, with any characters. The 20th field after it is the start.
  const stat = read(`/proc/${pid}/stat`);
  const started = stat?.slice(stat.lastIndexOf(")") + 2).split(" ")[19];
  return given({ started, boot });
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}
