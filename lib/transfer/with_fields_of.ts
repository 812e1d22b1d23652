import type * as v from "valibot";

/** Whether two types have the same fields: an optional one that one of them lacks fits the other all the same. */
type SameFields<One, Other> = [keyof One, keyof Other] extends [keyof Other, keyof One] ? unknown : never;

/**
 * Makes sure that a schema has every field of a type, and no other: a field that an export writes and an import does not know is a
 * compile error, and not a backup that is refused.
 */
export function withFieldsOf<Type>(): <Schema extends v.GenericSchema>(
  schema: Schema & SameFields<v.InferOutput<Schema>, Type>,
) => Schema {
  return (schema) => schema;
}
