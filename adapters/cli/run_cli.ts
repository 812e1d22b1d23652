import { runCommand } from "citty";
import {
  AlreadyExistsError,
  ContentionError,
  InvalidInputError,
  LastOwnerError,
  NotFoundError,
  StoreUnavailableError,
  UnknownSchemaVersionError,
  WeakStorageError,
} from "../../lib/mod.ts";
import { MigrationRefusedError, TransferError } from "../../lib/transfer/mod.ts";
import { checkArguments } from "./check_arguments.ts";
import type { CliCommand } from "./cli_command.ts";
import { CliError, UsageError } from "./cli_error.ts";
import { commands } from "./commands.ts";
import { exitCodes } from "./exit_codes.ts";
import { helpOf } from "./help.ts";
import { write } from "./output.ts";
import { printable } from "./printable.ts";

/** What a user can mend, or wait for. */
const forUsers = [
  CliError,
  RangeError,
  AlreadyExistsError,
  ContentionError,
  InvalidInputError,
  LastOwnerError,
  MigrationRefusedError,
  NotFoundError,
  StoreUnavailableError,
  TransferError,
  UnknownSchemaVersionError,
  WeakStorageError,
];

/**
 * Runs a command, and sets the process's exit code. Answers whether it failed. What a user can mend is told in one line; everything else with its stack, as it is
 * our fault.
 */
export async function runCli(rawArgs: readonly string[]): Promise<boolean> {
  try {
    const { command, path, rest } = findCommand(rawArgs);
    if (command.run === undefined || isHelp(rest)) await write(helpOf(command, path));
    else await runChecked(command, rest);
    if (command.run === undefined && !isHelp(rest)) process.exitCode = exitCodes.usage.code;
    return false;
  } catch (error) {
    process.exitCode = exitCodeOf(error);
    const isDefect = process.exitCode === exitCodes.defect.code;
    console.error(isDefect ? error : `postern: ${printable((error as Error).message)}`);
    return true;
  }
}

async function runChecked(command: CliCommand, rawArgs: string[]): Promise<void> {
  checkArguments(rawArgs, command.args ?? {}, command.isRepeated === true);
  await runCommand(command, { rawArgs });
}

/** Follows the names of a command line to a command. */
function findCommand(rawArgs: readonly string[]): { command: CliCommand; path: string[]; rest: string[] } {
  let command = commands;
  const names: string[] = [];
  for (const [index, name] of rawArgs.entries()) {
    const { subCommands } = command;
    if (subCommands === undefined || isHelp([name])) break;
    if (name.startsWith("-")) throw new UsageError(`Name a command before the flag ${name}`);
    const next = Object.hasOwn(subCommands, name) ? subCommands[name] : undefined;
    if (next === undefined) {
      const allowed = Object.keys(subCommands).join(", ");
      throw new UsageError(
        `Unknown command ${rawArgs.slice(0, index + 1).join(" ")}: allowed are ${allowed}`,
      );
    }
    command = next;
    names.push(name);
  }
  const path = names.length === 0 ? [] : ["postern", ...names.slice(0, -1)];
  return { command, path, rest: rawArgs.slice(names.length) };
}

function isHelp(rawArgs: readonly string[]): boolean {
  const end = rawArgs.indexOf("--");
  const flags = end < 0 ? rawArgs : rawArgs.slice(0, end);
  return flags.includes("--help") || flags.includes("-h");
}

function exitCodeOf(error: unknown): number {
  if (error instanceof CliError) return error.exitCode;
  if (error instanceof Error && error.name === "CLIError") return exitCodes.usage.code;
  return forUsers.some((kind) => error instanceof kind) ? exitCodes.failed.code : exitCodes.defect.code;
}
