import { beforeEach, describe, expect, it } from "vitest";
import { createPublicApi } from "../../lib/mod.ts";
import { memoryDriver } from "../../storage-drivers/memory.ts";
import { expectProblem } from "../api/world.ts";
import { type AdminWorld, createCaller, openAdminWorld, sendAdmin } from "./admin_world.ts";

describe("the admin API", () => {
  let world: AdminWorld;
  beforeEach(async () => {
    world = await openAdminWorld();
  });

  it("is not there unless the host turns it on", async () => {
    const off = await openAdminWorld({ adminApi: false });
    await expectProblem(await sendAdmin(off, off.owner.key, ["GET", "/posts"]), 404, "path-not-found");
    const response = await createPublicApi({ storage: memoryDriver() }).fetch(
      new Request("http://localhost/api/admin/v1/posts"),
    );
    const { detail } = await expectProblem(response, 404, "path-not-found");
    expect(detail).toBe("The path does not exist in this API");
  });

  it.each([
    ["/posts", "GET, HEAD, POST, OPTIONS"],
    ["/posts/hello", "GET, HEAD, PUT, PATCH, DELETE, OPTIONS"],
    ["/api-keys/x/revoke", "POST, OPTIONS"],
    ["/members/x", "GET, HEAD, PATCH, DELETE, OPTIONS"],
    ["/usage", "GET, HEAD, OPTIONS"],
  ])("says what %s answers", async (path, allow) => {
    const options = await sendAdmin(world, undefined, ["OPTIONS", path]);
    expect([options.status, options.headers.get("allow")]).toEqual([204, allow]);
    const other = await world.send("REPORT", path);
    expect(other.headers.get("allow")).toBe(allow);
    await expectProblem(other, 405, "method-not-allowed");
    await expectProblem(await sendAdmin(world, undefined, ["REPORT", path]), 401, "missing-key");
  });

  it.each([
    [
      "GET",
      "/posts?page=2",
      '"page" is unknown: the endpoint takes sort, limit, cursor, status, createdBy, search, section, language, tag, notTag',
    ],
    ["GET", "/audit?search=a", '"search" is unknown: the endpoint takes limit, cursor'],
    ["GET", "/organization?limit=2", '"limit" is unknown: the endpoint takes no query parameters'],
    ["POST", "/posts?limit=2", '"limit" is unknown: the endpoint takes no query parameters'],
    ["DELETE", "/posts/hello?force=1", '"force" is unknown: the endpoint takes no query parameters'],
  ] as const)("refuses the unknown query parameter of %s %s", async (method, path, reason) => {
    const response = await world.send(method, path);
    const { detail } = await expectProblem(response, 400, "invalid-parameter");
    expect(detail).toBe(`The query parameter ${reason}`);
  });

  it("has only its own paths", async () => {
    for (const path of ["", "/", "/post", "/posts/a/b/c", "/api-keys/x/delete"]) {
      const response = await world.send("GET", path);
      expect((await expectProblem(response, 404, "path-not-found")).status).toBe(404);
    }
  });

  it("refuses pages of other origins", async () => {
    const headers = { origin: "https://evil.example", "access-control-request-method": "PUT" };
    const preflight = await sendAdmin(world, undefined, ["OPTIONS", "/posts/a", undefined, headers]);
    const answer = await world.send("GET", "/posts", undefined, headers);
    for (const response of [preflight, answer]) {
      const names = [...response.headers.keys()].filter((name) => name.startsWith("access-control"));
      expect(names).toEqual([]);
      expect(response.headers.get("cache-control")).toBe("no-store");
    }
  });

  it("counts every request against the quota of the key, and refuses requests above it", async () => {
    const limited = await openAdminWorld({ rateLimit: { perDay: 3 } });
    const { key } = await createCaller(limited.world, "viewer");
    const left: (string | null)[] = [];
    for (const request of [
      ["GET", "/posts"],
      ["POST", "/posts"],
      ["REPORT", "/posts"],
      ["GET", "/posts"],
    ] as [string, string][]) {
      const response = await sendAdmin(limited, key, request);
      left.push(response.headers.get("ratelimit"));
    }
    expect(left).toEqual([2, 1, 0, 0].map((r) => `"daily";r=${r};t=43200`));
    await expectProblem(await sendAdmin(limited, key, ["GET", "/posts"]), 429, "quota-exceeded");
    await expectProblem(await limited.world.get("/post/acme", key), 429, "quota-exceeded");
  });

  it.each([
    ["OPTIONS", "/posts", 204],
    ["GET", "/nothing", 404],
    ["OPTIONS", "/nothing", 404],
    ["GET", "", 404],
  ])("counts %s %s, answered with %i, and verifies the key", async (method, path, status) => {
    const limited = await openAdminWorld({ rateLimit: { perDay: 2 } });
    const { key } = await createCaller(limited.world, "viewer");
    for (const left of [1, 0]) {
      const response = await sendAdmin(limited, key, [method, path]);
      expect([response.status, response.headers.get("ratelimit")]).toEqual([
        status,
        `"daily";r=${left};t=43200`,
      ]);
    }
    await expectProblem(await sendAdmin(limited, key, [method, path]), 429, "quota-exceeded");
    await expectProblem(await sendAdmin(limited, key.replace(/.$/, "_"), [method, path]), 401, "invalid-key");
    await limited.world.forgetWrites();
    const open = await sendAdmin(limited, undefined, [method, path]);
    expect([open.status, open.headers.get("ratelimit")]).toEqual([status, null]);
    expect(limited.world.writes).toEqual([]);
  });

  it("reports server errors to the host, and hides them from the client", async () => {
    const broken = await openAdminWorld();
    const { storage } = broken.world;
    if (!("atomic" in storage)) throw new Error("no driver");
    const failing = { ...storage.atomic, list: () => Promise.reject(new Error("disk on fire")) };
    Object.assign(storage.atomic, failing);
    const response = await sendAdmin(broken, broken.owner.key, ["GET", "/posts"]);
    const { detail } = await expectProblem(response, 503, "store-unavailable");
    expect(detail).not.toContain("fire");
    expect(broken.world.errors.map(String)).toEqual([
      "StoreUnavailableError: Cannot use the store: disk on fire",
    ]);
  });

  it("keeps texts, and finds and deletes them", async () => {
    const { key } = world.owner;
    const added = await sendAdmin(world, key, ["POST", "/knowledge-base", { text: " Open on SUNDAYS " }]);
    const { id } = (await added.json()) as { id: string };
    const search = async (query: string): Promise<unknown> =>
      (await sendAdmin(world, key, ["GET", `/knowledge-base?${query}`])).json();
    expect(await search("search=sundays")).toEqual({
      entries: [{ id, text: "Open on SUNDAYS", createdAt: expect.any(String), userId: world.owner.userId }],
      nextCursor: null,
    });
    const first = (await search("limit=1")) as { entries: unknown[]; nextCursor: string };
    const second = (await search(`limit=1&cursor=${first.nextCursor}`)) as typeof first;
    expect([first.entries.length, second.entries.length, second.nextCursor]).toEqual([1, 1, null]);
    expect(second.entries).not.toEqual(first.entries);
    expect((await sendAdmin(world, key, ["DELETE", `/knowledge-base/${id}`])).status).toBe(204);
    await expectProblem(await sendAdmin(world, key, ["DELETE", `/knowledge-base/${id}`]), 404, "not-found");
    expect(await search("search=sundays")).toEqual({ entries: [], nextCursor: null });
    const blank = await sendAdmin(world, key, ["POST", "/knowledge-base", { text: " " }]);
    await expectProblem(blank, 422, "invalid-body");
  });

  it.each<[string, string, unknown, string]>([
    ["POST", "/api-keys", { name: "" }, "/name"],
    ["POST", "/api-keys", { name: "A", expiresIn: "soon" }, "/expiresIn"],
    ["POST", "/api-keys", { name: "A", expiresAt: "2020-01-01" }, "/expiresAt"],
    ["POST", "/api-keys", { name: "A", permissions: ["root"] }, "/permissions/0"],
    ["POST", "/members", { role: "viewer" }, ""],
    ["POST", "/members", { name: "A", role: "king" }, ""],
    ["POST", "/members", { name: "A", email: "a", role: "viewer" }, "/email"],
    ["PATCH", "/members/x", { role: "toString" }, "/role"],
    ["PATCH", "/members/x", { role: 5 }, "/role"],
    ["PATCH", "/organization", { siteUrl: "javascript:alert(1)" }, "/siteUrl"],
    ["PATCH", "/organization", { logo: "javascript:alert(1)" }, "/logo"],
    ["POST", "/posts", { name: "Hello", html: "", image: "javascript:alert(1)" }, "/image"],
    ["PATCH", "/organization", { id: "x" }, "/id"],
  ])("%s %s refuses %j", async (method, path, body, pointer) => {
    const problem = await expectProblem(await world.send(method, path, body), 422, "invalid-body");
    expect(problem.errors?.[0]?.pointer).toBe(pointer);
  });
});

describe("values of a different type than described", () => {
  it.each([
    ["PATCH", "/organization", { feeds: [] }, "/feeds"],
    ["PUT", "/posts/hello", { name: "Hello", translations: [] }, "/translations"],
    ["PUT", "/posts/hello", { name: "Hello", slug: null }, "/slug"],
  ])("are refused: %s %s %j", async (method, path, body, pointer) => {
    const world = await openAdminWorld();
    const response = await world.send(method, path, body);
    expect(response.status).toBe(422);
    expect(await response.json()).toMatchObject({ errors: [{ pointer }] });
  });
});
