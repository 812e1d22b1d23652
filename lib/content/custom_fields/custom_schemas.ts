import * as v from "valibot";
import type { CustomField, CustomFieldPlace } from "./custom_field.ts";
import { kindOf, mostValues } from "./custom_kinds.ts";
import { fieldsShown } from "./custom_values.ts";

/**
 * Describes `custom` of posts in the responses of a place. Returns undefined if they show no field. Only a field with a default is in every
 * post: posts from before a field was required can lack it. A default reference is missing if its post is not public.
 */
export function shownCustomSchema(
  fields: readonly CustomField[],
  place: Exclude<CustomFieldPlace, "admin">,
): v.GenericSchema | undefined {
  const shown = fieldsShown({ postFields: fields }, place);
  if (shown.length === 0) return undefined;
  return closed(shown, (field) => {
    const schema = described(field, kindOf(field).shown);
    const isInEveryPost = field.default !== undefined && field.type !== "reference";
    return isInEveryPost ? schema : v.exactOptional(schema);
  });
}

/** Describes `custom` of posts in the admin API. */
export function keptCustomSchema(fields: readonly CustomField[]): v.GenericSchema {
  return closed(fields, (field) => v.exactOptional(described(field, kindOf(field).shown)));
}

/**
 * Describes `custom` of a write. `null` removes a value, also by the name of a field that is no longer defined. Required fields are optional
 * here, because drafts do not need them.
 */
export function customInputSchema(fields: readonly CustomField[]): v.GenericSchema {
  const entries = entriesOf(fields, (field) =>
    v.exactOptional(described(field, v.nullable(kindOf(field).input))),
  );
  return v.pipe(v.objectWithRest(entries, v.null()), v.metadata({ maxProperties: mostValues }));
}

function closed(
  fields: readonly CustomField[],
  toEntry: (field: CustomField) => v.ObjectEntries[string],
): v.GenericSchema {
  return v.strictObject(entriesOf(fields, toEntry));
}

function entriesOf(
  fields: readonly CustomField[],
  toEntry: (field: CustomField) => v.ObjectEntries[string],
): v.ObjectEntries {
  return Object.fromEntries(fields.map((field) => [field.name, toEntry(field)]));
}

/** Adds the label and the hint of a field. */
function described({ label, hint }: CustomField, schema: v.GenericSchema): v.GenericSchema {
  const titled = label === undefined ? schema : v.pipe(schema, v.title(label));
  return hint === undefined ? titled : v.pipe(titled, v.description(hint));
}
