import { expect, it, vi } from "vitest";

it("on Cloudflare, a task does not wait for tasks of other requests", async () => {
  vi.stubGlobal("navigator", { userAgent: "Cloudflare-Workers" });
  const { Slots } = await import("../../lib/base/slots.ts");
  const slots = new Slots(1);
  expect(slots.take("a")).toBeTypeOf("function");
  expect(await slots.run("a", () => Promise.resolve("done"))).toBe("done");
});
