import { exitCodes } from "./exit_codes.ts";

/** A failure that the user can fix. It is printed as one line, without a stack. */
export class CliError extends Error {
  override name = "CliError";
  readonly exitCode: number = exitCodes.failed.code;
}

/** An invalid command line. The command has not started. */
export class UsageError extends CliError {
  override name = "UsageError";
  override readonly exitCode: number = exitCodes.usage.code;
}
