import { describe, expect, it } from "vitest";
import { createPublicApi } from "../lib/mod.ts";
import { memoryDriver } from "../storage-drivers/memory.ts";
import { World } from "./api/world.ts";

describe("the options of createPublicApi", () => {
  it.each<[options: object, name: string, limit: string, value: string]>([
    [{ rateLimit: { perDay: 0 } }, "rateLimit.perDay", "1 to 1000000000", "0"],
    [{ rateLimit: { perDay: 1_000_000_001 } }, "rateLimit.perDay", "1 to 1000000000", "1000000001"],
    [{ rateLimit: { perDay: 1.5 } }, "rateLimit.perDay", "1 to 1000000000", "1.5"],
    [{ rateLimit: { perDay: Number.NaN } }, "rateLimit.perDay", "1 to 1000000000", "NaN"],
    [{ rateLimit: { perDay: "2000" } }, "rateLimit.perDay", "1 to 1000000000", "2000"],
    [{ limits: { bodyBytes: 0 } }, "limits.bodyBytes", "1 to 1073741824", "0"],
    [{ limits: { bodyBytes: 1_073_741_825 } }, "limits.bodyBytes", "1 to 1073741824", "1073741825"],
    [{ limits: { textCharacters: -1 } }, "limits.textCharacters", "1 to 100000000", "-1"],
    [{ readAccess: "private" }, "readAccess", "public, key", "private"],
    [{ deployment: "galaxy" }, "deployment", "process, host, cluster", "galaxy"],
    [{ keyPrefix: "" }, "keyPrefix", "up to 19", '""'],
    [{ keyPrefix: "Acme_" }, "keyPrefix", "a lowercase letter", '"Acme_"'],
    [{ faq: { maxInputLength: 0 } }, "maxInputLength", "from 1", "0"],
    [{ faq: { questionMarks: [] } }, "questionMarks", "at least one string", "[]"],
    [{ faq: { questionMarks: ["?", ""] } }, "questionMarks", "no empty strings", '["?",""]'],
  ])("refuses %j, and names option, limit and value", (options, name, limit, value) => {
    const create = (): unknown => createPublicApi({ storage: memoryDriver(), ...options });
    expect(create).toThrow(RangeError);
    for (const part of [name, limit, value]) expect(create).toThrow(part);
  });

  it("takes the ends of every range", () => {
    for (const options of [
      { rateLimit: { perDay: 1 }, limits: { bodyBytes: 1, textCharacters: 1 }, keyPrefix: "a" },
      {
        rateLimit: { perDay: 1_000_000_000 },
        limits: { bodyBytes: 1_073_741_824, textCharacters: 100_000_000 },
        keyPrefix: "a".repeat(20),
      },
    ]) {
      expect(() => createPublicApi({ storage: memoryDriver(), ...options })).not.toThrow();
    }
  });

  it("gives keys the prefix that was asked for, and takes no other", async () => {
    const open = async (): ReturnType<typeof World.open> =>
      World.open(async (clock) => ({ storage: memoryDriver({ clock }), close: () => undefined }), {
        keyPrefix: "acme",
      });
    const world = await open();
    const { key, start } = await world.createKey();
    expect(key.startsWith("acme_")).toBe(true);
    expect(key.startsWith(start)).toBe(true);
    expect((await world.get("/post/acme", key)).status).toBe(200);
    expect((await world.get("/post/acme", key.replace("acme_", "postern_"))).status).toBe(401);
  });

  it("finds questions by the marks that were asked for", async () => {
    const world = await World.open(
      async (clock) => ({ storage: memoryDriver({ clock }), close: () => undefined }),
      { faq: { questionMarks: ["？"] } },
    );
    await world.api.posts.create("acme", {
      name: "A",
      html: "<h2>何？</h2><p>それ</p><h2>Why?</h2><p>So</p>",
    });
    expect(await world.read("/post/acme/a")).toMatchObject({
      faqEntries: [{ question: "何？", answer: "それ" }],
    });
  });
});
