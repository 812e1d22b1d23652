import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import * as fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import type {
  JsonSchema,
  OpenApiDocument,
  OperationObject,
} from "../../lib/http/openapi/openapi_document.ts";
import { type AdminWorld, openAdminWorld } from "../admin/admin_world.ts";
import { fieldsOfAllTypes } from "../custom_fields/all_types.ts";
import { junkText, mutate, mutation } from "./mutation.ts";
import { schemaArbitrary } from "./schema_arbitrary.ts";
import { trials } from "../full_run.ts";

/**
 * Requests per operation and kind, always the same. For a longer run with different requests:
 * `POSTERN_FUZZ_RUNS=3000 POSTERN_TEST_SEED=$RANDOM npx vitest run test/openapi/fuzz.test.ts`.
 */
const numRuns = Number(process.env["POSTERN_FUZZ_RUNS"] ?? trials(60));

const ajv = new Ajv2020({ strict: false, unicodeRegExp: true, validateFormats: false });

/** Rules that JSON Schema cannot express. The document states them in words, and the API names the field. */
const beyondSchema: readonly RegExp[] = [
  /^\/expires(?:At|In) must end in the future/,
  /^\/name is missing/,
  /^\/slug must be "hello" or left out/,
  /^\/publishedAt (?:is required (?:when|because)|must be)/,
  /^\/email must be/,
  /^\/url must be an absolute URL with https$/,
  /^\/from must be a slug/,
  /^\/expiresIn must be .*, at most 30d$/,
  /^ must have either html or markdown$/,
  /^ must set publish to true if publishedAt is given$/,
  /^\/networks\/\d+ is .* and must be a network/,
  /^\/postFields\/\d+\/(?:choices|default|isFilterable) (?:is missing: the type|is only for the type|is not for fields|must fit the type|must contain each|must be true for at most)/,
  /^\/postFields\/\d+\/(?:name|earlierNames) (?:must be another name|must not have|must not contain names of|must contain each name)/,
  /^\/custom\/eventDate is required in posts that are published or scheduled$/,
  /^\/previewUrl must (?:be an absolute https URL|contain \{slug\} and \{token\} once each|be on the host of siteUrl)/,
  /^\/slug is required, because the name has neither letters nor digits/,
  /^\/synonyms\/\d+\/\d+ must (?:contain a letter or a digit|not contain a comma|be a word or a phrase of at most)/,
  /^\/synonyms(?:\/\d+ must not have a word twice| must have at most \d+ characters in all)/,
];

/** Public operations without the parameters `fields` and `types` that refuse unknown parameters. */
const strictOperations: ReadonlySet<string> = new Set([
  "getOrganization",
  "getSchema",
  "getMedia",
  "listRedirects",
  "listKnowledge",
  "getKnowledge",
  "searchKnowledge",
  "searchPosts",
  "suggestPosts",
  "getContext",
  "listRelatedPosts",
]);

/** An entry of a problem's `errors`. */
interface Reason {
  pointer: string;
  message: string;
}

interface Case {
  operation: string;
  method: string;
  path: string;
  query: Record<string, JsonSchema>;
  /** Names of the query parameters that the document requires. */
  required: string[];
  /** Names of the header parameters, in lower case. */
  headers: string[];
  responses: OperationObject["responses"];
  body: JsonSchema | undefined;
}

/** Request headers that the document describes in other fields (key, media types), and those of the URL, the body and CORS. */
const generalRequestHeaders: ReadonlySet<string> = new Set([
  "x-api-key",
  "host",
  "accept",
  "content-type",
  "content-encoding",
  "content-length",
  "origin",
]);

/** The headers of conditional requests, which have no effect on a response without the header they compare. */
const validatorHeaders = [
  ["etag", ["if-match", "if-none-match"]],
  ["last-modified", ["if-modified-since", "if-unmodified-since"]],
] as const;

/** Headers that an operation reads only to refuse them. */
const refusedHeaders: Readonly<Record<string, readonly string[]>> = {
  discardWorkingCopy: ["if-none-match"],
  applyWorkingCopy: ["if-none-match"],
};

