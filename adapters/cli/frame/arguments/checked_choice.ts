import type { ArgumentDefinition } from "./argument_definition.ts";
import { UsageError } from "../exit/cli_error.ts";
import { isSwitch, switchValue } from "./switch_value.ts";

/**
 * Returns a value as its definition spells it: `on` for `TRUE`.
 *
 * @throws {UsageError} if it is not among the choices of the definition
 */
export function checkedChoice(name: string, value: string, definition: ArgumentDefinition): string {
  if (isSwitch(definition)) return checkedSwitch(name, value) ? "on" : "off";
  const choices = definition.type === "enum" ? definition.options : [];
  if (choices.length === 0 || choices.includes(value)) return value;
  throw new UsageError(`${name} must be one of ${choices.join(", ")}, and is ${value}`);
}

/** @throws {UsageError} if the text is neither on nor off */
export function checkedSwitch(name: string, text: string): boolean {
  const value = switchValue(text);
  if (value === undefined) throw new UsageError(`${name} must be on or off, and is ${text}`);
  return value;
}
