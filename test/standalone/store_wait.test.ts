import { rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openWhenStarted } from "../../adapters/cli/serve/open_when_started.ts";
import { type StartedProcess, startPostern } from "../adapters/start_process.ts";
import { freePort } from "../free_port.ts";
import { releaseAfterUse } from "../servers/release_after_use.ts";
import { pgBouncerIsMissing, postgresIsMissing } from "../storage-drivers/_postgres_client.ts";
import { type PostgresServer, startPgBouncer, startPostgres } from "../storage-drivers/_postgres_server.ts";
import { redisIsMissing, type RedisServer, startRedis, until } from "../storage-drivers/_redis_server.ts";

/** A server of a store that does not serve yet. */
interface LateServer {
  setting: string;
  /** Makes it serve. */
  start: () => unknown;
}

interface LateKind {
  name: string;
  isMissing: () => boolean;
  open: () => Promise<LateServer>;
  /** The reason that the log has while the server waits. */
  reason: RegExp;
}

async function openPostgres(...settings: string[]): Promise<PostgresServer> {
  const server = await startPostgres(...settings);
  releaseAfterUse(() => server.stop());
  return server;
}

async function openRedis(...settings: string[]): Promise<RedisServer> {
  const server = await startRedis(...settings);
  releaseAfterUse(() => server.stop());
  return server;
}

const late: readonly LateKind[] = [
  {
    name: "PostgreSQL that does not listen",
    isMissing: postgresIsMissing,
    reason: /no server listens there/,
    open: async () => {
      const server = await openPostgres();
      await server.kill();
      return { setting: server.url(), start: () => server.restart() };
    },
  },
  {
    name: "PostgreSQL that recovers (57P03)",
    isMissing: postgresIsMissing,
    reason: /the server is starting, stopping or recovering/,
    open: async () => {
      const server = await openPostgres("hot_standby=off");
      const mark = join(server.directory, "data/standby.signal");
      await server.kill();
      writeFileSync(mark, "");
      const restarted = server.restart();
      return {
        setting: server.url(),
        start: async () => {
          rmSync(mark);
          await server.stopImmediately();
          await restarted;
        },
      };
    },
  },
  {
    name: "PgBouncer in front of a PostgreSQL that does not listen",
    isMissing: () => postgresIsMissing() || pgBouncerIsMissing(),
    reason: /Waiting for the store/,
    open: async () => {
      const server = await openPostgres();
      const proxy = await startPgBouncer(server, "server_login_retry = 1");
      releaseAfterUse(() => proxy.stop());
      await server.kill();
      return { setting: proxy.url(), start: () => server.restart() };
    },
  },
  {
    name: "Redis that does not listen",
    isMissing: redisIsMissing,
    reason: /ECONNREFUSED/,
    open: async () => {
      const server = await openRedis();
      await server.kill();
      return { setting: server.url, start: () => server.restart() };
    },
  },
  {
    name: "Redis that loads its data",
    isMissing: redisIsMissing,
    reason: /Waiting for the store/,
    open: async () => {
      const settings = ["--key-load-delay", "50000", "--loading-process-events-interval-bytes", "1024"];
      const server = await openRedis("--enable-debug-command", "yes", ...settings);
      await server.command("DEBUG", "POPULATE", "2000", "key", "100");
      await server.command("SAVE");
      await server.kill();
      const restarted = server.restart();
      return {
        setting: server.url,
        start: async () => {
          // A client of ioredis would wait until the data is loaded.
          connect(server.port, "127.0.0.1").end("CONFIG SET key-load-delay 0\r\n");
          await restarted;
        },
      };
    },
  },
];

/** Starts a server whose address is known before it says so. */
async function startServer(
  setting: string,
  ...flags: string[]
): Promise<{ process: StartedProcess; url: string; adminUrl: string }> {
  const [port, adminPort] = [await freePort(), await freePort()];
  const line = `serve --storage ${setting} --port ${port} --admin-port ${adminPort} --log text`;
  const process = startPostern([line, ...flags].join(" "));
  return { process, url: `http://127.0.0.1:${port}`, adminUrl: `http://127.0.0.1:${adminPort}` };
}

async function textOf(url: string): Promise<string> {
  const response = await fetch(url);
  return `${response.status} ${await response.text()}`;
}

