import { type Contract, partition } from "./contract.ts";

/** Tests that a persistent engine keeps all data over a restart, and never repeats a version. */
export function testRestart({
  it,
  expect,
  engine,
  clock,
  reopen,
  get,
  set,
  listKeys,
  versionOf,
}: Contract): void {
  it("keeps records, counters, expiries and order over a restart, if it is persistent", async () => {
    const expiresAt = clock.now() + 1000;
    await set("c", "a", "b!x");
    await engine.atomic.commit(partition, {
      sets: [{ key: "brief", value: {}, expiresAt }],
      sums: [{ key: "n", add: 3, expiresAt: expiresAt + 1 }],
      deletes: ["c"],
    });
    const version = await versionOf("n");
    if (!(await reopen())) return;
    expect(await listKeys({})).toEqual(["a", "b!x", "brief", "n"]);
    expect(await versionOf("n")).toBe(version);
    clock.advance(1000);
    expect(await listKeys({})).toEqual(["a", "b!x", "n"]);
    await engine.atomic.commit(partition, { sums: [{ key: "n", add: 1 }] });
    expect(await get("n")).toEqual({ sum: 4 });
    clock.advance(1);
    expect(await get("n")).toBeUndefined();
  });

  it("never repeats a version, not even after a restart", async () => {
    const versions = new Set<string>();
    for (let round = 0; round < 4; round++) {
      for (let index = 0; index < 5; index++) {
        await set("a");
        versions.add(await versionOf("a"));
        await engine.atomic.commit(partition, { deletes: ["a"] });
      }
      await reopen();
    }
    expect(versions.size).toBe(20);
  });
}
