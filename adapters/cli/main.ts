#!/usr/bin/env node
import { type CommandDef, defineCommand, runCommand, runMain } from "citty";
import { demoCommand } from "./demo_command.ts";
import { doctorCommand } from "./doctor_command.ts";
import { InvalidInputError, NotFoundError, StoreUnavailableError, WeakStorageError } from "../../lib/mod.ts";
import { CliError } from "./cli_error.ts";
import { serveCommand } from "./serve_command.ts";
import { signInLinkCommand } from "./sign_in_link_command.ts";

const userCommand: CommandDef = defineCommand({
  meta: { name: "user", description: "Manage the users of a store" },
  subCommands: { "sign-in-link": signInLinkCommand },
});

const main: CommandDef = defineCommand({
  meta: { name: "postern", description: "Publish an organization's posts over HTTP" },
  subCommands: { demo: demoCommand, serve: serveCommand, doctor: doctorCommand, user: userCommand },
});

await run(process.argv.slice(2));

/** Runs a command. What a user can mend is told in one line; everything else with its stack, as it is our fault. */
async function run(rawArgs: string[]): Promise<void> {
  const wantsHelp = rawArgs.length === 0 || rawArgs.includes("--help") || rawArgs.includes("-h");
  if (wantsHelp) return runMain(main, { rawArgs });
  try {
    await runCommand(main, { rawArgs });
  } catch (error) {
    const isForUser =
      error instanceof CliError ||
      error instanceof RangeError ||
      error instanceof InvalidInputError ||
      error instanceof NotFoundError ||
      error instanceof WeakStorageError ||
      error instanceof StoreUnavailableError ||
      (error as Error).name === "CLIError";
    console.error(isForUser ? `postern: ${(error as Error).message}` : error);
    process.exit(1);
  }
}
