import type * as v from "valibot";

type Same<One, Other> =
  (<Type>() => Type extends One ? 1 : 2) extends <Type>() => Type extends Other ? 1 : 2 ? unknown : never;

/**
 * Makes sure that a schema describes a type exactly: a field that only one of them has is a compile error.
 *
 * @example
 * ```ts ignore
 * const receipt = describes<Receipt>()(v.strictObject({ id: v.string() }));
 * ```
 */
export function describes<Type>(): <Schema extends v.GenericSchema>(
  schema: Schema & Same<v.InferOutput<Schema>, Type>,
) => v.GenericSchema<Type> {
  return (schema) => schema as unknown as v.GenericSchema<Type>;
}
