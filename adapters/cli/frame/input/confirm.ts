import { createInterface } from "node:readline/promises";
import { CliError, UsageError } from "../exit/cli_error.ts";

/**
 * Asks the user to confirm.
 *
 * @throws {UsageError} when the standard input is not a terminal
 * @throws {CliError} when the answer is not yes
 */
export async function confirm(question: string): Promise<void> {
  if (!process.stdin.isTTY)
    throw new UsageError("Cannot ask for confirmation: the input is not a terminal. Add --yes to confirm");
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const answer = await Promise.race([
      terminal.question(`${question} [y/N] `),
      new Promise<string>((resolve) => terminal.once("close", () => resolve("\n"))),
    ]);
    // After Ctrl-C or Ctrl-D the cursor is still on the line of the question.
    if (answer === "\n") process.stderr.write("\n");
    if (!/^y(?:es)?$/i.test(answer.trim())) throw new CliError("Not done: the answer was not yes");
  } finally {
    terminal.close();
  }
}
