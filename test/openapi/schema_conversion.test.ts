import * as v from "valibot";
import { describe, expect, it } from "vitest";
import { type ApiDescription, toOpenApi } from "../../lib/http/openapi/mod.ts";

/** A schema that counts its conversions. Each conversion reads its entries once. */
function countedSchema(): { schema: v.GenericSchema; reads: () => number } {
  let reads = 0;
  const schema = v.object({ name: v.string() });
  const { entries } = schema;
  Object.defineProperty(schema, "entries", {
    get: () => {
      reads++;
      return entries;
    },
  });
  return { schema, reads: () => reads };
}

/** An API with a named schema and several operations that each have their own schemas. */
function apiOf(operations: number, named: v.GenericSchema): ApiDescription {
  return {
    title: "API",
    summary: "",
    description: "",
    version: "1.0.0",
    server: "/api",
    tags: [],
    keyHeader: { name: "x-api-key", description: "" },
    schemas: { Named: named },
    headers: {},
    examples: {},
    operations: Array.from({ length: operations }, (_, index) => ({
      operationId: `operation${index}`,
      method: "get" as const,
      path: `/${index}`,
      tag: "Tag",
      summary: "",
      description: "",
      needsKey: false,
      parameters: [],
      query: { entries: { [`q${index}`]: v.exactOptional(v.pipe(v.string(), v.maxLength(index + 1))) } },
      responses: [
        {
          status: 200,
          description: "",
          headers: [],
          content: {
            mediaType: "application/json",
            schema: v.object({ [`field${index}`]: named }),
            examples: {},
          },
        },
      ],
    })),
  };
}

/** Returns the number of conversions of the named schema for a document. */
function conversions(operations: number): number {
  const { schema, reads } = countedSchema();
  toOpenApi(apiOf(operations, schema));
  return reads();
}

describe("the document of an API", () => {
  it("converts a named schema equally often for 1 operation and for 100", () => {
    expect(conversions(1)).toBeGreaterThan(0);
    expect(conversions(100)).toBe(conversions(1));
  });

  it("holds the schema of every operation", () => {
    const { paths, components } = toOpenApi(apiOf(2, v.object({ name: v.string() })));
    const [first, second] = Object.values(paths).map(({ get }) => get);
    expect(components.schemas["Named"]).toMatchObject({ properties: { name: { type: "string" } } });
    expect(first?.parameters).toMatchObject([{ name: "q0", schema: { type: "string", maxLength: 1 } }]);
    expect(second?.parameters).toMatchObject([{ name: "q1", schema: { type: "string", maxLength: 2 } }]);
    expect(second?.responses["200"]?.content?.["application/json"]?.schema).toMatchObject({
      properties: { field1: { $ref: "#/components/schemas/Named" } },
    });
  });
});
