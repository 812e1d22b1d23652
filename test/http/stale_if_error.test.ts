import { describe, expect, it } from "vitest";
import { type AtomicDriver, StoreReplacedError, StoreUnavailableError } from "../../lib/mod.ts";
import { memoryDriver } from "../../storage-drivers/memory.ts";
import { World } from "../api/world.ts";
import { forwardAtomic } from "../forward_atomic.ts";
import { WatchedDriver } from "./watched_driver.ts";

/** A store that can become unreachable. */
class FlakyStore {
  readonly driver: AtomicDriver;
  isReachable = true;
  failure: Error = new Error("connect ECONNREFUSED 10.0.0.7:6379");

  /** @param isSynchronous true for a synchronous store such as LMDB, false for a store such as Redis that rejects its promises */
  constructor(isSynchronous: boolean) {
    const memory = memoryDriver();
    const source = isSynchronous ? memory : new WatchedDriver(memory, { tellsChanges: false }).driver;
    const { atomic } = source;
    const failing =
      <Parameters extends unknown[], Result>(operation: (...parameters: Parameters) => Result) =>
      (...parameters: Parameters): Result => {
        if (this.isReachable) return operation(...parameters);
        if (isSynchronous) throw this.failure;
        return Promise.reject(this.failure) as Result;
      };
    this.driver = {
      ...source,
      atomic: forwardAtomic(atomic, {
        getMany: failing((addresses) => atomic.getMany(addresses)),
        query: atomic.query && failing(atomic.query.bind(atomic)),
        list: failing((partition, range) => atomic.list(partition, range)),
        commit: failing((partition, changes) => atomic.commit(partition, changes)),
      }),
    };
  }
}

async function openWorld(
  isSynchronous: boolean,
  staleIfErrorSeconds = 300,
): Promise<{ world: World; store: FlakyStore }> {
  const store = new FlakyStore(isSynchronous);
  const world = await World.open(async () => ({ storage: store.driver, close: () => undefined }), {
    cache: { staleIfErrorSeconds },
  });
  await world.createPost({ name: "Hello", html: "<p>Paid or not?</p>" });
  return { world, store };
}

const path = "/post/acme/hello";

describe.each([true, false])("cache.staleIfError, store without promises: %s", (isSynchronous) => {
  it("serves a cached post with its age while the store is unreachable", async () => {
    const { world, store } = await openWorld(isSynchronous);
    const before = await world.get(path);
    expect(before.headers.get("cache-control")).toBe(
      "public, max-age=60, stale-while-revalidate=600, stale-if-error=300",
    );
    expect(before.headers.has("age")).toBe(false);
    store.isReachable = false;
    world.clock.advance(120_000);
    const stale = await world.get(path);
    expect([stale.status, stale.headers.get("age")]).toEqual([200, "120"]);
    expect(stale.headers.get("etag")).toBe(before.headers.get("etag"));
    expect(await stale.text()).toBe(await before.text());
    expect(world.errors.at(-1)).toBeInstanceOf(StoreUnavailableError);

    const head = await world.send("HEAD", path);
    expect([head.status, head.headers.get("age"), await head.text()]).toEqual([200, "120", ""]);
    const etag = before.headers.get("etag") ?? "";
    const unchanged = await world.send("GET", path, { headers: { "if-none-match": etag } });
    expect([unchanged.status, unchanged.headers.get("age")]).toEqual([304, "120"]);
    const name = await world.get(`${path}?fields=name`);
    expect([name.status, name.headers.get("age"), await name.text()]).toEqual([
      200,
      "120",
      '{"name":"Hello"}',
    ]);

    world.clock.advance(180_000);
    expect((await world.get(path)).headers.get("age")).toBe("300");
    world.clock.advance(1000);
    expect((await world.get(path)).status).toBe(503);
    store.isReachable = true;
    const after = await world.get(path);
    expect([after.status, after.headers.has("age")]).toEqual([200, false]);
  });

  it("returns 503 for everything else: keys, lists, sitemaps and posts that are not cached", async () => {
    const { world, store } = await openWorld(isSynchronous);
    const { key } = await world.createKey();
    await world.createPost({ name: "Other" });
    for (const warm of [path, "/post/acme", "/post/acme/sitemap"]) await world.get(warm);
    expect((await world.get(path, key)).status).toBe(200);
    store.isReachable = false;
    expect((await world.get(path)).status).toBe(200);
    expect((await world.get(path, key)).status).toBe(503);
    for (const other of ["/post/acme/other", "/post/acme", "/post/acme/sitemap", "/sitemap/acme"]) {
      expect((await world.get(other)).status).toBe(503);
    }
    const markdown = await world.send("GET", path, { headers: { accept: "text/markdown" } });
    expect(markdown.status).toBe(503);
  });

  it("does not serve a post that was found deleted before the outage", async () => {
    const { world, store } = await openWorld(isSynchronous);
    const markdown = { headers: { accept: "text/markdown" } };
    expect((await world.get(path)).status).toBe(200);
    expect((await world.send("GET", path, markdown)).status).toBe(200);
    await world.deletePost("hello");
    expect((await world.get(path)).status).toBe(404);
    store.isReachable = false;
    expect((await world.get(path)).status).toBe(503);
    expect((await world.send("GET", path, markdown)).status).toBe(503);
  });

  it("does not serve a post that a request with a key found deleted", async () => {
    const { world, store } = await openWorld(isSynchronous);
    const { key } = await world.createKey();
    expect((await world.get(path)).status).toBe(200);
    await world.deletePost("hello");
    expect((await world.get(path, key)).status).toBe(404);
    store.isReachable = false;
    expect((await world.get(path)).status).toBe(503);
  });

  it("serves no post that a clock that was ahead has published, or has confirmed long ago", async () => {
    const { world, store } = await openWorld(isSynchronous);
    const planned = "/post/acme/planned";
    const hour = 3_600_000;
    await world.createPost({ name: "Planned", publishedAt: world.clock.now() + 2 * hour });
    await world.get(path);
    world.clock.advance(3 * hour);
    for (const read of [path, planned]) expect((await world.get(read)).status).toBe(200);
    store.isReachable = false;
    expect((await world.get(planned)).status).toBe(200);
    world.clock.advance(-3 * hour);
    for (const read of [path, planned]) expect((await world.get(read)).status).toBe(503);
    world.clock.advance(3 * hour - 300_000);
    const [stale, published] = [await world.get(path), await world.get(planned)];
    expect([stale.status, stale.headers.get("age"), published.status]).toEqual([200, "0", 503]);
  });

  it("serves nothing stale after the store was replaced", async () => {
    const { world, store } = await openWorld(isSynchronous);
    expect((await world.get(path)).status).toBe(200);
    store.isReachable = false;
    store.failure = new StoreReplacedError("at ./data", "was replaced");
    expect((await world.get(path)).status).toBe(503);
  });

  it("is off unless it is set", async () => {
    const { world, store } = await openWorld(isSynchronous, 0);
    expect((await world.get(path)).headers.get("cache-control")).toBe(
      "public, max-age=60, stale-while-revalidate=600",
    );
    store.isReachable = false;
    expect((await world.get(path)).status).toBe(503);
  });
});
