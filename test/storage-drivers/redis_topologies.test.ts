import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { redisDriver } from "../../storage-drivers/redis.ts";
import { freePort } from "../free_port.ts";
import { releaseAfterUse, scratchDirectory } from "../servers/release_after_use.ts";
import { closedAfterUse } from "./_open_driver.ts";
import { patient } from "./_patient.ts";
import { redisIsMissing, type RedisServer, startRedis, startRedisCluster, until } from "./_redis_server.ts";

async function redisForTest(...settings: string[]): Promise<RedisServer> {
  const server = await startRedis(...settings);
  releaseAfterUse(() => server.stop());
  return server;
}

const count = { sums: [{ key: "n", add: 1 }] };

/** The permissions that the documentation lists. */
const rights =
  "+evalsha +eval +hmget +hget +hset +hdel +zadd +zrem +zrangebylex +zrevrangebylex +zrangebyscore +info +ping +select";

describe.skipIf(redisIsMissing())("Redis in operators' setups", () => {
  it("needs only the permissions that the documentation lists", async () => {
    const server = await redisForTest();
    await server.command("ACL", "SETUSER", "postern", "on", ">secret", "~postern:*", ...rights.split(" "));
    const url = `redis://postern:secret@127.0.0.1:${server.port}/0`;
    const driver = closedAfterUse(redisDriver({ url, ...patient }));
    const sets = [{ key: "a", value: {}, expiresAt: Date.now() + 60_000 }];
    expect(await driver.atomic.commit("p", { sets, deletes: ["b"], ...count })).toMatchObject({ sums: [1] });
    for (const reverse of [true, false]) {
      expect(await driver.atomic.list("p", { limit: 9, reverse })).toHaveLength(2);
    }
    expect(await driver.atomic.getMany([{ partition: "p", key: "n" }])).toMatchObject([
      { value: { sum: 1 } },
    ]);
    const written = await driver.atomic.commit("p", { sets: [{ key: "c", value: {} }] });
    const version = written.committed ? written.version : "";
    const countWhile = { checks: [{ key: "c", version }], sums: [{ key: "n", add: 1 }] };
    expect(await driver.atomic.commit("p", countWhile)).toMatchObject({ sums: [2] });
    const known = { version, asOf: undefined };
    const result = await driver.atomic.query?.({ counts: [], reads: [{ partition: "p", key: "c", known }] });
    expect(result?.reads).toEqual(["unchanged"]);
  });

  it("works with a cluster that looks like one server, from the first tick", async () => {
    const server = await redisForTest("--cluster-enabled", "yes");
    await server.command("CLUSTER", "ADDSLOTSRANGE", "0", "16383");
    await until(async () => String(await server.command("CLUSTER", "INFO")).includes("cluster_state:ok"));
    const driver = closedAfterUse(redisDriver({ url: server.url, ...patient }));
    const partitions = ["p1", "p2", "p3"];
    const written = await Promise.all(
      partitions.map(async (partition) =>
        driver.atomic.commit(partition, { sets: [{ key: "a", value: { is: partition } }], ...count }),
      ),
    );
    const versions = written.map((outcome) => (outcome.committed ? outcome.version : ""));
    const reads = partitions.map((partition) => ({ partition, key: "a", known: undefined }));
    const counts = [...partitions, ...partitions].map((partition, index) => ({
      partition,
      check: { key: "a", version: versions[index % 3] ?? "" },
      ...count,
    }));
    for (const [first, second] of [
      [2, 3],
      [4, 5],
    ]) {
      const result = await driver.atomic.query?.({ counts, reads });
      expect(result?.reads).toMatchObject(partitions.map((is) => ({ value: { is } })));
      const sums = [first, first, first, second, second, second].map((sum) => ({ sums: [sum] }));
      expect(await Promise.all((result?.counts ?? []).map(async (one) => one))).toMatchObject(sums);
    }
  });

  it("works over TLS, and refuses an untrusted certificate", async () => {
    const path = scratchDirectory();
    const [key, certificate] = [join(path, "key.pem"), join(path, "certificate.pem")];
    const subject = ["-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1"];
    const form = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", ...subject];
    execFileSync("openssl", [...form, "-keyout", key, "-out", certificate], { stdio: "ignore" });
    const tlsPort = String(await freePort());
    const files = ["--tls-cert-file", certificate, "--tls-key-file", key, "--tls-ca-cert-file", certificate];
    await redisForTest("--tls-port", tlsPort, ...files, "--tls-auth-clients", "no");
    const url = `rediss://127.0.0.1:${tlsPort}`;
    const tls = { ca: readFileSync(certificate) };
    const trusting = closedAfterUse(redisDriver({ url, redisOptions: { tls }, ...patient }));
    expect(await trusting.atomic.commit("p", count)).toMatchObject({ committed: true });
    // The driver tries to connect until its time-out ends.
    const wary = closedAfterUse(redisDriver({ url, connectTimeoutMs: 2000 }));
    await expect(wary.atomic.commit("p", count)).rejects.toThrow("self-signed certificate");
  });

  it("responds in time while a cluster node hangs or is missing, and recovers when it is back", async () => {
    const cluster = await startRedisCluster("--appendonly", "yes");
    releaseAfterUse(() => cluster.stop());
    const driver = closedAfterUse(redisDriver({ url: cluster.url, commandTimeoutMs: 400 }));
    const partitions = Array.from({ length: 12 }, (_, index) => `p${index}`);
    const commitAll = async (): Promise<string[]> => {
      const all = partitions.map(async (partition) => driver.atomic.commit(partition, count));
      const outcomes = await Promise.allSettled(all);
      return outcomes.map(({ status }) => status);
    };
    await until(async () => !(await commitAll()).includes("rejected"));
    const [node] = cluster.nodes;
    node?.process.kill("SIGSTOP");
    expect(await commitAll()).toContain("rejected");
    node?.process.kill("SIGCONT");
    await until(async () => !(await commitAll()).includes("rejected"));
    await node?.kill();
    expect(await commitAll()).toContain("rejected");
    await node?.restart();
    await until(async () => !(await commitAll()).includes("rejected"), 30_000);
  });

  it("follows sentinels to the replica that takes over", async () => {
    const primary = await redisForTest();
    const replica = await redisForTest("--replicaof", "127.0.0.1", String(primary.port));
    const path = scratchDirectory();
    const port = await freePort();
    const file = join(path, "sentinel.conf");
    writeFileSync(
      file,
      `port ${port}
bind 127.0.0.1
sentinel monitor acme 127.0.0.1 ${primary.port} 1
sentinel down-after-milliseconds acme 500
sentinel failover-timeout acme 5000
`,
    );
    const sentinel = spawn("redis-server", [file, "--sentinel"], { stdio: "ignore" });
    releaseAfterUse(async () => {
      sentinel.kill("SIGKILL");
      await once(sentinel, "exit");
    });
    const url = `redis+sentinel://127.0.0.1:${port}/acme`;
    const driver = closedAfterUse(redisDriver({ url, commandTimeoutMs: 2000 }));
    await until(async () => (await driver.atomic.commit("p", count)).committed);
    await until(async () =>
      String(await replica.command("HGET", "postern:{p}:records", "n")).includes("sum"),
    );
    const sentinelKnows = async (): Promise<boolean> =>
      execFileSync("redis-cli", ["-p", String(port), "SENTINEL", "REPLICAS", "acme"], {
        encoding: "utf8",
      }).includes(String(replica.port));
    await until(sentinelKnows);
    const wrong = closedAfterUse(redisDriver({ url: `redis://127.0.0.1:${port}`, ...patient }));
    await expect(wrong.atomic.list("p", { limit: 1 })).rejects.toThrow(
      "Cannot use Redis: this server is a sentinel, which stores no records. Use redis+sentinel://HOST:PORT/MASTER",
    );
    await primary.kill();
    await until(async () => (await driver.atomic.commit("p", count)).committed, 30_000);
    const [record] = await driver.atomic.getMany([{ partition: "p", key: "n" }]);
    expect(record?.value).toEqual({ sum: 2 });
    expect(String(await replica.command("ROLE"))).toMatch(/^master/);
  });
});
