import type * as v from "valibot";

/** `unknown` if two types have the same field names, else `never`. Assignability alone would allow missing optional fields. */
type SameFields<One, Other> = [keyof One, keyof Other] extends [keyof Other, keyof One] ? unknown : never;

/**
 * Checks at compile time that a schema has exactly the fields of a type. Otherwise, an export could write a field that the import
 * rejects.
 */
export function withFieldsOf<Type>(): <Schema extends v.GenericSchema>(
  schema: Schema & SameFields<v.InferOutput<Schema>, Type>,
) => Schema {
  return (schema) => schema;
}
