import {
  type ArgumentDefinitions,
  type Arguments,
  type Toggle,
  toggle,
} from "./arguments/argument_definition.ts";
import { parseArguments } from "./arguments/parse_arguments.ts";
import { workerNumber } from "../../standalone/workers/worker_messages.ts";
import { nameSources } from "./name_sources.ts";
import { printable } from "./output/printable.ts";
import { type ResolvedSettings, resolveSettings, settingsOf } from "./arguments/settings.ts";
import { noteUnknownVariables } from "./arguments/unknown_variables.ts";

/** A command, or a group of commands. A group with `run` also runs itself: `postern search`. */
export interface CliCommand {
  description: string;
  args?: ArgumentDefinitions;
  subCommands?: Record<string, CliCommand>;
  /** Descriptions of working command lines. */
  examples?: Readonly<Record<string, string>>;
  /** True if the last positional argument can be repeated. All values are in `args._`. */
  isRepeated?: boolean;
  /**
   * Runs the command with the arguments after its name.
   *
   * @throws {UsageError} when an argument is unknown, missing, or not allowed
   */
  run?: (rawArgs: readonly string[]) => Promise<void>;
}

/** The parts of a command that are independent of its arguments' types. */
export type CommandTexts = Pick<CliCommand, "description" | "examples" | "isRepeated">;

/** The definition of a command, typed by its arguments. */
interface CommandParts<Definitions extends ArgumentDefinitions> extends CommandTexts {
  /** True if `run` reports the notes about the environment. Default: they are written to the standard error. */
  reportsNotes?: boolean;
  /** `flags` are those on the command line. */
  run: (context: {
    args: Arguments<Definitions>;
    flags: ReadonlyMap<string, string | undefined>;
    notes: readonly string[];
  }) => Promise<void>;
}

/** The `--json` flag of every command that ends. */
const json: Toggle = toggle("Write JSON, for programs");

export type WithJson<Definitions> = Definitions & { json: Toggle };

/**
 * Defines a command that serves. `run` gets the values typed by the command's own arguments. Settings come from flags, environment and
 * configuration file.
 */
export function serverCommand<const Definitions extends ArgumentDefinitions>(
  command: CommandParts<Definitions> & { args: Definitions },
): CliCommand {
  const { args } = command;
  const run = async (rawArgs: readonly string[]): Promise<void> => {
    const { flags, values } = parseArguments(rawArgs, args, command);
    const resolved = await resolveSettings(values, flags, args);
    const notes = settingsOf(args).length === 0 ? [] : notesOf(resolved);
    if (command.reportsNotes !== true) for (const note of notes) console.error(`postern: ${printable(note)}`);
    try {
      await command.run({ args: resolved.values as Arguments<Definitions>, flags, notes });
    } catch (error) {
      nameSources(error, { args, sources: resolved.sources });
      throw error;
    }
  };
  const { reportsNotes: _reports, ...rest } = command;
  return { ...rest, run };
}

/** Returns the notes about the environment. The primary process has written them before its workers start. */
function notesOf({ notes }: ResolvedSettings): string[] {
  return process.env[workerNumber] === undefined ? [...noteUnknownVariables(process.env), ...notes] : [];
}

/** Defines a command that ends by itself: a {@link serverCommand} that also accepts `--json`. */
export function cliCommand<const Definitions extends ArgumentDefinitions>(
  command: CommandParts<WithJson<Definitions>> & { args?: Definitions },
): CliCommand {
  const args = { ...command.args, json } as WithJson<Definitions>;
  return serverCommand<WithJson<Definitions>>({ ...command, args });
}

/** Defines a group of commands, which does nothing itself. */
export function commandGroup(description: string, subCommands: Record<string, CliCommand>): CliCommand {
  return { description, subCommands };
}
