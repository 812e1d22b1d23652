import {
  AlreadyExistsError,
  ContentionError,
  DamagedRecordError,
  InvalidInputError,
  LastOwnerError,
  NotFoundError,
  StoreUnavailableError,
  TooManyWebhooksError,
  UnknownSchemaVersionError,
  WeakStorageError,
  WebhooksUnavailableError,
} from "../../lib/mod.ts";
import { PosternError } from "../../lib/api/client/mod.ts";
import { FileStoreError } from "../../storage-drivers/directory/file_store_error.ts";
import { isSystemError, systemErrorText } from "../../storage-drivers/directory/system_error_text.ts";
import { OptionalPackageError } from "../../storage-drivers/opening/optional_package_error.ts";
import { MigrationRefusedError, RestoreRefusedError, TransferError } from "../../lib/moving/mod.ts";
import { CliError } from "./frame/exit/cli_error.ts";
import { commands } from "./commands.ts";
import { exitCodes } from "./frame/exit/exit_codes.ts";
import { findCommand, hasHelpFlag } from "./frame/help/find_command.ts";
import { helpOf } from "./frame/help/help.ts";
import { write } from "./frame/output/output.ts";
import { printable } from "./frame/output/printable.ts";

/** Errors that the user can fix, or that a retry can resolve. */
const userErrors = [
  CliError,
  RangeError,
  AlreadyExistsError,
  ContentionError,
  DamagedRecordError,
  FileStoreError,
  InvalidInputError,
  LastOwnerError,
  MigrationRefusedError,
  NotFoundError,
  OptionalPackageError,
  PosternError,
  RestoreRefusedError,
  StoreUnavailableError,
  TooManyWebhooksError,
  TransferError,
  UnknownSchemaVersionError,
  WeakStorageError,
  WebhooksUnavailableError,
];

/**
 * Runs a command, and sets the process's exit code. Errors that the user can fix are printed as one line, bugs with their stack.
 *
 * @returns true if the command failed
 */
export async function runCli(rawArgs: readonly string[]): Promise<boolean> {
  try {
    const { command, path, rest } = findCommand(commands, withVersionCommand(rawArgs));
    const isHelp = hasHelpFlag(rest);
    if (command.run === undefined || isHelp) await write(helpOf(command, path));
    else await command.run(rest);
    if (command.run === undefined && !isHelp) process.exitCode = exitCodes.usage.code;
    return false;
  } catch (error) {
    process.exitCode = exitCodeOf(error);
    const isDefect = process.exitCode === exitCodes.defect.code;
    console.error(isDefect ? error : `postern: ${printable(messageOf(error))}`);
    return true;
  }
}

/** Replaces `--version` and `-v` with the command `version`. */
function withVersionCommand(rawArgs: readonly string[]): readonly string[] {
  const [first = "", ...rest] = rawArgs;
  return first === "--version" || first === "-v" ? ["version", ...rest] : rawArgs;
}

function messageOf(error: unknown): string {
  const { message, path = "" } = error as Error & { path?: string };
  return isSystemError(error) ? `Cannot continue: ${systemErrorText(error, path)}` : message;
}

function exitCodeOf(error: unknown): number {
  if (error instanceof CliError) return error.exitCode;
  return isSystemError(error) || userErrors.some((kind) => error instanceof kind)
    ? exitCodes.failed.code
    : exitCodes.defect.code;
}
