import { parseArgs } from "node:util";
import { nearestWord } from "../../../../lib/base/text/nearest_word.ts";
import type { ArgumentDefinition, ArgumentDefinitions } from "./argument_definition.ts";
import { checkedChoice, checkedSwitch } from "./checked_choice.ts";
import { UsageError } from "../exit/cli_error.ts";
import { withoutSecretSettings } from "./secret_settings.ts";

/** The flags and positional arguments on a command line. */
export interface GivenArguments {
  flags: Map<string, string | undefined>;
  positionals: string[];
}

/**
 * Reads a command line without defaults. If a flag is repeated, the last value counts.
 *
 * @throws {UsageError} when a flag is unknown, lacks its value, or has a value that is not allowed
 */
export function readArguments(rawArgs: readonly string[], definitions: ArgumentDefinitions): GivenArguments {
  const flags = new Map<string, string | undefined>();
  const { tokens, positionals } = parseArgs({
    args: [...rawArgs],
    options: optionsOf(definitions),
    // `strict` would refuse values that begin with a dash.
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  for (const token of tokens) {
    if (token.kind !== "option") continue;
    const { rawName, value, index } = token;
    const name = rawName.startsWith("--") ? token.name : withoutValue(rawArgs[index] ?? rawName);
    const definition = flagOf(name, definitions);
    flags.set(
      name,
      definition.type === "boolean"
        ? String(checkedSwitch(`--${name}`, value ?? "on"))
        : checkedText(name, value, definition),
    );
  }
  return { flags, positionals };
}

type Options = Record<string, { type: "boolean" | "string" }>;

function optionsOf(definitions: ArgumentDefinitions): Options {
  return Object.fromEntries(
    Object.entries(definitions)
      .filter(([, { type }]) => type !== "positional")
      .map(([name, { type }]) => [name, { type: type === "boolean" ? "boolean" : "string" }]),
  );
}

/** Removes the value from `-abc=1`, so that it is reported as one unknown flag, not three. */
function withoutValue(argument: string): string {
  return argument.split("=", 1).join();
}

function flagOf(name: string, definitions: ArgumentDefinitions): ArgumentDefinition {
  const open = withoutSecretSettings(definitions);
  const definition = Object.hasOwn(open, name) ? open[name] : undefined;
  if (definition !== undefined && definition.type !== "positional") return definition;
  const flags = Object.entries(open).filter(([, { type }]) => type !== "positional");
  const unknown = `Unknown flag ${name.startsWith("-") ? name : `--${name}`}`;
  const names = flags.map(([flag]) => flag);
  const near = nearestWord(name, names);
  if (near !== undefined) throw new UsageError(`${unknown}. Did you mean --${near}?`);
  throw new UsageError(`${unknown}: allowed are ${names.map((flag) => `--${flag}`).join(", ")}`);
}

function checkedText(name: string, value: string | undefined, definition: ArgumentDefinition): string {
  if (value === undefined) throw new UsageError(`The flag --${name} needs a value`);
  return checkedChoice(`--${name}`, value, definition);
}
