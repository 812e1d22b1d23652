import { beforeAll, describe, expect, it } from "vitest";
import { serve } from "../../adapters/node.ts";
import { until } from "../storage-drivers/_redis_server.ts";
import { openMemory } from "../access/storages.ts";
import { World } from "../api/world.ts";
import { releaseAfterUse } from "../servers/release_after_use.ts";
import { isMissing, deployed, startNginx } from "./_started_proxy.ts";

const paths = ["/post/acme", "/post/acme/hello", "/post/acme/sitemap", "/sitemap/acme"];

interface Answer {
  status: number;
  /** nginx's cache status. */
  cache: string | null;
  body: string;
  headers: Headers;
}

/** An API behind nginx's cache, and the requests that have reached it. */
interface Cached {
  world: World;
  /** Requests that reached the API. */
  reached: string[];
  get(path: string, headers?: Record<string, string>): Promise<Answer>;
  stopApi(): Promise<void>;
}

/** Opens a cache that ends with the test or file. */
async function openCached(maxAgeSeconds: number, staleWhileRevalidateSeconds: number): Promise<Cached> {
  const cache = { maxAgeSeconds, staleWhileRevalidateSeconds };
  const world = await World.open(openMemory, { cache });
  await world.api.posts.create("acme", { name: "Hello" });
  const reached: string[] = [];
  const server = await serve(
    {
      handler: (context) => {
        reached.push(new URL(context.request.url).pathname);
        return world.api.handler(context);
      },
    },
    { port: 0 },
  );
  releaseAfterUse(() => server.close());
  const proxy = await startNginx(deployed("nginx/cache.conf"), server.port);
  return {
    world,
    reached,
    get: async (path, headers = {}) => {
      const response = await fetch(`${proxy.origin}/api/public/v1${path}`, { headers });
      const cacheStatus = response.headers.get("x-cache-status");
      const body = await response.text();
      return { status: response.status, cache: cacheStatus, body, headers: response.headers };
    },
    stopApi: () => server.close(),
  };
}

describe.skipIf(isMissing("nginx"))("behind a shared cache of nginx", () => {
  let cached: Cached;
  let key: string;
  let keyId: string;
  beforeAll(async () => {
    cached = await openCached(3600, 600);
  });
  const newKey = async (): Promise<void> => {
    ({ key, id: keyId } = await cached.world.createKey());
  };

  it.each(paths)("serves a read without a key from the cache, whole and with 304: %s", async (path) => {
    const first = await cached.get(path);
    expect([first.status, first.cache]).toEqual([200, "MISS"]);
    const reached = cached.reached.length;
    const second = await cached.get(path);
    expect([second.status, second.cache, second.body]).toEqual([200, "HIT", first.body]);
    const etag = first.headers.get("etag") ?? "";
    const unchanged = await cached.get(path, { "if-none-match": etag });
    expect([unchanged.status, unchanged.cache, unchanged.body]).toEqual([304, "HIT", ""]);
    expect(unchanged.headers.get("etag")).toBe(etag);
    expect(cached.reached).toHaveLength(reached);
  });

  it("keeps the two forms of a sitemap separate", async () => {
    const types: unknown[] = [];
    for (let time = 0; time < 2; time++) {
      for (const accept of ["application/xml", "application/json"]) {
        const { headers } = await cached.get("/sitemap/acme", { accept });
        types.push(headers.get("content-type"));
      }
    }
    expect(types).toEqual(["application/xml", "application/json", "application/xml", "application/json"]);
  });

  it.each(paths)(
    "passes every request with a key to the API, and does not cache the response: %s",
    async (path) => {
      await newKey();
      const other = await cached.world.createKey();
      for (const own of [key, other.key, key]) {
        const reached = cached.reached.length;
        const answer = await cached.get(path, { "x-api-key": own });
        expect([answer.status, answer.headers.has("ratelimit")]).toEqual([200, true]);
        expect(answer.headers.get("cache-control")).toBe("private, no-cache");
        expect(cached.reached).toHaveLength(reached + 1);
      }
      const publicAnswer = await cached.get(path);
      expect([publicAnswer.cache, publicAnswer.headers.has("ratelimit")]).toEqual(["HIT", false]);
    },
  );

  it.each(["with", "without"])(
    "does not cache a first response with a key for requests %s a key",
    async (whose) => {
      await newKey();
      const slug = `new-${whose}`;
      await cached.world.api.posts.create("acme", { name: slug });
      const path = `/post/acme/${slug}`;
      expect((await cached.get(path, { "x-api-key": key })).headers.has("ratelimit")).toBe(true);
      const other = whose === "with" ? (await cached.world.createKey()).key : undefined;
      const answer = await cached.get(path, other === undefined ? {} : { "x-api-key": other });
      expect([answer.status, answer.cache]).toEqual([200, "MISS"]);
      expect(/r=(\d+)/.exec(answer.headers.get("ratelimit") ?? "")?.[1]).toBe(
        other === undefined ? undefined : "1999",
      );
    },
  );

  it("refuses a revoked key with the next request, and does not cache the refusal", async () => {
    await newKey();
    const path = "/post/acme/hello";
    expect((await cached.get(path)).status).toBe(200);
    expect((await cached.get(path, { "x-api-key": key })).status).toBe(200);
    await cached.world.api.apiKeys.revoke({ organizationSlug: "acme", keyId });
    const refused = await cached.get(path, { "x-api-key": key });
    expect([refused.status, refused.headers.get("cache-control")]).toEqual([401, "no-store"]);
    expect((await cached.get(path)).status).toBe(200);
    expect((await cached.get(path, { "x-api-key": key })).status).toBe(401);
  });

  it("does not cache a failed response", async () => {
    expect((await cached.get("/post/acme/later")).status).toBe(404);
    await cached.world.api.posts.create("acme", { name: "Later" });
    expect((await cached.get("/post/acme/later")).status).toBe(200);
  });
});

