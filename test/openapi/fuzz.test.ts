import { Ajv2020 } from "ajv/dist/2020.js";
import * as fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import type { JsonSchema, OpenApiDocument } from "../../lib/openapi/openapi_document.ts";
import { type AdminWorld, openAdminWorld } from "../admin/admin_world.ts";
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
  /^\/publishedAt (?:is required when|must be)/,
  /^\/email must be/,
  /^\/url must be an absolute URL with https$/,
  /^\/from must be a slug/,
  /^\/expiresIn must be .*, at most 30d$/,
  /^ must have either html or markdown$/,
  /^ must set publish to true if publishedAt is given$/,
  /^\/networks\/\d+ is .* and must be a network/,
  /^\/slug is required, because the name has neither letters nor digits/,
];

/** Public operations without the parameters `fields` and `types` that refuse unknown parameters. */
const strictOperations: ReadonlySet<string> = new Set([
  "getOrganization",
  "listRedirects",
  "listKnowledge",
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
  body: JsonSchema | undefined;
}

function casesOf(document: OpenApiDocument): Case[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId, parameters = [], requestBody }]): Case => {
      const query = parameters.filter((one) => one.in === "query" && one.name !== "cursor");
      return {
        operation: operationId,
        method: method.toUpperCase(),
        path,
        query: Object.fromEntries(query.map(({ name, schema }) => [name, schema])),
        body: requestBody?.content["application/json"]?.schema,
      };
    }),
  );
}

const documents = ["/api/public/v1", "/api/admin/v1"] as const;

