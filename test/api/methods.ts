import { beforeAll, expect, it } from "vitest";
import { expectProblem, type OpenStorage, World } from "./world.ts";

const readable = ["/post/acme", "/post/acme/hello", "/post/acme/sitemap", "/sitemap/acme"];

/** HEAD, OPTIONS and the methods that a path does not answer. */
export function describeMethods(openStorage: OpenStorage): void {
  const world = World.forSuite(openStorage);
  beforeAll(async () => {
    for (const name of ["Hello", "World"]) await world.createPost({ name });
  });

  it.each([...readable, "/post/acme?limit=1", "/post/acme/nothing", "/post/acme?limit=0", "/sitemap/nobody"])(
    "returns the headers of GET %s for HEAD, without the body",
    async (path) => {
      const [get, head] = [await world.get(path), await world.send("HEAD", path)];
      expect(head.status).toBe(get.status);
      expect([...head.headers]).toEqual([...get.headers]);
      expect(head.body).toBeNull();
      const { byteLength } = await get.arrayBuffer();
      expect(get.headers.get("content-length")).toBe(String(byteLength));
      expect(byteLength).toBeGreaterThan(0);
    },
  );

  it("returns the rate-limit headers for HEAD", async () => {
    const { key } = await world.createKey();
    const headers = { "x-api-key": key };
    const head = await world.send("HEAD", "/post/acme", { headers });
    expect(head.headers.get("ratelimit")).toBe('"daily";r=1999;t=43200');
    const refused = await world.send("HEAD", "/post/acme", { headers: { "x-api-key": "x" } });
    expect([refused.status, refused.body]).toEqual([401, null]);
  });

  it.each([
    ...readable.map((path) => [path, "GET, HEAD, OPTIONS", ["POST", "PUT", "PATCH", "DELETE", "PROPFIND"]]),
    ["/knowledge-base", "GET, HEAD, POST, OPTIONS", ["PUT", "PATCH", "DELETE"]],
    ["/knowledge-base/hours", "GET, HEAD, PUT, DELETE, OPTIONS", ["POST", "PATCH"]],
  ] as [string, string, string[]][])("lists the methods of %s: %s", async (path, allow, methods) => {
    for (const method of methods) {
      const response = await world.send(method, path);
      expect(response.headers.get("allow")).toBe(allow);
      expect([response.status, response.body === null]).toEqual([405, method === "HEAD"]);
      if (method !== "HEAD") await expectProblem(response, 405, "method-not-allowed");
    }
    const options = await world.send("OPTIONS", path);
    expect([options.status, options.headers.get("allow"), options.body]).toEqual([204, allow, null]);
  });
}
