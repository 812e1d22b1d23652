import * as v from "valibot";

/** Validates an object by its keys and values, as `v.record` does, and refuses arrays, which `v.record` takes for objects. */
export function recordSchema<Value extends v.GenericSchema>(
  key: v.GenericSchema<string, string>,
  value: Value,
  message: string,
): v.RecordSchema<v.GenericSchema<string, string>, Value, string> {
  const record = v.record(key, value, message);
  const run = record["~run"].bind(record);
  return {
    ...record,
    "~run": (dataset, config) => run(Array.isArray(dataset.value) ? { value: null } : dataset, config),
  };
}
