import { randomUUID } from "node:crypto";
import { describe } from "vitest";
import { redisDriver } from "../../storage-drivers/redis.ts";
import { describeApi } from "../_api_suite.ts";
import { startForSuite } from "../servers/release_after_use.ts";
import { redisIsMissing, startRedis, startRedisCluster } from "./_redis_server.ts";
import { patient } from "./_patient.ts";

describe.skipIf(redisIsMissing()).each([
  ["redis", startRedis],
  ["redis cluster of three nodes", startRedisCluster],
])("%s", (name, start) => {
  const server = startForSuite<{ url: string; stop(): Promise<void> }>(start);

  describeApi(name, async (clock) => {
    const storage = redisDriver({ url: server().url, keyPrefix: `${randomUUID()}:`, clock, ...patient });
    return { storage, close: async () => storage.dispose?.() };
  });
});
