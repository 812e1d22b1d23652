import type { ArgsDef, CommandDef } from "citty";
import { CliError } from "./cli_error.ts";

/** Defines a command, typed by its own arguments inside and like every other outside. It refuses flags that it does not know. */
export function cliCommand<const Args extends ArgsDef>(command: CommandDef<Args>): CommandDef {
  const known = Object.keys(command.args ?? {});
  const checked: CommandDef<Args> = {
    ...command,
    run: (context) => {
      refuseUnknownFlags(context.rawArgs, known);
      return command.run?.(context);
    },
  };
  return checked as unknown as CommandDef;
}

/** A flag that is mistyped would otherwise be passed over, and the default be taken for it. */
function refuseUnknownFlags(rawArgs: readonly string[], known: readonly string[]): void {
  const flags = rawArgs
    .filter((argument) => argument.startsWith("-"))
    .map((flag) => flag.split("=", 1)[0] ?? "");
  const unknown = flags.find((flag) => !known.some((name) => flag === `--${name}`));
  if (unknown === undefined) return;
  const allowed = known.map((name) => `--${name}`).join(", ");
  throw new CliError(`Unknown flag ${unknown}: allowed are ${allowed}`);
}
