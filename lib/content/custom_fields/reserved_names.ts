import { audienceNames } from "../../audience_names.ts";
import { restrictsByName } from "../../restricting_names.ts";

const reserved: ReadonlySet<string> = new Set([
  ...Object.values(audienceNames).flat(),
]);

/** True for a name that every object has, such as `constructor`. */
export function isObjectProperty(name: string): boolean {
  return name in Object.prototype || name === "prototype";
}

/** True for a name that objects, posts or front matter use already, in any case. */
export function isReservedName(name: string): boolean {
  return isObjectProperty(name) || reserved.has(name.toLowerCase()) || restrictsByName(name);
}
