import { toJsonSchema } from "@valibot/to-json-schema";
import type * as v from "valibot";
import { postChanges, postInput } from "../../content/mod.ts";
import type { ResolvedOptions } from "../../options.ts";
import { type AdminOperation, adminOperations } from "./admin_operations.ts";
import { adminPath } from "./admin_route.ts";

type Json = Record<string, unknown>;

const parameterDescriptions: Readonly<Record<string, string>> = {
  sort: "The order of the list; `-` for descending",
  limit: "How many at the most, 1 to 100; 50 by default",
  cursor: "The `nextCursor` of the answer before",
  status: "Only posts of this status; a scheduled post whose time has come is published",
  search: "What to look for, whatever the case",
  section: "Only posts of this section",
  language: "Only posts in this language, a BCP 47 tag",
  tag: "Only posts with this tag",
  slug: "The post's slug",
  id: "The id",
  "if-match": "The `ETag` that the post must have; `*` for a post that there is",
  "if-none-match": "`*`: there must be no such post",
};

const problem: Json = {
  type: "object",
  required: ["type", "title", "status", "detail", "code"],
  properties: {
    type: { type: "string", format: "uri-reference" },
    title: { type: "string" },
    status: { type: "integer" },
    detail: { type: "string" },
    code: { type: "string" },
    errors: {
      type: "array",
      items: {
        type: "object",
        required: ["pointer", "message"],
        properties: { pointer: { type: "string" }, message: { type: "string" } },
      },
    },
  },
};

/** The OpenAPI 3.1 document of the admin API, with the schemas by which requests are validated. */
export function adminDocument(options: ResolvedOptions): Json {
  const paths: Record<string, Json> = {};
  for (const operation of adminOperations(options)) {
    const { path, method } = operation;
    paths[path] = { ...paths[path], [method.toLowerCase()]: toOperation(operation) };
  }
  return {
    openapi: "3.1.1",
    info: {
      title: "Postern admin API",
      version: "1",
      description: "Manages the organization of the API key. Every request counts against the key's quota.",
    },
    servers: [{ url: options.basePath + adminPath }],
    security: [{ apiKey: [] }],
    paths,
    components: {
      securitySchemes: { apiKey: { type: "apiKey", in: "header", name: "x-api-key" } },
      schemas: { Problem: problem, Post: toSchema(postInput), MarkdownPost: markdownPost() },
    },
  };
}

function toOperation({ summary, needs, status, body, isBodyOptional, ...operation }: AdminOperation): Json {
  const parameters = parametersOf(operation);
  const success = status === 204 ? {} : { content: { "application/json": { schema: { type: "object" } } } };
  return {
    summary,
    operationId: operationIdOf(operation),
    description: needs === null ? "Needs a key." : `Needs \`${needs}\`.`,
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(body === undefined
      ? {}
      : { requestBody: { required: isBodyOptional !== true, content: toContent(body) } }),
    responses: {
      [status]: { description: "It is done", ...success },
      default: {
        description: "A problem (RFC 9457)",
        content: { "application/problem+json": { schema: { $ref: "#/components/schemas/Problem" } } },
      },
    },
  };
}

function operationIdOf({ method, path }: Pick<AdminOperation, "method" | "path">): string {
  const words = path.match(/[a-z]+/g) ?? [];
  return [method.toLowerCase(), ...words.map((word) => word.charAt(0).toUpperCase() + word.slice(1))].join(
    "",
  );
}

function parametersOf({
  path,
  query = {},
  conditions = [],
}: Pick<AdminOperation, "path" | "query" | "conditions">): Json[] {
  const ofPath = Array.from(path.matchAll(/\{(\w+)\}/g), ([, name = ""]) => toParameter(name, "path"));
  const ofQuery = Object.entries(query).map(([name, schema]) => toParameter(name, "query", toSchema(schema)));
  return [...ofPath, ...ofQuery, ...conditions.map((name) => toParameter(name, "header"))];
}

function toParameter(
  name: string,
  place: "path" | "query" | "header",
  schema: Json = { type: "string" },
): Json {
  return { name, in: place, required: place === "path", description: parameterDescriptions[name], schema };
}

function toContent(body: NonNullable<AdminOperation["body"]>): Json {
  if (body !== "upload") return { "application/json": { schema: toSchema(body) } };
  const names = ["Post", "MarkdownPost"].map((name) => ({ $ref: `#/components/schemas/${name}` }));
  return {
    "application/json": { schema: { anyOf: names } },
    "text/markdown": { schema: { type: "string" } },
  };
}

/** A post whose content is Markdown: the fields of a post go before those of its front matter. */
function markdownPost(): Json {
  const { properties, ...schema } = toSchema(postChanges);
  const { html: _html, ...fields } = properties as Json;
  return { ...schema, properties: { markdown: { type: "string" }, ...fields }, required: ["markdown"] };
}

/** A schema of what is validated. What JSON Schema cannot say, the validation refuses all the same. */
function toSchema(schema: v.GenericSchema): Json {
  const { $schema: _schema, ...json } = toJsonSchema(schema, {
    target: "draft-2020-12",
    typeMode: "input",
    ignoreActions: ["check", "includes", "transform", "trim"],
    // Of what is no string, number or the like, only points in time are checked by hand.
    overrideSchema: ({ valibotSchema }) =>
      valibotSchema.type === "custom"
        ? { type: ["string", "integer"], description: "ISO 8601, or milliseconds" }
        : undefined,
  });
  return json;
}
