import type { JsonSchema, OpenApiDocument } from "../../lib/openapi/openapi_document.ts";

/** Lists the texts, lists and objects of any names in the requests of a document that have no maximum, such as `createPost body/name`. */
export function unboundedPlaces({ paths, components }: OpenApiDocument): string[] {
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
  return operations.flatMap(({ operationId, parameters = [], requestBody }) => [
    ...parameters.flatMap(({ in: place, name, schema }) =>
      placesIn(schema, `${operationId} ${place} ${name}`, components.schemas),
    ),
    ...Object.values(requestBody?.content ?? {}).flatMap(({ schema }) =>
      placesIn(schema, `${operationId} body`, components.schemas),
    ),
  ]);
}

function placesIn(
  schema: JsonSchema,
  place: string,
  components: Readonly<Record<string, JsonSchema>>,
): string[] {
  const { $ref, anyOf = [], items, properties = {}, additionalProperties } = schema;
  const inside = (one: JsonSchema, name: string): string[] => placesIn(one, `${place}${name}`, components);
  if ($ref !== undefined) return inside(components[$ref.slice($ref.lastIndexOf("/") + 1)] ?? {}, "");
  return [
    ...(isUnbounded(schema) ? [place] : []),
    ...anyOf.flatMap((one) => inside(one, "")),
    ...(items === undefined ? [] : inside(items, "/*")),
    ...Object.entries(properties).flatMap(([name, one]) => inside(one, `/${name}`)),
    ...(typeof additionalProperties === "object" ? inside(additionalProperties, "/*") : []),
  ];
}

function isUnbounded(schema: JsonSchema): boolean {
  const { type, additionalProperties } = schema;
  if (type === "string")
    return schema.enum === undefined && schema.const === undefined && schema.maxLength === undefined;
  if (type === "array") return schema.maxItems === undefined;
  return typeof additionalProperties === "object" && schema.maxProperties === undefined;
}
