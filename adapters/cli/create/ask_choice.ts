import { createInterface } from "node:readline/promises";
import { CliError } from "../frame/exit/cli_error.ts";

/** A choice of {@link askChoice}. */
export interface Choice<Name extends string> {
  name: Name;
  description: string;
}

/**
 * Asks the user to choose by number or name. An empty answer is the first choice.
 *
 * @throws {CliError} if the answer is not a choice, or the input ends
 */
export async function askChoice<Name extends string>(
  question: string,
  choices: readonly Choice<Name>[],
): Promise<Name> {
  const lines = choices.map(({ name, description }, index) => `  ${index + 1}  ${name}: ${description}\n`);
  process.stderr.write(`${question}\n${lines.join("")}`);
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const ended = new Promise<null>((resolve) => terminal.once("close", () => resolve(null)));
    const answer = await Promise.race([terminal.question("Number or name [1]: "), ended]);
    const given = answer?.trim() ?? "";
    const found =
      answer === ""
        ? choices[0]
        : choices.find(({ name }, index) => given === name || given === `${index + 1}`);
    if (found === undefined) {
      throw new CliError(`Not done: choose one of ${choices.map(({ name }) => name).join(", ")}`);
    }
    return found.name;
  } finally {
    terminal.close();
  }
}
