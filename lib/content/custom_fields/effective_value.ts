import * as v from "valibot";
import type { CustomField, CustomValues } from "./custom_field.ts";
import { kindOf } from "./custom_kinds.ts";

/** Returns the value of a field in a post: the first stored value that fits, or else the default. Undefined without both. */
export function effectiveValue(
  field: Pick<CustomField, "name" | "type" | "choices" | "default" | "earlierNames">,
  custom: CustomValues = {},
): unknown {
  const { name, earlierNames = [] } = field;
  const { moved } = kindOf(field);
  for (const stored of [name, ...earlierNames]) {
    if (!Object.hasOwn(custom, stored)) continue;
    if (v.is(moved, custom[stored])) return custom[stored];
  }
  return field.default;
}
