import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { appendFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { Client } from "pg";
import { describe, expect, it } from "vitest";
import { createPublicApi } from "../../lib/mod.ts";
import { postgresDriver } from "../../storage-drivers/postgres.ts";
import { awayFromMidnight } from "../away_from_midnight.ts";
import { releaseAfterUse } from "../servers/release_after_use.ts";
import { closedAfterUse } from "../storage-drivers/_open_driver.ts";
import { patient } from "../storage-drivers/_patient.ts";
import { postgresIsMissing } from "../storage-drivers/_postgres_client.ts";
import { type PostgresServer, startPostgres, startPostgresIn } from "../storage-drivers/_postgres_server.ts";
import { ask, publishPost } from "../storage-drivers/_publish_post.ts";
import { smallDiskIsMissing, mountSmallDisk } from "./small_disk.ts";
import { describeServerFaults } from "./_server_faults.ts";
import { commandTimeoutMs, exact, World } from "./world.ts";

async function putPosts({ api }: World<PostgresServer>): Promise<never> {
  for (let number = 0; ; number++) {
    const html = randomBytes(200_000).toString("base64");
    await api.posts.put("acme", { name: `Post ${number}`, html });
  }
}

/** Writes a file until its disk is full. */
function fillDisk(path: string): void {
  const chunk = new Uint8Array(4096);
  try {
    for (;;) appendFileSync(path, chunk);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
  }
}

describe.skipIf(postgresIsMissing())("faults of PostgreSQL", () => {
  const schema = "faults";

  async function createWorld(settings: string[] = [], perDay = 100_000): Promise<World<PostgresServer>> {
    return openWorld(await startPostgres(...settings), perDay);
  }

  async function openWorld(server: PostgresServer, perDay: number): Promise<World<PostgresServer>> {
    releaseAfterUse(() => server.stop());
    await awayFromMidnight();
    const storage = closedAfterUse(postgresDriver({ url: server.url(schema), commandTimeoutMs }));
    const world = new World(server, storage, perDay);
    // A new server can be slow to create its tables.
    const filling = postgresDriver({ url: server.url(schema), ...patient });
    world.key = await publishPost(createPublicApi({ storage: filling }));
    await filling.dispose?.();
    await world.recovery();
    return world;
  }

  /** Connects as another application of the server. */
  async function connectStranger({ server }: World<PostgresServer>): Promise<Client> {
    const stranger = new Client({ host: "127.0.0.1", port: server.port, user: "postgres" });
    stranger.on("error", () => undefined);
    releaseAfterUse(() => stranger.end());
    await stranger.connect();
    return stranger;
  }

  describeServerFaults<PostgresServer>({
    open: (perDay) => createWorld([], perDay),
    // The server and all its processes.
    signal: ({ process: { pid } }, name) => {
      execFileSync("kill", [`-${name}`, String(pid)]);
      execFileSync("pkill", [`-${name}`, "--parent", String(pid)]);
    },
    kill: (server) => server.stopImmediately(),
  });

  it("responds with 200 or 503 while its connections are terminated again and again", async () => {
    const world = await createWorld();
    const stranger = await connectStranger(world);
    const sending = world.sendMany(300);
    const state = { isSending: true };
    void sending.finally(() => (state.isSending = false));
    while (state.isSending) {
      await stranger.query(
        "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'postern'",
      );
      await pause(20);
    }
    await sending;
    await world.recovery();
    expect(await world.miscounted()).toEqual(exact);
  });

  it("counts no request whose reads fail", async () => {
    const world = await createWorld();
    const counted = await world.counted();
    await world.server.query(`alter function ${schema}.read_records rename to unreadable`);
    expect((await world.sendMany(20)).admitted).toBe(0);
    await world.server.query(`alter function ${schema}.unreadable rename to read_records`);
    expect(await world.counted()).toBe(counted);
    await world.recovery();
    expect(await world.counted()).toBe(counted + 1);
  });

  it("responds with 503 while a stranger holds the lock of the key, and others are served", async () => {
    const world = await createWorld();
    const stranger = await connectStranger(world);
    await stranger.query("begin");
    await stranger.query(`select * from ${schema}.record where partition like 'key!%' for update`);
    expect((await world.sendMany(10)).admitted).toBe(0);
    expect((await ask(world.api, "/post/acme/hello")).status).toBe(200);
    await stranger.query("rollback");
    await world.recovery();
  });

  it("responds with 503 while a stranger has locked the table, and recovers", async () => {
    const world = await createWorld();
    const stranger = await connectStranger(world);
    await stranger.query("begin");
    await stranger.query(`lock table ${schema}.record in access exclusive mode`);
    expect((await world.sendMany(10)).admitted).toBe(0);
    await stranger.query("rollback");
    await world.recovery();
    expect(await world.miscounted()).toEqual(exact);
  });

  it("responds with 503 while no connection is free, and recovers", async () => {
    const world = await createWorld(["max_connections=10", "superuser_reserved_connections=0"]);
    const stranger = await connectStranger(world);
    const terminate =
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'postern'";
    await stranger.query(terminate);
    const occupied: Client[] = [];
    for (;;) {
      try {
        occupied.push(await connectStranger(world));
      } catch {
        if (occupied.length === 9) break;
        await stranger.query(terminate);
      }
    }
    expect((await world.sendMany(10)).admitted).toBe(0);
    for (const client of occupied) await client.end();
    await world.recovery();
    expect(await world.miscounted()).toEqual(exact);
  });

  it("refuses a database that was dropped and created again", async () => {
    const world = await createWorld();
    await world.server.query(`drop schema ${schema} cascade`);
    expect((await world.sendMany(10)).admitted).toBe(0);
    const other = postgresDriver({ url: world.server.url(schema), ...patient });
    await other.atomic.commit("partition", { sets: [{ key: "key", value: {} }] });
    await other.dispose?.();
    expect((await world.sendMany(10)).admitted).toBe(0);
    expect(
      await world.server.query(`select count(*)::int from ${schema}.record where partition <> 'store'`),
    ).toEqual([{ count: 1 }]);
  });

  it.skipIf(smallDiskIsMissing())("responds with 503 while the disk is full, and recovers", async () => {
    const disk = mountSmallDisk("80m");
    const server = await startPostgresIn(disk, "min_wal_size=2MB", "max_wal_size=2MB");
    const world = await openWorld(server, 100_000);
    const ballast = join(disk.path, "ballast");
    fillDisk(ballast);
    await expect(putPosts(world)).rejects.toThrow("Cannot use PostgreSQL");
    expect([200, 503]).toContain(await world.send());
    rmSync(ballast);
    // It may have stopped, because it could not write its log.
    await server.restart();
    await world.recovery();
    expect(await world.miscounted()).toEqual(exact);
  });
});
