import { afterEach, describe, expect, it, vi } from "vitest";
import { examine } from "../../adapters/standalone/doctor/examine.ts";
import { openStorageDriver } from "../../storage-drivers/open_storage_driver.ts";
import { redisDriver } from "../../storage-drivers/redis.ts";
import type { AtomicDriver } from "../../lib/store/mod.ts";
import { type StartedProcess, startPostern } from "../adapters/start_process.ts";
import { releaseAfterUse } from "../servers/release_after_use.ts";
import { closedAfterUse } from "./_open_driver.ts";
import { redisIsMissing, type RedisServer, startRedis, until } from "./_redis_server.ts";
import { patient } from "./_patient.ts";

const appendOnly = ["--appendonly", "yes"];
const always = [...appendOnly, "--appendfsync", "always"];

describe.skipIf(redisIsMissing())("the durability of Redis", () => {
  afterEach(() => vi.restoreAllMocks());

  async function open(...settings: string[]): Promise<RedisServer> {
    const server = await startRedis(...settings);
    releaseAfterUse(() => server.stop());
    return server;
  }

  /** Reads with a driver. Returns the error's message, or undefined if it succeeds. */
  const failureWith = async ({ atomic }: AtomicDriver): Promise<string | undefined> =>
    atomic.list("partition", { limit: 1 }).then(
      () => undefined,
      ({ message }: Error) => message,
    );
  const failureOf = async (url: string): Promise<string | undefined> =>
    failureWith(closedAfterUse(redisDriver({ url })));

  it.each([
    ["none", []],
    ["process-crash", appendOnly],
    ["process-crash", always],
    ["power-loss", always],
  ])("%s is accepted for a server with %j", async (durability, settings) => {
    const server = await open(...settings);
    expect(await failureOf(`${server.url}/?durability=${durability}`)).toBeUndefined();
  });

  it.each([
    ["process-crash", [], "has no append-only file"],
    ["power-loss", [], "has no append-only file"],
    ["power-loss", appendOnly, "appendfsync is everysec"],
    ["power-loss", [...appendOnly, "--appendfsync", "no"], "appendfsync is no"],
  ])("%s is refused for a server with %j", async (durability, settings, reason) => {
    vi.spyOn(process, "emitWarning").mockReturnValue();
    const server = await open(...settings);
    const failure = await failureOf(`${server.url}/?durability=${durability}`);
    expect(failure).toContain(`Cannot use Redis: the setting says durability=${durability}`);
    expect(failure).toContain(reason);
    expect(failure).toContain("CONFIG SET");
  });

  it("is compared only with INFO if the user cannot read the configuration", async () => {
    vi.spyOn(process, "emitWarning").mockReturnValue();
    const server = await open();
    await server.command("ACL", "SETUSER", "app", "on", ">secret", "~*", "+@all", "-config");
    const url = `redis://app:secret@127.0.0.1:${server.port}/?durability=power-loss`;
    expect(await failureOf(url)).toContain("has no append-only file");
    await server.command("CONFIG", "SET", "appendonly", "yes");
    // The flush policy of the file is unknown, so the setting is trusted.
    expect(await failureOf(url)).toBeUndefined();
    await server.command("ACL", "SETUSER", "app", "-info");
    expect(await failureOf(url)).toBeUndefined();
  });

  it("is reported by the doctor with a remedy", async () => {
    vi.spyOn(process, "emitWarning").mockReturnValue();
    const server = await open();
    expect(await examine(`${server.url}/?durability=power-loss`, openStorageDriver)).toContainEqual({
      check: "read",
      status: "failed",
      detail: expect.stringContaining("has no append-only file") as string,
      remedy: expect.stringContaining("durability") as string,
    });
  });

  it("is read again after a minute: an evicting policy is refused, and a fixed policy accepted", async () => {
    const warn = vi.spyOn(process, "emitWarning").mockReturnValue();
    const server = await open("--maxmemory", "100mb", "--maxmemory-policy", "noeviction");
    const driver = closedAfterUse(redisDriver({ url: server.url, ...patient }));
    const read = async (): Promise<string | undefined> => failureWith(driver);
    expect(await read()).toBeUndefined();
    await server.command("CONFIG", "SET", "maxmemory-policy", "allkeys-lru");
    expect(await read()).toBeUndefined();
    let minutes = 1;
    vi.spyOn(performance, "now").mockImplementation(
      () => Date.now() - performance.timeOrigin + minutes * 61_000,
    );
    const refusal = "Cannot use Redis: its maxmemory-policy is allkeys-lru, and must be noeviction";
    await until(async () => (await read()) === refusal);
    expect(warn).toHaveBeenCalledExactlyOnceWith(refusal, { code: "POSTERN_REDIS_REFUSED" });
    await server.command("CONFIG", "SET", "maxmemory-policy", "noeviction");
    minutes = 2;
    await until(async () => (await read()) === undefined);
  });

  async function startServing(flags: string): Promise<StartedProcess> {
    const serving = startPostern(`serve --port 0 --storage ${flags}`);
    await serving.waitFor(/Postern serves/);
    return serving;
  }

  const loss = "Redis loses all data when it stops";

  it("causes a warning in a cluster deployment if Redis keeps nothing", async () => {
    const server = await open();
    const cluster = await startServing(`${server.url} --deployment cluster`);
    expect(cluster.output()).toContain(loss);
    const alone = await startServing(server.url);
    expect(alone.output()).not.toContain(loss);
    await server.command("CONFIG", "SET", "appendonly", "yes");
    const kept = await startServing(`${server.url} --deployment cluster`);
    expect(kept.output()).not.toContain(loss);
  });

  it("refuses to serve, with a line that suggests a remedy", async () => {
    const server = await open();
    const serving = startPostern(`serve --port 0 --storage ${server.url}/?durability=power-loss`);
    expect(await serving.exit).toBe(1);
    expect(serving.output()).toContain("has no append-only file");
  }, 120_000);

  it("is the reason at /readyz if the policy starts to evict", async () => {
    const server = await open("--maxmemory", "100mb", "--maxmemory-policy", "noeviction");
    const serving = await startServing(server.url);
    const [url = ""] = await serving.waitFor(/http:\/\/127\.0\.0\.1:\d+/);
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
    await server.command("CONFIG", "SET", "maxmemory-policy", "allkeys-lru");
    // A new connection is checked like the first one.
    await server.command("CLIENT", "KILL", "TYPE", "normal");
    let text = "";
    await until(async () => {
      const response = await fetch(`${url}/readyz`);
      text = await response.text();
      return response.status === 503 && text.includes("maxmemory-policy");
    });
    expect(text).toBe("Cannot use Redis: its maxmemory-policy is allkeys-lru, and must be noeviction\n");
    expect(await serving.stop()).toBe(0);
    expect(serving.output()).toContain("maxmemory-policy is allkeys-lru");
  });
});
