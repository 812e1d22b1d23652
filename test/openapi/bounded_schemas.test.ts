import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { JsonSchema, OpenApiDocument } from "../../lib/http/openapi/openapi_document.ts";
import { type AdminWorld, openAdminWorld } from "../admin/admin_world.ts";
import { fieldsOfAllTypes } from "../custom_fields/all_types.ts";
import { requestLimits } from "./request_limits.ts";

/** Lists the texts, lists and objects of any names in requests that have no maximum, such as `createPost body/name`. */
function unboundedPlaces(document: OpenApiDocument): string[] {
  const unbounded = requestLimits(document).filter(({ most }) => most === undefined);
  return unbounded.map(({ operation, place }) => `${operation} ${place}`);
}

describe.each(["/api/public/v1", "/api/admin/v1"])("requests by the document of %s", (root) => {
  let world: AdminWorld;
  let document: OpenApiDocument;

  beforeAll(async () => {
    world = await openAdminWorld();
    await world.api.organizations.update("acme", { postFields: fieldsOfAllTypes });
    const headers = { "x-api-key": world.owner.key };
    const response = await world.api.fetch(new Request(`http://localhost${root}/openapi.json`, { headers }));
    document = (await response.json()) as OpenApiDocument;
  });
  afterAll(async () => world.world.close());

  it("have a maximum for every text, list and object of any names", () => {
    expect(unboundedPlaces(document)).toEqual([]);
  });
});

describe("unboundedPlaces", () => {
  const documentOf = (schema: JsonSchema): OpenApiDocument =>
    ({
      paths: {
        "/": { post: { operationId: "send", requestBody: { content: { "application/json": { schema } } } } },
      },
      components: { schemas: { Name: { type: "string" } } },
    }) as unknown as OpenApiDocument;

  it.each<[JsonSchema, string[]]>([
    [{ type: "string" }, ["send body"]],
    [{ type: "string", maxLength: 5 }, []],
    [{ type: "string", enum: ["a"] }, []],
    [{ type: "array", maxItems: 3, items: { type: "string" } }, ["send body/*"]],
    [{ type: "array", items: { type: "integer" } }, ["send body"]],
    [{ anyOf: [{ type: "null" }, { $ref: "#/components/schemas/Name" }] }, ["send body"]],
    [{ type: "object", properties: { name: { $ref: "#/components/schemas/Name" } } }, ["send body/name"]],
    [{ type: "object", additionalProperties: { type: "integer" } }, ["send body"]],
  ])("finds the places of %j", (schema, places) => {
    expect(unboundedPlaces(documentOf(schema))).toEqual(places);
  });
});
