import type { ArgsDef, CommandDef } from "citty";

/** Defines a command, typed by its own arguments inside and like every other outside. */
export function cliCommand<const Args extends ArgsDef>(command: CommandDef<Args>): CommandDef {
  return command as unknown as CommandDef;
}
