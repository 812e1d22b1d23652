import { beforeEach, describe, expect, it } from "vitest";
import { exportRecords, importRecords, inspectStore } from "../../lib/moving/entry.ts";
import { type AtomicDriver, createPublicApi, type PublicApi } from "../../lib/mod.ts";
import { memoryDriver } from "../../storage-drivers/memory.ts";
import { ManualClock } from "../manual_clock.ts";
import { interruptedDriver } from "../access/interrupted_driver.ts";
import { allOf } from "../async_items.ts";

const partition = "org!acme";

let api: PublicApi;
let storage: AtomicDriver;
let clock: ManualClock;
beforeEach(async () => {
  clock = new ManualClock();
  storage = memoryDriver({ clock });
  api = createPublicApi({ storage, clock });
  await api.organizations.create({ slug: "acme", name: "Acme", siteUrl: "https://acme.example" });
});

async function keysOf(driver: AtomicDriver, prefix: string): Promise<string[]> {
  const range = { start: prefix, end: `${prefix}~`, limit: 1000, reverse: false, onDamaged: () => undefined };
  return (await driver.atomic.list(partition, range)).map(({ key }) => key);
}

async function findings(driver: AtomicDriver): Promise<unknown[]> {
  return allOf(inspectStore(driver));
}

async function statusOf(from: PublicApi, slug: string): Promise<number> {
  return (await from.fetch(new Request(`http://localhost/api/public/v1/post/acme/${slug}`))).status;
}

