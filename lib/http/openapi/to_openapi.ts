import type * as v from "valibot";
import type {
  ApiDescription,
  BodyDescription,
  Content,
  Operation,
  ResponseDescription,
} from "./api_description.ts";
import { mergePatchType } from "../../base/input/patch_of.ts";
import type {
  MediaTypeObject,
  OpenApiDocument,
  OperationObject,
  ParameterObject,
  ResponseObject,
  JsonSchema,
} from "./openapi_document.ts";
import { SchemaConverter } from "./schema_converter.ts";
import { schemasOf } from "./schemas_of.ts";

const keyScheme = "apiKey";

const patchRule = "A merge patch (RFC 7396): `null` removes an optional field, or restores its default.";

/** Writes the OpenAPI 3.1 document of an API. */
export function toOpenApi(api: ApiDescription): OpenApiDocument {
  const { title, summary, description, version } = api;
  const schemas = new SchemaConverter(api.schemas, schemasOf(api));
  return {
    openapi: "3.1.1",
    info: {
      title,
      summary,
      description,
      version,
      contact: { name: "The operator of this API" },
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: api.server, description: "The server that serves this document" }],
    tags: [...api.tags],
    paths: toPaths(api.operations, schemas),
    components: {
      securitySchemes: { [keyScheme]: { type: "apiKey", in: "header", ...api.keyHeader } },
      schemas: schemas.components(),
      headers: mapValues(usedHeaders(api), ({ isRequired = false, schema, ...header }) => ({
        ...header,
        required: isRequired,
        schema: schema === undefined ? { type: "string" } : schemas.convert(schema),
      })),
      examples: usedExamples(api),
    },
  };
}

/** Returns the headers that a response lists. */
function usedHeaders({ headers, operations }: ApiDescription): ApiDescription["headers"] {
  const used = new Set(operations.flatMap(({ responses }) => responses.flatMap((one) => one.headers)));
  return Object.fromEntries(Object.entries(headers).filter(([name]) => used.has(name)));
}

/** Returns the examples that a response lists, because linters report unused components. */
function usedExamples({ examples, operations }: ApiDescription): OpenApiDocument["components"]["examples"] {
  const contents = operations.flatMap(({ responses }) => responses.flatMap(({ content }) => content ?? []));
  const used = new Set(contents.flatMap((content) => (isNames(content.examples) ? content.examples : [])));
  return Object.fromEntries(Object.entries(examples).filter(([name]) => used.has(name)));
}

function toPaths(operations: readonly Operation[], schemas: SchemaConverter): OpenApiDocument["paths"] {
  const paths: OpenApiDocument["paths"] = {};
  for (const operation of operations) {
    paths[operation.path] = {
      ...paths[operation.path],
      [operation.method]: toOperationObject(operation, schemas),
    };
  }
  return paths;
}

function toOperationObject(operation: Operation, schemas: SchemaConverter): OperationObject {
  const {
    operationId,
    tag,
    summary,
    description,
    needsKey,
    permissions = [],
    ownPermissions,
    body,
  } = operation;
  const parameters = toParameters(operation, schemas);
  return {
    operationId,
    tags: [tag],
    summary,
    description,
    security: needsKey ? [{ [keyScheme]: [] }] : [{}, { [keyScheme]: [] }],
    ...(permissions.length === 0 ? {} : { "x-permissions": [...permissions] }),
    ...(ownPermissions && { "x-own-permissions": [...ownPermissions] }),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(body && { requestBody: toRequestBody(body, operation.method, schemas) }),
    responses: Object.fromEntries(
      operation.responses.map((response) => [response.status, toResponse(response, schemas)]),
    ),
  };
}

function toRequestBody(
  {
    description,
    isOptional = false,
    mediaType = "application/json",
    schema,
    examples,
    alternative,
  }: BodyDescription,
  method: Operation["method"],
  schemas: SchemaConverter,
): NonNullable<OperationObject["requestBody"]> {
  const patch = method === "patch" ? toContent({ mediaType: mergePatchType, schema, examples }, schemas) : {};
  const json = { ...patch, ...toContent({ mediaType, schema, examples }, schemas) };
  const other = alternative === undefined ? {} : toContent(alternative, schemas);
  const text = method === "patch" ? `${description} ${patchRule}` : description;
  return { required: !isOptional, description: text, content: { ...json, ...other } };
}

/** Types of schemas that accept a missing parameter. */
const optionalTypes: ReadonlySet<string> = new Set(["optional", "exact_optional"]);

function toParameters(
  { parameters, query = { entries: {} } }: Operation,
  schemas: SchemaConverter,
): ParameterObject[] {
  const ofPathAndHeaders = parameters.map(({ schema, ...parameter }) => ({
    ...parameter,
    required: parameter.in === "path",
    schema: schemas.convert(schema),
  }));
  const ofQuery = Object.entries(query.entries).map(([name, entry]): ParameterObject => {
    const { description = "", examples: [example] = [], ...schema } = schemas.convert(entry, "output");
    const parameter = {
      name,
      in: "query",
      required: !optionalTypes.has(entry.type),
      description,
      schema,
    } as const;
    return example === undefined ? parameter : { ...parameter, example };
  });
  return [...ofPathAndHeaders, ...ofQuery];
}

function toResponse(
  { description, headers, content, alternative }: ResponseDescription,
  schemas: SchemaConverter,
): ResponseObject {
  const references = headers.map((name) => [name, { $ref: `#/components/headers/${name}` }]);
  const response: ResponseObject = { description, headers: Object.fromEntries(references) };
  if (content === undefined) return response;
  const other = alternative === undefined ? {} : toContent(alternative, schemas);
  return { ...response, content: { ...toContent(content, schemas), ...other } };
}

function toContent(
  { mediaType, schema, examples }: Content,
  schemas: SchemaConverter,
): Record<string, MediaTypeObject> {
  return { [mediaType]: { schema: schemas.convert(schema), examples: toExamples(examples) } };
}

function toExamples(examples: Content["examples"]): MediaTypeObject["examples"] {
  if (!isNames(examples)) return { ...examples };
  return Object.fromEntries(examples.map((name) => [name, { $ref: `#/components/examples/${name}` }]));
}

function isNames(examples: Content["examples"]): examples is readonly string[] {
  return Array.isArray(examples);
}

function mapValues<Value, Result>(
  record: Readonly<Record<string, Value>>,
  map: (value: Value) => Result,
): Record<string, Result> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, map(value)]));
}

/** Writes named schemas as a JSON Schema (2020-12) that describes values of the first one. The schemas are in `$defs`. */
export function toSchemaDocument(schemas: Readonly<Record<string, v.GenericSchema>>): JsonSchema {
  const converter = new SchemaConverter(schemas, { input: [], output: [] }, "#/$defs/");
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    $ref: `#/$defs/${Object.keys(schemas)[0]}`,
    $defs: converter.components(),
  };
}
