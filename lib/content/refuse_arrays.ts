import type * as v from "valibot";

/** Returns a schema that refuses arrays, which Valibot takes for objects. */
export function refuseArrays<Schema extends v.GenericSchema>(schema: Schema): Schema {
  const run = schema["~run"].bind(schema);
  const runWithoutArrays: typeof run = (dataset, config) =>
    run(Array.isArray(dataset.value) ? { value: null } : dataset, config);
  return { ...schema, "~run": runWithoutArrays };
}
