import type { ArgumentDefinition, ArgumentDefinitions } from "./argument_definition.ts";
import { UsageError } from "../exit/cli_error.ts";
import { type GivenArguments, readArguments } from "./read_arguments.ts";

/** The values of a command's arguments; `_` holds all positional ones. */
export type ArgumentValues = Record<string, string | boolean | string[] | undefined>;

/** A command line, parsed by its command's definitions. */
interface ParsedArguments {
  /** The flags on the command line, without defaults. */
  flags: GivenArguments["flags"];
  values: ArgumentValues;
}

/**
 * Parses a command line, and fills in the defaults.
 *
 * @param options.isRepeated true if the last positional argument can be repeated. Default: false
 * @throws {UsageError} when an argument is unknown, missing, or not allowed
 */
export function parseArguments(
  rawArgs: readonly string[],
  definitions: ArgumentDefinitions,
  { isRepeated = false }: { isRepeated?: boolean | undefined } = {},
): ParsedArguments {
  const { flags, positionals } = readArguments(rawArgs, definitions);
  const known = Object.values(definitions).filter(({ type }) => type === "positional").length;
  const surplus = isRepeated ? undefined : positionals[known];
  if (surplus !== undefined) throw new UsageError(`Unknown argument "${surplus}": ${countRule(known)}`);
  const values: ArgumentValues = { _: positionals };
  const open = [...positionals];
  for (const [name, definition] of Object.entries(definitions)) {
    values[name] =
      definition.type === "positional"
        ? positionalValue(name, open.shift(), definition)
        : flagValue(name, flags.get(name), definition);
  }
  return { flags, values };
}

function positionalValue(
  name: string,
  given: string | undefined,
  { default: value, required = true }: ArgumentDefinition,
): string | boolean | undefined {
  if (given === undefined && value === undefined && required) {
    throw new UsageError(`Missing required positional argument: ${name.toUpperCase()}`);
  }
  return given ?? value;
}

function flagValue(
  name: string,
  given: string | undefined,
  { type, default: value, required = false }: ArgumentDefinition,
): string | boolean | undefined {
  if (given !== undefined) return type === "boolean" ? given === "true" : given;
  if (value === undefined && required) throw new UsageError(`Missing required argument: --${name}`);
  return value;
}

function countRule(known: number): string {
  if (known === 0) return "the command takes no arguments";
  return known === 1 ? "the command takes one argument" : `the command takes ${known} arguments`;
}
