import { execFileSync } from "node:child_process";

/** A program that tests need and npm does not bring. */
export interface NeededProgram {
  command: string;
  /** What it is asked to see whether it runs. Default: `--version`. */
  args?: readonly string[];
  /** What a reader is told to install. */
  install: string;
}

/** Whether tests with a program cannot run here, which is told. With `CI` set, they must. */
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
