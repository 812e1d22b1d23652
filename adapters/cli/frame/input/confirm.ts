import { type Toggle, toggle } from "../arguments/argument_definition.ts";
import { CliError, UsageError } from "../exit/cli_error.ts";
import { ask } from "./ask.ts";

/** Flag of the commands that ask for confirmation. */
export const yesArgument: Toggle = toggle("Do not ask for confirmation; required without a terminal");

/**
 * Asks the user to confirm.
 *
 * @throws {UsageError} when the standard input is not a terminal
 * @throws {CliError} when the answer is not yes
 */
export async function confirm(question: string): Promise<void> {
  if (!process.stdin.isTTY)
    throw new UsageError("Cannot ask for confirmation: the input is not a terminal. Add --yes to confirm");
  const answer = await ask(`${question} [y/N] `);
  // After Ctrl-C or Ctrl-D the cursor is still on the line of the question.
  if (answer === undefined) process.stderr.write("\n");
  if (!/^y(?:es)?$/i.test(answer?.trim() ?? "")) throw new CliError("Not done: the answer was not yes");
}
