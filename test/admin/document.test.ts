import { describe, expect, it } from "vitest";
import { adminRoutes } from "../../lib/http/admin/admin_routes.ts";
import { acts } from "./acts.ts";
import { createCaller, openAdminWorld, sendAdmin } from "./admin_world.ts";

interface Operation {
  description: string;
  operationId: string;
  parameters?: { name: string; in: string; description?: string }[];
  requestBody?: {
    content: Record<string, { schema: { properties?: object; additionalProperties?: boolean } }>;
  };
}

interface Document {
  openapi: string;
  servers: { url: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, { properties: object }> };
}

async function readDocument(options = {}): Promise<Document> {
  const world = await openAdminWorld(options);
  const { key } = await createCaller(world.world, "viewer");
  return (await (await sendAdmin(world, key, ["GET", "/openapi.json"])).json()) as Document;
}

describe("the OpenAPI document of the admin API", () => {
  it("has every method of every path, and no other", async () => {
    const { paths, openapi } = await readDocument();
    const described = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const answered = adminRoutes.flatMap(({ path, ...methods }) =>
      Object.keys(methods).map((method) => `${method} ${path}`),
    );
    expect(openapi).toBe("3.1.1");
    expect(described.toSorted()).toEqual(answered.toSorted());
    const ids = Object.values(paths).flatMap((methods) =>
      Object.values(methods).map(({ operationId }) => operationId),
    );
    expect(new Set(ids).size).toBe(ids.length);
  });

  it("tells the permission that each act needs", async () => {
    const { paths } = await readDocument();
    const world = await openAdminWorld();
    for (const { byHttp, needs } of acts) {
      const [method, path] = byHttp(world, world.owner);
      const [, description] =
        Object.entries(paths)
          .map(([pattern, methods]) => [pattern, methods[method.toLowerCase()]?.description] as const)
          .find(([pattern]) => new RegExp(`^${pattern.replaceAll(/\{\w+\}/g, "[^/]+")}$`).test(path)) ?? [];
      expect([method, path, description]).toEqual([method, path, `Needs \`${needs}\`.`]);
    }
  });

  it("describes every parameter, and bodies by the schemas that validate them", async () => {
    const { paths, components } = await readDocument();
    for (const [path, methods] of Object.entries(paths)) {
      for (const { parameters = [] } of Object.values(methods)) {
        for (const parameter of parameters)
          expect([path, parameter.description]).toEqual([path, expect.any(String)]);
      }
    }
    const key = paths["/api-keys"]?.["post"]?.requestBody?.content["application/json"]?.schema;
    expect(Object.keys(key?.properties ?? {})).toEqual(["name", "expiresIn", "expiresAt", "permissions"]);
    expect(key?.additionalProperties).toBe(false);
    expect(Object.keys(components.schemas["Post"]?.properties ?? {})).toContain("publishedAt");
    const markdown = Object.keys(components.schemas["MarkdownPost"]?.properties ?? {});
    expect([markdown.includes("markdown"), markdown.includes("html")]).toEqual([true, false]);
  });

  it("says where the API is mounted", async () => {
    const { owner, api } = await openAdminWorld({ basePath: "/content" });
    const request = new Request("http://localhost/content/api/admin/v1/openapi.json", {
      headers: { "x-api-key": owner.key },
    });
    const { servers } = (await (await api.fetch(request)).json()) as Document;
    expect(servers).toEqual([{ url: "/content/api/admin/v1" }]);
  });
});
