import { spawn } from "node:child_process";
import { once } from "node:events";
import { CliError } from "../frame/exit/cli_error.ts";

/**
 * Runs npm in the directory of an app. Its messages go to the standard error.
 *
 * @returns its standard output
 * @throws {CliError} if npm is missing, or fails
 */
export async function runNpm(directory: string, args: readonly string[]): Promise<string> {
  const line = `npm ${args.join(" ")}`;
  const child = spawn("npm", args, { cwd: directory, stdio: ["ignore", "pipe", "inherit"] });
  let output = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (output += text));
  let code: unknown;
  try {
    [code] = await once(child, "close");
  } catch (cause) {
    throw new CliError(`Cannot run ${line}: npm was not found`, { cause });
  }
  if (code !== 0) throw new CliError(`${line} failed in ${directory}. Run it again there, to see why`);
  return output;
}
