import type { ArgsDef, CommandContext, CommandDef } from "citty";
import { resolveSettings } from "./settings.ts";

/** A command, and what help and completion say of it beside what citty knows. */
export interface CliCommand extends CommandDef {
  args?: ArgsDef;
  subCommands?: Record<string, CliCommand>;
  /** Command lines that work, with what each does. */
  examples?: readonly { line: string; does: string }[];
  /** Whether the last positional argument can be given several times; all are in `args._`. */
  isRepeated?: boolean;
}

type Extras = Pick<CliCommand, "examples" | "isRepeated">;

/** The `--json` of every command that ends. */
const json = { type: "boolean", description: "Write JSON, for programs", default: false } as const;

type WithJson<Args> = Args & { json: typeof json };

/**
 * Defines a command that serves, typed by its own arguments inside and like every other outside. Its settings come from flags,
 * environment and configuration file.
 */
export function serverCommand<const Args extends ArgsDef>(
  command: Omit<CommandDef<Args>, "args"> & Extras & { args: Args },
): CliCommand {
  const { args } = command;
  const run = async (context: CommandContext): Promise<unknown> => {
    const resolved = await resolveSettings(context, args);
    return command.run?.(resolved as unknown as CommandContext<Args>);
  };
  return { ...(command as unknown as CliCommand), run };
}

/** Defines a command that does something and ends. It is as {@link serverCommand}, and takes `--json`. */
export function cliCommand<const Args extends ArgsDef>(
  command: Omit<CommandDef<WithJson<Args>>, "args"> & Extras & { args?: Args },
): CliCommand {
  const args = { ...command.args, json } as WithJson<Args>;
  return serverCommand<WithJson<Args>>({ ...command, args });
}

/** Defines a command that is only a name before others. */
export function commandGroup(
  name: string,
  description: string,
  subCommands: Record<string, CliCommand>,
): CliCommand {
  return { meta: { name, description }, subCommands };
}
