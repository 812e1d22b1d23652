import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import type { Ran } from "../adapters/run_command.ts";
import { runPostern, type StartedProcess, startPostern } from "../adapters/start_process.ts";
import { freePort } from "../free_port.ts";
import { isMissing, snippetOf, type StartedProxy, startNginx } from "../proxies/_started_proxy.ts";
import { releaseAfterUse, scratchDirectory, startForSuite } from "../servers/release_after_use.ts";
import { postgresIsMissing } from "../storage-drivers/_postgres_client.ts";
import { type PostgresServer, startPostgres, startStandby } from "../storage-drivers/_postgres_server.ts";
import { until } from "../storage-drivers/_redis_server.ts";

const page = "docs/from_one_machine_to_many.md";
/** Milliseconds for a step, which starts many processes. */
const timeout = 240_000;
const path = "/api/public/v1/post/acme/hello?fields=name";

interface Server {
  process: StartedProcess;
  port: number;
}

// Each test continues where the test before it has stopped, like the page.
describe.skipIf(postgresIsMissing() || isMissing("nginx"))(`the steps of ${page}`, () => {
  const cwd = scratchDirectory();
  const database = startForSuite(async () => startPostgres("fsync=on"));
  let primary: PostgresServer;
  let replica: PostgresServer;
  let servers: Server[] = [];
  let nginx: StartedProxy;
  let key = "";

  const cli = (line: string): Ran => runPostern(line, { cwd });

  const start = async (storage: string, port: number): Promise<Server> => {
    const serve = "serve --deployment cluster --workers 1 --stale-if-error 600 --trust-proxy 1";
    const started = startPostern(`${serve} --storage ${storage} --port ${port}`, { cwd });
    await started.waitFor(/with 1 worker/);
    return { process: started, port };
  };

  const get = async (origin: string, headers: Record<string, string> = {}): Promise<Response> => {
    const response = await fetch(`${origin}${path}`, { headers });
    await response.arrayBuffer();
    return response;
  };
  const withKey = async (): Promise<Response> => get(nginx.origin, { "x-api-key": key });
  /** Sends requests through nginx, with a key and without, and returns the statuses of each kind. */
  const probe = async (): Promise<{ keyless: number[]; keyed: number[] }> => {
    const [keyless, keyed] = [new Set<number>(), new Set<number>()];
    for (let request = 0; request < 20; request++) {
      keyless.add((await get(nginx.origin)).status);
      keyed.add((await withKey()).status);
    }
    return { keyless: [...keyless], keyed: [...keyed] };
  };
  const remaining = async (): Promise<number> => {
    const { headers } = await withKey();
    return Number(/r=(\d+)/.exec(headers.get("ratelimit") ?? "")?.[1]);
  };
  const workersOf = ({ process: { child } }: Server): number[] =>
    readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, "utf8").trim().split(" ").map(Number);

  beforeAll(() => {
    mkdirSync(join(cwd, "posts"));
    writeFileSync(join(cwd, "posts/hello.md"), "---\ntitle: Hello\n---\n\nHello, world\n");
    primary = database();
  });

  it("move a store from LMDB to PostgreSQL", { timeout }, async () => {
    const storage = "--storage lmdb:data";
    for (const line of [
      "org create acme --name Acme --site-url https://acme.example",
      "post import posts",
      "user create Ada --email ada@acme.example",
      "member add ada@acme.example --role owner",
    ])
      cli(`${line} ${storage}`);
    const generated = cli(`key generate site --user ada@acme.example --json ${storage}`);
    ({ key } = JSON.parse(generated.out) as { key: string });
    const target = primary.url("postern");
    expect(cli(`migrate lmdb:data ${target}`).out).toMatch(
      /^copied (\d+) records, 0 were already there; compared \1: both stores hold (?:the same records|them; left behind: .+)\n$/,
    );
    expect(cli(`migrate lmdb:data ${target}`).error).toContain("the target is not empty");
  });

  describe("on two servers behind nginx", () => {
    beforeAll(async () => {
      replica = await startStandby(primary.port);
      releaseAfterUse(() => replica.stop());
      const storage = `${primary.url("postern")}&readReplica=postgres://127.0.0.1:${replica.port}`;
      const [one, other] = [await freePort(), await freePort()];
      servers = await Promise.all([start(storage, one), start(storage, other)]);
      const site = snippetOf(page, "nginx")
        .replace("127.0.0.1:3001", `127.0.0.1:${one}`)
        .replace("127.0.0.1:3002", `127.0.0.1:${other}`);
      nginx = await startNginx(site.replace("listen 127.0.0.1:8080;", "listen 80;"), 0);
    }, timeout);

    it("have one quota", { timeout }, async () => {
      const first = await remaining();
      for (let request = 1; request <= 4; request++) expect(await remaining()).toBe(first - request);
      // Both have the post in their caches.
      for (const { port } of servers)
        for (let request = 0; request < 3; request++)
          expect((await get(`http://127.0.0.1:${port}`)).status).toBe(200);
    });

    it("survive the end of a worker and of a server", { timeout }, async () => {
      const [one, other] = servers as [Server, Server];
      for (const pid of workersOf(one)) process.kill(pid, "SIGKILL");
      expect(await probe()).toEqual({ keyless: [200], keyed: [200] });
      await until(async () => (await get(`http://127.0.0.1:${one.port}`)).status === 200);
      for (const pid of [...workersOf(one), Number(one.process.child.pid)]) process.kill(pid, "SIGKILL");
      await one.process.exit;
      expect(await probe()).toEqual({ keyless: [200], keyed: [200] });
      servers = [other];
    });

    it("survive the end of the replica", { timeout }, async () => {
      await replica.stopImmediately();
      expect(await probe()).toEqual({ keyless: [200], keyed: [200] });
      await replica.restart();
    });

    it("serve stale posts without the primary, and continue with it", { timeout }, async () => {
      await primary.stopImmediately();
      expect(await probe()).toEqual({ keyless: [200], keyed: [503] });
      await primary.restart();
      await until(async () => (await withKey()).status === 200);
      expect(await probe()).toEqual({ keyless: [200], keyed: [200] });
    });

    it("continue with the count after the replica was promoted", { timeout }, async () => {
      await until(async () => {
        const [row] = await primary.query(
          "select count(*)::int as count from pg_stat_replication where replay_lsn = pg_current_wal_lsn()",
        );
        return row?.["count"] === 1;
      });
      const before = await remaining();
      await primary.stopImmediately();
      await replica.query("select pg_promote()");
      const [old] = servers as [Server];
      await old.process.stop();
      servers = [await start(replica.url("postern"), old.port)];
      await until(async () => (await withKey()).status === 200);
      expect(await remaining()).toBeLessThan(before);
      expect(await remaining()).toBeGreaterThan(before - 200);
      expect(cli(`migrate ${replica.url("postern")} lmdb:back`).out).toContain(": both stores hold ");
    });
  });
});
