import { describe, expect, it } from "vitest";
import { mcp } from "../../lib/api/mcp/mod.ts";
import type { OpenApiDocument } from "../../lib/http/openapi/openapi_document.ts";
import { openAdminWorld } from "./admin_world.ts";

/** A body of any resource. The document decides where it can be sent, so a new endpoint is tested, too. */
const body = String.raw`{"anything":{"nested":["\ud83d\ude00","half \ud83d"]}}`;

describe("a body with half of a surrogate pair", async () => {
  const { api, owner } = await openAdminWorld({ mcp: mcp() });
  const send = (
    method: string,
    path: string,
    { sent = null, headers = {} }: { sent?: string | null; headers?: Record<string, string> } = {},
  ): Promise<Response> =>
    api.fetch(
      new Request(`http://localhost${path}`, {
        method,
        headers: {
          "x-api-key": owner.key,
          accept: "application/json, text/event-stream",
          ...(sent !== null && { "content-type": "application/json" }),
          ...headers,
        },
        body: sent,
      }),
    );
  const operations = await Promise.all(
    ["/api/admin/v1", "/api/public/v1"].map(async (root) => {
      const { paths } = (await (await send("GET", `${root}/openapi.json`)).json()) as OpenApiDocument;
      return Object.entries(paths).flatMap(([path, methods]) =>
        Object.entries(methods).flatMap(([method, { requestBody }]) =>
          requestBody?.content["application/json"] === undefined
            ? []
            : [`${method.toUpperCase()} ${root}${path}`],
        ),
      );
    }),
  );

  it.each(operations.flat())("is refused with its pointer by %s", async (operation) => {
    const [method = "", path = ""] = operation.split(" ");
    const condition = path.endsWith("/apply") ? { "if-match": '"1-1"' } : { "if-none-match": "*" };
    const address = path
      .replace("{organizationSlug}", "acme")
      .replace("{slug}", "hello")
      .replace("{number}", "1")
      .replace("{id}", "nobody");
    const response = await send(method, address, { sent: body, headers: condition });
    const problem = (await response.json()) as object;
    expect([response.status, problem]).toMatchObject([
      422,
      { code: "invalid-body", errors: [{ pointer: "/anything/nested/1" }] },
    ]);
  });

  it("is refused in the arguments of a tool", async () => {
    const call = { name: "get_post", arguments: { slug: "\ud800" } };
    const message = { jsonrpc: "2.0", id: 1, method: "tools/call", params: call };
    const response = await send("POST", "/api/public/v1/mcp/acme", { sent: JSON.stringify(message) });
    expect([response.status, await response.json()]).toMatchObject([
      422,
      { errors: [{ pointer: "/params/arguments/slug" }] },
    ]);
  });

  it("names the pointer in valid JSON, even if the name of a field has it", async () => {
    const response = await send("PATCH", "/api/admin/v1/organization", { sent: String.raw`{"\ud800": 1}` });
    const text = await response.text();
    expect(text).not.toMatch(/\\ud/);
    expect(JSON.parse(text)).toMatchObject({ status: 422, errors: [{ pointer: "/\ufffd" }] });
  });

  it("is stored by no library call in a form that a response repeats", async () => {
    await api.posts.create("acme", {
      name: "Half \ud83d",
      slug: "half",
      html: "<p>\udc00</p>",
      tags: ["\ud800"],
    });
    for (const path of ["post/acme", "post/acme/half", "tags/acme", "post/acme?fields=html,name&limit=1"]) {
      const text = await (await send("GET", `/api/public/v1/${path}`)).text();
      expect([path, /\\ud/.test(text), text.includes("\ufffd")]).toEqual([path, false, true]);
    }
  });
});
