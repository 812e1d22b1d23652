import { existsSync } from "node:fs";
import { delimiter, isAbsolute, join } from "node:path";

/** A program that tests need and npm does not bring. */
export interface NeededProgram {
  /** Name of a command in PATH, or the absolute path of a file. */
  command: string;
  /** The package that the message names. */
  install: string;
}

/** True in `npm run test:quick`, which starts no server and no browser. */
const isQuickRun = process.env["POSTERN_TEST_QUICK"] === "1";

/** Returns true and prints a message if tests cannot run because a program is missing. With `CI` set, they must run. */
export function programIsMissing({ command, install }: NeededProgram): boolean {
  if (isQuickRun) return true;
  if (pathsOf(command).some(existsSync)) return false;
  if (process.env["CI"]) throw new Error(`Cannot test with ${command}: install ${install}`);
  console.warn(`The tests with ${command} are skipped: install ${install}`);
  return true;
}

/** True if the tests that run `curl` are skipped. */
export function curlIsMissing(): boolean {
  return programIsMissing({ command: "curl", install: "curl" });
}

function pathsOf(command: string): string[] {
  if (isAbsolute(command)) return [command];
  const folders = process.env["PATH"]?.split(delimiter) ?? [];
  return folders.map((folder) => join(folder, command));
}
