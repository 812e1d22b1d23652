import { execFileSync } from "node:child_process";
import { renameSync, writeFileSync } from "node:fs";
import { afterEach, describe, expect, it } from "vitest";
import { postern, startNode } from "../adapters/start_process.ts";
import { until } from "../storage-drivers/_redis_server.ts";
import { StandaloneWorld } from "./standalone_world.ts";
import { startLoad } from "./steady_load.ts";

const path = "/api/public/v1/post/acme/long";
let world: StandaloneWorld;

afterEach(async () => world.close());

/** The processes that serve. */
function workers(): number[] {
  const pid = String(world.process.child.pid);
  try {
    return execFileSync("pgrep", ["-P", pid], { encoding: "utf8" }).trim().split("\n").map(Number);
  } catch {
    return [];
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

describe("workers", () => {
  it("are replaced on SIGHUP one after the other, and no request fails", async () => {
    world = await StandaloneWorld.openShared("--workers", "4");
    const before = workers();
    const load = startLoad(`${world.url}${path}`, 8);
    await until(async () => load.answered() > 20);
    world.process.child.kill("SIGHUP");
    await world.process.waitFor(/"msg":"Reloaded"/);
    const answered = load.answered();
    await until(async () => load.answered() > answered + 20);
    await load.stop();
    expect(load.failures()).toEqual([]);
    const after = workers();
    expect(after).toHaveLength(4);
    expect(after.filter((pid) => before.includes(pid))).toEqual([]);
    expect(await world.process.stop()).toBe(0);
    const lines = world.lines().filter(({ res }) => res?.statusCode === 200);
    expect(lines).toHaveLength(load.answered());
    expect([...before, ...after].filter(isAlive)).toEqual([]);
  });

  it("answer while one is killed, and another takes its place", async () => {
    world = await StandaloneWorld.openShared("--workers", "2");
    const [victim = 0, other] = workers();
    const load = startLoad(`${world.url}${path}`, 8);
    await until(async () => load.answered() > 20);
    process.kill(victim, "SIGKILL");
    await world.process.waitFor(/ended with SIGKILL/);
    for (let request = 0; request < 20; request++) expect((await world.send(path)).status).toBe(200);
    await until(async () => workers().length === 2);
    await load.stop();
    // Only what was under way in the process that was killed is lost.
    expect(load.failures().length).toBeLessThanOrEqual(8);
    expect(workers()).toContain(other);
    expect(workers()).not.toContain(victim);
    expect(world.process.output()).toContain(`(process ${victim}) ended with SIGKILL`);
  });

  it("go on when those that are to replace them cannot start", async () => {
    world = await StandaloneWorld.openShared("--workers", "2");
    const before = workers();
    const store = world.storage.slice("lmdb:".length);
    renameSync(store, `${store}-away`);
    writeFileSync(store, "");
    world.process.child.kill("SIGHUP");
    await world.process.waitFor(/Cannot reload: a new worker did not start/);
    expect(workers()).toEqual(before);
    expect((await world.send("/healthz")).status).toBe(200);
    expect((await world.send(path)).status).toBe(200);
  });

  it("end when the process that looks after them is gone", async () => {
    world = await StandaloneWorld.openShared("--workers", "2");
    const orphans = workers();
    const load = startLoad(`${world.url}${path}`, 4);
    await until(async () => load.answered() > 10);
    world.process.child.kill("SIGKILL");
    await until(async () => !orphans.some(isAlive));
    await load.stop();
    expect(orphans).toHaveLength(2);
  });

  it("are counted together, with a label for each", async () => {
    world = await StandaloneWorld.openShared("--workers", "2", "--metrics", "0", "--log", "none");
    const [, address = ""] = await world.process.waitFor(/Metrics are at (\S+)/);
    for (let request = 0; request < 10; request++) await world.send(path);
    const text = await (await fetch(address)).text();
    const counts = [
      ...text.matchAll(/^postern_http_request_duration_seconds_count\{.*worker="(\d)"\} (\d+)$/gm),
    ];
    expect(new Set(counts.map(([, worker]) => worker))).toEqual(new Set(["1", "2"]));
    expect(counts.reduce((sum, [, , count]) => sum + Number(count), 0)).toBe(10);
    expect(text).toMatch(/^process_resident_memory_bytes\{worker="2"\} \d+$/m);
  });
});

describe("--workers", () => {
  it.each([
    [["--storage", "memory:", "--workers", "2"], "memory: is exact within one process only"],
    [["--storage", "fs:other", "--workers", "2"], "fs: is exact within one process only"],
    [["--storage", "memory:", "--workers", "0"], "--workers must be a whole number from 1 to 1000, and is 0"],
    [["--storage", "memory:", "--workers", "1", "--host", "203.0.113.1"], "is no address of this machine"],
  ])("says in one line what is wrong with %j", async (flags, message) => {
    world = await StandaloneWorld.open("--log", "none");
    const server = startNode([postern, "serve", "--port", "0", ...flags], { cwd: world.directory });
    expect(await server.exit).toBe(1);
    expect(server.output()).toContain(message);
    expect(server.output().trimEnd().split("\n")).toHaveLength(1);
  });
});
