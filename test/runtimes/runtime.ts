import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { installPrograms, programs } from "./programs.ts";

/** The program of a runtime, and its version if it is installed. */
export interface Runtime {
  name: string;
  command: string;
  version: string | undefined;
}

/** Returns a runtime from `test/runtimes/programs/package.json`. */
export function installedRuntime(name: string, command: string): Runtime {
  const path = join(programs, "node_modules/.bin", command);
  return { name, command: path, version: existsSync(path) ? versionOf(path) : undefined };
}

/** Returns the first version number in the output of `--version`. */
export function versionOf(command: string): string | undefined {
  try {
    const output = execFileSync(command, ["--version"], { encoding: "utf8", timeout: 280_000 });
    return /\d{1,4}[.-]\d{1,4}[.-]\d{1,4}/.exec(output)?.[0];
  } catch {
    return undefined;
  }
}

/**
 * Describes tests on a runtime. `RuntimeTable` prints their number in the row of the runtime. If the runtime is missing, the tests are
 * skipped, and a line names the package to install. In CI this is an error.
 */
export function describeOn({ name, version }: Runtime, describeSuites: () => void): void {
  describe(`on ${name}${version === undefined ? "" : ` ${version}`}`, () => {
    if (version !== undefined) {
      describeSuites();
      return;
    }
    it(`is installed: run ${installPrograms}`, ({ skip }) => {
      if (process.env["CI"] === undefined) {
        const reason = `Cannot test on ${name}: run ${installPrograms}`;
        console.warn(reason);
        skip(reason);
      }
      expect(version).toBeDefined();
    });
  });
}
