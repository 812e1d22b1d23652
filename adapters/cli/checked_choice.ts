import type { ArgumentDefinition } from "./argument_definition.ts";
import { UsageError } from "./cli_error.ts";

/** Checks a value against the choices of its definition. */
export function checkedChoice(name: string, value: string, definition: ArgumentDefinition): string {
  const choices = definition.type === "enum" ? definition.options : [];
  if (choices.length === 0 || choices.includes(value)) return value;
  throw new UsageError(`${name} must be one of ${choices.join(", ")}, and is ${value}`);
}
