import { expect, it } from "vitest";
import { type OpenStorage, World } from "./world.ts";

const paths = ["/post/acme", "/post/acme/hello", "/post/acme/sitemap", "/sitemap/acme", "/knowledge-base"];
const origin = "https://page.example";

interface OpenApiDocument {
  paths: Record<string, Record<string, { parameters?: { name: string; in: string }[] }>>;
  components: { securitySchemes: Record<string, { name: string }> };
}

/** Tests the headers that let pages of other origins call. */
export function describeCors(openStorage: OpenStorage): void {
  const world = World.forEachTest(openStorage);

  it("responds to a preflight on every route without a key, and allows the key header", async () => {
    await world.reopen({ readAccess: "key" });
    for (const path of paths) {
      const method = path === "/knowledge-base" ? "POST" : "GET";
      const response = await world.send("OPTIONS", path, {
        headers: {
          origin,
          "access-control-request-method": method,
          "access-control-request-headers": "content-type, x-api-key",
        },
      });
      expect(response.status).toBe(204);
      expect(response.headers.get("access-control-allow-origin")).toBe("*");
      expect(response.headers.get("access-control-allow-methods")?.split(", ")).toContain(method);
      expect(response.headers.get("access-control-allow-headers")?.split(", ")).toContain("x-api-key");
      expect(response.headers.get("access-control-max-age")).toBe("7200");
    }
  });

  it("allows each header that the document names, and those of scripts for tracing", async () => {
    const { paths, components } = (await (await world.get("/openapi.json")).json()) as OpenApiDocument;
    const tracing = ["baggage", "cache-control", "sentry-trace", "traceparent", "tracestate"];
    for (const [path, operations] of Object.entries(paths)) {
      for (const [method, { parameters = [] }] of Object.entries(operations)) {
        const named = parameters.filter((parameter) => parameter.in === "header").map(({ name }) => name);
        const keys = Object.values(components.securitySchemes).map(({ name }) => name);
        expect(
          await refusedBy(path.replaceAll(/[{}]/g, ""), method, [...named, ...keys, ...tracing]),
        ).toEqual([]);
      }
    }
    expect(Object.keys(paths)).toContain("/events/{organizationSlug}");
  });

  it("allows the configured headers", async () => {
    const own = ["X-Requested-With", "x-datadog-trace-id"];
    expect(await refusedBy("/post/acme", "get", own)).toEqual(own);
    await world.reopen({ cors: { allowedHeaders: own } });
    expect(await refusedBy("/post/acme", "get", own)).toEqual([]);
  });

  /** Returns the request headers that a preflight refuses. A browser compares the names without case. */
  async function refusedBy(path: string, method: string, names: readonly string[]): Promise<string[]> {
    const headers = {
      origin,
      "access-control-request-method": method.toUpperCase(),
      "access-control-request-headers": names.map((name) => name.toLowerCase()).join(","),
    };
    const response = await world.send("OPTIONS", path, { headers });
    expect([path, response.status]).toEqual([path, 204]);
    const allowed = response.headers.get("access-control-allow-headers")?.toLowerCase().split(", ") ?? [];
    return names.filter((name) => !allowed.includes(name.toLowerCase()));
  }

  it("exposes quota and validators, also of errors", async () => {
    for (const path of ["/post/acme", "/post/acme/nothing", "/post/nobody"]) {
      const { headers } = await world.send("GET", path, { headers: { origin } });
      expect(headers.get("access-control-allow-origin")).toBe("*");
      const exposed = headers.get("access-control-expose-headers")?.split(", ");
      expect(exposed).toEqual(
        expect.arrayContaining(["ratelimit", "ratelimit-policy", "retry-after", "etag"]),
      );
    }
  });

  it("sends the same headers to every origin, so that a shared cache can store one response", async () => {
    await world.createPost({ name: "Hello" });
    const etag = await world.etagOf("/post/acme/hello");
    const requests: [path: string, status: number, headers?: Record<string, string>][] = [
      ["/post/acme", 200],
      ["/post/acme/hello", 200],
      ["/post/acme/hello", 304, { "if-none-match": etag }],
      ["/sitemap/acme", 200],
      ["/openapi.json", 200],
      ["/post/nobody", 404],
      ["/nowhere", 404],
    ];
    for (const [path, status, headers = {}] of requests) {
      const cors: unknown[] = [];
      for (const own of [{}, { origin }, { origin: "https://other.example" }, { "x-api-key": "none" }]) {
        const response = await world.send("GET", path, { headers: { ...headers, ...own } });
        expect([path, response.status]).toEqual([path, "x-api-key" in own ? 401 : status]);
        expect(response.headers.get("vary")).not.toContain("origin");
        cors.push([...response.headers].filter(([name]) => name.startsWith("access-control-")));
      }
      expect(cors[0]).toEqual([
        ["access-control-allow-origin", "*"],
        ["access-control-expose-headers", expect.stringMatching(/(?:^|, )x-request-id(?:,|$)/)],
      ]);
      expect(new Set(cors.map((one) => JSON.stringify(one))).size).toBe(1);
    }
  });

  it("lets a page of a configured origin read the 404 of an unknown path", async () => {
    await world.reopen({ cors: { origins: [origin] } });
    for (const own of [origin, "https://other.example"]) {
      const { headers } = await world.send("GET", "/nowhere", { headers: { origin: own } });
      expect(headers.get("access-control-allow-origin")).toBe(own === origin ? origin : null);
      expect([headers.get("vary"), headers.get("cache-control")]).toEqual(["x-api-key, origin", "no-store"]);
    }
  });

  it("names a configured origin only to itself", async () => {
    await world.reopen({ cors: { origins: [origin] } });
    const granted = await world.send("GET", "/post/acme", { headers: { origin } });
    expect(granted.headers.get("access-control-allow-origin")).toBe(origin);
    expect(granted.headers.get("vary")).toBe("x-api-key, origin");
    for (const headers of [{ origin: "https://other.example" }, {}]) {
      const response = await world.send("GET", "/post/acme", { headers });
      expect(response.headers.has("access-control-allow-origin")).toBe(false);
      expect(response.headers.get("vary")).toBe("x-api-key, origin");
    }
  });
}
