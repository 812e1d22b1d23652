import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { createPublicApi } from "../../lib/mod.ts";
import { openStorageDriver } from "../../storage-drivers/open_storage_driver.ts";
import { awayFromMidnight } from "../away_from_midnight.ts";
import { releaseAfterUse, startForSuite } from "../servers/release_after_use.ts";
import { publishPost } from "./_publish_post.ts";
import { pgBouncerIsMissing, postgresIsMissing } from "./_postgres_client.ts";
import { startPgBouncer, startPostgres } from "./_postgres_server.ts";
import { redisIsMissing, startRedisCluster } from "./_redis_server.ts";
import { sharedStores } from "./_shared_stores.ts";

const worker = fileURLToPath(new URL("_quota_worker.mjs", import.meta.url));
const processes = 4;
const requests = 10_000;

/** Lets four processes share a store, and counts their responses by status. */
async function countStatuses(setting: string): Promise<Record<string, number>> {
  const storage = await openStorageDriver(setting);
  const key = await publishPost(createPublicApi({ storage, deployment: "host" }));
  await storage.dispose?.();
  const outputs = await Promise.all(
    Array.from({ length: processes }, async () =>
      promisify(execFile)(process.execPath, [worker, setting, key, String(requests / processes)]),
    ),
  );
  const total: Record<string, number> = {};
  for (const { stdout } of outputs) {
    for (const [status, count] of Object.entries(JSON.parse(stdout) as Record<string, number>)) {
      total[status] = (total[status] ?? 0) + count;
    }
  }
  return total;
}

describe("four processes with one key, 10,000 requests", () => {
  it.each(sharedStores)("are admitted 2,000 times over %s", async (_name, _scope, open) => {
    await awayFromMidnight();
    expect(await countStatuses(await open())).toEqual({ 200: 2000, 429: 8000 });
  });

  it.skipIf(redisIsMissing())("are admitted 2,000 times over Redis Cluster", async () => {
    await awayFromMidnight();
    const cluster = await startRedisCluster();
    releaseAfterUse(() => cluster.stop());
    expect(await countStatuses(cluster.url)).toEqual({ 200: 2000, 429: 8000 });
  });

  describe.skipIf(postgresIsMissing())("on PostgreSQL", () => {
    const server = startForSuite(startPostgres);

    it.skipIf(pgBouncerIsMissing())("are admitted 2,000 times behind PgBouncer", async () => {
      await awayFromMidnight();
      const proxy = await startPgBouncer(server());
      expect(await countStatuses(proxy.url())).toEqual({ 200: 2000, 429: 8000 });
      await proxy.stop();
    });

    it("are never admitted more often, while the server is restarted twice", async () => {
      await awayFromMidnight();
      const url = server().url();
      let restarts = 0;
      const running = countStatuses(url).finally(() => (restarts = 2));
      while (restarts < 2) {
        await pause(1500);
        if (restarts++ >= 2) break;
        await server().stopImmediately();
        await server().restart();
      }
      const { 200: admitted = 0, 429: refused = 0, 503: unavailable = 0, ...others } = await running;
      expect(others).toEqual({});
      expect(admitted + refused + unavailable).toBe(requests);
      expect(admitted).toBeLessThanOrEqual(2000);
    });
  });
});
