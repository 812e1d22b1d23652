import * as v from "valibot";

/**
 * An array that is not to be changed. `v.readonly` in an object's own entry would make the field read-only, and not the array: the types
 * of answers have it the other way round.
 */
export function listOf<Item>(item: v.GenericSchema<Item>): v.GenericSchema<readonly Item[]> {
  return v.array(item);
}
