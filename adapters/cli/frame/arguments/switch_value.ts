import type { ArgumentDefinition } from "./argument_definition.ts";

export interface SwitchArgument {
  type: "enum";
  description: string;
  options: string[];
  default: string;
}

const values: Readonly<Record<string, boolean>> = {
  on: true,
  true: true,
  "1": true,
  off: false,
  false: false,
  "0": false,
};

/** Defines an argument that is on or off. */
export function switchArgument(description: string, value: "on" | "off"): SwitchArgument {
  return { type: "enum", description, options: ["on", "off"], default: value };
}

/** Parses `on`, `true` and `1`, or `off`, `false` and `0`, in any case. Returns undefined for other texts. */
export function switchValue(text: string): boolean | undefined {
  const name = text.toLowerCase();
  return Object.hasOwn(values, name) ? values[name] : undefined;
}

/** True for an argument with the choices `on` and `off` only. */
export function isSwitch(definition: ArgumentDefinition): boolean {
  return definition.type === "enum" && definition.options.toSorted().join() === "off,on";
}
