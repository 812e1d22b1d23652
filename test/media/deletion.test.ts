import { describe, expect, it } from "vitest";
import { inspectMedia, inspectStore, type MediaFinding } from "../../lib/moving/entry.ts";
import { createPublicApi } from "../../lib/mod.ts";
import { mediaStore } from "../../lib/media/mod.ts";
import type { AtomicDriver } from "../../lib/store/mod.ts";
import { allOf } from "../async_items.ts";
import { stores } from "../transfer/_stores.ts";
import { type MediaWorld, openMediaWorld, picture, sweepTwice, upload } from "./_media_world.ts";

const html = (url: string): string => `<p><img src="${url}" alt=""></p>`;
const acme = (hash: string): { organizationSlug: string; hash: string } => ({
  organizationSlug: "acme",
  hash,
});

/** Returns the status of a file's address, and how long caches may keep the response. */
async function serve({ world }: MediaWorld, hash: string): Promise<[number, string | null]> {
  const response = await world.get(`/media/acme/${hash}/a.png`);
  await response.arrayBuffer();
  return [response.status, response.headers.get("cache-control")];
}

/** Checks that counter, index and bytes agree with the records of all files. */
async function expectConsistent(opened: MediaWorld): Promise<void> {
  const { media } = await opened.media.list("acme", { limit: 100 });
  const sum = media.reduce((bytes, file) => bytes + file.bytes, 0);
  expect((await opened.media.usage("acme")).bytes).toBe(sum);
  const storage = opened.world.storage as AtomicDriver;
  expect(await allOf(inspectStore(storage))).toEqual([]);
  const findings: MediaFinding[] = await allOf(inspectMedia(storage, opened.bytes));
  expect(findings.filter(({ problem }) => problem !== "unnamed")).toEqual([]);
}

describe("the deletion of a file", () => {
  it.each<[where: string, write: (opened: MediaWorld, url: string) => Promise<unknown>]>([
    [
      "the content of a draft",
      (opened, url) => opened.world.createPost({ name: "P", status: "draft", html: html(url) }),
    ],
    [
      "the picture of a post",
      (opened, url) => opened.world.createPost({ name: "P", image: `https://a.example${url}` }),
    ],
    [
      "a working copy",
      async ({ world: { api } }, url) => {
        await api.posts.create("acme", { name: "P", html: "" });
        const { id } = await api.users.create({ name: "Ada" });
        await api.users.addToOrganization(id, { organizationSlug: "acme", role: "owner" });
        const actor = await api.admin.findActor(id, "acme");
        if (actor === null) throw new Error("There is no actor");
        await api.admin.posts.workingCopy.save(
          { actor, slug: "p" },
          { name: "P", html: html(url) },
          { ifMatch: null },
        );
      },
    ],
  ])("is refused while %s shows it, unless it is forced", async (_where, write) => {
    const opened = await openMediaWorld();
    const { hash, url } = await upload(opened, "one");
    const address = { organizationSlug: "acme", hash };
    await opened.world.createPost({ name: "Another", html: "<p>None</p>" });
    await write(opened, url);
    expect((await opened.media.usesOf(address)).posts).toEqual([{ slug: "p", name: "P" }]);
    await expect(opened.media.delete(address)).rejects.toThrow('it is used by the post "p"');
    await opened.media.delete(address, { force: true });
    expect(await opened.media.get(address)).toBeNull();
    expect((await serve(opened, hash))[0]).toBe(404);
  });

  it("names at most 20 posts, and the settings of the organization", async () => {
    const opened = await openMediaWorld();
    const { hash, url } = await upload(opened, "one");
    for (let index = 0; index < 25; index++)
      await opened.world.createPost({ name: `P${index}`, html: html(url) });
    await opened.world.updateOrganization({ logo: `https://a.example${url}` });
    const { posts, isInSettings } = await opened.media.usesOf({ organizationSlug: "acme", hash });
    expect([posts.length, isInSettings]).toEqual([20, true]);
  });

  it("of an unknown file is an error", async () => {
    const { media } = await openMediaWorld();
    for (const hash of ["0".repeat(40), "x", "../a"]) {
      await expect(media.delete({ organizationSlug: "acme", hash })).rejects.toThrow("has no file");
    }
  });
});

