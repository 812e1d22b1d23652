import { existsSync, readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";

/** Programs that a test file starts, directly or through the modules of `test/` that it imports. */
export interface ProgramsOf {
  /** A process: a server, the command line, or a worker. */
  startsProcess: boolean;
  startsBrowser: boolean;
  /** Code in `dist/` or `bundle/`. A process may run it, so that a file that starts a process needs it. */
  needsBuild: boolean;
}

const importOf = /^(?:import|export) (?!type )[^"]*?"([^"]+)"|\bimport\("([^"]+)"\)/gm;
const found = new Map<string, ProgramsOf>();

/** Reads the imports of a test file. Imports of types only do not count. */
export function programsOf(file: string): ProgramsOf {
  const known = found.get(file);
  if (known !== undefined) return known;
  const code = readFileSync(file, "utf8");
  const programs = {
    startsProcess: false,
    startsBrowser: false,
    needsBuild: /\/(?:dist|bundle)\//.test(code),
  };
  found.set(file, programs);
  for (const [, imported, importedLater] of code.matchAll(importOf)) {
    const name = imported ?? importedLater ?? "";
    if (name === "node:child_process") programs.startsProcess = true;
    if (name === "playwright-core") programs.startsBrowser = true;
    if (name.startsWith(".")) addThose(programs, resolve(dirname(file), name));
  }
  programs.needsBuild ||= programs.startsProcess;
  return programs;
}

function addThose(programs: ProgramsOf, module: string): void {
  if (!module.includes("/test/") || !module.endsWith(".ts") || !existsSync(module)) return;
  const { startsProcess, startsBrowser, needsBuild } = programsOf(module);
  programs.startsProcess ||= startsProcess;
  programs.startsBrowser ||= startsBrowser;
  programs.needsBuild ||= needsBuild;
}
