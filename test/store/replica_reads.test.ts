import { beforeEach, describe, expect, it } from "vitest";
import { createPublicApi } from "../../lib/mod.ts";
import type { Batch, BatchResult } from "../../lib/store/mod.ts";
import { memoryDriver } from "../../storage-drivers/memory.ts";
import { withWrongSecret } from "../access/forged_keys.ts";
import { World } from "../api/world.ts";
import { forwardAtomic } from "../forward_atomic.ts";

/** The batches of each kind, and a gate that results of the replica wait for. */
interface Calls {
  primary: Batch[];
  replica: Batch[];
  gate: Promise<void> | undefined;
}

describe("an engine with a replica", () => {
  let world: World;
  let calls: Calls;
  let key: string;

  beforeEach(async () => {
    calls = { primary: [], replica: [], gate: undefined };
    const driver = memoryDriver();
    const { atomic } = driver;
    const read = (batch: Batch): BatchResult => {
      const { counts, reads } = (atomic.query?.(batch) ?? { counts: [], reads: [] }) as BatchResult;
      return { counts, reads };
    };
    const query = (batch: Batch): BatchResult => {
      calls.primary.push(batch);
      return read(batch);
    };
    const queryReplica = async (batch: Batch): Promise<BatchResult> => {
      calls.replica.push(batch);
      const { gate } = calls;
      const result = read(batch);
      await gate;
      return result;
    };
    const storage = { ...driver, atomic: forwardAtomic(atomic, { query, queryReplica }) };
    world = await World.open(async () => ({ storage, close: () => undefined }));
    await world.createPost({ name: "Hello" });
    ({ key } = await world.createKey());
    await world.api.events.settle();
    Object.assign(calls, { primary: [], replica: [] });
  });

  it("reads from it for requests without a key", async () => {
    for (const path of ["/post/acme/hello", "/post/acme", "/sitemap/acme", "/post/acme/missing"])
      await world.get(path);
    expect(calls.replica).toHaveLength(4);
    expect(calls.primary).toEqual([]);
    expect(calls.replica.flatMap(({ counts }) => counts)).toEqual([]);
  });

  it("does not read from it for requests with a key, for the admin API, or for calls of the library", async () => {
    expect((await world.get("/post/acme/hello", key)).status).toBe(200);
    expect((await world.get("/post/acme/hello", "wrong")).status).toBe(401);
    expect((await world.get("/post/acme/hello", withWrongSecret(key))).status).toBe(401);
    const admin = new Request("http://localhost/api/admin/v1/organization/acme/post");
    expect((await world.api.fetch(admin)).status).not.toBe(200);
    await world.api.posts.list("acme");
    expect(calls.replica).toEqual([]);
  });

  it("does not put a late result in place of a newer record", async () => {
    // A process that has nothing in its cache.
    const api = createPublicApi({ storage: world.storage });
    const get = async (...[apiKey]: string[]): Promise<string> => {
      const headers = apiKey === undefined ? {} : { "x-api-key": apiKey };
      const url = "http://localhost/api/public/v1/post/acme/hello";
      return (await api.fetch(new Request(url, { headers }))).text();
    };
    let open = (): void => undefined;
    calls.gate = new Promise((resolve) => (open = resolve));
    const late = get();
    const siteUrl = "https://moved.example";
    await world.updateOrganization({ siteUrl });
    expect(await get(key)).toContain(siteUrl);
    open();
    expect(await late).not.toContain(siteUrl);
    calls.gate = undefined;
    await world.api.events.settle();
    Object.assign(calls, { primary: [], replica: [] });
    await get();
    await get(key);
    const versionsOf = (batches: Batch[]): unknown[] =>
      batches.flatMap(({ reads }) =>
        reads.filter((one) => one.key === "organization").map(({ known }) => known?.version),
      );
    const [current] = versionsOf(calls.primary);
    expect(current).toBeTypeOf("string");
    expect(calls.primary.flatMap(({ reads }) => reads).length).toBeGreaterThan(0);
    expect(versionsOf(calls.replica)).toEqual([current]);
  });
});
