import * as v from "valibot";

/** Creates the schema of a text with this description. */
export function textSchema(description: string): v.GenericSchema<string> {
  return v.pipe(v.string(), v.description(description));
}
