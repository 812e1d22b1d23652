import { beforeEach, describe, expect, it } from "vitest";
import { type AdminActor, postTag, type PublicApi } from "../../lib/mod.ts";
import { openLmdb } from "../access/storages.ts";
import { type OpenStorage, World } from "../api/world.ts";
import { memoryDriver } from "../slow_memory.ts";
import { type Outcome, type PostStateName, publishes, Writers } from "./writers.ts";

const openSlow: OpenStorage = async (clock) => ({ storage: memoryDriver({ clock }), close: () => undefined });

describe.each<[name: string, open: OpenStorage]>([
  ["a store that takes time", openSlow],
  ["LMDB", openLmdb],
])("the text of a post that code writes, in %s", (_name, open) => {
  const world = World.forEachTest(open, { adminApi: true });
  let api: PublicApi;
  let ada: AdminActor;
  let bob: AdminActor;
  const writers = new Writers(world);
  const { text, at, create, outcomeOf } = writers;
  beforeEach(async () => {
    ({ api } = world);
    await writers.open();
    ({ ada, bob } = writers);
  });

  it.each<[action: string, state: PostStateName, outcome: Outcome]>([
    ["draft", "published", [null, "draft", "Old", "post.unpublished"]],
    ["draft", "published, with changes", [null, "draft", "New", "post.unpublished"]],
    ["draft", "published, with outdated changes", [null, "draft", "New", "post.unpublished"]],
    ["draft", "scheduled, with changes", [null, "draft", "New", ""]],
    ["draft", "archived, with changes", [null, "draft", "New", ""]],
    ["draft", "draft with a working copy", [null, "draft", "New", ""]],
    ["draft, tags", "published", [null, "draft", "Old", "post.unpublished"]],
    ["draft, tags", "published, with changes", "would have two texts"],
    ["draft, tags", "draft with a working copy", [null, "draft", "New", ""]],
    ["tags", "draft", [null, "draft", "New", ""]],
    ["tags", "draft with a working copy", [null, "draft", "New", ""]],
    ["tags, if the tag matches", "draft with a working copy", [null, "draft", "New", ""]],
    ["tags", "published, with changes", ["Old", "published", "New", "post.updated"]],
    ["published", "draft", ["New", "published", "New", publishes]],
    ["published", "draft with a working copy", ["New", "published", "New", publishes]],
    ["published", "published, with changes", "asks"],
    ["published", "scheduled, with changes", "asks"],
    ["published", "archived, with changes", "asks"],
    ["published", "archived", ["Old", "published", "Old", publishes]],
    ["published, tags", "archived, with changes", "asks"],
    ["published, tags", "draft with a working copy", ["New", "published", "New", publishes]],
    ["published, leave", "archived, with changes", ["Old", "published", "New", publishes]],
    ["published, leave", "published, with changes", ["Old", "published", "New", ""]],
    ["published, publish", "archived", ["Old", "published", "Old", publishes]],
    ["published, publish", "archived, with changes", ["New", "published", "New", publishes]],
    ["published, publish", "published, with changes", ["New", "published", "New", "post.updated"]],
    ["published, publish", "published, with outdated changes", "conflict"],
    ["published, tags, publish", "archived, with changes", "is not alone"],
    ["archived", "published, with changes", [null, "archived", "New", "post.unpublished"]],
    ["put", "draft with a working copy", [null, "draft", "Whole", ""]],
    ["put", "published, with changes", ["Whole", "published", "New", "post.updated"]],
    ["put draft", "draft with a working copy", [null, "draft", "Whole", ""]],
    ["put draft", "archived, with changes", "would have two texts"],
    ["put draft, dry run", "archived, with changes", "would have two texts"],
    ["put published", "archived, with changes", ["Whole", "published", "New", publishes]],
    ["restore a revision", "draft with a working copy", [null, "draft", "Old", ""]],
    ["restore a revision", "published, with outdated changes", ["Old", "published", "New", "post.updated"]],
    ["import a draft", "published", [null, "draft", "Whole", ""]],
    ["import a draft", "draft with a working copy", [null, "draft", "Whole", ""]],
    ["import a draft", "published, with changes", "would have two texts"],
    ["import a published post", "archived, with changes", ["Whole", "published", "New", ""]],
    ["undo to a draft", "published, with changes", [null, "draft", "New", "post.unpublished"]],
    ["undo to published", "archived, with changes", ["Old", "published", "New", publishes]],
  ])("%s: %s", async (action, state, outcome) => {
    const act = async (slug: string): Promise<string> => {
      await writers.codeActions[action]?.(slug);
      return slug;
    };
    expect(await outcomeOf(state, act)).toEqual(outcome);
  });

  it("has no working copy if it becomes a draft while its changes are saved", async () => {
    const slug = await create("published");
    const { version } = await text().get(at(slug));
    const input = { name: "Mine", html: "" };
    const results = await Promise.allSettled([
      api.posts.update({ organizationSlug: "acme", slug }, { status: "draft" }),
      text().save(at(slug), input, { ifMatch: version }),
      api.admin.posts.unpublish(at(slug, bob)),
    ]);
    expect(results.map(({ status }) => status)).toContain("fulfilled");
    const { post, savedAs } = await text().get(at(slug));
    expect([post.status, savedAs, await api.admin.posts.workingCopy.get(at(slug))]).toEqual([
      "draft",
      "draft",
      null,
    ]);
  });

  it("is no unpublished change if it is the text of the post", async () => {
    const slug = await create("published, with changes");
    const marks = async (): Promise<unknown[]> => {
      const { posts } = await api.admin.posts.list(ada);
      const found = await api.admin.posts.unpublishedChanges(ada, [posts[0]?.id ?? 0]);
      return [posts[0]?.unpublishedChanges !== undefined, found.size > 0];
    };
    expect(await marks()).toEqual([true, true]);
    const first = await text().get(at(slug));
    const same = { name: "Old", html: "<p>Old</p>" };
    const saved = await text().save(at(slug), same, { ifMatch: first.version });
    expect([saved.savedAs, saved.version, await marks()]).toEqual([
      "post",
      postTag(first.post),
      [false, false],
    ]);
    const { workingCopy } = api.admin.posts;
    expect(await workingCopy.get(at(slug))).toBeNull();
    // The response was lost, and the save is sent again.
    expect((await text().save(at(slug), same, { ifMatch: first.version })).savedAs).toBe("post");
    expect(await workingCopy.save(at(slug), same, { ifMatch: null })).toBeNull();
    expect(await workingCopy.get(at(slug))).toBeNull();
    // Another tab showed the post before its text was changed and changed back.
    const other = { name: "More", html: "" };
    expect((await text().save(at(slug, bob), other, { ifMatch: saved.version })).savedAs).toBe(
      "working-copy",
    );
  });
});
