import { describe, expect, it } from "vitest";
import { adminRoutes } from "../../lib/api/admin/admin_routes.ts";
import type { OpenApiDocument } from "../../lib/http/openapi/mod.ts";
import { acts } from "./acts.ts";
import { createCaller, openAdminWorld, sendAdmin } from "./admin_world.ts";

async function readDocument(options = {}): Promise<OpenApiDocument> {
  const world = await openAdminWorld(options);
  const { key } = await createCaller(world.world, "viewer");
  return (await (await sendAdmin(world, key, ["GET", "/openapi.json"])).json()) as OpenApiDocument;
}

describe("the OpenAPI document of the admin API", () => {
  it("has every method of every path, and no other", async () => {
    const { paths, openapi } = await readDocument();
    const described = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const answered = adminRoutes.flatMap(
      ({ path, hasQuery: _hasQuery, readsPost: _readsPost, readsTexts: _readsTexts, ...methods }) =>
        Object.keys(methods).map((method) => `${method} /${path}`),
    );
    expect(openapi).toBe("3.1.1");
    expect(described.toSorted()).toEqual(answered.toSorted());
    const ids = Object.values(paths).flatMap((methods) =>
      Object.values(methods).map(({ operationId }) => operationId),
    );
    expect(new Set(ids).size).toBe(ids.length);
  });

  it("names the permission that each act needs", async () => {
    const { paths } = await readDocument();
    const world = await openAdminWorld();
    for (const { byHttp, needs, alsoNeeds = [] } of acts) {
      const [method, path] = byHttp(world, world.owner);
      const [pathname = ""] = path.split("?");
      const [, operation] =
        Object.entries(paths)
          .map(([pattern, methods]) => [pattern, methods[method.toLowerCase()]] as const)
          .find(([pattern]) => new RegExp(`^${pattern.replaceAll(/\{\w+\}/g, "[^/]+")}$`).test(pathname)) ??
        [];
      const [first, ...further] = operation?.["x-permissions"] ?? [];
      expect([method, path, first]).toEqual([method, path, needs]);
      // Some further permissions depend on the resource.
      expect([method, path, alsoNeeds]).toEqual([method, path, expect.arrayContaining(further)]);
      expect(operation?.description).toContain(`Needs \`${needs}\`.`);
    }
  });

  it("describes every parameter and every body, with examples, and every problem by its code", async () => {
    const { paths, components } = await readDocument();
    for (const methods of Object.values(paths)) {
      for (const { operationId, parameters = [], requestBody, responses } of Object.values(methods)) {
        for (const { name, description } of parameters)
          expect([operationId, name, description]).toEqual([operationId, name, expect.stringMatching(/\w/)]);
        const contents = [requestBody, ...Object.values(responses)].flatMap((one) =>
          Object.values(one?.content ?? {}),
        );
        for (const { schema, examples } of contents) {
          expect([operationId, schema]).not.toEqual([operationId, { type: "object" }]);
          expect([operationId, Object.keys(examples)]).not.toEqual([operationId, []]);
        }
        const refused = Object.keys(responses["403"]?.content?.["application/problem+json"]?.examples ?? {});
        expect([operationId, refused]).toEqual([operationId, expect.arrayContaining(["wrong-organization"])]);
      }
    }
    expect(components.securitySchemes["apiKey"]).toMatchObject({ in: "header", name: "x-api-key" });
  });

  it("has the schemas that validate requests", async () => {
    const { paths, components } = await readDocument({ limits: { textCharacters: 321 } });
    const generate = paths["/api-keys"]?.["post"]?.requestBody?.content["application/json"];
    expect(generate?.schema).toEqual({ $ref: "#/components/schemas/NewKey" });
    const { NewKey, NewPost, NewMarkdownPost } = components.schemas;
    expect(Object.keys(NewKey?.properties ?? {})).toEqual([
      "name",
      "expiresIn",
      "expiresAt",
      "permissions",
      "networks",
      "rateLimit",
    ]);
    expect(NewKey?.additionalProperties).toBe(false);
    expect(NewPost?.properties?.["name"]).toMatchObject({ minLength: 1, maxLength: 500 });
    expect(NewPost?.required).toEqual(["name"]);
    expect([NewMarkdownPost?.required, NewMarkdownPost?.properties?.["html"]]).toEqual([
      ["markdown"],
      undefined,
    ]);
    const limit = paths["/posts"]?.["get"]?.parameters?.find(({ name }) => name === "limit");
    expect(limit?.schema).toEqual({ type: "integer", minimum: 1, maximum: 100, default: 50 });
    expect(paths["/knowledge-base"]?.["post"]?.requestBody?.description).toContain("1 to 321 characters");
  });

  it("contains the base path of the API, and is not sent again to clients with a current copy", async () => {
    const { owner, api } = await openAdminWorld({ basePath: "/content" });
    const read = async (headers: Record<string, string>): Promise<Response> =>
      api.fetch(
        new Request("http://localhost/content/api/admin/v1/openapi.json", {
          headers: { "x-api-key": owner.key, ...headers },
        }),
      );
    const response = await read({});
    const { servers } = (await response.json()) as OpenApiDocument;
    expect(servers.map(({ url }) => url)).toEqual(["/content/api/admin/v1"]);
    expect((await read({ "if-none-match": response.headers.get("etag") ?? "" })).status).toBe(304);
  });
});
