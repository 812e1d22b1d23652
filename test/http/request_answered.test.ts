import { describe, expect, it } from "vitest";
import type { RequestAnsweredEvent } from "../../lib/mod.ts";
import { openMemory } from "../access/storages.ts";
import { World } from "../api/world.ts";

async function openTold(): Promise<{ world: World; told: RequestAnsweredEvent[] }> {
  const told: RequestAnsweredEvent[] = [];
  const world = await World.open(openMemory, {
    basePath: "/content",
    hooks: { "request.answered": (event) => void told.push(event) },
  });
  return { world, told };
}

async function ask(world: World, path: string, init: RequestInit = {}): Promise<Response> {
  return world.api.fetch(new Request(`http://localhost/content/api/public/v1${path}`, init));
}

describe("the hook request.answered", () => {
  it("is called with response, caller and route", async () => {
    const { world, told } = await openTold();
    await world.createPost({ name: "Hello" });
    const { key, id } = await world.createKey();
    const answer = await ask(world, "/post/acme/hello", { headers: { "x-api-key": key } });
    const bytes = (await answer.arrayBuffer()).byteLength;
    expect(told).toEqual([
      {
        request: expect.any(Request) as Request,
        route: "/api/public/v1/post/{organizationSlug}/{slug}",
        method: "GET",
        status: 200,
        milliseconds: 0,
        bytes,
        keyId: id,
        organizationSlug: "acme",
      },
    ]);
  });

  it("is called for refusals and problems with their codes, and for unknown paths", async () => {
    const { world, told } = await openTold();
    await ask(world, "/post/acme/none", { method: "HEAD" });
    await ask(world, "/post/acme", { headers: { "x-api-key": "x" } });
    await ask(world, "/post/acme", { method: "PUT" });
    await ask(world, "/none");
    const seen = told.map(({ route, method, status, code, bytes }) => ({
      route,
      method,
      status,
      code,
      bytes,
    }));
    const list = "/api/public/v1/post/{organizationSlug}";
    const some = expect.any(Number) as number;
    expect(seen).toEqual([
      { route: `${list}/{slug}`, method: "HEAD", status: 404, code: "post-not-found", bytes: 0 },
      { route: list, method: "GET", status: 401, code: "invalid-key", bytes: some },
      { route: list, method: "PUT", status: 405, code: "method-not-allowed", bytes: some },
      { route: undefined, method: "GET", status: 404, code: "path-not-found", bytes: some },
    ]);
  });

  it("fails no request when it throws", async () => {
    const errors: unknown[] = [];
    const world = await World.open(openMemory, {
      onError: (error, request) => errors.push([String(error), request]),
      hooks: {
        "request.answered": () => {
          throw new Error("hook");
        },
      },
    });
    expect((await world.get("/post/acme")).status).toBe(200);
    await new Promise((resolve) => setImmediate(resolve));
    expect(errors).toEqual([["Error: hook", undefined]]);
  });
});

describe("onError", () => {
  it("is called with the failed request", async () => {
    const errors: unknown[] = [];
    const world = await World.open(openMemory, {
      onError: (error, request) => errors.push([String(error), request?.url]),
      content: {
        findOrganization: async () => Promise.reject(new Error("database")),
        getPost: async () => null,
        listPosts: async () => ({ posts: [], next: null }),
      },
    });
    expect((await world.get("/post/acme")).status).toBe(500);
    expect(errors).toEqual([["Error: database", "http://localhost/api/public/v1/post/acme"]]);
  });
});
