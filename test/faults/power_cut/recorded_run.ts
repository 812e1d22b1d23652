import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, realpathSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { programIsMissing } from "../../program_is_missing.ts";
import { scratchDirectory } from "../../servers/release_after_use.ts";
import { Recording } from "./recording.ts";

const source = fileURLToPath(new URL("recorder.c", import.meta.url));

/** True if programs cannot be recorded here. */
export function recorderIsMissing(): boolean {
  if (process.platform === "linux") return programIsMissing({ command: "cc", install: "gcc and libc6-dev" });
  console.warn("The tests with a power cut are skipped: they need Linux");
  return true;
}

/** Compiles the recorder, and returns its path. */
export function compileRecorder(): string {
  const library = join(scratchDirectory(), "recorder.so");
  execFileSync("cc", ["-shared", "-fPIC", "-O1", "-o", library, source, "-ldl", "-lpthread"]);
  return library;
}

export interface RecordedRun {
  /** The directory that the program left. It was empty before. */
  directory: string;
  recording: Recording;
}

/** Runs a script of Node in a process for each list of arguments, and records the changes below an empty directory. */
export async function record(
  recorder: string,
  script: string,
  argumentsIn: (directory: string) => string[][],
): Promise<RecordedRun> {
  const scratch = realpathSync(scratchDirectory());
  const directory = join(scratch, "disk");
  mkdirSync(directory);
  const file = join(scratch, "recording");
  const bootId = join(scratch, "boot_id");
  writeFileSync(file, "");
  writeFileSync(bootId, "0badc0de-0000-4000-8000-000000000000\n");
  const env = {
    ...process.env,
    // Calls through a ring of the kernel cannot be recorded.
    UV_USE_IO_URING: "0",
    LD_PRELOAD: recorder,
    POWER_CUT_ROOT: directory,
    POWER_CUT_RECORDING: file,
    POWER_CUT_BOOT_ID: bootId,
  };
  await Promise.all(argumentsIn(directory).map((values) => run([script, ...values], env)));
  return { directory, recording: new Recording(file, statSync(directory).ino) };
}

async function run(values: string[], env: NodeJS.ProcessEnv): Promise<void> {
  const child = spawn(process.execPath, values, { stdio: ["ignore", "pipe", "inherit"], env });
  child.stdout.resume();
  const [code] = (await once(child, "close")) as [number | null];
  if (code !== 0) throw new Error(`Cannot record ${values.join(" ")}: it ended with ${code}`);
}
