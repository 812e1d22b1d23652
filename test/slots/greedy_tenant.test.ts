import { describe, expect, it, vi } from "vitest";
import { pools } from "./pools.ts";

describe("a greedy organization", () => {
  it.each(pools)("that fills the pool of $name leaves slots to a modest organization", async (pool) => {
    const tenants = await pool.open();
    const [alone, beside] = pool.running;
    try {
      await tenants.fill();
      await vi.waitFor(() => expect(tenants.running()).toBe(alone), 30_000);
      expect(await tenants.start()).toBe("started");
      await vi.waitFor(() => expect(tenants.running()).toBe(beside), 30_000);
    } finally {
      await tenants.close();
    }
  });
});
