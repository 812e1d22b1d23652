import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { releaseAfterUse } from "../servers/release_after_use.ts";
import type { Ran } from "./run_command.ts";

/** A process of a test, and its output. */
export interface StartedProcess {
  child: ChildProcess;
  output(): string;
  /** Resolves when the output matches. Rejects with the output if the process ends first. */
  waitFor(pattern: RegExp): Promise<RegExpMatchArray>;
  stop(): Promise<number | null>;
  exit: Promise<number | null>;
}

/** The command line of the package. */
export const postern: string = fileURLToPath(new URL("../../bundle/cli.js", import.meta.url));

interface ProcessOptions {
  cwd?: string;
  env?: Record<string, string>;
}

/** Starts `postern` with a command line, which is split at spaces. */
export function startPostern(line: string, options?: ProcessOptions): StartedProcess {
  return startNode([postern, ...line.split(" ")], options);
}

/** Runs `postern` with a command line or its words in a process of its own, and blocks this one until its end. */
export function runPostern(
  line: string | readonly string[],
  { cwd, env, input = "" }: ProcessOptions & { input?: string | Uint8Array } = {},
): Ran {
  const words = typeof line === "string" ? line.split(" ") : line;
  const { status, stdout, stderr } = spawnSync(process.execPath, [postern, ...words], {
    cwd,
    env: { ...process.env, ...env },
    encoding: "utf8",
    input,
    maxBuffer: 64 * 1024 * 1024,
  });
  return { code: status, out: stdout, error: stderr };
}

/** Starts a script with Node. The process is killed after the test or file at the latest. */
export function startNode(args: string[], options: ProcessOptions = {}): StartedProcess {
  if (!existsSync(postern)) throw new Error("Cannot start: bundle/ is missing; run npm run build");
  const child = spawn(process.execPath, args, { ...options, env: { ...process.env, ...options.env } });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (chunk: string) => (output += chunk));
  }
  const exit = once(child, "close").then(([code]: (number | null)[]) => code ?? null);
  releaseAfterUse(async () => {
    child.kill("SIGKILL");
    await exit;
  });
  return {
    child,
    output: () => output,
    exit,
    waitFor: async (pattern) => {
      for (;;) {
        const match = output.match(pattern);
        if (match !== null) return match;
        const listening = new AbortController();
        const { signal } = listening;
        const more = [child.stdout, child.stderr].map((stream) => once(stream, "data", { signal }));
        const hasEnded = await Promise.race([exit.then(() => true), Promise.race(more).then(() => false)]);
        listening.abort();
        if (hasEnded) throw new Error(`The process ended before it wrote ${String(pattern)}:\n${output}`);
      }
    },
    stop: () => {
      child.kill("SIGTERM");
      return exit;
    },
  };
}
