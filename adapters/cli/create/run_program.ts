import { spawn } from "node:child_process";
import { once } from "node:events";
import { CliError } from "../frame/exit/cli_error.ts";

/**
 * Runs a program in the directory of an app. Its messages go to the standard error.
 *
 * @returns its standard output
 * @throws {CliError} if the program is missing, or fails
 */
export async function runProgram(directory: string, line: string): Promise<string> {
  const [program = "", ...args] = line.split(" ");
  // npm is a script of the shell on Windows.
  const shell = process.platform === "win32";
  const child = spawn(program, args, { cwd: directory, stdio: ["ignore", "pipe", "inherit"], shell });
  let output = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (output += text));
  let code: unknown;
  try {
    [code] = await once(child, "close");
  } catch (cause) {
    throw new CliError(`Cannot run "${line}": ${program} was not found`, { cause });
  }
  if (code !== 0) throw new CliError(`"${line}" failed in ${directory}, with the messages above`);
  return output;
}
