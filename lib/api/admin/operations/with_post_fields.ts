import { customInputSchema, keptCustomSchema } from "../../../content/custom_fields/custom_schemas.ts";
import type { CustomField } from "../../../content/mod.ts";
import { type JsonSchema, type OpenApiDocument, toSchemaDocument } from "../../../http/openapi/mod.ts";

/** Names of the schemas of requests that have `custom`. */
const inputs: ReadonlySet<string> = new Set([
  "NewPost",
  "NewMarkdownPost",
  "PostChanges",
  "WorkingCopyInput",
]);

/** Returns the document of the admin API for an organization that defines these fields. They replace the open `custom` of posts. */
export function withPostFields(document: OpenApiDocument, fields: readonly CustomField[]): OpenApiDocument {
  const { schemas } = document.components;
  const { $defs: custom = {} } = toSchemaDocument({
    CustomInput: customInputSchema(fields),
    CustomValues: keptCustomSchema(fields),
  });
  const closed = Object.entries(schemas).map(([name, schema]): [string, JsonSchema] => {
    const { properties = {} } = schema;
    // A working copy keeps values of fields that have been retired since, and null for removed values.
    if (properties["custom"] === undefined || name === "WorkingCopy") return [name, schema];
    const part = closedCustom(properties["custom"], inputs.has(name) ? "CustomInput" : "CustomValues");
    return [name, { ...schema, properties: { ...properties, custom: part } }];
  });
  const components = { ...document.components, schemas: { ...Object.fromEntries(closed), ...custom } };
  return { ...document, components };
}

/** Replaces an open object by a reference. */
function closedCustom(schema: JsonSchema, name: string): JsonSchema {
  const { type, description, anyOf } = schema;
  if (anyOf !== undefined) return { ...schema, anyOf: anyOf.map((one) => closedCustom(one, name)) };
  if (type !== "object") return schema;
  const reference = { $ref: `#/components/schemas/${name}` };
  return description === undefined ? reference : { ...reference, description };
}