/** Records the names of the headers that are read. */
class ReadHeaders extends Headers {
  readonly names = new Set<string>();
  override get(name: string): string | null {
    this.names.add(name.toLowerCase());
    return super.get(name);
  }
  override has(name: string): boolean {
    this.names.add(name.toLowerCase());
    return super.has(name);
  }
}

function casesOf(document: OpenApiDocument): Case[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, { operationId, parameters = [], requestBody, responses }]): Case => {
        const query = parameters.filter((one) => one.in === "query" && one.name !== "cursor");
        return {
          operation: operationId,
          method: method.toUpperCase(),
          path,
          query: Object.fromEntries(query.map(({ name, schema }) => [name, schema])),
          required: query.filter(({ required }) => required).map(({ name }) => name),
          headers: parameters.filter((one) => one.in === "header").map(({ name }) => name.toLowerCase()),
          responses,
          body: requestBody?.content["application/json"]?.schema,
        };
      },
    ),
  );
}

const documents = ["/api/public/v1", "/api/admin/v1"] as const;

describe.each(documents)("requests generated from the document of %s", (root) => {
  let world: AdminWorld;
  let document: OpenApiDocument;
  let cases: Case[];
  beforeAll(async () => {
    world = await openAdminWorld({ rateLimit: { perDay: 1_000_000_000 } });
    await world.api.organizations.update("acme", { postFields: fieldsOfAllTypes });
    document = (await (await send("GET", "/openapi.json")).json()) as OpenApiDocument;
    ajv.addSchema({ $id: root, components: document.components });
    cases = casesOf(document);
    const reader = { name: "Reader", permissions: ["knowledge:read" as const] };
    const { userId } = world.owner;
    const generated = await world.api.apiKeys.generate({ organizationSlug: "acme", userId, ...reader });
    readerKey = generated.key;
  });

  /** Names of the headers that the server read in the last request. */
  let lastRead: ReadonlySet<string> = new Set();

  async function send(method: string, path: string, body?: unknown, hasConditions = true): Promise<Response> {
    const isReader = root === "/api/public/v1" && method === "GET" && path.startsWith("/knowledge-base");
    const headers: Record<string, string> = { "x-api-key": isReader ? readerKey : world.owner.key };
    if (body !== undefined) headers["content-type"] = "application/json";
    if (hasConditions && method === "PUT" && path.endsWith("/working-copy")) headers["if-none-match"] = "*";
    if (hasConditions && path.endsWith("/working-copy/apply")) headers["if-match"] = workingCopyTag;
    const init = { method, headers, body: body === undefined ? null : JSON.stringify(body) };
    const request = new Request(`http://localhost${root}${path}`, init);
    const recorded = new ReadHeaders(request.headers);
    Object.defineProperty(request, "headers", { value: recorded });
    const response = await world.api.fetch(request);
    lastRead = recorded.names;
    return response;
  }

  let rolledKey = "";
  let workingCopyTag = "";
  /** A key that names `knowledge:read`, which no key has otherwise. */
  let readerKey = "";

  /** Reverts an earlier request, which may have changed the post's slug. A key can be rolled only once, and a working copy applied once. */
  async function prepare({ operation }: Case): Promise<void> {
    if (["saveWorkingCopy", "applyWorkingCopy", "updatePost"].includes(operation)) {
      const custom = { eventDate: "2026-11-26" };
      await world.api.posts.put("acme", { name: "Hello", slug: "hello", status: "published", custom });
    }
    if (operation === "saveWorkingCopy") await send("DELETE", "/posts/hello/working-copy");
    if (operation === "applyWorkingCopy") {
      await send("DELETE", "/posts/hello/working-copy");
      const saved = await send("PUT", "/posts/hello/working-copy", { name: "Hello", html: "<p>Hi</p>" });
      workingCopyTag = saved.headers.get("etag") ?? "";
    }
    if (operation !== "rollKey") return;
    const { userId } = world.owner;
    const { id } = await world.api.apiKeys.generate({ organizationSlug: "acme", userId, name: "Rolled" });
    rolledKey = id;
  }

  /** Fills in the path with existing resources, without deleting any that the fuzz test needs. */
  const addressOf = ({ path, operation }: Case): string =>
    path
      .replace("{organizationSlug}", "acme")
      .replace("{slug}", "hello")
      .replace("{hash}", world.mediaHash)
      .replace("{number}", "1")
      .replace("{id}", idOf(operation));

  /** The deletion must leave the file to the other operations. */
  const idOf = (operation: string): string => {
    if (operation === "rollKey") return rolledKey;
    return ["getMedia", "updateMedia", "listMediaUses"].includes(operation) ? world.mediaHash : "nobody";
  };

  /** Validators of schemas, with their references resolved in the document. */
  const validators = new WeakMap<JsonSchema, ValidateFunction>();

  function validatorOf(schema: JsonSchema): ValidateFunction {
    const known = validators.get(schema);
    if (known !== undefined) return known;
    const text = JSON.stringify(schema).replaceAll('"#/components', `"${root}#/components`);
    const validator = ajv.compile(JSON.parse(text) as JsonSchema);
    validators.set(schema, validator);
    return validator;
  }

  const isDescribed = (schema: JsonSchema, value: unknown): boolean => validatorOf(schema)(value);

  /** Checks a response against the document. Described requests are accepted; all others get 400 or 422. */
  async function expectAsDescribed(
    one: Case,
    response: Response,
    { described, sent }: { described: boolean; sent: unknown },
  ): Promise<void> {
    const text = await response.clone().text();
    expectDescribedExchange(one, response, text);
    expect(text).not.toMatch(/Invalid [\w ]+: (?:Expected|Received)/);
    const isRefused = response.status === 400 || response.status === 422;
    const { errors = [] } = isRefused ? (JSON.parse(text) as { errors?: Reason[] }) : {};
    const reasons = errors.map(({ pointer, message }) => `${pointer} ${message}`);
    const isBeyond =
      reasons.length > 0 && reasons.every((one) => beyondSchema.some((rule) => rule.test(one)));
    if (described && isBeyond) return;
    expect([sent, text, !isRefused]).toEqual([sent, text, described]);
  }

  /** Checks that the document names the headers that the server used, and describes the body. The world's `fetch` checks the sent headers. */
  function expectDescribedExchange(one: Case, { status, headers }: Response, text: string): void {
    const { operation, method, responses } = one;
    const unused = method === "GET" ? validatorHeaders.filter(([sent]) => !headers.has(sent)) : [];
    const known = new Set([
      ...generalRequestHeaders,
      ...one.headers,
      ...(refusedHeaders[operation] ?? []),
      ...unused.flatMap(([, names]) => names),
    ]);
    expect([operation, [...lastRead].filter((name) => !known.has(name))]).toEqual([operation, []]);
    const [type = ""] = (headers.get("content-type") ?? "").split(";");
    if (!type.endsWith("json")) return;
    const validator = validatorOf(responses[status]?.content?.[type]?.schema ?? { const: "undescribed" });
    const errors = validator(JSON.parse(text)) ? [] : validator.errors;
    expect([operation, text, errors]).toEqual([operation, text, []]);
  }

  it("requires exactly the query parameters that the document requires", async () => {
    for (const one of cases.filter(({ query }) => Object.keys(query).length > 0)) {
      const { operation, method, query, required } = one;
      const request = async (names: readonly string[]): Promise<Response> => {
        const texts = names.map((name) => [name, name === "q" ? "hello" : "/earlier"]);
        return send(method, `${addressOf(one)}?${new URLSearchParams(texts).toString()}`);
      };
      const complete = await request(required);
      const completeText = await complete.text();
      expect([operation, completeText]).not.toEqual([
        operation,
        expect.stringContaining('"invalid-parameter"'),
      ]);
      expectDescribedExchange(one, complete, completeText);
      for (const left of required) {
        const response = await request(required.filter((name) => name !== left));
        expect([operation, response.status, await response.text()]).toEqual([
          operation,
          400,
          expect.stringContaining(`The query parameter ${left} is missing`),
        ]);
      }
      expect(Object.keys(query)).toEqual(expect.arrayContaining(required));
    }
  });

  it("names the headers of which a request needs one", async () => {
    for (const one of cases.filter(({ headers }) => headers.length > 0)) {
      const { operation, method, body, headers } = one;
      const example =
        body === undefined ? undefined : fc.sample(schemaArbitrary(body, document.components.schemas), 1)[0];
      await prepare(one);
      const response = await send(method, addressOf(one), example, false);
      const needsHeader = response.status === 400 && (await response.text()).includes('"invalid-header"');
      const parameters =
        Object.values(document.paths)
          .flatMap((methods) => Object.values(methods))
          .find(({ operationId }) => operationId === operation)?.parameters ?? [];
      const needed = parameters.filter(({ description }) =>
        description.includes("Required if the request has no"),
      );
      expect([operation, needed.length > 0, headers.length >= needed.length]).toEqual([
        operation,
        needsHeader,
        true,
      ]);
    }
  });

  it("takes every query that is described, and refuses every other", async () => {
    for (const one of cases.filter(({ method }) => method === "GET")) {
      const names = Object.keys(one.query);
      const model = Object.fromEntries(
        Object.entries(one.query).map(([name, schema]) => [name, schemaArbitrary(schema, {})]),
      );
      await fc.assert(
        fc.asyncProperty(
          fc.record(model, { requiredKeys: one.required }),
          fc.option(fc.record({ name: fc.constantFrom(...names, "page2"), value: junkText })),
          async (query, junk) => {
            const isOpen =
              root === "/api/public/v1"
                ? !strictOperations.has(one.operation) &&
                  !names.some((name) => ["fields", "types", "limit"].includes(name))
                : one.path === "/openapi.json";
            const texts = Object.entries(query).flatMap(([name, value]) =>
              (Array.isArray(value) ? value : [value]).map((text) => [name, String(text)]),
            );
            const parameters = new URLSearchParams(texts);
            if (junk !== null) parameters.set(junk.name, junk.value);
            // A schema cannot say that a query needs a word.
            if (names.includes("q")) parameters.set("q", `word ${parameters.get("q") ?? ""}`.slice(0, 40));
            // The public document is shared, so it does not know that the organization shows no fields of its own.
            const isUnknownValue =
              parameters.getAll("fields").some((fields) => /(^|,)-?custom\./.test(fields)) &&
              parameters.get("format") !== "markdown";
            const isDescribedQuery = [...new Set(parameters.keys())].every((name) => {
              const schema = one.query[name];
              return schema === undefined
                ? isOpen
                : isDescribed(schema, valueOf(schema, parameters.getAll(name)));
            });
            const response = await send("GET", `${addressOf(one)}?${parameters.toString()}`);
            await expectAsDescribed(one, response, {
              described: isDescribedQuery && !isUnknownValue,
              sent: [one.operation, parameters.toString()],
            });
          },
        ),
        { numRuns },
      );
    }
  });

  it("takes every body that is described, and refuses every other", async () => {
    const { schemas } = document.components;
    for (const one of cases) {
      const { body, method } = one;
      if (body === undefined) continue;
      await fc.assert(
        fc.asyncProperty(schemaArbitrary(body, schemas), fc.option(mutation), async (value, change) => {
          const sent = change === null ? value : mutate(value, change);
          await prepare(one);
          const response = await send(method, addressOf(one), sent);
          const expected = isDescribed(body, JSON.parse(JSON.stringify(sent)));
          await expectAsDescribed(one, response, { described: expected, sent: [one.operation, sent] });
        }),
        { numRuns },
      );
    }
  });
});

/** Parses the values of a parameter. */
function valueOf({ type }: JsonSchema, values: string[]): unknown {
  const [text = ""] = values;
  if (type === "array") return values;
  return type === "integer" && /^\d+$/.test(text) ? Number(text) : text;
}
