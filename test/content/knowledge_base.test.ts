import { beforeEach, describe, expect, it } from "vitest";
import { createPublicApi, type PublicApi } from "../../lib/mod.ts";
import { memoryDriver } from "../../storage-drivers/memory.ts";
import { ManualClock } from "../manual_clock.ts";
import { untilIdle } from "../until_idle.ts";

describe("a knowledge base of 150 texts", () => {
  let api: PublicApi;
  /** Limits of all range reads. */
  let asked: number[];

  beforeEach(async () => {
    asked = [];
    const clock = new ManualClock();
    const { atomic, ...driver } = memoryDriver({ clock });
    const list: typeof atomic.list = (partition, range) => {
      asked.push(range.limit);
      return atomic.list(partition, range);
    };
    api = createPublicApi({ storage: { ...driver, atomic: { ...atomic, list } }, clock });
    await api.organizations.create({ slug: "acme", name: "Acme", siteUrl: "https://acme.example" });
    for (let number = 0; number < 150; number++) {
      await api.knowledgeBase.add("acme", { text: `Text ${number}${number % 50 === 0 ? " Ünique" : ""}` });
      clock.advance(1000);
    }
    await untilIdle(api);
    asked = [];
  });

  it("is read in pages without gaps, with one extra text per page", async () => {
    const texts: string[] = [];
    let next: string | null | undefined;
    do {
      const page = await api.knowledgeBase.list("acme", { limit: 60, ...(next ? { after: next } : {}) });
      texts.push(...page.entries.map(({ text }) => text));
      ({ next } = page);
    } while (next !== null);
    expect(texts.map((text) => Number(text.split(" ")[1]))).toEqual(
      Array.from({ length: 150 }, (_, index) => 149 - index),
    );
    expect(asked).toEqual([61, 61, 61]);
  });

  it("is searched ignoring case", async () => {
    const { entries, next } = await api.knowledgeBase.list("acme", { limit: 3, search: "üNIQUE" });
    expect(entries.map(({ text }) => text)).toEqual(["Text 100 Ünique", "Text 50 Ünique", "Text 0 Ünique"]);
    expect(next).toBeNull();
  });

  it("is listed in batches of 50 texts", async () => {
    let texts = 0;
    for await (const _entry of api.knowledgeBase.iterate("acme")) texts++;
    expect(texts).toBe(150);
    expect(new Set(asked)).toEqual(new Set([50]));
  });
});
