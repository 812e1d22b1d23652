import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import { type HostName, hostNames } from "../../adapters/cli/create/starters.ts";
import { releaseAfterUse } from "../servers/release_after_use.ts";

/** Names of hosts, or `all`. `run_created_apps.sh` sets it, and starts a registry that has this checkout. */
const wanted = process.env["POSTERN_CREATED_APPS"];
const names = wanted === "all" ? hostNames : (wanted?.split(" ") ?? []);

/** The hosts whose apps are created by `npm create postern`. There are none outside of `run_created_apps.sh`. */
export const wantedApps: { wanted: string | undefined; hosts: HostName[] } = {
  wanted,
  hosts: names.filter((name): name is HostName => hostNames.some((host) => host === name)),
};

// Vitest sets this variable, and Next.js then looks for other files.
const { NODE_ENV: _, ...env } = process.env;

/** Runs a command line of the docs or of a printed text. Returns its output. */
export async function runLine(line: string, cwd: string): Promise<string> {
  const { stdout } = await promisify(execFile)("sh", ["-ec", line], {
    cwd,
    env,
    maxBuffer: 64 * 1024 * 1024,
  });
  return stdout;
}

/** Starts an app, and waits until it responds. Returns a function that stops it; it ends with the test at the latest. */
export async function startApp(
  line: string,
  { folder, port }: { folder: string; port: number },
): Promise<() => Promise<void>> {
  const child: ChildProcess = spawn("sh", ["-c", `PORT=${port} ${line}`], {
    cwd: folder,
    env,
    detached: true,
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding("utf8").on("data", (text: string) => (output += text));
  const ended = once(child, "exit");
  const hasEnded = (): boolean => child.exitCode !== null || child.signalCode !== null;
  const stop = async (): Promise<void> => {
    if (hasEnded()) return;
    process.kill(-(child.pid ?? 0), "SIGKILL");
    await ended;
  };
  releaseAfterUse(stop);
  for (let attempt = 0; !(await fetch(`http://localhost:${port}/`).catch(() => undefined))?.ok; attempt++) {
    if (attempt === 600 || hasEnded()) throw new Error(`${line} does not serve:\n${output}`);
    await pause(200);
  }
  return stop;
}

/** Replaces the port 3000 in the files of an app. */
export function usePort(folder: string, port: number): void {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (!entry.isFile() || path.includes("node_modules") || !/\.(?:tsx?|js|json)$/.test(path)) continue;
    if (entry.name === "package-lock.json") continue;
    writeFileSync(path, readFileSync(path, "utf8").replaceAll("3000", String(port)));
  }
}
