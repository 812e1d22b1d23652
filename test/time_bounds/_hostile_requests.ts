import type { JsonSchema, OpenApiDocument } from "../../lib/http/openapi/openapi_document.ts";

/** Characters of a hostile body. It is not longer than the API allows. */
const SIZE = 1_000_000;

/** Characters of a hostile request target. Servers allow 16 KB of headers. */
const TARGET_SIZE = 16_000;

/** A hostile request to an operation. */
export interface HostileRequest {
  name: string;
  method: string;
  /** Path and query. */
  path: string;
  type?: string;
  body?: string;
}

/** Creates the JSON of about `size` characters that takes the place of a described value. */
type Shape = (size: number) => string;

const many = (unit: string, size: number): string =>
  Array(Math.ceil(size / (unit.length + 1)))
    .fill(unit)
    .join();
const names = (size: number): string =>
  Array.from({ length: Math.ceil(size / 14) }, (_, index) => `"n${index}":"!"`).join();

const shapes: Readonly<Record<string, Shape>> = {
  "long texts": (size) => `"${"a".repeat(size)}"`,
  "texts of spaces": (size) => `"${" ".repeat(size)}"`,
  "texts of quotes": (size) => `"${String.raw`\"`.repeat(size / 2)}"`,
  "lists of numbers": (size) => `[${many("1", size)}]`,
  "lists of words": (size) => `[${many('"posts:read"', size)}]`,
  "a list of one long text": (size) => `["${"a".repeat(size)}"]`,
  "objects of many names": (size) => `{${names(size)}}`,
  "an object with a long name": (size) => `{"${"a".repeat(size)}":1}`,
  "nested lists": (size) => `${"[".repeat(size / 2)}${"]".repeat(size / 2)}`,
};

const junk: Readonly<Record<string, string>> = {
  "a long name": `{"${"f".repeat(SIZE)}":1}`,
  "many names": `{${names(SIZE)}}`,
  "a list": shapes["lists of numbers"]?.(SIZE) ?? "",
  "a text": shapes["long texts"]?.(SIZE) ?? "",
  "nested objects": `${'{"a":'.repeat(SIZE / 6)}1${"}".repeat(SIZE / 6)}`,
};

const forms: readonly (readonly [type: string, body: string])[] = [
  ["application/x-www-form-urlencoded", "a&".repeat(SIZE / 2)],
  [
    "multipart/form-data; boundary=x",
    `${'--x\r\ncontent-disposition: form-data; name="a"\r\n\r\n\r\n'.repeat(SIZE / 55)}--x--\r\n`,
  ],
];

/** Creates the hostile requests to every operation of a document: a long path and query, and 1 MB of each body and form. */
export function hostileRequests({ paths, components }: OpenApiDocument): HostileRequest[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([verb, { operationId, parameters = [], requestBody }]) => {
      const method = verb.toUpperCase();
      const at = path.replaceAll(/\{\w+\}/g, "acme");
      const query = parameters.filter((one) => one.in === "query").map(({ name }) => name);
      const long = "a".repeat(TARGET_SIZE / Math.max(1, query.length));
      const targets: HostileRequest[] = [
        {
          name: `${operationId}: a long path`,
          method,
          path: path.replaceAll(/\{\w+\}/g, "a".repeat(TARGET_SIZE / 2)),
        },
        { name: `${operationId}: an unknown parameter`, method, path: `${at}?${"f".repeat(TARGET_SIZE)}=1` },
        {
          name: `${operationId}: long parameters`,
          method,
          path: `${at}?${query.map((name) => `${name}=${long}`).join("&")}`,
        },
      ];
      if (method === "GET" || requestBody === undefined) return targets;
      const schema = requestBody.content["application/json"]?.schema ?? {};
      const bodies = Object.entries(shapes).flatMap(([name, shape]) =>
        bodiesOf(schema, components.schemas, shape).map((body) => [name, body] as const),
      );
      return [
        ...targets,
        ...[...bodies, ...Object.entries(junk)].map(([name, body]) => ({
          name: `${operationId}: ${name}`,
          method,
          path: at,
          type: "application/json",
          body,
        })),
        ...forms.map(([type, body]) => ({ name: `${operationId}: ${type}`, method, path: at, type, body })),
      ];
    }),
  );
}

/** Creates a body for each alternative of a schema. The shape takes the place of each field, and they share the characters. */
function bodiesOf(
  schema: JsonSchema,
  components: Readonly<Record<string, JsonSchema>>,
  shape: Shape,
): string[] {
  const { $ref, anyOf } = schema;
  if ($ref !== undefined)
    return bodiesOf(components[$ref.slice($ref.lastIndexOf("/") + 1)] ?? {}, components, shape);
  if (anyOf !== undefined) return anyOf.flatMap((one) => bodiesOf(one, components, shape));
  const fields = Object.keys(schema.properties ?? {});
  const value = shape(Math.floor(SIZE / Math.max(1, fields.length)));
  return [`{${fields.map((name) => `"${name}":${value}`).join()}}`];
}
