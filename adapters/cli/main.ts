#!/usr/bin/env node
import { exitCodes } from "./exit_codes.ts";
import { runCli } from "./run_cli.ts";

// Whoever reads the output may have had enough of it: `postern post list | head`.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code === "EPIPE") process.exit(exitCodes.done.code);
  console.error(`postern: Cannot write to the standard output: ${error.message}`);
  process.exit(exitCodes.failed.code);
});
// What a command that failed had opened must not keep the process.
if (await runCli(process.argv.slice(2))) process.exit();
