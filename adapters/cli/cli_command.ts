import type { ArgumentDefinitions, Arguments } from "./argument_definition.ts";
import { parseArguments } from "./parse_arguments.ts";
import { resolveSettings } from "./settings.ts";

/** A command, or a group of commands. */
export interface CliCommand {
  meta: { name: string; description: string };
  args?: ArgumentDefinitions;
  subCommands?: Record<string, CliCommand>;
  /** Command lines that work, with what each does. */
  examples?: readonly { line: string; does: string }[];
  /** Whether the last positional argument can be given several times; all are in `args._`. */
  isRepeated?: boolean;
  /**
   * Runs the command with the arguments after its name.
   *
   * @throws {UsageError} when an argument is unknown, missing, or not allowed
   */
  run?: (rawArgs: readonly string[]) => Promise<void>;
}

/** What a command is made of, typed by its arguments. */
interface CommandParts<Definitions extends ArgumentDefinitions> extends Pick<
  CliCommand,
  "meta" | "examples" | "isRepeated"
> {
  run: (context: { args: Arguments<Definitions> }) => Promise<void>;
}

/** The `--json` of every command that ends. */
const json = { type: "boolean", description: "Write JSON, for programs", default: false } as const;

type WithJson<Definitions> = Definitions & { json: typeof json };

/**
 * Defines a command that serves, typed by its own arguments inside and like every other outside. Its settings come from flags,
 * environment and configuration file.
 */
export function serverCommand<const Definitions extends ArgumentDefinitions>(
  command: CommandParts<Definitions> & { args: Definitions },
): CliCommand {
  const { args } = command;
  const run = async (rawArgs: readonly string[]): Promise<void> => {
    const { flags, values } = parseArguments(rawArgs, args, command);
    const resolved = await resolveSettings(values, flags, args);
    await command.run({ args: resolved as Arguments<Definitions> });
  };
  return { ...command, run };
}

/** Defines a command that does something and ends. It is as {@link serverCommand}, and takes `--json`. */
export function cliCommand<const Definitions extends ArgumentDefinitions>(
  command: CommandParts<WithJson<Definitions>> & { args?: Definitions },
): CliCommand {
  const args = { ...command.args, json } as WithJson<Definitions>;
  return serverCommand<WithJson<Definitions>>({ ...command, args });
}

/** Defines a command that is only a name before others. */
export function commandGroup(
  name: string,
  description: string,
  subCommands: Record<string, CliCommand>,
): CliCommand {
  return { meta: { name, description }, subCommands };
}