/** Sends requests until the response is new. Returns all statuses, and nginx's cache statuses of the old response. */
async function getUntilNew(
  cached: Cached,
  path: string,
): Promise<{ statuses: Set<number>; seen: (string | null)[] }> {
  const statuses = new Set<number>();
  const seen: (string | null)[] = [];
  await until(async () => {
    const { status, cache, body } = await cached.get(path);
    statuses.add(status);
    const isNew = body.includes("New");
    if (!isNew) seen.push(cache);
    return isNew;
  });
  return { statuses, seen };
}

describe.skipIf(isMissing("nginx"))("a stale response in a shared cache of nginx", () => {
  it("is served during a revalidation, and not afterwards", async () => {
    const cached = await openCached(1, 3600);
    const path = "/post/acme/hello";
    await cached.get(path);
    await cached.world.api.posts.update({ organizationSlug: "acme", slug: "hello" }, { description: "New" });
    const { statuses, seen } = await getUntilNew(cached, path);
    expect(statuses).toEqual(new Set([200]));
    // Until the new response is ready, the old one is served, first fresh, then stale.
    expect(seen).toContain("STALE");
    expect(seen.filter((cache) => !["HIT", "STALE", "UPDATING"].includes(cache ?? ""))).toEqual([]);
  });

  it("is not served after its stale period", async () => {
    // Long enough to see the old response at least once.
    const cached = await openCached(3, 0);
    const path = "/post/acme/hello";
    await cached.get(path);
    await cached.world.api.posts.update({ organizationSlug: "acme", slug: "hello" }, { description: "New" });
    const { statuses, seen } = await getUntilNew(cached, path);
    expect(statuses).toEqual(new Set([200]));
    expect(new Set(seen)).toEqual(new Set(["HIT"]));
  });

  it("is revalidated with its ETag, and reused if it has not changed", async () => {
    const cached = await openCached(1, 0);
    const path = "/post/acme/hello";
    const { body } = await cached.get(path);
    await until(async () => (await cached.get(path)).cache === "REVALIDATED");
    expect((await cached.get(path)).body).toBe(body);
  });

  it("is served to clients without a key while the API does not respond", async () => {
    const cached = await openCached(1, 0);
    const path = "/post/acme/hello";
    const { key } = await cached.world.createKey();
    const { body } = await cached.get(path);
    await cached.stopApi();
    await until(async () => (await cached.get(path)).cache === "STALE");
    const stale = await cached.get(path);
    expect([stale.status, stale.body]).toEqual([200, body]);
    expect((await cached.get(path, { "x-api-key": key })).status).toBe(502);
  });
});
