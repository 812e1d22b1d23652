import { describe, expect, it } from "vitest";
import type { Role } from "../../lib/mod.ts";
import { memoryDriver } from "../slow_memory.ts";
import { ManualClock } from "../manual_clock.ts";
import { createCaller, drawing, openAdminWorld, sendAdmin, signedIn } from "./admin_world.ts";

describe("files", () => {
  it.each<[Role, unforced: number, own: number, foreign: number, forced: number]>([
    ["author", 403, 403, 403, 403],
    ["contributor", 204, 200, 403, 403],
    ["writer", 204, 200, 403, 403],
    // The editor has deleted the own file by force.
    ["editor", 404, 200, 200, 204],
  ])(
    "of others stay as they are for the role %s, unless it may write all posts",
    async (role, unforced, ...statuses) => {
      const clock = new ManualClock();
      const world = await openAdminWorld({ storage: memoryDriver({ clock }), clock });
      const caller = await createCaller(world.world, role);
      const { media } = world.api;
      const own = await media?.upload("acme", drawing(7), { name: "own.svg" }, { by: caller.userId });
      const send = async (...request: Parameters<typeof sendAdmin>[2]): Promise<number> =>
        (await sendAdmin(world, caller.key, request)).status;
      const change = async (hash: string): Promise<number> => send("PATCH", `/media/${hash}`, { alt: role });
      const found = [
        await change(own?.hash ?? ""),
        await change(world.mediaHash),
        await send("DELETE", `/media/${world.mediaHash}?force=true`),
      ];
      expect(found).toEqual(statuses);
      expect(await send("DELETE", `/media/${own?.hash}?force=true`)).toBe(statuses[2]);
      expect(await send("DELETE", `/media/${own?.hash}`)).toBe(unforced);
    },
  );

  it("do not tell a contributor the drafts of others that show them", async () => {
    const world = await openAdminWorld();
    const { userId } = await createCaller(world.world, "contributor");
    const actor = await signedIn(world, userId);
    const own = await world.api.admin.media.upload(actor, drawing(7), { name: "own.svg" });
    const html = `<img src="${own.url}">`;
    await world.api.posts.create("acme", { name: "Theirs", html, status: "draft" });
    const uses = { posts: [], hasHidden: true };
    expect(await world.api.admin.media.usesOf(actor, own.hash)).toMatchObject(uses);
    const refusal = world.api.admin.media.delete(actor, own.hash);
    await expect(refusal).rejects.toThrow(/it is used by posts of other users/);
    await world.api.posts.create("acme", { name: "Mine", html, status: "draft" }, { by: userId });
    expect(await world.api.admin.media.usesOf(actor, own.hash)).toMatchObject({ posts: [{ slug: "mine" }] });
    const editor = await signedIn(world, (await createCaller(world.world, "editor")).userId);
    const all = { posts: [{ slug: "mine" }, { slug: "theirs" }], hasHidden: false };
    expect(await world.api.admin.media.usesOf(editor, own.hash)).toMatchObject(all);
  });
});

describe("the creator of posts and files", () => {
  it("is the remaining user after a merge", async () => {
    const clock = new ManualClock();
    const world = await openAdminWorld({ storage: memoryDriver({ clock }), clock });
    const { api } = world;
    const [old, kept] = [
      await createCaller(world.world, "writer"),
      await createCaller(world.world, "writer"),
    ];
    const own = { by: old.userId };
    await api.posts.create("acme", { name: "Draft", status: "draft" }, own);
    await api.posts.create("acme", { name: "Public", tags: ["a"] }, own);
    await api.posts.create("other", { name: "Elsewhere" }, own);
    const file = await api.media?.upload("acme", drawing(7), { name: "own.svg" }, own);
    await api.users.merge({ from: old.userId, into: kept.userId });
    const actor = await signedIn(world, kept.userId);
    const query = { createdBy: kept.userId, tag: "a" };
    const { posts } = await api.admin.posts.list(actor, query);
    expect(posts).toMatchObject([{ slug: "public", createdBy: kept.userId, revision: 1 }]);
    expect(await api.admin.posts.totals(actor, { createdBy: kept.userId })).toMatchObject({
      all: 2,
      draft: 1,
    });
    await api.admin.posts.publish({ actor, slug: "draft" });
    await api.admin.media.update(actor, file?.hash ?? "", { alt: "Mine" });
    expect(await api.posts.get({ organizationSlug: "other", slug: "elsewhere" })).toMatchObject({
      createdBy: old.userId,
    });
  });

  it("is the user who imports a file of posts", async () => {
    const world = await openAdminWorld();
    const { userId } = await createCaller(world.world, "editor");
    const actor = await signedIn(world, userId);
    const file = new Blob(["# Hi\n\nIt opens."]);
    const upload = { file, fileName: "hi.md", isCheck: false, asDrafts: true, onConflict: "skip" } as const;
    await world.api.admin.imports.start(actor, upload);
    await world.api.admin.imports.settle();
    const post = await world.api.posts.get({ organizationSlug: "acme", slug: "hi" });
    expect(post).toMatchObject({ createdBy: userId, status: "draft" });
    const writer = await signedIn(world, (await createCaller(world.world, "writer")).userId);
    const refused = world.api.admin.imports.start(writer, upload);
    await expect(refused).rejects.toMatchObject({ permission: "posts:write" });
  });
});
