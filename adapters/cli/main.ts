#!/usr/bin/env node
import { isSystemError, systemErrorText } from "../../storage-drivers/directory/system_error_text.ts";
import { exitCodes } from "./frame/exit/exit_codes.ts";

// A reader such as `head` can close the pipe early: `postern post list | head`.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code === "EPIPE") process.exit(exitCodes.done.code);
  console.error(`postern: Cannot write to the standard output: ${error.message}`);
  process.exit(exitCodes.failed.code);
});

/** Imports the commands dynamically: with a low limit of open files the import fails, and this reports it. */
async function run(): Promise<boolean> {
  try {
    const { runCli } = await import("./run_cli.ts");
    return await runCli(process.argv.slice(2));
  } catch (error) {
    if (!isSystemError(error)) throw error;
    console.error(`postern: Cannot start: ${systemErrorText(error, "")}`);
    process.exitCode = exitCodes.failed.code;
    return true;
  }
}

// Open handles of a failed command must not keep the process alive.
if (await run()) process.exit();
