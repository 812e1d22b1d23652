import type * as v from "valibot";

/** Returns a schema that rejects arrays, which Valibot accepts as objects. */
export function refuseArrays<Schema extends v.GenericSchema>(schema: Schema): Schema {
  const run = schema["~run"].bind(schema);
  const runWithoutArrays: typeof run = (dataset, config) =>
    run(Array.isArray(dataset.value) ? { value: null } : dataset, config);
  return { ...schema, "~run": runWithoutArrays };
}
