import { describe, expect, it } from "vitest";
import type { MediaBytes, StoredMedia } from "../../lib/media/mod.ts";
import { createStorage } from "unstorage";
import { unstorageMedia } from "../../media-stores/unstorage.ts";
import { untilIdle } from "../until_idle.ts";
import { type MediaWorld, openMediaWorld, picture } from "./_media_world.ts";

const day = 24 * 60 * 60 * 1000;

async function upload({ media }: MediaWorld, text: string, name = "a.png"): Promise<StoredMedia> {
  return media.upload("acme", picture(text), { name });
}

async function codeOf(failing: Promise<unknown>): Promise<unknown> {
  const error: unknown = await failing.catch((caught: unknown) => caught);
  return error instanceof Error && "code" in error ? error.code : error;
}

/** Sweeps, and sweeps again after a day. */
async function sweepTwice({ media, world }: MediaWorld): ReturnType<MediaWorld["media"]["sweep"]> {
  await media.sweep();
  world.clock.advance(day);
  return media.sweep();
}

describe("a file", () => {
  it("is stored with the values of its bytes", async () => {
    const { world, media, keys } = await openMediaWorld();
    const stored = await media.upload(
      "acme",
      new Blob([picture("one")]).stream(),
      { name: "C:\\photos\\Café (1).png", alt: " Boats ", title: "Harbour" },
      { by: "ada" },
    );
    expect(stored).toMatchObject({
      isNew: true,
      name: "Café (1).png",
      type: "image/png",
      width: 2,
      height: 3,
      alt: "Boats",
      title: "Harbour",
      createdAt: new Date(world.clock.now()).toISOString(),
      createdBy: "ada",
      url: `/api/public/v1/media/acme/${stored.hash}/Caf%C3%A9-1-.png`,
    });
    expect(await keys()).toEqual([expect.stringMatching(new RegExp(`^acme/${stored.hash}\\.`))]);
    expect(await media.get({ organizationSlug: "acme", hash: stored.hash })).not.toHaveProperty("key");
  });

  it("has an absolute address at the origin of files", async () => {
    const opened = await openMediaWorld({ mediaOrigin: "https://media.example" });
    const { url, hash } = await upload(opened, "one");
    expect(url).toBe(`https://media.example/api/public/v1/media/acme/${hash}/a.png`);
  });

  it.each([
    ["", "file"],
    ["..", "file"],
    ["a/b\\c.png", "c.png"],
    ["a\u202e\nb.png", "ab.png"],
    [`${"x".repeat(300)}.png`, `${"x".repeat(96)}.png`],
  ])("with the name %o has the name %o", async (name, kept) => {
    expect((await upload(await openMediaWorld(), "one", name)).name).toBe(kept);
  });

  it("is stored once, also by concurrent uploads, whose bytes are removed", async () => {
    const opened = await openMediaWorld({ memoryBytes: 1_000_000_000 });
    const uploads = Array.from({ length: 6 }, async (_, index) => upload(opened, "one", `${index}.png`));
    const stored = await Promise.all(uploads);
    expect(new Set(stored.map(({ name }) => name)).size).toBe(1);
    expect(stored.filter((one) => (one as { isNew?: boolean }).isNew)).toHaveLength(1);
    expect(await opened.keys()).toHaveLength(1);
    expect((await opened.media.usage("acme")).bytes).toBe(stored[0]?.bytes);
  });

  it("is stored for each organization on its own", async () => {
    const opened = await openMediaWorld();
    await opened.world.createOther();
    const { hash } = await upload(opened, "one");
    await opened.media.upload("b", picture("one"), { name: "b.png" });
    await opened.media.delete({ organizationSlug: "b", hash });
    await sweepTwice(opened);
    expect(await opened.media.get({ organizationSlug: "acme", hash })).not.toBeNull();
    expect(await opened.keys()).toEqual([expect.stringMatching(/^acme\//)]);
  });

  it.each<[what: string, body: Uint8Array<ArrayBuffer>, code: string]>([
    ["is empty", new Uint8Array(), "missing-body"],
    ["is too large", picture("x".repeat(1000)), "body-too-large"],
  ])("that %s is refused", async (_what, body, code) => {
    const { media, keys } = await openMediaWorld({ fileBytes: 500 });
    expect(await codeOf(media.upload("acme", body, { name: "a.png" }))).toBe(code);
    const stream = new Blob([body]).stream();
    expect(await codeOf(media.upload("acme", stream, { name: "a.png" }))).toBe(code);
    expect(await keys()).toEqual([]);
  });

  it("of an unknown organization is refused", async () => {
    const { media } = await openMediaWorld();
    const failing = media.upload("nobody", picture("one"), { name: "a.png" });
    await expect(failing).rejects.toThrow('Cannot store the file: there is no organization "nobody"');
    await expect(media.upload("No Body", picture("one"), { name: "a.png" })).rejects.toThrow(
      "the slug of its organization must be",
    );
  });

  it("whose client leaves is not stored", async () => {
    const { media, keys } = await openMediaWorld();
    const client = new AbortController();
    const pull = (controller: ReadableStreamDefaultController<Uint8Array>): void => {
      controller.enqueue(picture("one").subarray(0, 20));
      client.abort(new Error("gone"));
    };
    const body = new ReadableStream<Uint8Array>({ pull }, { highWaterMark: 0 });
    const failing = media.upload("acme", body, { name: "a.png" }, { signal: client.signal });
    expect(await codeOf(failing)).toBe("incomplete-body");
    expect((await media.list("acme")).media).toEqual([]);
    expect(await keys()).toEqual([]);
  });

  it("is listed with others, newest first, by page, type and text", async () => {
    const { world, media } = await openMediaWorld();
    for (const name of ["Boats.png", "café.png", "cars.png"]) {
      await media.upload("acme", picture(name), { name, ...(name === "cars.png" && { alt: "Boats" }) });
      world.clock.advance(1000);
    }
    const names = async (query: Parameters<typeof media.list>[1]): Promise<string[]> =>
      (await media.list("acme", query)).media.map(({ name }) => name);
    expect(await names({})).toEqual(["cars.png", "café.png", "Boats.png"]);
    expect(await names({ q: "BOATS" })).toEqual(["cars.png", "Boats.png"]);
    expect(await names({ q: "cafe" })).toEqual(["café.png"]);
    expect(await names({ type: "image" })).toHaveLength(3);
    expect(await names({ type: "video" })).toEqual([]);
    const { next } = await media.list("acme", { limit: 2 });
    expect(await names({ limit: 2, after: next ?? "" })).toEqual(["Boats.png"]);
  });

  it("gets other texts, and no write without a change", async () => {
    const opened = await openMediaWorld();
    const { hash } = await upload(opened, "one");
    const address = { organizationSlug: "acme", hash };
    const changed = await opened.media.update(address, { alt: "Boats", focalPoint: { x: 0.5, y: 1 } });
    expect(changed).toMatchObject({ alt: "Boats", focalPoint: { x: 0.5, y: 1 } });
    await opened.world.forgetWrites();
    await opened.media.update(address, { alt: "Boats" });
    expect(opened.world.writes).toEqual([]);
    expect(await opened.media.update(address, { alt: null, focalPoint: null })).not.toHaveProperty("alt");
    await expect(opened.media.update(address, { focalPoint: { x: 2, y: 0 } })).rejects.toThrow(
      "/focalPoint/x must be at most 1",
    );
  });

  it("emits events with its hash", async () => {
    const opened = await openMediaWorld();
    const { hash, bytes } = await upload(opened, "one");
    await opened.media.delete({ organizationSlug: "acme", hash });
    await opened.world.api.events.settle();
    const { events } = await opened.world.api.events.list("acme");
    expect(events.map(({ type, data }) => ({ type, data }))).toEqual([
      { type: "media.added", data: { id: hash, name: "a.png", type: "image/png", bytes } },
      { type: "media.deleted", data: { id: hash, name: "a.png" } },
    ]);
  });

  it("is stored without an event if the caller wants silence", async () => {
    const opened = await openMediaWorld();
    await opened.media.upload("acme", picture("one"), { name: "a.png" }, { isSilent: true });
    await opened.world.api.events.settle();
    expect((await opened.world.api.events.list("acme")).events).toEqual([]);
    expect((await opened.media.list("acme")).media).toHaveLength(1);
  });

  it("is checked and not stored in a dry run", async () => {
    const opened = await openMediaWorld({ organizationBytes: picture("one").length });
    const dryRun = async (text: string): ReturnType<typeof opened.media.upload> =>
      opened.media.upload("acme", picture(text), { name: "a.png" }, { dryRun: true });
    const checked = await dryRun("one");
    expect(await opened.keys()).toEqual([]);
    expect((await opened.media.list("acme")).media).toEqual([]);
    expect(await codeOf(dryRun("larger"))).toBe("media-full");
    const stored = await upload(opened, "one");
    expect(checked).toEqual({ ...stored, createdAt: checked.createdAt });
    expect(await dryRun("one")).toMatchObject({ hash: stored.hash, isNew: false });
  });
});

describe("the bytes of an organization", () => {
  it("are never above the maximum, also with concurrent uploads", async () => {
    const size = picture("0").length;
    const most = 3 * size;
    const opened = await openMediaWorld({ organizationBytes: most, memoryBytes: 1_000_000_000 });
    const uploads = Array.from({ length: 8 }, async (_, index) => upload(opened, String(index)));
    const results = await Promise.allSettled(uploads);
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(3);
    const refused = results.find(({ status }) => status === "rejected") as PromiseRejectedResult;
    expect(String(refused.reason)).toContain(`at most ${most} bytes. Delete files first`);
    expect(await opened.media.usage("acme")).toMatchObject({ bytes: most, organizationBytes: most });
    expect(await opened.keys()).toHaveLength(3);
  });

  it("are free again after a deletion", async () => {
    const size = picture("0").length;
    const opened = await openMediaWorld({ organizationBytes: size });
    const { hash } = await upload(opened, "0");
    expect(await codeOf(upload(opened, "1"))).toBe("media-full");
    await opened.media.delete({ organizationSlug: "acme", hash });
    await upload(opened, "1");
    expect((await opened.media.usage("acme")).bytes).toBe(size);
  });
});

describe("the deletion of a file", () => {
  const html = (url: string): string => `<p><img src="${url}" alt=""></p>`;

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

describe("the sweep", () => {
  it("removes bytes a day after it found them without a record", async () => {
    const opened = await openMediaWorld();
    const { hash } = await upload(opened, "one");
    await upload(opened, "two");
    opened.world.clock.advance(30 * day);
    await opened.media.delete({ organizationSlug: "acme", hash });
    expect(await opened.media.sweep()).toEqual({ removed: 0, waiting: 1, kept: 1 });
    opened.world.clock.advance(day - 1);
    expect(await opened.media.sweep()).toEqual({ removed: 0, waiting: 1, kept: 1 });
    opened.world.clock.advance(1);
    expect(await opened.media.sweep()).toEqual({ removed: 1, waiting: 0, kept: 1 });
    expect(await opened.keys()).toHaveLength(1);
  });

  it("keeps bytes that were stored again meanwhile", async () => {
    const opened = await openMediaWorld();
    const { hash } = await upload(opened, "one");
    await opened.media.delete({ organizationSlug: "acme", hash });
    await opened.media.sweep();
    await upload(opened, "one");
    opened.world.clock.advance(day);
    expect(await opened.media.sweep()).toEqual({ removed: 1, waiting: 0, kept: 1 });
    const response = await opened.world.get(`/media/acme/${hash}/a.png`);
    expect(new Uint8Array(await response.arrayBuffer()).length).toBeGreaterThan(0);
  });

  it("removes the bytes of an organization that was deleted", async () => {
    const opened = await openMediaWorld();
    await upload(opened, "one");
    await opened.world.api.organizations.delete("acme");
    expect((await sweepTwice(opened)).removed).toBe(1);
    expect(await opened.keys()).toEqual([]);
  });

  it("runs in the background of the events, a page at a time", async () => {
    const opened = await openMediaWorld();
    for (let index = 0; index < 250; index++) await opened.bytes.put(`acme/aa.${index}`, new Blob(["x"]));
    await untilIdle(opened.world.api);
    for (let hours = 0; hours <= 30; hours += 6) {
      opened.world.clock.advance(6 * 60 * 60 * 1000);
      await untilIdle(opened.world.api);
    }
    expect(await opened.keys()).toEqual([]);
    expect(opened.world.errors).toEqual([]);
  });

  it("reports a media store that fails, and tries again later", async () => {
    const working = unstorageMedia(createStorage());
    let isDown = true;
    const bytes: MediaBytes = {
      ...working,
      list: async (page) => {
        if (isDown) throw new Error("The media store is down");
        return working.list(page);
      },
    };
    const opened = await openMediaWorld({}, bytes);
    await untilIdle(opened.world.api);
    await untilIdle(opened.world.api);
    expect(opened.world.errors).toEqual([new Error("The media store is down")]);
    isDown = false;
    opened.world.clock.advance(10 * 60 * 1000);
    await untilIdle(opened.world.api);
    expect(opened.world.errors).toHaveLength(1);
  });
});

describe("an upload whose record is refused", () => {
  it("leaves no bytes", async () => {
    const working = unstorageMedia(createStorage());
    const opened: MediaWorld = await openMediaWorld(
      {},
      {
        ...working,
        put: async (key, body) => {
          await working.put(key, body);
          await opened.world.api.organizations.delete("acme");
        },
      },
    );
    await expect(upload(opened, "one")).rejects.toThrow('there is no organization "acme"');
    expect(await opened.keys()).toEqual([]);
  });

  it("leaves bytes to the sweep if it is unknown whether the store has the record", async () => {
    const working = unstorageMedia(createStorage());
    const opened: MediaWorld = await openMediaWorld(
      {},
      {
        ...working,
        put: async (key, body) => {
          await working.put(key, body);
          opened.world.clock.advance(13 * 60 * 60 * 1000);
        },
      },
    );
    expect(await codeOf(upload(opened, "one"))).toBe("incomplete-body");
    expect((await opened.media.list("acme")).media).toEqual([]);
  });
});
