import type * as v from "valibot";

/** `unknown` if two types are identical, not just assignable; otherwise `never`. The compiler compares these functions exactly. */
type Same<One, Other> =
  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- it is only compared
  (<Type>() => Type extends One ? 1 : 2) extends <Type>() => Type extends Other ? 1 : 2 ? unknown : never;

/** An intersection or interface as a single object type with the same fields. */
type Merged<Type> = { [Field in keyof Type]: Type[Field] };

/**
 * Ensures that a schema describes a type exactly. A field that only one of them has is a compile error.
 *
 * @example
 * ```ts ignore
 * const receipt = schemaOf<Receipt>()(v.strictObject({ id: v.string() }));
 * ```
 */
export function schemaOf<Type>(): <Schema extends v.GenericSchema>(
  schema: Schema & Same<Merged<v.InferOutput<Schema>>, Merged<Type>>,
) => v.GenericSchema<Type> {
  return (schema) => schema as unknown as v.GenericSchema<Type>;
}
