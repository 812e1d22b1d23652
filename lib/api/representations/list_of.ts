import * as v from "valibot";

/**
 * Creates a schema for a read-only array. `v.readonly` in an object entry makes the field read-only instead of the array, which does
 * not fit the response types.
 */
export function listOf<Item>(item: v.GenericSchema<Item>): v.GenericSchema<readonly Item[]> {
  return v.array(item);
}
