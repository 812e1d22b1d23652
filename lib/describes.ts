import type * as v from "valibot";

/** Whether two types are the same, and not only one fits the other: the compiler compares these functions letter by letter. */
type Same<One, Other> =
  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- it is compared, and never filled in
  (<Type>() => Type extends One ? 1 : 2) extends <Type>() => Type extends Other ? 1 : 2 ? unknown : never;

/** An intersection or an interface as one object with the same fields. */
type Merged<Type> = { [Field in keyof Type]: Type[Field] };

/**
 * Makes sure that a schema describes a type exactly: a field that only one of them has is a compile error.
 *
 * @example
 * ```ts ignore
 * const receipt = describes<Receipt>()(v.strictObject({ id: v.string() }));
 * ```
 */
export function describes<Type>(): <Schema extends v.GenericSchema>(
  schema: Schema & Same<Merged<v.InferOutput<Schema>>, Merged<Type>>,
) => v.GenericSchema<Type> {
  return (schema) => schema as unknown as v.GenericSchema<Type>;
}