describe("a deleted file", () => {
  it("leaves lists and quota, and its address works for a day more", async () => {
    const opened = await openMediaWorld();
    const { hash } = await upload(opened, "one");
    await opened.media.delete(acme(hash));
    expect(await opened.media.get(acme(hash))).toBeNull();
    expect((await opened.media.list("acme")).media).toEqual([]);
    expect((await opened.media.usage("acme")).bytes).toBe(0);
    await expect(opened.media.update(acme(hash), { alt: "A" })).rejects.toThrow("has no file");
    await expect(opened.media.delete(acme(hash))).rejects.toThrow("has no file");
    expect(await serve(opened, hash)).toEqual([200, "public, max-age=600"]);
    expect(await sweepTwice(opened)).toEqual({ removed: 1, waiting: 0, kept: 0, restored: 0 });
    expect((await serve(opened, hash))[0]).toBe(404);
    await expectConsistent(opened);
  });

  it("ends immediately when its deletion is forced later", async () => {
    const opened = await openMediaWorld();
    const { hash } = await upload(opened, "one");
    await opened.media.delete(acme(hash));
    await opened.media.delete(acme(hash), { force: true });
    expect((await serve(opened, hash))[0]).toBe(404);
    await expect(opened.media.delete(acme(hash), { force: true })).rejects.toThrow("has no file");
  });

  it.each<[when: string, hours: number]>([
    ["at the next sweep", 1],
    ["by the sweep that would remove its bytes", 24],
  ])("is restored %s if a post was saved with it, also above the quota", async (_when, hours) => {
    const size = picture("one").length;
    const opened = await openMediaWorld({ organizationBytes: size });
    const file = await opened.media.upload("acme", picture("one"), { name: "a.png", alt: "Boats" });
    const before = await opened.media.get(acme(file.hash));
    await opened.media.delete(acme(file.hash));
    await upload(opened, "two");
    await opened.media.sweep();
    await opened.world.createPost({ name: "P", html: html(file.url) });
    opened.world.clock.advance(hours * 60 * 60 * 1000);
    expect(await opened.media.sweep()).toEqual({ removed: 0, waiting: 0, kept: 2, restored: 1 });
    expect(await opened.media.get(acme(file.hash))).toEqual(before);
    expect(await serve(opened, file.hash)).toEqual([200, "public, max-age=31536000, immutable"]);
    await expectConsistent(opened);
    await opened.world.api.events.settle();
    const { events } = await opened.world.api.events.list("acme");
    const types = events.map(({ type }) => type).filter((type) => type.startsWith("media."));
    expect(types).toEqual(["media.added", "media.deleted", "media.added", "media.added"]);
  });

  it("is not restored after a forced deletion", async () => {
    const opened = await openMediaWorld();
    const { hash, url } = await upload(opened, "one");
    await opened.world.createPost({ name: "P", html: html(url) });
    await opened.media.delete(acme(hash), { force: true });
    expect(await sweepTwice(opened)).toMatchObject({ removed: 1, restored: 0 });
  });

  it("is a new file when the same bytes are uploaded, whose texts it gets", async () => {
    const opened = await openMediaWorld();
    const { hash, url } = await upload(opened, "one", "old.png");
    await opened.media.delete(acme(hash));
    expect(await upload(opened, "one", "new.png")).toMatchObject({ hash, isNew: true, name: "new.png" });
    expect(await opened.keys()).toHaveLength(2);
    await opened.world.createPost({ name: "P", html: html(url) });
    expect(await sweepTwice(opened)).toEqual({ removed: 1, waiting: 0, kept: 1, restored: 0 });
    expect(await serve(opened, hash)).toEqual([200, "public, max-age=31536000, immutable"]);
    await expectConsistent(opened);
  });

  it("leaves nothing when its organization is deleted", async () => {
    const opened = await openMediaWorld();
    const { hash } = await upload(opened, "one");
    await upload(opened, "two");
    await opened.media.delete(acme(hash));
    await opened.world.api.organizations.delete("acme");
    expect((await serve(opened, hash))[0]).toBe(404);
    expect((await sweepTwice(opened)).removed).toBe(2);
    expect(await opened.keys()).toEqual([]);
    const { atomic } = opened.world.storage as AtomicDriver;
    const left: string[] = [];
    for (const partition of ["org!acme", "media"]) {
      left.push(...(await atomic.list(partition, { start: "", end: "~", limit: 100 })).map(({ key }) => key));
    }
    expect(left.filter((key) => key.startsWith("media") || key.startsWith("unnamed"))).toEqual([]);
  });
});

describe("a post that is saved while its file is deleted", () => {
  it.each(Array.from({ length: 12 }, (_, index) => [4 * index]))(
    "shows the file at all times (%i turns later)",
    async (turns) => {
      const opened = await openMediaWorld();
      for (let index = 0; index < 5; index++) await opened.world.createPost({ name: `Other ${index}` });
      const { hash, url } = await upload(opened, "one");
      const deleting = opened.media.delete(acme(hash)).catch(() => undefined);
      for (let turn = 0; turn < turns; turn++) await new Promise((resolve) => setImmediate(resolve));
      await opened.world.createPost({ name: "A", html: html(url) });
      await deleting;
      expect((await serve(opened, hash))[0]).toBe(200);
      await sweepTwice(opened);
      expect((await serve(opened, hash))[0]).toBe(200);
      await expectConsistent(opened);
    },
  );
});

describe.each(stores)("16 writers of two processes over %s", (_name, open) => {
  it("keep the counter exact, and lose no bytes", async () => {
    const opened = await openMediaWorld({ memoryBytes: 1_000_000_000 }, undefined, async (clock) =>
      open(clock),
    );
    const { storage, clock } = opened.world;
    const other = createPublicApi({ storage, clock, media: mediaStore(opened.bytes) });
    const write = async (writer: number): Promise<void> => {
      const media = writer % 2 === 0 ? opened.media : other.media;
      for (let round = 0; round < 6; round++) {
        const bytes = picture(String((writer + round) % 5));
        const file = await media?.upload("acme", bytes, { name: `${writer}.png` });
        const address = acme(file?.hash ?? "");
        const failing =
          writer % 4 === 3
            ? media?.update(address, { alt: `${writer} ${round}` })
            : media?.delete(address, { force: writer % 4 === 0 });
        await failing?.catch(() => undefined);
        if (writer === 5) await media?.sweep();
      }
    };
    await Promise.all(Array.from({ length: 16 }, async (_, writer) => write(writer)));
    await expectConsistent(opened);
    await opened.world.createPost({ name: "P", html: html("/media/acme/none") });
    await sweepTwice(opened);
    await expectConsistent(opened);
    const { media } = await opened.media.list("acme");
    expect(await opened.keys()).toHaveLength(media.length);
    await opened.world.close();
  });
});
