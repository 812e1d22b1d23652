import { describe, expect, it } from "vitest";
import { createPublicApi } from "../../lib/mod.ts";
import { awayFromMidnight } from "../away_from_midnight.ts";
import { releaseAfterUse } from "../servers/release_after_use.ts";
import { closedAfterUse } from "../storage-drivers/_open_driver.ts";
import { patient } from "../storage-drivers/_patient.ts";
import { publishPost } from "../storage-drivers/_publish_post.ts";
import { redisDriver } from "../../storage-drivers/redis.ts";
import { redisIsMissing, type RedisServer, startRedis } from "../storage-drivers/_redis_server.ts";
import { describeServerFaults } from "./_server_faults.ts";
import { commandTimeoutMs, exact, World } from "./world.ts";

describe.skipIf(redisIsMissing())("faults of Redis", () => {
  async function createWorld(settings: string[] = [], perDay = 100_000): Promise<World<RedisServer>> {
    await awayFromMidnight();
    const server = await startRedis(...settings);
    releaseAfterUse(() => server.stop());
    const storage = closedAfterUse(redisDriver({ url: server.url, commandTimeoutMs }));
    const world = new World(server, storage, perDay);
    const filling = redisDriver({ url: server.url, ...patient });
    world.key = await publishPost(createPublicApi({ storage: filling }));
    await filling.dispose?.();
    await world.recovery();
    return world;
  }

  it("responds with 503 in time while clients are paused, and recovers", async () => {
    const world = await createWorld();
    await world.server.command("CLIENT", "PAUSE", "5000", "ALL");
    expect((await world.sendMany(10)).admitted).toBe(0);
    await world.recovery();
    expect(await world.miscounted()).toEqual(exact);
  });

  describeServerFaults<RedisServer>({
    // With `everysec`, the server delays writes to its log while the disk is slow.
    open: (perDay) => createWorld(["--appendonly", "yes", "--appendfsync", "always"], perDay),
    signal: (server, name) => void server.process.kill(`SIG${name}`),
    kill: (server) => server.kill(),
  });

  it("responds with 503 while the server's memory is full, and recovers", async () => {
    const world = await createWorld(["--maxmemory-policy", "noeviction"]);
    const before = await world.counted();
    await world.server.command("CONFIG", "SET", "maxmemory", "1");
    expect((await world.sendMany(20)).admitted).toBe(0);
    expect(await world.counted()).toBe(before);
    await world.server.command("CONFIG", "SET", "maxmemory", "0");
    await world.recovery();
    expect(await world.counted()).toBeGreaterThan(before);
  });

  it("responds with 503 while the server is a read-only replica, and recovers", async () => {
    const world = await createWorld();
    // Its master does not exist: it keeps its data, and refuses writes.
    await world.server.command("REPLICAOF", "127.0.0.1", "1");
    expect((await world.sendMany(20)).admitted).toBe(0);
    await world.server.command("REPLICAOF", "NO", "ONE");
    await world.recovery();
    expect(await world.miscounted()).toEqual(exact);
  });

  it("responds with 503 while the server loads its data", async () => {
    const world = await createWorld(["--enable-debug-command", "yes", "--appendonly", "yes"]);
    await world.server.command("CONFIG", "SET", "key-load-delay", "20000");
    const loading = world.server.command("DEBUG", "RELOAD").catch(() => undefined);
    await world.sendMany(10);
    await world.server.command("CONFIG", "SET", "key-load-delay", "0").catch(() => undefined);
    await loading;
    await world.recovery();
    expect(await world.miscounted()).toEqual(exact);
  });
});