describe("redirects in the store", () => {
  it("start from no address with control characters", async () => {
    await api.posts.create("acme", { name: "a", html: "" });
    const controls = ["\u0000", "\u0001", "\u0007", "\t", "\n", "\r", "\u001b", "\u007f", "\u0085", "\u009f"];
    for (const control of controls) {
      for (const from of [`/a${control}b`, `/a/b${control}`, `a${control}`, `https://a.example/${control}`]) {
        const added = api.redirects.add("acme", { from, slug: "a" });
        await expect(added).rejects.toMatchObject({ name: "InvalidInputError" });
      }
    }
    await api.posts.update({ organizationSlug: "acme", slug: "a" }, { aliases: ["/x\u0007y", "/x"] });
    const { redirects } = await api.redirects.list("acme");
    expect(redirects.map(({ from }) => from)).toEqual(["/x"]);
  });

  it("are written in the same commit as the rename, and leave no record behind", async () => {
    await api.posts.create("acme", { name: "a", html: "", aliases: ["/blog/x/", "/y", "old"] });
    await api.posts.update({ organizationSlug: "acme", slug: "a" }, { slug: "b" });
    expect(await keysOf(storage, "redirect")).toHaveLength(12);
    expect(await findings(storage)).toEqual([]);
    await api.posts.delete({ organizationSlug: "acme", slug: "b" });
    expect(await keysOf(storage, "redirect")).toEqual([]);
  });

  it("move with an export, also when their post is replaced there", async () => {
    await api.posts.create("acme", { name: "a", html: "" });
    await api.posts.update({ organizationSlug: "acme", slug: "a" }, { slug: "b" });
    const copy = memoryDriver({ clock });
    const other = createPublicApi({ storage: copy, clock });
    expect(await importRecords(copy, exportRecords(storage))).toMatchObject({ created: 3 });
    expect(await statusOf(other, "a")).toBe(308);
    expect(await importRecords(copy, exportRecords(storage))).toMatchObject({ unchanged: 3 });
    await other.posts.create("acme", { name: "c", html: "" });
    await other.redirects.add("acme", { from: "/c", slug: "c" });
    await api.posts.create("acme", { name: "deleted", html: "" });
    await api.posts.delete({ organizationSlug: "acme", slug: "deleted" });
    await api.posts.create("acme", { name: "c", html: "" });
    await importRecords(copy, exportRecords(storage));
    expect((await other.redirects.list("acme")).redirects).toMatchObject([{ from: "a", slug: "b" }]);
    expect(await findings(copy)).toEqual([]);
  });

  it("of aliases are completed in stores of earlier versions, and after a restore", async () => {
    await api.posts.create("acme", { name: "a", html: "", aliases: ["/old/"] });
    await storage.atomic.commit(partition, { deletes: await keysOf(storage, "redirect") });
    expect(await statusOf(api, "old")).toBe(404);
    await api.events.deliver();
    expect(await statusOf(api, "old")).toBe(308);
    expect(await keysOf(storage, "redirect")).toHaveLength(4);
    const copy = memoryDriver({ clock });
    const other = createPublicApi({ storage: copy, clock });
    await other.events.deliver();
    await importRecords(copy, withoutRedirects(exportRecords(storage)));
    expect(await statusOf(other, "old")).toBe(404);
    await other.events.deliver();
    expect(await statusOf(other, "old")).toBe(308);
  });

  it("without their post are found by an inspection, and lead nowhere", async () => {
    await api.posts.create("acme", { name: "a", html: "" });
    await api.redirects.add("acme", { from: "old", slug: "a" });
    await storage.atomic.commit(partition, { deletes: await keysOf(storage, "post") });
    await storage.atomic.commit(partition, { deletes: await keysOf(storage, "html") });
    expect(await statusOf(api, "old")).toBe(404);
    expect(await findings(storage)).toContainEqual(expect.objectContaining({ problem: "stray" }));
    await api.posts.create("acme", { name: "new", html: "" });
    expect((await api.redirects.add("acme", { from: "old", slug: "new" })).isNew).toBe(true);
    expect(await statusOf(api, "old")).toBe(308);
  });

  it("cannot be lost to a concurrent deletion: whichever commits first, none is left without its post", async () => {
    for (let round = 0; round < 20; round++) {
      await api.posts.put("acme", { name: "a", html: "" });
      const add = api.redirects.add("acme", { from: `/p${round}`, slug: "a" });
      const deletion = api.posts.delete({ organizationSlug: "acme", slug: "a" });
      await Promise.allSettled(round % 2 === 0 ? [add, deletion] : [deletion, add]);
      expect(await keysOf(storage, "redirect")).toEqual([]);
    }
  });

  it.each([false, true])(
    "are deleted in parts by the worker if the deletion of their post was killed at any point (its last commit succeeded: %s)",
    async (isLastDone) => {
      const aliases = Array.from({ length: 100 }, (_, number) => `/old/${number}`);
      const added = ["/more", "/more/2", "/more/3"];
      for (let calls = 0, hasFailed = true; hasFailed; calls++) {
        await api.posts.create("acme", { name: "Old", slug: "old", html: "<p>x</p>", aliases });
        for (const from of added) await api.redirects.add("acme", { from, slug: "old" });
        const interrupted = interruptedDriver(storage, { calls, isLastDone });
        const killed = createPublicApi({ storage: interrupted.driver, clock, onError: () => undefined });
        const old = { organizationSlug: "acme", slug: "old" };
        await killed.posts.delete(old).catch(() => undefined);
        hasFailed = interrupted.hasFailed();
        const isKept = (await api.posts.get(old)) !== null;
        const kept = await keysOf(storage, "redirect!path!");
        expect(isKept && kept.length !== 103).toBe(false);
        await api.posts.delete(old);
        // Another post takes the slug and addresses of the deleted post before its redirects are deleted.
        await api.posts.create("acme", { name: "New", slug: "old", html: "<p>y</p>", aliases: ["/old/1"] });
        for (const from of ["/old/7", "/more"]) await api.redirects.add("acme", { from, slug: "old" });
        clock.advance(61_000);
        await api.events.deliver();
        const left = (await allOf(api.redirects.iterate("acme"))).map(({ from }) => from);
        expect(left).toEqual(["/more", "/old/1", "/old/7"]);
        expect(await statusOf(api, "more")).toBe(308);
        expect(await keysOf(storage, "deleted-post")).toEqual([]);
        expect(await findings(storage)).toEqual([]);
        await api.posts.delete(old);
        expect(await keysOf(storage, "redirect")).toEqual([]);
      }
    },
  );
});

async function* withoutRedirects(
  records: ReturnType<typeof exportRecords>,
): ReturnType<typeof exportRecords> {
  let left = 0;
  for await (const record of records) {
    if (record.type === "redirect") left++;
    else if (record.type === "end") yield { ...record, records: record.records - left };
    else yield record;
  }
}
