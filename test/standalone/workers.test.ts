import { spawnSync } from "node:child_process";
import { renameSync, rmSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { until } from "../storage-drivers/_redis_server.ts";
import { longPost as path, StandaloneWorld } from "./standalone_world.ts";
import { startLoad, type SteadyLoad } from "./steady_load.ts";

let world: StandaloneWorld;

function workers(): number[] {
  const { status, stdout, error } = spawnSync("pgrep", ["-P", String(world.process.child.pid)], {
    encoding: "utf8",
  });
  if (status === 0) return stdout.trim().split("\n").map(Number);
  // pgrep says by 1 that it found none.
  if (status === 1) return [];
  throw new Error(`Cannot list the workers: pgrep ended with ${status}`, { cause: error });
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** Starts workers, and requests to them that go on until the load is stopped. */
async function startUnderLoad(count: number): Promise<{ before: number[]; load: SteadyLoad }> {
  world = await StandaloneWorld.openShared("--workers", String(count));
  const before = workers();
  expect(before).toHaveLength(count);
  const load = startLoad(`${world.url}${path}`, 8);
  await until(async () => load.answered() > 20);
  return { before, load };
}

describe("workers", () => {
  it("are replaced on SIGHUP one after the other, and no request fails", async () => {
    const { before, load } = await startUnderLoad(4);
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

  it("respond while one is killed and replaced", async () => {
    const { before, load } = await startUnderLoad(2);
    const [victim, other] = before as [number, number];
    process.kill(victim, "SIGKILL");
    await world.process.waitFor(/ended with SIGKILL/);
    for (let request = 0; request < 20; request++) expect((await world.send(path)).status).toBe(200);
    await until(async () => workers().length === 2);
    await load.stop();
    expect(workers()).toContain(other);
    expect(workers()).not.toContain(victim);
    expect(world.process.output()).toContain(`(process ${victim}) ended with SIGKILL`);
    // Only what was under way in the process that was killed is lost, and by a closed connection.
    expect(load.failures().filter(({ reason }) => reason !== "ECONNRESET")).toEqual([]);
    expect(await world.process.stop()).toBe(0);
    const lost = new Set(load.failures().map(({ id }) => id));
    const elsewhere = world.lines().filter(({ pid, req }) => pid !== victim && req !== undefined);
    expect(elsewhere.length).toBeGreaterThan(20);
    expect(elsewhere.filter(({ req, res }) => res?.statusCode !== 200 || lost.has(req?.id ?? ""))).toEqual(
      [],
    );
  });

  it("continue if their replacements cannot start", async () => {
    world = await StandaloneWorld.openShared("--workers", "2");
    const before = workers();
    const store = world.storage.slice("lmdb:".length);
    renameSync(store, `${store}-away`);
    writeFileSync(store, "");
    world.process.child.kill("SIGHUP");
    await world.process.waitFor(/Cannot reload: a new worker did not start/);
    expect(workers()).toEqual(before);
    expect((await world.send("/healthz")).status).toBe(200);
    rmSync(store);
    renameSync(`${store}-away`, store);
    expect((await world.send(path)).status).toBe(200);
  });

  it("end when the primary process is gone", async () => {
    const { before: orphans, load } = await startUnderLoad(2);
    world.process.child.kill("SIGKILL");
    await until(async () => !orphans.some(isAlive));
    await load.stop();
    expect(orphans.filter(isAlive)).toEqual([]);
  });

  it("are counted together, with a label for each", async () => {
    world = await StandaloneWorld.openShared("--workers", "2", "--metrics", "0", "--log", "none");
    for (let request = 0; request < 10; request++) await world.send(path);
    const text = await (await fetch(await world.metricsUrl())).text();
    const counts = [
      ...text.matchAll(/^postern_http_request_duration_seconds_count\{.*worker="(\d)"\} (\d+)$/gm),
    ];
    expect(new Set(counts.map(([, worker]) => worker))).toEqual(new Set(["1", "2"]));
    expect(counts.reduce((sum, [, , count]) => sum + Number(count), 0)).toBe(10);
    expect(text).toMatch(/^process_resident_memory_bytes\{worker="2"\} \d+$/m);
  });
});
