import type { ArgDef, ArgsDef } from "citty";
import { UsageError } from "./cli_error.ts";
import { nearestWord } from "../../lib/nearest_word.ts";
import { withoutSecretSettings } from "./secret_settings.ts";

/** The flags that a command line gives, and its other arguments. */
interface GivenArguments {
  flags: Map<string, string | undefined>;
  positionals: string[];
}

/** Where a flag can be seen to have been given: citty alone does not tell it from a default. Of a flag that is given twice the last counts. */
export function readArguments(rawArgs: readonly string[], definitions: ArgsDef): GivenArguments {
  const flags = new Map<string, string | undefined>();
  const positionals: string[] = [];
  for (let index = 0; index < rawArgs.length; index++) {
    const argument = rawArgs[index] ?? "";
    if (argument === "--") {
      positionals.push(...rawArgs.slice(index + 1));
      break;
    }
    if (!argument.startsWith("-") || argument === "-") {
      positionals.push(argument);
      continue;
    }
    const { name, value } = splitFlag(argument);
    const definition = flagOf(name, definitions);
    if (definition.type === "boolean") {
      flags.set(name, checkedBoolean(name, value));
    } else {
      const given = value ?? rawArgs[++index];
      if (given === undefined) throw new UsageError(`The flag --${name} needs a value`);
      flags.set(name, checkedChoice(`--${name}`, given, definition));
    }
  }
  return { flags, positionals };
}

/** A flag that is mistyped would otherwise be passed over, and the default be taken for it. */
export function checkArguments(rawArgs: readonly string[], definitions: ArgsDef, isRepeated: boolean): void {
  const { positionals } = readArguments(rawArgs, definitions);
  const known = Object.values(definitions).filter(({ type }) => type === "positional").length;
  const surplus = isRepeated ? undefined : positionals[known];
  if (surplus !== undefined) throw new UsageError(`Unknown argument "${surplus}": ${countRule(known)}`);
}

/** Checks a value against the choices of its definition. */
export function checkedChoice(name: string, value: string, definition: ArgDef): string {
  const choices = definition.type === "enum" ? (definition.options ?? []) : [];
  if (choices.length === 0 || choices.includes(value)) return value;
  throw new UsageError(`${name} must be one of ${choices.join(", ")}, and is ${value}`);
}

function splitFlag(argument: string): { name: string; value: string | undefined } {
  const [name = "", ...rest] = argument.split("=");
  return {
    name: name.startsWith("--") ? name.slice(2) : name,
    value: rest.length === 0 ? undefined : rest.join("="),
  };
}

function flagOf(name: string, definitions: ArgsDef): ArgDef {
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

function checkedBoolean(name: string, value: string | undefined): string {
  if (value === undefined || value === "true" || value === "false") return value ?? "true";
  throw new UsageError(`The flag --${name} must be true or false, and is ${value}`);
}

function countRule(known: number): string {
  if (known === 0) return "the command takes none";
  return known === 1 ? "the command takes one" : `the command takes ${known}`;
}
