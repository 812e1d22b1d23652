import { execFileSync } from "node:child_process";

/** A program that tests need and npm does not bring. */
export interface NeededProgram {
  command: string;
  /** Arguments of the command that shows that the program runs. Default: `--version`. */
  args?: readonly string[];
  /** The package that the message names. */
  install: string;
}

/** Returns true and prints a message if tests cannot run because a program is missing. With `CI` set, they must run. */
export function programIsMissing({ command, args = ["--version"], install }: NeededProgram): boolean {
  try {
    execFileSync(command, args, { stdio: "ignore" });
    return false;
  } catch (error) {
    if (process.env["CI"])
      throw new Error(`Cannot test with ${command}: install ${install}`, { cause: error });
    console.warn(`The tests with ${command} are skipped: install ${install}`);
    return true;
  }
}
