import { type CliCommand, serverCommand } from "../cli_command.ts";
import { findCommand } from "./find_command.ts";
import { helpOf } from "./help.ts";
import { write } from "../output/output.ts";

/** `postern help COMMAND`: the same as `postern COMMAND --help`. */
export function helpCommand(commands: () => CliCommand): CliCommand {
  return serverCommand({
    meta: { name: "help", description: "Show the help of a command" },
    args: {
      command: { type: "positional", description: "Names of the command (default: all)", required: false },
    },
    isRepeated: true,
    examples: [{ line: "postern help post list", does: "the same as postern post list --help" }],
    run: async ({ args }) => {
      const { command, path } = findCommand(commands(), args._);
      await write(helpOf(command, path));
    },
  });
}
