import { beforeEach, describe, expect, it } from "vitest";
import { createPublicApi, type PublicApi } from "../../lib/mod.ts";
import { memoryDriver } from "../../storage-drivers/memory.ts";
import { allOf } from "../async_items.ts";
import { ManualClock } from "../manual_clock.ts";
import { memoryDriver as slowMemory } from "../slow_memory.ts";
import { untilIdle } from "../until_idle.ts";

const address = { organizationSlug: "acme", id: "faq:hours" };
const hours = {
  text: "We open at nine.",
  title: "Opening hours",
  source: "https://acme.example/visit",
  tags: ["visit"],
};

describe("a knowledge text with its writer's own id", () => {
  let api: PublicApi;
  let clock: ManualClock;
  let events: string[];

  beforeEach(async () => {
    clock = new ManualClock();
    events = [];
    api = createPublicApi({
      storage: memoryDriver({ clock }),
      clock,
      hooks: {
        "knowledge.added": ({ data }) => void events.push(`added ${data.id}`),
        "knowledge.updated": ({ data }) => void events.push(`updated ${data.id}`),
      },
    });
    await api.organizations.create({ slug: "acme", name: "Acme", siteUrl: "https://acme.example" });
  });

  it("is created, replaced with its place in the list, and left as it is by the same input", async () => {
    const created = await api.knowledgeBase.put(address, hours);
    expect(created).toMatchObject({ outcome: "created", entry: { id: "faq:hours", ...hours } });
    clock.advance(1000);
    expect(await api.knowledgeBase.put(address, { ...hours })).toEqual({ ...created, outcome: "unchanged" });
    const { entry, outcome } = await api.knowledgeBase.put(address, { text: "We open at ten.", tags: [] });
    expect(outcome).toBe("updated");
    expect(Object.keys(entry).toSorted()).toEqual(["createdAt", "id", "text", "updatedAt"]);
    expect(entry.createdAt).toBe(created.entry.createdAt);
    expect(await allOf(api.knowledgeBase.iterate("acme"))).toEqual([entry]);
    expect(await api.knowledgeBase.get(address)).toEqual(entry);
    await untilIdle(api);
    expect(events).toEqual(["added faq:hours", "updated faq:hours"]);
    expect(await api.knowledgeBase.delete(address)).toBe(true);
    expect(await api.knowledgeBase.get(address)).toBeNull();
  });

  it("can have the id of an added text", async () => {
    const { id } = await api.knowledgeBase.add("acme", { text: "Old" });
    const { outcome } = await api.knowledgeBase.put({ organizationSlug: "acme", id }, { ...hours });
    expect(outcome).toBe("updated");
    expect((await allOf(api.knowledgeBase.iterate("acme"))).map(({ title }) => title)).toEqual([hours.title]);
  });

  it.each([
    ["search", hours, /id must not be search/],
    ["-x", hours, /id must be 1 to 128/],
    ["x".repeat(129), hours, /id must be 1 to 128/],
    ["a/b", hours, /id must be 1 to 128/],
    ["x", { ...hours, text: " " }, /text must be 1 to/],
    ["x", { ...hours, title: "x".repeat(201) }, /title/],
    ["x", { ...hours, source: "javascript:alert(1)" }, /source must be an absolute http/],
    ["x", { ...hours, tags: Array.from({ length: 51 }, (_, tag) => `t${tag}`) }, /tags/],
    ["x", { ...hours, more: 1 } as typeof hours, /more is not a known field/],
  ])("refuses %j", async (id, input, message) => {
    await expect(api.knowledgeBase.put({ organizationSlug: "acme", id }, input)).rejects.toThrow(message);
  });

  it("compares the conditions with the current text", async () => {
    const put = api.knowledgeBase.put.bind(api.knowledgeBase);
    await expect(put(address, hours, { ifMatch: "*" })).rejects.toThrow(/does not exist/);
    await put(address, hours, { ifNoneMatch: "*" });
    await expect(put(address, hours, { ifNoneMatch: "*" })).rejects.toThrow(/already exists/);
    await expect(put(address, hours, { ifMatch: ["other"] })).rejects.toThrow(/has changed/);
  });
});

it("writers of the same text at the same time leave one text", async () => {
  const clock = new ManualClock();
  const storage = slowMemory({ clock });
  const [one, other] = [0, 1].map(() => createPublicApi({ storage, clock }));
  if (one === undefined || other === undefined) throw new Error("Two processes are needed");
  await one.organizations.create({ slug: "acme", name: "Acme", siteUrl: "https://acme.example" });
  const outcomes = await Promise.all(
    [one, other, one, other].map(async (api) => (await api.knowledgeBase.put(address, hours)).outcome),
  );
  expect(outcomes.toSorted()).toEqual(["created", "unchanged", "unchanged", "unchanged"]);
  expect(await allOf(one.knowledgeBase.iterate("acme"))).toHaveLength(1);
});
