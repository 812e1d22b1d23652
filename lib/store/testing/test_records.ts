import { type Contract, partition } from "./contract.ts";

/** Tests that reads return records unchanged. */
export function testRecords({ it, expect, engine, get, set, listKeys }: Contract): void {
  it("declares the scope of its atomicity and the durability of its commits", () => {
    expect(["process", "host", "cluster"]).toContain(engine.atomic.scope);
    expect(["none", "process-crash", "power-loss"]).toContain(engine.atomic.durability);
  });

  it("returns stored records, and null for missing ones", async () => {
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

  it("keeps strings that look like other JSON values", async () => {
    const value = { a: "123", b: "true", c: "null", d: "1e3", e: "", f: '{"x":1}', g: "[1]", h: "0123" };
    await engine.atomic.commit(partition, { sets: [{ key: "a", value }] });
    expect(await get("a")).toEqual(value);
  });

  it("does not change a record when the caller changes a written or read object", async () => {
    const value = { list: [1] };
    await engine.atomic.commit(partition, { sets: [{ key: "a", value }] });
    value.list.push(2);
    expect(await get("a")).toEqual({ list: [1] });
    const read = (await get("a")) as { list: number[] };
    try {
      read.list.push(3);
    } catch {
      // A frozen record throws here.
    }
    expect(await get("a")).toEqual({ list: [1] });
  });

  it("returns empty lists for no addresses and for an empty partition", async () => {
    expect(await engine.atomic.getMany([])).toEqual([]);
    expect(await listKeys({})).toEqual([]);
  });

  it("replaces and deletes records", async () => {
    await set("a", "b");
    await engine.atomic.commit(partition, {
      sets: [{ key: "a", value: { is: "new" } }],
      deletes: ["b", "missing"],
    });
    expect(await get("a")).toEqual({ is: "new" });
    expect(await get("b")).toBeUndefined();
  });
}
