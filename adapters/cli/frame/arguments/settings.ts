import { resolve } from "node:path";
import { environmentValue } from "../../../../storage-drivers/opening/environment_value.ts";
import type { ArgumentDefinition, ArgumentDefinitions } from "./argument_definition.ts";
import { checkedChoice, checkedSwitch } from "./checked_choice.ts";
import { CliError, UsageError } from "../exit/cli_error.ts";
import { type Configuration, readConfiguration } from "./configuration.ts";
import type { ArgumentValues } from "./parse_arguments.ts";
import { readInput } from "../input/read_input.ts";
import { isSecret } from "./secret_settings.ts";

/** A setting of the environment, the configuration file and, unless it is a secret, a flag. */
export interface Setting {
  flag: string;
  /** True if the setting has no flag. */
  isSecret: boolean;
  /** Names of environment variables. The first that is set counts. */
  environment: readonly string[];
  /** The variable with the path of a file that holds the value. Undefined if the setting has none. */
  fileVariable: string | undefined;
  /** The name in the configuration file. */
  name: string;
  description: string;
  default: string;
}

/** Rule for the variables of a setting. */
export interface EnvironmentRule {
  /** Names of variables that are read after `POSTERN_…`. Default: none. */
  also?: readonly string[];
  /** True if a variable `POSTERN_…_FILE` can name a file with the value. Default: only for secrets. */
  isInFile?: boolean;
  /** Returns the reason for not reading a value that another program sets, or an empty text to say nothing. Default: all values are read. */
  ignore?: (variable: string, value: string) => string | undefined;
}

/** The values of a command's arguments, and the sources of the settings among them. */
export interface ResolvedSettings {
  values: ArgumentValues;
  /** Names of the flag, variable or field of the file that gave a setting, by its flag. */
  sources: Map<string, string>;
  /** Notes for the operator. */
  notes: string[];
}

interface FoundValue {
  value: string | boolean;
  source: string;
}

const rules = new Map<ArgumentDefinition, EnvironmentRule>();
const flags = new Set<string>();
const variables = new Set<string>();

/**
 * Turns flags into settings. Each gets a variable `POSTERN_…` and a field of the same name in the configuration file.
 *
 * @param more rules of their variables
 */
export function asSettings<const Args extends ArgumentDefinitions>(
  args: Args,
  more: { [Name in keyof Args]?: EnvironmentRule } = {},
): Args {
  for (const [name, definition] of Object.entries(args)) {
    rules.set(definition, more[name] ?? {});
    flags.add(name);
    for (const variable of environmentOf(name, definition)) variables.add(variable);
    const file = fileVariableOf(name, definition);
    if (file !== undefined) variables.add(file);
  }
  return args;
}

/** Returns the variables of all settings. */
export function settingVariables(): readonly string[] {
  return [...variables];
}

/** Returns the settings among a command's arguments, for the docs. */
export function settingsOf(args: ArgumentDefinitions): Setting[] {
  return Object.entries(args)
    .filter(([, definition]) => rules.has(definition))
    .map(([flag, definition]) => ({
      flag,
      isSecret: isSecret(definition),
      environment: environmentOf(flag, definition),
      fileVariable: fileVariableOf(flag, definition),
      name: configurationName(flag),
      description: definition.description ?? "",
      default: String(definition.default ?? ""),
    }));
}

/** Fills in the settings without a flag, from the environment, then from the configuration file. */
export async function resolveSettings(
  values: ArgumentValues,
  given: ReadonlyMap<string, string | undefined>,
  args: ArgumentDefinitions,
): Promise<ResolvedSettings> {
  const resolved: ResolvedSettings = { values: { ...values }, sources: new Map(), notes: [] };
  const open = Object.entries(args).filter(([flag, definition]) => rules.has(definition) && !given.has(flag));
  if (open.length === 0) return resolved;
  const file = await readConfiguration(given.get("config"));
  refuseUnknownNames(file);
  for (const [flag, definition] of open) {
    const found =
      (await fromEnvironment(flag, definition, resolved.notes)) ?? fromFile(flag, definition, file);
    if (found === undefined) continue;
    resolved.values[flag] = found.value;
    resolved.sources.set(flag, found.source);
  }
  return resolved;
}

async function fromEnvironment(
  flag: string,
  definition: ArgumentDefinition,
  notes: string[],
): Promise<FoundValue | undefined> {
  const file = fileVariableOf(flag, definition);
  const inFile = file === undefined ? undefined : await fromNamedFile(file, definition);
  for (const name of environmentOf(flag, definition)) {
    const text = environmentValue(name);
    if (text === undefined) continue;
    const ignored = rules.get(definition)?.ignore?.(name, text);
    if (ignored === undefined) {
      if (inFile !== undefined) throw new UsageError(`Set either ${name} or ${inFile.source}, not both`);
      return { value: checked(name, text, definition), source: name };
    }
    if (ignored !== "") notes.push(ignored);
  }
  return inFile;
}

/** Reads the file that a variable names. A newline at its end is no part of the value, nor is white space around a value that is no secret. */
async function fromNamedFile(
  variable: string,
  definition: ArgumentDefinition,
): Promise<FoundValue | undefined> {
  const path = environmentValue(variable);
  if (path === undefined) return undefined;
  let text: string;
  try {
    text = (await readInput(resolve(path))).replace(/\r?\n$/, "");
  } catch (cause) {
    throw new CliError(`${variable}: ${(cause as Error).message}`, { cause });
  }
  if (text.trim() === "") throw new CliError(`${variable}: Cannot read ${path}: the file is empty`);
  const value = isSecret(definition) ? text : text.trim();
  return { value: checked(variable, value, definition), source: variable };
}

function fromFile(flag: string, definition: ArgumentDefinition, file: Configuration): FoundValue | undefined {
  const name = configurationName(flag);
  const value = file.values[name];
  if (value === undefined || value === "") return undefined;
  const source = `${name} in ${file.path}`;
  return { value: checked(source, String(value), definition), source };
}

function checked(source: string, text: string, definition: ArgumentDefinition): string | boolean {
  if (definition.type === "boolean") return checkedSwitch(source, text);
  return checkedChoice(source, text, definition);
}

function refuseUnknownNames({ path, values }: Configuration): void {
  const names = [...flags].map(configurationName);
  const unknown = Object.keys(values).find((name) => !names.includes(name));
  if (unknown === undefined) return;
  throw new UsageError(`Unknown setting ${unknown} in ${path}: allowed are ${names.join(", ")}`);
}

/** Returns the name of a setting's own variable. */
export function variableOf(flag: string): string {
  return `POSTERN_${flag.replaceAll("-", "_").toUpperCase()}`;
}

function environmentOf(flag: string, definition: ArgumentDefinition): string[] {
  return [variableOf(flag), ...(rules.get(definition)?.also ?? [])];
}

function fileVariableOf(flag: string, definition: ArgumentDefinition): string | undefined {
  const hasFile = isSecret(definition) || rules.get(definition)?.isInFile === true;
  return hasFile ? `${variableOf(flag)}_FILE` : undefined;
}

function configurationName(flag: string): string {
  return flag.replace(/-([a-z])/g, (_dash, letter: string) => letter.toUpperCase());
}
