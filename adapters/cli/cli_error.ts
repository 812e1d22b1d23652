import { exitCodes } from "./exit_codes.ts";

/** What went wrong is told in one line; where in the code it went wrong helps nobody. */
export class CliError extends Error {
  override name = "CliError";
  readonly exitCode: number = exitCodes.failed.code;
}

/** The command line itself is wrong: nothing was begun. */
export class UsageError extends CliError {
  override name = "UsageError";
  override readonly exitCode: number = exitCodes.usage.code;
}
