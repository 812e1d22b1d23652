import { type Contract, partition } from "./contract.ts";

/** Records are given back as they were set. */
export function testRecords({ it, expect, engine, get, set, listKeys }: Contract): void {
  it("says how far its atomicity reaches and what its commits survive", () => {
    expect(["process", "host", "cluster"]).toContain(engine.atomic.scope);
    expect(["none", "process-crash", "power-loss"]).toContain(engine.atomic.durability);
  });

  it("gives back what was set, and null for what was not", async () => {
    const value = { text: "Grüße, 世界 😀", list: [1, null, true, { deep: [] }], empty: {} };
    await engine.atomic.commit(partition, { sets: [{ key: "a", value }] });
    const records = await engine.atomic.getMany([
      { partition, key: "b" },
      { partition, key: "a" },
      { partition: "other", key: "a" },
    ]);
    expect(records.map((record) => record?.value ?? null)).toEqual([null, value, null]);
    expect(records[1]?.key).toBe("a");
  });

  it("keeps strings that look like something else as they are", async () => {
    const value = { a: "123", b: "true", c: "null", d: "1e3", e: "", f: '{"x":1}', g: "[1]", h: "0123" };
    await engine.atomic.commit(partition, { sets: [{ key: "a", value }] });
    expect(await get("a")).toEqual(value);
  });

  it("does not let a caller change a record by changing what was set or read", async () => {
    const value = { list: [1] };
    await engine.atomic.commit(partition, { sets: [{ key: "a", value }] });
    value.list.push(2);
    expect(await get("a")).toEqual({ list: [1] });
    const read = (await get("a")) as { list: number[] };
    try {
      read.list.push(3);
    } catch {
      // A frozen record says so at once.
    }
    expect(await get("a")).toEqual({ list: [1] });
  });

  it("reads nothing from no addresses, and an empty partition lists nothing", async () => {
    expect(await engine.atomic.getMany([])).toEqual([]);
    expect(await listKeys({})).toEqual([]);
  });

  it("replaces and deletes", async () => {
    await set("a", "b");
    await engine.atomic.commit(partition, {
      sets: [{ key: "a", value: { is: "new" } }],
      deletes: ["b", "missing"],
    });
    expect(await get("a")).toEqual({ is: "new" });
    expect(await get("b")).toBeUndefined();
  });
}
