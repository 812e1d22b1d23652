import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { beforeAll, expect, vi } from "vitest";
import { runCli } from "../../adapters/cli/run_cli.ts";
import { releaseAfterFile } from "../servers/release_after_file.ts";
import { scratchDirectory } from "../servers/release_after_use.ts";

export interface Ran {
  code: number | null;
  out: string;
  error: string;
}

/** Makes a directory for the commands of a file, which is the working directory until the file ends. Returns its path. */
export function workInScratchDirectory(): string {
  const path = scratchDirectory();
  const before = process.cwd();
  beforeAll(() => process.chdir(path));
  releaseAfterFile(() => process.chdir(before));
  return path;
}

/** Writes files by their paths, and their folders. */
export function writeFiles(files: Record<string, string | Uint8Array>): void {
  for (const [file, content] of Object.entries(files)) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
  }
}

export async function createAcme(): Promise<void> {
  await json("org create acme --name Acme --site-url https://acme.example");
}

/** Returns the result of a command that fails with an error. */
export function failure(message: string): Ran {
  return { code: 1, out: "", error: `postern: ${message}\n` };
}

/** Runs a command in this process, as if in a pipe. The line is split at spaces, and each further argument is passed as it is. */
export async function run(line: string, ...more: readonly string[]): Promise<Ran> {
  const args = [...(line === "" ? [] : line.split(" ")), ...more];
  const ran: Ran = { code: 0, out: "", error: "" };
  const taken = [
    vi.spyOn(process.stdout, "write").mockImplementation((text) => ((ran.out += text as string), true)),
    vi.spyOn(process.stderr, "write").mockImplementation((text) => ((ran.error += text as string), true)),
    vi.spyOn(console, "log").mockImplementation((text: string) => void (ran.out += `${text}\n`)),
    vi.spyOn(console, "error").mockImplementation((text: string) => void (ran.error += `${text}\n`)),
  ];
  process.exitCode = 0;
  try {
    await runCli(args);
  } finally {
    for (const spy of taken) spy.mockRestore();
  }
  const code: number = process.exitCode;
  process.exitCode = 0;
  return { ...ran, code };
}

/** Runs a command that must succeed, and returns its JSON. */
export async function json<Value>(line: string, ...more: readonly string[]): Promise<Value> {
  const { code, out, error } = await run(line, ...more, "--json");
  expect({ code, error: code === 0 ? "" : error, line }).toEqual({ code: 0, error: "", line });
  return JSON.parse(out) as Value;
}