describe.each(documents)("requests generated from the document of %s", (root) => {
  let world: AdminWorld;
  let document: OpenApiDocument;
  let cases: Case[];
  beforeAll(async () => {
    world = await openAdminWorld({ rateLimit: { perDay: 1_000_000_000 } });
    document = (await (await send("GET", "/openapi.json")).json()) as OpenApiDocument;
    ajv.addSchema({ $id: root, components: document.components });
    cases = casesOf(document);
    const reader = { name: "Reader", permissions: ["knowledge:read" as const] };
    const { userId } = world.owner;
    const generated = await world.api.apiKeys.generate({ organizationSlug: "acme", userId, ...reader });
    readerKey = generated.key;
  });

  function send(method: string, path: string, body?: unknown): Promise<Response> {
    const isReader = root === "/api/public/v1" && method === "GET" && path.startsWith("/knowledge-base");
    const headers: Record<string, string> = { "x-api-key": isReader ? readerKey : world.owner.key };
    if (body !== undefined) headers["content-type"] = "application/json";
    if (method === "PUT" && path.endsWith("/working-copy")) headers["if-none-match"] = "*";
    if (path.endsWith("/working-copy/apply")) headers["if-match"] = workingCopyTag;
    const init = { method, headers, body: body === undefined ? null : JSON.stringify(body) };
    return world.api.fetch(new Request(`http://localhost${root}${path}`, init));
  }

  let rolledKey = "";
  let workingCopyTag = "";
  /** A key that names `knowledge:read`, which no key has otherwise. */
  let readerKey = "";

  /** Reverts an earlier request, which may have changed the post's slug. A key can be rolled only once, and a working copy applied once. */
  async function prepare({ operation }: Case): Promise<void> {
    if (operation === "saveWorkingCopy") await send("DELETE", "/posts/hello/working-copy");
    if (operation === "applyWorkingCopy") {
      await send("DELETE", "/posts/hello/working-copy");
      const saved = await send("PUT", "/posts/hello/working-copy", { name: "Hello", html: "<p>Hi</p>" });
      workingCopyTag = saved.headers.get("etag") ?? "";
    }
    if (operation === "updatePost") await world.api.posts.put("acme", { name: "Hello", slug: "hello" });
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
      .replace("{number}", "1")
      .replace("{id}", operation === "rollKey" ? rolledKey : "nobody");

  const isDescribed = (schema: JsonSchema, value: unknown): boolean =>
    ajv.validate({ ...resolved(schema) }, value);

  /** Returns the schema with its references resolved in the document. */
  const resolved = (schema: JsonSchema): JsonSchema =>
    JSON.parse(JSON.stringify(schema).replaceAll('"#/components', `"${root}#/components`)) as JsonSchema;

  /** Checks a response against the document. Described requests are accepted; all others get 400 or 422. */
  async function expectAsDescribed(response: Response, described: boolean, sent: unknown): Promise<void> {
    const text = await response.clone().text();
    const isRefused = response.status === 400 || response.status === 422;
    const { errors = [] } = isRefused ? (JSON.parse(text) as { errors?: Reason[] }) : {};
    const reasons = errors.map(({ pointer, message }) => `${pointer} ${message}`);
    const isBeyond =
      reasons.length > 0 && reasons.every((one) => beyondSchema.some((rule) => rule.test(one)));
    if (described && isBeyond) return;
    expect([sent, text, !isRefused]).toEqual([sent, text, described]);
  }

  it("takes every query that is described, and refuses every other", async () => {
    for (const one of cases.filter(({ method }) => method === "GET")) {
      const names = Object.keys(one.query);
      const model = Object.fromEntries(
        Object.entries(one.query).map(([name, schema]) => [name, schemaArbitrary(schema, {})]),
      );
      await fc.assert(
        fc.asyncProperty(
          fc.record(model, { requiredKeys: [] }),
          fc.option(fc.record({ name: fc.constantFrom(...names, "page2"), value: junkText })),
          async (query, junk) => {
            const isOpen =
              root === "/api/public/v1"
                ? !strictOperations.has(one.operation) &&
                  !names.some((name) => ["fields", "types", "limit"].includes(name))
                : one.path === "/openapi.json";
            const texts = Object.entries(query).map(([name, value]) => [name, String(value)]);
            const parameters = new URLSearchParams(texts);
            if (junk !== null) parameters.set(junk.name, junk.value);
            // A schema cannot say that a query needs a word.
            if (names.includes("q")) parameters.set("q", `word ${parameters.get("q") ?? ""}`.slice(0, 40));
            const expected = [...parameters].every(([name, text]) => {
              const schema = one.query[name];
              return schema === undefined ? isOpen : isDescribed(schema, valueOf(schema, text));
            });
            const response = await send("GET", `${addressOf(one)}?${parameters.toString()}`);
            await expectAsDescribed(response, expected, [one.operation, parameters.toString()]);
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
          await expectAsDescribed(response, expected, [one.operation, sent]);
        }),
        { numRuns },
      );
    }
  });
});

const junkText = fc.oneof(
  fc.constantFrom(
    "",
    " ",
    "0",
    "-1",
    "1.5",
    "1e3",
    "101",
    "null",
    "name,-id",
    "*,-id",
    "2026-02-30",
    "2026-13-01",
    "x-",
    "en_US",
    "en-",
  ),
  fc.string({ maxLength: 20, unit: "grapheme" }).map((text) => text.normalize("NFC")),
);

/** Parses the text of a parameter. */
function valueOf({ type }: JsonSchema, text: string): unknown {
  return type === "integer" && /^\d+$/.test(text) ? Number(text) : text;
}

interface Mutation {
  /** Index of the changed field. */
  field: number;
  kind: "remove" | "replace" | "add" | "whole";
  junk: unknown;
}

const junk = fc.oneof(
  junkText,
  fc.constantFrom(null, true, 0, -1, 1.5, 1e16, [], {}, [null], { a: 1 }),
  fc.constantFrom(
    "javascript:alert(1)",
    "http:a.example",
    " https://a.example",
    "https://",
    "/a",
    "a@",
    "30",
    "0d",
    "1y",
    "P",
    "PT",
  ),
  fc.constantFrom(
    "2026-05-01",
    "2026-05-01 10:00",
    "2026-02-29",
    "2026-05-01T24:00:00Z",
    "2026-05-01T10:60:00Z",
    "sitemap",
    "a/b",
    ".a",
  ),
  fc.integer({ min: 150, max: 6000 }).map((length) => "x".repeat(length)),
);

const mutation: fc.Arbitrary<Mutation> = fc.record({
  field: fc.nat(30),
  kind: fc.constantFrom("remove", "replace", "replace", "replace", "add", "whole"),
  junk,
});

function mutate(value: unknown, { field, kind, junk: replacement }: Mutation): unknown {
  if (typeof value !== "object" || value === null || kind === "whole") return replacement;
  const copy: Record<string, unknown> = { ...value };
  const names = Object.keys(copy);
  const name = names[field % Math.max(1, names.length)] ?? "name";
  if (kind === "remove") Reflect.deleteProperty(copy, name);
  else copy[kind === "add" ? "unknownField" : name] = replacement;
  return copy;
}
