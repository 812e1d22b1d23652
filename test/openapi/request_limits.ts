import type { JsonSchema, OpenApiDocument } from "../../lib/http/openapi/openapi_document.ts";

/** The maximum of a text, a list or an object of any names in a request. */
export interface RequestLimit {
  operation: string;
  /** The part of the request, such as `body/tags/*` or `query section`. */
  place: string;
  unit: "characters" | "items" | "names";
  /** Undefined if the document states no maximum. */
  most: number | undefined;
}

/** Lists the maxima of all texts, lists and objects of any names in the requests of a document. */
export function requestLimits({ paths, components }: OpenApiDocument): RequestLimit[] {
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
  return operations.flatMap(({ operationId: operation, parameters = [], requestBody }) => {
    const texts = parameters.map(({ in: part, name, schema }) => [`${part} ${name}`, schema] as const);
    const bodies = Object.values(requestBody?.content ?? {}).map(({ schema }) => ["body", schema] as const);
    return [...texts, ...bodies].flatMap(([place, schema]) =>
      limitsIn(schema, place, components.schemas).map((limit) => ({ operation, ...limit })),
    );
  });
}

function limitsIn(
  schema: JsonSchema,
  place: string,
  components: Readonly<Record<string, JsonSchema>>,
): Omit<RequestLimit, "operation">[] {
  const { $ref, anyOf = [], items, properties = {}, additionalProperties } = schema;
  const inside = (one: JsonSchema, name: string): Omit<RequestLimit, "operation">[] =>
    limitsIn(one, `${place}${name}`, components);
  if ($ref !== undefined) return inside(components[$ref.slice($ref.lastIndexOf("/") + 1)] ?? {}, "");
  return [
    ...ownLimit(schema).map((limit) => ({ place, ...limit })),
    ...anyOf.flatMap((one) => inside(one, "")),
    ...(items === undefined ? [] : inside(items, "/*")),
    ...Object.entries(properties).flatMap(([name, one]) => inside(one, `/${name}`)),
    ...(typeof additionalProperties === "object" ? inside(additionalProperties, "/*") : []),
  ];
}

function ownLimit(schema: JsonSchema): Pick<RequestLimit, "unit" | "most">[] {
  const { type, additionalProperties, maxLength, maxItems, maxProperties } = schema;
  if (type === "array") return [{ unit: "items", most: maxItems }];
  if (typeof additionalProperties === "object") return [{ unit: "names", most: maxProperties }];
  const isText = type === "string" && schema.enum === undefined && schema.const === undefined;
  return isText ? [{ unit: "characters", most: maxLength }] : [];
}
