import { expect, vi } from "vitest";
import { runCli } from "../../adapters/cli/run_cli.ts";

/** The output and the exit code of a command. */
export interface Ran {
  code: number | null;
  out: string;
  error: string;
}

/** Runs a command in this process, as if in a pipe. */
export async function run(args: string[]): Promise<Ran> {
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
export async function json<Value>(...args: string[]): Promise<Value> {
  const { code, out, error } = await run([...args, "--json"]);
  expect({ code, error: code === 0 ? "" : error, args }).toEqual({ code: 0, error: "", args });
  return JSON.parse(out) as Value;
}
