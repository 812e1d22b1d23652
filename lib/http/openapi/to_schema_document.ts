import type * as v from "valibot";
import type { JsonSchema } from "./openapi_document.ts";
import { SchemaConverter } from "./schema_converter.ts";

/** Writes named schemas as a JSON Schema (2020-12) that describes values of the first one. The schemas are in `$defs`. */
export function toSchemaDocument(schemas: Readonly<Record<string, v.GenericSchema>>): JsonSchema {
  const converter = new SchemaConverter(schemas, { input: [], output: [] }, "#/$defs/");
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    $ref: `#/$defs/${Object.keys(schemas)[0]}`,
    $defs: converter.components(),
  };
}
