/** What went wrong is told in one line; where in the code it went wrong helps nobody. */
export class CliError extends Error {
  override name = "CliError";
}
