import { type CliCommand, serverCommand } from "../cli_command.ts";
import { findCommand } from "./find_command.ts";
import { helpOf } from "./help.ts";
import { write } from "../output/output.ts";
import { optionalPositional } from "../arguments/argument_definition.ts";

/** `postern help COMMAND`: the same as `postern COMMAND --help`. */
export function helpCommand(commands: () => CliCommand): CliCommand {
  return serverCommand({
    description: "Show the help of a command",
    args: {
      command: optionalPositional("Names of the command (default: all)"),
    },
    isRepeated: true,
    examples: { "postern help post list": "the same as postern post list --help" },
    run: async ({ args }) => {
      const { command, path } = findCommand(commands(), args._);
      await write(helpOf(command, path));
    },
  });
}