for (const { name, isMissing, open, reason } of late) {
  it.skipIf(isMissing())(`serve waits for ${name}, and responds to probes`, async () => {
    const server = await open();
    const { process, url, adminUrl } = await startServer(server.setting);
    await process.waitFor(reason);
    await process.waitFor(/Waiting for the store, at most 5\d more seconds: /);
    for (const origin of [url, adminUrl]) {
      expect(await textOf(`${origin}/healthz`)).toBe("200 ok\n");
      expect(await textOf(`${origin}/readyz`)).toBe("503 waiting for the store\n");
    }
    const response = await fetch(`${url}/api/public/v1/post/acme`);
    expect([response.status, response.headers.get("retry-after")]).toEqual([503, "5"]);
    expect(await response.json()).toMatchObject({ code: "store-unavailable" });
    await server.start();
    await process.waitFor(/Postern serves/);
    for (const origin of [url, adminUrl]) expect(await textOf(`${origin}/readyz`)).toBe("200 ok\n");
    expect((await fetch(`${url}/api/public/v1/post/acme`)).status).toBe(404);
    expect(await process.stop()).toBe(0);
  });
}

describe.skipIf(redisIsMissing() || postgresIsMissing())("serve", () => {
  it("waits with workers, too", async () => {
    const server = await openRedis();
    await server.kill();
    const { process, url } = await startServer(server.url, "--workers 2");
    await process.waitFor(/Waiting for the store/);
    expect(await textOf(`${url}/healthz`)).toBe("200 ok\n");
    await server.restart();
    await process.waitFor(/Postern serves .*, with 2 workers/);
    expect(await textOf(`${url}/readyz`)).toBe("200 ok\n");
    expect(await process.stop()).toBe(0);
  });

  it("ends its wait on a signal, and after the time of --store-wait", async () => {
    const server = await openRedis();
    await server.kill();
    const { process } = await startServer(server.url);
    await process.waitFor(/Waiting for the store/);
    expect(await process.stop()).toBe(0);
    const given = await startServer(server.url, "--store-wait 1");
    expect(await given.process.exit).toBe(1);
    expect(given.process.output()).toMatch(
      /^postern: Cannot serve: the store did not start within 1 second \(--store-wait\)\. Cannot use Redis: /m,
    );
    const none = await startServer(server.url, "--store-wait 0");
    expect(await none.process.exit).toBe(1);
    expect(none.process.output()).toMatch(/^postern: Cannot use the store: Cannot use Redis: not connected/m);
    expect(none.process.output()).not.toContain("Waiting for the store");
  });

  it("does not wait for a server that refuses the store", async () => {
    const postgres = await openPostgres();
    await postgres.query("alter role postgres password 'right'");
    const rules = join(postgres.directory, "data/pg_hba.conf");
    writeFileSync(rules, "host all all 127.0.0.1/32 scram-sha-256\n");
    await postgres.query("select pg_reload_conf()");
    const isOpen = async (): Promise<boolean> => (await postgres.query("select 1")).length === 1;
    await until(async () => !(await isOpen().catch(() => false)));
    const redis = await openRedis();
    await redis.command("CONFIG", "SET", "requirepass", "right");
    const url = postgres.url();
    const refusals: readonly [setting: string, reason: RegExp][] = [
      [url.replace("postgres@", "postgres:wrong@"), /the user name or the password is wrong/],
      [url.replace("postgres@", "nobody:wrong@"), /the user name or the password is wrong/],
      [url, /password must be a string/],
      [
        url.replace("postgres@", "postgres:right@").replace("/postgres?", "/none?"),
        /the database does not exist/,
      ],
      [redis.url.replace("//", "//:wrong@"), /the user name or the password is wrong/],
      [redis.url, /the server asks for a password/],
      [`${redis.url.replace("//", "//:right@")}/99`, /the server has no database of this number/],
    ];
    const onWait = (): never => {
      throw new Error("It waits");
    };
    const wait = {
      storeWait: 3_600_000,
      log: { message: onWait },
      onWait,
      signal: new AbortController().signal,
    };
    for (const [setting, reason] of refusals) {
      await expect(openWhenStarted(setting, wait)).rejects.toThrow(reason);
    }
  });
});
