import { CliError } from "../frame/exit/cli_error.ts";
import { ask } from "../frame/input/ask.ts";

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
  const answer = (await ask("Number or name [1]: "))?.trim();
  const found =
    answer === ""
      ? choices[0]
      : choices.find(({ name }, index) => answer === name || answer === `${index + 1}`);
  if (found !== undefined) return found.name;
  throw new CliError(`Not done: choose one of ${choices.map(({ name }) => name).join(", ")}`);
}
