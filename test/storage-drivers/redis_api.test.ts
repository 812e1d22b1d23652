import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe } from "vitest";
import { redisDriver } from "../../storage-drivers/redis.ts";
import { describeApi } from "../_api_suite.ts";
import { redisIsMissing, startRedis, startRedisCluster } from "./_redis_server.ts";
import { patient } from "./_patient.ts";

describe.skipIf(redisIsMissing()).each([
  ["redis", startRedis],
  ["redis cluster of three nodes", startRedisCluster],
])("%s", (name, start) => {
  let server: { url: string; stop(): Promise<void> };
  beforeAll(async () => {
    server = await start();
  });
  afterAll(async () => server.stop());

  describeApi(name, async (clock) => {
    const storage = redisDriver({ url: server.url, keyPrefix: `${randomUUID()}:`, clock, ...patient });
    return { storage, close: async () => storage.dispose?.() };
  });
});
