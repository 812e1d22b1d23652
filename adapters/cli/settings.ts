import type { ArgumentDefinition, ArgumentDefinitions } from "./argument_definition.ts";
import { checkedChoice } from "./checked_choice.ts";
import { UsageError } from "./cli_error.ts";
import { type Configuration, readConfiguration } from "./configuration.ts";
import type { ArgumentValues } from "./parse_arguments.ts";
import { isSecret } from "./secret_settings.ts";

/** A setting of the environment, the configuration file and, unless it is a secret, a flag. */
export interface Setting {
  flag: string;
  /** True if the setting has no flag. */
  isSecret: boolean;
  /** Names of environment variables. The first that is set counts. */
  environment: readonly string[];
  /** The name in the configuration file. */
  name: string;
  description: string;
  default: string;
}

const settings = new WeakSet<ArgumentDefinition>();
const aliases = new WeakMap<ArgumentDefinition, readonly string[]>();
const configurationNames = new Set<string>();

/**
 * Turns flags into settings. Each gets a variable `POSTERN_…` and a field of the same name in the configuration file.
 *
 * @param more names of more variables, which are read after `POSTERN_…`
 */
export function asSettings<const Args extends ArgumentDefinitions>(
  args: Args,
  more: { [Name in keyof Args]?: readonly string[] } = {},
): Args {
  for (const [name, definition] of Object.entries(args)) {
    settings.add(definition);
    aliases.set(definition, more[name] ?? []);
    configurationNames.add(configurationName(name));
  }
  return args;
}

/** Returns the settings among a command's arguments, for the docs. */
export function settingsOf(args: ArgumentDefinitions): Setting[] {
  return Object.entries(args)
    .filter(([, definition]) => settings.has(definition))
    .map(([flag, definition]) => ({
      flag,
      isSecret: isSecret(definition),
      environment: environmentOf(flag, definition),
      name: configurationName(flag),
      description: definition.description ?? "",
      default: String(definition.default ?? ""),
    }));
}

/** Fills in the settings without a flag, from the environment, then from the configuration file. */
export async function resolveSettings(
  values: ArgumentValues,
  flags: ReadonlyMap<string, string | undefined>,
  args: ArgumentDefinitions,
): Promise<ArgumentValues> {
  const open = Object.entries(args).filter(
    ([flag, definition]) => settings.has(definition) && !flags.has(flag),
  );
  if (open.length === 0) return values;
  const file = await readConfiguration(flags.get("config"));
  refuseUnknownNames(file);
  const resolved = { ...values };
  for (const [flag, definition] of open) {
    const value = fromEnvironment(flag, definition) ?? fromFile(flag, definition, file);
    if (value !== undefined) resolved[flag] = value;
  }
  return resolved;
}

function fromEnvironment(flag: string, definition: ArgumentDefinition): string | boolean | undefined {
  const name = environmentOf(flag, definition).find((variable) => (process.env[variable] ?? "") !== "");
  if (name === undefined) return undefined;
  const text = process.env[name] ?? "";
  if (definition.type !== "boolean") return checkedChoice(name, text, definition);
  if (["true", "1", "false", "0"].includes(text)) return text === "true" || text === "1";
  throw new UsageError(`${name} must be true or false, and is ${text}`);
}

function fromFile(
  flag: string,
  definition: ArgumentDefinition,
  file: Configuration,
): string | boolean | undefined {
  const name = configurationName(flag);
  const value = file.values[name];
  if (value === undefined) return undefined;
  if (definition.type === "boolean") {
    if (typeof value === "boolean") return value;
    throw new UsageError(`${name} in ${file.path} must be true or false, and is ${String(value)}`);
  }
  return checkedChoice(`${name} in ${file.path}`, String(value), definition);
}

function refuseUnknownNames({ path, values }: Configuration): void {
  const unknown = Object.keys(values).find((name) => !configurationNames.has(name));
  if (unknown === undefined) return;
  throw new UsageError(
    `Unknown setting ${unknown} in ${path}: allowed are ${[...configurationNames].join(", ")}`,
  );
}

function environmentOf(flag: string, definition: ArgumentDefinition): string[] {
  return [`POSTERN_${flag.replaceAll("-", "_").toUpperCase()}`, ...(aliases.get(definition) ?? [])];
}

function configurationName(flag: string): string {
  return flag.replace(/-([a-z])/g, (_dash, letter: string) => letter.toUpperCase());
}
