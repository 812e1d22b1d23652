import type { CliCommand } from "../cli_command.ts";
import { UsageError } from "../exit/cli_error.ts";
import { nearestWord } from "../../../../lib/base/text/nearest_word.ts";

/** A command, its words from `postern` on, and its arguments. */
interface FoundCommand {
  command: CliCommand;
  path: string[];
  rest: string[];
}

/**
 * Finds the command that a command line names. A group may run itself: then a word that names no command is its argument.
 *
 * @throws {UsageError} when a name is unknown; the message suggests a similar name
 */
export function findCommand(commands: CliCommand, rawArgs: readonly string[]): FoundCommand {
  let command = commands;
  const path = ["postern"];
  for (const name of rawArgs) {
    const { subCommands } = command;
    if (subCommands === undefined || isHelpFlag(name)) break;
    const next = Object.hasOwn(subCommands, name) ? subCommands[name] : undefined;
    if (next === undefined && command.run !== undefined) break;
    if (name.startsWith("-")) throw new UsageError(`Name a command before the flag ${name}`);
    if (next === undefined) throw unknownCommand(path.slice(1), name, Object.keys(subCommands));
    command = next;
    path.push(name);
  }
  return { command, path, rest: rawArgs.slice(path.length - 1) };
}

function unknownCommand(groups: readonly string[], name: string, allowed: readonly string[]): UsageError {
  const unknown = `Unknown command "${[...groups, name].join(" ")}"`;
  const near = nearestWord(name, allowed);
  if (near === undefined) return new UsageError(`${unknown}: allowed are ${allowed.join(", ")}`);
  return new UsageError(`${unknown}. Did you mean "${[...groups, near].join(" ")}"?`);
}

/** True if an argument requests help. */
export function isHelpFlag(argument: string): boolean {
  return argument === "--help" || argument === "-h";
}

/** True if a command line requests help. Arguments after `--` are not flags. */
export function hasHelpFlag(rawArgs: readonly string[]): boolean {
  const end = rawArgs.indexOf("--");
  return (end < 0 ? rawArgs : rawArgs.slice(0, end)).some(isHelpFlag);
}
